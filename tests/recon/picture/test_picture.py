"""The picture of a small repository: what is on it, and that it can be read."""

import random
import struct
import xml.etree.ElementTree as ET

import pytest
from matplotlib.figure import Figure

from crossbearing import Harness
from crossbearing.recon.picture import draw, draw_picture, scene_of
from crossbearing.recon.picture.folders import area_tree
from crossbearing.recon.picture.scene import SIDE

NAMES = ("billing", "a_very_long_name_of_a_folder_that_never_fits", "x", "src", "$cost$", "größe")


@pytest.fixture(scope="module")
def works(tmp_path_factory):
    root = tmp_path_factory.mktemp("works")
    chance = random.Random(7)
    for number in range(90):
        folder = root.joinpath(*(chance.choice(NAMES) for _ in range(chance.randint(1, 4))))
        folder.mkdir(parents=True, exist_ok=True)
        body = "".join(f"def f{line}():\n    return {line}\n\n\n" for line in range(chance.randint(1, 120)))
        (folder / f"module_{number}.py").write_text(body)
    (root / "shop").mkdir()
    (root / "stock").mkdir()
    (root / "shop" / "__init__.py").write_text("")
    (root / "stock" / "__init__.py").write_text("")
    (root / "stock" / "shelf.py").write_text("def take():\n    return 1\n\n\n" * 300)
    (root / "shop" / "cart.py").write_text("from stock.shelf import take\n\n\ndef total():\n    return take()\n" * 300)
    (root / "tests").mkdir()
    (root / "tests" / "test_cart.py").write_text("from shop.cart import total\n" * 50)
    (root / "Makefile").write_text("build:\n\tpython -m build\n")
    (root / "pyproject.toml").write_text('[project]\nname = "shop"\n\n[project.scripts]\nshop = "shop.cart:total"\n')
    with Harness.open(root) as harness:
        found = harness.scan()
        report = harness.locate("`take` of the shelf is wrong")
        yield scene_of(found.name, found.graph, found.manifest, report)


def test_what_is_on_it(works):
    assert {folder.path for folder in works.folders} >= {"shop", "stock", "billing"}
    cells = {cell.path: cell for cell in works.cells}
    assert cells["stock/shelf.py"].role == "source"
    assert (
        cells["tests/test_cart.py"].role == "test" if "tests/test_cart.py" in cells else cells["tests"].role == "test"
    )
    assert ("shop", "stock") in {(link.source, link.target) for link in works.links}
    assert {mark.kind for mark in works.marks} == {"entry point", "command"}
    assert works.heat[0].path == "stock/shelf.py"
    assert works.heat[0].share == 1
    assert works.title.startswith("works")


def test_the_same_map_gives_the_same_bytes(works):
    for picture_format in ("svg", "png"):
        assert draw_picture(works, picture_format) == draw_picture(works, picture_format)


def test_formats(works):
    png = draw_picture(works, "png")
    assert png.startswith(b"\x89PNG")
    assert struct.unpack(">II", png[16:24]) == (SIDE, SIDE)
    assert ET.fromstring(draw_picture(works, "svg")).tag == "{http://www.w3.org/2000/svg}svg"


def test_labels_never_overlap_and_stay_on_the_picture(works, monkeypatch):
    figures = []
    monkeypatch.setattr(Figure, "__init__", _noting(Figure.__init__, figures))
    draw_picture(works, "png")
    (figure,) = figures
    renderer = figure.canvas.get_renderer()
    boxes = [text.get_window_extent(renderer) for text in figure.axes[0].texts]
    assert len(boxes) > 20
    for number, one in enumerate(boxes):
        assert one.x0 >= -1
        assert one.x1 <= SIDE + 1
        for other in boxes[:number]:
            across = min(one.x1, other.x1) - max(one.x0, other.x0)
            down = min(one.y1, other.y1) - max(one.y0, other.y0)
            assert across <= 0.5 or down <= 0.5, (one, other)


def _noting(original, figures):
    def init(self, *arguments, **keywords):
        original(self, *arguments, **keywords)
        figures.append(self)

    return init


def test_an_empty_repository_has_a_picture(tmp_path):
    with Harness.open(tmp_path) as harness:
        found = harness.scan()
        scene = scene_of(found.name, found.graph, found.manifest)
    assert draw_picture(scene, "svg").startswith(b"<?xml")
    assert (scene.folders, scene.cells, scene.links) == ((), (), ())


def test_folders_that_hold_one_folder_are_joined():
    tree = area_tree("works", [("src/main/java/A.java", 10, "source"), ("src/main/java/B.java", 20, "source")])
    (only,) = tree.children.values()
    assert (only.name, only.path, only.size) == ("src/main/java", "src/main/java", 30)
    assert [child.name for child in only.by_size()] == ["B.java", "A.java"]


def test_a_missing_library_is_said(works, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    with pytest.raises(draw.CrossbearingError, match=r"crossbearing\[report\]"):
        draw_picture(works, "svg")
