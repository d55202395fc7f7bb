import os
import tomllib
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.model.errors import CrossbearingError
from crossbearing.registry import load_profile, new_profile, parse_value, set_value
from crossbearing.registry.editing import edited, parse_key

TEXT = dedent("""\
    # My profile.
    extends = "localize-round1"   # the baseline

    [prefilter]
    size = 40  # as specified

    # Weights.
    weights = { bm25 = 0.5, lexical = 0.3, graph = 0.2 } # sum 1

    [fusion]
    name = 'rrs'
    """)


@pytest.fixture(autouse=True)
def _own_configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("FUSION", raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(TEXT)
    return path


@pytest.mark.parametrize(
    ("key", "value", "old", "new"),
    [
        ("prefilter.size", 50, "size = 40  # as", "size = 50  # as"),
        ("extends", "default", '"localize-round1"   # the', '"default"   # the'),
        ("prefilter.weights.bm25", 0.25, "bm25 = 0.5, lex", "bm25 = 0.25, lex"),
        ("fusion.name", "rrf", "name = 'rrs'", 'name = "rrf"'),
    ],
)
def test_a_value_is_replaced_and_everything_else_stays(mine: Path, key: str, value: object, old: str, new: str) -> None:
    assert set_value(mine, key, value) == mine
    assert mine.read_text() == TEXT.replace(old, new)


@pytest.mark.parametrize(
    ("key", "value", "keys"),
    [
        ("description", "mine", ("description",)),
        ("executor", "local", ("executor",)),
        ("confidence.agree_threshold", 2, ("confidence", "agree_threshold")),
        ("prefilter.weights.stack", 0.1, ("prefilter", "weights", "stack")),
        ("fusion.weights.stack", 0.1, ("fusion", "weights", "stack")),
        ("fusion.groups.text", ["bm25", "lexical"], ("fusion", "groups", "text")),
        ("plugins.disable", ["channel.graph"], ("plugins", "disable")),
    ],
)
def test_a_new_value_is_added_where_it_belongs(mine: Path, key: str, value: object, keys: tuple[str, ...]) -> None:
    set_value(mine, key, value)
    text = mine.read_text()
    data: Any = tomllib.loads(text)
    for part in keys:
        data = data[part]
    assert data == value
    assert set(TEXT.splitlines()) - set(text.splitlines()) <= {TEXT.splitlines()[7]}
    assert "# sum 1" in text
    load_profile(mine, environment={})


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("prefilter.sise", 1, "mine.toml: prefilter.sise: unknown key, did you mean size?"),
        ("prefilter.size", "many", "prefilter.size: expected a whole number from 1 to 200, not 'many'"),
        ("prefilter.size.more", 1, "prefilter.size is a value and has no keys"),
        ("prefilter.weights.bm52", 1.0, "unknown channel 'bm52', did you mean bm25?"),
        ("extends", "mine.toml", "profiles extend each other"),
        ("extends", "nowhere", "unknown profile 'nowhere'"),
        ("options.channel.bm52.k1", 1.0, "unknown plugin 'channel.bm52', did you mean channel.bm25?"),
        ("fusion.name", object(), "fusion.name cannot be set"),
        ("fusion.name", None, "fusion.name cannot be set"),
        ("", 1, "'' is not a dotted key"),
        ("a b", 1, "'a b' is not a dotted key"),
        ("a = 1\nb", 1, "is not a dotted key"),
        ("executor = 'x' #", 1, "is not a dotted key"),
    ],
)
def test_what_does_not_fit_is_refused_and_nothing_is_written(mine: Path, key: str, value: object, message: str) -> None:
    with pytest.raises(CrossbearingError) as caught:
        set_value("./mine.toml", key, value)
    assert message in str(caught.value)
    assert mine.read_text() == TEXT
    assert sorted(path.name for path in mine.parent.iterdir()) == ["mine.toml"]


def test_options_are_checked_against_the_plugin(mine: Path, make_distribution: Callable[..., Path]) -> None:
    source = """
    from attrs import field, frozen, validators
    from crossbearing.plugin import hookimpl
    VERSION = 1
    @frozen
    class Options:
        k1: float = field(default=1.5, validator=validators.gt(0))
    @hookimpl
    def collect(): ...
    """
    make_distribution("made_up", "[crossbearing.channels]\nmade_up = made_up_channel\n", {"made_up_channel.py": source})
    set_value(mine, "options.channel.made_up.k1", 2.0)
    assert mine.read_text() == f'{TEXT}\n[options."channel.made_up"]\nk1 = 2.0\n'
    assert load_profile(mine, environment={}).options["channel.made_up"] == {"k1": 2.0}
    written = mine.read_text()
    for key, value, message in (
        ('options."channel.made_up".k1', "high", "k1 = 'high', expected float"),
        ("options.channel.made_up.k1", -1.0, "'k1' must be > 0"),
        ("options.channel.made_up.k2", 1.0, "unknown field 'k2'"),
    ):
        with pytest.raises(CrossbearingError, match=message):
            set_value(mine, key, value)
    assert mine.read_text() == written


def test_line_endings_mode_and_links_are_kept(mine: Path) -> None:
    mine.write_bytes(TEXT.replace("\n", "\r\n").encode())
    mine.chmod(0o640)
    link = mine.with_name("link.toml")
    link.symlink_to(mine.name)
    set_value(link, "prefilter.weights.stack", 0.1)
    set_value(link, "confidence.max_rank", 5)
    assert link.is_symlink()
    assert mine.stat().st_mode & 0o777 == 0o640
    content = mine.read_bytes()
    assert content.count(b"\n") == content.count(b"\r\n")
    assert load_profile(mine, environment={}).confidence.max_rank == 5


