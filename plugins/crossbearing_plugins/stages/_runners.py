"""Which commands run tests, and what they select."""

import hashlib
import re
from pathlib import PurePosixPath

from attrs import evolve, frozen

from crossbearing_plugins.stages._shell import Segment, joined, segments, unwrapped

_INTERPRETERS = re.compile(
    r"(python(?:\d(?:\.\d+)?)?|pypy3?|node|nodejs|ruby|php|perl|bash|sh|zsh|ts-node|tsx|Rscript|julia|lua|bun|deno)$"
)
_TEMPORARY = "/tmp/"  # noqa: S108 - where agents put scripts
_PYTHON = re.compile(r"(python|pypy)")
SCRATCH_NAME = re.compile(
    r"(?:^|[/_.-])(repro\w*|reproduc\w*|debug\w*|verify\w*|verif\w*|scratch\w*|poc|issue\w*|bug\w*|try\w*|demo\w*|tmp\w*|"
    r"sanity\w*|minimal\w*|example\w*|check\w*|edge_?cases?\w*|final_?test\w*|comprehensive\w*)",
    re.IGNORECASE,
)
_DIRECT = {
    "pytest": "pytest",
    "py.test": "pytest",
    "nosetests": "nose",
    "nose2": "nose",
    "tox": "tox",
    "nox": "nox",
    "trial": "trial",
    "jest": "jest",
    "vitest": "vitest",
    "mocha": "mocha",
    "ava": "ava",
    "karma": "karma",
    "ctest": "ctest",
    "rspec": "rspec",
    "phpunit": "phpunit",
    "pest": "phpunit",
    "stestr": "stestr",
    "zope-testrunner": "unittest",
    "minitest": "minitest",
}
_VERBS = {
    "go": ("test",),
    "cargo": ("test", "nextest", "t"),
    "dotnet": ("test",),
    "mix": ("test",),
    "bazel": ("test",),
    "swift": ("test",),
    "sbt": ("test", "testOnly"),
    "dart": ("test",),
    "flutter": ("test",),
    "deno": ("test",),
    "bun": ("test",),
    "rails": ("test",),
    "rake": ("test", "spec"),
    "make": ("test", "check", "tests"),
    "meson": ("test",),
    "zig": ("test",),
    "composer": ("test",),
    "just": ("test",),
}
_RUNS_NOTHING = re.compile(
    r"--(?:collect-only|co|help|version|fixtures|markers|setup-plan|no-run|list|listTests|list-tests|dry-run)$"
    r"|-h$|-list(?:=|$)|-DskipTests(?:=true)?$|-Dmaven\.test\.skip(?:=true)?$"
)
"""Options with which a runner tells something and runs no test."""
_SELECTORS = frozenset(
    (
        "--deselect",
        "--ignore",
        "--ignore-glob",
        "-k",
        "-m",
        "-run",
        "-t",
        "--testNamePattern",
        "--grep",
        "-g",
        "-R",
        "--tests-regex",
        "--filter",
        "-e",
        "--example",
        "--tests",
        "-p",
        "--package",
        "--settings",
        "-pl",
        "--test",
        "--testsuite",
        "-env",
        "--lib",
        "-E",
        "--testPathPattern",
    )
)
_WITH_VALUE = frozenset(
    (
        "-n",
        "-W",
        "-c",
        "--tb",
        "--maxfail",
        "--durations",
        "--timeout",
        "--rootdir",
        "--color",
        "--parallel",
        "-j",
        "--verbosity",
        "--reporter",
        "--config",
        "--cov",
        "--cov-report",
        "--junitxml",
        "-o",
        "--count",
        "-count",
        "-timeout",
        "-cpu",
        "--seed",
        "--repeat",
        "--features",
        "--manifest-path",
        "--project",
        "--workers",
        "-w",
        "--format",
        "-f",
        "--capture",
        "--log-level",
    )
)


