"""Replies of a build system are read though their folder is ignored."""

import subprocess
from pathlib import Path

from crossbearing.source import open_source
from crossbearing.source.replies import REPLY, reply_files


def put(root: Path, *paths: str) -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("{}")


def test_replies_are_found_where_build_folders_are(tmp_path: Path) -> None:
    deep, deeper = f"out/build/debug/{REPLY}/index-2.json", f"out/build/x/debug/{REPLY}/index-3.json"
    put(tmp_path, f"any/{REPLY}/index-1.json", deep, deeper, f"src/lib/{REPLY}/index-4.json", f"any/{REPLY}/notes.txt")
    assert reply_files(tmp_path) == [f"any/{REPLY}/index-1.json", deep]


def test_links_are_not_followed(tmp_path: Path) -> None:
    put(tmp_path, f"elsewhere/{REPLY}/index-1.json", "tree/src/main.c")
    (tmp_path / "tree/build").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "tree/out").mkdir()
    (tmp_path / "tree/out/.cmake").symlink_to(tmp_path / "elsewhere/.cmake")
    assert reply_files(tmp_path / "tree") == []


def test_an_ignored_build_folder_is_read_for_its_replies_alone(tmp_path: Path) -> None:
    put(tmp_path, f"build/{REPLY}/index-1.json", "build/main.o", "src/main.c")
    (tmp_path / ".gitignore").write_text("build/\n")
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    with open_source(tmp_path) as source:
        assert source.paths == (".gitignore", f"build/{REPLY}/index-1.json", "src/main.c")


def test_a_rule_of_our_own_leaves_them_out(tmp_path: Path) -> None:
    put(tmp_path, f"build/{REPLY}/index-1.json", "src/main.c")
    (tmp_path / ".crossbearingignore").write_text("build/\n")
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    with open_source(tmp_path) as source:
        assert source.paths == (".crossbearingignore", "src/main.c")
