import os
import pickle
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest
import tomlkit

from crossbearing.model.errors import CrossbearingError
from crossbearing.registry import PluginHost, list_profiles, load_profile, profile_data, show_profile

Write = Callable[..., Path]


@pytest.fixture(autouse=True)
def _own_configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("CROSSBEARING_PROFILE", raising=False)
    monkeypatch.delenv("FUSION", raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write_(text: str, name: str = "mine.toml") -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text))
        return Path(name)

    return write_


@pytest.mark.parametrize("name", [listing.name for listing in list_profiles()])
def test_every_preset_opens_a_host(name: str) -> None:
    profile = load_profile(name)
    host = PluginHost.open(profile)
    assert (profile.name, profile.source) == (name, f"{name} (preset)")
    assert profile.description.endswith(".")
    assert pickle.loads(pickle.dumps(profile)) == profile
    # No two enabled language plugins claim the same files in a preset.
    assert len({"language.python", "language.python_ast"} & set(host.enabled("language"))) == 1
    host.check_options()


def test_presets_are_listed() -> None:
    names = [listing.name for listing in list_profiles()]
    assert names == ["default", "localize-round1", "minimal", "recon-round1", "scalpel"]
    assert {listing.origin for listing in list_profiles()} == {"preset"}


def test_localize_round1_is_the_specification_to_the_letter() -> None:
    profile = load_profile("localize-round1")
    assert profile.prefilter.size == 40
    assert profile.prefilter.weights == {"bm25": 0.5, "lexical": 0.3, "graph": 0.2}
    assert (profile.expansion.name, profile.expansion.max_iterations, profile.expansion.max_nodes) == (
        "gated_bfs", 10, 200,
    )  # fmt: skip
    assert profile.fusion.name == "rrs"
    assert profile.fusion.weights == {"semantic": 0.35, "graph": 0.2, "sbfl": 0.25, "stack": 0.1, "history": 0.1}
    assert profile.fusion.groups == {"semantic": ("bm25", "lexical")}
    assert (profile.confidence.agree_threshold, profile.confidence.max_rank) == (3, 10)
    assert (profile.ranking.max_files, profile.ranking.max_entities, profile.ranking.max_statements) == (10, 5, 5)
    assert profile.fusion.distance_channel == "graph"
    assert (profile.ranking.backing, profile.ranking.unbacked) == (("sbfl", "history"), ("semantic",))
    host = PluginHost.open(profile)
    host.check_options()
    bm25 = host.options("channel.bm25")
    assert (bm25.query, bm25.k1, bm25.b) == ("bundle", 1.5, 0.75)
    assert bm25.fields == {"signature": 3.0, "docstring": 1.0}
    assert host.enabled("channel") == (
        "channel.bm25",
        "channel.graph",
        "channel.history",
        "channel.lexical",
        "channel.stack",
    )
    history = host.options("channel.history")
    assert (history.form, history.hot_files, history.least_commits, history.least_pairs) == ("churn", 200, 20, 5)
    assert host.enabled("fusion") == ("fusion.rrs",)
    assert host.enabled("language") == ("language.python",)


def test_the_environment_chooses_profile_and_fusion() -> None:
    assert load_profile(environment={}).name == "default"
    assert load_profile(environment={"CROSSBEARING_PROFILE": "minimal"}).name == "minimal"
    assert load_profile("default", environment={"CROSSBEARING_PROFILE": "minimal"}).name == "default"
    assert load_profile("localize-round1", environment={"FUSION": "rrf"}).fusion.name == "rrf"
    with pytest.raises(CrossbearingError, match=r"FUSION=rrx names no fusion plugin: did you mean rrs or rrf\?"):
        load_profile("default", environment={"FUSION": "rrx"})
    with pytest.raises(CrossbearingError, match=r"CROSSBEARING_PROFILE=minmal: unknown profile 'minmal': .*minimal\?"):
        load_profile(environment={"CROSSBEARING_PROFILE": "minmal"})


def test_the_process_s_environment_is_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROSSBEARING_PROFILE", "minimal")
    monkeypatch.setenv("FUSION", "rrf")
    profile = load_profile()
    assert (profile.name, profile.fusion.name) == ("minimal", "rrf")


def test_the_fusion_of_the_environment_takes_part_whatever_the_profile_limits() -> None:
    host = PluginHost.open(load_profile("localize-round1", environment={"FUSION": "rrf"}))
    assert "fusion.rrf" in host.enabled("fusion")


