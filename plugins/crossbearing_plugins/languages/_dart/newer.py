"""Newer forms of Dart that the grammar does not know."""

import re

# What the grammar does not know: a library without a name, abstract fields, patterns of a class without fields.
_UNKNOWN = (
    ("library", re.compile(r"^library[ \t]*;", re.MULTILINE)),
    ("abstract ", re.compile(r"^[ \t]*abstract(?=[ \t]+(?:final|late|var|covariant)\b)", re.MULTILINE)),
    ("case ", re.compile(r"(\bcase[ \t]+[A-Z]\w*(?:<[^<>()]*>)?)\(\)(?=\s*(?:when\b|\|\||:))")),
    ("()", re.compile(r"^([ \t]*[A-Z]\w*(?:<[^<>()]*>)?)\(\)(?=\s*(?:=>|when\b|\|\|))", re.MULTILINE)),
)
_ARGUMENTS = re.compile(
    r"(?<=[\w$])<(?=[^(){};=]{0,200},)[^<>(){};=]{1,200}(?:<[^<>(){};=]{1,200}>\??[^<>(){};=]{0,200}){0,9}>(?=\()"
)
_EXPRESSION = re.compile(
    r"(?:[=(,?:\[{!&|.]|\b(?:return|await|const|new|throw|yield|else|in))\s*(?:[\w$]+\.)*[A-Za-z_$][\w$]*$"
)


def known_words(text: str) -> str:
    """The text with blanks for newer forms that the grammar does not know; ``case Foo():`` is ``case Foo  :``.

    Several type arguments in an expression (``Box<int, Entry>(1)``) are blanks too.
    """
    for mark, pattern in _UNKNOWN:
        if mark in text:
            text = pattern.sub(lambda match: (match[1] if match.re.groups else "").ljust(len(match[0])), text)

    def blank(match: re.Match[str]) -> str:
        is_expression = _EXPRESSION.search(match.string[max(0, match.start() - 80) : match.start()])
        return " " * len(match[0]) if is_expression and len(match[0]) < 300 else match[0]

    return _ARGUMENTS.sub(blank, text)
