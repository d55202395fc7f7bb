"""What Python files say of names, read with the standard library alone: the truth that answers are graded against.

Nothing here knows of plugins, facts or the graph. Without types, only names that are their own proof can be judged: a
function or class that is defined once in the repository, under a name that nothing else there is called by. Every use
of such a name is a use of it.
"""

import ast
import builtins
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from attrs import Factory, define

_ENVIRONMENT = ("environ", "getenv")
_SHORTEST = 5


class Place(NamedTuple):
    """A line of a file."""

    path: str
    line: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


@define
class Census:
    """Every definition, use and import of every name, and every environment variable that is read, with its line.

    ``bound`` counts what else a name is given to: assignments, parameters, other names of imports, what other
    distributions define. ``inner`` are names defined within something else. ``unread`` holds the words of files that
    the running Python cannot parse: of a name among them not everything is known.
    """

    functions: dict[str, list[Place]] = Factory(lambda: defaultdict(list))
    classes: dict[str, list[Place]] = Factory(lambda: defaultdict(list))
    uses: dict[str, set[Place]] = Factory(lambda: defaultdict(set))
    imports: dict[str, set[Place]] = Factory(lambda: defaultdict(set))
    settings: dict[str, set[Place]] = Factory(lambda: defaultdict(set))
    bound: Counter[str] = Factory(Counter)
    inner: set[str] = Factory(set)
    own_modules: set[str] = Factory(set)
    unread: set[str] = Factory(set)

    def own_names(self) -> Iterator[str]:
        """The names that can be judged, sorted."""
        taken = set(dir(builtins)) | self.unread | self.inner
        defined = Counter({name: len(places) for name, places in self.functions.items()})
        defined.update({name: len(places) for name, places in self.classes.items()})
        for name in sorted(defined):
            is_plain = len(name) >= _SHORTEST and not name.startswith("__")
            if is_plain and defined[name] == 1 and not self.bound[name] and name not in taken:
                yield name

    def place_of(self, name: str) -> Place:
        """Where one of :meth:`own_names` is defined."""
        return (self.functions.get(name) or self.classes[name])[0]


def take_census(files: Sequence[tuple[str, str]]) -> Census:
    """Read Python files, given as path and text."""
    census = Census(own_modules={part.removesuffix(".py") for path, _ in files for part in path.split("/")})
    for path, text in files:
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            census.unread.update(re.findall(r"\w+", text))
            continue
        top, bare = set(tree.body), _names_of_os(tree)
        for node in ast.walk(tree):
            _note(census, path, node, is_top=node in top)
            _note_setting(census, path, node, bare)
    return census


def _note(census: Census, path: str, node: ast.AST, *, is_top: bool) -> None:
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            census.functions[node.name].append(Place(path, node.lineno))
            if not is_top:
                census.inner.add(node.name)
        case ast.ClassDef():
            census.classes[node.name].append(Place(path, node.lineno))
            if not is_top:
                census.inner.add(node.name)
        case ast.Name(ctx=ast.Load()):
            census.uses[node.id].add(Place(path, node.lineno))
        case ast.Name():
            census.bound[node.id] += 1
        case ast.Attribute(ctx=ast.Load()):
            census.uses[node.attr].add(Place(path, node.end_lineno or node.lineno))
        case ast.Attribute():
            census.bound[node.attr] += 1
        case ast.arg():
            census.bound[node.arg] += 1
        case ast.Import() | ast.ImportFrom():
            _note_import(census, path, node)
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            census.bound[name] += 1


def _note_import(census: Census, path: str, node: ast.Import | ast.ImportFrom) -> None:
    for alias in node.names:
        last = alias.name.rpartition(".")[2]
        census.imports[last].add(Place(path, alias.lineno))
        if alias.asname not in (None, last):
            # Under its other name it would be used unseen.
            census.bound[last] += 1
            census.bound[alias.asname or last] += 1
        elif isinstance(node, ast.Import):
            census.bound[alias.name.partition(".")[0]] += 1
        elif not node.level and (node.module or "").partition(".")[0] not in census.own_modules:
            census.bound[last] += 1  # another distribution's


def _names_of_os(tree: ast.Module) -> frozenset[str]:
    """Which names that lead to the environment a module has without their owner's."""
    found = (node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "os")
    return frozenset(alias.name for node in found for alias in node.names if alias.name in _ENVIRONMENT)


def _note_setting(census: Census, path: str, node: ast.AST, bare: frozenset[str]) -> None:
    """Note ``os.environ[X]``, ``os.environ.get(X)``, ``os.getenv(X)`` and ``X in os.environ`` for a literal ``X``."""
    name: ast.expr | None = None
    match node:
        case ast.Subscript(value=owner, slice=name, ctx=ast.Load()) if _is_environment(owner, bare):
            pass
        case ast.Call(func=ast.Attribute(value=owner, attr="get"), args=[name, *_]) if _is_environment(owner, bare):
            pass
        case ast.Call(func=owner, args=[name, *_]) if _is_environment(owner, bare):
            pass
        case ast.Compare(left=name, ops=[ast.In() | ast.NotIn()], comparators=[owner]) if _is_environment(owner, bare):
            pass
        case _:
            return
    if isinstance(name, ast.Constant) and isinstance(name.value, str) and name.value:
        census.settings[name.value].add(Place(path, name.lineno))


def _is_environment(node: ast.AST, bare: frozenset[str]) -> bool:
    match node:
        case ast.Name(id=name):
            return name in bare
        case ast.Attribute(value=ast.Name(id="os"), attr=name):
            return name in _ENVIRONMENT
    return False