def test_extending_merges_tables_and_replaces_values(write: Write) -> None:
    write(
        """
        description = "below"
        extends = "localize-round1"
        [prefilter]
        size = 50
        weights.bm25 = 0
        [options."channel.bm25"]
        k1 = 1
        b = 0.5
        [plugins]
        disable = ["channel.stack", "channel.graph"]
        """,
        "folder/below.toml",
    )
    path = write(
        """
        extends = "folder/below.toml"
        prefilter.weights.graph = 0.9
        plugins.only = ["channel.bm25"]
        plugins.disable = ["language.python"]
        plugins.enable = ["channel.graph"]
        ranking.mean_weight = 1
        [options."channel.bm25"]
        k1 = 2
        """
    )
    shown = show_profile(path)
    profile = shown.profile
    assert shown.chain == ("mine.toml", "folder/below.toml", "localize-round1 (preset)")
    assert (profile.name, profile.description, profile.source) == ("mine", "", "mine.toml")
    assert profile.prefilter.size == 50
    assert profile.prefilter.weights == {"bm25": 0.0, "lexical": 0.3, "graph": 0.9}
    below = load_profile("localize-round1").options
    assert profile.options == below | {"channel.bm25": below["channel.bm25"] | {"k1": 2, "b": 0.5}}
    assert profile.plugins.only == ("channel.bm25",)
    assert profile.plugins.disable == ("channel.stack", "language.python")
    assert isinstance(profile.ranking.mean_weight, float)


@pytest.mark.parametrize("name", [listing.name for listing in list_profiles()])
def test_what_is_shown_can_be_written_to_a_file_and_means_the_same(write: Write, name: str) -> None:
    shown = show_profile(name)
    path = write(tomlkit.dumps(shown.data))
    assert profile_data(load_profile(path)) == shown.data


def test_a_relative_path_is_relative_to_the_file_that_extends(write: Write) -> None:
    write('extends = "minimal"\n', "a/one.toml")
    write('extends = "../a/one.toml"\n', "b/two.toml")
    assert show_profile("b/two.toml").chain[-2:] == ("minimal (preset)", "default (preset)")


def test_a_name_means_a_preset_and_then_a_file_of_the_user(write: Write) -> None:
    write('description = "my own"\nextends = "minimal"\n', "config/crossbearing/profiles/own.toml")
    write('description = "never seen"\n', "config/crossbearing/profiles/default.toml")
    write("not TOML", "config/crossbearing/profiles/zz.toml")
    assert load_profile("own").description == "my own"
    assert load_profile("default").description != "never seen"
    own, broken = list_profiles()[-2:]
    assert (own.name, own.origin, own.description, own.extends) == ("own", "user", "my own", "minimal")
    assert broken.description.startswith("broken: ")
    with pytest.raises(CrossbearingError, match=r"unknown profile 'owm': did you mean own\?"):
        load_profile("owm")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[prefiltr]\n", "mine.toml:1: prefiltr: unknown key, did you mean prefilter?"),
        ("\n[prefilter]\nsizes = 3\n", "mine.toml:3: prefilter.sizes: unknown key, did you mean size?"),
        ("# a\nname = 'x'\n", "mine.toml:2: name: unknown key, known are "),
        ("prefilter = 3\n", "mine.toml:1: prefilter: expected a table, not 3"),
        ("[[prefilter]]\n", "mine.toml:1: prefilter: expected a table, not an array"),
        ("[prefilter]\nsize = 0\n", "mine.toml:2: prefilter.size: expected a whole number from 1 to 200, not 0"),
        ("[prefilter]\nsize = 201\n", "mine.toml:2: prefilter.size: expected a whole number from 1 to 200, not 201"),
        ("[prefilter]\nsize = 40.0\n", "mine.toml:2: prefilter.size: expected a whole number from 1 to 200, not 40.0"),
        ("[prefilter]\nsize = true\n", "mine.toml:2: prefilter.size: expected a whole number from 1 to 200, not true"),
        ("[ranking]\nmean_of = -1\n", "mine.toml:2: ranking.mean_of: expected a whole number from 1 up, not -1"),
        ("[prefilter]\nroles = 'test'\n", "mine.toml:2: prefilter.roles: expected an array of strings, not 'test'"),
        ("[prefilter]\nroles = ['tests']\n", "mine.toml:2: prefilter.roles: unknown 'tests', did you mean test?"),
        (
            "[prefilter]\nkinds = [\n  'class',\n  'methods',\n]\n",
            "mine.toml:4: prefilter.kinds: unknown 'methods', did you mean method?",
        ),
        ("executor = 5\n", "mine.toml:1: executor: expected a string, not 5"),
        ("executor = 'lokal'\n", "mine.toml:1: executor: unknown executor plugin 'lokal', did you mean local?"),
        ("extends = 5\n", "mine.toml:1: extends: expected a string, not 5"),
        ("extends = 'defualt'\n", "mine.toml:1: extends: unknown profile 'defualt': did you mean default?"),
        ("extends = ''\n", "mine.toml:1: extends: unknown profile '': known are default"),
        ("extends = './no.toml'\n", "mine.toml:1: extends: profile no.toml does not exist"),
        ("[fusion]\nname = 'rrx'\n", "mine.toml:2: fusion.name: unknown fusion plugin 'rrx', did you mean rrs or rrf?"),
        (
            "[prefilter.weights]\nbm25 = 1\nbm52 = 1\n",
            "mine.toml:3: prefilter.weights.bm52: unknown channel 'bm52', did you mean bm25?",
        ),
        (
            "[prefilter]\nweights = { bm25 = -0.5 }\n",
            "mine.toml:2: prefilter.weights.bm25: expected a finite number from 0 up, not -0.5",
        ),
        (
            "[fusion.weights]\nbm25 = nan\n",
            "mine.toml:2: fusion.weights.bm25: expected a finite number from 0 up, not nan",
        ),
        (
            "[fusion.weights]\nbm25 = inf\n",
            "mine.toml:2: fusion.weights.bm25: expected a finite number from 0 up, not inf",
        ),
        (
            "[fusion.weights]\nbm25 = '1'\n",
            "mine.toml:2: fusion.weights.bm25: expected a finite number from 0 up, not '1'",
        ),
        ("[fusion.weights]\nbm25 = 0\ngraph = 0.0\n", "mine.toml:1: fusion.weights: all weights are 0"),
        (
            "[budgets]\ncontext_tokens = 300\n",
            "mine.toml:2: budgets.context_tokens: "
            "leaves no room for the manifest's header of 500 tokens and 50 of titles",
        ),
        (
            "[fusion.groups]\nsemantic = ['bm25',\n 'lexicl']\n",
            "mine.toml:3: fusion.groups.semantic: unknown channel 'lexicl', did you mean lexical?",
        ),
        (
            "[fusion.groups]\nbm25 = ['lexical']\n",
            "mine.toml:2: fusion.groups.bm25: a group must not have the name of a channel",
        ),
        (
            "[plugins]\nonly = ['channel.bm25', 'bm25']\n",
            "mine.toml:2: plugins.only: unknown plugin 'bm25', did you mean channel.bm25?",
        ),
        ("[plugins]\ndisable = ['a', 'a']\n", "mine.toml:2: plugins.disable: 'a' stands there twice"),
        ("[plugins]\nenable = [1]\n", "mine.toml:2: plugins.enable: expected an array of strings, not an array"),
        (
            "[options.bm25]\nk1 = 1\n",
            "mine.toml:1: options.bm25: unknown plugin 'bm25', did you mean channel.bm25?",
        ),
        ("[options]\n'channel.bm25' = 1\n", 'mine.toml:2: options."channel.bm25": expected a table, not 1'),
        ("a = [1\n", "mine.toml is not valid TOML: "),
        ("a = 1\na = 2\n", "mine.toml:2 is not valid TOML: Cannot overwrite a value (at line 2"),
    ],
)
def test_every_mistake_is_one_message_with_file_line_and_key(write: Write, text: str, message: str) -> None:
    path = write(text)
    with pytest.raises(CrossbearingError) as caught:
        load_profile(path)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_a_mistake_below_names_the_file_that_makes_it(write: Write) -> None:
    write("[prefilter.weights]\nbm52 = 1\n", "below.toml")
    path = write('extends = "./below.toml"\n[prefilter.weights]\nbm25 = 1\n')
    with pytest.raises(CrossbearingError, match=r"^below\.toml:2: prefilter\.weights\.bm52: unknown channel"):
        load_profile(path)


