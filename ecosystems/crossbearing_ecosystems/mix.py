"""Reads `mix.exs`: the project, its dependencies and aliases, by the syntax of the file alone; it is never run.

What it claims, each with the line that says so:

- **Project**: a component named by `app:` (an `app` where it is built as an escript or a release, else a `lib`); Elixir
  in the version of `elixir:`; `mix` as the package manager; the layout `umbrella` where there is an `apps_path:`.
- **Dependencies**: the tuples that `deps:` leads to, through the functions of the file that it calls. `only:` makes
  those of other environments than `prod` dependencies for development, in a group named for the environments;
  `optional: true` makes them optional, `runtime: false` needed to build. The source is the path or git URL, or
  `workspace` for a project of this repository (`path:`, `in_umbrella: true`); the marker is what `targets:` limits it
  to. A renamed one has its name at Hex.
- **Entry points**: the main module of an escript, and the callback module of the application (`mod:`).
- **Runners**: aliases; by Mix's conventions `mix compile`, `mix test`, `mix deps.get`, `mix format` where there is a
  `.formatter.exs`, and `mix credo`, `mix dialyzer`, `mix docs` where the package that brings them is a dependency.

Example: `{:ex_doc, "~> 0.34", only: :dev, runtime: false}` on line 30 claims `ex_doc`, version `~> 0.34`, kind `dev`,
group `dev`, at line 30.

Limits: a requirement that is computed is not known, an attribute (`@version`) is; of the branches of an `if` all count.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._elixir_module import ElixirModule, Pair, atom_of
from crossbearing_ecosystems._mix_dependencies import read_dependencies
from crossbearing_ecosystems._project_sheet import ProjectSheet
from crossbearing_ecosystems._syntax import parse_syntax, span_of, text_of, walk

if TYPE_CHECKING:
    from tree_sitter import Node

VERSION = 1
PATTERNS = ("mix.exs",)

_CONVENTIONS = (("build", "mix compile"), ("test", "mix test"))


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one ``mix.exs``."""
    root = parse_syntax(file, "elixir")
    error = next((node for node in walk(root) if node.is_error or node.is_missing), None) if root.has_error else None
    module = ElixirModule(root)
    if module.uses is None or not module.functions.get("project"):
        if error is not None:
            raise UnreadableError("unparseable: no Mix project is defined", span_of(error)[0])
        return []
    sheet = ProjectSheet(file, tree, "hex")
    if error is not None:
        sheet.problem(f"not understood: {' '.join(text_of(error).split())[:80]!r}", span_of(error)[0])
    project: dict[str, Pair] = {}
    for pair in module.pairs(*module.functions["project"]):
        project.setdefault(pair.key, pair)
    _project(sheet, module, project, module.uses)
    if "deps" in project:
        read_dependencies(sheet, module, project["deps"].value)
    if "aliases" in project:
        for pair in module.pairs(project["aliases"].value):
            sheet.runner(pair.key, f"mix {pair.key}", span_of(pair.node), source="script")
    return sheet.claims


def _project(sheet: ProjectSheet, module: ElixirModule, project: dict[str, Pair], uses: "Node") -> None:
    app = atom_of(project["app"].value) if "app" in project else ""
    at_use = span_of(uses)
    if app:
        is_application = bool({"escript", "releases"}.intersection(project))
        sheet.component(app, sheet.directory, span_of(project["app"].node), "app" if is_application else "lib")
        _entry_points(sheet, module, project, app)
    version = module.text(project["elixir"].value) if "elixir" in project else ""
    place = span_of(project["elixir"].node) if version else at_use
    sheet.language("elixir", place, "Mix", version=version)
    sheet.manager("mix", at_use, "Mix")
    if "apps_path" in project:
        sheet.layout("umbrella", span_of(project["apps_path"].node), "apps_path")
    conventions = [*_CONVENTIONS]
    if "deps" in project:
        conventions.append(("install", "mix deps.get"))
    if sheet.tree.exists(sheet.beside(".formatter.exs")):
        conventions.append(("format", "mix format"))
    for purpose, command in conventions:
        sheet.runner(purpose, command, at_use, "Mix.Project", source="convention")
    if sheet.tree.exists(sheet.beside("test/test_helper.exs")):
        sheet.test_suite("ExUnit", at_use, "mix test", "Mix.Project")


def _entry_points(sheet: ProjectSheet, module: ElixirModule, project: dict[str, Pair], app: str) -> None:
    for pair in module.pairs(*module.functions.get("application", [])):
        parts = pair.value.named_children if pair.key == "mod" and pair.value.type == "tuple" else []
        if parts and parts[0].type == "alias":
            callback = text_of(parts[0])
            sheet.entry_point(app, callback, span_of(pair.node), "main", "", callback)
    options = {pair.key: pair for pair in module.pairs(project["escript"].value)} if "escript" in project else {}
    if "main_module" in options:
        main = text_of(options["main_module"].value)
        name = (atom_of(options["name"].value) if "name" in options else "") or app
        sheet.entry_point(name, main, span_of(options["main_module"].node), "bin", "", main)
