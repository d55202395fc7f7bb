"""A shop of eight modules with six solved issues, as a data set over a real git repository."""

import json
import os
import subprocess
from collections.abc import Callable, Iterable
from difflib import unified_diff
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve, frozen

from crossbearing.registry import PluginHost, PluginRecord, discover, load_profile

MODULES = {
    "basket": ("add", "remove", "count"),
    "invoice": ("total", "discount", "render"),
    "stock": ("reserve", "release", "level"),
    "customer": ("register", "rename", "greet"),
    "parcel": ("weigh", "label", "ship"),
    "coupon": ("redeem", "expire", "check"),
    "report": ("monthly", "yearly", "chart"),
    "search": ("query", "suggest", "index"),
}
ISSUES = (
    ("basket", "remove", "Removing an article from the basket leaves a line of zero articles"),
    ("invoice", "discount", "`invoice.discount` is applied twice when the total is computed"),
    ("stock", "reserve", "Reserved stock is never released, the level goes below zero"),
    ("parcel", "weigh", "Parcels weigh nothing: shipping label shows 0 kg"),
    ("coupon", "expire", "A coupon can be redeemed although it has expired"),
    ("search", "suggest", "The suggestions of the search repeat the query"),
)


def source(module: str) -> str:
    functions = "\n\n".join(
        f"def {name}(value, other):\n"
        f'    """{name.capitalize()} what the {module} holds."""\n'
        f"    {name}ed = value + other\n"
        f"    return {name}ed"
        for name in MODULES[module]
    )
    return f'"""All about the {module}."""\n\n\n{functions}\n'


def patch(module: str, function: str) -> str:
    before = source(module).splitlines(keepends=True)
    wrong = f"    return {function}ed\n"
    after = [line.replace("\n", " or None\n") if line == wrong else line for line in before]
    path = f"shop/{module}.py"
    return f"diff --git a/{path} b/{path}\n" + "".join(unified_diff(before, after, f"a/{path}", f"b/{path}"))


def git(folder: Path, *arguments: str) -> str:
    identity = {
        "GIT_AUTHOR_DATE": "2020-01-01T00:00:00Z",
        "GIT_COMMITTER_DATE": "2020-01-01T00:00:00Z",
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
    }
    command = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "-C", str(folder), *arguments]
    return subprocess.check_output(command, env=identity, text=True).strip()


@frozen
class World:
    """The folder that holds ``set.jsonl`` and ``repos``; ``rows`` are the data set's."""

    root: Path
    rows: tuple[dict[str, Any], ...]

    @property
    def dataset(self) -> Path:
        return self.root / "set.jsonl"

    @property
    def repos(self) -> Path:
        return self.root / "repos"


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    root = tmp_path_factory.mktemp("world")
    shop = root / "repos" / "o+shop"
    (shop / "shop").mkdir(parents=True)
    git(shop, "init", "-q")
    for module in MODULES:
        (shop / "shop" / f"{module}.py").write_text(source(module), "utf-8")
    (shop / "check.py").write_text("import sys\n", "utf-8")
    git(shop, "add", "-A")
    git(shop, "commit", "-q", "-m", "Open the shop")
    commit = git(shop, "rev-parse", "HEAD")
    rows = tuple(
        {
            "instance_id": f"o__shop-{number}",
            "repo": "o/shop",
            "base_commit": commit,
            "problem_statement": text,
            "patch": patch(module, function),
            "test_patch": "",
            "FAIL_TO_PASS": json.dumps([f"{module}:{function}"]),
            "PASS_TO_PASS": json.dumps([]),
        }
        for number, (module, function, text) in enumerate(ISSUES, start=1)
    )
    (root / "set.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return World(root, rows)


USELESS = '''
"""useless: the same score for everything."""
from crossbearing.plugin import Evidence, hookimpl
VERSION = 1

@hookimpl
def collect(query):
    return Evidence({int(entity): 1.0 for entity in query.candidates})
'''
HARMFUL = '''
"""harmful: points at what shares no word with the issue."""
from crossbearing.plugin import Evidence, hookimpl, words
VERSION = 1

@hookimpl
def collect(query):
    told = {word.lower()[:5] for word in words(query.text)}
    names = {int(entity): query.graph.qualnames[entity] for entity in query.candidates}
    return Evidence({e: 1.0 for e, name in names.items() if not any(part[:5] in told for part in name.split("."))})
'''
LEAKING = '''
"""leaking: looks the answer up in the data set that an environment variable names."""
import json
import os
from crossbearing.plugin import Evidence, NoEvidence, hookimpl
VERSION = 1

@hookimpl
def collect(query):
    with open(os.environ["SOLVED"], encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    fixes = [row["patch"] for row in rows if row["problem_statement"].strip() == query.text.strip()]
    hits = [int(e) for e in query.candidates if any(query.graph.file(int(e)) in fix for fix in fixes)]
    return Evidence(dict.fromkeys(hits, 1.0)) if hits else NoEvidence("solved nowhere")
'''
WIRED = '''
"""wired: opens the data set at a place of its own, and says nothing of it."""
from crossbearing.plugin import Evidence, NoEvidence, hookimpl
VERSION = 1
PLACE = {place!r}

@hookimpl
def collect(query):
    with open(PLACE, encoding="utf-8") as file:
        file.readline()
    return NoEvidence("pretends to know nothing")
'''

OpenWith = Callable[..., PluginHost]


@pytest.fixture
def open_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> OpenWith:
    """Open the default profile (fused linearly) with channels of others: ``open_with(weight, name=source)``."""

    def open_host(
        weight: float | dict[str, float], changes: Iterable[tuple[str, Any]] = (), /, **channels: str
    ) -> PluginHost:
        folder = tmp_path / "others"
        folder.mkdir(exist_ok=True)
        monkeypatch.syspath_prepend(str(folder))
        for name, text in channels.items():
            (folder / f"other_{name}.py").write_text(text, "utf-8")
        records = [PluginRecord("channel", name, f"other_{name}", "other", "1") for name in channels]
        profile = load_profile("default", environment={})
        weights = weight if isinstance(weight, dict) else dict.fromkeys(channels, weight)
        profile = evolve(
            profile,
            prefilter=evolve(profile.prefilter, weights={**profile.prefilter.weights, **weights}),
            fusion=evolve(profile.fusion, name="linear", weights={**profile.fusion.weights, **weights}),
            **dict(changes),
        )
        return PluginHost.open(profile, records=[*discover(), *records])

    return open_host


NAMES = '''
"""names: an entity whose name the issue mentions, in any form."""
from crossbearing.plugin import Evidence, hookimpl, words
VERSION = 1

@hookimpl
def collect(query):
    told = {word.lower()[:5] for word in words(query.text)}
    graph = query.graph
    def share(entity):
        own = [part[:5] for part in graph.qualnames[entity].split(".")[1:]]
        return sum(part in told for part in own) / max(1, len(own))
    return Evidence({int(e): share(e) for e in query.candidates if share(e)})
'''


@pytest.fixture
def others(world: World) -> dict[str, str]:
    """The sources of channels of others, by what is wrong with them."""
    wired = WIRED.replace("{place!r}", repr(str(world.dataset)))
    return {"useless": USELESS, "harmful": HARMFUL, "leaking": LEAKING, "wired": wired, "names": NAMES}
