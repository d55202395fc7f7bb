"""Calls of a name with several definitions lead to the one that takes their arguments, in languages that have such."""

import pytest

LANGUAGES = ("c", "cpp", "csharp", "java", "kotlin", "scala", "swift")


def lines(found, caller):
    """The lines of what a definition certainly calls, by the names of its calls as written."""
    table, graph = found.references, found.graph
    return [
        int(graph.lines[target])
        for entity, target, sure in zip(
            table.entities.tolist(), table.targets.tolist(), table.confidence.tolist(), strict=True
        )
        if target >= 0 and sure == 1 and graph.qualnames[entity].endswith(f".{caller}")
    ]


CASES = {
    "Store.java": """
        class Store extends Base {
            void put(String key) {}
            @Deprecated(since = "1, 2") void put(String key, Map<String, Integer> rest) {}
            void put(String key, int... rest) {}
            <T> void put() {}
            void run() {
                put("a");
                put("a", f(1, 2));
                this.put(/* none */);
                put("a", 1, 2);
                put(1, 2, 3, 4, "x, y");
            }
        }
    """,
    "store.kt": """
        class Store {
            fun put(key: String) {}
            fun put(key: String, text: String = ", ", then: (Int) -> Unit) {}
            fun put(vararg keys: Int, last: Boolean) {}
            fun run() {
                put("a")
                put("a") { it }
                put("a", then = { it })
                put(1, 2, last = true)
            }
        }
    """,
    "store.scala": """
        class Store {
          def put(key: String): Unit = {}
          def put(key: String, text: String = ", ")(then: Int => Unit): Unit = {}
          def put(key: Int, next: Int, rest: Int*): Unit = {}
          def run() = {
            put("a")
            put("a", text = "b")(x => x)
            put(1, 2, 3, 4)
          }
        }
    """,
    "Store.cs": """
        class Store {
            void Put(string key) {}
            void Put(string key, int count = 1, bool last = false) {}
            void Put(params int[] keys) {}
            void Run() {
                Put("a");
                Put("a", last: true);
                Put(1, 2, 3, 4);
                this.Put();
            }
        }
    """,
    "store.swift": """
        class Store {
            func put(_ key: String) {}
            func put(_ key: String, for name: String = "a") {}
            func put(key: String) {}
            func put(_ keys: Int..., then: (Int) -> Void) {}
            func run() {
                put("a")
                put("a", for: "b")
                put(key: "a")
                put(1, 2, 3) { $0 }
                put(1, then: { $0 })
            }
        }
    """,
    "store.cpp": """
        class Store {
            void put() {}
            void put(int key, int count = 1) {}
            void put(int key, int a, int b, ...) {}
            void run() {
                put();
                put(1);
                this->put(1, max<int>(1, 2));
                put(1, 2, 3, 4);
            }
        };
    """,
}
EXPECTED = {
    "Store.java": [2, 3, 5, 4, 4],
    "store.kt": [2, 3, 3, 4],
    "store.scala": [2, 3, 4],
    "Store.cs": [2, 3, 4, 4],
    "store.swift": [2, 3, 4, 5, 5],
    "store.cpp": [2, 3, 3, 4],
}


@pytest.mark.parametrize("path", sorted(CASES))
def test_the_overload_that_takes_the_arguments_is_called(graph, path):
    caller = "Store.Run" if path.endswith(".cs") else "Store.run"
    assert lines(graph({path: CASES[path]}), caller) == EXPECTED[path]


def test_one_that_a_class_inherits_is_called_where_its_own_do_not_fit(graph):
    found = graph(
        {
            "p/Base.java": """
                package p;
                class Base {
                    void put(int a, int b) {}
                }
            """,
            "p/Store.java": """
                package p;
                class Store extends Base {
                    void put(int a) {}
                    static void run(Store store) { store.put(1, 2); store.put(1); }
                }
            """,
        }
    )
    assert {called for _, called in found.calls} == {"p.Base.Base.put", "p.Store.Store.put"}


def test_functions_of_a_package_are_told_apart_across_files(graph):
    found = graph(
        {
            "p/a.kt": "package p\nfun put(a: Int) {}",
            "p/b.kt": "package p\n\nfun put(a: Int, b: Int) {}",
            "p/c.kt": "package p\nfun run() { put(1, 2); put(1) }",
        }
    )
    assert lines(found, "run") == [3, 2]


def test_defaults_of_a_declaration_count_for_its_definition(graph):
    found = graph(
        {
            "store.h": """
                class Store {
                public:
                    void put(int key, int count = 1);
                    void put();
                };
            """,
            "store.cpp": """
                #include "store.h"

                void Store::put(int key, int count) {}
                void Store::put() {}
            """,
            "main.cpp": """
                #include "store.h"
                int main() {
                    Store store;
                    store.put(1);
                    store.put();
                }
            """,
        }
    )
    assert [line for line in lines(found, "main") if line != 1] == [3, 4], "the call of the class aside"


def test_an_unknown_receiver_has_the_overload_that_fits(graph):
    found = graph(
        {
            "Store.java": """
                class Store {
                    void flushAll(int a) {}
                    void flushAll(int a, int b) {}
                    void run() { unknown.flushAll(1, 2); }
                }
            """
        }
    )
    table = found.references
    rows = zip(table.targets.tolist(), table.confidence.tolist(), strict=True)
    assert [(int(found.graph.lines[target]), round(sure, 1)) for target, sure in rows if target >= 0] == [(3, 0.6)]


JAVA = """
    class Store {
        private final Reader source = open();
        void put(String key, Class<?> type) {}
        void put(String key, Type type) {}
        void put(Reader source, Type type) {}
        void put(Number count) {}
        void put(Boolean last) {}
        void put(float share) {}
        void run(Type wanted, Class<?>[] many) {
            put("a", Cart.class);
            put("a", wanted);
            put(source, wanted);
            put(new Reader(), wanted);
            put((Number) many);
            put(true);
            put(1.5f);
        }
        void guess() {
            put(known(), wanted());
        }
    }
"""


def test_types_of_arguments_tell_overloads_apart(graph):
    found = graph({"Store.java": JAVA})
    the_field = 2
    assert lines(found, "Store.run") == [3, 4, 5, the_field, 5, 6, 7, 8]


def test_what_arguments_do_not_tell_is_likely_only(graph):
    table = graph({"Store.java": JAVA}).references
    sure = [value for line, value in zip(table.lines.tolist(), table.confidence.tolist(), strict=True) if line == 19]
    assert max(sure) == pytest.approx(0.8)
