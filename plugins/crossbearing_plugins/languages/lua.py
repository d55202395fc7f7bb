"""Lua, parsed with tree-sitter: module tables, classes by metatables and by class libraries, and what names hold.

Reads ``.lua`` files and scripts of Lua; rockspecs are no code, and say only where modules stand. From

    local index = require("shop.index")
    local Store = setmetatable({}, { __index = Base })
    Store.__index = Store
    function Store.new(name) return setmetatable({ name = name }, Store) end
    function Store:put(key) index.add(key) end
    return Store

it reads the class ``Store`` with its base ``Base``, the method ``Store.put`` with the signature
``function Store:put(key)``, the call of ``index.add`` in the required file, and that ``Store.new()`` gives a ``Store``.

What it says and leaves out:

- The functions of the table that a file returns are functions of the file (``local M = {}`` … ``return M``). A table is
  a class instead where it has methods (``function A:b()``, or ``self`` as the first parameter), is its own
  ``__index``, gets a metatable, or comes from ``Base:extend()``, ``class("A", Base)`` and their like; and where the
  file has other locals of the names of its functions. Tables that are not returned are classes as well.
- ``require`` leads to ``a/b.lua`` or ``a/b/init.lua`` under a root: the project, ``lua``, ``src`` and their like, the
  folders around the file, and what the modules of a rockspec name. What it gives is what the file returns.
- ``setmetatable(value, Class)`` is an instance of the class; a function that returns one says so. The annotations
  ``---@param``, ``---@return``, ``---@type`` and ``---@class A : B`` count as well.
- A function of a table that another function makes is no definition, and neither is a computed name.
- Globals of other files are unknown.
"""

from collections.abc import Mapping

from crossbearing.plugin import FileFacts, FileTree, ModuleLinks, SourceFile, hookimpl
from crossbearing_plugins.languages._lua.forms import finish, literal
from crossbearing_plugins.languages._lua.modules import link_lua_modules, required_name
from crossbearing_plugins.languages._lua.names import MEMBERS, STANDARD, STRING_CALLS
from crossbearing_plugins.languages._treesitter.facts import extract_facts
from crossbearing_plugins.languages._treesitter.language import Language
from crossbearing_plugins.languages._treesitter.shape import shape_by

VERSION = 1
SUFFIXES = (".lua",)
SHAPE = shape_by("lua")
INTERPRETERS = ("lua", "luajit", "resty", "texlua")
BUILTINS = STANDARD
COMMON_MEMBERS = MEMBERS

LANGUAGE = Language(
    name="lua",
    grammar="lua",
    queries=("lua.scm",),
    builtins=BUILTINS,
    receivers={"self": "self", "super": "super"},
    operators=r"\.(?!\.)|:(?!:)",
    word=r"[^\W\d][\w]*",
    parts=True,
    placeholder=r"%[-+ #0]*[\d.*]*[a-zA-Z]",
    literal=literal,
    head=required_name,
    finish=finish,
)


@hookimpl
def extract(file: SourceFile) -> FileFacts:
    """Read the facts of one file; stretches that do not parse are listed."""
    facts = extract_facts(file, LANGUAGE)
    # A method of strings on what has no name is one of the string library.
    facts.references = [item for item in facts.references if item.name not in STRING_CALLS]
    return facts


@hookimpl
def link_modules(files: Mapping[str, FileFacts], tree: FileTree) -> dict[str, ModuleLinks]:
    """Name each file by its path, and lead what it requires to the project's files."""
    return link_lua_modules(files, tree)
