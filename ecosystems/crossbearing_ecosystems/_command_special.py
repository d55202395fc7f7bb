"""The programs whose arguments need to be read their own way to say what they do."""

import re
from collections.abc import Callable, Mapping
from functools import partial

from crossbearing_ecosystems._command_tables import (
    GRADLE_TASKS,
    MAVEN_PHASES,
    MAVEN_PLUGINS,
    PROGRAMS,
    PYTHON_MODULES,
    SETUP_SCRIPT,
    SUBCOMMANDS,
)
from crossbearing_ecosystems._command_words import (
    Verdict,
    by_path,
    by_script,
    module_of,
    most_wanted,
    names_of,
    purpose_of_name,
)

_INTERPRETER = re.compile(
    r"(?:^|[-_.])(?:py(?:thon|py)?[\d.]*(?:$|[-_.{])|tests?(?:$|[-_.])|\d+(?:\.\d+)*$)|[$%{]|^ALL$", re.IGNORECASE
)


def _by_python(rest: list[str]) -> Verdict | None:
    module, after = module_of(rest)
    if module:
        purpose = PYTHON_MODULES.get(module, "")
        return Verdict(purpose, module) if purpose else None
    names = names_of("python", after)
    script = names[0].replace("\\", "/").rpartition("/")[2] if names else ""
    if script == "setup.py":
        found = next((name for name in names[1:] if name in SETUP_SCRIPT), "")
        return Verdict(SETUP_SCRIPT[found], f"setup.py {found}") if found else None
    if script == "manage.py":
        return _by_manage(names[1:])
    return by_path(f"./{script}") if script.endswith(".py") else None


def _by_manage(rest: list[str]) -> Verdict | None:
    purpose = {"test": "test", "runserver": "run"}.get(rest[0] if rest else "", "")
    return Verdict(purpose, f"manage.py {rest[0]}") if purpose else None


def _by_maven(rest: list[str]) -> Verdict | None:
    skips = any(word.startswith(("-DskipTests", "-Dmaven.test.skip")) and not word.endswith("=false") for word in rest)
    purposes = []
    for name in names_of("mvn", rest):
        plugin, colon, _ = name.partition(":")
        if colon:
            parts = name.split(":")
            plugin = parts[1] if "." in plugin and len(parts) > 2 else plugin
            plugin = re.sub(r"maven-|-maven|-plugin", "", plugin)
        purposes.append(MAVEN_PLUGINS.get(plugin, "") if colon else MAVEN_PHASES.get(name, ""))
    purpose = most_wanted("build" if skips and purpose == "test" else purpose for purpose in purposes)
    return Verdict(purpose, "mvn") if purpose else None


def _by_gradle(rest: list[str]) -> Verdict | None:
    tasks = (name.rpartition(":")[2] for name in names_of("gradle", rest))
    purpose = most_wanted(
        next((purpose for pattern, purpose in GRADLE_TASKS if re.fullmatch(pattern, task)), "") for task in tasks
    )
    return Verdict(purpose, "gradle") if purpose else None


def _by_environments(program: str, options: tuple[str, ...], rest: list[str]) -> Verdict | None:
    """Tox and nox test, unless the environments that they are told to use are for something else by name.

    An environment that says neither (``prepare-release``) may do anything; those named for an interpreter test.
    """
    chosen: list[str] = []
    for number, word in enumerate(rest):
        option, equals, value = word.partition("=")
        if option in options:
            chosen += (value if equals else "".join(rest[number + 1 : number + 2])).split(",")
        elif word.startswith(options) and not word.startswith("--"):
            chosen += word[2:].split(",")
    if not chosen:
        return Verdict("test", program)
    purpose = most_wanted(map(_by_environment, chosen))
    return Verdict(purpose, program) if purpose else None


def _by_environment(name: str) -> str:
    if purpose := purpose_of_name(name) or PROGRAMS.get(name, ""):
        return purpose
    return "test" if _INTERPRETER.search(name) else ""


def _by_nx(rest: list[str]) -> Verdict | None:
    for number, word in enumerate(rest):
        option, equals, value = word.partition("=")
        if option in ("-t", "--target", "--targets"):
            targets = (value if equals else "".join(rest[number + 1 : number + 2])).split(",")
            return by_script("nx", ["run", *targets])
    names = names_of("nx", rest)
    return by_script("nx", [names[1].rpartition(":")[2]] if names[:1] == ["run"] and names[1:] else names)


