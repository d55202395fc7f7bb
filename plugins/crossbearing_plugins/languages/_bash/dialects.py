"""What the grammar does not know: test cases of BATS, and commands that a backslash keeps from aliases."""

import re

from crossbearing.plugin import FileFacts

_TEST = re.compile(
    r"""^([ \t]*)@test([ \t]+)(?:"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'|([^\s"'{]+))([ \t]*)\{""", re.MULTILINE
)


_PLAIN = re.compile(r"^([ \t]*(?:\w+=[\w./-]*[ \t]+){0,4})\\(?=[\w.])", re.MULTILINE)


def readable(text: str) -> str:
    """The text as the grammar can read it, every character where it was: a function in place of each test case."""
    return _PLAIN.sub(r"\1 ", _TEST.sub(_function, text))


def _function(match: "re.Match[str]") -> str:
    title = match[3] or match[4] or match[5] or ""
    name = re.sub(r"\W", "_", title) or "_"
    name = f"_{name[1:]}" if name[0].isdecimal() else name
    at = match.start(3 if match[3] is not None else 4 if match[4] is not None else 5) - match.start()
    rest = len(match[0]) - at - len(name)
    # Between the title and the brace stand at least its quote and a blank, or two blanks of those before it.
    if rest < 3:
        at, rest = at - (3 - rest), 3
    return f"{' ' * at}{name}(){'{':>{rest - 2}}"


def restored(facts: FileFacts, lines: list[str]) -> FileFacts:
    """Give the functions of test cases their titles as signatures, and names that no other function has."""
    definitions = facts.definitions
    for definition in definitions:
        line = lines[definition.line - 1].strip()
        if line.startswith("@test") and definition.kind == "function":
            definition.name = f"test_{definition.name}"
            definition.signature = line.rpartition("{")[0].rstrip()
        outer = definitions[definition.scope].qualname + "." if definition.scope >= 0 else ""
        definition.qualname = f"{outer}{definition.name}"
    # Where a test case does not end, its title is taken for a command.
    facts.references = [item for item in facts.references if lines[item.line - 1].startswith(item.name, item.column)]
    return facts
