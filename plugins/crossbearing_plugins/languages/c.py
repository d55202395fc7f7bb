"""C, parsed with tree-sitter: functions and their declarations, types, macros, headers.

Reads ``.c`` and ``.h`` files. From

    #include "index.h"
    struct store { struct index *index; };
    int store_put(struct store *s, const char *key) { return index_add(s->index, key); }

it reads the struct with its field, the function with its signature, the call of ``index_add``, and that ``s`` is a
``struct store``.

What it says and leaves out:

- Structs, unions, enums and type names are classes; a type name has what it names as its base. Enumerators are
  variables of the file, fields of their struct. Function-like macros are functions, other macros variables.
- ``#include`` brings the names of the header: the one beside the file, or the nearest one that ends with the path. A
  declaration leads to the definition in the source of the same stem, or to the only one of the project; names with
  ``static`` stay in their file.
- Functions that are named without a call (callbacks, designated initializers) are reads of them. A call through a
  pointer leads on where the pointer was given one function.
- Words in capitals that stand like attributes (``LIB_API int f(void);``) are left out in files with such declarations.
- Calls in the body of a macro are those of the macro. Both branches of ``#if`` are read.
- A header that holds C++ (classes, namespaces, templates) is read as the plugin ``cpp`` does. What macros expand to is
  unknown, as are types that they make.
"""

from collections.abc import Mapping

from crossbearing.plugin import FileFacts, FileTree, ModuleLinks, SourceFile, hookimpl
from crossbearing_plugins.languages._c.declarations import complete
from crossbearing_plugins.languages._c.forms import finish, type_name
from crossbearing_plugins.languages._c.headers import link_c_modules
from crossbearing_plugins.languages._c.names import STANDARD
from crossbearing_plugins.languages._cpp.headers import link_cpp_modules
from crossbearing_plugins.languages._cpp.reading import is_cpp, read_cpp
from crossbearing_plugins.languages._cpp.text import readable, without_cpp
from crossbearing_plugins.languages._treesitter.facts import facts_of
from crossbearing_plugins.languages._treesitter.language import Language
from crossbearing_plugins.languages._treesitter.shape import shape_by

VERSION = 3
SUFFIXES = (".c", ".h")
SHAPE = shape_by("c")
BUILTINS = STANDARD
FAMILY = "c"

_ATTRIBUTES = ("_API ", "_EXPORT ", "_EXTERN ", "_PUBLIC ", "_BEGIN_DECLS")
"""Ends of words that stand before declarations for the linker's sake; files with such are read without macros."""

LANGUAGE = Language(
    name="c",
    grammar="c",
    queries=("c.scm",),
    builtins=BUILTINS,
    receivers={},
    operators=r"\.(?!\.)|->",
    word=r"[^\W\d][\w]*",
    placeholder=r"%[-+ #0]*[\d.*]*(?:hh|h|ll|l|z|j|t|L)?[a-zA-Z]",
    module=lambda text: (text if text.startswith("<") else text.strip('"'), 0),
    type_name=type_name,
    # Enumerators are names of the file.
    owner=lambda text: "",
    finish=finish,
)


@hookimpl
def extract(file: SourceFile) -> FileFacts:
    """Read the facts of one file; stretches that do not parse are listed."""
    if file.path.endswith(".h") and is_cpp(file.text):
        return read_cpp(file.text)
    text = without_cpp(file.text) if "__cplusplus" in file.text else file.text
    text = readable(text) if any(word in text for word in _ATTRIBUTES) else text
    return complete(facts_of(text, LANGUAGE))


@hookimpl
def link_modules(files: Mapping[str, FileFacts], tree: FileTree) -> dict[str, ModuleLinks]:
    """Name each file by its path, lead includes to headers and declarations to definitions."""
    headers = {path: facts for path, facts in files.items() if facts.language != LANGUAGE.name}
    if not headers:
        return link_c_modules(files)
    sources = {path: facts for path, facts in files.items() if path not in headers}
    return {**link_c_modules(sources, files), **link_cpp_modules(headers, tree)}