def test_presets_are_not_written(tmp_path: Path) -> None:
    with pytest.raises(CrossbearingError, match="default is a preset and cannot be written"):
        set_value("default", "executor", "local")
    with pytest.raises(CrossbearingError, match="minimal is a preset and cannot be written"):
        new_profile("minimal")


def test_a_new_profile_extends_another_and_can_be_changed(tmp_path: Path) -> None:
    path = new_profile("mine", extends="localize-round1")
    assert path == tmp_path / "config" / "crossbearing" / "profiles" / "mine.toml"
    profile = load_profile("mine", environment={})
    assert profile.description == "Like localize-round1, changed."
    assert profile.fusion == load_profile("localize-round1", environment={}).fusion
    comments = [line for line in path.read_text().splitlines() if line.startswith("#")]
    assert len(comments) > 3
    set_value("mine", "fusion.name", "rrf")
    assert load_profile("mine", environment={}).fusion.name == "rrf"
    assert [line for line in path.read_text().splitlines() if line.startswith("#")] == comments
    with pytest.raises(CrossbearingError, match="exists already"):
        new_profile("mine")


@pytest.mark.parametrize("name", ["deep/er/mine.toml", "mine.toml"])
def test_a_new_profile_by_path(name: str) -> None:
    assert new_profile(name, description="Said.") == Path(name)
    assert load_profile(name, environment={}).description == "Said."


@pytest.mark.parametrize(
    ("name", "extends", "message"),
    [
        ("mine.toml", "defualt", "unknown profile 'defualt': did you mean default"),
        ("mine.toml", "./no.toml", "does not exist"),
        ("", "default", "'' is not a profile's name"),
        (".hidden", "default", "'.hidden' is not a profile's name"),
    ],
)
def test_a_new_profile_that_cannot_be(tmp_path: Path, name: str, extends: str, message: str) -> None:
    with pytest.raises(CrossbearingError, match=message):
        new_profile(name, extends)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CrossbearingError, match="cannot be written"):
        new_profile("file/mine.toml")
    if os.geteuid() != 0:
        (tmp_path / "closed").mkdir(mode=0o500)
        with pytest.raises(CrossbearingError, match="cannot be written"):
            new_profile("closed/mine.toml")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", 1),
        ("0.5", 0.5),
        ("true", True),
        ("'a'", "a"),
        ("rrf", "rrf"),
        ('["a", "b"]', ["a", "b"]),
        ("", ""),
        ("1\nb = 2", "1\nb = 2"),
        ("{ a = 1 }", {"a": 1}),
    ],
)
def test_values_are_read_as_toml_or_taken_as_they_are(text: str, value: object) -> None:
    assert parse_value(text) == value


@pytest.mark.parametrize(
    ("key", "parts"),
    [
        ("executor", ("executor",)),
        ("prefilter.weights.bm25", ("prefilter", "weights", "bm25")),
        ('options."channel.bm25".k1', ("options", "channel.bm25", "k1")),
        ("options.channel.bm25.k1", ("options", "channel.bm25", "k1")),
        ("options.channel", ("options", "channel")),
    ],
)
def test_dotted_keys(key: str, parts: tuple[str, ...]) -> None:
    assert parse_key(key) == parts


NAMES = st.sampled_from(["a", "b", "c d", "e.f"])


@settings(deadline=None)
@given(
    st.sampled_from([TEXT, "", "a = 1\n", "[a]\nb = 1\n[a.c]\nd = 2\n[b]\n", "a.b = 1\na.c = 2\n[b]\n"]),
    st.lists(st.tuples(st.lists(NAMES, min_size=1, max_size=3), st.integers() | st.text(max_size=5)), max_size=4),
)
def test_editing_loses_no_comment_and_nothing_else(text: str, changes: list[tuple[list[str], object]]) -> None:
    comments = [line for line in text.splitlines() if line.startswith("#")]
    for keys, value in changes:
        before = tomllib.loads(text)
        try:
            text = edited(text, tuple(keys), value)
        except CrossbearingError:
            continue
        data: Any = before
        for key in keys[:-1]:
            data = data.setdefault(key, {})
        data[keys[-1]] = value
        assert tomllib.loads(text) == before
    assert [line for line in text.splitlines() if line.startswith("#")] == comments


@pytest.mark.parametrize("value", ["nan", "inf", "-inf"])
def test_a_number_that_is_none_is_refused_for_what_it_is(mine: Path, value: str) -> None:
    with pytest.raises(CrossbearingError, match=r"prefilter\.weights\.bm25: expected a finite number from 0 up"):
        set_value(mine, "prefilter.weights.bm25", parse_value(value))


def test_what_is_not_utf_8_is_refused(mine: Path) -> None:
    before = mine.read_bytes()
    with pytest.raises(CrossbearingError, match="not UTF-8"):
        set_value(mine, "description", os.fsdecode(b"caf\xff"))
    with pytest.raises(CrossbearingError, match="not UTF-8"):
        new_profile("./other.toml", description=os.fsdecode(b"caf\xff"))
    assert mine.read_bytes() == before
    assert not Path("other.toml").exists()


@pytest.mark.parametrize("name", ["a\nb", "a\x1b[31m", os.fsdecode(b"caf\xff")])
def test_a_name_is_printable(name: str) -> None:
    with pytest.raises(CrossbearingError, match="is not a profile's name"):
        new_profile(name)


def test_a_current_folder_that_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(CrossbearingError, match="cannot be written"):
        new_profile("./mine.toml")
    with pytest.raises(CrossbearingError, match="does not exist"):
        load_profile("./mine.toml")