@frozen
class Command:
    """A command that runs tests or a script: which, what it selects, and whether its exit status is its own."""

    runner: str
    targets: tuple[str, ...]
    selection: tuple[str, ...] = ()
    is_scratch: bool = False
    script: str = ""
    decides: bool = True

    @property
    def key(self) -> str:
        """The canonical form."""
        return " ".join((self.runner, *self.selection, *self.targets))

    def covers(self, other: "Command") -> bool:
        """Whether all that ``other`` runs is run by this one too."""
        if (self.runner, self.is_scratch) != (other.runner, other.is_scratch):
            return False
        if self.selection and self.selection != other.selection:
            return False
        if self.is_scratch:
            return len(self.targets) == len(other.targets) and all(map(is_same_path, self.targets, other.targets))
        return not self.targets or (
            bool(other.targets) and all(any(_holds(mine, theirs) for mine in self.targets) for theirs in other.targets)
        )


def is_same_path(one: str, other: str) -> bool:
    """Whether two paths may be one file, named from different folders."""
    return one == other or one.endswith(f"/{other}") or other.endswith(f"/{one}")


def _holds(outer: str, inner: str) -> bool:
    """Whether a target (a folder, a file, a node id, a dotted name) contains another, from whichever folder each is
    named.
    """
    if is_same_path(outer, inner):
        return True
    path, _, node = inner.partition("::")
    mine, _, own = outer.partition("::")
    if own:
        return is_same_path(mine, path) and (node == own or node.startswith((f"{own}::", f"{own}[")))
    if node and is_same_path(mine, path):
        return True
    if path.endswith("..."):
        return False
    parts, wanted = path.strip("/").split("/"), mine.strip("/").split("/")
    inside = any(parts[at : at + len(wanted)] == wanted for at in range(len(parts) - len(wanted)))
    return (inside and "." not in wanted[-1]) or inner.startswith(f"{outer}.")


def commands_of(line: str, written: frozenset[str] = frozenset()) -> list[Command]:
    """The tests and scripts that a command line runs; ``written`` are files that the agent made."""
    found = []
    every = segments(line)
    for number, segment in enumerate(every):
        command = _recognised(segment, written)
        is_asked = command is not None and (command.is_scratch or not any(map(_RUNS_NOTHING.match, segment.words)))
        if command is not None and is_asked:
            # Only the exit status of what runs last is that of the line.
            found.append(evolve(command, decides=number == len(every) - 1))
    return found


def _recognised(segment: Segment, written: frozenset[str]) -> Command | None:
    words = unwrapped(segment.words)
    if not words:
        return None
    head = PurePosixPath(words[0]).name
    if head in ("npx", "pnpx", "bunx", "yarn", "pnpm", "npm") and len(words) > 1:
        return _package_script(segment, words)
    if head in _DIRECT:
        return _selected(_DIRECT[head], words[1:], segment.folder)
    if head in _VERBS and any(word in _VERBS[head] for word in words[1:3]):
        verb = next(word for word in words[1:3] if word in _VERBS[head])
        return _selected(f"{head} {verb}", words[words.index(verb) + 1 :], segment.folder)
    if head in ("mvn", "mvnw") and any(
        re.fullmatch(r"(?:[\w.-]+:)*(?:test|verify|integration-test|surefire\w*)", word) for word in words
    ):
        return _selected(
            "maven",
            tuple(word for word in words[1:] if word.startswith(("-Dtest=", "-Dit.test=", "-pl"))),
            segment.folder,
        )
    if head in ("gradle", "gradlew") and any(re.search(r"[tT]est|(^|:)check$", word) for word in words[1:]):
        return _selected("gradle", words[1:], segment.folder)
    if head in ("runtests.py", "runtests"):
        return _selected("django", words[1:], segment.folder)
    if _INTERPRETERS.match(head):
        return _interpreted(segment, words, head, written)
    if head == "go" and words[1:2] == ("run",):
        return _script("go", words[2:], segment, written, anything=True)
    if words[0].startswith(("./", "/")) and (
        joined(segment.folder, words[0]) in written or SCRATCH_NAME.search(words[0])
    ):
        return _script("program", words, segment, written, anything=True)
    return _selected("sympy", words[1:], segment.folder) if words[0].endswith("bin/test") else None


def _package_script(segment: Segment, words: tuple[str, ...]) -> Command | None:
    rest = [word for word in words[1:] if not word.startswith("-")]
    rest = rest[1:] if rest[:1] in (["exec"], ["dlx"], ["x"]) else rest
    if not rest:
        return None
    if rest[0] in _DIRECT:
        return _selected(_DIRECT[rest[0]], words[words.index(rest[0]) + 1 :], segment.folder)
    name = rest[1] if rest[0] in ("run", "run-script") and len(rest) > 1 else rest[0]
    if name in ("t", "test", "tst") or re.match(r"tests?(?:[:.-]|$)", name):
        return _selected(f"npm {name}", words[words.index(name) + 1 :], segment.folder)
    return None


