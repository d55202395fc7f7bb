import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from crossbearing.cli.session import in_columns

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def test_an_error_is_one_line_and_code_2(crossbearing: Run):
    done = crossbearing("locate", "absent.md")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "crossbearing: error: issue file 'absent.md' does not exist\n"


def test_an_error_is_also_an_object_where_json_was_asked_for(crossbearing: Run, check_schema: Callable):
    for arguments in (["locate", "absent.md", "--format", "json"], ["locat", "--format=json"]):
        done = crossbearing(*arguments)
        data = check_schema(done.stdout)
        assert data["exit_code"] == done.returncode == 2
        assert done.stderr == f"crossbearing: error: {data['error']}\n"


def test_control_characters_of_an_argument_do_not_reach_the_terminal(crossbearing: Run):
    done = crossbearing("locate", "a\nb\x1b[31m.md")
    assert done.stderr.count("\n") == 1
    assert "\x1b" not in done.stderr


@pytest.mark.parametrize("locale", ["C", "POSIX", "C.UTF-8"])
def test_any_text_can_be_printed_in_any_locale(crossbearing: Run, tmp_path: Path, locale: str):
    name = os.fsdecode(b"caf\xc3\xa9-\xff.toml")
    (tmp_path / name).write_text('description = "é"\nfrom = 3\n', "utf-8")
    done = crossbearing("profiles", "show", tmp_path / name, env={"LC_ALL": locale, "PYTHONCOERCECLOCALE": "0"})
    assert done.returncode == 2
    assert "café-\\udcff.toml:2: from: " in done.stderr


def test_a_pipe_gets_utf_8_whatever_the_locale_says(crossbearing: Run, tmp_path: Path):
    profile = tmp_path / "p.toml"
    profile.write_text('extends = "default"\ndescription = "é → 𝛼"\n', "utf-8")
    outputs = {
        crossbearing("profiles", "show", profile, "--format", "json", env=env).stdout
        for env in ({"LC_ALL": "C"}, {"PYTHONIOENCODING": "latin-1"}, {"LC_ALL": "C.UTF-8"}, {"PYTHONUTF8": "0"})
    }
    assert len(outputs) == 1
    assert json.loads(outputs.pop())["profile"]["description"] == "é → 𝛼"


def test_a_reader_that_leaves_is_no_error(environment: dict[str, str]):
    command = f"{sys.executable} -m crossbearing profiles show --format json | head -c 1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_an_unexpected_failure_is_one_line_that_says_so(environment: dict[str, str]):
    script = (
        "import sys, crossbearing.cli.plugins_list as command\n"
        "def fail(arguments): raise ZeroDivisionError('x')\n"
        "command.run = fail\n"
        "from crossbearing.cli import main\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    run = [sys.executable, "-c", script, "plugins", "list"]
    done = subprocess.run(run, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == (
        "crossbearing: error: unexpected ZeroDivisionError: x; this is a bug in crossbearing or one of its plugins; "
        "run it again with --trace for the details\n"
    )
    traced = subprocess.run([*run, "--trace"], env=environment, capture_output=True, text=True, check=False)
    assert "Traceback (most recent call last)" in traced.stderr
    assert traced.stderr.splitlines()[-1].startswith("crossbearing: error: unexpected ZeroDivisionError")


def test_an_interrupt_is_quiet(environment: dict[str, str]):
    script = (
        "import sys, crossbearing.cli.plugins_list as command\n"
        "def stop(arguments): raise KeyboardInterrupt\n"
        "command.run = stop\n"
        "from crossbearing.cli import main\n"
        "sys.exit(main(['plugins', 'list']))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_the_issue_is_asked_for_on_a_terminal(environment: dict[str, str]):
    leader, follower = pty.openpty()
    try:
        done = subprocess.run(
            [sys.executable, "-m", "crossbearing", "locate"],
            stdin=follower,
            env=environment,
            capture_output=True,
            check=False,
        )
    finally:
        os.close(leader)
        os.close(follower)
    assert done.returncode == 2
    assert b"no issue was given: name a file that holds its text, or pipe the text in" in done.stderr


@pytest.mark.parametrize(
    ("stdin", "sentence"),
    [
        (b"", "standard input is empty"),
        (b" \n\t\n", "standard input is empty"),
        (b"PK\x03\x04\x00\x00\x08", "standard input is binary, not text"),
    ],
)
def test_an_issue_without_text_is_refused(crossbearing: Run, stdin: bytes, sentence: str):
    for arguments in (["locate"], ["locate", "-"]):
        done = crossbearing(*arguments, stdin=stdin)
        assert done.stderr == f"crossbearing: error: {sentence}\n"
        assert done.returncode == 2


def test_what_cannot_be_an_issue_file_is_refused(crossbearing: Run, tmp_path: Path):
    assert "cannot be read: Is a directory" in crossbearing("locate", tmp_path).stderr
    assert "; to give the text itself, pipe it in" in crossbearing("locate", "it fails badly").stderr
    issue = tmp_path / "issue.md"
    issue.write_text("It fails.", "utf-8")
    assert "traceback file 'absent' does not exist" in crossbearing("locate", issue, "--traceback", "absent").stderr


def test_columns_are_as_wide_as_their_widest_cell():
    assert in_columns([("A", "B"), ("long", "x"), ("s\n", "")]) == "A     B\nlong  x\ns\\n"
