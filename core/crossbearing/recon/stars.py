"""Which star imports can bring a name at all.

Headers include headers by the thousand, and each such import brings all names. Following every one of them for every
name of a file would take hours for an operating system's source; nearly all lead to nothing, which an index tells.
"""

from collections.abc import Iterator

from attrs import define, field

from crossbearing.recon.symbols import OUTSIDE, Project

Binders = int | list[int]
"""The numbers of the imported modules that bind a name: mostly one."""


@define(eq=False)
class StarIndex:
    """Says for a module that is imported with a star whether that may bring a name; made when it is first asked.

    A set of modules is a number of as many bits as there are modules that are imported so, as bytes.
    """

    project: Project
    _bits: dict[int, int] = field(factory=dict)
    _reach: dict[int, bytes] = field(factory=dict)
    _binders: dict[str, Binders] = field(factory=dict)
    _outside: set[int] = field(factory=set)
    _selective: set[int] = field(factory=set)
    _is_built: bool = False

    def step(self, target: int, name: str) -> int | tuple[int, str] | None:
        """What is left of looking ``name`` up in module ``target`` and all that it imports with stars.

        The look-up itself where it may find something; :data:`OUTSIDE` where it ends there; None where it finds
        nothing.
        """
        if not self._is_built:
            self._build()
        reach = self._reach[target]
        binders = self._binders.get(name, ())
        for bit in (binders,) if isinstance(binders, int) else binders:
            if reach[bit >> 3] >> (bit & 7) & 1:
                return target, name
        if target in self._selective:
            return target, name
        return OUTSIDE if target in self._outside else None

    def _build(self) -> None:
        self._is_built = True
        targets = {target for number in range(len(self.project.modules)) for target in self._next(number)}
        self._bits = {number: bit for bit, number in enumerate(sorted(targets))}
        self._find_reach()
        self._find_binders()

    def _find_reach(self) -> None:
        """What each module leads to: itself, and what those that it imports lead to. Circles lead to the same."""
        modules = self.project.modules
        size = len(self._bits) // 8 + 1
        reach: dict[int, int] = {}
        for group in _groups({number: self._next(number) for number in self._bits}):
            found = 0
            for number in group:
                found |= 1 << self._bits[number]
                for following in self._next(number):
                    found |= reach.get(following, 0)
                    self._outside.update(group if following in self._outside else ())
                    self._selective.update(group if following in self._selective else ())
                if any(modules[number].targets[position] is None for position in modules[number].stars):
                    self._outside.update(group)
                if modules[number].exports is not None:
                    self._selective.update(group)
            content = found.to_bytes(size, "little")
            for number in group:
                reach[number], self._reach[number] = found, content

    def _next(self, number: int) -> list[int]:
        module = self.project.modules[number]
        return [target for position in module.stars if (target := module.targets[position]) is not None]

    def _find_binders(self) -> None:
        for number, bit in self._bits.items():
            for name in self.project.modules[number].scopes[0]:
                self._add(name, bit)
        packages: dict[tuple[str, str], list[int]] = {}
        by_name: dict[str, list[int]] = {}
        for number, bit in self._bits.items():
            module = self.project.modules[number]
            by_name.setdefault(module.name, []).append(bit)
            if module.package is not None:
                packages.setdefault(module.package, []).append(bit)
        for package, name in self.project.packages:
            for bit in packages.get(package, ()):
                self._add(name, bit)
        for whole in self.project.by_name:
            # Any dot may part a module from a name in it.
            for position in (at for at, character in enumerate(whole) if character == "."):
                for bit in by_name.get(whole[:position], ()):
                    self._add(whole[position + 1 :], bit)

    def _add(self, name: str, bit: int) -> None:
        known = self._binders.setdefault(name, bit)
        if isinstance(known, list):
            known.append(bit)
        elif known != bit:
            self._binders[name] = [known, bit]


def _groups(edges: dict[int, list[int]]) -> Iterator[list[int]]:
    """The strongly connected parts of a graph, what they lead to first (Tarjan 1972, without recursion)."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    open_: list[int] = []
    is_open: set[int] = set()
    for root in edges:
        pending = [] if root in order else [(root, iter(edges[root]))]
        while pending:
            node, following = pending[-1]
            if node not in order:
                order[node] = low[node] = len(order)
                open_.append(node)
                is_open.add(node)
            for target in following:
                if target not in order:
                    pending.append((target, iter(edges[target])))
                    break
                if target in is_open:
                    low[node] = min(low[node], order[target])
            else:
                pending.pop()
                if pending:
                    low[pending[-1][0]] = min(low[pending[-1][0]], low[node])
                if low[node] == order[node]:
                    group = list[int]()
                    while not group or group[-1] != node:
                        group.append(open_.pop())
                    is_open.difference_update(group)
                    yield group
