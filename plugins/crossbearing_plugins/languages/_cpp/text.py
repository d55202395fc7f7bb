"""Macros that stand where the grammar expects something else: they are blanked, so that what is around them parses.

Macros are not expanded. A word in capitals that stands where no name can (``class EXPORT Store {``,
``int size GUARDED_BY(lock);``, a line of its own between declarations) is an attribute or makes a whole declaration.
"""

import re
from bisect import bisect_left
from itertools import pairwise

# One pass: comments, strings and preprocessor lines are passed over; words in capitals and words after a pointer found.
_TOKEN = re.compile(
    r"""[/"'\#A-Z*_](?:
      (?<=/)(?:/(?:[^\n\\]|\\.)*|\*.*?(?:\*/|\Z))
    | (?<=")(?:\\.|[^"\\\n])*"?
    | (?<=')(?:\\.|[^'\\\n])'
    | (?<=\#)(?:\\\n|/\*.*?(?:\*/|\Z)|[^\n/\\]|/(?!\*)|\\)*
    | (?<=\bR)"([^()\s\\]{0,16})\(.*?\)\1"
    | (?<=\w_)v(?P<arguments><[^;{}&|<>]*(?:<[^;{}&|<>]*(?:<[^;{}&|<>]*>[^;{}&|<>]*)*>[^;{}&|<>]*)*>)
    | (?<=\*)[ \t]*(?P<after>(?!(?:const|volatile|restrict|and|or|xor|not|sizeof|new)\b)[a-z_]\w*)[ \t]+
        (?=(?![A-Z][A-Z0-9_]+\b)[A-Za-z_]\w*(?:\s+[A-Z][A-Z0-9_]+)?\s*[,)=;({\[])
    | (?<=\b[A-Z])(?P<capitals>[A-Z0-9]*(?:_[A-Z0-9_]*)?(?<=..))\b(?!["'])
    )""",
    re.VERBOSE | re.DOTALL,
)
_ARGUMENTS = re.compile(r"[ \t]*\(")
_LAST_WORD = re.compile(r"[A-Za-z_]\w*$")
_BLANKS = re.compile(r"(?:\s|//[^\n]*\n|/\*.{0,400}?\*/)*", re.DOTALL)
_CAPITALS = re.compile(r"[A-Z][A-Z0-9]*_[A-Z0-9_]*\b|[A-Z]{3,}API\b")
_KEYWORDS = (
    "inline static constexpr void bool int char auto unsigned virtual explicit extern template class struct friend"
    " typename long short float double size_t operator using namespace enum thread_local consteval constinit mutable"
)
_STARTS = frozenset(_KEYWORDS.split())
_STATEMENTS_TEXT = "return case else throw new goto delete in co_return co_await typename operator not and or"
_STATEMENTS = frozenset(_STATEMENTS_TEXT.split())
_SPECIFIERS_TEXT = "static const inline constexpr extern thread_local mutable unsigned volatile struct"
_SPECIFIERS = frozenset(_SPECIFIERS_TEXT.split())
_WORD = re.compile(r"[A-Za-z_]\w*$")
_BLANKS = re.compile(r"(?:\s|//[^\n]*\n|/\*.{0,400}?\*/)*", re.DOTALL)
_CAPITALS = re.compile(r"[A-Z][A-Z0-9]*_[A-Z0-9_]*\b|[A-Z]{3,}API\b")
_KEYWORDS = (
    "inline static constexpr void bool int char auto unsigned virtual explicit extern template class struct friend"
    " typename long short float double size_t operator using namespace enum thread_local consteval constinit mutable"
)
_STARTS = frozenset(_KEYWORDS.split())
_STATEMENTS = frozenset(
    [
        "return",
        "case",
        "else",
        "throw",
        "new",
        "goto",
        "delete",
        "in",
        "co_return",
        "co_await",
        "typename",
        "operator",
        "not",
        "and",
        "or",
    ]
)
_SPECIFIERS = frozenset(
    ["static", "const", "inline", "constexpr", "extern", "thread_local", "mutable", "unsigned", "volatile", "struct"]
)
_WORD = re.compile(r"[A-Za-z_]\w*")
_TWO_WORDS = re.compile(
    r"(?!and\b|or\b|not\b|xor\b)(?:const\s+|volatile\s+)?(?:::\s*)?[A-Za-z_][\w:]*(?:<[^;{}()]{0,200}>(?:::\w+)*)?"
    r"(?:(?:\s*\bconst\b)?\s*[*&]+\s*(?:const\b\s*)?|\s+)(?!and\b|or\b|xor\b|override\b|final\b|noexcept\b)"
    r"(?:[a-z_]\w*\s+)?[A-Za-z_~][\w:~]*(?:<[^;{}()]{0,100}>)?\s*[(;={\[,)]"
)
_CLASS_HEAD = re.compile(r"[A-Za-z_][\w:]*(?:<[^;{}()]{0,200}>)?(?:\s+final\b)?\s*(?:\{|:(?!:)|(;))")
_EXTERN = re.compile(
    r"^([ \t]*#[ \t]*if[^\n]*__cplusplus[^\n]*\n)([^#]{0,200}?)(^[ \t]*#[ \t]*(?:endif|else)\b)", re.MULTILINE
)
_FOR_CPP = re.compile(
    r"^([ \t]*#[ \t]*(?:ifdef[ \t]+|if[ \t]+(?:defined[ \t]*\(?[ \t]*)?)__cplusplus[ \t]*\)?[ \t]*\n)"
    r"((?:(?![ \t]*#[ \t]*(?:if|el|endif))[^\n]*\n){0,400})(?=[ \t]*#[ \t]*(?:endif|else)\b)",
    re.MULTILINE,
)
_BRACE = re.compile(r"extern[ \t]+\"C\"[ \t]*\{|\}(?:[ \t]*(?://[^\n]*|/\*[^\n]*\*/))?")
_INSTANCE = re.compile(r"^[ \t]*(?:extern[ \t]+)?template[ \t]+(?:class|struct|union)\b[^;{}]{0,400};", re.MULTILINE)
_CONDITION = re.compile(r"#[ \t]*(if|ifdef|ifndef|else|elif|elifdef|elifndef|endif)\b")
_NEVER = re.compile(r"#[ \t]*if[ \t]+0\b")
_VISIBLE = re.compile(r"[^\r\n]")
_LONGEST = 4_000
_MARKS = frozenset(("class", "struct", "union", "enum"))
_ACCESS = frozenset(("public", "protected", "private"))
_TAILS = frozenset(("const", "noexcept", "override", "final"))


