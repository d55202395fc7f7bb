"""Go, parsed with tree-sitter: packages, methods by their receivers, structs, interfaces and what names hold.

Reads ``.go`` files. From

    type Store struct {
        *Base
        index *search.Index
    }

    func (s *Store) Put(key string) error { return s.index.Add(key) }

it reads the class ``Store`` with its base and its fields, the method ``Store.Put`` with the signature
``func (s *Store) Put(key string) error``, the call of ``s.index.Add``, and that ``s`` is a ``Store``.

What it says and leaves out:

- Named types are classes; embedded types, and what an alias or a named type is made of, are bases. ``var _ Sink =
  (*Store)(nil)`` makes ``Sink`` a base as well; otherwise nobody knows which types fulfil an interface.
- A method whose type stands in another file makes a class of that name here, which is one part of it.
- Composite literals, ``new(Store)`` and conversions to a type are calls of it. What a call gives is its first result.
- Type assertions, and type switches in cases of one type, say what a name holds. Elements of slices, maps and channels
  are unknown, and so are second results.
- A package is the files of one directory with one package clause, whatever their build tags; paths of imports start
  with the module in a ``go.mod``. Without one, imports lead nowhere.
- The name of an imported package is the last part of its path, or what the file uses of that.
"""

from collections.abc import Mapping

from crossbearing.plugin import FileFacts, FileTree, ModuleLinks, SourceFile, hookimpl
from crossbearing_plugins.languages._go import names
from crossbearing_plugins.languages._go.forms import declared_type, finish, literal, owner
from crossbearing_plugins.languages._go.packages import link_go_packages
from crossbearing_plugins.languages._treesitter.facts import extract_facts
from crossbearing_plugins.languages._treesitter.language import Language
from crossbearing_plugins.languages._treesitter.shape import shape_by

VERSION = 1
SUFFIXES = (".go",)
SHAPE = shape_by("go")
BUILTINS = names.BUILTINS
COMMON_MEMBERS = names.MEMBERS

LANGUAGE = Language(
    name="go",
    grammar="go",
    queries=("go.scm",),
    builtins=names.PREDECLARED,
    receivers={},
    operators=r"\.(?!\.)",
    word=r"[^\W\d][\w]*",
    parts=True,
    placeholder=r"%[-+ #0]*[\d.*\[\]]*[a-zA-Z]",
    type_name=declared_type,
    owner=owner,
    literal=literal,
    finish=finish,
)


@hookimpl
def extract(file: SourceFile) -> FileFacts:
    """Read the facts of one file; stretches that do not parse are listed."""
    return extract_facts(file, LANGUAGE)


@hookimpl
def link_modules(files: Mapping[str, FileFacts], tree: FileTree) -> dict[str, ModuleLinks]:
    """Name each file by its path, join the files of each package and resolve imports by the modules' paths."""
    return link_go_packages(files, tree)
