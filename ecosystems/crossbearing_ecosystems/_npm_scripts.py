"""The scripts of a package: the command that runs each, and the test frameworks that they run."""

import re
import shlex
from collections.abc import Iterator

from crossbearing_ecosystems._commands import commands_of, purpose_of_name
from crossbearing_ecosystems._npm_sheet import NpmSheet
from crossbearing_ecosystems._placed import PlacedDocument

# fmt: off
_HOOKS = frozenset((
    "dependencies", "install", "postinstall", "postpack", "postprepare", "postpublish", "postuninstall",
    "postversion", "preinstall", "prepack", "prepare", "preprepare", "prepublish", "prepublishOnly", "preuninstall",
    "preversion", "uninstall",
))
# fmt: on
"""Scripts that npm runs by itself when it installs, packs or publishes."""
_SHORT = {"npm": ("restart", "start", "stop", "test"), "pnpm": ("start", "test")}
"""Scripts that have a command of their own."""
# fmt: off
_COMMANDS_OF_YARN = frozenset((
    "add", "audit", "autoclean", "bin", "cache", "check", "config", "constraints", "create", "dedupe", "dlx", "exec",
    "explain", "generate-lock-entry", "global", "help", "import", "info", "init", "install", "licenses", "link",
    "list", "login", "logout", "node", "npm", "outdated", "owner", "pack", "patch", "patch-commit", "plugin",
    "policies", "publish", "rebuild", "remove", "run", "search", "self-update", "set", "stage", "tag", "team",
    "unlink", "unplug", "up", "upgrade", "upgrade-interactive", "version", "versions", "why", "workspace", "workspaces",
))
# fmt: on
FRAMEWORKS = {
    "@cucumber/cucumber": "cucumber",
    "@hapi/lab": "lab",
    "@japa/runner": "japa",
    "@jest/globals": "jest",
    "@playwright/test": "playwright",
    "@web/test-runner": "web-test-runner",
    "@wdio/cli": "webdriverio",
    "ava": "ava",
    "cypress": "cypress",
    "jasmine": "jasmine",
    "jasmine-core": "jasmine",
    "jest": "jest",
    "jest-cli": "jest",
    "karma": "karma",
    "mocha": "mocha",
    "nightwatch": "nightwatch",
    "qunit": "qunit",
    "qunitjs": "qunit",
    "tap": "tap",
    "tape": "tape",
    "testcafe": "testcafe",
    "ts-jest": "jest",
    "uvu": "uvu",
    "vitest": "vitest",
}
"""Test frameworks by the packages that hold them."""
_FRAMEWORK_OF_PROGRAM = {
    "tstyche": "tstyche",
    "wtr": "web-test-runner",
    "cucumber-js": "cucumber",
    "wdio": "webdriverio",
}
_BY_FILE = re.compile(r"node_modules/(?:\.bin/|(?:@[\w-]+/)?)(?P<name>[\w-]+)")
_NO_TESTS = frozenset({"install", "install-deps", "codegen", "open", "show-report", "bench", "merge-reports"})
_CONFIGURED = ("jest", "ava", "mocha", "tap")


def read_scripts(document: PlacedDocument, sheet: NpmSheet, manager: str) -> None:
    """Claim each script that is no hook as a runner, and what they test with."""
    names = [name for name in document.keys("scripts") if document.text("scripts", name).strip()]
    known = set(names)
    for name in names:
        if name in _HOOKS or _is_hook_of(name, known):
            continue
        sheet.runner(name, command_of(manager, name), document.span("scripts", name), source="script")
    suites: dict[str, str] = {}
    for name in sorted(names, key=lambda name: (_watches(name, document.text("scripts", name)), _rank(name))):
        for framework in frameworks_in(document.text("scripts", name)):
            suites.setdefault(framework, name)
    for framework, name in suites.items():
        span = document.span("scripts", name)
        # What watches does not end by itself: it proves the framework, and is no way to run the tests.
        command = None if _watches(name, document.text("scripts", name)) else command_of(manager, name)
        sheet.test_suite(framework, span, command, framework.partition(" ")[2], name)


def read_frameworks(document: PlacedDocument, sheet: NpmSheet) -> None:
    """Claim the test frameworks that are installed for developers, and those that have settings in the file."""
    for package in document.keys("devDependencies"):
        if framework := FRAMEWORKS.get(package):
            sheet.test_suite(framework, document.span("devDependencies", package), None, package)
    for key in _CONFIGURED:
        if document.has(key):
            sheet.test_suite(key, (document.span(key)[0],) * 2)


def command_of(manager: str, script: str) -> str:
    """What a user types to run a script."""
    name = shlex.quote(script)
    if script in _SHORT.get(manager, ()):
        return f"{manager} {name}"
    if manager == "yarn" and script not in _COMMANDS_OF_YARN and name == script and not script.startswith("-"):
        return f"yarn {name}"
    return f"{manager} run {name}"


def frameworks_in(script: str) -> Iterator[str]:
    """The test frameworks that a script runs itself."""
    for command in commands_of(script):
        words = command.text.split()
        if command.purpose == "test" and not command.is_indirect and _NO_TESTS.isdisjoint(words):
            yield _FRAMEWORK_OF_PROGRAM.get(command.program, command.program)
    for match in _BY_FILE.finditer(script):
        if framework := FRAMEWORKS.get(match["name"]):
            yield framework


def _is_hook_of(name: str, names: set[str]) -> bool:
    """Say whether a script runs before or after another one, by its name."""
    return (name.startswith("pre") and name[3:] in names) or (name.startswith("post") and name[4:] in names)


def _watches(name: str, script: str) -> bool:
    return "watch" in name.lower() or "--watch" in script


def _rank(name: str) -> int:
    """The scripts that are most likely to be the tests come first."""
    if name == "test":
        return 0
    return 1 if purpose_of_name(name) == "test" else 2
