"""PHP, parsed with tree-sitter: namespaces, classes, traits and enums, functions, types written and documented.

Reads ``.php`` files and scripts of PHP. From

    namespace App;
    use App\\Base\\Model;
    class Store extends Model {
        use Loggable;
        public function __construct(private Index $index) {}
        public function put(string $key): static { $this->index->add($key); return $this; }
    }

it reads the class with the bases ``Model`` and ``Loggable``, the method with its signature, the call of
``this.index.add``, and that ``this.index`` is an ``Index``.

What it says and leaves out:

- Classes, interfaces, traits and enums are classes; what they ``use`` is a base. A class without a name is ``{}``.
  Constants, properties and cases are variables of their class, without ``$``.
- ``new X``, ``X::f()`` and ``$x->f()`` are calls. ``self`` and ``static`` are ``cls``, ``parent`` is ``super``.
- ``use`` imports classes, functions and constants. A qualified name (``\\App\\Base\\Model``) is the chain
  ``App.Base.Model``, and its namespace an import where it first stands. A function that the file does not know is
  imported from the global namespace, for it is looked for there after the file's own.
- Files of one namespace see each other's names. What an import means is found by the names that files define, by those
  that PSR-4 rules of ``composer.json`` place where they are first.
- Types are those of parameters, properties and results; where none is written, ``@var`` and ``@return`` count.
- ``require`` and ``include`` of a literal path, or one behind ``__DIR__``, lead to the file.
- Magic methods (``__call``, facades), containers and names made at run time are unknown.
"""

from collections.abc import Mapping

from crossbearing.plugin import FileFacts, FileTree, ModuleLinks, SourceFile, hookimpl
from crossbearing_plugins.languages._php.documented import complete
from crossbearing_plugins.languages._php.forms import finish, literal, type_name
from crossbearing_plugins.languages._php.modules import link_php_modules
from crossbearing_plugins.languages._php.names import FUNCTIONS, MEMBERS
from crossbearing_plugins.languages._treesitter.facts import extract_facts
from crossbearing_plugins.languages._treesitter.language import Language
from crossbearing_plugins.languages._treesitter.shape import shape_by

VERSION = 1
SUFFIXES = (".php",)
SHAPE = shape_by("php")
INTERPRETERS = ("php",)
BUILTINS = FUNCTIONS
COMMON_MEMBERS = MEMBERS

LANGUAGE = Language(
    name="php",
    grammar="php",
    queries=("php.scm",),
    builtins=BUILTINS,
    receivers={"$this": "this", "self": "cls", "static": "cls", "parent": "super"},
    # The last is the separator of namespaces; a static property is written with ``$``.
    operators=r"\??->(?![\$\{])|::\$?(?!\{)|\\",
    word=r"[^\W\d][\w]*",
    placeholder=r"\{?\$\w+(?:->\w+|\[[^\]]*\])*\}?|%[-+ #0]*[\d.*$]*[a-zA-Z]",
    type_name=type_name,
    literal=literal,
    finish=finish,
)


@hookimpl
def extract(file: SourceFile) -> FileFacts:
    """Read the facts of one file; stretches that do not parse are listed."""
    return complete(extract_facts(file, LANGUAGE))


@hookimpl
def link_modules(files: Mapping[str, FileFacts], tree: FileTree) -> dict[str, ModuleLinks]:
    """Name each file by its path, and lead imports to the files that define what they name."""
    return link_php_modules(files, tree)
