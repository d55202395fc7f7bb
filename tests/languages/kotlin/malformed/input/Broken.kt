package shop

class Good(val index: Index) {
  fun put(key: Key) { index.add(key) }

  fun broken(key: Key { index.remove(key

  fun after() = index.close()
}

}}} fun = class ( val

fun last(store: Store) = store.open()
