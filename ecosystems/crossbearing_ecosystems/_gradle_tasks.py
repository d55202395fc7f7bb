"""The commands of a build of Gradle: those that plugins give, and the tasks that are registered."""

from collections.abc import Iterator, Mapping

from crossbearing_ecosystems._gradle_build import Build
from crossbearing_ecosystems._gradle_languages import language_of
from crossbearing_ecosystems._gradle_plugins import applied_plugins
from crossbearing_ecosystems._gradle_scope import BUILD_FILES, join
from crossbearing_ecosystems._gradle_sheet import GradleSheet
from crossbearing_ecosystems._gradle_tokens import Statement, Token

_ANDROID = frozenset({"com.android.application", "com.android.library"})
_COMPILED = (("build", "build"), ("test", "test"), ("check", "check"))
_COMMANDS: Mapping[str, tuple[str, str]] = {
    "checkstyle": ("lint", "checkstyleMain"),
    "com.android.application": ("lint", "lint"),
    "com.diffplug.spotless": ("format", "spotlessApply"),
    "com.github.spotbugs": ("lint", "spotbugsMain"),
    "io.gitlab.arturbosch.detekt": ("lint", "detekt"),
    "me.champeau.jmh": ("bench", "jmh"),
    "org.jetbrains.dokka": ("docs", "dokkaHtml"),
    "org.jlleitschuh.gradle.ktlint": ("lint", "ktlintCheck"),
    "org.jmailen.kotlinter": ("lint", "lintKotlin"),
    "pmd": ("lint", "pmdMain"),
}
_PROGRAMS: Mapping[str, str] = {"application": "run", "org.springframework.boot": "bootRun"}
_TASK_BLOCKS = frozenset({"tasks", "allprojects", "subprojects", "afterEvaluate"})
_REGISTERING = frozenset({"registering", "creating"})


def read_commands(sheet: GradleSheet) -> None:
    """Claim the commands that the applied plugins give, and the tasks that are added; all run at the build's root.

    A command that runs a task in every project that has it is claimed by the first of these projects.
    """
    prefix = f"{sheet.project.path}:" if sheet.project else ""
    leaders = _leaders(sheet.build)
    for name, use in sheet.applied.items():
        for purpose, task in _conventions(name):
            if leaders.get((purpose, task)) == (sheet.file.path, name):
                _runner(sheet, purpose, task, (use.line, use.line), use.spelling)
        if name in _PROGRAMS:
            _runner(sheet, "run", prefix + _PROGRAMS[name], (use.line, use.line), use.spelling)
    for token in _tasks(sheet):
        span = (token.line, token.line)
        command = f"{sheet.command} {prefix}{token.text}"
        sheet.runner(token.text, command, span, source="script", directory=sheet.build.root)


def _runner(sheet: GradleSheet, purpose: str, task: str, span: tuple[int, int], spelling: str) -> None:
    command = f"{sheet.command} {task}"
    sheet.runner(purpose, command, span, spelling, source="convention", directory=sheet.build.root)


def _conventions(plugin: str) -> tuple[tuple[str, str], ...]:
    """The purposes and tasks that a plugin gives."""
    compiled = _COMPILED if plugin in _ANDROID or language_of(plugin) else ()
    return (*compiled, _COMMANDS[plugin]) if plugin in _COMMANDS else compiled


def _leaders(build: Build) -> dict[tuple[str, str], tuple[str, str]]:
    """The build file and plugin that gives each purpose its task first: the root project, then as settings include."""
    if build.leaders is None:
        build.leaders = {}
        folders = [build.root, *(project.folder for project in build.projects.values())]
        for folder in folders:
            own = folder.rpartition("/")[2]
            for name in (*BUILD_FILES, f"{own}.gradle", f"{own}.gradle.kts"):
                path = join(folder, name)
                for plugin in applied_plugins(build, path) if build.builds.tree.exists(path) else ():
                    for task in _conventions(plugin):
                        build.leaders.setdefault(task, (path, plugin))
    return build.leaders


def _tasks(sheet: GradleSheet) -> Iterator[Token]:
    """The names of the tasks that the file registers."""
    for labels, statement in sheet.statements:
        if all(label.last in _TASK_BLOCKS or label.condition for label in labels):
            token = _task_of(statement, bool(labels) and labels[-1].last == "tasks")
            if token is not None and token.text.replace("-", "_").isidentifier():
                yield token


def _task_of(statement: Statement, is_in_tasks: bool) -> Token | None:
    words = [token.text for token in statement[:12]]
    if words[0] == "task" and len(statement) > 1:
        name = statement[1].items[0] if statement[1].is_group("(") and statement[1].items else statement[1]
        return name if name.kind in ("word", "string") else None
    if words[0] == "val" and "by" in words and not _REGISTERING.isdisjoint(words):
        return statement[1] if is_in_tasks or "tasks" in words else None
    for place, token in enumerate(statement[:-1]):
        if token.text in ("register", "create") and token.kind == "word":
            group = next((following for following in statement[place + 1 :] if following.is_group("(")), None)
            if (is_in_tasks and place == 0) or (place > 1 and words[place - 2] == "tasks"):
                first = group.items[0] if group and group.items else None
                return first if first is not None and first.kind == "string" else None
            return None
    return None
