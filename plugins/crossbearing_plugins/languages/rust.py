"""Rust, parsed with tree-sitter: modules, ``impl`` blocks, traits, use trees and the crates of a workspace.

Reads ``.rs`` files. From

    use crate::index::Index;
    pub struct Store { index: Index }
    impl Sink for Store {
        fn put(&mut self, key: Key) -> Result<Entry> { self.index.add(key)?.checked() }
    }

it reads the type with the trait ``Sink`` as a base, the method with its signature, that ``self.index`` is an ``Index``,
and the calls of ``self.index.add`` and of ``checked`` on what that returns.

- Structs, enums, unions, traits, type aliases and inline modules are classes; fields, variants and constants are their
  variables, and macros are functions. Methods belong to the type of their ``impl`` block; where that type stands in
  another file, the block makes a class of its name. What a type implements is one of its bases.
- References, lifetimes, ``Box``, ``Rc``, ``Arc``, ``Pin``, ``Option`` and ``Result`` are looked through, as are ``?``,
  ``.await``, ``unwrap()`` and ``clone()``; calls of methods that ``Option`` and ``Result`` have are left open.
- Modules are found as the compiler does: from the targets of each ``Cargo.toml`` through ``mod`` declarations,
  ``mod.rs`` and ``#[path]``. Crates of the project know each other by name, with ``-`` as ``_``.

Limits: what stands inside a macro's call or definition is not parsed, so calls in ``assert!(...)`` are unknown; a macro
that no file of the project defines leads nowhere. Only calls like ``cfg_unix! { ... }`` around items, which give them
back, are looked through. Types are read as written, not inferred, and bounds of type
parameters say nothing. ``cfg`` is not evaluated: all variants of a definition are read. Parsing stops after 20 seconds
of processor time, with an error.
"""

from collections.abc import Mapping

from crossbearing.plugin import FileFacts, FileTree, ModuleLinks, SourceFile, hookimpl
from crossbearing_plugins.languages._rust.forms import finish, literal, module, owner, type_name, without_conditions
from crossbearing_plugins.languages._rust.modules import link_crates
from crossbearing_plugins.languages._rust.names import BUILTINS, MEMBERS
from crossbearing_plugins.languages._rust.places import settle
from crossbearing_plugins.languages._treesitter.facts import facts_of
from crossbearing_plugins.languages._treesitter.language import Language
from crossbearing_plugins.languages._treesitter.shape import shape_by

VERSION = 1
SUFFIXES = (".rs",)
SHAPE = shape_by("rust")
COMMON_MEMBERS = MEMBERS

LANGUAGE = Language(
    name="rust",
    grammar="rust",
    queries=("rust.scm",),
    builtins=BUILTINS,
    receivers={"self": "self", "Self": "cls"},
    operators=r"::(?:<(?:[^<>();]|<[^<>();]*>){0,60}>::)?|\??\.(?!\.)",
    word=r"[^\W\d][\w]*",
    parts=True,
    placeholder=r"\{[^{}\s]*\}",
    module=module,
    type_name=type_name,
    owner=owner,
    literal=literal,
    finish=finish,
)


@hookimpl
def extract(file: SourceFile) -> FileFacts:
    """Read the facts of one file; stretches that do not parse are listed."""
    return settle(facts_of(without_conditions(file.text), LANGUAGE))


@hookimpl
def link_modules(files: Mapping[str, FileFacts], tree: FileTree) -> dict[str, ModuleLinks]:
    """Find the modules of all crates, and what each ``use`` leads to."""
    return link_crates(files, tree)
