"""What a language plugin says about one file: a pure function of its bytes and path.

There are hundreds of thousands of these in a large repository, so they are plain slotted classes, mutable only because
creating a frozen one costs three times as much; nothing changes them after ``extract`` returned.
"""

from typing import Literal

from attrs import Factory, define

DefinitionKind = Literal["class", "function", "method", "variable"]
ReferenceKind = Literal["call", "read", "base", "decorator"]
BindingKind = Literal["call", "annotation", "alias", "value"]

MODULE_SCOPE = -1


@define
class Definition:
    """A named thing that a file defines.

    ``qualname`` is dotted within the file (``Parser.peek``; nested functions are ``outer.inner``). ``line`` and
    ``column`` are those of the name (line from 1, column from 0 in characters); ``start_line`` includes decorators and
    ``end_line`` is the last line, inclusive. ``scope`` is the index of the enclosing definition in
    :attr:`FileFacts.definitions` or :data:`MODULE_SCOPE`; an enclosing definition always has the smaller index.
    ``signature`` is one line in the language's own syntax without any body (``def peek(self, n: int = 1) -> str:``);
    ``docstring`` is the documentation text, cleaned of quotes and indentation. ``bases`` and ``decorators`` are dotted
    names as written, ``annotation`` the return type of a function or declared type of a variable, as written.

    ``is_part`` marks a definition that only stands for one elsewhere: a class to which this file adds members (methods
    with a Go receiver, a Rust ``impl``), which the linker joins to the class that its name means; a declaration without
    a body, which gives way to anything else of its name.
    """

    name: str
    qualname: str
    kind: DefinitionKind
    line: int
    column: int
    start_line: int
    end_line: int
    scope: int = MODULE_SCOPE
    signature: str = ""
    docstring: str = ""
    bases: tuple[str, ...] = ()
    decorators: tuple[str, ...] = ()
    annotation: str = ""
    is_part: bool = False


@define
class Reference:
    """A use of a name that may lead to a definition in another place.

    ``name`` is the dotted chain as written (``self.store.put``, ``utils.parse``); a call within it is written ``()``
    (``make().put``), and a link that is neither ends the chain on the left as ``?`` (``?.put`` for ``(a or b).put``).
    Local variables and parameters that hold plain values give no reference; a call through one does. ``scope`` is the
    innermost enclosing definition.

    The name may also say what is called or read of an item: ``handlers["key"]``, ``rows[0].close``, ``rows[]`` for any
    item. Where nothing in the project explains such a name, or one that ends in ``()`` (the result of a call is called
    again), it is no unresolved name. A call of ``rows[]`` is a loop over ``rows``.

    ``arguments`` are those of a call as written, without the brackets (``item, key=make()``), where they may hold
    something of the project; empty says nothing. Where they only tell overloads apart, ``?`` stands for each (``?,
    key=?``), with the word of its type where that is known (``?String``), ``*?`` for a spread and ``{}`` for a block
    behind the brackets.
    """

    name: str
    line: int
    column: int
    scope: int = MODULE_SCOPE
    kind: ReferenceKind = "read"
    arguments: str = ""


@define
class Import:
    """One name that an import statement binds.

    ``import a.b as c`` is ``Import(module="a.b", name="", alias="c")``; ``import a.b`` binds ``alias="a"``;
    ``from ..x import y as z`` is ``Import(module="x", name="y", alias="z", level=2)``; a star import has ``name="*"``
    and an empty alias.
    """

    module: str
    name: str
    alias: str
    line: int
    column: int
    level: int = 0
    scope: int = MODULE_SCOPE


@define
class Binding:
    """Evidence for what a local name holds: ``name`` (``store``, ``self.store``) was bound from ``value``.

    ``value`` is a dotted name as written: the callee of a constructor or function call, the annotated type, or another
    name, according to ``kind``. Of kind ``value`` it is any expression in the form that
    :mod:`crossbearing.recon.expressions` reads. Such a binding may also be one of an item (``table["key"]``, ``rows[]``
    for any), and, in the scope of a function, of the names ``return`` and ``yield``: what it returns and yields.

    A local name that holds something unknown hides what the name means further out: where references start with it,
    say so with the alias ``?``.
    """

    name: str
    value: str
    kind: BindingKind
    line: int
    scope: int = MODULE_SCOPE


@define
class StringLiteral:
    """A string in the code of at least two words; placeholders of format strings are replaced by ``{}``."""

    text: str
    line: int
    scope: int = MODULE_SCOPE


@define
class SyntaxProblem:
    """A stretch that the parser could not read; what parsed around it is kept."""

    line: int
    reason: str


@define
class FileFacts:
    """Everything that one language plugin read from one file.

    ``exports`` is the module's declared public names (``__all__``), or None where it declares none. ``package`` is the
    package that the file itself declares, in languages where it does (Java, Go), else empty.
    """

    language: str
    definitions: list[Definition] = Factory(list)
    references: list[Reference] = Factory(list)
    imports: list[Import] = Factory(list)
    bindings: list[Binding] = Factory(list)
    literals: list[StringLiteral] = Factory(list)
    problems: list[SyntaxProblem] = Factory(list)
    exports: list[str] | None = None
    docstring: str = ""
    package: str = ""


@define
class ModuleLinks:
    """How one file takes part in its language's module system.

    ``name`` is the dotted name under which the project imports the file (``package.module``). ``targets`` runs parallel
    to :attr:`FileFacts.imports`: the project path that each import's module part leads to, or None where it leads out
    of the project; for ``from package import submodule`` it is the submodule's path where ``submodule`` is a file.

    ``package`` names what the file shares its top level with, in languages where files do: all files of one language
    with the same ``package`` see each other's top-level definitions (a Go directory, a Java package). An import of a
    package may lead to any of its files. Empty: the file is a module of its own.
    """

    name: str
    targets: list[str | None] = Factory(list)
    package: str = ""
