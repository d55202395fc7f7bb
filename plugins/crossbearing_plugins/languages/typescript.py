"""TypeScript, parsed with tree-sitter: what JavaScript has, and declared types.

Reads ``.ts``, ``.mts`` and ``.cts`` files, and ``.tsx`` files with the grammar that knows JSX. From

    export class Store implements Sink {
      constructor(private index: Index) {}
      put(key: Key): void { this.index.add(key); }
    }

it reads the class with ``Sink`` as a base, the method with its signature ``put(key: Key): void``, the call of
``this.index.add``, and that ``this.index`` is an ``Index``.

Interfaces, enums, type aliases and namespaces are classes; ``extends`` and ``implements`` name bases. Declared types of
parameters, variables, fields and results say what a name holds. Otherwise it reads what ``javascript`` does, with the
same limits; types are read as written, not inferred, and those of arrays, functions and tuples say nothing.
"""

from collections.abc import Mapping

from crossbearing.plugin import FileFacts, FileTree, ModuleLinks, SourceFile, hookimpl
from crossbearing_plugins.languages._ecmascript.modules import link_ecmascript_modules
from crossbearing_plugins.languages._ecmascript.names import MEMBERS, TYPES
from crossbearing_plugins.languages._ecmascript.readings import typed
from crossbearing_plugins.languages._treesitter.facts import extract_facts
from crossbearing_plugins.languages._treesitter.shape import shape_by

VERSION = 1
SUFFIXES = (".ts", ".tsx", ".mts", ".cts")
SHAPE = shape_by("typescript", {".tsx": "tsx"})
INTERPRETERS = ("deno", "ts-node", "tsx")
BUILTINS = TYPES
COMMON_MEMBERS = MEMBERS
FAMILY = "ecmascript"

LANGUAGE = typed("typescript", BUILTINS)
WITH_JSX = typed("typescript", BUILTINS, jsx=True)


@hookimpl
def extract(file: SourceFile) -> FileFacts:
    """Read the facts of one file; stretches that do not parse are listed."""
    return extract_facts(file, WITH_JSX if file.path.endswith(".tsx") else LANGUAGE)


@hookimpl
def link_modules(files: Mapping[str, FileFacts], tree: FileTree) -> dict[str, ModuleLinks]:
    """Name each module by its path, and resolve imports as Node and TypeScript do."""
    return link_ecmascript_modules(files, tree)
