"""A justfile and what it imports, as recipes, variables and aliases."""

from collections.abc import Sequence
from posixpath import normpath
from typing import NamedTuple

from attrs import define, field

from crossbearing.plugin import FileTree, SourceFile
from crossbearing_ecosystems._just_lexer import Statement, Token, read_statements, text_value
from crossbearing_ecosystems._project_sheet import ProjectSheet

NAMES = ("justfile", ".justfile", "Justfile", "JUSTFILE", ".Justfile")
"""What just looks for, of any case."""
_MOST_FILES = 50
_MOST_PROBLEMS = 5
_DEEPEST = 20
_LONGEST = 20_000


class Recipe(NamedTuple):
    """A recipe: where it stands, the parameters without a default, all parameters, and what runs before or after."""

    name: str
    sheet: ProjectSheet
    statement: Statement
    parameters: frozenset[str]
    needs: tuple[str, ...]
    module: str = ""


@define
class JustReader:
    """Reads a justfile and the files that it imports or has as modules, each once."""

    tree: FileTree
    file: SourceFile
    sheets: list[ProjectSheet] = field(factory=list)
    recipes: dict[str, list[Recipe]] = field(factory=dict)
    aliases: list[tuple[str, str, ProjectSheet, Statement]] = field(factory=list)
    settings: set[str] = field(factory=set)
    variables: dict[str, list[Token]] = field(factory=dict)
    has_exports: bool = False
    shell: str = ""
    good: int = 0
    _steps: int = 50_000
    _waiting: list[tuple[SourceFile, str]] = field(factory=list)
    _seen: set[str] = field(factory=set)

    def read(self) -> None:
        """Read all files; those that are imported come after the one that imports them, which goes before."""
        self._waiting.append((self.file, ""))
        self._seen.add(self.file.path)
        for file, module in self._waiting:
            sheet = ProjectSheet(file, self.tree)
            self.sheets.append(sheet)
            lines = file.lines
            text = "\n".join(lines[1:] if lines[0].startswith("#!") else lines)
            before = 1 if lines[0].startswith("#!") else 0
            wrong = 0
            for statement in read_statements(text):
                statement.span = (statement.span[0] + before, statement.span[1] + before)
                statement.body_span = (statement.body_span[0] + before, statement.body_span[1] + before)
                if self._take(sheet, statement, module):
                    self.good += 1
                elif (wrong := wrong + 1) <= _MOST_PROBLEMS:
                    sheet.problem("neither a recipe nor an assignment nor a setting", statement.span[0])

    def _take(self, sheet: ProjectSheet, statement: Statement, module: str) -> bool:
        """Read one statement; false where it is none that just knows."""
        tokens = statement.tokens
        kinds = [token.kind for token in tokens[:4]]
        texts = [token.text for token in tokens[:4]]
        if kinds[:1] != ["name"] and texts[:1] != ["@"]:
            return False
        if texts[0] == "export" and texts[2:3] == [":="]:
            self.has_exports = True
            tokens, texts = tokens[1:], texts[1:]
        if texts[1:2] == [":="]:
            if not module:
                self.variables.setdefault(texts[0], tokens[2:])
        elif texts[0] == "alias" and texts[2:3] == [":="]:
            if not module and len(tokens) == 4:
                self.aliases.append((texts[1], texts[3], sheet, statement))
        elif texts[0] == "set" and kinds[1:2] == ["name"] and texts[2:3] in ([], [":="]):
            is_off = texts[2:4] == [":=", "false"]
            self.settings |= {texts[1]} if not module and not is_off else set()
            if texts[1] == "shell" and not module:
                self.shell = next((text_value(token) or "" for token in tokens if token.kind == "text"), "")
        elif texts[0] in ("import", "mod") and ":" not in texts:
            self._follow(sheet, statement, module)
        elif not (texts[0] == "unexport" and len(tokens) == 2):
            return self._recipe(sheet, statement, module)
        return True

    def _recipe(self, sheet: ProjectSheet, statement: Statement, module: str) -> bool:
        tokens = statement.tokens[1:] if statement.tokens[0].text == "@" else statement.tokens
        colon = _colon(tokens)
        if colon < 1 or tokens[0].kind != "name":
            return False
        name = tokens[0].text
        needs = tuple(token.text for token in _needed(tokens[colon + 1 :]))
        parameters = frozenset(token.text for token in tokens[1:colon] if token.kind == "name")
        recipe = Recipe(name, sheet, statement, parameters, needs, module)
        self.recipes.setdefault(f"{module}{name}", []).append(recipe)
        return True

    def _follow(self, sheet: ProjectSheet, statement: Statement, module: str) -> None:
        """Read the file of an import or a module later."""
        tokens = [token for token in statement.tokens[1:] if token.text != "?"]
        is_optional = statement.tokens[1:2] == [Token("mark", "?")]
        path = next((text_value(token) for token in tokens if token.kind == "text"), None)
        is_module = statement.tokens[0].text == "mod"
        name = tokens[0].text if is_module and tokens else ""
        if (path or "").startswith(("/", "~")) or not (path or name):
            return
        places = [path] if path else [f"{name}.just", f"{name}/mod.just"]
        places += [f"{path or name}/{other}" for other in NAMES] if is_module else []
        paths = (normpath(sheet.beside(place)) for place in places)
        file = next((file for place in paths if place[:3] != "../" and (file := self.tree.read(place))), None)
        inner = f"{module}{name}::" if is_module else module
        if file is None:
            if not is_optional:
                sheet.problem(f"included file {places[0]!r} does not exist", statement.span[0])
        elif file.path not in self._seen and len(self._seen) < _MOST_FILES:
            self._seen.add(file.path)
            self._waiting.append((file, inner))

    def value_of(self, tokens: Sequence[Token], depth: int = 0) -> str | None:
        """What an expression of texts and variables stands for, or None where it is more than that or not known."""
        parts: list[str] = []
        self._steps -= 1
        if depth > _DEEPEST or self._steps < 0 or not len(tokens) % 2:
            return None
        for number, token in enumerate(tokens):
            if number % 2:
                if token.text not in ("+", "/"):
                    return None
                parts += ["/"] if token.text == "/" and not (parts and parts[-1].endswith("/")) else []
                continue
            value = text_value(token) if token.kind == "text" else None
            if token.kind == "name" and token.text in self.variables:
                value = self.value_of(self.variables[token.text], depth + 1)
            if value is None or sum(map(len, parts)) + len(value) > _LONGEST:
                return None
            parts.append(value)
        return "".join(parts)


def _colon(tokens: Sequence[Token]) -> int:
    """Where the colon stands that ends the parameters, or -1."""
    depth = 0
    for number, token in enumerate(tokens):
        if token.kind == "mark":
            depth += (token.text in "([{") - (token.text in ")]}")
            if token.text == ":" and not depth:
                return number
    return -1


def _needed(tokens: Sequence[Token]) -> list[Token]:
    """The names of the recipes that a recipe depends on: outside of brackets, or the first within."""
    found: list[Token] = []
    depth = 0
    is_first = False
    for token in tokens:
        if token.text == "(" and token.kind == "mark":
            depth += 1
            is_first = depth == 1
        elif token.text == ")" and token.kind == "mark":
            depth -= 1
        elif token.kind == "name" and (not depth or is_first):
            found.append(token)
            is_first = False
    return found
