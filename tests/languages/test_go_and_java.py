"""Go and Java: the graph of small projects from files to edges, and what is read of hostile files."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from projects import check_facts

from crossbearing.model.file import SourceFile
from crossbearing_plugins.languages import go, java

PLUGINS = (go, java)
both = pytest.mark.parametrize("plugin", PLUGINS, ids=lambda plugin: plugin.__name__.rpartition(".")[2])
LANGUAGES = ("go", "java")


def calls_from(found, start):
    return {target for source, target in found.calls if source.startswith(start)}


def test_go_calls_across_packages_and_out_of_the_project(graph):
    found = graph(
        {
            "go.mod": "module example.com/shop // the shop\n\ngo 1.22\n",
            "index/index.go": "package index\n\nfunc Open(name string) *Index { return &Index{} }\n",
            "index/types.go": "package index\n\ntype Index struct{}\n\nfunc (i *Index) Add(key string) {}\n",
            "index/index_test.go": "package index_test\n\nfunc Open() {}\n",
            "internal/marks/marks.go": "package marks\n\nfunc Mark() {}\n",
            "cmd/shop/main.go": """
                package main

                import (
                    "fmt"

                    search "example.com/shop/index"
                    . "example.com/shop/internal/marks"
                    _ "example.com/shop/drivers"
                    "github.com/someone/else/clock"
                )

                func main() {
                    fmt.Println(clock.Now(), len("x"))
                    index := search.Open("a")
                    index.Add("b")
                    Mark()
                    help()
                    noSuchName()
                }
            """,
            "cmd/shop/help.go": "package main\n\nfunc help() {}\n",
        }
    )
    assert found.calls == {
        ("index.index.Open", "index.types.Index"),
        ("cmd.shop.main.main", "index.index.Open"),
        ("cmd.shop.main.main", "index.types.Index.Add"),
        ("cmd.shop.main.main", "internal.marks.marks.Mark"),
        ("cmd.shop.main.main", "cmd.shop.help.help"),
    }
    assert found.unresolved == {"noSuchName"}


def test_go_methods_of_one_name_are_told_apart_by_their_receivers(graph):
    found = graph(
        {
            "go.mod": "module shop\n",
            "store.go": """
                package shop

                type Base struct{}

                func (b *Base) Close() error { return nil }

                type Store struct {
                    *Base
                    inner *Index[string]
                    sink  Sink
                }

                type Sink interface{ Put(key string) }

                var _ Sink = (*Store)(nil)
            """,
            "index.go": """
                package shop

                type Index[K any] struct{}

                func (i *Index[K]) Put(key K) *Index[K] { return i }
                func (s *Store) Put(key string) { s.inner.Put(key).Put(key); s.sink.Put(key); s.Close() }
                func NewStore() (*Store, error) { return new(Store), nil }
            """,
            "app.go": """
                package shop

                func run(value any, indexes []Index[string]) {
                    store, err := NewStore()
                    store.Put("a")
                    switch it := value.(type) {
                    case *Store:
                        it.Put("b")
                    }
                    index := value.(*Index[string])
                    close := index.Put
                    close("c")
                    indexes[0].Put("d")
                }
            """,
        }
    )
    assert calls_from(found, "index.Store.Put") == {"index.Index.Put", "store.Sink.Put", "store.Base.Close"}
    assert calls_from(found, "app.run") == {"index.NewStore", "index.Store.Put", "index.Index.Put"}
    assert found.edges("inherit") == {("store.Store", "store.Base"), ("store.Store", "store.Sink")}


def test_go_parameters_and_locals_hide_what_the_package_knows(graph):
    found = graph(
        {
            "go.mod": "module shop\n",
            "config/config.go": "package config\n\nfunc Load() {}\n",
            "app.go": """
                package shop

                import "shop/config"

                type other struct{}

                func (o other) Load() {}

                func help() {}

                func real() { config.Load(); help() }
                func byParameter(config other) { config.Load() }
                func byLocal(help func()) { config := unknown(); config.Load(); help() }
                func byBlock() { if config := other{}; true { config.Load() }; config.Load() }
            """,
        }
    )
    assert calls_from(found, "app.real") == {"config.config.Load", "app.help"}
    assert calls_from(found, "app.byParameter") == {"app.other.Load"}
    assert calls_from(found, "app.byLocal") == set()
    assert calls_from(found, "app.byBlock") == {"app.other", "app.other.Load", "config.config.Load"}


def test_go_modules_and_names_of_packages(graph):
    found = graph(
        {
            "go.mod": "module example.com/all\n\nreplace example.com/old/thing => ./things/new\n",
            "tools/go.mod": "module example.com/all/tools/v2\n",
            "tools/cut/cut.go": "package cut\n\nfunc Cut() {}\n",
            "things/new/thing.go": "package thing\n\nfunc Do() {}\n",
            "go-clock/clock_linux.go": "package clock\n\nfunc Now() {}\n",
            "go-clock/clock_windows.go": "package clock\n\nfunc Now() {}\n",
            "app.go": """
                package all

                import (
                    "example.com/all/go-clock"
                    "example.com/all/tools/v2/cut"
                    "example.com/old/thing"
                )

                func run() { cut.Cut(); thing.Do(); clock.Now() }
            """,
        }
    )
    assert calls_from(found, "app.run") == {
        "tools.cut.cut.Cut",
        "things.new.thing.Do",
        "go-clock.clock_linux.Now",
    }


def test_java_calls_across_files_and_out_of_the_project(graph):
    found = graph(
        {
            "pom.xml": "<project/>",
            "src/main/java/shop/Names.java": """
                package shop;
                public class Names {
                  static final String FIRST = "a";
                  public static String clean(String text) { return text.trim(); }
                  public static class Rule { void check() {} }
                }
            """,
            "src/main/java/shop/parts/Wheel.java": "package shop.parts;\npublic class Wheel { void turn() {} }\n",
            "src/main/java/app/Main.java": """
                package app;
                import java.util.List;
                import org.other.Client;
                import shop.Names;
                import shop.Names.Rule;
                import shop.parts.*;
                import static shop.Names.clean;

                class Main {
                  void run(List<String> items) {
                    System.out.println(new Client().send(items.size()));
                    Names.clean("a");
                    clean("b");
                    new Wheel().turn();
                    new Rule().check();
                    Helper.help();
                    noSuchName();
                  }
                }
            """,
            "src/main/java/app/Helper.java": "package app;\nclass Helper { static void help() {} }\n",
        }
    )
    assert found.calls == {
        ("app.Main.Main.run", "shop.Names.Names.clean"),
        ("app.Main.Main.run", "shop.parts.Wheel.Wheel"),
        ("app.Main.Main.run", "shop.parts.Wheel.Wheel.turn"),
        ("app.Main.Main.run", "shop.Names.Names.Rule"),
        ("app.Main.Main.run", "shop.Names.Names.Rule.check"),
        ("app.Main.Main.run", "app.Helper.Helper.help"),
    }
    assert found.unresolved == {"noSuchName"}


def test_java_methods_of_one_name_are_told_apart_by_their_receivers(graph):
    found = graph(
        {
            "Base.java": "class Base { Index inner; void close() {} Index index() { return inner; } }\n",
            "Index.java": "class Index implements Sink { public void put(String key) {} void close() {} }\n",
            "Sink.java": "interface Sink { void put(String key); default void all() { put(null); } }\n",
            "Store.java": """
                class Store extends Base implements Sink {
                  private final Sink sink = new Index();
                  Store(Index index) { super(); }
                  public void put(String key) {
                    inner.put(key);
                    sink.all();
                    close();
                    super.close();
                    index().close();
                    var made = new Store(null);
                    made.put(key);
                  }
                }
            """,
            "App.java": """
                class App {
                  enum Kind { ONE, TWO; void show() {} }
                  void run(Object value, Index index) {
                    if (value instanceof Store store) { store.close(); }
                    index.put("a");
                    ((Store) value).put("b");
                    Kind.ONE.show();
                    Runnable later = () -> index.close();
                    new Base() { @Override void close() { inner.put("c"); App.this.stop(); } };
                  }
                  void stop() {}
                }
            """,
        }
    )
    assert calls_from(found, "Store.Store.put") == {
        "Index.Index.put",
        "Sink.Sink.all",
        "Base.Base.close",
        "Base.Base.index",
        "Index.Index.close",
        "Store.Store",
        "Store.Store.put",
    }
    assert calls_from(found, "App.App.run.{}") == {"Index.Index.put", "App.App.stop"}
    assert {target for source, target in found.calls if source == "App.App.run"} == {
        "Base.Base",
        "Base.Base.close",
        "Index.Index.put",
        "Store.Store.put",
        "App.App.Kind.show",
        "Index.Index.close",
    }
    assert found.edges("inherit") == {
        ("Store.Store", "Base.Base"),
        ("Store.Store", "Sink.Sink"),
        ("Index.Index", "Sink.Sink"),
        ("App.App.run.{}", "Base.Base"),
    }


def test_java_parameters_and_locals_hide_fields_and_classes(graph):
    found = graph(
        {
            "Tool.java": "class Tool { void use() {} static void make() {} }\n",
            "Other.java": "class Other { void use() {} void make() {} }\n",
            "App.java": """
                class App {
                  Tool tool;
                  void byField() { tool.use(); }
                  void byParameter(Other tool) { tool.use(); this.tool.use(); }
                  void byLocal() { Other tool = find(); tool.use(); }
                  void byUnknown() { for (String tool : names()) { tool.use(); } }
                  void byName(Other Tool) { Tool.make(); }
                  void byLambda() { each((tool) -> tool.use()); }
                }
            """,
        }
    )
    assert calls_from(found, "App.App.byField") == {"Tool.Tool.use"}
    assert calls_from(found, "App.App.byParameter") == {"Other.Other.use", "Tool.Tool.use"}
    assert calls_from(found, "App.App.byLocal") == {"Other.Other.use"}
    assert calls_from(found, "App.App.byUnknown") == set()
    assert calls_from(found, "App.App.byName") == {"Other.Other.make"}


def test_java_classes_of_one_name_in_several_modules(graph):
    service = "package shop;\npublic class Service {{ public void {}() {{}} }}\n"
    user = "package {};\nimport shop.Service;\nclass User {{ void use(Service service) {{ service.{}(); }} }}\n"
    found = graph(
        {
            "one/pom.xml": "<project/>",
            "two/build.gradle": "",
            "one/src/main/java/shop/Service.java": service.format("first"),
            "two/src/main/java/shop/Service.java": service.format("second"),
            "two/src/test/java/shop/Service.java": service.format("third"),
            "one/src/main/java/one/User.java": user.format("one", "first"),
            "two/src/main/java/two/User.java": user.format("two", "second"),
            "two/src/main/java/shop/Near.java": "package shop;\nclass Near { void use(Service s) { s.second(); } }\n",
        }
    )
    assert found.calls == {
        ("one.User.User.use", "one.src.main.java.shop.Service.Service.first"),
        ("two.User.User.use", "two.src.main.java.shop.Service.Service.second"),
        ("shop.Near.Near.use", "two.src.main.java.shop.Service.Service.second"),
    }


def test_java_members_of_classes_that_a_star_imports(graph):
    found = graph(
        {
            "a/Limits.java": """
                package a;
                public class Limits {
                  public static int most() { return 1; }
                  public static class Rule { public void check() {} }
                }
            """,
            "b/User.java": """
                package b;
                import static a.Limits.*;
                import static org.junit.Assert.*;
                import a.Limits.*;
                class User { void use(Rule rule) { rule.check(); assertEquals(most(), own()); } int own() {} }
            """,
        }
    )
    assert found.calls == {
        ("b.User.User.use", "a.Limits.Limits.Rule.check"),
        ("b.User.User.use", "a.Limits.Limits.most"),
        ("b.User.User.use", "b.User.User.own"),
    }
    assert found.unresolved == set()


NESTED = 3_000
HOSTILE = {
    "brackets": b"(" * NESTED + b"x" + b")" * NESTED,
    "calls": b"f(" * NESTED + b")" * NESTED,
    "unclosed": b"f([{" * NESTED,
    "closers": b")]}" * NESTED,
    "attributes": b"class A { int x = x" + b".a" * 50_000 + b"; }",
    "chain of calls": b"class A { int x = x" + b".a()" * 5_000 + b"; }",
    "classes": b"class A { void m() { " * NESTED + b"}}" * NESTED,
    "functions": b"package a\nfunc f() { " + b"func() { " * NESTED + b"}" * NESTED,
    "structs": b"package a\ntype T struct { x " + b"struct { x " * NESTED + b"}" * NESTED,
    "lambdas": b"class A { X x = " + b"a -> " * NESTED + b"1; }",
    "generics": b"class A { List" + b"<List" * NESTED + b">" * NESTED + b" x; }",
    "switches": b"package a\nfunc f(x any) { " + b"switch y := x.(type) { case A: y.b(); " * 300 + b"}" * 300,
    "imports": b"package a\n" + b'import "a/b"\n' * NESTED,
    "statics": b"package a;\n" + b"import static a.B.*;\n" * 100 + b"class A { int x = f() + g(); }",
    "every byte": bytes(range(256)) * 50,
    "carriage returns": b"package a\rfunc f() {\r  a.b()\r}",
    "NUL": b"x = 1\0\ny()\n",
    "surrogate": "class A { int x = é.\U0001d4d0('\ufeff \U0001f600'); }\n".encode(),
}


@both
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_read_or_refused(plugin, name):
    file = SourceFile(f"x{plugin.SUFFIXES[0]}", HOSTILE[name])
    check_facts(plugin.extract(file), file)


FRAGMENTS = st.sampled_from(
    [
        *"()[]{}:=,.;@\\'\"`\n\r\t *+-<>!&|?0é",
        *(":=", "...", "->", "::", "<-", "/*", "*/", "//", "\r\n", "\0", "\n  ", '"""'),
        *("func ", "func (x *T[K]) ", "type T ", "struct {", "interface {", "switch x := y.(type) {", "case ", "go "),
        *("var ", "const ", "import ", "import static ", "package a", "new ", "return ", "defer ", "range ", "map["),
        *("class A ", "extends ", "implements ", "enum E {", "record R(", "@Deprecated ", "this", "super", "static "),
        *("void f(", "List<String> ", "x", "yy", "Foo", "a.b", "instanceof ", "try (", "catch (", "throws ", "名", "_"),
    ]
)


@both
@settings(max_examples=150, deadline=None)
@given(text=st.lists(FRAGMENTS, max_size=60).map("".join))
def test_pieces_in_any_order_are_read(plugin, text):
    file = SourceFile(f"sample{plugin.SUFFIXES[0]}", text.encode())
    check_facts(plugin.extract(file), file)
