import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "patches.md").read_text(encoding="utf-8")
SHOP = {
    "cart.py": '"""A cart."""\n\nimport prices\n\n\n'
    "def total(names):\n    return sum(prices.price_of(name) for name in names)\n"
    '\n\ndef label(names):\n    return ", ".join(names)\n\n\ndef is_empty(names):\n    return len(names) == 0\n'
    "\n\ndef first(names):\n    return names[0]\n",
    "prices.py": 'PRICES = {"pen": "1.50", "ink": "3.25"}\n\n\ndef price_of(name):\n    return PRICES[name]\n',
    "README.md": "# Shop\n",
    "test_cart.py": "import unittest\n\nimport cart\n\n\n"
    "class CartTest(unittest.TestCase):\n    def test_total(self):\n"
    '        self.assertEqual(cart.total(["pen", "ink"]), 4.75)\n',
}
FIX = {
    "cart.py": SHOP["cart.py"].replace("A cart", "A cart of goods").replace("names[0]", "next(iter(names))"),
    "prices.py": SHOP["prices.py"].replace("PRICES[name]", "float(PRICES[name])"),
    "README.md": "# Shop\n\nIt sells pens.\n",
    "notes.txt": "Looked at prices.py.\n",
}
ATTEMPTS = {
    "a": "return float(PRICES[name])",
    "b": "price = PRICES[name]\n    return float(price)",
    "c": "return float(\n        PRICES[name]  # a text\n    )",
    "d": "return float(PRICES[name][0])",
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("page") / "shop"
    root.mkdir()
    write(root, SHOP)
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "x")
    save(root, FIX, "fix")
    for name, line in ATTEMPTS.items():
        save(root, {"prices.py": SHOP["prices.py"].replace("return PRICES[name]", line)}, name)
    return root


def git(root: Path, *arguments: str) -> str:
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    who = ["-c", "user.name=a", "-c", "user.email=a@b"]
    return subprocess.run(
        ["git", *who, *arguments], cwd=root, env=environment, check=True, capture_output=True, text=True
    ).stdout


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (root / name).write_text(text, encoding="utf-8", newline="")


def save(root: Path, files: dict[str, str], name: str) -> None:
    """Write the patch that leads to ``files`` beside the repository."""
    write(root, files)
    git(root, "add", "-A", "-N")
    (root.parent / f"{name}.patch").write_text(git(root, "diff"), encoding="utf-8", newline="")
    git(root, "reset", "-q", "--hard")
    git(root, "clean", "-q", "-fd")


@pytest.mark.parametrize("block", re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL), ids=["shrink", "consensus"])
def test_the_page_shows_what_is_printed(place: Path, block: str):
    command, _, shown = block.partition("\n")
    command = command.removeprefix("$ crossbearing").replace("python -m", f"{sys.executable} -m")
    command = f"{Path(sys.executable).with_name('crossbearing')}{command} --repo shop"
    run = subprocess.run(
        command, shell=True, cwd=place.parent, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    assert run.stdout.replace(str(sys.executable), "python") == shown


def test_the_library_example_runs(place: Path, monkeypatch: pytest.MonkeyPatch):
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    monkeypatch.chdir(place.parent)
    names: dict[str, object] = {
        "patch": (place.parent / "fix.patch").read_text(),
        "other": (place.parent / "a.patch").read_text(),
    }
    exec(code.replace('"python -m', f'"{sys.executable} -m'), names)
    assert names["choice"].case == "agreement"  # type: ignore[attr-defined]
