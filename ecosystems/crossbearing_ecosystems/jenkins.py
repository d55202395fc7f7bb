"""Reads pipelines of Jenkins: `Jenkinsfile`, `Jenkinsfile.*` and `*.jenkinsfile`, declarative and scripted ones.

- **Runners**: each `sh`, `bat`, `powershell` and `pwsh` step, with the stage that it is in as its job, the folder of
  the `dir` around it, and the axes of a declarative `matrix`. Of each command whose purpose is known (test, build,
  lint, …), the runner has the name of that purpose and points at its line; a step of no known purpose is one runner
  with its `label`, else the stage's name, and all of the script. One that returns its output to the pipeline
  (`returnStdout`, `returnStatus`) is only claimed for a known purpose.
- **Dependencies**: the images that agents and `docker.image(…)` name (`docker`). **Languages**: the version that
  such an image is made for (`node:20`).
- **Tests**: the frameworks that steps run, with the command.
- **Configuration**: `DJANGO_SETTINGS_MODULE` and `DATABASE_URL` of an `environment` block.

Example: `stage('Test') { steps { sh 'pytest -x' } }` claims the runner `test`, `pytest -x`, of the job `Test`.

Limits: the file is read, never run: conditions hold, loops run once, and `${variables}` stay as they are written. What
the steps of a shared library do (`buildPlugin()`) is not known.
"""

from collections.abc import Iterator, Sequence
from posixpath import normpath

from crossbearing.plugin import Claim, FileTree, SourceFile, hookimpl
from crossbearing_ecosystems._ci_script import Script
from crossbearing_ecosystems._ci_sheet import CiSheet, Context, claim_script
from crossbearing_ecosystems._gradle_tokens import Label, Statement, Token, source_of, tokens_of, walk
from crossbearing_ecosystems._jenkins_text import script_of
from crossbearing_ecosystems._placed import PlacedTable, Text

VERSION = 1
PATTERNS = ("Jenkinsfile", "Jenkinsfile.*", "*.jenkinsfile", "*.Jenkinsfile")

