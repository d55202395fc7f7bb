// Not documentation.

// A store of things,
// kept in memory.
export class Store extends base.Base {
  #size = 0;
  index = new Index();
  static make = () => new Store();

  constructor(options) {
    super(options);
    this.log = new Logger("a store");
  }

  /** How many there are. */
  get size() {
    return this.#size;
  }

  static async *walk(from, { deep = true, ...rest } = {}) {
    yield this.make().index.find(from);
  }

  put(key, value) {
    this.index.add(key).then(() => this.log.write(`put ${key} there`));
    super.put(key);
  }
}

const api = {
  get(key) {
    return this.helper(key);
  },
  helper: (key) => key.trim(),
  nested: { run() {} },
};

function Old(name) {
  this.name = name;
}
Old.prototype.greet = function (other) {
  return other.greet(this.name);
};
const Made = class extends mixin(Store) {};
