"""Kotlin, parsed with tree-sitter: classes of every kind, extensions, companions, and what declared types say.

Reads ``.kt`` and ``.kts`` files. From

    package shop
    import shop.search.Index
    class Store(private val index: Index) : Base(), Sink {
        override fun put(key: Key) { index.add(key); close() }
        companion object { fun open(): Store = Store(Index()) }
    }

it reads the class with its bases, the field ``index`` with its type, the method with its signature
``override fun put(key: Key)``, ``open`` as a member of ``Store``, and the calls of ``index.add``, ``close``, ``Store``
and ``Index``.

What it says and leaves out:

- Interfaces, objects, enums and annotation classes are classes; so are objects without a name, by the name ``{}``.
  Parameters of primary constructors that are properties are variables of their class; secondary constructors are called
  ``<init>``. A call of a class leads to the class. Overloads have one name;
  calls mean the one that takes their arguments.
- Members of a companion object belong to the class around it, as in the code that uses them.
- Members of the enclosing classes and of what these inherit from need no receiver. Declared types, constructor calls,
  results of functions, ``by lazy { … }``, ``as``, ``is`` in ``if`` and ``when`` say what a name holds; type arguments
  say nothing.
- Files of one package see each other. Imports of classes, functions, nested classes, members of objects and of whole
  packages are resolved by the package clauses of the project's files, classes in Java and Scala by the place of their
  file.
- A call of an extension of the same file, or of one that is imported by its name, leads to it whatever the receiver is.

Limits: what the receiver of a lambda gives (``apply { … }``) and what ``it`` holds are unknown; calls by common names
in such a lambda are left out. Unknown are also calls of extensions that a star or the package brings, and names written
with their package (``shop.Store``) without an import.
"""

from collections.abc import Mapping

from crossbearing.plugin import FileFacts, FileTree, ModuleLinks, SourceFile, hookimpl
from crossbearing_plugins.languages._jvm.packages import link_packages
from crossbearing_plugins.languages._kotlin import names
from crossbearing_plugins.languages._kotlin.completion import complete
from crossbearing_plugins.languages._kotlin.forms import declared_type, finish, literal, plain_constructors
from crossbearing_plugins.languages._treesitter.facts import facts_of
from crossbearing_plugins.languages._treesitter.language import Language
from crossbearing_plugins.languages._treesitter.shape import shape_by

VERSION = 3
SUFFIXES = (".kt", ".kts")
SHAPE = shape_by("kotlin")
BUILTINS = names.BUILTINS
COMMON_MEMBERS = names.MEMBERS
IMPLICIT_RECEIVER = True
OVERLOADS = True
FAMILY = "jvm"

LANGUAGE = Language(
    name="kotlin",
    grammar="kotlin",
    queries=("kotlin.scm",),
    builtins=BUILTINS,
    operators=r"(?:!!)?\??\.(?!\.)|\??::",
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
    """Read the facts of one file; stretches that do not parse are listed."""
    return complete(facts_of(plain_constructors(file.text), LANGUAGE))


@hookimpl
def link_modules(files: Mapping[str, FileFacts], tree: FileTree) -> dict[str, ModuleLinks]:
    """Name each file by package and stem, and resolve imports by the packages of the project's files."""
    return link_packages(files, tree, SUFFIXES)
