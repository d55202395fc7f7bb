"""What names mean in the projects of several languages: families, packages, parts of classes, fields and methods."""

LANGUAGES = ("c", "cpp", "go", "java", "javascript", "kotlin", "lua", "php", "python", "ruby", "swift", "typescript")


def rows(found, name):
    """What the uses of a name lead to, with the confidence in it."""
    table, names = found.references, found.graph.qualnames
    columns = zip(
        table.name_numbers.tolist(),
        table.targets.tolist(),
        table.kinds.tolist(),
        table.confidence.tolist(),
        strict=True,
    )
    return {
        (names[target], round(sure, 1))
        for number, target, _, sure in columns
        if target >= 0 and table.names[number] == name
    }


def test_a_parameter_is_no_receiver_where_the_language_has_its_own(graph):
    found = graph({"a.js": "class A { put(e) { e.put(1); } run() { this.put(1); } }"})
    assert rows(found, "this.put") == {("a.A.put", 1.0)}
    assert rows(found, "e.put") == set()


def test_methods_of_other_languages_are_no_candidates(graph):
    found = graph(
        {
            "a.lua": "local T = {}\nfunction T:flush_all() end\nreturn T",
            "b.py": "def f(x): x.flush_all()",
            "c.lua": "local function f(x) x:flush_all() end",
        }
    )
    assert {caller for caller, _ in found.edges("invoke")} == {"c.f"}


def test_languages_of_one_family_call_each_other(graph):
    files = {
        "p/Names.java": "package p;\nclass Names { static void clean() {} }",
        "p/Use.kt": "package p\nfun use() { Names.clean(); }",
    }
    found = graph(files)
    assert rows(found, "Names.clean") == {("p.Names.Names.clean", 1.0)}


def test_candidates_come_from_all_languages_of_a_family(graph):
    found = graph({"a.ts": "class Names { flushAll() {} }", "b.js": "function f(x) { x.flushAll(); }"})
    assert rows(found, "x.flushAll") == {("a.Names.flushAll", 0.6)}


def test_an_import_from_outside_hides_what_the_package_has(graph):
    found = graph(
        {
            "p/Helper.java": "package p;\nclass Helper { static void help() {} }",
            "p/Use.java": "package p;\nimport org.other.Helper;\nclass Use { void f() { Helper.help(); } }",
            "p/Other.java": "package p;\nclass Other { void f() { Helper.help(); } }",
        }
    )
    assert found.calls == {("p.Other.Other.f", "p.Helper.Helper.help")}


def test_fields_that_hold_fields_are_looked_through(graph):
    found = graph(
        {
            "a.kt": """
                class B { fun go() {} }
                class A(val f: B)
                class C {
                    private val a = A(B())
                    private val f = a.f
                    fun t() { f.go() }
                }
            """
        }
    )
    assert rows(found, "f.go") == {("a.B.go", 1.0)}


def test_fields_that_hold_each_other_end(graph):
    assert rows(graph({"a.kt": "class C {\n val a = b\n val b = a\n fun t() { a.go() }\n}"}), "a.go") == {
        ("a.C.a", 1.0)
    }


class TestParts:
    def test_a_call_leads_to_the_definition_and_not_to_its_declaration(self, graph):
        found = graph(
            {
                "a.h": """
                    class A {
                    public:
                        void f();
                        class B {
                        public:
                            void f();
                            void g();
                        };
                    };
                """,
                "a.cc": """
                    #include "a.h"
                    void A::f() {}
                    void A::B::f() { g(); }
                    void A::B::g() {}
                """,
                "main.cc": """
                    #include "a.h"
                    int main() { A a; A::B b; a.f(); b.f(); }
                """,
            }
        )
        assert rows(found, "a.f") == {("a_cc.A.f", 1.0)}
        assert rows(found, "b.f") == {("a_cc.A.B.f", 1.0)}
        assert rows(found, "g") == {("a_cc.A.B.g", 1.0)}

    def test_extensions_of_nested_types_belong_to_them(self, graph):
        found = graph(
            {
                "a.swift": "class Foo { class Bar { func x() { y() } } }",
                "b.swift": "extension Foo.Bar { func y() { x() } }",
                "c.swift": "func t() { let b = Foo.Bar(); b.y(); b.x() }",
            }
        )
        assert found.calls == {
            ("a.Foo.Bar.x", "b.Foo.Bar.y"),
            ("b.Foo.Bar.y", "a.Foo.Bar.x"),
            ("c.t", "a.Foo.Bar"),
            ("c.t", "b.Foo.Bar.y"),
            ("c.t", "a.Foo.Bar.x"),
        }

    def test_classes_of_a_namespace_that_is_opened_again_are_one(self, graph):
        text = "module A\n  class B\n    def {0}\n      {1}\n    end\n  end\nend"
        found = graph({"a.rb": text.format("one", "two"), "b.rb": text.format("two", "one")})
        assert found.calls == {("a.A.B.one", "b.A.B.two"), ("b.A.B.two", "a.A.B.one")}

    def test_parts_of_a_class_from_outside_are_one_but_make_none(self, graph):
        found = graph(
            {
                "a.swift": "extension Mail { func x() { y() } }",
                "b.swift": "extension Mail { func y() { x() } }",
                "c.swift": "func t() { let b = Mail(); b.y() }",
            }
        )
        assert found.calls == {("a.Mail.x", "b.Mail.y"), ("b.Mail.y", "a.Mail.x"), ("c.t", "b.Mail.y")}


class TestFieldsAndMethods:
    def test_a_read_means_the_field_and_a_call_the_method(self, graph):
        found = graph(
            {
                "A.java": """
                    class B { void go() {} }
                    class A {
                        B size;
                        A size() { return this; }
                        void f(A a) { a.size.go(); a.size().f(a); size.go(); }
                    }
                """
            }
        )
        assert rows(found, "a.size.go") == rows(found, "size.go") == {("A.B.go", 1.0)}
        assert rows(found, "a.size().f") == {("A.A.f", 1.0)}

    def test_the_same_of_properties(self, graph):
        found = graph(
            {
                "a.php": """
                    <?php
                    class B { function go() {} }
                    class A {
                        public B $size;
                        function size() {}
                        function f() { $this->size->go(); $this->size(); }
                    }
                """
            }
        )
        assert rows(found, "this.size.go") == {("a.B.go", 1.0)}
        assert found.calls_of("a.A.f") == {"a.B.go", "a.A.size"}

    def test_a_field_does_not_hide_its_type(self, graph):
        found = graph(
            {
                "a.go": """
                    package a
                    type Store struct{}
                    func (s *Store) Go() {}
                    type A struct { Store Store }
                    func f(a *A) { a.Store.Go() }
                """
            }
        )
        assert rows(found, "a.Store.Go") == {("a.Store.Go", 1.0)}