_STEPS = frozenset({"sh", "bat", "powershell", "pwsh"})
_RETURNS = frozenset({"returnStdout", "returnStatus"})
_SERVICES = frozenset({"run", "withRun"})
_Labels = tuple[Label, ...]


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one pipeline."""
    reader = _Reader(CiSheet(file, tree, "docker"))
    for labels, statement in walk(tokens_of(file)):
        reader.take(labels, statement)
    return reader.sheet.claims


class _Reader:
    def __init__(self, sheet: CiSheet) -> None:
        self.sheet = sheet
        # The axes of each matrix, by the blocks around it; and of the one that is being read, its name.
        self.axes: dict[_Labels, list[str]] = {}
        self.axis = ""

    def take(self, labels: _Labels, statement: Statement) -> None:
        """Claim what a statement says, which stands in blocks of these labels."""
        inner = labels[-1].last if labels else ""
        if inner == "axis":
            self._axis(labels, statement)
        elif inner == "environment" and len(statement) == 3 and statement[1].is_symbol("="):
            self._variable(statement[0], statement[2])
        elif any(label.last == "agent" for label in labels[-2:]):
            self._agent(inner, statement)
        self._docker(statement)
        for step, arguments in _steps(statement):
            self._step(step, arguments, self._context(labels, step.text))

    def _axis(self, labels: _Labels, statement: Statement) -> None:
        strings = [token.text for token in statement if token.kind == "string"]
        matrix = _up_to_matrix(labels)
        if statement[0].text == "name" and strings:
            self.axis = strings[0]
        elif statement[0].text == "values" and strings and matrix:
            self.axes.setdefault(matrix, []).append(f"{self.axis}: {', '.join(strings)}")

    def _variable(self, name: Token, value: Token) -> None:
        if value.kind == "string":
            table = PlacedTable(name.line)
            table[name.text] = text = Text(value.text)
            text.line, text.first, text.end = value.line, value.line, value.end
            table.lines[name.text] = name.line
            self.sheet.environment(table)

    def _agent(self, inner: str, statement: Statement) -> None:
        """``docker 'image'``, or ``image 'image'`` in the block of that name."""
        first, *rest = statement
        is_named = first.text == "docker" or (first.text == "image" and inner in ("docker", "container"))
        if is_named and rest and rest[0].kind == "string":
            self.sheet.image(rest[0].text, (rest[0].line, rest[0].end))

    def _docker(self, statement: Statement) -> None:
        """``docker.image('image')``, with what is done in it or beside it."""
        for place in range(len(statement) - 3):
            docker, dot, image, group = statement[place : place + 4]
            if docker.text == "docker" and dot.is_symbol(".") and image.text == "image" and group.is_group("("):
                words = {token.text for token in statement[place + 4 :] if token.kind == "word"}
                for token in group.items[:1]:
                    if token.kind == "string":
                        claim = self.sheet.image if words.isdisjoint(_SERVICES) else self.sheet.service
                        claim(token.text, (token.line, token.end))

    def _context(self, labels: _Labels, step: str) -> Context:
        stages = [label.strings[0] for label in labels if label.last == "stage" and label.strings]
        folder = ""
        for label in labels:
            if label.last == "dir" and label.strings:
                folder = normpath(f"{folder}/{label.strings[0]}" if folder else label.strings[0])
        matrix = _up_to_matrix(labels)
        return Context(
            job=stages[-1] if stages else "",
            directory="" if folder == "." else folder,
            shell=step,
            matrix=tuple(self.axes.get(matrix, ())),
        )

    def _step(self, step: Token, arguments: Statement, context: Context) -> None:
        named = _named(arguments)
        script = _script(named.get("script", arguments if not named else []), step.text)
        if script is not None:
            label = named.get("label", [])
            name = label[0].text if label and label[0].kind == "string" else ""
            returns = not _RETURNS.isdisjoint(named)
            claim_script(name, script, context, lambda _: self.sheet, len(script.text) if returns else 0)


def _up_to_matrix(labels: _Labels) -> _Labels:
    """The labels down to the innermost matrix."""
    places = [number for number, label in enumerate(labels, 1) if label.last == "matrix"]
    return labels[: places[-1]] if places else ()


def _steps(statement: Statement) -> Iterator[tuple[Token, Statement]]:
    """The shell steps of a statement with their arguments, also those within parentheses."""
    waiting: list[Statement] = [statement]
    while waiting:
        tokens = waiting.pop()
        for place, token in enumerate(tokens):
            following = tokens[place + 1] if place + 1 < len(tokens) else None
            is_step = token.kind == "word" and token.text in _STEPS and not (place and tokens[place - 1].is_symbol("."))
            if is_step and following and following.is_group("("):
                yield token, [inner for inner in following.items if inner.kind != "newline"]
            elif is_step and following and following.kind in ("string", "word"):
                yield token, tokens[place + 1 :]
                break
            elif token.is_group("(") or token.is_group("["):
                waiting.append(token.items)


def _named(arguments: Statement) -> dict[str, Statement]:
    """The arguments that are given by name; none where they are given by place."""
    found: dict[str, Statement] = {}
    start = 0
    for place in range(len(arguments) + 1):
        if place == len(arguments) or arguments[place].is_symbol(","):
            part = arguments[start:place]
            if len(part) > 2 and part[0].kind == "word" and part[1].is_symbol(":"):
                found[part[0].text] = part[2:]
            start = place + 1
    return found


def _script(tokens: Statement, shell: str) -> Script | None:
    """The script that an expression is: a string, or strings and other values that are put together."""
    pieces: list[Token] = []
    start = 0
    for place in range(len(tokens) + 1):
        if place == len(tokens) or tokens[place].is_symbol("+"):
            part = tokens[start:place]
            start = place + 1
            if part and part[0].kind == "string" and (len(part) == 1 or part[1].is_symbol(".")):
                pieces.append(part[0])
            elif part and pieces:
                pieces.append(Token("string", f"${{{source_of(part)}}}", part[0].line, '"'))
            else:
                return None
    return script_of(pieces, shell)
