"""Rust and C#: what is read of hostile files, and the graph of small projects from files to edges."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from projects import check_facts

from crossbearing.model.errors import UnreadableError
from crossbearing.model.file import SourceFile
from crossbearing_plugins.languages import csharp, rust

PLUGINS = (csharp, rust)
both = pytest.mark.parametrize("plugin", PLUGINS, ids=lambda plugin: plugin.__name__.rpartition(".")[2])
LANGUAGES = ("csharp", "rust")


def manifest(name, rest=""):
    return f'[package]\nname = "{name}"\n{rest}'


def test_rust_calls_across_files_and_out_of_the_project(graph):
    found = graph(
        {
            "Cargo.toml": manifest("my-shop"),
            "src/lib.rs": "mod parse;\npub mod tidy;\npub use crate::parse::read;\n",
            "src/parse/mod.rs": "mod deep;\npub fn read(text: &str) { deep::down(); }\n",
            "src/parse/deep.rs": "pub fn down() { super::super::tidy::clean(); }\n",
            "src/tidy.rs": "pub fn clean() {}\n",
            "src/main.rs": """
                use my_shop::{read as load, tidy::{self, clean}};
                use serde::Serialize;
                use std::fs;

                fn main() {
                    fs::read("a");
                    serde_json::to_string(Serialize::new());
                    load(String::from("b").len());
                    tidy::clean();
                    clean();
                    no_such_name();
                }
            """,
        }
    )
    assert found.calls_of("src.main.main") == {"my_shop.parse.read", "my_shop.tidy.clean"}
    assert found.calls_of("my_shop.parse.read") == {"my_shop.parse.deep.down"}
    assert found.calls_of("my_shop.parse.deep.down") == {"my_shop.tidy.clean"}
    assert found.unresolved == {"no_such_name"}
    assert ("src.main", "my_shop.tidy.clean") in found.edges("import")


def test_rust_methods_of_one_name_are_told_apart_by_their_receivers(graph):
    found = graph(
        {
            "Cargo.toml": manifest("shop"),
            "src/lib.rs": """
                mod index;
                mod more;
                use index::Index;
                use std::sync::Arc;

                pub trait Sink { fn put(&self, key: &str); fn close(&self) { self.put("end"); } }
                pub struct Store { index: Option<Arc<Index>> }
                impl Store {
                    pub fn new() -> Result<Self, Error> { Ok(Store { index: None }) }
                    fn index(&self) -> &Index { self.index.as_ref().unwrap() }
                }
                impl Sink for Store {
                    fn put(&self, key: &str) { self.index().put(key); self.close(); Self::new(); }
                }
                pub async fn run(sink: &dyn Sink) -> Result<(), Error> {
                    let store = Store::new()?;
                    store.put("a");
                    if let Some(index) = store.index { index.put("b"); }
                    Store::new()?.extra().await?.put("c");
                    sink.close();
                    Ok(())
                }
            """,
            "src/index.rs": "pub struct Index;\nimpl Index { pub fn put(&self, key: &str) {} }\n",
            "src/more.rs": """
                use crate::Store;
                use crate::index::Index;
                impl Store { pub async fn extra(&self) -> Option<Index> { self.put("d"); None } }
            """,
        }
    )
    assert found.edges("inherit") == {("shop.Store", "shop.Sink")}
    assert found.calls_of("shop.Store.put") == {
        "shop.Store.index",
        "shop.index.Index.put",
        "shop.Sink.close",
        "shop.Store.new",
    }
    assert found.calls_of("shop.run") == {
        "shop.Store.new",
        "shop.Store.put",
        "shop.index.Index.put",
        "shop.more.Store.extra",
        "shop.Sink.close",
    }
    assert found.calls_of("shop.more.Store.extra") == {"shop.Store.put"}
    assert found.unresolved == set()


def test_rust_names_that_are_hidden(graph):
    found = graph(
        {
            "Cargo.toml": manifest("shop"),
            "src/lib.rs": """
                mod tools;
                use tools::{config, pool, Tool};
                fn by_parameter(config: fn()) { config(); }
                fn by_local() { let config = make(); config(); }
                fn by_closure() { let run = |config: fn()| config(); run(config); }
                fn make() {}
                fn real() { config(); let pool = pool(); pool.draw(); }
            """,
            "src/tools.rs": """
                pub struct Tool;
                impl Tool { pub fn draw(&self) {} }
                pub fn config() {}
                pub fn pool() -> Tool { Tool }
            """,
        }
    )
    assert found.calls_of("shop.by_parameter") == set()
    assert found.calls_of("shop.by_local") == {"shop.make"}
    assert found.calls_of("shop.by_closure") <= {"shop.tools.config"}
    assert "shop.tools.config" in found.calls_of("shop.real")


def test_rust_inline_modules_macros_and_variants(graph):
    found = graph(
        {
            "Cargo.toml": '[workspace]\nmembers = ["a", "b"]\n',
            "a/Cargo.toml": manifest("a-tools", '[lib]\npath = "lib.rs"\n'),
            "a/lib.rs": """
                #[path = "elsewhere.rs"]
                pub mod place;
                #[macro_export]
                macro_rules! check { () => {}; }
                pub enum Kind { Plain, Named(String) }
                impl Kind { pub fn show(&self) {} }
                mod outer {
                    pub fn helper() { self::inner::deep(); super::top(); }
                    pub mod inner {
                        pub fn deep() { super::helper(); }
                        pub struct Own;
                        impl Own { fn make() -> Own {} }
                    }
                }
                fn top() { outer::helper(); outer::inner::deep(); crate::outer::helper(); outer::inner::Own::make(); }
                #[cfg(test)]
                mod tests {
                    use super::*;
                    fn set_up() -> Kind { Kind::Plain }
                    #[test]
                    fn it_works() { set_up().show(); top(); }
                }
            """,
            "a/elsewhere.rs": "pub fn here() { check!(); }\n",
            "b/Cargo.toml": manifest("b"),
            "b/src/main.rs": """
                use a_tools::Kind::{self, Named};
                cfg_fast! {
                    fn quick() { slow(); }
                }
                fn slow() {}
                fn main() {
                    a_tools::place::here();
                    a_tools::check!();
                    Kind::Plain.show();
                    Named("x".to_string()).show();
                    quick();
                }
            """,
        }
    )
    assert found.calls_of("a_tools.outer.helper") == {"a_tools.outer.inner.deep", "a_tools.top"}
    assert found.calls_of("a_tools.outer.inner.deep") == {"a_tools.outer.helper"}
    assert found.calls_of("a_tools.top") == {
        "a_tools.outer.helper",
        "a_tools.outer.inner.deep",
        "a_tools.outer.inner.Own.make",
    }
    assert found.calls_of("a_tools.tests.it_works") == {"a_tools.tests.set_up", "a_tools.Kind.show", "a_tools.top"}
    assert found.calls_of("a_tools.place.here") == {"a_tools.check"}
    assert found.calls_of("b.src.main.main") >= {
        "a_tools.place.here",
        "a_tools.check",
        "a_tools.Kind.show",
        "a_tools.Kind.Named",
        "b.src.main.quick",
    }
    assert found.calls_of("b.src.main.quick") == {"b.src.main.slow"}


def test_csharp_calls_across_files_and_out_of_the_project(graph):
    found = graph(
        {
            "Tools/Text.cs": """
                namespace Shop.Tools;
                public static class Text { public static string Read(string text) => text; }
                public static class More { public static void Tidy() { Text.Read("a"); } }
            """,
            "Program.cs": """
                using System;
                using Newtonsoft.Json;
                using Shop.Tools;
                using Words = Shop.Tools.Text;
                namespace Shop;
                class Program {
                    static void Main(string[] args) {
                        Console.WriteLine(JsonConvert.SerializeObject(args));
                        Text.Read("b");
                        Words.Read("c");
                        More.Tidy();
                    }
                }
            """,
            "Static.cs": """
                using static Shop.Tools.More;
                class Static { void Run() { Tidy(); } }
            """,
            "Alone.cs": "class Alone { void Run() { NoSuchName(); } }\n",
        }
    )
    assert found.calls_of("Shop.Program.Program.Main") == {"Shop.Tools.Text.Text.Read", "Shop.Tools.Text.More.Tidy"}
    assert found.calls_of("Shop.Tools.Text.More.Tidy") == {"Shop.Tools.Text.Text.Read"}
    assert found.calls_of("Static.Static.Run") == {"Shop.Tools.Text.More.Tidy"}
    assert found.unresolved == {"NoSuchName"}


def test_csharp_methods_of_one_name_are_told_apart_by_their_receivers(graph):
    found = graph(
        {
            "GlobalUsings.cs": "global using Shop.Search;\n",
            "Search.cs": "namespace Shop.Search;\npublic class Index { public void Put(string key) { } }\n",
            "Base.cs": "namespace Shop;\npublic abstract class Base { protected void Close() { } }\n",
            "Store.cs": """
                namespace Shop;
                public partial class Store : Base {
                    private readonly Index _index = new();
                    public Index Index => _index;
                    public Store(Index index) : base() { _index = index; }
                    public Store Put(string key) { _index.Put(key); Close(); base.Close(); return this; }
                }
            """,
            "Store.Async.cs": """
                namespace Shop;
                public partial class Store {
                    public async Task<Store> PutAsync(string key) { Put(key); return this; }
                }
            """,
            "App/App.cs": """
                namespace Shop.App;
                class App(Store store) {
                    async void Run(object other) {
                        var one = new Store(null);
                        one.Put("a").Put("b");
                        (await store.PutAsync("c")).Put("d");
                        if (other is Index found) found.Put("e");
                        this.store.Index.Put("f");
                        string Local() { return "g"; }
                        Local();
                    }
                }
            """,
        }
    )
    assert found.edges("inherit") == {("Shop.Store.Store", "Shop.Base.Base")}
    assert found.calls_of("Shop.Store.Store.Put") == {"Shop.Search.Search.Index.Put", "Shop.Base.Base.Close"}
    assert found.calls_of("Shop.Store_Async.Store.PutAsync") == {"Shop.Store.Store.Put"}
    assert found.calls_of("Shop.App.App.App.Run") == {
        "Shop.Store.Store",
        "Shop.Store.Store.Put",
        "Shop.Store_Async.Store.PutAsync",
        "Shop.Search.Search.Index.Put",
        "Shop.App.App.App.Run.Local",
    }
    assert found.unresolved == set()


def test_csharp_names_that_are_hidden(graph):
    found = graph(
        {
            "Tools.cs": "class Tool { public void Use() { } public static void Go() { } }\n",
            "App.cs": """
                class App {
                    void Work() { }
                    void ByParameter(Action Work) { Work(); }
                    void ByLocal() { var Work = Make(); Work(); }
                    object Make() { return null; }
                    void ByLambda() { Do(Tool => Tool.Go()); }
                    void Do(Action action) { }
                    void Real() { Work(); Tool.Go(); }
                }
            """,
        }
    )
    assert found.calls_of("App.App.ByParameter") == set()
    assert found.calls_of("App.App.ByLocal") == {"App.App.Make"}
    assert "Tools.Tool.Go" not in found.calls_of("App.App.ByLambda")
    assert found.calls_of("App.App.Real") == {"App.App.Work", "Tools.Tool.Go"}


NESTED = 3_000
HOSTILE = {
    "brackets": b"(" * NESTED + b"x" + b")" * NESTED,
    "calls": b"f(" * NESTED + b")" * NESTED,
    "unclosed": b"f([{" * NESTED,
    "closers": b")]}" * NESTED,
    "attributes": b"x" + b".a" * 50_000,
    "paths": b"fn f() { x" + b"::a" * 50_000,
    "chain of calls": b"fn f() { x" + b".a()" * 5_000,
    "use trees": b"use a::{" * NESTED,
    "wide use tree": b"use a::{" + b"b," * 20_000 + b"};",
    "modules": b"mod a {" * 800 + b"}" * 800,
    "supers": b"use " + b"super::" * NESTED + b"x;",
    "types": b"fn f(x: " + b"Option<" * NESTED + b">" * NESTED + b") {}",
    "tasks": b"class A { " + b"Task<" * NESTED + b"int" + b">" * NESTED + b" f; }",
    "generics": b"a" + b"<b" * NESTED,
    "macros": b"m!{" * NESTED + b"}" * NESTED,
    "directives": b"#if A\n#else\n" * NESTED + b"x",
    "directives with carriage returns": b"#if A\rx\r#else\ry\r#endif\rclass B {}\r",
    "conditions": b"cfg_a! {\n" * 500 + b"}\n" * 500,
    "namespaces": b"namespace a {" * 800 + b"}" * 800,
    "classes": b"class A {" * 800 + b"}" * 800,
    "interpolations": b'$"{' * NESTED,
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
        assert len(file.data) > 4_000


FRAGMENTS = st.sampled_from(
    [
        *"()[]{}:=,.;@\\#'\"`\n\r\t *+-<>!&|?0é$_",
        *("=>", "::", "->", "?.", "/*", "*/", "//", "\r\n", "\0", "\n  ", "..", "/// "),
        *("fn ", "fn f(", "struct A ", "impl A ", "impl B for A ", "trait B ", "enum E ", "mod m ", "use ", "pub "),
        *("let ", "match x ", "if let Some(y) = ", "self", "super", "crate", "Self", "macro_rules! m ", "m!(", "#[a]"),
        *(
            "class A ",
            "namespace N",
            "using ",
            "static ",
            "void M(",
            "var ",
            "new ",
            "this",
            "base",
            "get;",
            "record R(",
        ),
        *(
            "x",
            "yy",
            "Foo",
            "a.b",
            "a::b",
            ": T",
            "名",
            "#if X\n",
            "#else\n",
            "#endif\n",
            "cfg_x! {\n",
            "await ",
            "async ",
        ),
    ]
)


@both
@settings(max_examples=150, deadline=None)
@given(text=st.lists(FRAGMENTS, max_size=60).map("".join))
def test_pieces_in_any_order_are_read(plugin, text):
    file = SourceFile(f"sample{plugin.SUFFIXES[0]}", text.encode())
    check_facts(plugin.extract(file), file)


def test_what_an_inline_module_imports_from_elsewhere_is_no_use_of_the_module(graph):
    found = graph({"src/lib.rs": "mod tests {\n    use regex_syntax::Parser;\n    fn f() { Parser::new(); }\n}\n"})
    assert [row for row in found.references.targets.tolist() if row >= 0] == []
