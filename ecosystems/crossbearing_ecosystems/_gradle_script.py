"""One build file of Gradle: its statements, what its variables are set to, and the scripts that it applies."""

from collections.abc import Iterator, Sequence

from crossbearing.plugin import SourceFile, UnreadableError
from crossbearing_ecosystems._gradle_tokens import Label, Statement, Token, tokens_of, walk
from crossbearing_ecosystems._gradle_values import Definitions, chain_of, define, path_of, split
from crossbearing_ecosystems._remembered import ByContent

KOTLIN = (".kts", ".kt")
_DECLARING = frozenset({"def", "val", "var", "const", "final", "private", "internal", "public", "static"})
_EXTRA = frozenset({"ext", "extra"})
_TRANSPARENT = frozenset({"allprojects", "buildscript", "project", "rootProject", "subprojects"})


class Script:
    """The statements of a build file with the labels of the blocks around them."""

    def __init__(self, file: SourceFile) -> None:
        self.is_kotlin = file.path.endswith(KOTLIN)
        self.statements = list(walk(tokens_of(file)))
        self.definitions: Definitions = {}
        for labels, statement in self.statements:
            _define(self.definitions, labels, statement)

    def applied(self, what: str) -> Iterator[list[Token]]:
        """The expressions that ``apply`` is given as ``from`` or as ``plugin``."""
        for labels, statement in self.statements:
            if labels and labels[-1].last == "apply" and statement[0].text == what:
                yield arguments_of(statement)
            elif place := next((i for i, token in enumerate(statement[:4]) if token.text == "apply"), -1) + 1:
                for part in split(arguments_of(statement[place - 1 :])):
                    if len(part) > 2 and part[0].text == what and part[1].is_symbol(":", "="):
                        yield part[2:]


def script_of(file: SourceFile) -> Script | None:
    """The script in a file; None where it cannot be read."""
    return _SCRIPTS.of(file, "kotlin" if file.path.endswith(KOTLIN) else "groovy")


def _read(file: SourceFile) -> Script | None:
    try:
        return Script(file)
    except UnreadableError:
        return None


def arguments_of(statement: Statement) -> list[Token]:
    """The arguments of a call at the start of a statement, with or without parentheses."""
    rest = [token for token in statement[1:] if not token.is_group("{")]
    return rest[0].items if rest and rest[0].is_group("(") else rest


def _define(definitions: Definitions, labels: Sequence[Label], statement: Statement) -> None:
    """Note what a statement sets a variable or an extra property to."""
    inside = labels[-1].last if labels else ""
    place = next((number for number, token in enumerate(statement) if token.is_symbol("=")), 0)
    if place:
        if path := _assigned(statement[:place], labels, inside):
            define(definitions, path, statement[place + 1 :])
        return
    words = [token.text for token in statement if token.kind == "word"]
    if words[:1] == ["val"] and "by" in words and words[-1] in _EXTRA and statement[-1].kind == "group":
        define(definitions, (words[1],), statement[-1].items)
    elif "set" in words[:2]:
        segments = chain_of(statement)
        names = [part.name for part in segments]
        owner = inside if names == ["set"] else names[-2] if len(names) > 1 else ""
        arguments = split((segments[-1].arguments if segments else None) or arguments_of(statement))
        if owner in _EXTRA and len(arguments) == 2 and arguments[0][0].kind == "string":
            define(definitions, (arguments[0][0].text,), arguments[1])


def _assigned(left: Statement, labels: Sequence[Label], inside: str) -> tuple[str, ...]:
    """The path of what stands on the left of an assignment, or an empty one where it is no matter of other code."""
    words = [token.text for token in left if token.kind == "word"]
    if not words or left[0].kind == "group":
        return ()
    if left[0].text in _DECLARING:
        typed = next((place for place, token in enumerate(left) if token.is_symbol(":")), len(left))
        names = [token.text for token in left[:typed] if token.kind == "word"]
        return (*_objects(labels), names[-1])
    segments = chain_of(left)
    if len(words) == 2 and len(segments) == 1:
        return (words[1],)
    if not segments:
        return ()
    path = path_of(segments)
    is_extra = inside in _EXTRA or segments[0].name in ("ext", "extra") or len(segments) > 1
    return path if is_extra or all(label.last in _TRANSPARENT for label in labels) else ()


def _objects(labels: Sequence[Label]) -> tuple[str, ...]:
    """The names of the objects of Kotlin around a constant."""
    return tuple(label.words[-1] for label in labels if "object" in label.words)


_SCRIPTS = ByContent(_read, 256)
