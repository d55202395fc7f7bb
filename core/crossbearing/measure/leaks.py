"""Looking for channels that know more than they are told.

Localization is told an issue's text and a revision of its repository. A channel that reads the answer elsewhere (the
data set named by an environment variable or the command line, a cache of results, objects of the measuring process)
makes every figure worthless. Two checks expose it, each instance's answers being taken twice:

- **Told nothing.** Once in this process, which knows the fixes; once in a fresh process that is given the issues alone,
  in an empty folder, with an environment in which the data set's path is that of a copy whose fixes are another
  instance's. The evidence of every channel must be the same, byte for byte.
- **Watched.** While a channel is asked, files that are opened and programs that are started are noted. Opening the data
  set, or starting a program that is given its path, is a leak even where the answer does not change.

What the checks cannot see: a channel that reads a copy of the answers from a place that neither check knows, through a
library that Python does not audit; and fixes that are part of the repository's own objects (the history after the base
commit), which is the history channel's own business to leave out.
"""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from attrs import Factory, define, frozen

from crossbearing.measure.dataset import Instance, Task
from crossbearing.measure.instance import localize
from crossbearing.measure.repositories import Repositories
from crossbearing.model.errors import CrossbearingError
from crossbearing.model.evidence import Evidence
from crossbearing.recon.scan import scan
from crossbearing.registry import PluginHost
from crossbearing.source import open_source
from crossbearing.store import Store

if TYPE_CHECKING:
    from crossbearing.model.answer import Answer
    from crossbearing.model.evidence import NoEvidence
    from crossbearing.model.query import Query

_ANSWERS = ("patch", "test_patch", "FAIL_TO_PASS", "PASS_TO_PASS", "hints_text")
_STARTS = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn")
_LIMIT = 3600


@frozen(order=True)
class Leak:
    """A channel caught: on which instance, and by what."""

    channel: str
    instance_id: str
    what: str


@frozen
class LeakReport:
    """What the checks found on so many instances; ``errors`` are instances that could not be compared."""

    instances: int
    leaks: tuple[Leak, ...]
    errors: tuple[str, ...] = ()

    @property
    def channels(self) -> tuple[str, ...]:
        """The channels that were caught, by qualified name."""
        return tuple(sorted({leak.channel for leak in self.leaks}))

    def sentences(self) -> Iterator[str]:
        """The finding in words."""
        if not self.leaks:
            yield f"Leaks: none found on {self.instances} instances (answers hidden, files watched)."
        for channel in self.channels:
            own = [leak for leak in self.leaks if leak.channel == channel]
            yield f"LEAK: {channel} knows more than the issue on {len(own)} occasions: {own[0].what}."
        yield from (f"Leak check failed: {error}" for error in self.errors)

    def data(self) -> dict[str, Any]:
        """The same as plain data."""
        leaks = [{"channel": each.channel, "instance_id": each.instance_id, "what": each.what} for each in self.leaks]
        return {"instances": self.instances, "leaks": leaks, "errors": list(self.errors)}


@frozen
class Job:
    """What is told of one instance, and where its repository and facts are; can be sent to another process."""

    task: Task
    repository: Path
    build_dir: Path


