"""Ruby, PHP and C: what is read of hostile files, and the graph of small projects from files to edges."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from projects import check_facts

from crossbearing.model.errors import UnreadableError
from crossbearing.model.file import SourceFile
from crossbearing_plugins.languages import c, php, ruby

PLUGINS = (c, php, ruby)
every = pytest.mark.parametrize("plugin", PLUGINS, ids=lambda plugin: plugin.__name__.rpartition(".")[2])
LANGUAGES = ("c", "php", "ruby")


RUBY = {
    "lib/shop.rb": """
        require "json"
        require "shop/store"
        require_relative "shop/index"
        module Shop
          def self.open(path) = Store.new(path)
        end
    """,
    "lib/shop/base.rb": """
        module Shop
          module Closing
            def close; end
          end
          class Base
            include Closing
            def save; end
          end
        end
    """,
    "lib/shop/index.rb": """
        module Shop
          class Index
            def put(key); end
          end
        end
    """,
    "lib/shop/store.rb": """
        module Shop
          class Store < Base
            attr_reader :index, :path
            def self.build = new("x").put("y")

            def initialize(path)
              @path = path
              @index = Index.new
            end

            def put(key)
              index.put(key)
              @index.put(JSON.parse(key))
              close
              no_such_method
              self
            end

            def save
              super
              self.class.build
            end
            alias keep put
          end
        end
    """,
    "app.rb": """
        def main(argv)
          store = Shop::Store.new(argv)
          store.put("a")
          store.save
          Shop.open("b")
          store.keep("c")
        end

        def shadowed(main)
          close = main
          close
          main.put_unknown(1)
        end
    """,
}


def test_a_project_in_ruby(graph):
    found = graph(RUBY)
    store = "lib.shop.store.Shop.Store"
    assert found.calls >= {
        ("app.main", store),
        ("app.main", f"{store}.put"),
        ("app.main", f"{store}.save"),
        ("app.main", "lib.shop.Shop.open"),
        ("lib.shop.Shop.open", store),
        (f"{store}.put", "lib.shop.index.Shop.Index.put"),
        (f"{store}.put", "lib.shop.base.Shop.Closing.close"),
        (f"{store}.save", "lib.shop.base.Shop.Base.save"),
        (f"{store}.save", f"{store}.build"),
        (f"{store}.build", store),
        (f"{store}.initialize", "lib.shop.index.Shop.Index"),
    }
    assert ("store.keep", f"{store}.put") in found.certain
    assert found.edges("inherit") == {
        (store, "lib.shop.base.Shop.Base"),
        ("lib.shop.base.Shop.Base", "lib.shop.base.Shop.Closing"),
    }
    assert found.edges("import") == {("lib.shop", "lib.shop.store"), ("lib.shop", "lib.shop.index")}
    assert not {target for source, target in found.calls if source == "app.shadowed"}
    assert {"self.no_such_method", "main.put_unknown"} <= found.unresolved


PHP = {
    "composer.json": '{"autoload": {"psr-4": {"App\\\\": "src/"}}}',
    "src/Base.php": """
        <?php
        namespace App;
        abstract class Base { use Closing; public function save(): void {} }
        trait Closing { public function close(): void {} }
        function tidy(string $text): string { return trim($text); }
    """,
    "old/Index.php": "<?php\nnamespace App\\Search;\nclass Index { public function put($key) {} }\n",
    "src/Search/Index.php": """
        <?php
        namespace App\\Search;
        class Index {
            public function put(string $key): static { return $this; }
            /** @return \\App\\Store|null */
            public function owner() {}
        }
    """,
    "src/Store.php": """
        <?php
        namespace App;
        use App\\Search\\Index as Words;
        use Vendor\\Log;
        use function App\\tidy as clean;
        class Store extends Base {
            private static ?Store $shared = null;
            public function __construct(private Words $index) {}
            public function put(string $key): Store {
                $this->index->put(clean($key))->put(strlen($key));
                Log::write('nothing here');
                $this->close();
                return self::shared();
            }
            public static function shared(): static {
                self::$shared ??= new static(new \\App\\Search\\Index());
                return self::$shared;
            }
            public function save(): void { parent::save(); app_name(); noSuchFunction(); }
        }
    """,
    "helpers.php": "<?php\nfunction app_name() { return 'x'; }\n",
    "bin/run.php": """
        <?php
        require __DIR__ . '/../helpers.php';
        use App\\Store;
        use App\\Search\\Index;
        function main(Index $index): void {
            $store = new Store($index);
            $store->put('a')->save();
            $index->owner()->put('b');
            $store->noSuchMethod();
        }
        function shadowed($app_name) { $tidy = $app_name; return $tidy($app_name->put('c')); }
    """,
}


def test_a_project_in_php(graph):
    found = graph(PHP)
    store, index = "src.Store.Store", "src.Search.Index.Index"
    assert found.calls >= {
        ("bin.run.main", store),
        ("bin.run.main", f"{store}.put"),
        ("bin.run.main", f"{store}.save"),
        ("bin.run.main", f"{index}.owner"),
        (f"{store}.put", f"{index}.put"),
        (f"{store}.put", "src.Base.tidy"),
        (f"{store}.put", "src.Base.Closing.close"),
        (f"{store}.put", f"{store}.shared"),
        (f"{store}.shared", index),
        (f"{store}.save", "src.Base.Base.save"),
        (f"{store}.save", "helpers.app_name"),
    }
    assert found.edges("inherit") == {(store, "src.Base.Base"), ("src.Base.Base", "src.Base.Closing")}
    assert found.edges("import") >= {("bin.run", store), ("bin.run", index), ("bin.run", "helpers")}
    certain = {target for _, target in found.certain}
    assert not {target for target in certain if target.startswith("old.")}
    assert not {
        (source, target) for source, target in found.calls if source == "bin.run.shadowed" and "helpers" in target
    }
    assert "$store.noSuchMethod" in found.unresolved


C = {
    "include/store.h": """
        #include <stddef.h>
        typedef struct store store_t;
        /* Opens a store. */
        store_t *store_open(const char *path);
        int store_put(store_t *store, const char *key);
        int only_declared(void);
        #define STORE_TWICE(store) store_put(store, "a")
    """,
    "src/index.h": "int index_add(const char *key);\nstatic inline int index_size(void) { return 1; }\n",
    "src/index.c": """
        #include "index.h"
        static int helper(void) { return missing(); }
        int index_add(const char *key) { return helper(); }
    """,
    "src/store.c": """
        #include "store.h"
        #include "index.h"
        static int helper(store_t *store);
        struct store { int (*on_full)(store_t *store); };
        static int on_full(store_t *store) { return 2; }
        static const struct store defaults = { .on_full = on_full };
        store_t *store_open(const char *path) { return malloc(sizeof(struct store)); }
        int store_put(store_t *store, const char *key) {
            int (*run)(store_t *) = helper;
            return index_add(key) + index_size() + run(store) + only_declared();
        }
        static int helper(store_t *store) { return no_such_function(store); }
    """,
    "tests/main.c": """
        #include "store.h"
        int main(void) {
            store_t *store = store_open("a");
            int (*store_put)(int) = 0;
            store_put(1);
            return STORE_TWICE(store);
        }
        int shadowed(int (*store_open)(void)) { return store_open(); }
    """,
}


def test_a_project_in_c(graph):
    found = graph(C)
    assert found.calls >= {
        ("tests.main_c.main", "src.store_c.store_open"),
        ("tests.main_c.main", "include.store_h.STORE_TWICE"),
        ("include.store_h.STORE_TWICE", "src.store_c.store_put"),
        ("src.store_c.store_put", "src.index_c.index_add"),
        ("src.store_c.store_put", "src.index_h.index_size"),
        ("src.store_c.store_put", "src.store_c.helper"),
        ("src.store_c.store_put", "include.store_h.only_declared"),
        ("src.index_c.index_add", "src.index_c.helper"),
    }
    assert ("tests.main_c.main", "src.store_c.store_put") not in found.calls
    assert not {target for source, target in found.calls if source == "tests.main_c.shadowed"}
    assert found.edges("import") >= {("tests.main_c", "include.store_h"), ("src.store_c", "src.index_h")}
    # Two are local names that hide functions. Behind a header of the system, an unknown name may be one of its own.
    assert found.unresolved == {"missing", "store_open", "store_put"}


NESTED = 3_000
HOSTILE = {
    "brackets": b"(" * NESTED + b"x" + b")" * NESTED,
    "calls": b"f(" * NESTED + b")" * NESTED,
    "unclosed": b"f([{" * NESTED,
    "closers": b")]}" * NESTED,
    "attributes": b"x" + b".a" * 20_000,
    "members": b"<?php $x" + b"->a()" * 3_000 + b";",
    "blocks": b"x { |a| " * NESTED,
    "functions": b"def f(a)\n" * NESTED,
    "structs": b"struct a { " * NESTED,
    "closures": b"<?php " + b"function () { " * NESTED,
    "pointers": b"int " + b"*" * NESTED + b"x;",
    "macros": b"#define A(x) B(x) C(x)\n" * NESTED,
    "every byte": bytes(range(256)) * 50,
    "carriage returns": b"class A\r  def b\r    C.new.d\r  end\rend",
    "NUL": b"x = 1\0\ny()\n",
    "surrogate": "<?php $x = '\ufeff é \U0001f600'; é(); @é.\U0001d4d0()\n".encode(),
    "namespaces": b"<?php use A\\{" + b"B\\C as D, " * NESTED + b"}; \\A" + b"\\B" * NESTED + b"();",
    "scopes": b"A" + b"::B" * 20_000,
}


@every
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_read_or_refused(plugin, name):
    file = SourceFile(f"x{plugin.SUFFIXES[0]}", HOSTILE[name])
    try:
        facts = plugin.extract(file)
    except UnreadableError:
        return
    check_facts(facts, file)


FRAGMENTS = st.sampled_from(
    [
        *"()[]{}:=,.;@\\#'\"`\n\r\t *+-<>!&|?$0é",
        *("->", "=>", "::", "&.", "..", "?->", "/*", "*/", "//", "\r\n", "\0", "<?php ", "?>", "<<~EOS\n", "EOS\n"),
        *("def f", "def self.g(a)", "end\n", "class A", " < B", "module M", "do |x|", "alias a b", "super", "self"),
        *("attr_reader :a", "include M", "require 'a'", "define_method(:a)", "private def ", "A::B.new", "@a = ", ":b"),
        *(
            "namespace A;",
            "use A\\B;",
            "function f(",
            "new X",
            "$this->a",
            "static::$b",
            "#[A]",
            "trait T {",
            "fn () =>",
        ),
        *(
            "struct s {",
            "typedef ",
            "int f(int a)",
            "#define A(x) ",
            "#include <a.h>\n",
            "#ifdef A\n",
            "#endif\n",
            "extern ",
        ),
        *("return ", "x", "yy", "Foo", "a.b", "名", "enum ", "static ", "*p", "const "),
    ]
)


@every
@settings(max_examples=100, deadline=None)
@given(text=st.lists(FRAGMENTS, max_size=60).map("".join))
def test_pieces_in_any_order_are_read(plugin, text):
    prefix = "<?php " if plugin is php else ""
    file = SourceFile(f"sample{plugin.SUFFIXES[0]}", (prefix + text).encode())
    # PHP joins a lone `$` with the word behind a comment: a use that stands nowhere as it is named.
    check_facts(plugin.extract(file), file, words=plugin is not php)
