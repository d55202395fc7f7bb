"""Swift, parsed with tree-sitter: types of every kind, their extensions, and the targets of packages.

Reads ``.swift`` files. From

    import Search
    final class Store: Base, Sink {
        private let index: Index
        init(index: Index) { self.index = index }
        func put(_ key: String) async throws -> Entry? { try await index.add(key); return close() }
    }
    extension Store { var size: Int { index.count } }

it reads the class with its bases, the property with its type, the methods with their signatures, and the calls of
``index.add`` and ``close``; ``size`` is a property of the class.

What it says and leaves out:

- Classes, structs, enums, actors and protocols are classes, cases variables of their enum, computed properties methods
  that reading them calls. An extension is a part of the type that it names. Initialisers are called ``init``;
  ``Store(index: x)`` leads to the class. Overloads are definitions of one name; calls mean the
  one that takes their arguments and labels.
- Members of the enclosing types and of what they inherit from need no receiver. Declared types of properties,
  parameters, variables and results say what a name holds, casts too, else its first value; optionals, ``some`` and
  ``any`` are looked through, a type parameter stands for what it has to be. Arrays and dictionaries say nothing.
- All files of a target see each other. Targets are those of ``Package.swift``, else the folders below ``Sources``,
  ``Tests`` or the top; an import leads to one of the target's files.
- Implicit members (``.shared``, ``.init()``) are left out, and so are labels. Code under every compilation condition is
  read.

Limits: what a closure's ``$0`` is remains unknown, as do elements of arrays. Some newer words (``sending``, typed
``throws``) are blanked, as the grammar does not know them. It takes long for some errors:
parsing stops after one second of processor time and one more for each 200,000 bytes, with an error, as for files of
over a million characters.
"""

from collections.abc import Mapping

from crossbearing.plugin import FileFacts, FileTree, ModuleLinks, SourceFile, UnreadableError, hookimpl
from crossbearing_plugins.languages._swift import names
from crossbearing_plugins.languages._swift.forms import complete, declared_type, finish, known_words, literal
from crossbearing_plugins.languages._swift.targets import link_targets
from crossbearing_plugins.languages._treesitter.facts import facts_of
from crossbearing_plugins.languages._treesitter.language import Language
from crossbearing_plugins.languages._treesitter.shape import shape_by

VERSION = 3
SUFFIXES = (".swift",)
SHAPE = shape_by("swift")
INTERPRETERS = ("swift",)
BUILTINS = names.BUILTINS
COMMON_MEMBERS = names.MEMBERS
IMPLICIT_RECEIVER = True
OVERLOADS = True
_LARGEST = 1_000_000

LANGUAGE = Language(
    name="swift",
    grammar="swift",
    queries=("swift.scm",),
    builtins=BUILTINS,
    receivers={"self": "self", "Self": "cls", "super": "super"},
    operators=r"[?!]*\.(?!\.)",
    word=r"[^\W\d][\w]*|`[^\W\d][\w]*`",
    implicit_receiver=True,
    overloads=True,
    parts=True,
    placeholder=r"\\\([^()]*(?:\([^()]*\)[^()]*)*\)|%[-+ #0]*[\d.*]*(?:ll?)?[a-zA-Z@]",
    type_name=declared_type,
    literal=literal,
    finish=finish,
)


@hookimpl
def extract(file: SourceFile) -> FileFacts:
    """Read the facts of one file; stretches that do not parse are listed."""
    if len(file.text) > _LARGEST:
        raise UnreadableError(f"longer than {_LARGEST} characters, which the grammar may need minutes for")
    return complete(facts_of(known_words(file.text), LANGUAGE))


@hookimpl
def link_modules(files: Mapping[str, FileFacts], tree: FileTree) -> dict[str, ModuleLinks]:
    """Name each file by its path, and resolve imports by the targets of the project's packages."""
    return link_targets(files, tree)
