"""JavaScript, parsed with tree-sitter: ES modules, CommonJS, classes, prototypes and JSX.

Reads ``.js``, ``.mjs``, ``.cjs`` and ``.jsx`` files and scripts of Node. From

    import { Base } from "./base.js";
    export class Store extends Base {
      put(key) { this.index = new Index(key); this.index.add(key); }
    }

it reads the class with its base, the method with its signature ``put(key)``, the calls of ``Index`` and
``this.index.add``, and that ``this.index`` holds an ``Index``.

What it says and leaves out:

- Functions are those with a name: declared, assigned to a name, a member or ``exports``, or written in an object or a
  class. ``Store.prototype.put = function`` is a method of ``Store``. An object with functions is a class; one without a
  name is called ``{}``. What ``export default`` gives without a name, and what ``module.exports`` is set to, is
  ``default``.
- ``require`` binds what the module's ``default`` is, or the module; ``import("literal")`` imports as well, and a name
  for ``lazy(() => import("literal"))`` stands for the module's ``default``. An export under another name is an import
  of the file from itself.
- Reads of local names are left out, as are builtins unless the file binds their name. What holds for a local name of an
  anonymous function stands in its place: ``App().run`` where ``app = new App()``.
- A JSX element calls its component; elements in lower case are HTML.
- Stretches with syntax errors are listed as problems. Parsing stops after 20 seconds of processor time, with an error.
- Names that are made at run time (``obj[key]``, mixins, ``with``) are unknown, and ``this`` is the object in which a
  function is written.
"""

from collections.abc import Mapping

from crossbearing.plugin import FileFacts, FileTree, ModuleLinks, SourceFile, hookimpl
from crossbearing_plugins.languages._ecmascript.modules import link_ecmascript_modules
from crossbearing_plugins.languages._ecmascript.names import BUILTINS, MEMBERS
from crossbearing_plugins.languages._ecmascript.readings import plain
from crossbearing_plugins.languages._treesitter.facts import extract_facts
from crossbearing_plugins.languages._treesitter.shape import shape_by

VERSION = 1
SUFFIXES = (".js", ".mjs", ".cjs", ".jsx")
SHAPE = shape_by("javascript")
INTERPRETERS = ("node", "nodejs", "bun")
COMMON_MEMBERS = MEMBERS
FAMILY = "ecmascript"

LANGUAGE = plain("javascript", BUILTINS)


@hookimpl
def extract(file: SourceFile) -> FileFacts:
    """Read the facts of one file; stretches that do not parse are listed."""
    return extract_facts(file, LANGUAGE)


@hookimpl
def link_modules(files: Mapping[str, FileFacts], tree: FileTree) -> dict[str, ModuleLinks]:
    """Name each module by its path, and resolve imports as Node and TypeScript do."""
    return link_ecmascript_modules(files, tree)