def _by_docker(rest: list[str]) -> Verdict | None:
    names = names_of("docker", rest)
    if names[:1] == ["compose"]:
        return _by_compose(rest[rest.index("compose") + 1 :])
    purpose = SUBCOMMANDS["docker"].get(names[0], "") if names else ""
    if names[:1] == ["buildx"] and "build" not in names and "bake" not in names:
        return None
    return Verdict(purpose, f"docker {names[0]}") if purpose else None


def _by_compose(rest: list[str]) -> Verdict | None:
    names = names_of("docker-compose", rest)
    purpose = SUBCOMMANDS["docker-compose"].get(names[0], "") if names else ""
    return Verdict(purpose, f"docker compose {names[0]}") if purpose else None


def _by_cmake(rest: list[str]) -> Verdict | None:
    for option in ("--build", "--install"):
        if option in rest:
            target = rest[rest.index("--target") + 1 :][:1] if "--target" in rest else []
            purpose = purpose_of_name(target[0]) if target else ""
            return Verdict(purpose or option.strip("-"), f"cmake {option}")
    return None


def _by_go(rest: list[str]) -> Verdict | None:
    names = names_of("go", rest)
    first = names[0] if names else ""
    if first == "mod":
        return Verdict("install", "go mod") if names[1:2] in (["download"], ["vendor"]) else None
    if first in ("run", "tool") and len(names) > 1:
        program = re.sub(r"@.*|/v\d+(?=@|$)", "", names[1]).rpartition("/")[2]
        if program in PROGRAMS:
            return Verdict(PROGRAMS[program], program)
    purpose = SUBCOMMANDS["go"].get(first, "")
    return Verdict(purpose, f"go {first}") if purpose else None


def _by_typescript(rest: list[str]) -> Verdict:
    return Verdict("typecheck" if any(word.lower() == "--noemit" for word in rest) else "build", "tsc")


def _by_ninja(rest: list[str]) -> Verdict:
    names = names_of("make", rest)
    return Verdict(next((purpose for name in names if (purpose := purpose_of_name(name))), "build"), "ninja")


def _by_yarn(rest: list[str]) -> Verdict | None:
    names = names_of("yarn", rest)
    if names[:1] == ["workspace"]:
        names = names[2:]
    while names[:1] in (["workspaces"], ["foreach"]):
        names = names[1:]
    known = SUBCOMMANDS["yarn"].get(names[0], "") if names else ""
    return Verdict(known, f"yarn {names[0]}") if known else by_script("yarn", names)


def _by_only_these(program: str, rest: list[str]) -> Verdict | None:
    names = names_of(program, rest)
    purpose = SUBCOMMANDS[program].get(names[0], "") if names else ""
    return Verdict(purpose, program) if purpose else None


def _by_cargo(rest: list[str]) -> Verdict | None:
    names = names_of("cargo", rest)
    if names[:1] in (["hack"], ["miri"], ["llvm-cov"], ["careful"]) and names[1:]:
        names = names[1:]
    purpose = SUBCOMMANDS["cargo"].get(names[0], "") if names else ""
    if purpose == "test" and "--no-run" in rest:
        purpose = "build"
    return Verdict(purpose, f"cargo {names[0]}") if purpose else None


SPECIAL: Mapping[str, Callable[[list[str]], Verdict | None]] = {
    "cargo": _by_cargo,
    "cmake": _by_cmake,
    "docker": _by_docker,
    "docker-compose": _by_compose,
    "go": _by_go,
    "gradle": _by_gradle,
    "gradlew": _by_gradle,
    "manage.py": _by_manage,
    "mvn": _by_maven,
    "mvnd": _by_maven,
    "mvnw": _by_maven,
    "ninja": _by_ninja,
    "nox": partial(_by_environments, "nox", ("-s", "-e", "--session", "--sessions")),
    "nx": _by_nx,
    "pre-commit": partial(_by_only_these, "pre-commit"),
    "prek": partial(_by_only_these, "prek"),
    "python": _by_python,
    "tox": partial(_by_environments, "tox", ("-e", "--env")),
    "tsc": _by_typescript,
    "yarn": _by_yarn,
}
"""Programs whose arguments need to be read their own way."""