@define(eq=False)
class _Watch:
    """What happens while a channel is asked; there is one audit hook a process, since none can be taken away again."""

    files: tuple[tuple[int, int], ...] = ()
    paths: tuple[str, ...] = ()
    channel: str | None = None
    seen: set[tuple[str, str]] = Factory(set)
    is_hooked: bool = False

    def begin(self, secrets: Sequence[Path]) -> None:
        """Look out for these files."""
        self.files = tuple((found.st_dev, found.st_ino) for path in secrets if (found := _stat(path)))
        self.paths = tuple(sorted({str(form) for path in secrets for form in (path, path.resolve())}))
        self.seen = set()
        if not self.is_hooked:
            sys.addaudithook(self.note)
            self.is_hooked = True

    def note(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Be told of an event by the interpreter."""
        if self.channel is None:
            return
        if event == "open" and isinstance(arguments[0], str | bytes | os.PathLike):
            found = _stat(Path(os.fsdecode(arguments[0])))
            if found and (found.st_dev, found.st_ino) in self.files:
                self.seen.add((self.channel, "it opens the data set"))
        elif event in _STARTS and any(path in repr(arguments[:2]) for path in self.paths):
            self.seen.add((self.channel, "it gives the data set's path to a program"))


_WATCH = _Watch()


class _WatchingHost(PluginHost):
    """A host that notes the evidence of each channel by its digest, and tells the watch who is being asked."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.digests: dict[str, str] = {}

    def collect(self, qualified: str, query: "Query") -> "Answer[Evidence | NoEvidence]":
        """Ask one channel, watched."""
        _WATCH.channel = qualified
        try:
            answer = super().collect(qualified, query)
        finally:
            _WATCH.channel = None
        self.digests[qualified] = _digest(answer)
        return answer


def find_leaks(
    dataset: Path, instances: Sequence[Instance], repositories: Path, build_dir: Path, host: PluginHost
) -> LeakReport:
    """Make both checks on these instances; see the module's documentation."""
    jobs = _jobs(instances, repositories, build_dir)
    open_here = _answers(jobs, host, (dataset,))
    with TemporaryDirectory(prefix="crossbearing-leaks-") as folder:
        blinded = Path(folder, "answers", dataset.name)
        blinded.parent.mkdir()
        blind(dataset, blinded)
        blind_there = _answers_elsewhere(jobs, host, dataset, blinded, Path(folder))
    leaks = {
        Leak(channel, name, what)
        for answers in (open_here, blind_there)
        for name, answer in answers.items()
        for channel, what in answer.get("seen", ())
    }
    for name, answer in open_here.items():
        mine, other = answer.get("digests", {}), blind_there.get(name, {}).get("digests", {})
        leaks |= {
            Leak(channel, name, "its evidence is another one where the answers are hidden")
            for channel in mine.keys() & other.keys()
            if mine[channel] != other[channel]
        }
    errors = [
        f"{name}: {a['error']}" for found in (open_here, blind_there) for name, a in found.items() if "error" in a
    ]
    return LeakReport(len(open_here), tuple(sorted(leaks)), tuple(sorted(set(errors))))


def blind(dataset: Path, target: Path) -> None:
    """Copy a data set with the answer fields of each row replaced by those of the next one (of a single row: empty)."""
    rows = [json.loads(line) for line in dataset.read_text("utf-8-sig").splitlines() if line.strip()]
    following = [*rows[1:], *rows[:1]] if len(rows) > 1 else [{}]
    with target.open("w", encoding="utf-8") as file:
        for row, other in zip(rows, following, strict=True):
            hidden = {name: other.get(name, "") for name in _ANSWERS if name in row}
            file.write(json.dumps({**row, **hidden}) + "\n")


def _jobs(instances: Iterable[Instance], repositories: Path, build_dir: Path) -> list[Job]:
    """What a process is told of each instance: nothing that comes from the fix."""
    found = Repositories(repositories)
    jobs = []
    for instance in instances:
        try:
            path = found.find(instance.task.repo)
        except CrossbearingError:
            continue
        jobs.append(Job(instance.task, path, (build_dir / instance.task.repo.replace("/", "+")).resolve()))
    return jobs


def _answers(jobs: Iterable[Job], host: PluginHost, secrets: Sequence[Path]) -> dict[str, dict[str, Any]]:
    return {job.task.instance_id: _answer(job, host, secrets) for job in jobs}


def _answer(job: Job, host: PluginHost, secrets: Sequence[Path]) -> dict[str, Any]:
    watching = _WatchingHost(host.recipe())
    _WATCH.begin(secrets)
    try:
        source = open_source(job.repository, job.task.base_commit)
        with Store.open(job.build_dir) as store, source:
            localize(job.task, scan(source, store, watching, persist=False, workers=1), watching)
    except CrossbearingError as error:
        return {"error": str(error).replace(str(job.repository), job.task.repo), "seen": sorted(_WATCH.seen)}
    return {"digests": watching.digests, "seen": sorted(_WATCH.seen)}


def _answers_elsewhere(
    jobs: list[Job], host: PluginHost, dataset: Path, blinded: Path, folder: Path
) -> dict[str, dict[str, Any]]:
    """Answer in a process that was never near the data set; only the pickled host and the jobs reach it."""
    import pickle

    empty = folder / "empty"
    empty.mkdir()
    payload = pickle.dumps((sys.path, host.recipe(), jobs, [str(dataset.resolve()), str(blinded)]))
    program = "from crossbearing.measure.leaks import answer_standard_input; answer_standard_input()"
    environment = _pointing_at(blinded, dataset) | {"PYTHONPATH": os.pathsep.join(map(_absolute, sys.path))}
    try:
        done = subprocess.run(
            [sys.executable, "-c", program], input=payload, capture_output=True, cwd=empty, env=environment,
            timeout=_LIMIT, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise CrossbearingError(
            f"the leak check took more than {_LIMIT} seconds; give leak_instances = 0 or fewer"
        ) from None
    if done.returncode:
        last = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        raise CrossbearingError(f"the leak check's own process failed: {last}")
    answers: dict[str, dict[str, Any]] = json.loads(done.stdout.decode().rpartition("\n")[2])
    return answers


def answer_standard_input() -> None:
    """What the other process runs: answer the jobs on standard input, on standard output."""
    import pickle

    _, recipe, jobs, secrets = pickle.loads(sys.stdin.buffer.read())  # noqa: S301 - written by our own parent process
    answers = _answers(jobs, PluginHost(recipe), [Path(secret) for secret in secrets])
    sys.stdout.write("\n" + json.dumps(answers))


def _pointing_at(blinded: Path, dataset: Path) -> dict[str, str]:
    """The environment with the data set's path led to the blinded copy's, wherever a variable mentions it."""
    whole = {str(form): str(blinded) for form in (dataset, dataset.absolute(), dataset.resolve())}
    whole |= {str(form): str(blinded.parent) for form in (dataset.absolute().parent, dataset.resolve().parent)}
    parts = {str(form): str(blinded) for form in (dataset.absolute(), dataset.resolve())}
    environment = {}
    for name, value in os.environ.items():
        for old, new in parts.items():
            value = value.replace(old, new)
        environment[name] = whole.get(value, value)
    return environment


def _absolute(path: str) -> str:
    return str(Path(path).absolute()) if path else str(Path.cwd())


def _digest(answer: "Answer[Evidence | NoEvidence]") -> str:
    value = answer.value
    if isinstance(value, Evidence):
        scores = sorted((int(entity), repr(float(score))) for entity, score in value.scores.items())
        lines = sorted(
            (int(e), sorted((int(n), repr(float(w))) for n, w in own.items())) for e, own in value.lines.items()
        )
        content = repr((scores, sorted((int(e), text) for e, text in value.reasons.items()), lines))
    else:
        content = repr((value, answer.error))
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _stat(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except (OSError, ValueError):
        return None
