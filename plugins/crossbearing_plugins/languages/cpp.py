"""C++, parsed with tree-sitter: classes, templates, namespaces, headers and their sources.

Reads ``.cc``, ``.cpp``, ``.cxx``, ``.hpp``, ``.hh``, ``.inl``, ``.cu`` and their like; headers that end in ``.h`` come
here from the plugin ``c`` where they hold C++. From

    namespace shop {
    class Store : public Base { std::unique_ptr<Index> index_; public: Status Put(const Key& key); };
    Status Store::Put(const Key& key) { index_->Add(key); return Check(key); }
    }

it reads the class with its base, the field with its type, the declaration and the definition of the method, and the
calls of ``index_->Add`` and ``Check``.

What it says and leaves out:

- Classes, structs, unions, enums, concepts, type names and namespaces are classes; type names have what they name as
  their base. Constructors are called ``<ctor>``. Overloads are definitions of one name; calls mean the
  one that takes as many arguments.
  Specializations give way to their template. Tests of GoogleTest (``StoreTest_Opens``) are functions, or methods of
  their fixture.
- Methods that are defined outside of their class belong to it, whichever file has it. What is only declared gives way
  to the definition: in a file of the project, or in the source with the header's name.
- ``#include`` brings all names of the header: the one beside the file, or the nearest one that ends with the path.
  Of names that several namespaces have, the nearest one is meant: ``shop::Store`` is the ``Store`` that the file sees.
- Members of the enclosing classes and of their bases need no receiver. Declared types, constructors, ``make_unique``,
  casts and results say what a name holds; pointers, references and smart pointers are looked through.

Limits: macros are not expanded. Words in capitals that stand like attributes are left out before parsing; where other
macros break the syntax, what parsed around them is kept. Types are read as written: nothing is known of what template
parameters, iterators and elements of containers hold. Overloads and ``operator`` uses are not resolved. Parsing stops
after 20 seconds of processor time, with an error.
"""

from collections.abc import Mapping

from crossbearing.plugin import FileFacts, FileTree, ModuleLinks, SourceFile, hookimpl
from crossbearing_plugins.languages._cpp import names
from crossbearing_plugins.languages._cpp.headers import link_cpp_modules
from crossbearing_plugins.languages._cpp.reading import LANGUAGE, read_cpp
from crossbearing_plugins.languages._treesitter.shape import shape_by

VERSION = 3
SUFFIXES = (
    ".cc", ".cpp", ".cxx", ".c++", ".hpp", ".hh", ".hxx", ".h++", ".ipp", ".ixx", ".inl", ".tpp", ".txx", ".tcc",
    ".cppm", ".cu", ".cuh",
)  # fmt: skip
SHAPE = shape_by("cpp")
BUILTINS = names.BUILTINS
COMMON_MEMBERS = names.MEMBERS
IMPLICIT_RECEIVER = True
OVERLOADS = True
FAMILY = "c"

__all__ = ["LANGUAGE"]


@hookimpl
def extract(file: SourceFile) -> FileFacts:
    """Read the facts of one file; stretches that do not parse are listed."""
    return read_cpp(file.text)


@hookimpl
def link_modules(files: Mapping[str, FileFacts], tree: FileTree) -> dict[str, ModuleLinks]:
    """Name each file by its path, lead includes to headers and declarations to definitions."""
    return link_cpp_modules(files, tree)
