"""C++: the graph of small projects from files to edges, together with C, and what is read of hostile files."""

import re
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from projects import check_facts

from crossbearing.model.errors import UnreadableError
from crossbearing.model.file import SourceFile
from crossbearing_plugins.languages import c, cpp
from crossbearing_plugins.languages._cpp.text import readable
from crossbearing_plugins.languages._cpp.types import type_name

LANGUAGES = ("c", "cpp")


def plain(name):
    """A qualified name without the file that defines it."""
    return re.sub(r"^.*?_(?:h|hpp|inl|cc|cpp|c)\.", "", name)


def calls_from(found, start):
    return {plain(target) for source, target in found.calls if source.startswith(start)}


PROJECT = {
    "include/shop/index.h": """
        #pragma once
        #include <string>
        namespace shop {
        class Index {
         public:
          static Index* Open(const std::string& path);
          void add(const std::string& key) { keys_.push_back(key); }
          void close();
        };
        }
    """,
    "include/shop/store.h": """
        #pragma once
        #include <memory>
        namespace shop {
        class Index;
        class Base {
         public:
          virtual ~Base();
          void close();
          Index* index() const;
         protected:
          std::unique_ptr<Index> index_;
        };
        class Store : public Base {
         public:
          explicit Store(int size);
          void add(const std::string& key);
          void fill();
          struct Rep;
        };
        Store* open_store(const char* path, int mode = 0);
        namespace log { void write(const char* text); }
        }
    """,
    "src/store.cc": """
        #include "shop/store.h"

        #include <algorithm>

        #include "shop/index.h"

        namespace shop {
        namespace {
        int helper(int size) { return std::max(size, 1); }
        }

        struct Store::Rep { void drop() { lock(); } void lock() {} };

        Store::Store(int size) { helper(size); }
        void Store::add(const std::string& key) { index_->add(key); index()->close(); close(); fill(); }
        Store* open_store(const char* path, int mode) { return new Store(mode); }
        void log::write(const char* text) { puts(text); }
        Index* Base::index() const { return index_.get(); }
        }
    """,
    "src/index.cc": """
        #include "shop/index.h"
        namespace shop {
        static int helper() { return 1; }
        Index* Index::Open(const std::string& path) { helper(); return new Index(); }
        }
    """,
    "app/main.cpp": """
        #include <vector>
        #include <gtest/gtest.h>
        #include "shop/index.h"
        #include "shop/store.h"

        using shop::Store;

        int main(int argc, char** argv) {
          std::vector<int> numbers = std::vector<int>{1};
          numbers.push_back(testing::count(argc));
          auto* store = shop::open_store(argv[0]);
          store->add("a");
          store->close();
          auto made = std::make_unique<Store>(1);
          made->add("b");
          static_cast<shop::Base*>(store)->close();
          shop::Index::Open("c")->add("d");
          shop::Store other(2);
          other.fill();
          shop::log::write("a text");
          std::sort(numbers.begin(), numbers.end());
        }
    """,
}


def test_calls_across_headers_and_sources(graph):
    found = graph(PROJECT)
    assert calls_from(found, "app.main_cpp.main") == {
        "shop.open_store",
        "shop.Store",
        "shop.Store.add",
        "shop.Store.fill",
        "shop.Base.close",
        "shop.Index.Open",
        "shop.Index.add",
        "shop.log.write",
    }
    assert calls_from(found, "src.store_cc.shop.Store.add") == {
        "shop.Index.add",
        "shop.Base.index",
        "shop.Index.close",
        "shop.Base.close",
        "shop.Store.fill",
    }
    assert calls_from(found, "src.store_cc.shop.Store.Rep.drop") == {"shop.Store.Rep.lock"}
    assert found.edges("inherit") == {("include.shop.store_h.shop.Store", "include.shop.store_h.shop.Base")}


def test_what_is_declared_leads_to_where_it_is_defined(graph):
    found = graph(PROJECT)
    assert ("app.main_cpp.main", "src.store_cc.shop.open_store") in found.calls
    assert ("src.store_cc.shop.open_store", "include.shop.store_h.shop.Store") in found.calls
    assert ("src.index_cc.shop.Index.Open", "src.index_cc.shop.helper") in found.calls
    assert ("src.store_cc.shop.Store.<ctor>", "src.store_cc.shop.helper") in found.calls
    assert ("include.shop.store_h", "include.shop.index_h.shop.Index") in found.edges("import")
    assert ("app.main_cpp", "include.shop.store_h") in found.edges("import")


