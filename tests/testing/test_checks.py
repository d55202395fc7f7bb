"""The kit passes plugins that keep the contract and names what is wrong with those that do not."""

import os
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from crossbearing.hookspecs import KINDS
from crossbearing.testing.checks import CHECKS, Subject, checks_for, run_check

Install = Callable[[str, str], Subject]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Put a distribution with one plugin on the path, for this process and its children."""
    modules = set(sys.modules)

    def put(kind: str, code: str) -> Subject:
        (tmp_path / "made_up_plugin.py").write_text(textwrap.dedent(code), encoding="utf-8")
        info = tmp_path / "made_up-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: made-up\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[{KINDS[kind].group}]\nmade_up = made_up_plugin\n")
        monkeypatch.syspath_prepend(str(tmp_path))
        monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")]))
        return Subject(f"{kind}.made_up", tmp_path / "cases")

    yield put
    for name in set(sys.modules) - modules:
        if name.startswith("made_up_"):
            del sys.modules[name]


def complaint(subject: Subject, name: str) -> str | None:
    (check,) = [check for check in CHECKS if check.name == name]
    return run_check(check, subject)


LANGUAGE = '''
"""A language."""
from crossbearing.plugin import Definition, FileFacts, UnreadableError, hookimpl
VERSION = 1
SUFFIXES = (".made",)
@hookimpl
def extract(file):
    """Find nothing."""
    {body}
'''

FUSION = '''
"""A fusion."""
from crossbearing.plugin import hookimpl
VERSION = 1
@hookimpl
def fuse(evidence, weights):
    """Fuse."""
    {body}
'''

ADD = """total = {}
    for channel in sorted(evidence):
        for entity, score in evidence[channel].items():
            total[entity] = total.get(entity, 0.0) + weights[channel] * score
    return total"""


def test_a_good_fusion_passes_everything(install: Install) -> None:
    subject = install("fusion", FUSION.replace("{body}", ADD))
    assert {check.name: run_check(check, subject) for check in checks_for("fusion")} == {
        check.name: None for check in checks_for("fusion")
    }


def test_a_plugin_that_is_not_installed() -> None:
    assert "not registered" in str(complaint(Subject("fusion.nobody_wrote_it"), "registered"))


def test_an_entry_point_that_leads_nowhere(install: Install, tmp_path: Path) -> None:
    subject = install("fusion", FUSION)
    (tmp_path / "made_up_plugin.py").unlink()
    assert "does not exist" in str(complaint(subject, "registered"))


def test_no_docstring(install: Install) -> None:
    assert "no docstring" in str(complaint(install("fusion", "VERSION = 1\n"), "documented"))


def test_an_option_without_a_docstring(install: Install) -> None:
    code = '"""Doc."""\nfrom attrs import frozen\n@frozen\nclass Options:\n    """Options."""\n    speed: int = 1\n'
    assert "options without a docstring: speed" in str(complaint(install("fusion", code), "documented"))


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        ("VERSION = '1'", "VERSION must be an integer"),
        ("def fuse(evidence, weight):", "unknown argument 'weight'"),
        ("def fues(evidence, weights):", "no hook 'fues'"),
    ],
)
def test_a_broken_contract(install: Install, broken: str, reason: str) -> None:
    good = "VERSION = 1" if broken.startswith("VERSION") else "def fuse(evidence, weights):"
    code = FUSION.replace("{body}", "return {}").replace(good, broken)
    assert reason in str(complaint(install("fusion", code), "contract"))


def test_a_heavy_import(install: Install) -> None:
    subject = install("fusion", "import tomlkit\n" + FUSION.replace("{body}", "return {}"))
    assert "imports tomlkit" in str(complaint(subject, "cheap import"))


def test_an_import_of_the_core(install: Install) -> None:
    subject = install("fusion", "from crossbearing.model.file import decode\n" + FUSION.replace("{body}", "return {}"))
    assert "imports crossbearing.model.file" in str(complaint(subject, "plugin interface only"))


def test_an_exception(install: Install) -> None:
    code = LANGUAGE.replace("{body}", "return FileFacts('made', problems=[len(file.text) // file.data.count(b'x')])")
    reason = str(complaint(install("language", code), "answers in every situation"))
    assert "ZeroDivisionError" in reason
    assert "in the situation" in reason


def test_an_unreadable_file_is_an_answer(install: Install) -> None:
    code = LANGUAGE.replace("{body}", "raise UnreadableError('cannot read this', 1)")
    assert complaint(install("language", code), "answers in every situation") is None


def test_a_line_outside_the_file(install: Install) -> None:
    body = "return FileFacts('made', definitions=[Definition('a', 'a', 'function', 10**8, 0, 10**8, 10**8)])"
    assert "is on line 100000000" in str(
        complaint(install("language", LANGUAGE.replace("{body}", body)), "answers in every situation")
    )


def test_an_answer_of_the_wrong_type(install: Install) -> None:
    subject = install("language", LANGUAGE.replace("{body}", "return []"))
    assert "expected FileFacts" in str(complaint(subject, "answers in every situation"))


def test_evidence_that_does_not_exist(install: Install) -> None:
    code = '''
        """An ecosystem."""
        from crossbearing.plugin import Language, Location, hookimpl
        VERSION = 1
        PATTERNS = ("made.toml",)
        @hookimpl
        def parse_manifest(file):
            """Claim too much."""
            return [Language(evidence=Location("other.toml", 1), name="made")]
    '''
    assert "points at other.toml:1" in str(complaint(install("ecosystem", code), "answers in every situation"))


def test_evidence_that_does_not_say_so(install: Install) -> None:
    code = '''
        """An ecosystem."""
        from crossbearing.plugin import Language, Location, hookimpl
        VERSION = 1
        PATTERNS = ("made.toml",)
        @hookimpl
        def parse_manifest(file):
            """Claim what the line does not say."""
            return [Language(evidence=Location(file.path, 1), name="made")] if file.data else []
    '''
    assert "'made' does not stand at" in str(complaint(install("ecosystem", code), "answers in every situation"))


def test_an_answer_that_depends_on_the_hash_seed(install: Install) -> None:
    body = "return {entity: float(hash('x') % 1000) for scores in evidence.values() for entity in scores}"
    subject = install("fusion", FUSION.replace("{body}", body))
    assert "depends on the hash seed" in str(complaint(subject, "same answer in every process"))


def test_a_fusion_that_depends_on_order(install: Install) -> None:
    body = "return {e: 1.0 / (n + 1) for n, e in enumerate(dict.fromkeys(e for s in evidence.values() for e in s))}"
    assert "depend on the order" in str(
        complaint(install("fusion", FUSION.replace("{body}", body)), "order does not matter")
    )


def test_a_fusion_that_invents_entities(install: Install) -> None:
    subject = install("fusion", FUSION.replace("{body}", "return {99: 1.0}"))
    assert "on which there is no evidence" in str(complaint(subject, "answers in every situation"))


def test_a_channel_that_scores_beyond_one(install: Install) -> None:
    code = '''
        """A channel."""
        from crossbearing.plugin import Evidence, hookimpl
        VERSION = 1
        @hookimpl
        def collect(query):
            """Score."""
            return Evidence(scores={int(entity): 2.0 for entity in query.candidates})
    '''
    assert "outside [0, 1]" in str(complaint(install("channel", code), "answers in every situation"))


def test_an_executor_that_loses_order(install: Install) -> None:
    code = '''
        """An executor."""
        from crossbearing.plugin import hookimpl
        VERSION = 1
        @hookimpl
        def map(function, items, workers):
            """Run backwards."""
            return iter([function(item) for item in reversed(list(items))])
    '''
    assert "expected [0, -1" in str(complaint(install("executor", code), "answers in every situation"))


def test_a_hang_is_a_failure(install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crossbearing.testing.checks.TIMEOUT", 2)
    subject = install("fusion", FUSION.replace("{body}", "import time; time.sleep(60)"))
    assert "did not finish within 2 seconds" in str(complaint(subject, "same answer in every process"))


def test_a_case_that_is_not_met(install: Install, tmp_path: Path) -> None:
    (tmp_path / "cases" / "normal" / "input").mkdir(parents=True)
    (tmp_path / "cases" / "normal" / "input" / "a.made").write_text("x\n")
    (tmp_path / "cases" / "normal" / "expected.json").write_text('{"a.made": {"definitions": [{"name": "x"}]}}')
    subject = install("language", LANGUAGE.replace("{body}", "return FileFacts('made')"))
    assert "case normal" in str(complaint(subject, "cases"))


def test_a_plugin_that_exits_fails_its_checks(install: Install) -> None:
    subject = install("language", LANGUAGE.format(body="raise SystemExit(0)"))
    failed = {check.name: reason for check in checks_for("language") if (reason := run_check(check, subject))}
    assert any("SystemExit" in reason for reason in failed.values()), failed
