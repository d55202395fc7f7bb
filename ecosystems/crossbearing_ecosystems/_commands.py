"""What a command line is for, judged by the program that it runs: to test, build, lint, format, check types, …

Only programs whose purpose does not depend on the project are known; anything else has no purpose, which is not an
error: no runner is guessed.
"""

import re
import shlex
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

PURPOSES = ("test", "build", "lint", "format", "typecheck", "docs", "bench", "install", "publish", "run")
"""The purposes, those that a reader looks for first in front."""

_PROGRAMS: Mapping[str, str] = {
    program: purpose
    for purpose, programs in {
        "test": (
            "pytest py.test tox nox nose2 nosetests stestr trial behave jest vitest mocha ava tap jasmine karma "
            "playwright cypress wtr uvu c8 nyc rspec cucumber minitest phpunit pest paratest codecept behat ctest bats "
            "busted ginkgo gotestsum nextest prove shellspec kyua lit"
        ),
        "build": (
            "webpack rollup vite esbuild parcel tsup ninja pyproject-build hatchling msbuild xcodebuild goreleaser"
        ),
        "lint": (
            "ruff flake8 pylint eslint tslint oxlint xo standard jshint stylelint biome golangci-lint staticcheck "
            "revive golint rubocop standardrb reek phpcs psalm phpstan phpmd shellcheck hadolint yamllint "
            "markdownlint markdownlint-cli2 actionlint cpplint clang-tidy cppcheck ktlint detekt swiftlint credo "
            "pre-commit "
            "prek codespell typos bandit vulture pydocstyle pycodestyle zizmor lint-staged"
        ),
        "format": (
            "black isort prettier gofmt gofumpt goimports rustfmt clang-format dprint yapf autopep8 swiftformat pint"
        ),
        "typecheck": "mypy pyright basedpyright pytype pyre tsc vue-tsc svelte-check flow ty",
        "docs": "sphinx-build mkdocs typedoc jsdoc rustdoc doxygen yard pdoc godoc docusaurus vitepress mdbook",
        "bench": "asv hyperfine",
        "publish": "twine semantic-release release-it np",
    }.items()
    for program in programs.split()
}

