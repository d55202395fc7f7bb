"""The commands of a list file as a program: where each block begins, branches and ends."""

from collections.abc import Iterable
from typing import NamedTuple

from crossbearing_ecosystems._cmake_lexer import Command, CommandScanner, SyntaxFault

_ENDS = {
    "if": "endif",
    "foreach": "endforeach",
    "while": "endwhile",
    "function": "endfunction",
    "macro": "endmacro",
    "block": "endblock",
}
_OPENERS = {end: opener for opener, end in _ENDS.items()}
_DEEPEST = 100


class Block(NamedTuple):
    """A block by the numbers of its commands: that which opens it, its ``else``s, and that which ends it."""

    branches: tuple[int, ...]
    end: int


class Program(NamedTuple):
    """A list file that was read: ``blocks`` are known by the number of the command that opens them."""

    path: str
    commands: list[Command]
    blocks: dict[int, Block]
    faults: list[SyntaxFault]


def read_program(path: str, text: str) -> Program:
    """Read the commands of ``text`` and match the ends of its blocks; what does not match is among the faults."""
    scanner = CommandScanner(text)
    commands = list(scanner.commands())
    blocks, faults = _match_blocks(commands)
    return Program(path, commands, blocks, [*scanner.faults, *faults])


def _match_blocks(commands: Iterable[Command]) -> tuple[dict[int, Block], list[SyntaxFault]]:
    blocks: dict[int, Block] = {}
    faults: list[SyntaxFault] = []
    open_blocks: list[tuple[str, list[int], Command]] = []
    count = 0
    for number, command in enumerate(commands):
        count = number + 1
        name = command.name
        if name in _ENDS:
            if len(open_blocks) >= _DEEPEST:
                faults.append(SyntaxFault("blocks are nested too deeply", command.line))
                break
            open_blocks.append((name, [number], command))
        elif name in ("else", "elseif"):
            if open_blocks and open_blocks[-1][0] == "if":
                open_blocks[-1][1].append(number)
            else:
                faults.append(SyntaxFault(f"{name}() without if()", command.line))
        elif opener := _OPENERS.get(name):
            if open_blocks and open_blocks[-1][0] == opener:
                branches = open_blocks.pop()[1]
                blocks[branches[0]] = Block(tuple(branches), number)
            else:
                faults.append(SyntaxFault(f"{name}() without {opener}()", command.line))
    for opener, branches, command in open_blocks:
        blocks[branches[0]] = Block(tuple(branches), count)
        faults.append(SyntaxFault(f"{opener}() is not closed", command.line))
    return blocks, faults
