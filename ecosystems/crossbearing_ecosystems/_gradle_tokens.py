"""The words of Gradle's two languages, Groovy and Kotlin, as far as build files need: brackets, strings, statements.

Neither language is parsed: a file becomes a tree of brackets, and what stands between the line ends in a block is a
statement. Both languages have the same tokens where it matters here.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from crossbearing.plugin import SourceFile, UnreadableError

_LARGEST = 2_000_000
_DEEPEST = 200
_LONGEST_LABEL = 50
_LONGEST_CONDITION = 200

_TOKEN = re.compile(
    r"""
      (?P<blank>[ \t\f]++|\\\n)
    | (?P<newline>\n)
    | (?P<comment>//[^\n]*+|\#![^\n]*+)
    | (?P<block>/\*)
    | (?P<string>\"\"\"|'''|"|'|\$/)
    | (?P<word>[^\W\d]\w*+|`[^`\n]++`)
    | (?P<number>\d[\w.]*+)
    | (?P<symbol>->|\?\.|\?:|&&|\|\||[=!<>+*-]=|::|.)
    """,
    re.VERBOSE,
)
_PLAIN = re.compile(r"""[^"\\$\n]++""")
_LINE_STRING = re.compile(r"'(?:[^'\\\n]++|\\.)*+'")
_SLASHES = re.compile(r"/(?:[^/\\\n]++|\\.)++/")
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_BEFORE_SLASHES = frozenset("=(,[!~:?{}") | {"=="}
_GOES_ON = frozenset({",", "=", "+", ".", "?.", "?:", "&&", "||", ":", "->", "+=", "=="})
_CONTINUES = frozenset({".", ",", "?.", "?:", "&&", "||", "+", "="})
_JOINING_WORDS = frozenset({"by", "to", "in", "else", "return"})

Kind = Literal["word", "string", "number", "symbol", "newline", "group"]


class Token:
    """A word, string, number or symbol with its line, or a group of brackets with what is in it.

    ``text`` is the content of a string, the opening bracket of a group; ``mark`` the quotes of a string; ``end`` the
    last line.
    """

    __slots__ = ("end", "items", "kind", "line", "mark", "text")

    def __init__(self, kind: Kind, text: str, line: int, mark: str = "") -> None:
        self.kind = kind
        self.text = text
        self.line = self.end = line
        self.mark = mark
        self.items: list[Token] = []

    def is_symbol(self, *texts: str) -> bool:
        """Say whether it is one of these symbols."""
        return self.kind == "symbol" and self.text in texts

    def is_group(self, opening: str) -> bool:
        """Say whether it is a group in these brackets."""
        return self.kind == "group" and self.text == opening


Statement = Sequence[Token]


class Label(NamedTuple):
    """What stands before a block: the words and strings that name it, and the condition where it has one."""

    words: tuple[str, ...]
    strings: tuple[str, ...]
    condition: str

    @property
    def last(self) -> str:
        """The last word: ``dependencies`` of ``commonMain.dependencies``."""
        return self.words[-1] if self.words else ""


def tokens_of(file: SourceFile) -> list[Token]:
    """The tokens of a build file.

    Raises:
        UnreadableError: a bracket, string or comment is not closed, or the file is too large or nested too deeply.
    """
    if len(file.data) > _LARGEST:
        raise UnreadableError(f"larger than {_LARGEST} bytes")
    return tokenize(file.text.replace("\r\n", "\n").replace("\r", "\n"), is_kotlin=file.path.endswith((".kts", ".kt")))


def tokenize(text: str, *, is_kotlin: bool) -> list[Token]:
    """The tokens of a piece of code; see :func:`tokens_of`."""
    return _Lexer(text, is_kotlin).run()


class _Lexer:
    def __init__(self, text: str, is_kotlin: bool) -> None:
        self.text = text
        self.is_kotlin = is_kotlin
        self.line = 1
        self.items: list[Token] = []
        self.open: list[tuple[Token, list[Token]]] = []

    def run(self) -> list[Token]:
        position = 0
        while match := _TOKEN.match(self.text, position):
            position = match.end()
            kind = match.lastgroup
            if kind == "word":
                self.items.append(Token("word", match[0].strip("`"), self.line))
            elif kind == "newline":
                self.items.append(Token("newline", "\n", self.line))
                self.line += 1
            elif kind == "symbol":
                position = self._symbol(match[0], match.start(), position)
            elif kind == "string":
                position = self._string(match[0], position)
            elif kind == "number":
                self.items.append(Token("number", match[0], self.line))
            elif kind == "block":
                position = self._skip_comment(position)
            elif match[0] == "\\\n":
                self.line += 1
        if self.open:
            group = self.open[-1][0]
            raise UnreadableError(f"unparseable: {group.text!r} is not closed", group.line)
        return self.items

    def _symbol(self, text: str, start: int, position: int) -> int:
        if text in _CLOSING:
            if len(self.open) >= _DEEPEST:
                raise UnreadableError("unparseable: nested too deeply", self.line)
            group = Token("group", text, self.line)
            self.items.append(group)
            self.open.append((group, self.items))
            self.items = group.items
        elif text in (")", "]", "}"):
            self._close(text)
        elif text == "/" and not self.is_kotlin and self._may_start_slashes():
            if match := _SLASHES.match(self.text, start):
                self.items.append(Token("string", match[0][1:-1], self.line, "/"))
                return match.end()
            self.items.append(Token("symbol", text, self.line))
        else:
            self.items.append(Token("symbol", text, self.line))
        return position

    def _close(self, text: str) -> None:
        if not self.open or _CLOSING[self.open[-1][0].text] != text:
            raise UnreadableError(f"unparseable: {text!r} closes nothing", self.line)
        group, self.items = self.open.pop()
        group.end = self.line

    def _may_start_slashes(self) -> bool:
        last = self.items[-1] if self.items else None
        return last is None or last.kind == "newline" or last.is_symbol(*_BEFORE_SLASHES)

    def _skip_comment(self, position: int) -> int:
        end = self.text.find("*/", position)
        if end < 0:
            raise UnreadableError("unparseable: a comment is not closed", self.line)
        self.line += self.text.count("\n", position, end)
        return end + 2

    def _string(self, mark: str, position: int) -> int:
        token = Token("string", "", self.line, mark)
        if mark == "'":
            match = _LINE_STRING.match(self.text, position - 1)
            end = match.end() - 1 if match else -1
        elif mark == '"':
            end = self._end_of_template(position)
        else:
            end = self.text.find("/$" if mark == "$/" else mark, position)
            while mark == '"""' and end >= 0 and self.text.startswith('"', end + 3):
                end += 1
        if end < 0:
            if mark == "$/":
                self.items.append(Token("symbol", "$", self.line))
                return position - 1
            raise UnreadableError("unparseable: a string is not closed", self.line)
        token.text = self.text[position:end]
        self.line += token.text.count("\n")
        token.end = self.line
        self.items.append(token)
        return end + (2 if mark == "$/" else len(mark))

    def _end_of_template(self, position: int) -> int:
        """Where a string in double quotes ends; code in ``${}`` may hold strings of its own."""
        text, stack = self.text, ['"']
        while position < len(text):
            if match := _PLAIN.match(text, position):
                position = match.end()
                if stack[-1] == '"':
                    continue
                position = match.start()
            character = text[position]
            if character == "\n":
                return -1
            if character == "\\":
                position += 1
            elif character == '"' and stack[-1] == '"':
                stack.pop()
                if not stack:
                    return position
            elif character == '"':
                stack.append('"')
            elif character == "$" and stack[-1] == '"' and text.startswith("{", position + 1):
                stack.append("{")
                position += 1
            elif character == "{" and stack[-1] == "{":
                stack.append("{")
            elif character == "}" and stack[-1] == "{":
                stack.pop()
            position += 1
        return -1


def statements(items: Sequence[Token]) -> Iterator[list[Token]]:
    """The statements of a block or file: split at line ends and semicolons, where the line does not go on."""
    current: list[Token] = []
    waits = False
    for token in items:
        if token.kind == "newline":
            waits = bool(current)
            continue
        is_end = token.is_symbol(";")
        if current and (is_end or (waits and not _is_continued(current, token))):
            yield current
            current = []
        waits = False
        if not is_end:
            current.append(token)
    if current:
        yield current


def _is_continued(statement: Sequence[Token], token: Token) -> bool:
    last = statement[-1]
    if last.kind == "symbol":
        return last.text in _GOES_ON
    if token.kind == "symbol":
        return token.text in _CONTINUES
    # After a dot it is a name like any other: `libs.plug.in`.
    is_name = len(statement) > 1 and statement[-2].is_symbol(".", "?.")
    joins = last.kind == "word" and last.text in _JOINING_WORDS and not is_name
    return joins or (token.kind == "word" and token.text == "else")


def walk(items: Sequence[Token]) -> Iterator[tuple[tuple[Label, ...], list[Token]]]:
    """Every statement of a file with the labels of the blocks around it, outermost first, in the order of the file."""
    waiting: list[tuple[tuple[Label, ...], Iterator[list[Token]]]] = [((), statements(items))]
    while waiting:
        labels, following = waiting[-1]
        statement = next(following, None)
        if statement is None:
            waiting.pop()
            continue
        yield labels, statement
        blocks = list(_blocks(statement))
        waiting += (((*labels, label), statements(block.items)) for label, block in reversed(blocks))


def _blocks(statement: Statement) -> Iterator[tuple[Label, Token]]:
    """The blocks of a statement, also those given in parentheses, with their labels."""
    start, condition = 0, ""
    for place, token in enumerate(statement):
        if token.is_group("{"):
            label = label_of(statement[start:place])
            if label.words == ("else",):
                label = label._replace(condition=f"!({condition})")
            condition = label.condition
            yield label, token
            start = place + 1
        elif token.is_group("("):
            for inner in token.items:
                if inner.is_group("{"):
                    yield label_of(statement[start:place]), inner


def label_of(tokens: Statement) -> Label:
    """What the tokens before a block say; of very many, the first and the last are taken."""
    if len(tokens) > 2 * _LONGEST_LABEL:
        tokens = [*tokens[:_LONGEST_LABEL], *tokens[-_LONGEST_LABEL:]]
    words = tuple(token.text for token in tokens if token.kind == "word")
    strings = [token.text for token in tokens if token.kind == "string"]
    condition = ""
    for token in tokens:
        if token.kind == "group":
            strings += (inner.text for inner in token.items[:_LONGEST_LABEL] if inner.kind == "string")
            if words[:1] == ("if",) or words[:2] == ("else", "if"):
                condition = condition or source_of(token.items[:_LONGEST_LABEL])[:_LONGEST_CONDITION]
    return Label(words, tuple(strings), condition)


def source_of(tokens: Sequence[Token]) -> str:
    """The tokens as one line of code."""
    parts: list[str] = []
    waiting: list[Token | str] = list(reversed(tokens))
    while waiting:
        token = waiting.pop()
        if isinstance(token, str):
            parts.append(token)
        elif token.kind == "group":
            waiting += [_CLOSING[token.text], *reversed(token.items), token.text]
        elif token.kind == "string":
            parts.append(f"{token.mark}{token.text}{'/$' if token.mark == '$/' else token.mark}")
        elif token.kind != "newline":
            is_spaced = token.kind == "symbol" and token.text not in (".", "?.", "!", ",", "::")
            needs_space = token.kind == "word" and parts and (parts[-1][-1:].isalnum() or parts[-1][-1:] in "\"'")
            parts.append(
                f" {token.text} "
                if is_spaced
                else ", "
                if token.text == ","
                else f" {token.text}"
                if needs_space
                else token.text
            )
    return "".join(parts).strip()
