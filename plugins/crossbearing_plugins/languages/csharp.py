"""C#, parsed with tree-sitter: types of every kind, their members, and namespaces.

Reads ``.cs`` files. From

    namespace Shop.Data;
    using Shop.Search;
    public class Store : Base, ISink {
        private readonly Index _index = new Index();
        public async Task<Entry> Put(Key key) { _index.Add(key); return await Close(); }
    }

it reads the class with its bases, the field with its type, the method with its signature, and the calls of ``Index``,
``_index.Add`` and ``Close``.

What it says and leaves out:

- Classes, structs, records, interfaces, enums and delegates are classes; properties, events, enum members and the
  parameters of records and primary constructors are their variables. Constructors are called ``<ctor>``; a call of
  ``base(...)`` is told by the base alone. Overloads are definitions of one name;
  calls mean the one that takes their arguments.
- Members of the enclosing classes and of their bases need no receiver. Declared types of fields, properties,
  parameters, variables and results say what a name holds, ``var`` its first value; a ``Task`` stands for its result.
- Files of one namespace see each other's types, and those of outer namespaces. ``using`` of namespaces, of aliases, of
  static classes, and global ones in a file such as ``GlobalUsings.cs`` are followed.
- A partial class is the one in the file of its name (``Store.cs``); what other files (``Store.Async.cs``) add to it are
  parts of that.

Limits: a file with several namespaces is taken for one of the first. An extension method is found by its name alone,
and only where the receiver's type is unknown. Names written with their namespace (``Shop.Data.Store``) are unknown. Of
the branches of ``#if`` the first is read. Parsing stops after 20 seconds of processor time, with an error.
"""

from collections.abc import Mapping

from crossbearing.plugin import FileFacts, FileTree, ModuleLinks, SourceFile, hookimpl
from crossbearing_plugins.languages._csharp import names
from crossbearing_plugins.languages._csharp.forms import complete, declared_type, finish, literal, one_branch
from crossbearing_plugins.languages._csharp.namespaces import link_namespaces
from crossbearing_plugins.languages._treesitter.facts import facts_of
from crossbearing_plugins.languages._treesitter.language import Language
from crossbearing_plugins.languages._treesitter.shape import shape_by

VERSION = 3
SUFFIXES = (".cs",)
SHAPE = shape_by("csharp")
BUILTINS = names.BUILTINS
COMMON_MEMBERS = names.MEMBERS
IMPLICIT_RECEIVER = True
OVERLOADS = True

LANGUAGE = Language(
    name="csharp",
    grammar="csharp",
    queries=("csharp.scm",),
    builtins=BUILTINS,
    receivers={"this": "this", "base": "super"},
    operators=r"(?:\s*<(?:[^<>();{}=&|]|<[^<>();{}=&|]{0,60}>){0,60}>)?[?!]?\.(?!\.)",
    word=r"@?[^\W\d][\w]*",
    implicit_receiver=True,
    overloads=True,
    placeholder=r"\{[^{}\s]*\}",
    type_name=declared_type,
    literal=literal,
    finish=finish,
)


@hookimpl
def extract(file: SourceFile) -> FileFacts:
    """Read the facts of one file; stretches that do not parse are listed."""
    return complete(facts_of(one_branch(file.text), LANGUAGE), file.path)


@hookimpl
def link_modules(files: Mapping[str, FileFacts], tree: FileTree) -> dict[str, ModuleLinks]:
    """Name each file by namespace and stem, and resolve using directives by the namespaces of the project's files."""
    return link_namespaces(files)
