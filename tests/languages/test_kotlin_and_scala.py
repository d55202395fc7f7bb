"""Kotlin and Scala: the graph of small projects from files to edges, and what is read of hostile files."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from projects import check_facts

from crossbearing.model.errors import UnreadableError
from crossbearing.model.file import SourceFile
from crossbearing_plugins.languages import kotlin, scala

PLUGINS = (kotlin, scala)
both = pytest.mark.parametrize("plugin", PLUGINS, ids=lambda plugin: plugin.__name__.rpartition(".")[2])
LANGUAGES = ("java", "kotlin", "scala")


def calls_from(found, start):
    return {target for source, target in found.calls if source.startswith(start)}


def test_kotlin_calls_across_files_and_out_of_the_project(graph):
    found = graph(
        {
            "build.gradle.kts": "",
            "src/main/kotlin/shop/Names.kt": """
                package shop

                const val FIRST = "a"

                fun clean(text: String): String = text.trim()

                object Rules {
                  fun check() {}
                  class Rule { fun apply() {} }
                }
            """,
            "src/main/kotlin/shop/parts/Wheel.kt": """
                package shop.parts

                class Wheel private constructor(val size: Int) {
                  fun turn() {}
                  companion object {
                    fun make(): Wheel = Wheel(1)
                  }
                }
            """,
            "src/main/kotlin/app/Main.kt": """
                package app

                import kotlin.math.max
                import org.other.Client
                import shop.clean
                import shop.Rules.check
                import shop.Rules.Rule as Law
                import shop.parts.*

                fun main(items: List<String>) {
                  println(Client().send(max(items.size, 1)))
                  clean("a")
                  check()
                  Wheel.make().turn()
                  Law().apply()
                  help()
                  noSuchName()
                }
            """,
            "src/main/kotlin/app/Helper.kt": "package app\n\ninternal fun help() {}\n",
        }
    )
    assert calls_from(found, "app.Main.main") == {
        "shop.Names.clean",
        "shop.Names.Rules.check",
        "shop.Names.Rules.Rule",
        "shop.Names.Rules.Rule.apply",
        "shop.parts.Wheel.Wheel.make",
        "shop.parts.Wheel.Wheel.turn",
        "app.Helper.help",
    }
    assert found.unresolved == {"noSuchName"}


def test_kotlin_methods_of_one_name_are_told_apart_by_their_receivers(graph):
    found = graph(
        {
            "Base.kt": "open class Base(val inner: Index) {\n  open fun close() {}\n  fun index() = inner\n}\n",
            "Index.kt": "class Index : Sink {\n  override fun put(key: String) {}\n  fun close() {}\n}\n",
            "Sink.kt": 'interface Sink {\n  fun put(key: String)\n  fun all() = put("")\n}\n',
            "Store.kt": """
                class Store(index: Index) : Base(index), Sink {
                  private val sink: Sink = index
                  private val lazy by lazy { Index() }

                  override fun put(key: String) {
                    inner.put(key)
                    sink.all()
                    close()
                    super.close()
                    lazy.close()
                    val made = Store(Index()).apply { println(this) }
                    made.put(key)
                  }

                  fun self() = apply { close() }
                }
            """,
            "App.kt": """
                class App {
                  enum class Kind { ONE, TWO;
                    fun show() {}
                  }

                  fun run(value: Any, index: Index?, store: Store) {
                    if (value is Store) { value.close() }
                    when (value) {
                      is Index -> value.close()
                      else -> {}
                    }
                    index?.put("a")
                    Kind.ONE.show()
                    store.self().put("b")
                    val listener = object : Base(index!!) {
                      override fun close() { inner.close(); this@App.stop() }
                    }
                  }

                  fun stop() {}

                  fun cast(value: Any) { (value as Sink).all() }
                }
            """,
        }
    )
    assert calls_from(found, "App.App.cast") == {"Sink.Sink.all"}
    assert calls_from(found, "Store.Store.put") == {
        "Index.Index.put",
        "Index.Index",
        "Index.Index.close",
        "Sink.Sink.all",
        "Base.Base.close",
        "Store.Store",
        "Store.Store.put",
    }
    assert calls_from(found, "App.App.run.{}") == {"Index.Index.close", "App.App.stop"}
    assert {target for source, target in found.calls if source == "App.App.run"} == {
        "Base.Base.close",
        "Index.Index.close",
        "Index.Index.put",
        "App.App.Kind.show",
        "Store.Store.self",
        "Store.Store.put",
    }
    assert found.edges("inherit") == {
        ("Store.Store", "Base.Base"),
        ("Store.Store", "Sink.Sink"),
        ("Index.Index", "Sink.Sink"),
        ("App.App.run.{}", "Base.Base"),
    }


def test_kotlin_parameters_and_locals_hide_functions_and_fields(graph):
    found = graph(
        {
            "Tool.kt": "class Tool {\n  fun use() {}\n}\n",
            "Other.kt": "class Other {\n  fun use() {}\n}\n",
            "help.kt": "fun help() {}\n",
            "App.kt": """
                class App(val tool: Tool) {
                  fun byField() { tool.use(); help() }
                  fun byParameter(tool: Other) { tool.use(); this.tool.use() }
                  fun byLocal(find: () -> Other) { val tool: Other = find(); tool.use() }
                  fun byUnknown(names: List<String>, help: () -> Unit) { for (tool in names) { tool.use() }; help() }
                  fun byLambda() { each { tool -> tool.use() } }
                  fun byTest(tool: Any) { if (tool is Tool) tool.use() else tool.use() }
                }
            """,
        }
    )
    assert calls_from(found, "App.App.byField") == {"Tool.Tool.use", "help.help"}
    assert calls_from(found, "App.App.byParameter") == {"Other.Other.use", "Tool.Tool.use"}
    assert calls_from(found, "App.App.byLocal") == {"Other.Other.use"}
    assert calls_from(found, "App.App.byUnknown") == set()
    assert calls_from(found, "App.App.byLambda") == set()
    assert calls_from(found, "App.App.byTest") == {"Tool.Tool.use"}


def test_kotlin_extensions_are_called_on_anything(graph):
    found = graph(
        {
            "text/Text.kt": """
                package text

                class Key { fun hash() {} }
                class Words { companion object { fun String.toWords(): Words = Words() }
                  fun count() {} }

                fun String.toKey(): Key = Key()
                fun Key.twice(): Key { hash(); this.hash(); return this }
                infix fun Key.joined(other: Key): Key = this
            """,
            "app/App.kt": """
                package app

                import text.Key
                import text.Words.Companion.toWords
                import text.joined
                import text.toKey
                import text.twice

                class Own { fun twice() {} }

                private fun <T> List<T>.second(): T = this[1]

                fun run(keys: List<Key>, own: Own) {
                  "a".toKey().hash()
                  val key = "b".toKey()
                  key.twice().hash()
                  key joined key
                  keys.second()
                  keys[0].toString().toWords().count()
                  Key.joined(key)
                }
            """,
            "app/Other.kt": """
                package app

                import text.Key
                import text.twice

                fun other(key: Key) { key.twice() }
            """,
        }
    )
    assert calls_from(found, "text.Text.twice") == {"text.Text.Key.hash"}
    assert calls_from(found, "app.App.run") == {
        "text.Text.toKey",
        "text.Text.Key.hash",
        "text.Text.joined",
        "text.Text.Words.toWords",
        "text.Text.Words.count",
        "app.App.second",
    }
    assert calls_from(found, "app.Other.other") == {"text.Text.twice"}


def test_kotlin_lambdas_with_another_receiver_keep_their_common_names(graph):
    found = graph(
        {
            "App.kt": """
                class App {
                  fun write() {}
                  fun mark() {}
                  fun run(sink: Sink) {
                    with(sink) { write(); mark() }
                    sink.apply { write() }
                    write()
                    apply { mark() }
                  }
                  fun inner(sink: Sink) { sink.run { write() } }
                }
            """,
        }
    )
    assert calls_from(found, "App.App.run") == {"App.App.write", "App.App.mark"}
    assert calls_from(found, "App.App.inner") == set()


def test_kotlin_classes_of_one_name_in_several_modules(graph):
    service = "package shop\n\nclass Service {{\n  fun {}() {{}}\n}}\n"
    user = "package {}\n\nimport shop.Service\n\nfun use(service: Service) {{ service.{}() }}\n"
    found = graph(
        {
            "one/build.gradle.kts": "",
            "two/build.gradle.kts": "",
            "one/src/main/kotlin/shop/Service.kt": service.format("first"),
            "two/src/main/kotlin/shop/Service.kt": service.format("second"),
            "two/src/test/kotlin/shop/Service.kt": service.format("third"),
            "one/src/main/kotlin/one/User.kt": user.format("one", "first"),
            "two/src/main/kotlin/two/User.kt": user.format("two", "second"),
            "two/src/main/kotlin/shop/Near.kt": "package shop\n\nfun near(service: Service) { service.second() }\n",
        }
    )
    assert found.calls == {
        ("one.User.use", "one.src.main.kotlin.shop.Service.Service.first"),
        ("two.User.use", "two.src.main.kotlin.shop.Service.Service.second"),
        ("shop.Near.near", "two.src.main.kotlin.shop.Service.Service.second"),
    }


def test_java_kotlin_and_scala_import_classes_of_each_other(graph):
    found = graph(
        {
            "src/main/java/shop/Names.java": "package shop;\npublic class Names { public static void clean() {} }\n",
            "src/main/kotlin/shop/Words.kt": "package shop\n\nclass Words {\n  fun count() {}\n}\n",
            "src/main/java/app/Use.java": """
                package app;
                import shop.Words;
                import shop.Unknown;
                class Use { void run(Words words, Unknown unknown) { words.count(); unknown.count(); } }
            """,
            "src/main/scala/shop/Marks.scala": "package shop\n\nobject Marks { def mark() = 1 }\n",
            "src/main/kotlin/app/App.kt": """
                package app

                import shop.Marks
                import shop.Names

                fun run() { Names.clean(); Marks.mark() }
            """,
            "src/main/scala/app/Main.scala": """
                package app

                import shop.{Names, Words}

                object Main { def run(words: Words) = { Names.clean(); words.count() } }
            """,
        }
    )
    assert found.calls == {
        ("app.App.run", "shop.Names.Names.clean"),
        ("app.App.run", "shop.Marks.Marks.mark"),
        ("app.Main.Main.run", "shop.Names.Names.clean"),
        ("app.Main.Main.run", "shop.Words.Words.count"),
        ("app.Use.Use.run", "shop.Words.Words.count"),
    }


def test_scala_calls_across_files_and_out_of_the_project(graph):
    found = graph(
        {
            "build.sbt": "",
            "src/main/scala/shop/package.scala": "package object shop {\n  def clean(text: String) = text.trim\n}\n",
            "src/main/scala/shop/Names.scala": """
                package shop

                object Rules {
                  def check() = 1
                  case class Rule(name: String) { def apply() = 2 }
                }
            """,
            "src/main/scala/shop/parts/Wheel.scala": """
                package shop.parts

                class Wheel private (val size: Int) { def turn(): Unit = () }
                object Wheel { def make(size: Int): Wheel = new Wheel(size) }
            """,
            "src/main/scala/app/Main.scala": """
                package app

                import org.other.Client
                import scala.math.max
                import shop._
                import shop.Rules.{check, Rule => Law, Other => _}
                import shop.parts.{Wheel => Disc}

                object Main {
                  def run(items: List[String]): Unit = {
                    import Helper.help
                    println(new Client().send(max(items.size, 1)))
                    clean("a")
                    check()
                    Disc.make(1).turn()
                    Law("b").apply()
                    help()
                    Rules.check()
                    noSuchName()
                  }
                }
            """,
            "src/main/scala/app/Helper.scala": "package app\n\nobject Helper { def help() = 3 }\n",
        }
    )
    assert calls_from(found, "app.Main.Main.run") == {
        "shop.package.clean",
        "shop.Names.Rules.check",
        "shop.Names.Rules.Rule",
        "shop.Names.Rules.Rule.apply",
        "shop.parts.Wheel.Wheel.make",
        "shop.parts.Wheel.Wheel.turn",
        "app.Helper.Helper.help",
    }
    assert found.unresolved == {"noSuchName"}


def test_scala_methods_of_one_name_are_told_apart_by_their_receivers(graph):
    found = graph(
        {
            "Base.scala": "class Base(val inner: Index) { def close(): Unit = (); def index: Index = inner }\n",
            "Index.scala": "class Index extends Sink { def put(key: String) = 1; def close() = 2 }\n",
            "Sink.scala": 'trait Sink { def put(key: String): Int; def all() = put("") }\n',
            "Store.scala": """
                class Store(index0: Index) extends Base(index0) with Sink { self =>
                  private val sink: Sink = index0
                  def put(key: String) = {
                    inner.put(key)
                    sink.all()
                    close()
                    super.close()
                    val made = new Store(new Index)
                    made.put(key)
                    self.all()
                    Store.open("c").put("d")
                  }
                }
                object Store extends Opening { def open(name: String): Store = new Store(null) }
                trait Opening
            """,
            "App.scala": """
                class App {
                  def run(value: Any, index: Index, store: Store): Unit = {
                    value match {
                      case store: Store => store.close()
                      case Wrapped(inner) => inner.close()
                      case made @ Wrapped(_) => made.show()
                      case _ =>
                    }
                    index.put("a")
                    Kind.One.show()
                    val listener = new Base(index) { override def close() = { inner.put("c"); App.this.stop() } }
                    for (each <- values; found = each.find()) found.close()
                    curried(1)(2).close()
                  }
                  def curried(one: Int)(two: Int): Index = new Index
                  def stop() = ()
                }
                case class Wrapped(value: Any) { def show() = () }
                enum Kind { case One, Two; def show() = () }
            """,
        }
    )
    assert calls_from(found, "Store.Store.put") == {
        "Index.Index.put",
        "Index.Index",
        "Sink.Sink.all",
        "Base.Base.close",
        "Store.Store",
        "Store.Store.put",
        "Store.Store.open",
    }
    assert calls_from(found, "App.App.run.{}") >= {"Index.Index.put", "App.App.stop"}
    assert {target for source, target in found.calls if source == "App.App.run"} == {
        "Base.Base.close",
        "Index.Index.put",
        "Index.Index.close",
        "App.Wrapped.show",
        "App.Kind.show",
        "App.App.curried",
    }
    assert found.edges("inherit") >= {
        ("Store.Store", "Base.Base"),
        ("Store.Store", "Sink.Sink"),
        ("Index.Index", "Sink.Sink"),
        ("App.App.run.{}", "Base.Base"),
    }


def test_scala_parameters_and_locals_hide_members_and_imports(graph):
    found = graph(
        {
            "Tools.scala": """
                class Tool { def use() = 1 }
                class Other { def use() = 2 }
                object Names { def clean() = 3 }
            """,
            "App.scala": """
                import Names.clean

                class App(val tool: Tool) {
                  def byField() = { tool.use(); clean() }
                  def byParameter(tool: Other) = { tool.use(); this.tool.use() }
                  def byLocal(clean: () => Int) = { val tool: Other = find(); tool.use(); clean() }
                  def byUnknown(names: List[String]) = for (tool <- names) tool.use()
                  def byLambda() = each(tool => tool.use())
                  def byCase(value: Any) = value match { case Some(tool) => tool.use(); case tool: Other => tool.use() }
                }
            """,
        }
    )
    assert calls_from(found, "App.App.byField") == {"Tools.Tool.use", "Tools.Names.clean"}
    assert calls_from(found, "App.App.byParameter") == {"Tools.Other.use", "Tools.Tool.use"}
    assert calls_from(found, "App.App.byLocal") == {"Tools.Other.use"}
    assert calls_from(found, "App.App.byUnknown") == set()
    assert calls_from(found, "App.App.byLambda") == set()
    assert calls_from(found, "App.App.byCase") == {"Tools.Other.use"}


def test_scala_three_without_braces(graph):
    found = graph(
        {
            "a/data/Store.scala": """
                package a
                package data

                import text.shout

                class Store(index: Index) extends Sink:
                  def put(key: Key): Unit =
                    index.add(key)
                    key.name.shout(2)
                    rest
                  def rest = index.size
                object Store:
                  def apply(name: String): Store = new Store(Index())

                extension (key: Key)
                  def twice: Key = key
                  def times(count: Int) = key.twice
            """,
            "a/data/Index.scala": """
                package a.data

                class Index:
                  def add(key: Key) = helper(key)
                  def size = 1
                case class Key(name: String)
            """,
            "a/text.scala": "package a.text\n\nextension (text: String) def shout(times: Int): String = text\n",
            "a/top.scala": "package a\n\ntrait Sink\ndef helper(key: Any) = key\n",
        }
    )
    assert calls_from(found, "a.data.Store.Store.put") == {
        "a.data.Index.Index.add",
        "a.text.text.shout",
        "a.data.Store.Store.rest",
    }
    assert calls_from(found, "a.data.Store.times") == {"a.data.Store.twice"}
    assert found.edges("inherit") == {("a.data.Store.Store", "a.top.Sink")}
    assert found.unresolved >= {"helper"}


NESTED = 1_500
HOSTILE = {
    "brackets": b"(" * NESTED + b"x" + b")" * NESTED,
    "calls": b"val x = " + b"f(" * NESTED + b")" * NESTED,
    "unclosed": b"f([{" * NESTED,
    "closers": b")]}" * NESTED,
    "attributes": b"val x = x" + b".a" * 10_000,
    "chain of calls": b"val x = x" + b".a()" * 2_000,
    "curried": b"val x = x" + b"(a)" * NESTED,
    "classes": b"class A { fun m() { " * NESTED + b"}}" * NESTED,
    "objects": b"object A { def m = { " * NESTED + b"}}" * NESTED,
    "lambdas": b"val x = " + b"{ a -> " * NESTED + b"1" + b"}" * NESTED,
    "functions": b"val x = " + b"a => " * NESTED + b"1",
    "generics": b"val x: List" + b"<List" * NESTED + b">" * NESTED + b" = y",
    "type arguments": b"val x: List" + b"[List" * NESTED + b"]" * NESTED + b" = y",
    "templates": b'val x = "' + b"${a(" * 2_000,
    "imports": b"import a.b.C.d\n" * NESTED,
    "stars": b"import a.B.*\n" * 100 + b"val x = f() + g()\n",
    "constructors": b"class A\n" + b"@A(" * NESTED + b"constructor(",
    "blanks": b"class A" + b" " * 50_000 + b"@ constructor" + b"\n" * 50_000 + b"class B" + b"\n" * 50_000,
    "companions": b"class A { companion object { " * 1_000 + b"}}" * 1_000,
    "extensions": b"fun A.b() = this.b()\n" * 2_000,
    "matches": b"x match { case a => " * 1_000 + b"}" * 1_000,
    "every byte": bytes(range(256)) * 50,
    "carriage returns": b"package a\rfun f() {\r  a.b()\r}",
    "NUL": b"x = 1\0\ny()\n",
    "surrogate": "class A { val x = é.\U0001d4d0('\ufeff \U0001f600') }\n".encode(),
}


@both
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_read_or_refused(plugin, name):
    file = SourceFile(f"x{plugin.SUFFIXES[0]}", HOSTILE[name])
    with contextlib.suppress(UnreadableError):
        check_facts(plugin.extract(file), file)


def test_lines_that_scala_would_parse_for_minutes_are_refused():
    with pytest.raises(UnreadableError, match="a line is longer than 50000 characters"):
        scala.extract(SourceFile("a.scala", b"val x = y\n" + b"a " * 30_000))
    assert scala.extract(SourceFile("a.scala", b"val x = y\n" * 10_000)).problems == []


FRAGMENTS = st.sampled_from(
    [
        *"()[]{}:=,.;@\\'\"`\n\r\t *+-<>!&|?0é_",
        *("->", "=>", "::", "<-", "!!", "?.", "/*", "*/", "//", "\r\n", "\0", "\n  ", '"""', "${", 's"'),
        *("fun ", "fun A.b(", "val ", "var ", "def ", "class A", "object A", "companion object ", "trait B ", "case "),
        *("import ", "import a.B.{c => d, ", "package a", "package object p ", "new ", "return ", "when (x) {", "is "),
        *("extends ", "with ", "enum ", "given ", "using ", "extension (x: T) ", "match {", "for (x <- y) ", "yield "),
        *("constructor(", "by lazy {", "this@A", "super<B>.", "typealias T = ", "x", "yy", "Foo", "a.b", "名", "it"),
    ]
)


@both
@settings(max_examples=150, deadline=None)
@given(text=st.lists(FRAGMENTS, max_size=60).map("".join))
def test_pieces_in_any_order_are_read(plugin, text):
    file = SourceFile(f"sample{plugin.SUFFIXES[0]}", text.encode())
    check_facts(plugin.extract(file), file)
