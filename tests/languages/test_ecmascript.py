"""JavaScript and TypeScript: what is read of hostile files, and the graph of small projects from files to edges."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from projects import check_facts

from crossbearing.model.errors import UnreadableError
from crossbearing.model.file import SourceFile
from crossbearing_plugins.languages import javascript, typescript

PLUGINS = (javascript, typescript)
both = pytest.mark.parametrize("plugin", PLUGINS, ids=lambda plugin: plugin.__name__.rpartition(".")[2])
LANGUAGES = ("javascript", "typescript")


def test_calls_across_files_and_out_of_the_project(graph):
    found = graph(
        {
            "utils.js": "export function parse(text) { return text; }\nexport default function clean() {}\n",
            "main.js": """
                import axios from "axios";
                import tidy, { parse as read } from "./utils.js";
                import * as all from "./utils";

                export function main(argv) {
                  console.log(JSON.parse(argv), axios.get("x"));
                  noSuchName();
                  tidy(all.parse(read(argv)));
                }
            """,
        }
    )
    assert found.calls == {("main.main", "utils.parse"), ("main.main", "utils.clean")}
    assert found.unresolved == {"noSuchName"}
    assert found.edges("import") >= {("main", "utils.parse"), ("main", "utils.clean"), ("main", "utils")}


def test_methods_of_one_name_are_told_apart_by_their_receivers(graph):
    found = graph(
        {
            "store.ts": """
                export class Base { close(): void {} }
                export class Store extends Base {
                  constructor(private index: Index) { super(); }
                  put(key: string): Store { this.index.put(key); this.close(); super.close(); return this; }
                }
                export class Index { put(key: string): void {} }
                export function open(): Store { return new Store(new Index()); }
            """,
            "app.ts": """
                import { Index, Store, open } from "./store";
                export class App {
                  private store = new Store(new Index());
                  run(index: Index, stores: Store[]) {
                    this.store.put("a");
                    index.put("b");
                    open().put("c").close();
                  }
                }
            """,
        }
    )
    assert found.calls >= {
        ("store.Store.put", "store.Index.put"),
        ("store.Store.put", "store.Base.close"),
        ("app.App.run", "store.Store.put"),
        ("app.App.run", "store.Index.put"),
        ("app.App.run", "store.open"),
        ("app.App.run", "store.Base.close"),
    }
    assert found.edges("inherit") == {("store.Store", "store.Base")}
    assert found.unresolved == set()


def test_parameters_and_locals_hide_what_the_module_knows(graph):
    found = graph(
        {
            "config.js": """
                export function config() {}
                export class Tool { use() {} }
                export class Other { use() {} }
            """,
            "app.js": """
                import { config, Other, Tool } from "./config";
                export function byParameter(config) { return config(); }
                export function byLocal() { const config = make(); return config.thing(); }
                export function byBlock(flag) { if (flag) { const config = flag; config(); } return 1; }
                export const real = () => config();
                test("one", () => { const tool = new Tool(); tool.use(); });
                test("two", (config) => { const tool = new Other(); tool.use(); config(); });
            """,
        }
    )
    assert found.calls == {
        ("app.real", "config.config"),
        ("app", "config.Tool"),
        ("app", "config.Other"),
        ("app", "config.Tool.use"),
        ("app", "config.Other.use"),
    }


def test_names_that_are_exported_again(graph):
    found = graph(
        {
            "lib/index.ts": """
                export * from "./deep/one";
                export { two as second, default as third } from "./two.js";
                import { four } from "./four";
                export { four as renamed };
                export * as spaced from "./four";
            """,
            "lib/deep/one.ts": "export const one = () => 1;\n",
            "lib/two.ts": "function two() {}\nfunction three() {}\nexport { two };\nexport default three;\n",
            "lib/four.mts": "export function four() {}\n",
            "app.tsx": """
                import { one, second, third, renamed, spaced } from "./lib";
                export function run() { one(); second(); third(); renamed(); spaced.four(); return <third />; }
            """,
        }
    )
    assert {target for source, target in found.calls if source == "app.run"} == {
        "lib.deep.one.one",
        "lib.two.two",
        "lib.two.three",
        "lib.four.four",
    }


def test_common_js(graph):
    found = graph(
        {
            "tool.js": """
                module.exports = Tool;
                function Tool() {}
                Tool.prototype.use = function () { this.rest(); };
                Tool.prototype.rest = function () {};
            """,
            "names.js": "exports.first = function () {};\nfunction second() {}\nmodule.exports.other = second;\n",
            "all.js": "module.exports = require('./tool');\n",
            "app.js": """
                const Tool = require('./tool'), { first, other: also } = require('./names');
                var Again = require('./all');
                exports.run = function () {
                  const tool = new Tool();
                  tool.use();
                  new Again().rest();
                  first();
                  also();
                };
            """,
        }
    )
    assert found.calls >= {
        ("tool.Tool.use", "tool.Tool.rest"),
        ("app.run", "tool.Tool"),
        ("app.run", "tool.Tool.use"),
        ("app.run", "tool.Tool.rest"),
        ("app.run", "names.first"),
        ("app.run", "names.second"),
    }


def test_modules_are_found_through_build_files(graph):
    found = graph(
        {
            "tsconfig.base.json": """{
              // comments and trailing commas are usual here
              "compilerOptions": { "baseUrl": ".", "paths": { "@app/*": ["src/app/*"], "~": ["src/root.ts"] }, },
            }""",
            "tsconfig.json": '{ "extends": "./tsconfig.base.json" }',
            "package.json": '{ "workspaces": ["packages/*"] }',
            "packages/core/package.json": """{
              "name": "@shop/core", "main": "dist/index.cjs.js",
              "exports": { ".": { "types": "./dist/index.d.ts" }, "./parts/*": "./lib/parts/*.js" }
            }""",
            "packages/core/src/index.ts": "export function core() {}\n",
            "packages/core/lib/parts/wheel.js": "export function wheel() {}\n",
            "src/app/view.ts": "export function view() {}\n",
            "src/root.ts": "export function root() {}\n",
            "src/main.ts": """
                import { view } from "@app/view";
                import { root } from "~";
                import { core } from "@shop/core";
                import { wheel } from "@shop/core/parts/wheel";
                import { based } from "src/based";
                export function main() { view(); root(); core(); wheel(); based(); }
            """,
            "src/based.ts": "export function based() {}\n",
        }
    )
    assert {target for _, target in found.calls} == {
        "src.app.view.view",
        "src.root.root",
        "packages.core.src.index.core",
        "packages.core.lib.parts.wheel.wheel",
        "src.based.based",
    }


def test_components_are_called_where_they_stand_in_an_element(graph):
    found = graph(
        {
            "parts.jsx": "export const Button = () => <button />;\nexport const Group = { Item() {} };\n",
            "page.jsx": """
                import { Button, Group } from "./parts";
                export function Page() { return <main><Button kind="x" /><Group.Item>text</Group.Item></main>; }
            """,
        }
    )
    assert found.calls == {("page.Page", "parts.Button"), ("page.Page", "parts.Group.Item")}


def test_names_that_bundlers_know_without_a_build_file(graph):
    found = graph(
        {
            "web/package.json": "{}",
            "web/src/lib/tools.ts": "export function tool() {}\n",
            "web/src/parts/part.ts": "export function part() {}\n",
            "web/src/app/main.ts": """
                import { tool } from "$lib/tools";
                import { part } from "@/parts/part";
                import { part as other } from "~/src/parts/part";
                import { tool as mine } from "@scope/tools";
                export function main() { tool(); part(); other(); mine(); }
            """,
        }
    )
    assert found.calls == {
        ("web.src.app.main.main", "web.src.lib.tools.tool"),
        ("web.src.app.main.main", "web.src.parts.part.part"),
    }


def test_what_is_loaded_late_is_the_default_of_its_module(graph):
    found = graph(
        {
            "page.js": "export default function page() {}\n",
            "app.jsx": """
                import { lazy } from "react";
                const Page = lazy(() => import("./page.js"));
                const other = later(() => import("./page.js"));
                export function App() { other(); return <Page />; }
            """,
        }
    )
    assert ("app.App", "page.page") in found.calls
    assert ("app.App", "app.other") in found.calls


def test_an_object_that_is_exported_as_default_has_no_other_name(graph):
    found = graph(
        {
            "store.js": "export default { put() { this.add(); }, add() {} };\n",
            "app.js": "import store from './store';\nfunction run() { store.put(); }\n",
        }
    )
    assert found.calls == {("store.default.put", "store.default.add"), ("app.run", "store.default.put")}


NESTED = 3_000
HOSTILE = {
    "brackets": b"(" * NESTED + b"x" + b")" * NESTED,
    "calls": b"f(" * NESTED + b")" * NESTED,
    "unclosed": b"f([{" * NESTED,
    "closers": b")]}" * NESTED,
    "attributes": b"x" + b".a" * 50_000,
    "chain of calls": b"x" + b".a()" * 5_000,
    "arrows": b"".join(b"a%d=>" % number for number in range(NESTED)) + b"1",
    "objects": b"x=" + b"{a:" * NESTED + b"1" + b"}" * NESTED,
    "functions": b"function f(){" * NESTED + b"}" * NESTED,
    "templates": b"`${" * NESTED,
    "news": b"new " * NESTED + b"X",
    "every byte": bytes(range(256)) * 50,
    "carriage returns": b"import a from 'b'\rfunction f(){\r  a.b()\r}",
    "NUL": b"x = 1\0\ny()\n",
    "surrogate": "x = '\ufeff é \U0001f600'; é.\U0001d4d0()\n".encode(),
    "leaning": b"function f(){" + b"x = x.y; x.z();" * 500 + b"}",
}


@both
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_read_or_refused(plugin, name):
    file = SourceFile(f"x{plugin.SUFFIXES[0]}", HOSTILE[name])
    check_facts(plugin.extract(file), file)


@both
def test_a_file_whose_nesting_would_take_minutes_is_refused(plugin):
    text = b"x = " + b" + ".join(b"a%d" % number for number in range(80_000))
    with pytest.raises(UnreadableError, match="nested too deeply"):
        plugin.extract(SourceFile(f"x{plugin.SUFFIXES[0]}", text))


FRAGMENTS = st.sampled_from(
    [
        *"()[]{}:=,.;@\\#'\"`\n\r\t *+-<>!&|?0é",
        *("=>", "...", "?.", "${", "/*", "*/", "//", "\r\n", "\0", "\n  ", "</", "/>"),
        *("function ", "function f(", "class A ", "extends ", "async ", "await ", "new ", "return ", "const ", "var "),
        *("import ", "export ", "default ", " from ", " as ", "'./m'", "require(", "module.exports", "exports.a"),
        *("this", "super", "x", "yy", "Foo", "a.b", "get ", "static ", "interface ", "enum ", "type ", ": T", "名"),
    ]
)


@both
@settings(max_examples=150, deadline=None)
@given(text=st.lists(FRAGMENTS, max_size=60).map("".join))
def test_pieces_in_any_order_are_read(plugin, text):
    file = SourceFile(f"sample{plugin.SUFFIXES[1]}", text.encode())
    check_facts(plugin.extract(file), file)
