import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import subprocess

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def test_plugins_are_listed_with_where_they_come_from(crossbearing: Run, check_schema: Callable):
    table = crossbearing("plugins").stdout.splitlines()
    assert table[0].split() == ["PLUGIN", "DISTRIBUTION", "TARGET"]
    assert "renderer.json" in {line.split()[0] for line in table}
    data = check_schema(crossbearing("plugins", "list", "--format", "json").stdout)
    names = [plugin["plugin"] for plugin in data["plugins"]]
    assert names == sorted(names)
    assert [line.split()[0] for line in table[1:]] == names


def test_the_list_says_who_takes_part_where_a_choice_is_made(crossbearing: Run, check_schema: Callable):
    done = crossbearing("plugins", "list", "--kind", "channel", "--without", "channel.bm25", "--format", "json")
    plugins = {plugin["name"]: plugin for plugin in check_schema(done.stdout)["plugins"]}
    assert {plugin["kind"] for plugin in plugins.values()} == {"channel"}
    assert (plugins["bm25"]["enabled"], plugins["bm25"]["reason"]) == (False, "switched off by --without")
    assert plugins["graph"]["enabled"]


def test_the_list_can_be_rendered_by_a_plugin(crossbearing: Run):
    done = crossbearing("plugins", "list", "--format", "tabel")
    assert done.returncode == 2
    assert "unknown format 'tabel': did you mean table?" in done.stderr


def test_an_unknown_kind_is_refused(crossbearing: Run):
    done = crossbearing("plugins", "list", "--kind", "chanel")
    assert (done.returncode, done.stderr) == (
        2,
        "crossbearing: error: unknown kind of plugin 'chanel': did you mean channel?\n",
    )


def test_a_plugin_shows_its_own_page(crossbearing: Run, check_schema: Callable):
    done = crossbearing("plugins", "show", "renderer.table")
    assert "Tables for a person" in done.stdout
    assert "OPTION" in done.stdout
    (plugin,) = check_schema(crossbearing("plugins", "show", "renderer.table", "--format", "json").stdout)["plugins"]
    assert plugin["hooks"] == ["render"]
    assert {option["name"] for option in plugin["options"]} >= {"width", "color"}
    assert "did you mean renderer.table?" in crossbearing("plugins", "show", "renderer.tabel").stderr


def test_profiles_are_listed(crossbearing: Run, check_schema: Callable):
    names = {line.split()[0] for line in crossbearing("profiles").stdout.splitlines()[1:]}
    data = check_schema(crossbearing("profiles", "list", "--format", "json").stdout)
    assert names == {profile["name"] for profile in data["profiles"]} >= {"default", "localize-round1", "minimal"}


def test_a_profile_is_shown_as_the_file_that_means_the_same(crossbearing: Run, check_schema: Callable, tmp_path: Path):
    shown = crossbearing("profiles", "show", "minimal").stdout
    copy = tmp_path / "copy.toml"
    copy.write_text(shown, "utf-8")
    first = check_schema(crossbearing("profiles", "show", "minimal", "--format", "json").stdout)
    again = check_schema(crossbearing("profiles", "show", copy, "--format", "json").stdout)
    assert again["profile"] == first["profile"] == tomllib.loads(shown)
    assert first["name"] == "minimal"


def test_a_profile_is_written_and_changed_and_keeps_its_comments(
    crossbearing: Run, check_schema: Callable, tmp_path: Path
):
    path = tmp_path / "tuned.toml"
    done = crossbearing("profiles", "new", path, "--extends", "minimal", "--description", "Tuned.", "--format", "json")
    assert check_schema(done.stdout)["path"] == str(path)
    path.write_text("# mine\n" + path.read_text("utf-8"), "utf-8")
    done = crossbearing("profiles", "set", path, "prefilter.size", "50")
    assert done.stdout == f"WRITTEN\n{path}\n"
    assert path.read_text("utf-8").startswith("# mine\n")
    data = check_schema(crossbearing("profiles", "show", path, "--format", "json").stdout)
    assert data["profile"]["prefilter"]["size"] == 50
    assert "exists already" in crossbearing("profiles", "new", path).stderr


def test_a_bad_profile_is_one_message_with_file_line_and_key(crossbearing: Run, tmp_path: Path):
    path = tmp_path / "bad.toml"
    path.write_text('extends = "default"\n\n[prefilter]\nsizes = 3\n', "utf-8")
    done = crossbearing("profiles", "show", path)
    assert done.returncode == 2
    assert done.stderr.startswith(f"crossbearing: error: {path}:4: prefilter.sizes: ")


def test_an_unknown_format_is_refused_before_anything_is_done(crossbearing: Run, tmp_path: Path):
    for arguments in (
        ["profiles", "new", "./mine.toml"],
        ["plugins", "new", "channel", "mine"],
        ["scan", "."],
        ["bench", "absent.jsonl", "--repos", "."],
    ):
        done = crossbearing(*arguments, "--format", "xml", cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert (
            done.stderr == "crossbearing: error: unknown format 'xml': known are html, json, markdown, sarif, table\n"
        )
    assert not list(tmp_path.iterdir())


def test_a_renderer_that_is_switched_off_is_told_before_the_scan(crossbearing: Run, tmp_path: Path):
    done = crossbearing("scan", tmp_path, "--without", "renderer.table")
    assert done.stderr == "crossbearing: error: plugin renderer.table is switched off by --without\n"
    assert not list(tmp_path.iterdir())


def test_options_that_do_not_fit_are_told_before_the_scan(crossbearing: Run, tmp_path: Path):
    profile = tmp_path / "mine.toml"
    profile.write_text('extends = "default"\n[options."channel.bm25"]\nk1 = "much"\n', "utf-8")
    (tmp_path / "repo").mkdir()
    (tmp_path / "set.jsonl").write_text("", "utf-8")
    for arguments in (
        ["scan", tmp_path / "repo", "--profile", profile],
        ["bench", tmp_path / "set.jsonl", "--repos", tmp_path, "--profile", profile],
        ["profiles", "show", profile],
    ):
        done = crossbearing(*arguments)
        assert done.returncode == 2
        assert "options of channel.bm25 do not fit: " in done.stderr
        assert "mine.toml:3: k1 = 'much', expected float" in done.stderr
    assert not list((tmp_path / "repo").iterdir())
