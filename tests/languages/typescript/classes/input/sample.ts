import type { Key } from "./key";
import { Injectable } from "@angular/core";
import Index = require("./index-of");

/** What takes things. */
export interface Sink<T> extends Closable {
  name: string;
  put(item: T): Promise<Receipt>;
}

@Injectable({ providedIn: "root" })
export abstract class Store<T extends Key> extends Base<T> implements Sink<T>, api.Other {
  private readonly index: Index = new Index();
  items: Key[] = [];
  handler = (event: Event): void => this.index.handle(event);

  constructor(private log: Logger, protected readonly size?: number) {
    super();
  }

  abstract open(path: string): Store<T>;

  put(item: T, options: { deep: boolean } = { deep: true }): Promise<Receipt> {
    const made = this.open("a path here");
    made.log.write(item as unknown as string);
    return this.index!.add<Key>(item)?.then((key: Key) => key.receipt());
  }
}

export enum Level {
  Low = 1,
  High,
}

export type Either<A, B> = A | B | Key;

export namespace tools {
  export function clean(text: string): string;
  export function clean(text: any): any {
    return text.trim();
  }
}

declare function outside(level: Level): void;
const store: Store<Key> = make();
store.put(Level.Low);
