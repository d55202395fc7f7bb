"""Whether a command takes only a part of the repository: one package, one example, one file of tests.

Such a command is a fact, but not the answer to how the repository is tested or built. Judged by what options and
arguments mean across tools; a command that nothing is known of is taken to be whole.
"""

import re

_CHOICE = re.compile(
    r"(?<![^\s'\"])(?:--(?:package|example|bench|bin|projects|testsuite|filter|scope|manifest-path)[=\s]\s*(?![-\s!'\"])\S"
    r"|--workspace=\S|-pl\s+\S)"
)
"""Options that choose a package, a program, a suite."""
_OF_CARGO = re.compile(r"\bcargo\s(?:[^\n;&|]*\s)?(?:-p\s|--exclude\s|--test\s+[^-\s]|miri\s|deny\s|audit\b)")
_OF_NODE = re.compile(r"\b(?:npm|pnpm|yarn|bun)\s(?:[^\n;&|]*\s)?(?:-w\s+\S|workspace\s+\S|-F\s+\S)")
_OF_MANIFESTS = re.compile(r"\b(?:poetry\s+check|composer\s+validate)\b")
"""Checks of the manifest alone, not of the code."""
_ONE_FILE = re.compile(r"\b(?:pytest|rspec)\s(?:[^\n;&|]*\s)?(?!-)[\w./-]*(?:test|spec)[\w-]*\.(?:py|rb)\b")
_ELSEWHERE = re.compile(r"\s*(?:cd|pushd)\s")
"""A change to a folder of the repository is taken off by who reads steps; one that is left leads elsewhere."""
_OWN_SCRIPT = re.compile(
    r"(?:(?:ba)?sh\s+)?(?:[\w.-]+/)+(?:test|build|lint)s?[-_]"
    r"(?!all\b|ci\b|units?\b|suite\b|project\b)[\w-]+(?:\.\w+)?(?:\s|$)"
)
_GRADLE = re.compile(r"(?:\./)?gradlew?(?:\.bat)?\s+(?P<arguments>[^\n;&|]*)")
_GRADLE_PART = re.compile(r":?[\w.-]+:[\w:.-]+|(?!test|allTest|check)[a-z]\w*Tests?")
_HOOKS = re.compile(r"\b(?:pre-commit|prek)\s+run(?P<arguments>[^\n;&|]*)")
_LONGEST = 1_000
_HOOKS_VALUED = frozenset({"-c", "--config", "--color", "--from-ref", "--to-ref", "--hook-stage", "--files"})


def takes_a_part(command: str) -> bool:
    """Say whether a command is told to take only a part of the repository, or to look at its manifest alone."""
    # What a longer script says at its end is not looked for: each pattern may start at every word.
    command = command[:_LONGEST]
    return (
        any(pattern.search(command) for pattern in (_CHOICE, _OF_CARGO, _OF_NODE, _OF_MANIFESTS, _ONE_FILE))
        or any(pattern.match(command) for pattern in (_ELSEWHERE, _OWN_SCRIPT))
        or _has_only_parts(command)
        or _has_one_hook(command)
    )


def _has_only_parts(command: str) -> bool:
    """Gradle is given tasks of single projects (``:app:test``) or of single kinds of test (``nativeTest``)."""
    found = _GRADLE.match(command)
    tasks = [word for word in found["arguments"].split() if not word.startswith("-")] if found else []
    return bool(tasks) and all(_GRADLE_PART.fullmatch(task) for task in tasks)


def _has_one_hook(command: str) -> bool:
    found = _HOOKS.search(command)
    words = found["arguments"].split() if found else []
    return any(
        not word.startswith("-") and (not place or words[place - 1] not in _HOOKS_VALUED)
        for place, word in enumerate(words)
    )
