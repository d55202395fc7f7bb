// Copyright the shop.

library shop.store;

import 'dart:async';
import 'package:shop/src/index.dart' as search show Index;
import '../tools.dart' if (dart.library.io) '../tools_io.dart' hide unused;
export 'src/entry.dart' show Entry, Kind;
part 'store_part.dart';

/// Keeps entries.
@immutable
@Saved('two words')
abstract class Store<T extends Sink> extends Base<T> with Audited, Named implements Sink {
  /// Where entries are found.
  final search.Index index = search.Index();
  static const int most = 3;
  late final Entry? first, last = Entry();
  var count = 1;

  Store(this.index, {required this.first, int size = 1, super.key}) : last = Entry(), super(index) { load(); }
  Store.named(Index given) : this(given);
  const Store._();
  factory Store.open(String name) => Store.named(Index(name));
  factory Store.other() = OtherStore.made;

  int get size => index.length;
  set size(int value) { index.length = value; }
  @override
  Future<Entry?> put(String key, [Entry? other]) async { await index.add(key); return super.put(key); }
  static Store of(Context context) { return context.store; }
  bool operator ==(Object other) => other is Store && other.count == count;
  void Function(int) callback;
  external void outside();
  void left();
}

mixin Audited on Base implements Log { void audit() {} }
class Both = Base with Audited;
enum Kind implements Log { plain, named(1), last.made(2); final int value; const Kind([this.value]); void show() {} }
extension Extra<T> on Store<T> { void extra() { put('a'); this.left(); } }
extension on String { void shout() {} }
extension Words on String { static int most() => 1; }
extension type Id(int value) implements Object { Id.parse(this.value); void show() {} }
typedef Handler = void Function(int);
typedef Found = Entry;
typedef int Old(int x);
const current = Kind.plain;
Store? shared;
get topLevel => shared;
void main() => run(Store.open('a'));
