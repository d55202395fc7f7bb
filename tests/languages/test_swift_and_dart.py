"""Swift and Dart: the graph of small projects from files to edges, and what is read of hostile files."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from projects import check_facts

from crossbearing.model.errors import UnreadableError
from crossbearing.model.file import SourceFile
from crossbearing_plugins.languages import dart, swift

PLUGINS = (dart, swift)
both = pytest.mark.parametrize("plugin", PLUGINS, ids=lambda plugin: plugin.__name__.rpartition(".")[2])
LANGUAGES = ("dart", "swift")
PACKAGE = """
    // swift-tools-version:5.9
    import PackageDescription
    let package = Package(
        name: "shop",
        targets: [
            // .target(name: "Unused", path: "unused"),
            .target(name: "Search", path: "Code/search"),
            .target(name: "Shop", dependencies: [.target(name: "Search", path: "no")], resources: [.copy("a")]),
            .testTarget(name: "ShopTests", dependencies: ["Shop"]),
        ]
    )
"""


def test_swift_calls_across_targets_and_out_of_the_project(graph):
    found = graph(
        {
            "Package.swift": PACKAGE,
            "Code/search/Open.swift": "public func open(_ name: String) -> Index { Index() }\n",
            "Code/search/Index.swift": "public class Index { public func add(_ key: String) {} }\n",
            "Sources/Shop/App.swift": """
                import Search
                func main() {
                    let index = open("a")
                    index.add("b")
                    Search.open("c")
                    help()
                    noSuchName()
                    print(String(1))
                }
            """,
            "Sources/Shop/Deep/Help.swift": "func help() {}\n",
            "Sources/Shop/Log.swift": """
                import Foundation
                import Logging
                func log() { Logger(label: "a").info("b"); FileManager.default.open("c") }
            """,
            "Tests/ShopTests/AppTests.swift": """
                @testable import Shop
                import struct Search.Index
                func help() { main(); Index() }
            """,
        }
    )
    assert found.calls_of("Sources.Shop.App.main") == {
        "Code.search.Open.open",
        "Code.search.Index.Index.add",
        "Sources.Shop.Deep.Help.help",
    }
    assert found.calls_of("Code.search.Open.open") == {"Code.search.Index.Index"}
    assert found.calls_of("Tests.ShopTests.AppTests.help") == {"Sources.Shop.App.main", "Code.search.Index.Index"}
    assert found.calls_of("Sources.Shop.Log.log") == set()
    assert found.unresolved == {"noSuchName"}
    assert ("Sources.Shop.App", "Code.search.Index") in found.edges("import")


def test_swift_methods_of_one_name_are_told_apart_by_their_receivers(graph):
    found = graph(
        {
            "Sources/Shop/Index.swift": "class Index { func put(_ key: String) {} }\n",
            "Sources/Shop/Base.swift": """
                class Base: Sink { func close() {} }
                protocol Sink { func put(_ key: String) }
            """,
            "Sources/Shop/Store.swift": """
                final class Store: Base {
                    static let shared = Store()
                    private let index: Index?
                    var found: Index { self.index! }
                    var watched: Int { didSet { close() } }
                    init(index: Index) { self.index = index; super.close() }
                    func put(_ key: String) -> Self { index?.put(key); found.put(key); close(); return self }
                    subscript(position: Int) -> Index { put("s"); return found }
                    enum Kind {
                        case plain
                        func put() { helper() }
                        static func helper() {}
                    }
                }
                extension String { func shout() {} }
            """,
            "Sources/Shop/Store+More.swift": """
                extension Store: Sink {
                    func more() { put("a"); Self.shared.put("b"); Kind.helper() }
                    static func make() -> Store { Store(index: Index()) }
                }
            """,
            "Sources/Shop/Run.swift": """
                func run<Value: Sink>(_ value: Value, sink: any Sink, given: Any, stores: [Store]) async throws {
                    guard let store = Store.make() as Store? else { return }
                    store.put("a").put("b")
                    try await store.more()
                    value.put("c")
                    if let index = given as? Index { index.put("d") }
                    if let found = store.found { found.put("e") }
                    let other = store.found ?? Index()
                    stores.forEach { (one: Store) in one.close() }
                    (given as! Store).put("f")
                    Store.init(index: other).more()
                }
            """,
        }
    )
    store, index = "Sources.Shop.Store.Store", "Sources.Shop.Index.Index"
    assert found.edges("inherit") >= {
        (store, "Sources.Shop.Base.Base"),
        ("Sources.Shop.Base.Base", "Sources.Shop.Base.Sink"),
    }
    assert found.calls_of(f"{store}.put") == {f"{index}.put", "Sources.Shop.Base.Base.close"}
    assert found.calls_of(f"{store}.didSet") == {"Sources.Shop.Base.Base.close"}
    assert found.calls_of(f"{store}.Kind.put") == {f"{store}.Kind.helper"}
    more = "Sources.Shop.Store+More.Store"
    assert found.calls_of(f"{more}.more") == {f"{store}.put", f"{store}.Kind.helper"}
    assert found.calls_of(f"{more}.make") == {store, index}
    assert found.calls_of("Sources.Shop.Run.run") == {
        f"{more}.make",
        f"{more}.more",
        f"{store}.put",
        f"{store}.init",
        f"{index}.put",
        index,
        "Sources.Shop.Base.Base.close",
        "Sources.Shop.Base.Sink.put",
    }
    assert found.unresolved == set()


def test_swift_names_that_are_hidden(graph):
    found = graph(
        {
            "Sources/Shop/Tools.swift": """
                func pool() -> Tool { Tool() }
                struct Tool { func draw() {} }
                func error() {}
            """,
            "Sources/Shop/App.swift": """
                struct App {
                    func work() {}
                    func byParameter(work: () -> Void) { work() }
                    func byClosure() { forAll { (pool: () -> Void) in pool() } }
                    func byPattern() { if case .some(let pool) = given { pool() } }
                    func forAll(_ body: Any) { do { work() } catch { error() } }
                    func real() { let pool = pool(); pool.draw(); work() }
                }
            """,
        }
    )
    assert found.calls_of("Sources.Shop.App.App.byParameter") == set()
    assert found.calls_of("Sources.Shop.App.App.byClosure") == {"Sources.Shop.App.App.forAll"}
    assert found.calls_of("Sources.Shop.App.App.byPattern") == set()
    assert found.calls_of("Sources.Shop.App.App.forAll") == {"Sources.Shop.App.App.work"}
    assert "Sources.Shop.App.App.work" in found.calls_of("Sources.Shop.App.App.real")


def test_dart_calls_across_packages_and_out_of_the_project(graph):
    found = graph(
        {
            "pubspec.yaml": "name: shop\n",
            "packages/search/pubspec.yaml": "name: 'search' # all of it\n",
            "packages/search/lib/search.dart": "export 'src/index.dart' show Index, open;\nexport 'src/marks.dart';\n",
            "packages/search/lib/src/index.dart": """
                Index open(String name) => Index();
                class Index { void add(String key) {} }
                void hidden() {}
            """,
            "packages/search/lib/src/marks.dart": "import 'far.dart';\nvoid mark() { far(); }\n",
            "packages/search/lib/src/far.dart": "void far() {}\n",
            "lib/main.dart": """
                import 'dart:io';
                import 'package:http/http.dart' as http;
                import 'package:search/search.dart';
                import 'package:search/search.dart' as search;
                import 'src/tools.dart' show help;
                part 'src/more.dart';

                void main() async {
                    final index = open('a');
                    index..add('b')..add('c');
                    search.mark();
                    help();
                    hidden();
                    far();
                    print(await http.get('d'));
                    File('e').open();
                    More().run();
                }
                void _own() {}
            """,
            "lib/src/more.dart": "part of '../main.dart';\n\nclass More { void run() { _own(); mark(); } }\n",
            "lib/src/tools.dart": "void help() { noSuchName(); }\nvoid other() {}\n",
        }
    )
    assert found.calls_of("lib.main.main") == {
        "packages.search.lib.src.index.open",
        "packages.search.lib.src.index.Index.add",
        "packages.search.lib.src.marks.mark",
        "lib.src.tools.help",
        "lib.src.more.More",
        "lib.src.more.More.run",
    }
    assert found.calls_of("lib.src.more.More.run") == {"lib.main._own", "packages.search.lib.src.marks.mark"}
    assert found.calls_of("packages.search.lib.src.index.open") == {"packages.search.lib.src.index.Index"}
    assert found.unresolved == {"noSuchName"}
    assert ("lib.main", "lib.src.tools.help") in found.edges("import")


def test_dart_methods_of_one_name_are_told_apart_by_their_receivers(graph):
    found = graph(
        {
            "pubspec.yaml": "name: shop\n",
            "lib/index.dart": "class Index { void put(String key) {} }\n",
            "lib/base.dart": """
                abstract class Base { void close() {} void audit() {} }
                mixin Audited on Base { void audit() { close(); } }
                abstract class Sink { void put(String key); }
            """,
            "lib/store.dart": """
                import 'package:shop/index.dart';
                import 'package:shop/base.dart';
                class Store extends Base with Audited implements Sink {
                  Store(this._index) : other = Index() { other.put('a'); }
                  Store.named(Index index) : this(index);
                  factory Store.made() => Store(Index());
                  final Index? _index;
                  var other;
                  Index get found => _index!;
                  @override
                  Store put(String key) { _index?.put(key); found.put(key); audit(); super.close(); return this; }
                  static Future<Store> open() async => Store.made()..put('b');
                }
                extension More on Store { void more() { put('c'); this.found.put('d'); } }
                enum Kind { plain, named; void show() { helper(); } static void helper() {} }
                typedef Shop = Store;
            """,
            "lib/run.dart": """
                import 'store.dart';
                import 'index.dart';
                import 'base.dart';
                void run<T extends Sink>(T value, Object given, List<Store> stores) async {
                  final store = await Store.open();
                  store.put('a').put('b');
                  (await Store.open()).more();
                  value.put('c');
                  if (given is Index) { given.put('d'); }
                  (given as Index).put('e');
                  Kind.plain.show();
                  stores.forEach((Store each) => each.close());
                  void local() {}
                  local();
                  new Shop.named(Index());
                }
            """,
        }
    )
    store, index, base = "lib.store.Store", "lib.index.Index", "lib.base.Base"
    assert found.edges("inherit") >= {(store, base), (store, "lib.base.Audited"), (store, "lib.base.Sink")}
    assert found.calls_of(f"{store}.new") == {index, f"{index}.put"}
    assert found.calls_of(f"{store}.put") == {f"{index}.put", "lib.base.Audited.audit", f"{base}.close"}
    assert found.calls_of(f"{store}.open") == {f"{store}.made", f"{store}.put"}
    assert found.calls_of("lib.store.Store.more") == {f"{store}.put", f"{index}.put"}
    assert found.calls_of("lib.store.Kind.show") == {"lib.store.Kind.helper"}
    assert found.calls_of("lib.run.run") == {
        f"{store}.open",
        f"{store}.put",
        f"{store}.more",
        f"{store}.named",
        f"{base}.close",
        f"{index}.put",
        index,
        "lib.base.Sink.put",
        "lib.store.Kind.show",
        "lib.run.run.local",
    }
    assert found.unresolved == set()


def test_dart_names_that_are_hidden(graph):
    found = graph(
        {
            "tools.dart": "Tool pool() => Tool();\nclass Tool { void draw() {} }\n",
            "app.dart": """
                import 'tools.dart';
                class App {
                  void work() {}
                  void byParameter(void Function() work) { work(); }
                  void byClosure() { each((pool) => pool()); }
                  void byCatch() { try { work(); } catch (pool) { pool(); } }
                  void each(Object body) {}
                  void real() { pool().draw(); work(); }
                }
            """,
        }
    )
    assert found.calls_of("app.App.byParameter") == set()
    assert found.calls_of("app.App.byClosure") == {"app.App.each"}
    assert found.calls_of("app.App.byCatch") == {"app.App.work"}
    assert found.calls_of("app.App.real") == {"tools.pool", "tools.Tool.draw", "app.App.work"}


NESTED = 2_000
HOSTILE = {
    "brackets": b"(" * NESTED + b"x" + b")" * NESTED,
    "calls": b"f(" * NESTED + b")" * NESTED,
    "unclosed": b"f([{" * NESTED,
    "closers": b")]}" * NESTED,
    "attributes": b"x" + b".a" * 20_000,
    "chain of calls": b"f() { x" + b".a()" * 3_000,
    "cascades": b"f() { x" + b"..a()" * 3_000,
    "closures": b"{ a in " * 800,
    "classes": b"class A {" * 800 + b"}" * 800,
    "extensions": b"extension A" + b".B" * NESTED + b" {}",
    "types": b"var a: " + b"Optional<" * NESTED + b">" * NESTED,
    "futures": b"Future<" * NESTED + b">" * NESTED + b" f() {}",
    "targets": b'let a = [.target(name: "' * NESTED,
    "conditions": b"#if A\n" * NESTED + b"x",
    "interpolations": b'"\\(' * 800 + b'"${' * 800,
    "comments": b"/*" * 400,
    "errors": b"\n!(&" * 150,
    "every byte": bytes(range(256)) * 50,
    "NUL": b"x = 1\0\ny()\n",
    "surrogate": "let x = '\ufeff é \U0001f600'; é.\U0001d4d0()\n".encode(),
}


@both
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_read_or_refused(plugin, name):
    file = SourceFile(f"x{plugin.SUFFIXES[0]}", HOSTILE[name])
    try:
        check_facts(plugin.extract(file), file)
    except UnreadableError:
        assert len(file.data) > 500


def test_swift_refuses_what_its_grammar_takes_too_long_for():
    with pytest.raises(UnreadableError, match="more than 1 second"):
        swift.extract(SourceFile("x.swift", b"/*" * 2_500))
    with pytest.raises(UnreadableError, match="characters"):
        swift.extract(SourceFile("x.swift", b" " * 1_000_001))


FRAGMENTS = st.sampled_from(
    [
        *"()[]{}:=,.;@\\#'\"`\n\r\t *+-<>!&|?0é$_",
        *("=>", "->", "?.", "..", "?..", "...", "/*", "*/", "//", "\r\n", "\0", "\n  ", "/// ", "$0", "${", "\\("),
        *("func f(", "class A ", "struct S ", "enum E ", "case ", "extension A", "protocol P ", "init(", "subscript("),
        *(
            "let ",
            "var ",
            "guard ",
            "if let x = ",
            "switch x ",
            "try ",
            "await ",
            "as? ",
            "self",
            "super",
            "Self",
            "import ",
        ),
        *(
            "mixin M ",
            "typedef T",
            "factory A.m(",
            "const ",
            "final ",
            "late ",
            "this.x",
            "A.m(",
            "get x ",
            "set x(",
            "is ",
        ),
        *(
            "export 'a';",
            "part of 'b';",
            "library;",
            "void m() ",
            "operator ==(",
            "on A ",
            "with B ",
            "#if X\n",
            "#endif\n",
        ),
        *("x", "yy", "Foo", "a.b", ": T", "<T>", "名", "catch ", "for (final x in y) ", "for x in y ", "where "),
    ]
)


@both
@settings(max_examples=150, deadline=None)
@given(text=st.lists(FRAGMENTS, max_size=60).map("".join))
def test_pieces_in_any_order_are_read(plugin, text):
    file = SourceFile(f"sample{plugin.SUFFIXES[0]}", text.encode())
    check_facts(plugin.extract(file), file)
