"""Git's command line, run so that nothing configured by the scanned repository is executed."""

import os
import shutil
import subprocess
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TypeAlias

from attrs import frozen

# Settings that could start a program, reach the network or depend on the user's machine. They are given on the command
# scope, which outranks the repository's own configuration.
_SETTINGS = {
    "core.fsmonitor": "false",
    "core.hooksPath": os.devnull,
    "core.excludesFile": os.devnull,
    "core.attributesFile": os.devnull,
    "core.pager": "cat",
    "core.askPass": "",
    "core.sshCommand": "false",
    "core.untrackedCache": "false",
    "credential.helper": "",
    "diff.external": "",
    "gc.auto": "0",
    "maintenance.auto": "false",
    "protocol.allow": "never",
    "submodule.recurse": "false",
}

_ENVIRONMENT = {
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_ASKPASS": "",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_SYSTEM": os.devnull,
    "GIT_GRAFT_FILE": os.devnull,
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
    "SSH_ASKPASS": "",
}

Process: TypeAlias = "subprocess.Popen[bytes]"


class GitError(Exception):
    """Git failed; the message is what it said."""


@frozen
class Git:
    """One repository's git directory and, where commands look at files on disk, its working tree."""

    git_dir: Path
    work_tree: Path | None = None

    def run(
        self, *arguments: str, cwd: Path | None = None, codes: tuple[int, ...] = (0,), data: bytes = b""
    ) -> tuple[bytes, str]:
        """Run a git command on ``data`` to its end and return its output and its warnings.

        Raises:
            GitError: git is not installed, or the command ended with another exit code than one of ``codes``.
        """
        with self.start(*arguments, cwd=cwd, stderr=subprocess.PIPE) as process:
            try:
                output, errors = process.communicate(data)
            except BaseException:
                process.kill()
                raise
        warnings = errors.decode("utf-8", "surrogateescape").strip()
        if process.returncode not in codes:
            raise GitError(warnings.rpartition("fatal: ")[2] or f"git {arguments[0]} failed")
        return output, warnings

    def start(self, *arguments: str, cwd: Path | None = None, stderr: int = subprocess.DEVNULL) -> "Process":
        """Start a git command in a session of its own, out of reach of the terminal and its interrupts.

        Raises:
            GitError: git is not installed, or cannot be started.
        """
        executable = find_git()
        if executable is None:
            raise GitError("git is not installed")
        try:
            return subprocess.Popen(
                [executable, "--no-pager", *_settings(), *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
                cwd=cwd or self.work_tree or self.git_dir,
                env=self._environment(os.environ),
                start_new_session=True,
            )
        except OSError as error:
            raise GitError(f"git cannot be started: {error}") from error

    def _environment(self, inherited: Mapping[str, str]) -> dict[str, str]:
        # Naming the git directory outright also settles whose it is: a repository of another user can be read.
        environment = {name: value for name, value in inherited.items() if not name.startswith("GIT_")}
        environment |= _ENVIRONMENT | {"GIT_DIR": str(self.git_dir)}
        if self.work_tree is not None:
            environment["GIT_WORK_TREE"] = str(self.work_tree)
        return environment


def find_git() -> str | None:
    """The absolute path of the git executable, or None; a relative ``PATH`` entry could lead into the scanned tree."""
    return _find_git(os.environ.get("PATH", os.defpath))


@cache
def _find_git(search_path: str) -> str | None:
    folders = [folder for folder in search_path.split(os.pathsep) if Path(folder).is_absolute()]
    return shutil.which("git", path=os.pathsep.join(folders)) if folders else None


@cache
def _settings() -> tuple[str, ...]:
    return tuple(word for name, value in _SETTINGS.items() for word in ("-c", f"{name}={value}"))