def test_profiles_that_extend_each_other_are_refused(write: Write) -> None:
    write("extends = './b.toml'\n", "a.toml")
    write("# b\nextends = './a.toml'\n", "b.toml")
    with pytest.raises(
        CrossbearingError, match=r"^b\.toml:2: extends: profiles extend each other: a\.toml -> b\.toml -> a\.toml$"
    ):
        load_profile("a.toml")
    with pytest.raises(CrossbearingError, match=r"self\.toml:1: extends: profiles extend each other"):
        load_profile(write("extends = './self.toml'\n", "self.toml"))


def test_files_that_cannot_be_read(write: Write, tmp_path: Path) -> None:
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe")
    (tmp_path / "folder.toml").mkdir()
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "loop.toml").symlink_to("loop.toml")
    (tmp_path / "large.toml").write_text("#" * (1 << 20) + "\n")
    (tmp_path / "deep.toml").write_text("a = " + "[" * 5000 + "]" * 5000)
    for name, reason in (
        ("binary", "cannot be read: not UTF-8"),
        ("folder", "is not a file"),
        ("pipe", "is not a file"),
        ("loop", "does not exist|cannot be read"),
        ("large", "is larger than"),
        ("deep", "is nested too deeply"),
        ("no", "does not exist"),
    ):
        with pytest.raises(CrossbearingError, match=rf"{name}\.toml ({reason})"):
            load_profile(f"{name}.toml")


def test_a_byte_order_mark_is_no_mistake(tmp_path: Path) -> None:
    (tmp_path / "mark.toml").write_bytes(b"\xef\xbb\xbfexecutor = 'local'\r\n")
    assert load_profile("mark.toml").executor == "local"
