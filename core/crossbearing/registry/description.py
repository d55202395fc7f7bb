"""What a plugin says about itself, read from its source file without importing it or any package above it."""

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from functools import lru_cache
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any, NamedTuple

from crossbearing.hookspecs import KINDS
from crossbearing.model.errors import CrossbearingError
from crossbearing.registry.discovery import PluginRecord

_Body = list[ast.stmt]
_QUOTED = re.compile(r"``(\w+)``")
_FIELDS_TOLD = re.compile(r"((?:``\w+``(?:, and |, | and )?)+): ")


class OptionField(NamedTuple):
    """One field of a plugin's ``Options``: annotation and default as written, and its documentation.

    The documentation is the field's ``metadata`` entry ``help``, the string below the field, or what the class's
    docstring says behind the field's name in double backquotes and a colon.
    """

    name: str
    annotation: str
    default: str
    help: str


class PluginDescription(NamedTuple):
    """A plugin as its source describes it.

    ``version`` is None and ``claims`` is empty where the source does not state them literally; ``hooks`` are the hooks
    of its kind that it defines. ``file`` is the source file, for messages only: it depends on the machine.
    """

    record: PluginRecord
    documentation: str
    version: int | None
    claims: tuple[str, ...]
    hooks: tuple[str, ...]
    options: tuple[OptionField, ...]
    file: str


def describe(record: PluginRecord) -> PluginDescription:
    """Read a plugin's documentation, version, claims and options from its source.

    Raises :class:`CrossbearingError` where there is no source to read or it cannot be parsed.
    """
    module, _, attribute = record.target.partition(":")
    file, source = _source(record, module)
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as problem:
        raise CrossbearingError(f"plugin {record.qualified}: its source cannot be parsed: {problem}") from None
    body, documentation = _plugin_body(tree, attribute)
    kind = KINDS[record.kind]
    version = _literal(body, "VERSION")
    claims = _literal(body, kind.claims) if kind.claims else ()
    return PluginDescription(
        record=record,
        documentation=documentation,
        version=version if type(version) is int else None,
        claims=tuple(claims) if _is_strings(claims) else (),
        hooks=tuple(hook for hook in kind.hooks if any(_defines(statement, hook) for statement in body)),
        options=tuple(_option_fields(body)),
        file=file,
    )


def source_of(record: PluginRecord) -> str | None:
    """The source of a plugin that is a module, or None where there is none to read; nothing is imported."""
    package, _, name = record.target.rpartition(".")
    for folder in _locations(package):
        # What the import system would find first, save where an extension module or a package has the same name.
        path = Path(folder, f"{name}.py")
        if not Path(folder, name).is_dir() and path.is_file():
            try:
                return path.read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError):
                return None
    try:
        return _source(record, record.target)[1]
    except CrossbearingError:
        return None


@lru_cache(maxsize=64)
def _locations(package: str) -> tuple[str, ...]:
    """The folders of a package, for its modules; none for a top-level module."""
    spec = _find(package) if package else None
    return tuple(getattr(spec, "submodule_search_locations", None) or ())


def _source(record: PluginRecord, module: str) -> tuple[str, str]:
    spec = _find(module)
    if spec is None:
        raise CrossbearingError(f"plugin {record.qualified}: there is no module {module}; is it still installed?")
    loader: Any = spec.loader
    try:
        source = loader.get_source(module) if hasattr(loader, "get_source") else None
    except (ImportError, OSError, SyntaxError, UnicodeDecodeError) as problem:
        raise CrossbearingError(f"plugin {record.qualified}: its source cannot be read: {problem}") from None
    if source is None:
        raise CrossbearingError(f"plugin {record.qualified}: {module} has no source file to describe it")
    return spec.origin or "", source


def _find(module: str) -> Any:
    """Find a module's spec as the import system would, but without importing its parents.

    The top-level package is asked of every finder, so that editable installs that work by import hook are found too.
    """
    head, *rest = module.split(".")
    spec = None
    for finder in sys.meta_path:
        search = getattr(finder, "find_spec", None)
        spec = search(head, None) if search is not None else None
        if spec is not None:
            break
    name = head
    for part in rest:
        if spec is None or spec.submodule_search_locations is None:
            return None
        name = f"{name}.{part}"
        spec = PathFinder.find_spec(name, list(spec.submodule_search_locations))
    return spec


