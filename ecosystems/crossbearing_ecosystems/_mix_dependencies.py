"""The dependencies that a `mix.exs` lists."""

from posixpath import normpath
from typing import TYPE_CHECKING

from attrs import frozen

from crossbearing_ecosystems._elixir_module import ElixirModule, atom_of, atoms_of
from crossbearing_ecosystems._project_sheet import DependencyKind, ProjectSheet
from crossbearing_ecosystems._syntax import span_of, text_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tree_sitter import Node

_STATED = frozenset({"string", "keywords", "list", "unary_operator", "nil"})
_ANSWERS = frozenset({"ok", "error"})
_HOSTS = {"github": "https://github.com/{}.git", "gitlab": "https://gitlab.com/{}.git"}
_REFERENCES = ("branch", "tag", "ref")
_TOOLS = {
    "credo": ("lint", "mix credo"),
    "dialyxir": ("typecheck", "mix dialyzer"),
    "ex_doc": ("docs", "mix docs"),
}


@frozen
class _Declared:
    """A tuple that declares a dependency: its name in the project, its requirement, and its options."""

    key: str
    version: str
    options: "Mapping[str, Node]"
    node: "Node"


def read_dependencies(sheet: ProjectSheet, module: ElixirModule, value: "Node") -> None:
    """Claim what the value of ``deps:`` lists, and by convention the commands of the tools among it."""
    found = list(module.reach(value, lambda node: _declared(module, node)))
    stated = {declared.key for declared in found if declared.version}
    for declared in found:
        source = _source(sheet, module, declared.options)
        is_open = not source and not declared.version and bool({"path", "git"}.intersection(declared.options))
        # The other branch of a choice at run time (`{:ecto, path: path}`) says nothing that is known.
        if is_open and declared.key in stated:
            continue
        kind, group = _purpose(declared.options)
        span = span_of(declared.node)
        name = _name(declared)
        marker = f"targets: {text_of(declared.options['targets'])}" if "targets" in declared.options else ""
        sheet.declare(name, declared.version, span, kind, declared.key, group=group, marker=marker, source=source)
        if declared.key in _TOOLS:
            purpose, command = _TOOLS[declared.key]
            sheet.runner(purpose, command, span, declared.key, source="convention")


def _declared(module: ElixirModule, node: "Node") -> _Declared | None:
    """The dependency that a tuple declares; None for any other node, and for a pattern like ``{:ok, value}``."""
    parts = [part for part in node.named_children if part.type != "comment"] if node.type == "tuple" else []
    key = atom_of(parts[0]) if parts else ""
    if len(parts) < 2 or not key or key in _ANSWERS:
        return None
    is_listed = node.parent is not None and node.parent.type == "list"
    if parts[1].type not in _STATED and not is_listed:
        return None
    options = {
        pair.key: pair.value for part in parts[1:] if part.type in ("keywords", "list") for pair in module.pairs(part)
    }
    return _Declared(key, module.text(parts[1]), options, node)


def _name(declared: _Declared) -> str:
    """The name at Hex, where it is not that of the application."""
    other = declared.options.get("hex")
    return (atom_of(other) if other is not None else "") or declared.key


def _purpose(options: "Mapping[str, Node]") -> tuple[DependencyKind, str]:
    """What a dependency is for: the environments that it is limited to, whether it is optional, or only compiled."""
    only = atoms_of(options["only"]) if "only" in options else ()
    group = ", ".join(only)
    if only and "prod" not in only:
        return "dev", group
    if "optional" in options and text_of(options["optional"]) == "true":
        return "optional", group
    if "runtime" in options and text_of(options["runtime"]) != "true":
        return "build", group
    return "runtime", group


def _source(sheet: ProjectSheet, module: ElixirModule, options: "Mapping[str, Node]") -> str:
    """Where a dependency comes from if not from Hex."""
    if "in_umbrella" in options and text_of(options["in_umbrella"]) == "true":
        return "workspace"
    if path := module.text(options.get("path")):
        folder = normpath(sheet.beside(path))
        return "workspace" if sheet.tree.exists("mix.exs" if folder == "." else f"{folder}/mix.exs") else path
    url = module.text(options.get("git"))
    for host, address in _HOSTS.items():
        if not url and (place := module.text(options.get(host))):
            url = address.format(place)
    reference = next((found for key in _REFERENCES if (found := module.text(options.get(key)))), "")
    if url:
        return f"{url}#{reference}" if reference else url
    return module.text(options.get("repo")) or module.text(options.get("organization"))
