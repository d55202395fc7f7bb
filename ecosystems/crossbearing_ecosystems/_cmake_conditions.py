"""Whether the condition of an ``if()`` holds, as far as that is known without running CMake."""

import re
from collections.abc import Callable, Sequence

from crossbearing_ecosystems._cmake_lexer import Argument
from crossbearing_ecosystems._cmake_values import REPOSITORY, Scope, expand, is_known, split_list

_TRUE = frozenset({"1", "ON", "YES", "TRUE", "Y"})
_FALSE = frozenset({"", "0", "OFF", "NO", "FALSE", "N", "IGNORE", "NOTFOUND"})
_NUMBER = re.compile(r"-?[0-9]{1,18}")
_UNARY = frozenset(
    {"COMMAND", "POLICY", "TARGET", "TEST", "EXISTS", "IS_NEWER_THAN", "IS_DIRECTORY", "IS_SYMLINK", "IS_ABSOLUTE"}
    | {"DEFINED", "IS_READABLE", "IS_WRITABLE", "IS_EXECUTABLE"}
)
_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "EQUAL": lambda one, other: one == other,
    "LESS": lambda one, other: one < other,
    "GREATER": lambda one, other: one > other,
    "LESS_EQUAL": lambda one, other: one <= other,
    "GREATER_EQUAL": lambda one, other: one >= other,
}
_BINARY = frozenset(
    {*_COMPARISONS, "STREQUAL", "STRLESS", "STRGREATER", "STRLESS_EQUAL", "STRGREATER_EQUAL", "MATCHES", "IN_LIST"}
    | {"PATH_EQUAL", "IS_NEWER_THAN", "VERSION_EQUAL", "VERSION_LESS", "VERSION_GREATER", "VERSION_LESS_EQUAL"}
    | {"VERSION_GREATER_EQUAL"}
)
_WORDS = frozenset({"AND", "OR", "NOT", "(", ")"})
_MOST_TOKENS = 200
_LONGEST_SUBJECT = 200
# What could take long to match: a repeated group, or several repetitions.
_SAFE_PATTERN = re.compile(r"[^*+?{]*(?:(?<!\))[*+?][^*+?{]*){0,2}")

Truth = bool | None


