"""Small repositories in which tasks are worked on."""

import textwrap
from pathlib import Path

from crossbearing import Harness

SPECIFIED = {
    "pyproject.toml": """
        [tool.poetry]
        name = "repo"
        version = "1"

        [build-system]
        requires = ["poetry-core"]
        build-backend = "poetry.core.masonry.api"
    """,
    "Makefile": "build:\n\tpython -m build\n\ntest:\n\tpytest tests/\n\nlint:\n\truff check .\n",
    "__init__.py": "",
    "cli.py": (
        "import sys\n\nfrom repo.db import connect\nfrom repo.utils import parse_args\n"
        + "\n" * 7
        + "def main(argv: list[str]) -> int:\n\n\n    options = parse_args(argv)\n"
        '\n\n    connection = connect("sqlite://")\n    return int(connection is None)\n'
    ),
    "utils.py": "import argparse\n\n\n\n\n\n\ndef parse_args(argv):\n    return argparse.Namespace(argv=argv)\n",
    "db.py": "import sqlite3\n\n\ndef connect(uri: str):\n    return sqlite3.connect(uri)\n",
}
"""The repository of the specification's example."""

SHOP = {
    "pyproject.toml": """
        [project]
        name = "shop"
        version = "1"
        dependencies = ["requests"]

        [project.scripts]
        shop = "shop.cli:main"
    """,
    "Makefile": "build:\n\tpython -m build\n",
    "shop/__init__.py": "",
    "shop/cli.py": "from shop.cart import Cart\n\n\ndef main():\n    return Cart().total()\n",
    "shop/cart.py": """
        from shop.prices import price_of


        class Cart:
            def total(self):
                return sum(price_of(item) for item in self.items)

            def count(self):
                return self.size()

            def size(self):
                return 0
    """,
    "shop/prices.py": """
        import os

        RATE = float(os.environ["SHOP_RATE"])


        def price_of(item):
            return len(item)
    """,
    "shop/leaf.py": "def double(value):\n    return 2 * value\n",
    "shop/local.py": "def helper():\n    return 1\n\n\ndef outer():\n    return helper()\n",
}


def written(root: Path, files: dict[str, str]) -> Path:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(textwrap.dedent(text).lstrip("\n"), encoding="utf-8")
    return root


def opened(root: Path, files: dict[str, str], profile: str = "default", **choice) -> Harness:
    """A harness on the files, written below ``root`` in a folder of that name."""
    return Harness.open(written(root, files), profile, **choice)
