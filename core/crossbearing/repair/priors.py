"""Where priors are kept: JSON files named by their content, and one small file a repository that names the current
one.
"""

import hashlib
import json
import os
import re
import tempfile
from pathlib import Path
from typing import Any

from attrs import asdict, fields, frozen

from crossbearing.model.errors import CrossbearingError
from crossbearing.model.stages import RepoPrior

SCHEMA = "crossbearing.prior/1"


@frozen
class PriorStore:
    """A folder of priors. Many may read and write: files appear whole, and the last one to write has its say."""

    folder: Path

    @classmethod
    def of_user(cls) -> "PriorStore":
        """The user's own: in the data folder of the platform (``CROSSBEARING_PRIORS`` names another)."""
        from platformdirs import user_data_path

        named = os.environ.get("CROSSBEARING_PRIORS")
        return cls(Path(named) if named else user_data_path("crossbearing") / "priors")

    def load(self, repo: str) -> RepoPrior | None:
        """The prior of a repository (``owner/name``); None where there is none, or it is damaged."""
        try:
            digest = self._reference(repo).read_text("utf-8").strip()
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
        priors = (self.load(path.stem.replace("__", "/", 1)) for path in sorted(self.folder.glob("*.ref")))
        return tuple(sorted(prior.repo for prior in priors if prior is not None))

    def _reference(self, repo: str) -> Path:
        return self.folder / f"{_slug(repo)}.ref"

    def _content(self, digest: str) -> Path:
        if not re.fullmatch(r"[0-9a-f]{64}", digest):
            raise OSError("the reference is damaged")
        return self.folder / "content" / f"{digest}.json"


def _slug(repo: str) -> str:
    slug = re.sub(r"[^\w.-]", "-", repo.replace("/", "__", 1)).strip(".-")
    if not slug:
        raise CrossbearingError(f"{repo!r} cannot name a repository")
    return slug


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
