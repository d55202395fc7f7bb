import sys
import zipfile
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.hookspecs import KINDS
from crossbearing.model.errors import CrossbearingError
from crossbearing.registry import PluginRecord, discover, find_plugins
from crossbearing.registry.discovery import _Distribution, _entries, record_of

MakeDistribution = Callable[..., Path]
GROUPS = {kind.group: kind.name for kind in KINDS.values()}


def oracle(path: list[str] | None = None) -> set[tuple[str, str, str]]:
    """What ``importlib.metadata`` finds: kind, name and target, each distribution counted once."""
    found, seen = set(), set()
    for distribution in metadata.distributions(path=sys.path if path is None else path):
        name = distribution.metadata["Name"].lower().replace("_", "-")
        if name in seen:
            continue
        seen.add(name)
        found |= {(GROUPS[e.group], e.name, e.value) for e in distribution.entry_points if e.group in GROUPS}
    return found


def test_finds_what_importlib_metadata_finds() -> None:
    found = discover()
    assert found
    assert {(record.kind, record.name, record.target) for record in found} == oracle()


def test_is_sorted_and_qualified_names_are_unique() -> None:
    names = [record.qualified for record in discover()]
    assert names == sorted(set(names))


@pytest.mark.parametrize("info", ["{name}-1.0.dist-info", "{name}-1.0-py3.11.egg-info", "{name}.egg-info"])
def test_reads_every_kind_of_metadata_folder(make_distribution: MakeDistribution, info: str) -> None:
    folder = make_distribution("made_up", "[crossbearing.channels]\nmine = made_up.mine\n", info=info)
    expected = PluginRecord("channel", "mine", "made_up.mine", "made-up", "1.0")
    assert find_plugins([str(folder)]).records == (expected,)
    assert expected in discover()
    assert oracle([str(folder)]) == {("channel", "mine", "made_up.mine")}


def test_reads_eggs_as_folders_and_as_archives(tmp_path: Path) -> None:
    egg = tmp_path / "made_up-1.0-py3.11.egg"
    (egg / "EGG-INFO").mkdir(parents=True)
    (egg / "EGG-INFO" / "PKG-INFO").write_text("Metadata-Version: 2.1\nName: made_up\nVersion: 1.0\n")
    (egg / "EGG-INFO" / "entry_points.txt").write_text("[crossbearing.channels]\nmine = made_up.mine\n")
    archive = tmp_path / "archive.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("other-2.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: other\nVersion: 2.0\n")
        file.writestr("other-2.0.dist-info/entry_points.txt", "[crossbearing.fusions]\nown = other.own\n")
    assert find_plugins([str(egg), str(archive)]).records == (
        PluginRecord("channel", "mine", "made_up.mine", "made-up", "1.0"),
        PluginRecord("fusion", "own", "other.own", "other", "2.0"),
    )


def test_a_distribution_is_taken_from_the_first_folder_that_holds_it(make_distribution: MakeDistribution) -> None:
    late = make_distribution("made_up", "[crossbearing.channels]\nlate = made_up.late\n", into="late")
    early = make_distribution("Made.Up", "", into="early")
    found = find_plugins([str(early), str(late)])
    # The first one has no entry points, and still hides the second of the same name.
    assert found.records == ()
    assert found.problems == ()
    assert find_plugins([str(late), str(early)]).records[0].name == "late"


def test_a_name_offered_twice_is_kept_once_and_reported(make_distribution: MakeDistribution) -> None:
    one = make_distribution("one", "[crossbearing.channels]\nsame = one.same\n")
    two = make_distribution("two", "[crossbearing.channels]\nsame = two.same\n")
    found = find_plugins([str(two), str(one)])
    assert [record.target for record in found.records] == ["two.same"]
    [problem] = found.problems
    assert problem.plugin == "channel.same"
    assert "one offers channel.same (one.same)" in problem.reason
    assert "taken by two (two.same)" in problem.reason


