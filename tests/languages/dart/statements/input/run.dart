Entry run(Maker maker, Object given, {int? size}) async {
  final store = Store(Index(), first: maker.first);
  var second = new Store.named(maker), third = const Entry();
  Store declared = Store.open('a');
  store..put('two words')..count = 2..index.add('b')?..load();
  store?.put('a $size of ${maker.name}');
  maker!.go();
  for (final item in store.items) { item.run(); }
  for (var i = 0; i < 3; i++) { i.show(); }
  if (given is Entry) { given.save(); }
  if (given case Entry(:final name, value: var held)) { name.show(held); }
  switch (given) { case Entry found: found.save(); case Nothing(): break; default: }
  final size2 = switch (given) {
    Entry() => one(),
    _ => two(),
  };
  try { go(); } on MyError catch (error, trace) { error.show(trace); } catch (other) { other.log(); } finally {}
  store.items.map((item) => item.name).where((Entry entry) { return entry.save(); }).toList();
  void local(Entry entry) { entry.save(); }
  (given as Entry).save();
  final (one, two) = maker.pair();
  final List<Entry> entries = [];
  search.Index().add('c');
  entries[0].save();
  await maker.wait();
  final awaited = await maker.make();
  awaited.save();
  Box<int>.filled(1).open();
  widget.add(child: Text('d'), key: size);
  [for (var entry in entries) entry.save(), if (size != null) ...maker.all()];
  () async { go(); }();
  maker.first = Entry();
  this.last = given;
}
