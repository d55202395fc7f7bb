"""How the three grammars of the ECMAScript family are read, whichever plugin asks."""

from crossbearing_plugins.languages._ecmascript.forms import declared_type, finish, owner
from crossbearing_plugins.languages._treesitter.language import Language


def plain(name: str, builtins: frozenset[str]) -> Language:
    """JavaScript with JSX."""
    return Language(
        name=name,
        grammar="javascript",
        queries=("javascript.scm", "_jsx.scm", "_ecmascript.scm"),
        builtins=builtins,
        owner=owner,
        finish=finish,
    )


def typed(name: str, builtins: frozenset[str], *, jsx: bool = False) -> Language:
    """TypeScript, with JSX or without, which are two grammars."""
    return Language(
        name=name,
        grammar="tsx" if jsx else "typescript",
        queries=("typescript.scm", *(("_jsx.scm",) if jsx else ()), "_ecmascript.scm"),
        builtins=builtins,
        owner=owner,
        type_name=declared_type,
        finish=finish,
    )
