"""Where priors are kept: JSON files named by their content, and one small file a repository that names the current
one.
"""

import hashlib
import json
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from attrs import asdict, fields, frozen

from crossbearing.model.errors import CrossbearingError
from crossbearing.model.stages import RepoPrior

SCHEMA = "crossbearing.prior/1"
_LONGEST_SLUG = 100


@frozen
class PriorStore:
    """A folder of priors. Many may read and write: files appear whole. Who reads in order to write does both under
    :meth:`locked`, so that nothing is lost.
    """

    folder: Path

    @classmethod
    def of_user(cls) -> "PriorStore":
        """The user's own: in the data folder of the platform (``CROSSBEARING_PRIORS`` names another)."""
        from platformdirs import user_data_path

        named = os.environ.get("CROSSBEARING_PRIORS")
        return cls(Path(named) if named else user_data_path("crossbearing") / "priors")

    @contextmanager
    def locked(self, repo: str) -> Iterator[None]:
        """Keep other processes and threads from changing the prior of a repository meanwhile."""
        import fcntl

        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            file = self._reference(repo).with_suffix(".lock").open("w")
        except OSError as problem:
            raise CrossbearingError(f"the prior cannot be kept in {self.folder}: {problem.strerror}") from None
        with file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield

    def load(self, repo: str) -> RepoPrior | None:
        """The prior of a repository (``owner/name``); None where there is none, or it is damaged."""
        return self._read(self._reference(repo))

    def _read(self, reference: Path) -> RepoPrior | None:
        try:
            digest = reference.read_text("utf-8").strip()
            text = self._content(digest).read_text("utf-8")
        except (OSError, UnicodeError):
            return None
        if hashlib.sha256(text.encode()).hexdigest() != digest:
            return None
        return _prior(json.loads(text))

    def save(self, prior: RepoPrior) -> str:
        """Keep a prior and make it the current one of its repository; returns its digest."""
        text = json.dumps({"schema": SCHEMA, **asdict(prior)}, ensure_ascii=False, indent=2, sort_keys=True)
        digest = hashlib.sha256(text.encode()).hexdigest()
        try:
            _write(self._content(digest), text)
            _write(self._reference(prior.repo), digest)
        except OSError as problem:
            raise CrossbearingError(f"the prior cannot be kept in {self.folder}: {problem.strerror}") from None
        return digest

    def repositories(self) -> tuple[str, ...]:
        """The repositories that have a prior, sorted."""
        priors = map(self._read, self.folder.glob("*.ref"))
        return tuple(sorted(prior.repo for prior in priors if prior is not None))

    def _reference(self, repo: str) -> Path:
        return self.folder / f"{_slug(repo)}.ref"

    def _content(self, digest: str) -> Path:
        if not re.fullmatch(r"[0-9a-f]{64}", digest):
            raise OSError("the reference is damaged")
        return self.folder / "content" / f"{digest}.json"


def _slug(repo: str) -> str:
    """A file name for a repository; names that are no plain ``owner/name`` get a digest, so that no two share one."""
    if not re.search(r"\w", repo):
        raise CrossbearingError(f"{repo!r} cannot name a repository")
    slug = re.sub(r"[^A-Za-z0-9_.-]", "-", repo.replace("/", "__", 1)).strip(".-") or "repository"
    if len(slug) <= _LONGEST_SLUG and "__" not in repo and slug.replace("__", "/", 1) == repo:
        return slug
    return f"{slug[:_LONGEST_SLUG]}-{hashlib.sha256(repo.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}"


def _prior(data: Any) -> RepoPrior | None:
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        return None
    known = {field.name: data[field.name] for field in fields(RepoPrior) if field.name in data}
    plain: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in known.items()}
    return RepoPrior(**plain)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