class ConditionReader:
    """Judges conditions; ``exists`` says whether a path of the repository is there, ``is_target`` the like."""

    def __init__(
        self, scope: Scope, exists: Callable[[str], bool], is_target: Callable[[str], bool], groups: list[str]
    ) -> None:
        self._scope = scope
        self._exists = exists
        self._is_target = is_target
        self._groups = groups

    def judge(self, arguments: Sequence[Argument]) -> Truth:
        """True or False where that is certain; otherwise None."""
        if len(arguments) > _MOST_TOKENS:
            return None
        # Precedence by two stacks: values, and the operators that wait for their right side.
        values: list[Truth] = []
        operators: list[str] = []
        place = 0
        while place < len(arguments):
            argument = arguments[place]
            word = argument.text if argument.kind in ("bare", "paren") else ""
            if word in _WORDS:
                self._operator(word, values, operators)
                place += 1
                continue
            count, truth = self._test(arguments, place)
            values.append(truth)
            place += count
            self._reduce(values, operators, {"NOT"})
        self._reduce(values, operators, {"NOT", "AND", "OR"})
        return values[-1] if len(values) == 1 and not operators else None

    def _operator(self, word: str, values: list[Truth], operators: list[str]) -> None:
        if word == "AND":
            self._reduce(values, operators, {"NOT", "AND"})
        elif word == "OR":
            self._reduce(values, operators, {"NOT", "AND", "OR"})
        elif word == ")":
            self._reduce(values, operators, {"NOT", "AND", "OR"})
            if operators:
                operators.pop()
            self._reduce(values, operators, {"NOT"})
            return
        operators.append(word)

    @staticmethod
    def _reduce(values: list[Truth], operators: list[str], which: set[str]) -> None:
        while operators and operators[-1] in which and values:
            operator = operators.pop()
            right = values.pop()
            if operator == "NOT":
                values.append(None if right is None else not right)
                continue
            left = values.pop() if values else None
            decisive = operator == "OR"
            if decisive in (left, right):
                values.append(decisive)
            else:
                values.append(None if None in (left, right) else not decisive)

    def _test(self, arguments: Sequence[Argument], place: int) -> tuple[int, Truth]:
        """Judge the test that starts at ``place``; also how many arguments it takes."""
        argument = arguments[place]
        following = arguments[place + 1].text if place + 1 < len(arguments) else ""
        if argument.kind == "bare" and argument.text in _UNARY and following and following not in _WORDS:
            return 2, self._unary(argument.text, arguments[place + 1])
        if following in _BINARY and arguments[place + 1].kind == "bare" and place + 2 < len(arguments):
            return 3, self._binary(argument, following, arguments[place + 2])
        return 1, self._constant(argument)

    def _unary(self, word: str, argument: Argument) -> Truth:
        text = expand(argument.text, self._scope)
        if word == "DEFINED":
            value = self._scope.get(text)
            # Arguments that a call leaves out are empty and come from nowhere.
            return bool(value.texts[-1] or value.place) if value is not None and value.is_certain else None
        if word == "TARGET":
            return True if self._is_target(text) else None
        if word in ("EXISTS", "IS_DIRECTORY") and text.startswith(f"{REPOSITORY}/") and is_known(text):
            return True if self._exists(text.removeprefix(f"{REPOSITORY}/")) else None
        return None

    def _operand(self, argument: Argument) -> str | None:
        """What a side of a comparison stands for: a variable's value, or the words themselves."""
        if argument.kind == "bare" and (value := self._scope.get(argument.text)) is not None:
            return value.texts[-1] if value.is_certain and is_known(value.texts[-1]) else None
        if "${" in argument.text and not self._is_certain(argument.text):
            return None
        text = expand(argument.text, self._scope)
        return text if is_known(text) else None

    def _is_certain(self, text: str) -> bool:
        names = re.findall(r"\$\{([^${}]*)\}", text)
        return all((value := self._scope.get(name)) is not None and value.is_certain for name in names)

    def _binary(self, left: Argument, word: str, right: Argument) -> Truth:
        one = self._operand(left)
        if word == "IN_LIST":
            value = self._scope.get(right.text)
            if one is None or value is None or not value.is_certain or not is_known(value.texts[-1]):
                return None
            return one in split_list(value.texts[-1])
        if word == "MATCHES":
            pattern = expand(right.text, self._scope) if self._is_certain(right.text) else None
            return None if one is None or pattern is None else self._matches(one, pattern)
        other = self._operand(right)
        if one is None or other is None:
            return None
        if word == "STREQUAL":
            # Two names that are no variables to us may be some to CMake.
            return one == other if self._is_text(left) or self._is_text(right) else None
        if word in _COMPARISONS and _NUMBER.fullmatch(one) and _NUMBER.fullmatch(other):
            return _COMPARISONS[word](int(one), int(other))
        return None

    def _is_text(self, argument: Argument) -> bool:
        return argument.kind != "bare" or "$" in argument.text or self._scope.get(argument.text) is not None

    def _matches(self, subject: str, pattern: str) -> Truth:
        if len(subject) > _LONGEST_SUBJECT or len(pattern) > _LONGEST_SUBJECT or not _SAFE_PATTERN.fullmatch(pattern):
            return None
        try:
            found = re.search(pattern, subject)
        except (re.error, RecursionError, OverflowError):
            return None
        if found:
            self._groups[:] = [found[0], *(group or "" for group in found.groups())]
        return found is not None

    def _constant(self, argument: Argument) -> Truth:
        text = argument.text
        if "${" in text:
            if not self._is_certain(text):
                return None
            text = expand(text, self._scope)
        if text.upper() in _TRUE or (_NUMBER.fullmatch(text) and int(text)):
            return True
        if text.upper() in _FALSE or text.upper().endswith("-NOTFOUND"):
            return False
        value = self._scope.get(text)
        if value is None or not value.is_certain or not is_known(value.texts[-1]):
            return None
        held = value.texts[-1].upper()
        return held not in _FALSE and not held.endswith("-NOTFOUND")
