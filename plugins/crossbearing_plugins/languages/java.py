"""Java, parsed with tree-sitter: classes of every kind, their members, and what declared types say.

Reads ``.java`` files. From

    package shop;
    import shop.search.Index;
    public class Store extends Base implements Sink {
      private final Index index = new Index();
      @Override public void put(Key key) { index.add(key); close(); }
    }

it reads the class with its bases, the field with its type, the method with its annotation and the signature
``public void put(Key key)``, and the calls of ``Index``, ``index.add`` and ``close``.

What it says and leaves out:

- Interfaces, enums, records and annotation types are classes; so are anonymous classes, by the name ``{}``.
  Constructors are called ``<init>``, as in stack traces. Overloads have one name; calls mean the one
  that takes as many arguments, of the types that literals, ``new``, casts and declarations tell.
- Members of the enclosing classes and of what these inherit from need no receiver. Declared types of fields,
  parameters, variables and results say what a name holds, ``var`` its first value; type arguments say nothing.
- Classes of one package see each other. Imports of single classes, whole packages, nested classes and static members
  are resolved by the package clause of the project's files, of classes in Kotlin and Scala by the place of their file;
  the first name in upper case is taken for the class.
- Method references read the method; ``Store::new`` reads the class. Lambdas belong to the method around them.
- Names written with their package (``java.util.List``) without an import are unknown.
"""

from collections.abc import Mapping

from crossbearing.plugin import FileFacts, FileTree, ModuleLinks, SourceFile, hookimpl
from crossbearing_plugins.languages._java import names
from crossbearing_plugins.languages._java.forms import complete, declared_type, finish, literal
from crossbearing_plugins.languages._java.packages import link_java_packages
from crossbearing_plugins.languages._treesitter.facts import extract_facts
from crossbearing_plugins.languages._treesitter.language import Language
from crossbearing_plugins.languages._treesitter.shape import shape_by

VERSION = 3
SUFFIXES = (".java",)
SHAPE = shape_by("java")
BUILTINS = names.BUILTINS
COMMON_MEMBERS = names.MEMBERS
IMPLICIT_RECEIVER = True
OVERLOADS = True
FAMILY = "jvm"

LANGUAGE = Language(
    name="java",
    grammar="java",
    queries=("java.scm",),
    builtins=BUILTINS,
    operators=r"\.(?!\.)(?:\s*<[^<>()]{0,100}>)?|::",
    word=r"[^\W\d][\w$]*",
    implicit_receiver=True,
    overloads=True,
    placeholder=r"%[-+ #0,(]*[\d.$]*[a-zA-Z]|\{\d*\}",
    type_name=declared_type,
    literal=literal,
    finish=finish,
)


@hookimpl
def extract(file: SourceFile) -> FileFacts:
    """Read the facts of one file; stretches that do not parse are listed."""
    return complete(extract_facts(file, LANGUAGE))


@hookimpl
def link_modules(files: Mapping[str, FileFacts], tree: FileTree) -> dict[str, ModuleLinks]:
    """Name each file by package and class, and resolve imports by the packages of the project's files."""
    return link_java_packages(files, tree)