def _plugin_body(tree: ast.Module, attribute: str) -> tuple[_Body, str]:
    """Return the statements that make up the plugin and its docstring.

    For ``module:attribute`` that is the class of this name, or the class whose instance is assigned to it, with the
    module's own statements behind for what the class does not state.
    """
    documentation = ast.get_docstring(tree) or ""
    if not attribute:
        return tree.body, documentation
    name = attribute.partition(".")[0]
    made_by = {
        target.id: statement.value.func.id
        for statement in tree.body
        if isinstance(statement, ast.Assign)
        and isinstance(statement.value, ast.Call)
        and isinstance(statement.value.func, ast.Name)
        for target in statement.targets
        if isinstance(target, ast.Name)
    }
    for statement in tree.body:
        if isinstance(statement, ast.ClassDef) and statement.name == made_by.get(name, name):
            return [*statement.body, *tree.body], ast.get_docstring(statement) or documentation
    return tree.body, documentation


def _defines(statement: ast.stmt, name: str) -> bool:
    return isinstance(statement, ast.FunctionDef) and statement.name == name


def _literal(body: _Body, name: str) -> Any:
    for statement in body:
        targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
        value = getattr(statement, "value", None)
        if value is not None and any(isinstance(target, ast.Name) and target.id == name for target in targets):
            try:
                return ast.literal_eval(value)
            except (ValueError, TypeError, RecursionError, MemoryError):
                return None
    return None


def _is_strings(value: Any) -> bool:
    return isinstance(value, tuple | list) and all(isinstance(item, str) for item in value)


def _option_fields(body: _Body) -> Iterator[OptionField]:
    options = next((item for item in body if isinstance(item, ast.ClassDef) and item.name == "Options"), None)
    if options is None:
        return
    told = dict(_told_fields(ast.get_docstring(options) or ""))
    for statement, following in zip(options.body, [*options.body[1:], None], strict=True):
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            if "ClassVar" in ast.unparse(statement.annotation) or _is_computed(statement.value):
                continue
            default, text = _default(statement.value)
            name = statement.target.id
            text = text or _text_of(following) or told.get(name, "")
            yield OptionField(name, ast.unparse(statement.annotation), default, text)


def _told_fields(docstring: str) -> Iterator[tuple[str, str]]:
    """Yield what a class docstring says of its fields, as :class:`OptionField` describes; fields may share a text."""
    parts = _FIELDS_TOLD.split(" ".join(docstring.split()))
    for names, meaning in zip(parts[1::2], parts[2::2], strict=True):
        for name in _QUOTED.findall(names):
            yield name, meaning.strip(" ;.,")


def _is_computed(value: ast.expr | None) -> bool:
    keywords = value.keywords if isinstance(value, ast.Call) else []
    return any(keyword.arg == "init" and ast.unparse(keyword.value) == "False" for keyword in keywords)


def _default(value: ast.expr | None) -> tuple[str, str]:
    """Return the default as written and the help of ``field(default=..., metadata={"help": ...})``."""
    if value is None:
        return "", ""
    if not (isinstance(value, ast.Call) and ast.unparse(value.func).rpartition(".")[2] in ("field", "ib", "attrib")):
        return ast.unparse(value), ""
    keywords = {keyword.arg: keyword.value for keyword in value.keywords}
    default = keywords.get("default") or keywords.get("factory")
    text = ""
    if isinstance(metadata := keywords.get("metadata"), ast.Dict):
        for key, item in zip(metadata.keys, metadata.values, strict=True):
            if isinstance(key, ast.Constant) and key.value == "help" and isinstance(item, ast.Constant):
                text = str(item.value)
    return (f"{ast.unparse(default)}{'()' if 'factory' in keywords else ''}" if default else ""), text


def _text_of(statement: ast.stmt | None) -> str:
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return inspect.cleandoc(statement.value.value) if isinstance(statement.value.value, str) else ""
    return ""