def test_names_of_the_library_and_of_others_lead_nowhere(graph):
    found = graph(
        {
            "close.hpp": "#pragma once\nnamespace shop { void sort(int* items); void move(); int count(int x); }\n",
            "app.cpp": """
                #include <algorithm>
                #include <thirdparty/client.hpp>
                #include "close.hpp"

                namespace shop {
                void run(std::vector<int>& items) {
                  std::sort(items.begin(), items.end());
                  std::move(items);
                  boost::count(1);
                  shop::count(1);
                  thirdparty::Client client(2);
                  client.send(items.size());
                }
                }
            """,
            "lost.cpp": '#include <string>\n#include "close.hpp"\nvoid lost() { noSuchName(std::string()); }\n',
        }
    )
    assert calls_from(found, "app_cpp") == {"shop.count"}
    assert calls_from(found, "lost_cpp") == set()
    assert "noSuchName" in found.unresolved


def test_parameters_and_locals_hide_fields_functions_and_classes(graph):
    found = graph(
        {
            "tools.hpp": """
                #pragma once
                struct Tool { void use(); static void make(); };
                struct Other { void use(); void make(); };
                void help();
            """,
            "app.cpp": """
                #include "tools.hpp"

                struct App {
                  Tool tool;
                  void byField() { tool.use(); help(); }
                  void byParameter(Other tool) { tool.use(); this->tool.use(); }
                  void byLocal() { Other* tool = find(); tool->use(); }
                  void byUnknown() { for (auto& tool : names()) { tool.use(); } }
                  void byName(Other& Tool) { Tool.make(); }
                  void byLambda() { each([](const Other& tool) { tool.use(); }); tool.use(); }
                  void byFunction(void (*help)()) { help(); }
                  void byBlock() { { Other tool; tool.use(); } tool.use(); }
                };
            """,
        }
    )
    assert calls_from(found, "app_cpp.App.byField") == {"Tool.use", "help"}
    assert calls_from(found, "app_cpp.App.byParameter") == {"Other.use", "Tool.use"}
    assert calls_from(found, "app_cpp.App.byLocal") == {"Other.use"}
    assert calls_from(found, "app_cpp.App.byUnknown") == set()
    assert calls_from(found, "app_cpp.App.byName") == {"Other.make"}
    assert calls_from(found, "app_cpp.App.byLambda") == {"Other.use", "Tool.use"}
    assert calls_from(found, "app_cpp.App.byFunction") == set()
    assert calls_from(found, "app_cpp.App.byBlock") == {"Other.use", "Tool.use"}


def test_methods_of_one_name_are_told_apart_by_their_receivers(graph):
    found = graph(
        {
            "all.hpp": """
                #pragma once
                namespace a {
                class Sink { public: virtual void put(int value) = 0; void all() { put(1); } };
                class Index : public Sink {
                 public:
                  void put(int value) override { rows_.put(value); }
                  Index& self() { return *this; }
                 private:
                  struct Rows { void put(int value) {} };
                  Rows rows_;
                };
                template <typename T> class List {
                 public:
                  void put(T value) { size_ += 1; grow(value); }
                  void put(T value, int count) { put(value); }
                  void grow(T value) {}
                  int size_;
                };
                }
            """,
            "app.cpp": """
                #include "all.hpp"
                using Numbers = a::List<int>;

                void run(a::Sink* sink, const std::shared_ptr<a::Index>& index, Numbers& numbers) {
                  sink->put(1);
                  index->put(2);
                  numbers.put(3, 4);
                  index->self().all();
                  (*sink).all();
                  a::List<int> list;
                  list.grow(5);
                  auto other = a::Index();
                  other.put(6);
                  a::Index{}.self();
                }
            """,
        }
    )
    assert {(name, plain(called)) for name, called in found.certain if name.endswith((".put", ".all", ".grow"))} >= {
        ("sink.put", "a.Sink.put"),
        ("index.put", "a.Index.put"),
        ("numbers.put", "a.List.put"),
        ("index.self().all", "a.Sink.all"),
        ("sink.all", "a.Sink.all"),
        ("list.grow", "a.List.grow"),
        ("other.put", "a.Index.put"),
        ("rows_.put", "a.Index.Rows.put"),
    }
    assert calls_from(found, "all_hpp.a.Sink.all") == {"a.Sink.put"}
    assert calls_from(found, "all_hpp.a.List.put") == {"a.List.grow", "a.List.put"}


