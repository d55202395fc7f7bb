package shop

class Good(index: Index) {
  def put(key: Key) = index.add(key)

  def broken(key: Key { index.remove(key

  def after() = index.close()
}

}}} def = class ( val

object Last { def last(store: Store) = store.open() }
