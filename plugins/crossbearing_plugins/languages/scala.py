"""Scala 2 and 3, parsed with tree-sitter: classes, traits, objects and enums, and what declared types say.

Reads ``.scala`` and ``.sc`` files. From

    package shop
    import shop.search.{Index => Keys}
    class Store(keys: Keys) extends Base with Sink {
      override def put(key: Key): Unit = { keys.add(key); close() }
    }
    object Store { def open: Store = new Store(new Keys) }

it reads the class with its bases, the field ``keys`` with its type, the method with its signature
``override def put(key: Key): Unit``, ``open`` as a member of ``Store``, and the calls of ``keys.add``, ``close``,
``Store`` and ``Keys``.

What it says and leaves out:

- Classes, traits, objects, enums, cases with parameters and givens are classes; parameters of classes are their
  variables, so are other cases of enums. What a package object defines belongs to the top level of its package, if it
  is all that its file defines. Further constructors are called ``<init>``. ``Foo(x)`` and ``new Foo(x)`` lead to the
  class. Overloads have one name; calls mean the one that takes as many arguments in its first list.
- An object beside a class of its name is a part of that: members and bases of both are reached through the name. Inside
  another class the two are one.
- Members of the enclosing classes and of what these inherit from need no receiver. Declared types of fields,
  parameters, values and results, constructor calls and typed patterns say what a name holds; type arguments say
  nothing.
- Files of one package see each other, and what outer package clauses name. Imports with selectors, renaming and
  wildcards, in any scope, of classes, nested classes, members of objects and packages are resolved by the package
  clauses of the project's files, classes in Java and Kotlin by the place of their file.
- Functions of the same file without parameters are called by their name alone. A method of an implicit class of the
  file, an extension of it, or a function that is imported by its name is found whatever stands before it.

Limits: in other files, functions without parameters are read rather than called, and extensions and members of implicit
classes are found by their name alone. What implicits and macros add is unknown. Annotations of primary constructors
are left out. Files with a line of more than 50,000 characters are refused.
"""

from collections.abc import Mapping

from crossbearing.plugin import FileFacts, FileTree, ModuleLinks, SourceFile, UnreadableError, hookimpl
from crossbearing_plugins.languages._jvm.packages import link_packages
from crossbearing_plugins.languages._scala import names
from crossbearing_plugins.languages._scala.forms import complete, declared_type, finish, literal, plain_constructors
from crossbearing_plugins.languages._treesitter.facts import facts_of
from crossbearing_plugins.languages._treesitter.language import Language
from crossbearing_plugins.languages._treesitter.shape import shape_by

VERSION = 3
SUFFIXES = (".scala", ".sc")
SHAPE = shape_by("scala")
BUILTINS = names.BUILTINS
COMMON_MEMBERS = names.MEMBERS
IMPLICIT_RECEIVER = True
OVERLOADS = True
FAMILY = "jvm"
LONGEST_LINE = 50_000

LANGUAGE = Language(
    name="scala",
    grammar="scala",
    queries=("scala.scm",),
    builtins=BUILTINS,
    operators=r"\.(?!\.)",
    word=r"[^\W\d][\w$]*|`[^`\n]*`",
    implicit_receiver=True,
    overloads=True,
    placeholder=r"\$\{[^{}]*\}|\$\w+|%[-+ #0,(]*[\d.$]*[a-zA-Z]",
    type_name=declared_type,
    literal=literal,
    finish=finish,
)


@hookimpl
def extract(file: SourceFile) -> FileFacts:
    """Read the facts of one file; stretches that do not parse are listed.

    Raises:
        UnreadableError: a line is longer than 50,000 characters; parsing those takes time that grows with the square.
    """
    text = file.text
    if len(text) > LONGEST_LINE and max(map(len, text.splitlines())) > LONGEST_LINE:
        raise UnreadableError(f"a line is longer than {LONGEST_LINE} characters")
    return complete(facts_of(plain_constructors(text), LANGUAGE))


@hookimpl
def link_modules(files: Mapping[str, FileFacts], tree: FileTree) -> dict[str, ModuleLinks]:
    """Name each file by package and stem, and resolve imports by the packages of the project's files."""
    return link_packages(files, tree, SUFFIXES, relative=True)