def test_namespaces_of_several_files(graph):
    found = graph(
        {
            "text.hpp": """
                #pragma once
                namespace shop {
                namespace text { inline namespace v2 { int trim(int x) { return x; } class Word { void cut(); }; } }
                int join(int x) { return text::trim(x); }
                }
            """,
            "more.hpp": """
                #pragma once
                #include "text.hpp"
                namespace shop::text { int split(int x) { return trim(x); } }
                namespace other { int split_other(int x) { return shop::text::split(x); } }
            """,
            "inner.hpp": """
                #pragma once
                #include "text.hpp"
                namespace shop::inner { int join(int x) { return shop::join(x); } }
            """,
            "app.cpp": """
                #include "more.hpp"
                namespace st = shop::text;
                using namespace shop;
                using shop::text::Word;
                void shop::text::Word::cut() { split(1); }
                int main() { return st::split(1) + ::shop::join(2) + other::split_other(3) + text::trim(4); }
            """,
        }
    )
    assert calls_from(found, "app_cpp.main") == {
        "shop.text.split",
        "shop.join",
        "other.split_other",
        "shop.text.v2.trim",
    }
    assert calls_from(found, "app_cpp.shop.text.Word.cut") == {"shop.text.split"}
    assert calls_from(found, "more_hpp") == {"shop.text.v2.trim", "shop.text.split"}
    assert calls_from(found, "inner_hpp") == set()
    assert "shop.?.join" in found.unresolved
    assert calls_from(found, "text_hpp") == {"shop.text.v2.trim"}


def test_second_names_mean_what_another_namespace_has(graph):
    found = graph(
        {
            "detail.hpp": """
                #pragma once
                namespace shop { namespace detail { class Day { public: int month() { return 1; } }; } }
            """,
            "day.hpp": """
                #pragma once
                #include "detail.hpp"
                namespace shop { using Day = detail::Day; template <class T> using Days = std::vector<T>; }
            """,
            "app.cpp": """
                #include "day.hpp"
                int main() { shop::Day day; shop::Days<int> days; days.clear(); return day.month(); }
            """,
        }
    )
    assert calls_from(found, "app_cpp.main") == {"shop.detail.Day.month"}
    assert found.edges("inherit") == {("day_hpp.shop.Day", "detail_hpp.shop.detail.Day")}


def test_c_and_cpp_include_one_another(graph):
    found = graph(
        {
            "core/core.h": """
                #ifdef __cplusplus
                extern "C" {
                #endif
                struct core { int size; };
                CORE_API int core_open(struct core *c);
                static inline int core_size(const struct core *c) { return c->size; }
                #ifdef __cplusplus
                }
                #endif
            """,
            "core/core.c": '#include "core.h"\nint core_open(struct core *c) { return core_size(c); }\n',
            "api/api.h": "#pragma once\nnamespace api { class Api { public: int run(); }; int start(int x); }\n",
            "api/api.cc": """
                #include "api.h"
                #include "../core/core.h"
                namespace api {
                int Api::run() { core c; return core_open(&c) + core_size(&c) + start(1); }
                int start(int x) { return x; }
                }
            """,
            "api/user.h": '#include "api.h"\nnamespace api { int use(Api& it) { return it.run() + start(2); } }\n',
        }
    )
    assert ("core.core_c.core_open", "core.core_h.core_size") in found.calls
    assert {target for source, target in found.calls if source == "api.api_cc.api.Api.run"} == {
        # The plugin of one language does not see what files of the other define, only their names.
        "core.core_c.core_open",
        "core.core_h.core_size",
        "api.api_cc.api.start",
    }
    assert calls_from(found, "api.user_h.api.use") == {"api.Api.run", "api.start"}


def test_tests_are_methods_of_their_fixture(graph):
    found = graph(
        {
            "store.hpp": "#pragma once\nclass Store { public: void put(int x) {} };\n",
            "store_test.cc": """
                #include <gtest/gtest.h>
                #include "store.hpp"
                namespace {
                class StoreTest : public testing::Test { protected: void fill() { store_.put(1); } Store store_; };
                TEST_F(StoreTest, Fills) { fill(); store_.put(2); }
                TEST(Other, Works) { Store store; store.put(3); }
                }
            """,
        }
    )
    assert calls_from(found, "store_test_cc.StoreTest.StoreTest_Fills") == {"StoreTest.fill", "Store.put"}
    assert calls_from(found, "store_test_cc.Other_Works") == {"Store.put"}