def test_nobody_takes_the_name_of_a_built_in(make_distribution: MakeDistribution) -> None:
    rival = make_distribution("a_rival", "[crossbearing.channels]\nbm25 = a_rival.bm25\n")
    found = find_plugins([str(rival), *sys.path])
    assert record_of("channel.bm25", found.records).distribution == "crossbearing"
    assert any(problem.distribution == "a-rival" for problem in found.problems)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("no equals sign", "expected name = package.module"),
        ("Upper = made_up.upper", "a plugin's name is lower-case"),
        ("dotted.name = made_up.upper", "a plugin's name is lower-case"),
        ("spaces = made up", "is not package.module"),
        ("empty =", "is not package.module"),
    ],
)
def test_a_malformed_line_is_a_problem_and_the_others_count(
    make_distribution: MakeDistribution, line: str, reason: str
) -> None:
    folder = make_distribution("made_up", f"[crossbearing.channels]\n{line}\nfine = made_up.fine\n")
    found = find_plugins([str(folder)])
    assert [record.name for record in found.records] == ["fine"]
    [problem] = found.problems
    assert problem.distribution == "made-up"
    assert reason in problem.reason


def test_an_unknown_group_is_a_problem_with_the_nearest_one(make_distribution: MakeDistribution) -> None:
    folder = make_distribution("made_up", "[crossbearing.chanels]\nmine = made_up.mine\n")
    [problem] = find_plugins([str(folder)]).problems
    assert "did you mean crossbearing.channels?" in problem.reason


def test_folders_that_cannot_be_read_are_passed_over(tmp_path: Path) -> None:
    leftover = tmp_path / "~ade_up-1.0.dist-info"
    leftover.mkdir()
    (leftover / "entry_points.txt").write_text("[crossbearing.channels]\nmine = made_up.mine\n")
    (tmp_path / "made_up-1.0.dist-info").write_text("a file, not a folder")
    binary = tmp_path / "binary-1.0.dist-info"
    binary.mkdir()
    (binary / "entry_points.txt").write_bytes(b"[crossbearing.channels]\n\xff\xfe = \x00\n")
    found = find_plugins([str(tmp_path), str(tmp_path / "nowhere"), "", "\0", str(tmp_path / "binary-1.0.dist-info")])
    assert found.records == ()
    assert [problem.distribution for problem in found.problems] == ["binary"]


def test_a_change_of_a_folder_is_noticed(make_distribution: MakeDistribution) -> None:
    folder = make_distribution("one", "[crossbearing.channels]\nfirst = one.first\n", into="same")
    assert len(find_plugins([str(folder)]).records) == 1
    make_distribution("two", "[crossbearing.channels]\nsecond = two.second\n", into="same")
    assert [record.name for record in find_plugins([str(folder)]).records] == ["first", "second"]


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(CrossbearingError, match=r"unknown plugin 'chanel.bm52': did you mean channel.bm25"):
        record_of("chanel.bm52")


@settings(deadline=None)
@given(st.text(st.characters(codec="utf-8"), max_size=60), st.sampled_from(["crossbearing.channels", "other"]))
def test_reads_any_text_as_the_oracle_does_or_says_why_not(text: str, group: str) -> None:
    content = f"[{group}]\n{text}\n"
    found = list(_entries(_Distribution("made-up", "1", content.encode())))
    records = {(entry.name, entry.target) for entry in found if isinstance(entry, PluginRecord)}
    try:
        expected = {(e.name, e) for e in metadata.EntryPoints._from_text_for(content, None) if e.group in GROUPS}
    except Exception:
        return
    named = {
        (name, f"{e.module}:{e.attr}" if e.attr else e.module) for name, e in expected if (e.pattern.match(e.value))
    }
    assert records <= named
    assert len(records) + sum(not isinstance(entry, PluginRecord) for entry in found) >= len(named)
