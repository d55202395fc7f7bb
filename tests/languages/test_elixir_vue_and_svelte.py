"""Elixir, Vue and Svelte: the graph of small projects from files to edges, and what is read of hostile files."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from projects import check_facts

from crossbearing.model.file import SourceFile
from crossbearing_plugins.languages import elixir, svelte, vue
from crossbearing_plugins.languages._treesitter.text import blank_outside

PLUGINS = (elixir, vue, svelte)
every = pytest.mark.parametrize("plugin", PLUGINS, ids=lambda plugin: plugin.__name__.rpartition(".")[2])
LANGUAGES = ("elixir", "javascript", "svelte", "typescript", "vue")


def calls_from(found, start):
    return {target for source, target in found.calls if source.startswith(start)}


def read(plugin, text, path=None):
    return plugin.extract(SourceFile(path or f"Sample{plugin.SUFFIXES[0]}", text.encode()))


def check(facts, file):
    """What holds of all facts; a word that the code implies (`use`, `<user-card>`) does not stand at its place."""
    implied = ("__using__", *(item.alias for item in facts.imports))
    lines = file.lines
    kept = facts.references
    facts.references = [
        item
        for item in kept
        if item.name.rpartition(".")[2] not in implied
        or lines[item.line - 1][item.column :].startswith(item.name.rpartition(".")[2])
    ]
    check_facts(facts, file)
    facts.references = kept


# Elixir


def test_elixir_calls_across_files_and_out_of_the_project(graph):
    found = graph(
        {
            "lib/shop/index.ex": """
                defmodule Shop.Index do
                  def open(name), do: open(name, [])
                  def open(name, options), do: {name, options}
                  defp close(x), do: x
                end
            """,
            "lib/shop/marks.ex": "defmodule Shop.Text.Marks do\n  def mark(x), do: x\n  def unmark(x), do: x\nend\n",
            "lib/shop/main.ex": """
                defmodule Shop.Main do
                  alias Shop.Text
                  alias Shop.Index, as: Search
                  import Text.Marks, only: [mark: 1]
                  require Logger

                  def main(argv) do
                    Logger.info(String.trim(argv) |> Jason.decode!())
                    argv |> Search.open() |> mark() |> help
                    Shop.Text.Marks.unmark(argv)
                    Enum.map(argv, &Search.open/1)
                    unmark(1)
                    :ets.open(1)
                    no_such_name(1)
                  end

                  defp help(x), do: x
                end
            """,
        }
    )
    assert found.calls == {
        ("lib.shop.index.Shop.Index.open", "lib.shop.index.Shop.Index.open"),
        ("lib.shop.main.Shop.Main.main", "lib.shop.index.Shop.Index.open"),
        ("lib.shop.main.Shop.Main.main", "lib.shop.marks.Shop.Text.Marks.mark"),
        ("lib.shop.main.Shop.Main.main", "lib.shop.marks.Shop.Text.Marks.unmark"),
        ("lib.shop.main.Shop.Main.main", "lib.shop.main.Shop.Main.help"),
    }
    assert found.unresolved == {"unmark", "no_such_name"}
    assert ("lib.shop.main", "lib.shop.index.Shop.Index") in found.edges("import")


def test_elixir_functions_of_one_name_are_told_apart_by_their_modules(graph):
    found = graph(
        {
            "a.ex": """
                defmodule A do
                  def put(x), do: x
                  def run(x), do: put(x) |> B.put()
                  defmodule Inner do
                    def put(x), do: x
                    def run(x), do: put(A.put(x))
                  end
                  def deep(x), do: Inner.put(x)
                end
            """,
            "b.ex": """
                defmodule B do
                  @behaviour A.Keeper
                  def put(x), do: __MODULE__.Part.put(x)
                  def all(x), do: __MODULE__.put(x)
                  defmodule Part do
                    def put(x), do: x
                  end
                end
            """,
            "keeper.ex": "defmodule A.Keeper do\n  @callback put(term) :: term\nend\n",
        }
    )
    assert calls_from(found, "a.A.run") == {"a.A.put", "b.B.put"}
    assert calls_from(found, "a.A.Inner.run") == {"a.A.Inner.put", "a.A.put"}
    assert calls_from(found, "a.A.deep") == {"a.A.Inner.put"}
    assert calls_from(found, "b.B") == {"b.B.Part.put", "b.B.put"}
    assert found.edges("inherit") == {("b.B", "keeper.A.Keeper")}


def test_elixir_aliases_hold_in_their_block_and_variables_hide_nothing(graph):
    found = graph(
        {
            "one.ex": "defmodule One.Tool do\n  def use_it(x), do: x\nend\n",
            "two.ex": "defmodule Two.Tool do\n  def use_it(x), do: x\nend\n",
            "tool.ex": "defmodule Tool do\n  def use_it(x), do: x\nend\n",
            "app.ex": """
                defmodule App do
                  def plain(x), do: Tool.use_it(x)

                  def inside(x) do
                    alias One.Tool
                    Tool.use_it(x)
                  end

                  def both(x), do: One.Tool.use_it(x) && Two.Tool.use_it(x)
                  def after_it(x), do: Tool.use_it(x)
                  def variable(help), do: help(help)
                  def help(x), do: x
                end
            """,
        }
    )
    assert calls_from(found, "app.App.plain") == {"tool.Tool.use_it"}
    assert calls_from(found, "app.App.inside") == {"one.One.Tool.use_it"}
    assert calls_from(found, "app.App.both") == {"one.One.Tool.use_it", "two.Two.Tool.use_it"}
    assert calls_from(found, "app.App.after_it") == {"tool.Tool.use_it"}
    assert calls_from(found, "app.App.variable") == {"app.App.help"}


def test_elixir_what_use_and_import_bring(graph):
    found = graph(
        {
            "web.ex": """
                defmodule Web do
                  defmacro __using__(_) do
                    quote do
                      import Web.Helpers
                      import unquote(__MODULE__), only: [own: 1]
                      def injected(x), do: x
                    end
                  end
                  def own(x), do: x
                end
            """,
            "helpers.ex": "defmodule Web.Helpers do\n  def helper(x), do: x\n  def hidden(x), do: x\nend\n",
            "page.ex": """
                defmodule Page do
                  use Web
                  import Web.Parts, except: [hidden: 1]
                  def show(x), do: helper(injected(x)) |> part() |> hidden() |> own()
                  def template(assigns), do: ~H\"\"\"
                  <.part name={helper("not(this")} /> <Web.Parts.part />
                  \"\"\"
                end
            """,
            "parts.ex": "defmodule Web.Parts do\n  def part(x), do: x\n  def hidden(x), do: x\nend\n",
        }
    )
    assert calls_from(found, "page.Page.show") == {
        "helpers.Web.Helpers.helper",
        "helpers.Web.Helpers.hidden",
        "web.Web.quote.injected",
        "web.Web.own",
        "parts.Web.Parts.part",
    }
    assert calls_from(found, "page.Page.template") == {"helpers.Web.Helpers.helper", "parts.Web.Parts.part"}
    assert ("page.Page", "web.Web.__using__") in found.calls


def test_elixir_delegates_protocols_and_implementations(graph):
    found = graph(
        {
            "sized.ex": "defprotocol Sized do\n  def size_of(x)\nend\n",
            "box.ex": """
                defmodule Box do
                  defstruct [:x]
                  defdelegate measure(x), to: Sized, as: :size_of
                  defimpl Sized do
                    def size_of(box), do: Box.measure(box)
                  end
                end
            """,
        }
    )
    assert found.calls == {
        ("box.Box.measure", "sized.Sized.size_of"),
        ("box.Sized.Box.size_of", "box.Box.measure"),
    }
    assert found.edges("inherit") == {("box.Sized.Box", "sized.Sized")}


def test_elixir_clauses_are_one_definition_wherever_they_stand():
    facts = read(
        elixir,
        "defmodule A do\n  def f(1), do: g(1)\n  def f(2), do: h(2)\n  def g(x), do: x\n  def f(3), do: i(3)\nend\n",
    )
    assert [(item.qualname, item.line, item.end_line) for item in facts.definitions] == [
        ("A", 1, 6),
        ("A.f", 2, 3),
        ("A.g", 4, 4),
    ]
    assert [(item.name, item.scope) for item in facts.references] == [("g", 1), ("h", 1), ("i", 1)]


# Vue


def test_vue_calls_across_files_and_out_of_the_project(graph):
    found = graph(
        {
            "package.json": "{}",
            "src/utils.ts": "export function label(x: string) { return x }\nexport const sorted = (x) => x\n",
            "src/store.js": "export default { put(x) {} }\nexport function useStore() {}\n",
            "src/UserCard.vue": "<script setup>\ndefineProps({ a: String })\n</script>\n<template>{{ a }}</template>\n",
            "src/parts/GlobalButton.vue": "<template><b/></template>\n",
            "src/App.vue": """
                <script setup lang="ts">
                import { ref } from 'vue'
                import axios from 'axios'
                import store from './store'
                import { label, sorted as inOrder } from '@/utils'
                import UserCard from './UserCard.vue'
                const count = ref(1)
                function save() { store.put(1); console.log(axios.get('x')); noSuchName() }
                </script>
                <template>
                  <user-card v-for="label in inOrder(count)" @click="save" :a="label(count)">{{ label }}</user-card>
                  <UserCard :b="label(count)" @x="count = 1; save()" /><GlobalButton/><unknown-thing/>
                </template>
            """,
            "src/main.ts": """
                import App from './App.vue'
                import { createApp } from 'vue'
                createApp(App)
                App()
            """,
        }
    )
    assert calls_from(found, "src.App.save") == {"src.store.default.put"}
    assert calls_from(found, "src.App.App.template") == {
        "src.utils.label",
        "src.utils.sorted",
        "src.UserCard.UserCard",
        "src.parts.GlobalButton.GlobalButton",
        "src.App.save",
    }
    assert calls_from(found, "src.main") == {"src.App.App"}
    assert found.unresolved == {"noSuchName"}
    assert found.edges("import") >= {("src.main", "src.App.App"), ("src.App", "src.UserCard.UserCard")}


def test_vue_methods_of_one_name_in_two_components(graph):
    options = """
        <template><b @click="save">{{{{ full }}}} {{{{ {}() }}}}</b></template>
        <script>
        import {{ put }} from './put'
        export default {}{{
          computed: {{ full() {{ return this.save() }} }},
          methods: {{ save() {{ put() }}, {}: function () {{ this.save() }} }},
          watch: {{ full() {{ this.{}() }} }},
        }}{}
        </script>
    """
    found = graph(
        {
            "put.js": "export const put = () => 1\n",
            "One.vue": options.format("first", "", "first", "first", ""),
            "Two.vue": options.format("second", "defineComponent(", "second", "second", ")"),
        }
    )
    for name, method in (("One", "first"), ("Two", "second")):
        own = f"{name}.{name}"
        assert {pair for pair in found.calls if pair[0].startswith(own)} == {
            (f"{own}.template", f"{own}.save"),
            (f"{own}.template", f"{own}.{method}"),
            (f"{own}.full", f"{own}.save"),
            (f"{own}.save", "put.put"),
            (f"{own}.{method}", f"{own}.save"),
            (f"{own}.watch.full", f"{own}.{method}"),
        }


def test_vue_loops_and_slots_hide_what_the_script_has(graph):
    found = graph(
        {
            "row.js": "export class Row { go() {} }\nexport function row() {}\nexport function name() {}\n",
            "App.vue": """
                <template>
                  <ul><li v-for="(row, name) in row()" :key="name()">{{ row() }}</li></ul>
                  <p #default="{ name: row }">{{ name() }} {{ row() }}</p>
                  <p>{{ row(`${name()}`) }} <b v-for="row in []"/> {{ text }}</p>
                </template>
                <script setup>
                import { row, name } from './row'
                const list = (name) => name()
                </script>
            """,
        }
    )
    lines = [(item.name, item.line) for item in read(vue, (APP)).references]
    assert calls_from(found, "App.App.template") == {"row.row", "row.name"}
    assert calls_from(found, "App.list") == set()
    assert lines == [("save", 2), ("save", 3), ("save", 4)]


APP = """<template>
<a v-for="a in b" @x="save()"><a v-for="save in a" @x="save()"/>
</a><a @x="save()"/>{{
save() }}<a #x="{ save }"><b><c>{{ save() }}</c></b>
</a></template>
<script>function save() {}</script>
"""


def test_vue_a_component_that_has_the_name_of_one_that_it_imports(graph):
    found = graph(
        {
            "parts/count-to/index.vue": "<template><count-to/></template>\n",
            "count-to.vue": """
                <template><count-to/><OwnName/></template>
                <script>
                import countTo from './parts/count-to/index.vue'
                export default { components: { countTo } }
                </script>
            """,
            "parts/OwnName/index.vue": "<template><b/></template>\n",
        }
    )
    assert found.calls == {
        ("count-to.count-to.template", "parts.count-to.index.count-to"),
        ("count-to.count-to.template", "parts.OwnName.index.OwnName"),
        ("parts.count-to.index.count-to.template", "parts.count-to.index.count-to"),
    }


def test_vue_props_are_variables_of_the_component():
    facts = read(
        vue,
        "<script setup lang='ts'>\n"
        "const a = withDefaults(defineProps<{\n  one?: Item; 'two': string // , three: x\n"
        "  four: { five: x }\n}>(), {})\n"
        "</script>",
        "some/user-card.vue",
    )
    assert {(item.qualname, item.line) for item in facts.definitions if item.scope == 0} == {
        ("user-card.one", 3),
        ("user-card.two", 3),
        ("user-card.four", 4),
    }
    assert facts.definitions[0].name == "user-card"


# Svelte


def test_svelte_calls_across_files_and_out_of_the_project(graph):
    found = graph(
        {
            "package.json": "{}",
            "src/lib/utils.ts": "export function label(x: string) { return x }\nexport const tip = (node) => node\n",
            "src/lib/stores.js": "export class Cart { put(x) {} }\nexport const cart = new Cart();\n",
            "src/lib/UserCard.svelte": "<script>export let a;</script><b>{a}</b>\n",
            "src/routes/+page.svelte": """
                <script lang="ts">
                  import { onMount } from "svelte";
                  import UserCard from "$lib/UserCard.svelte";
                  import { label, tip } from "$lib/utils";
                  import { cart } from "../lib/stores.js";
                  let count = 0;
                  $: doubled = label(count);
                  function save() { cart.put(1); $cart.put(2); console.log(count); noSuchName(); }
                  onMount(() => save());
                </script>
                {#each $cart as label (label.id)}
                  <UserCard on:click={save} {count} />{label(1)}
                {/each}
                <p use:tip={1} class:doubled title="a {label(2)} b" {...save()}>{missing}</p>
            """,
            "src/main.ts": 'import Page from "./routes/+page.svelte";\nnew Page({});\n',
        }
    )
    page = "src.routes.+page"
    assert {pair for pair in found.calls if pair[0] == f"{page}.save"} == {(f"{page}.save", "src.lib.stores.Cart.put")}
    assert {target for source, target in found.calls if source == f"{page}.+page"} == {
        "src.lib.UserCard.UserCard",
        "src.lib.utils.label",
        "src.lib.utils.tip",
        f"{page}.save",
    }
    assert calls_from(found, "src.main") == {f"{page}.+page"}
    assert found.unresolved == {"noSuchName"}
    assert ("src.main", f"{page}.+page") in found.edges("import")


def test_svelte_functions_of_one_name_in_two_components(graph):
    component = """
        <script>
          import {{ {0} as helper }} from "./helpers";
          import Other from "./{1}.svelte";
          function save() {{ helper(); }}
        </script>
        <Other onclick={{() => save()}} />
    """
    found = graph(
        {
            "helpers.js": "export function one() {}\nexport function two() {}\n",
            "One.svelte": component.format("one", "Two"),
            "Two.svelte": component.format("two", "One"),
        }
    )
    assert found.calls == {
        ("One.save", "helpers.one"),
        ("One.One", "One.save"),
        ("One.One", "Two.Two"),
        ("Two.save", "helpers.two"),
        ("Two.Two", "Two.save"),
        ("Two.Two", "One.One"),
    }


def test_svelte_blocks_hide_what_the_script_has(graph):
    found = graph(
        {
            "names.js": "export function name() {}\nexport function row() {}\nexport function late() {}\n",
            "App.svelte": """
                <script>
                  import { name, row, late } from "./names";
                  const list = (name) => name();
                </script>
                {#each late() as { id, name }, row (id)}{name()}{row()}{/each}
                {#await late() then name}{name()}{:catch row}{row()}{/await}
                {#snippet show(name)}{name()}{late()}{/snippet}
                {#if late}{@const row = 1}{row()}{/if}
                <svelte:fragment let:row let:item={name}>{name()}{row()}</svelte:fragment>
                {@render show(1)}
            """,
        }
    )
    assert found.calls == {
        ("App.App", "names.late"),
        ("App.show", "names.late"),
        ("App.App", "App.show"),
    }


def test_svelte_braces_in_strings_and_templates():
    facts = read(
        svelte, '<a b={f("}")} c="{g(\'}\')} {h(`}${i(1)}`)}" {...j()}>{k({ a: { b: l() } })}</a>{/* } */ m()}'
    )
    assert [item.name for item in facts.references] == list("fghijklm")


def test_text_outside_of_spans_is_blank():
    assert blank_outside("ab\ncd\r\nef", [(1, 2), (4, 5)]) == " b\n d\r\n  "
    assert blank_outside("", []) == ""


NESTED = 2_000
HOSTILE = {
    "brackets": b"(" * NESTED + b"x" + b")" * NESTED,
    "unclosed": b"f([{" * NESTED,
    "closers": b")]}" * NESTED,
    "modules": b"defmodule A do " * NESTED + b"end " * NESTED,
    "siblings": b"defmodule A do\nalias B.C\nC.f()\nend\n" * 500,
    "imports": b"".join(b"import A%d\nf%d()\n" % (number, number) for number in range(300)),
    "tails": b"".join(b"A%d.B.f(); " % number for number in range(300)),
    "delegates": b"defmodule A do " + b"defdelegate a(x), to: B; " * 300 + b"end",
    "quotes": b"quote do " * 500 + b"import A\n" * 500,
    "sigils": b'~H"""\n' + b"<% {" * NESTED + b'\n"""',
    "arrows": b"fn a -> " * NESTED,
    "tags": b"<template>" + b"<a>" * NESTED,
    "ends": b"<template>" + b"</a>" * NESTED,
    "mustaches": b"<template>" + b"{{ " * NESTED,
    "loops": b"<template>" + b'<a v-for="a in b" @click="a(); b()">' * 300,
    "attributes": b"<template><a " + b'@x="f()" ' * NESTED,
    "one quote": b"<template><a " + b"a='\" " * NESTED,
    "scripts": b"<script>f()</script>" * NESTED,
    "comments": b"<!--" * NESTED,
    "props": b"<script>" + b"defineProps({" * NESTED,
    "options": b"<script>export default {" + b"methods: {" * NESTED,
    "braces": b"{" * NESTED,
    "blocks": b"{#each a as b}" * NESTED,
    "snippets": b"{#snippet a(b)}" * 500,
    "strings": b"{'" * NESTED + b"{`" * NESTED + b"{/*" * NESTED,
    "every byte": bytes(range(256)) * 50,
    "carriage returns": b"<script>\rf()\r</script>\r<template>\r{{ f() }}\r</template>",
    "NUL": b"x = 1\0\ny()\n",
    "surrogate": "<script>é.\U0001d4d0('\ufeff \U0001f600')</script>\U0001f600 {f(1)}".encode(),
}


@every
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_read_or_refused(plugin, name):
    file = SourceFile(f"x{plugin.SUFFIXES[0]}", HOSTILE[name])
    check(plugin.extract(file), file)


FRAGMENTS = st.sampled_from(
    [
        *"()[]{}<>:=,.;@\\'\"`\n\r\t *+-/!&|?0é",
        *("->", "<-", "|>", "=>", "/*", "*/", "//", "\r\n", "\0", "\n  ", '"""', "${", "<!--", "-->", "😀"),
        *(
            "defmodule A.B do ",
            "defmodule C do\n",
            "def f(x) do ",
            "def g, do: ",
            "end\n",
            "alias A.{B, C}",
            "use A.B\n",
        ),
        *(
            "import A, only: [f: 1]\n",
            "__MODULE__",
            "@doc ",
            "@type t :: ",
            "quote do ",
            "defdelegate f(x), to: A",
            "~H",
        ),
        *(
            "defimpl A, for: B do ",
            "&f/1",
            "&A.f/2",
            "%A{",
            "defmacro __using__(_) do ",
            "require A\n",
            "alias A.B, as: C\n",
        ),
        *(
            "<script>",
            "<script setup lang='ts'>",
            "</script>",
            "<template>",
            "</template>",
            "<a ",
            "<Foo",
            "<foo-bar ",
            "/>",
        ),
        *(
            'v-for="(a, b) in c"',
            '@click="',
            ':x="',
            '#x="{ a }"',
            "{{",
            "}}",
            "export default {",
            "methods: {",
            "f() {",
        ),
        *(
            "{#each a as b}",
            "{/each}",
            "{#if ",
            "{:else}",
            "{@const a = ",
            "{#snippet a(b)}",
            "on:x={",
            "use:a",
            "$a",
            "$: a =",
        ),
        *("import A from './a'\n", "defineProps<{ a: b }>()", "this.a", "x", "yy", "Foo", "a.b()", "名", "_"),
    ]
)


@every
@settings(max_examples=150, deadline=None)
@given(text=st.lists(FRAGMENTS, max_size=60).map("".join))
def test_pieces_in_any_order_are_read(plugin, text):
    file = SourceFile(f"sample{plugin.SUFFIXES[0]}", text.encode())
    check(plugin.extract(file), file)