def test_headers_that_hold_cpp_are_told_from_those_of_c():
    def language(text):
        return c.extract(SourceFile("a.h", text.encode())).language

    assert language("namespace a { int f(); }\n") == "cpp"
    assert language("  template <typename T> T f(T x);\n") == "cpp"
    assert language("struct A {\n public:\n  int f();\n};\n") == "cpp"
    assert language("#include <vector>\nint f(std::vector<int> x);\n") == "cpp"
    assert language("void f(const Store::Key& key);\n") == "cpp"
    assert language("/*\nclass of stores: std::vector\nnamespace a {\n*/\n// class A\nint f(void);\n") == "c"
    assert language('#ifdef __cplusplus\nclass Store;\nextern "C" {\n#endif\nint f(void);\n') == "c"
    assert language('#define TEXT "a::b"\n#include <string.h>\nint f(int class);\n') == "c"
    assert c.extract(SourceFile("a.c", b"int namespace = 1;\nint a = b::c;\n")).language == "c"


MACROS = {
    "class LIB_API Store : public Base {\n};": "class         Store : public Base {\n};",
    "struct LIB_TYPE store;": "struct LIB_TYPE store;",
    "LIB_API int f();": "        int f();",
    "LIB_INLINE static LIB_HOT const Store* f(int x);": "           static         const Store* f(int x);",
    "LIB_TYPE value;": "LIB_TYPE value;",
    "int f() LIB_NOEXCEPT;": "int f()             ;",
    "int size LIB_GUARDED_BY(lock) = 0;": "int size                      = 0;",
    "const int LIB_MOST = 3;": "const int LIB_MOST = 3;",
    "Store LIB_STORE(3);": "Store LIB_STORE(3);",
    "return LIB_CALL(x);": "return LIB_CALL(x);",
    "int f(Key key LIB_UNUSED, int LIB_SIZE);": "int f(Key key           , int LIB_SIZE);",
    "enum E {\n  LIB_ONE,\n  LIB_TWO\n};": "enum E {\n  LIB_ONE,\n  LIB_TWO\n};",
    "int x;\nLIB_BEGIN\nint y;": "int x;\n         \nint y;",
    'EXPECT_EQ(a, b)\n  << "c";': 'EXPECT_EQ(a, b)\n  << "c";',
    "void* lib_nonnull f(int* lib_nullable x);": "void*             f(int*              x);",
    'f("LIB_API int f();"); // LIB_API int f();': 'f("LIB_API int f();"); // LIB_API int f();',
    "#define LIB_API static inline\nint x;": "#define LIB_API static inline\nint x;",
    "a = b * c;": "a = b * c;",
    "if (is_same_v<A, List<B>> && x) {}": "if (is_same_v             && x) {}",
    "if (x_v < 1 && y > 2) {}": "if (x_v < 1 && y > 2) {}",
    "f(\n#if A\n  1\n#else\n  2\n#endif\n);": "f(\n     \n  1\n     \n   \n      \n);",
    "#if A\nint x;\n#else\nint y;\n#endif": "     \nint x;\n     \nint y;\n      ",
    "#if 0\nint x;\n#endif": "     \n      \n      ",
}


@pytest.mark.parametrize("text", MACROS, ids=lambda text: text.split("\n")[0][:30])
def test_macros_that_stand_like_attributes_are_left_out(text):
    assert readable(text).replace(" \n", "\n").rstrip() == MACROS[text].replace(" \n", "\n").rstrip()


TYPES = {
    "const std::unique_ptr<shop::Store>&": "shop.Store",
    "std::shared_ptr<const Store>": "Store",
    "typename List<int, Key>::Node*": "List.Node",
    "::shop::Store": "shop.Store",
    "std::vector<Store>": "std.vector",
    "unsigned int": "",
    "auto": "",
    "struct store": "store",
    "std::optional<std::unique_ptr<Store>>": "Store",
    "unique_ptr<": "unique_ptr",
    "": "",
    "<<<>>>": "",
}


@pytest.mark.parametrize("text", TYPES)
def test_types_are_reduced_to_the_class_that_they_name(text):
    assert type_name(text) == TYPES[text]


