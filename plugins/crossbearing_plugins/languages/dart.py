"""Dart, parsed with tree-sitter: classes of every kind, their members, and libraries with their parts.

Reads ``.dart`` files. From

    import 'package:shop/index.dart';
    class Store extends Base with Audited implements Sink {
      Store(this.index);
      factory Store.open(String name) => Store(Index(name))..load();
      final Index index;
      Future<Entry?> put(String key) async { await index.add(key); return close(); }
      int get size => index.length;
    }

it reads the class with its bases, the field with its type, the constructors ``new`` and ``open``, the methods with
their signatures, and the calls of ``Store``, ``Index``, ``load``, ``index.add`` and ``close``.

What it says and leaves out:

- Classes, mixins, enums, extension types and aliases of mixed classes are classes; getters are methods that are called
  where they are read. ``Store(x)`` and ``new Store(x)`` lead to the class, ``Store.open(x)`` to the constructor or
  static method. An extension is a part of the class that it is on (one of a standard type a class), its own
  name an alias of it.
- Members of the enclosing classes and of what they inherit from need no receiver; those of mixins go before those of
  the superclass. Declared types of fields, parameters, variables and results say what a name holds, ``is`` and casts
  too, else its first value; a ``Future`` stands for its result, and cascades go on from their receiver.
- ``package:`` URIs lead into the packages of the project by the names in ``pubspec.yaml``, others are relative. Parts
  share the names of their library. ``show`` is heeded, ``hide`` is not; what a library exports it also sees.

Limits: elements of lists, results of generic calls (``context.read<Store>()``) and what a closure's parameters are
remain unknown. Labels of loops and macros do not parse. Parsing stops after one
second of processor time and one more for each 200,000 bytes, with an error.
"""

from collections.abc import Mapping

from crossbearing.plugin import FileFacts, FileTree, ModuleLinks, SourceFile, hookimpl
from crossbearing_plugins.languages._dart import names
from crossbearing_plugins.languages._dart.forms import complete, declared_type, finish, literal
from crossbearing_plugins.languages._dart.libraries import link_libraries
from crossbearing_plugins.languages._dart.newer import known_words
from crossbearing_plugins.languages._treesitter.facts import facts_of
from crossbearing_plugins.languages._treesitter.language import Language
from crossbearing_plugins.languages._treesitter.shape import shape_by

VERSION = 1
SUFFIXES = (".dart",)
SHAPE = shape_by("dart")
INTERPRETERS = ("dart",)
BUILTINS = names.BUILTINS
COMMON_MEMBERS = names.MEMBERS
IMPLICIT_RECEIVER = True

LANGUAGE = Language(
    name="dart",
    grammar="dart",
    queries=("dart.scm",),
    builtins=BUILTINS,
    operators=r"(?:\s*<(?:[^<>();{}=&|]|<[^<>();{}=&|]{0,60}>){0,60}>)?[?!]*\.(?!\.)",
    word=r"[^\W\d][\w$]*|[$][\w$]*",
    implicit_receiver=True,
    parts=True,
    placeholder=r"\$\{[^{}]*\}|\$\w+",
    type_name=declared_type,
    literal=literal,
    finish=finish,
)


@hookimpl
def extract(file: SourceFile) -> FileFacts:
    """Read the facts of one file; stretches that do not parse are listed."""
    return complete(facts_of(known_words(file.text), LANGUAGE))


@hookimpl
def link_modules(files: Mapping[str, FileFacts], tree: FileTree) -> dict[str, ModuleLinks]:
    """Name each file by its path, and resolve URIs by the packages of the project."""
    return link_libraries(files, tree)
