func run(_ given: Any, maker: Maker, other: Store?) async {
    guard let store = maker.store, let other else { return }
    if let found = store?.index, let next: Index = found.next() { found.add(next) }
    for item in store.items where item.isReady { item.run() }
    switch given {
    case .some(let inner): inner.show()
    case let .pair(left, right): left(right)
    case let cast as Store: cast.put("a")
    case is Entry: break
    default: break
    }
    let work = { [weak maker] (entry: Entry, count) -> Int in entry.save(count); return maker?.count ?? 0 }
    store.items.map { $0.name }.filter { name in name.matches() }
    let cast = given as? Store, forced = given as! Entry, tried = try? maker.make()
    do { try maker.go() } catch let problem as MyError { problem.show() } catch { error.log() }
    let (one, two) = maker.pair()
    Box<Int>(value: 1).open()
    store?.parts!.list[0].close()
    maker.state = .ready
    var fresh: Store = .init(index: one)
    (given as! Entry).save()
    let either = maker.first ?? Store()
    either.put("b")
    View { Text("two words") }.padding()
    begin(one) { step in step.take() } completion: { two() }
    print("name \(store.name) of \(maker.title())")
    Store.init(index: one).put(\Store.name)
    defer { cleanUp() }
}