NESTED = 2_000
HOSTILE = {
    "brackets": b"int x = " + b"(" * NESTED + b"x" + b")" * NESTED,
    "calls": b"f(" * NESTED + b")" * NESTED,
    "unclosed": b"f([{<" * NESTED,
    "closers": b")]}>" * NESTED,
    "links": b"int x = x" + b".a" * 20_000 + b";",
    "scopes": b"int x = a" + b"::a" * 5_000 + b"();",
    "chain of calls": b"int x = x" + b"->a()" * 5_000 + b";",
    "classes": b"class A { void m() { " * NESTED + b"}}" * NESTED,
    "owners": b"void " + b"A::" * NESTED + b"f() {}",
    "namespaces": b"namespace a { " * NESTED + b"}" * NESTED,
    "long namespace": b"namespace a" + b"::a" * NESTED + b" { int f(); }",
    "templates": b"template <class T> " * NESTED + b"class A {};",
    "arguments": b"List" + b"<List" * NESTED + b">" * NESTED + b" x;",
    "lambdas": b"auto x = " + b"[]() { return " * NESTED + b"1; }" * NESTED + b";",
    "pointers": b"int " + b"*" * NESTED + b"x;",
    "declarators": b"int " + b"(*" * NESTED + b"x" + b")()" * NESTED + b";",
    "conditions": b"#if A\n" * NESTED + b"#endif\n" * NESTED,
    "branches": b"#if A\nint x = f(\n#else\n" * 500 + b"#endif\n" * 500,
    "macros": b"AB_C " * 10_000,
    "called macros": b"AB_C(" * NESTED + b")" * NESTED,
    "guards": b"#ifdef __cplusplus\n" * NESTED,
    "raw strings": b'R"(' * NESTED,
    "comments": b"/*" * NESTED,
    "includes": b'#include "a.h"\n' * NESTED,
    "declared": b"class A;\nint f();\n" * NESTED,
    "friends": b"class A { " + b"friend class B; friend void f(); " * 1_000 + b"};",
    "every byte": bytes(range(256)) * 50,
    "carriage returns": b"namespace a {\rint f() {\r  a.b();\r}\r}",
    "NUL": b"int x = 1\0\ny();\n",
    "surrogate": "class A { int x = é.\U0001d4d0('\ufeff \U0001f600'); };\n".encode(),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_read_or_refused(name):
    for plugin, path in ((cpp, "x.cc"), (c, "x.h")):
        file = SourceFile(path, HOSTILE[name])
        with suppress(UnreadableError):
            check_facts(plugin.extract(file), file)


FRAGMENTS = st.sampled_from(
    [
        *"()[]{}<>:=,.;@\\'\"`\n\r\t *+-&~!|?0é#",
        *("::", "->", ".*", "...", "//", "/*", "*/", "\r\n", "\0", "\n  ", 'R"(', ')"', "[&](", "[[", "]]"),
        *(
            "class A ",
            "class AB_C ",
            "struct ",
            "union ",
            "enum class E ",
            "namespace a ",
            "namespace { ",
            "template <",
        ),
        *(
            "typename T",
            "class... T",
            "public: ",
            "friend ",
            "virtual ",
            "operator ",
            "operator==",
            "~A(",
            "A::",
            "A<T>::",
        ),
        *(
            "using ",
            "using namespace a;",
            "typedef ",
            "concept ",
            "requires ",
            "new ",
            "delete ",
            "this->",
            "auto ",
            "const ",
        ),
        *(
            "std::make_unique<A>(",
            "static_cast<A*>(",
            "return ",
            "if (",
            "for (auto x : ",
            "void f(",
            "int x",
            "x",
            "Foo",
        ),
        *(
            '#include "a.h"\n',
            "#define M(x) f(x)\n",
            "#if A\n",
            "#else\n",
            "#endif\n",
            'extern "C" {',
            "TEST_F(A, B) {",
        ),
        *(
            "AB_API ",
            "AB_C(x) ",
            "AB_NAMESPACE_BEGIN\n",
            "MOCK_METHOD(",
            " = default;",
            " = 0;",
            "override ",
            "noexcept ",
        ),
    ]
)


@settings(max_examples=200, deadline=None)
@given(text=st.lists(FRAGMENTS, max_size=60).map("".join))
def test_pieces_in_any_order_are_read(text):
    for plugin, path in ((cpp, "sample.cpp"), (c, "sample.h")):
        file = SourceFile(path, text.encode())
        check_facts(plugin.extract(file), file)


@settings(max_examples=200, deadline=None)
@given(text=st.lists(FRAGMENTS, max_size=60).map("".join))
def test_leaving_macros_out_keeps_every_place(text):
    assert [len(line) for line in readable(text).split("\n")] == [len(line) for line in text.split("\n")]