def _interpreted(segment: Segment, words: tuple[str, ...], head: str, written: frozenset[str]) -> Command | None:
    rest = list(words[1:])
    while rest and rest[0].startswith("-") and rest[0] not in ("-m", "-c", "-e", "-", "--test"):
        rest = rest[2:] if rest[0] in ("-W", "-X", "-r", "-I") else rest[1:]
    if not rest or rest[0] in ("-", "<"):
        return _inline(head, segment.stdin) if segment.stdin else None
    if rest[0] == "-m" and len(rest) > 1:
        modules = {
            "pytest": "pytest",
            "unittest": "unittest",
            "nose": "nose",
            "tox": "tox",
            "nox": "nox",
            "twisted.trial": "trial",
        }
        return _selected(modules[rest[1]], tuple(rest[2:]), segment.folder) if rest[1] in modules else None
    if rest[0] in ("-c", "-e") and len(rest) > 1:
        return _inline(head, rest[1])
    if rest[0] == "--test":
        return _selected("node --test", tuple(rest[1:]), segment.folder)
    name = PurePosixPath(rest[0]).name
    if _PYTHON.match(head):
        if name in ("runtests.py", "runtests"):
            return _selected("django", tuple(rest[1:]), segment.folder)
        if name == "manage.py" and rest[1:2] == ["test"]:
            return _selected("django", tuple(rest[2:]), segment.folder)
        if name == "setup.py":
            return _selected("setup.py", tuple(rest[2:]), segment.folder) if rest[1:2] == ["test"] else None
        if rest[0].endswith("bin/test"):
            return _selected("sympy", tuple(rest[1:]), segment.folder)
    if head == "php" and name in ("phpunit", "artisan"):
        return _selected("phpunit", tuple(rest[1:]), segment.folder)
    return _script(head, tuple(rest), segment, written)


def _inline(interpreter: str, code: str) -> Command | None:
    if not code.strip():
        return None
    name = _PYTHON.sub("python", re.sub(r"[\d.]+$", "", interpreter))
    return Command(name, (hashlib.sha256(code.encode("utf-8", "surrogatepass")).hexdigest()[:12],), (), True)


def _script(
    interpreter: str, words: tuple[str, ...], segment: Segment, written: frozenset[str], *, anything: bool = False
) -> Command | None:
    plain = [word for word in words if not re.match(r"\d?>|<|&>", word)]
    if not plain:
        return None
    path = joined(segment.folder, plain[0])
    own = any(is_same_path(path, each) for each in written)
    name = PurePosixPath(path).name
    if not (
        anything
        or own
        or path.startswith(_TEMPORARY)
        or SCRATCH_NAME.search(name)
        or re.match(r"tests?[_.]|.*_test\.", name)
    ):
        return None
    runner = re.sub(r"[\d.]+$", "", interpreter)
    return Command(runner, (path, *plain[1:]), (), True, path)


def _selected(runner: str, words: tuple[str, ...], folder: str) -> Command:
    targets: list[str] = []
    selection: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if re.match(r"(?:\d|&)?>|<", word):
            rest = rest[1:] if word in (">", ">>", "2>", "&>", "<") else rest
            continue
        name, equals, value = word.partition("=")
        if not word.startswith("-"):
            targets.append(_target(word, folder))
        elif name in _SELECTORS or name.startswith(("-D", "-pl")):
            value = value if equals else (rest.pop(0) if rest and not name.startswith("-D") else "")
            if not (name == "-p" and value.startswith("no:")):
                selection.append(f"{name}={' '.join(value.split())}")
        elif name in _WITH_VALUE and not equals and rest:
            rest.pop(0)
    if not targets and folder and not folder.startswith("/"):  # an absolute one is taken for the root
        targets.append(_target(".", folder))
    return Command(runner, tuple(sorted(set(targets))), tuple(sorted(set(selection))))


def _target(word: str, folder: str) -> str:
    path, colons, node = word.partition("::")
    is_path = "/" in path or path in (".", "..") or re.search(r"\.\w{1,5}$", path) is not None
    return f"{joined(folder, path) if is_path else path}{colons}{node}"