_SUBCOMMANDS: Mapping[str, Mapping[str, str]] = {
    "bazel": {"test": "test", "build": "build", "run": "run", "coverage": "test"},
    "bazelisk": {"test": "test", "build": "build", "run": "run"},
    "bun": {"test": "test", "build": "build", "install": "install", "i": "install", "ci": "install"},
    "bundle": {"install": "install"},
    "cargo": {
        "test": "test",
        "t": "test",
        "nextest": "test",
        "build": "build",
        "b": "build",
        "check": "typecheck",
        "clippy": "lint",
        "fmt": "format",
        "doc": "docs",
        "bench": "bench",
        "publish": "publish",
        "run": "run",
        "install": "install",
        "hack": "",
        "miri": "test",
    },
    "cmake": {"--build": "build", "--install": "install"},
    "composer": {"install": "install", "update": "install", "test": "test", "validate": "lint"},
    "conda": {"install": "install"},
    "dart": {"test": "test", "analyze": "lint", "format": "format", "compile": "build", "run": "run", "pub": "install"},
    "deno": {
        "test": "test",
        "lint": "lint",
        "fmt": "format",
        "check": "typecheck",
        "bench": "bench",
        "compile": "build",
        "run": "run",
        "doc": "docs",
        "publish": "publish",
        "install": "install",
    },
    "docker": {"build": "build", "push": "publish", "run": "run"},
    "dotnet": {
        "test": "test",
        "build": "build",
        "publish": "publish",
        "pack": "build",
        "format": "format",
        "restore": "install",
        "run": "run",
    },
    "flutter": {"test": "test", "analyze": "lint", "build": "build", "run": "run", "pub": "install"},
    "go": {
        "test": "test",
        "build": "build",
        "vet": "lint",
        "fmt": "format",
        "run": "run",
        "install": "install",
        "mod": "install",
        "get": "install",
    },
    "hatch": {"test": "test", "build": "build", "fmt": "format", "publish": "publish"},
    "lerna": {"publish": "publish", "bootstrap": "install"},
    "meson": {"test": "test", "compile": "build", "install": "install", "setup": "build"},
    "mix": {
        "test": "test",
        "compile": "build",
        "format": "format",
        "credo": "lint",
        "dialyzer": "typecheck",
        "docs": "docs",
        "deps.get": "install",
        "release": "build",
        "hex.publish": "publish",
    },
    "next": {"build": "build", "lint": "lint", "dev": "run", "start": "run"},
    "node": {"--test": "test"},
    "npm": {
        "test": "test",
        "t": "test",
        "ci": "install",
        "install": "install",
        "i": "install",
        "publish": "publish",
        "start": "run",
    },
    "pdm": {"build": "build", "install": "install", "publish": "publish", "sync": "install"},
    "pip": {"install": "install"},
    "pip3": {"install": "install"},
    "pipenv": {"install": "install", "sync": "install"},
    "pnpm": {
        "test": "test",
        "t": "test",
        "install": "install",
        "i": "install",
        "publish": "publish",
        "build": "build",
        "lint": "lint",
    },
    "poetry": {"build": "build", "install": "install", "publish": "publish", "check": "lint"},
    "rails": {"test": "test", "server": "run"},
    "rake": {"test": "test", "spec": "test", "build": "build", "rubocop": "lint", "install": "install"},
    "ruff": {"check": "lint", "format": "format"},
    "swift": {"test": "test", "build": "build", "run": "run", "package": ""},
    "turbo": {"build": "build", "test": "test", "lint": "lint"},
    "uv": {"build": "build", "sync": "install", "publish": "publish", "pip": "install"},
    "yarn": {
        "": "install",
        "test": "test",
        "install": "install",
        "build": "build",
        "lint": "lint",
        "publish": "publish",
    },
}
_PYTHON_MODULES: Mapping[str, str] = {
    "build": "build",
    "unittest": "test",
    "pip": "install",
    "doctest": "test",
    "compileall": "build",
    "sphinx": "docs",
}
_SETUP_SCRIPT: Mapping[str, str] = {
    "test": "test",
    "sdist": "build",
    "bdist_wheel": "build",
    "build": "build",
    "build_ext": "build",
    "install": "install",
    "develop": "install",
}
_PHASES: Mapping[str, str] = {
    "test": "test",
    "verify": "test",
    "check": "test",
    "integration-test": "test",
    "package": "build",
    "compile": "build",
    "assemble": "build",
    "build": "build",
    "install": "build",
    "deploy": "publish",
    "publish": "publish",
    "javadoc": "docs",
    "dokkaHtml": "docs",
    "lint": "lint",
    "checkstyle": "lint",
    "spotlessCheck": "format",
    "spotlessApply": "format",
    "detekt": "lint",
    "ktlintCheck": "lint",
}
"""Phases of Maven and tasks of Gradle."""
_JVM = frozenset({"mvn", "mvnw", "gradle", "gradlew", "mvnd"})
_NAMED = re.compile(
    r"(?P<purpose>test|build|lint|format|fmt|typecheck|type-check|docs?|bench|install|publish)(?![a-z])"
)
_NAMES = {"fmt": "format", "type-check": "typecheck", "doc": "docs"}
_ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\+?=.*", re.DOTALL)
# fmt: off
_WRAPPERS = frozenset((
    "bunx", "chronic", "command", "corepack", "coverage", "cross-env", "dotenv", "env", "exec", "nice",
    "npx", "sudo", "time", "timeout", "unbuffer", "xvfb-run",
))
# fmt: on
"""Programs that run the program after them; options, assignments and numbers in between are theirs."""
_RUNNERS: Mapping[str, tuple[str, ...]] = {
    "bundle": ("exec",),
    "conda": ("run",),
    "coverage": ("run",),
    "hatch": ("run",),
    "npm": ("exec",),
    "pdm": ("run",),
    "pipenv": ("run",),
    "pnpm": ("exec", "dlx"),
    "poetry": ("run",),
    "rye": ("run",),
    "pixi": ("run",),
    "uv": ("run", "tool"),
    "uvx": (),
    "yarn": ("exec", "dlx"),
}
_SCRIPTS = frozenset(
    {"npm", "pnpm", "yarn", "bun", "composer", "deno", "task", "just", "make", "gmake", "invoke", "nx"}
)
_SEPARATORS = re.compile(r"\s*(?:&&|\|\||;|\n)\s*")
_PLACEHOLDER = re.compile(r"\$\{\{|\{\{|<<\s*(?:parameters|matrix)\.|\$\(\(|\$\[\[")
_LONGEST = 4_000


class Command(NamedTuple):
    """One simple command of a script: its words as written, its purpose, and the program that decided."""

    text: str
    purpose: str
    program: str


def purpose_of(script: str) -> str:
    """The purpose of a script: that of its commands which comes first in :data:`PURPOSES`, or an empty string."""
    found = {command.purpose for command in commands_of(script)}
    return next((purpose for purpose in PURPOSES if purpose in found), "")


def framework_of(script: str) -> str:
    """The test framework that a script runs: its program, or the tool with its subcommand (``go test``), or ``""``."""
    return next((command.program for command in commands_of(script) if command.purpose == "test"), "")


