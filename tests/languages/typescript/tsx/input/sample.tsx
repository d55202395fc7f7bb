import { Panel } from "./panel";
type Props = { title: string };
export function View({ title }: Props): JSX.Element {
  const ref = useRef<Panel>(null);
  return <Panel ref={ref} title={title} onOpen={() => ref.current?.open()} />;
}
