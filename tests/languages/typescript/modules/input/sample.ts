import { type A, b as c } from "./a.js";
export type { A };
export { c as default };
import fs from "node:fs";

function use(a: A, c2 = c(a)) {
  let b: A | null = null;
  for (const item of a.items()) {
    const x = new Item(item);
    x.run();
  }
  {
    const x = item();
    x.run();
  }
  return fs.readFileSync(b!.path);
}