def purpose_of_name(name: str) -> str:
    """What a target or script is for by its name: ``test:unit`` tests, ``lint-fix`` lints; ``""`` for most names."""
    match = _NAMED.match(name.lower())
    return _NAMES.get(match["purpose"], match["purpose"]) if match else ""


def has_placeholder(script: str) -> bool:
    """Say whether a script only becomes a command when a template or a matrix fills it in."""
    return bool(_PLACEHOLDER.search(script))


def commands_of(script: str) -> Iterator[Command]:
    """The simple commands of a script in which a purpose is known, in their order."""
    for text in _SEPARATORS.split(script[:_LONGEST].replace("\\\n", " ")):
        if text and (found := _classify(text)):
            yield Command(text, *found)


@lru_cache(maxsize=4096)
def _classify(text: str) -> tuple[str, str] | None:
    try:
        words = shlex.split(text, comments=True)
    except ValueError:
        words = text.split()
    return _judge([word for word in words if word not in ("{", "}", "(", ")", "then", "do", "if", "!", "@")])


def _judge(words: list[str]) -> tuple[str, str] | None:
    for _ in range(len(words) + 1):
        words = _without_prefixes(words)
        if not words:
            return None
        program = words[0].lstrip("@-").rpartition("/")[2].removesuffix(".exe").removesuffix(".cmd")
        rest = words[1:]
        if inner := _unwrapped(program, rest):
            words = inner
            continue
        return _by_program(program, rest)
    return None


def _without_prefixes(words: list[str]) -> list[str]:
    start = 0
    while start < len(words) and _ASSIGNMENT.fullmatch(words[start]):
        start += 1
    return words[start:]


def _unwrapped(program: str, rest: list[str]) -> list[str]:
    """The command that a wrapper runs, or an empty list where ``program`` is none."""
    if program.startswith(("python", "pypy")) or program == "py":
        place = next((number for number, word in enumerate(rest) if not word.startswith("-") or word == "-m"), None)
        if place is not None and rest[place] == "-m" and len(rest) > place + 1:
            module = rest[place + 1]
            return [] if module in _PYTHON_MODULES else [module.replace("_", "-"), *rest[place + 2 :]]
        return []
    names = [word for word in rest if not word.startswith("-")]
    if program in _RUNNERS and (not _RUNNERS[program] or (names and names[0] in _RUNNERS[program])):
        after = rest[rest.index(names[0]) + 1 :] if _RUNNERS[program] and names else rest
        return _after_options(["run", *after] if program == "uv" and names[0] == "tool" else after)
    if program in _WRAPPERS:
        return _after_options(rest)
    return []


def _after_options(words: list[str]) -> list[str]:
    start = 0
    while start < len(words) and (words[start].startswith("-") or words[start][:1].isdigit() or words[start] == "run"):
        start += 1
    return words[start:]


def _by_program(program: str, rest: list[str]) -> tuple[str, str] | None:
    names = [word for word in rest if not word.startswith("-")]
    first = names[0] if names else ""
    if program.startswith(("python", "pypy")) or program == "py":
        return _by_python(rest, names)
    if program in _JVM:
        phases = [_PHASES[name.rpartition(":")[2]] for name in names if name.rpartition(":")[2] in _PHASES]
        purpose = next((purpose for purpose in PURPOSES if purpose in phases), "")
        return (purpose, program.removesuffix("w")) if purpose else None
    known = _SUBCOMMANDS.get(program, {})
    for word in rest if program in ("cmake", "node") else (first,):
        if purpose := known.get(word, ""):
            return purpose, f"{program} {word}".strip()
    if program in _PROGRAMS:
        return _PROGRAMS[program], program
    if program in _SCRIPTS:
        script = names[1] if first in ("run", "run-script") and len(names) > 1 else first
        purpose = purpose_of_name(script.rpartition("//")[2])
        return (purpose, f"{program} {script}") if purpose else None
    return None


def _by_python(rest: list[str], names: list[str]) -> tuple[str, str] | None:
    if "-m" in rest and rest.index("-m") + 1 < len(rest):
        module = rest[rest.index("-m") + 1]
        return (_PYTHON_MODULES[module], module) if module in _PYTHON_MODULES else None
    script = names[0].rpartition("/")[2] if names else ""
    if script == "setup.py":
        found = next((name for name in names[1:] if name in _SETUP_SCRIPT), "")
        return (_SETUP_SCRIPT[found], f"setup.py {found}") if found else None
    if script == "manage.py" and len(names) > 1 and names[1] in ("test", "runserver"):
        return ("test" if names[1] == "test" else "run"), f"manage.py {names[1]}"
    if re.fullmatch(r"run_?tests?\.py", script):
        return "test", script
    return None
