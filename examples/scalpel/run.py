"""A harness with a scripted agent that goes through every rung of the ladder, on a real repository made for it.

Run it with ``python examples/scalpel/run.py``. The agent's turns are fixed, as a model's would be in a recording; all
else is real: files are written, commands run, diffs taken, patches shrunk, worktrees made and removed.
"""

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from crossbearing import Harness
from crossbearing.harness.session import Record, Step
from crossbearing.plugin import Event
from crossbearing.repair.priors import PriorStore
from crossbearing.repair.worktrees import Worktree

if TYPE_CHECKING:
    from collections.abc import Iterator

PYTHON = sys.executable
ISSUE = "Cart.total is off by fractions of a cent\n\n`Cart([0.1, 0.2]).total()` gives 0.30000000000000004, not 0.3."
CART = '''"""Carts."""


class Cart:
    """What a customer is about to buy."""

    def __init__(self, prices):
        self.prices = list(prices)

    def total(self):
        """Add up the prices."""
        return sum(self.prices)

    def label(self):
        """The total as it is printed."""
        return f"{self.total()} EUR"
'''
TESTS = """import unittest

from shop.cart import Cart


class CartTest(unittest.TestCase):
    def test_label(self):
        self.assertEqual(Cart([1, 2]).label(), "3 EUR")


if __name__ == "__main__":
    unittest.main()
"""
SPEC = """import sys
sys.path.insert(0, ".")
from shop.cart import Cart
assert Cart([0.1, 0.2]).total() == 0.3, Cart([0.1, 0.2]).total()
"""
DIAGNOSIS = """DIAGNOSIS_COMPLETE
```json
{"problem": "totals are sums of binary fractions", "expectedBehavior": "Cart([0.1, 0.2]).total() == 0.3",
 "rootCauseHypotheses": [
   {"id": "H1", "statement": "sum adds binary fractions without rounding", "evidence": "the issue"},
   {"id": "H2", "statement": "prices are parsed as floats too early", "evidence": "the constructor"}],
 "blastRadius": ["shop/cart.py"], "diffBudget": 4}
```"""

ROUNDED = CART.replace("return sum(self.prices)", "return round(sum(self.prices), 2)")
CHATTY = ROUNDED.replace('"""Carts."""', '"""Carts and what they hold."""')
BREAKING = ROUNDED.replace("{self.total()} EUR", "{self.total():.2f} EUR")
USELESS = CART.replace("list(prices)", "[float(price) for price in prices]").replace('"""Add up', '"""Sum up')

Turn = list[tuple[str, ...]]
SHOW: Turn = [("write", "repro.py", SPEC), ("run", f"{PYTHON} repro.py"), ("say", DIAGNOSIS)]
RETRY: Turn = [("run", f"{PYTHON} repro.py"), ("run", f"{PYTHON} -m unittest tests.test_cart")]
PROBES: Turn = [
    ("run", f"{PYTHON} -c 'assert sum([0.1, 0.2]) == 0.3'"),
    ("say", "HYPOTHESIS: H1 SURVIVED — sum alone shows it"),
    ("run", f"{PYTHON} -c 'print(type(0.1))'"),
    ("say", "HYPOTHESIS: H2 FALSIFIED — they are floats in the caller already"),
]
OPEN: Turn = [
    ("say", "HYPOTHESIS: H1 SURVIVED — sum alone shows it"),
    ("say", "HYPOTHESIS: H2 SURVIVED — not ruled out"),
]

SCENARIOS: dict[str, tuple[list[Turn], dict[str, Turn]]] = {
    "rung 0: fixed at once, with a superfluous hunk": ([[*SHOW, ("write", "shop/cart.py", CHATTY), *RETRY]], {}),
    "rung 1: fixed, but another test is red": (
        [[*SHOW, ("write", "shop/cart.py", BREAKING), *RETRY], [("write", "shop/cart.py", ROUNDED), *RETRY]],
        {},
    ),
    "rung 2: not fixed; a hypothesis is falsified, the other one's tail fixes it": (
        [[*SHOW, ("write", "shop/cart.py", USELESS), *RETRY], PROBES],
        {"H1": [("write", "shop/cart.py", ROUNDED), ("write", "repro.py", SPEC), *RETRY]},
    ),
    "rung 3: neither tail fixes it": (
        [[*SHOW, ("write", "shop/cart.py", USELESS), *RETRY], OPEN],
        {
            "H1": [("write", "shop/cart.py", USELESS), ("write", "repro.py", SPEC), *RETRY],
            "H2": [("write", "repro.py", SPEC), *RETRY],
        },
    ),
}


class ScriptedAgent:
    """Plays its turns, one each time it is asked; a tail's turn is chosen by the hypothesis that it is sent with."""

    def __init__(self, turns: list[Turn], tails: dict[str, Turn]) -> None:
        self._turns: Iterator[Turn] = iter(turns)
        self._tails = tails
        self._step = 0

    def work(self, prompt: str, worktree: Worktree, record: Record) -> None:
        """Do the next turn for real, and tell every event."""
        tail = prompt.removeprefix("Commit to hypothesis ").partition(":")[0]
        if tail in self._tails:
            for step, action in enumerate(self._tails[tail]):
                record(_done(step, action, worktree.path))
            return
        for action in next(self._turns, []):
            self._step += 1
            record(_done(self._step, action, worktree.path))


def _done(step: int, action: tuple[str, ...], folder: Path) -> Event:
    if action[0] == "say":
        return Event("message", step, "assistant", action[1])
    if action[0] == "write":
        (folder / action[1]).write_text(action[2], encoding="utf-8")
        return Event("edit", step, path=action[1])
    run = subprocess.run(["/bin/sh", "-c", action[1]], cwd=folder, capture_output=True, text=True, check=False)
    return Event("command", step, text=action[1], output=run.stdout + run.stderr, exit_code=run.returncode)


def make_repository(root: Path) -> None:
    """Write the shop, and commit it."""
    for name, text in {
        "shop/__init__.py": "",
        "shop/cart.py": CART,
        "tests/__init__.py": "",
        "tests/test_cart.py": TESTS,
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    (root / ".gitignore").write_text("__pycache__/\n.crossbearing/\n", encoding="utf-8")
    (root / "Makefile").write_text("test:\n\tpython -m unittest\n", encoding="utf-8")
    who = ["-c", "user.name=Example", "-c", "user.email=example@example.org"]
    for command in (["init", "-q"], ["add", "-A"], [*who, "commit", "-q", "-m", "A shop"]):
        subprocess.run(["git", *command], cwd=root, check=True)


def main() -> None:
    """Play every scenario and print the session's log and the patch."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "shop"
        make_repository(root)
        store = PriorStore(Path(folder) / "priors")
        for name, (turns, tails) in SCENARIOS.items():
            print(f"== {name}")  # noqa: T201
            with Harness.open(root, "scalpel") as harness:
                session = harness.session(ISSUE, priors=store, say=show)
                found = session.repair(ScriptedAgent(turns, tails))
            patch = found.patch.rstrip() or "(no patch)"
            print(f"-- rung {found.rung}, oracle {found.oracle}\n{patch}\n")  # noqa: T201


def show(step: Step) -> None:
    """Print one line of the log, the same on every machine."""
    print(f"{step.stage:<14} {step.text.replace(PYTHON, 'python')}")  # noqa: T201


if __name__ == "__main__":
    main()
