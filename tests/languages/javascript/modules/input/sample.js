/**
 * Entry of the shop.
 */

import Store, { open as openStore, close } from "./store.js";
import * as utils from "./utils";
import "./polyfill";
export * from "./other";
export { Store as Shop, close };
export { item, item as thing } from "./items";
export * as prices from "./prices";

export const limit = 10;
export let store = new Store();

export default async function main(path) {
  const local = openStore(path);
  local.put(utils.join(path, "a"));
  store.put(limit);
  const lazy = await import("./lazy.js");
  lazy.run();
  return close(local);
}

function hidden(close) {
  close("not the imported one");
}