def readable(text: str) -> str:
    """The text with macros as blanks that stand for attributes, declarations and ends of namespaces."""
    if "__cplusplus" in text:
        text = _EXTERN.sub(lambda match: match[1] + _BRACE.sub(_blanked, match[2]) + match[3], text)
    if "template" in text:
        text = _INSTANCE.sub(_blanked, text)
    return _Macros(text).blanked()


def without_cpp(text: str) -> str:
    """The text of a header of C without what is there for C++ alone."""
    return _FOR_CPP.sub(lambda match: match[1] + _VISIBLE.sub(" ", match[2]), text)


def _blanked(match: "re.Match[str]") -> str:
    return _VISIBLE.sub(" ", match[0])


class _Macros:
    """The words of one text that stand like macros."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.skipped: list[int] = []
        """Starts and ends, in turn, of comments and preprocessor lines."""
        self.found: list[tuple[int, int]] = []
        self.ends: dict[int, int] = {}
        """The starts of macros that were found, by their ends."""

    def blanked(self) -> str:
        text, position = self.text, 0
        words, directives = [], list[tuple[int, int, str]]()
        for match in _TOKEN.finditer(text):
            if match["capitals"] is not None:
                words.append(match.span())
            elif match["after"] is not None:
                self.found.append(match.span("after"))
            elif match["arguments"] is not None:
                # The grammar takes signs in ``a<b>::value && is_same_v<c, d<e>>`` for comparisons.
                self.found.append(match.span("arguments"))
            elif match[0][0] in "/#":
                self.skipped += match.span()
                if match[0][0] == "#" and (word := _CONDITION.match(match[0])) is not None:
                    directives.append((match.start(), match.end(), word[1]))
        self._conditions(directives)
        done = 0
        for start, end in words:
            if start >= done and (stop := self._look(start, end)) > start:
                self.found.append((start, stop))
                self.ends[stop] = start
                done = stop
        parts: list[str] = []
        for start, end in sorted(self.found):
            if start >= position:
                parts += (text[position:start], _VISIBLE.sub(" ", text[start:end]))
                position = end
        return "".join([*parts, text[position:]]) if parts else text

    def _conditions(self, directives: list[tuple[int, int, str]]) -> None:
        """Blank conditions: all their branches are read where each is whole, else the first."""
        open_: list[list[tuple[int, int, str]]] = []
        for directive in directives:
            if directive[2].startswith("if"):
                open_.append([directive])
            elif open_:
                open_[-1].append(directive)
                if directive[2] == "endif":
                    self._condition(open_.pop())

    def _condition(self, lines: list[tuple[int, int, str]]) -> None:
        is_never = _NEVER.match(self.text, lines[0][0]) is not None
        if not is_never and all(self._is_whole(begin[1], end[0]) for begin, end in pairwise(lines)):
            self.found += [(start, end) for start, end, _ in lines]
            return
        kept = 1 if is_never and len(lines) > 2 else 0
        if is_never and kept == 0:
            self.found.append((lines[0][0], lines[-1][1]))
            return
        self.found.append((lines[0][0], lines[kept][1]))
        self.found.append((lines[kept + 1][0], lines[-1][1]))

    def _is_whole(self, start: int, end: int) -> bool:
        """Whether a branch holds whole declarations or statements."""
        text = self.text
        if not text[start:end].strip():
            return True
        last = self._before(end)[0]
        is_closed = last in ";}:>" or self._before(start)[0] in ";{}" or last.isupper()
        return is_closed and text.count("{", start, end) == text.count("}", start, end)

    def _look(self, start: int, end: int) -> int:
        """Where the macro ends that the word begins; its start if it is none."""
        text = self.text
        last, before = self._before(start)
        word = before[0] if before is not None else ""
        if word == "if":
            return end
        stop = self._arguments(end)
        after = self._over(stop)
        while (further := _CAPITALS.match(text, after)) is not None:
            after = self._over(self._arguments(further.end()))
        following = text[after : after + 1]
        if following == ":" and stop == end and self._is_label(start, after, last, word):
            return end if word in _ACCESS else after + 1
        if word in _MARKS:
            head = _CLASS_HEAD.match(text, after)
            is_macro = head is not None and (head[1] is None or word == "class")
        elif (
            text.startswith("MOCK_", start)
            or (following == "{" and text.endswith(("TRY", "CATCH"), start, end))
            or (self._is_alone(start, stop) and self._is_line(last, following))
        ):
            is_macro = True
        else:
            begins = (following.isalpha() or following in "_:~") and self._is_before(start, end, last, word, after)
            is_macro = begins or self._is_after(start, end, stop, last, before, after)
        return stop if is_macro else start

    def _over(self, place: int) -> int:
        """The place behind blanks and comments."""
        match = _BLANKS.match(self.text, place)
        return place if match is None else match.end()

    def _is_label(self, start: int, colon: int, last: str, word: str) -> bool:
        """``PRIVATE_UNLESS_TESTED:`` and ``public Q_SLOTS:``."""
        text = self.text
        if text[colon + 1 : colon + 2] == ":" or not (last in ";}{:" or word in _ACCESS):
            return False
        line = text[text.rfind("\n", 0, start) + 1 : start].strip()
        return (not line or line in _ACCESS) and text[colon + 1 : colon + 40].split("\n")[0].strip()[:2] in (
            "",
            "//",
            "/*",
        )

    def _before(self, start: int) -> tuple[str, "re.Match[str] | None"]:
        """The last character before a place, comments and preprocessor lines apart, and the word that it ends."""
        text, place = self.text, start
        while True:
            while place > 0 and text[place - 1].isspace():
                place -= 1
            if place in self.ends:
                place = self.ends[place]
                continue
            at = bisect_left(self.skipped, place)
            if at % 2 == 0 or self.skipped[at] != place or place == 0:
                break
            place = self.skipped[at - 1]
        if place == 0:
            return ";", None
        return text[place - 1], _LAST_WORD.search(text, max(0, place - 60), place)

    def _arguments(self, place: int) -> int:
        """Where the brackets after a word end; the place itself where there are none."""
        match = _ARGUMENTS.match(self.text, place)
        if match is None:
            return place
        depth, text = 0, self.text
        for at in range(match.end() - 1, min(len(text), place + _LONGEST)):
            if text[at] == "(":
                depth += 1
            elif text[at] == ")":
                depth -= 1
                if depth == 0:
                    return at + 1
        return place

    def _is_alone(self, start: int, stop: int) -> bool:
        text = self.text
        end = text.find("\n", stop)
        rest = text[stop : end if end >= 0 else len(text)].strip()
        return not text[text.rfind("\n", 0, start) + 1 : start].strip() and (not rest or rest.startswith(("//", "/*")))

    def _is_line(self, last: str, following: str) -> bool:
        """A line that holds a macro alone, unless it is the end of a list, an operand or the head of a body."""
        goes_on = not (following.isalpha() or following in "_#~[}") or (following == "}" and last not in ";}")
        return not goes_on and last in ";}{:>)"

    def _is_before(self, start: int, end: int, last: str, word: str, after: int) -> bool:
        """``API void f();``: before a keyword, or before two further words."""
        text = self.text
        if "_" not in text[start:end] and not text.endswith("API", start, end):
            return False
        if word in _STATEMENTS or not (last in ";}{:>)" or word):
            return False
        first = _WORD.match(text, after)
        if first is not None and first[0] in _STARTS:
            return True
        return _TWO_WORDS.match(text, after) is not None

    def _is_after(self, start: int, end: int, stop: int, last: str, before: "re.Match[str] | None", after: int) -> bool:
        """``f() const NOEXCEPT {`` and ``int x GUARDED_BY(lock);``."""
        text, following = self.text, self.text[after : after + 1]
        if end - start < 4 or following not in tuple(";{=:-,)c") or text.startswith("::", after):
            return False
        word = before[0] if before is not None else ""
        if last == ")" or word in _TAILS:
            is_tail = following in tuple(";{:") or text.startswith(
                ("->", "= 0", "=0", "= default", "= delete", "const"), after
            )
            return is_tail and "_" in text[start:end]
        if before is None or word in _STATEMENTS or word in _STARTS or "_" not in text[start:end]:
            return False
        sign, outer = self._before(before.start())
        if outer is not None and outer[0] == "const":
            sign, outer = self._before(outer.start())
        is_named = sign in "*&>]" or (outer is not None and outer[0] not in _SPECIFIERS | _STATEMENTS)
        return is_named and (stop > end or following in ",)") and following in ";{=,)"
