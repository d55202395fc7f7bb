"""The code and the neighbours of ranked places."""

from crossbearing import Harness
from crossbearing.localize.details import MOST_LINES
from crossbearing.testing.sample import SAMPLE_FILES


def test_places_of_files_have_their_code_and_neighbours(tmp_path):
    for path, text in SAMPLE_FILES.items():
        target = tmp_path / "shop" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
    with Harness.open(tmp_path / "shop", build_dir=tmp_path / "build") as harness:
        report = harness.locate("Cart.total adds up the wrong price_of items")
        detailed = harness.detailed(report)
    places = [entity for file in detailed.ranking.files for entity in file.entities]
    assert places
    for place in places:
        lines = SAMPLE_FILES[place.file].split("\n")
        first, shown = place.excerpt.first_line, place.excerpt.lines
        assert shown == tuple(lines[first - 1 : first - 1 + len(shown)])
        assert first >= place.line
        assert 1 <= len(shown) <= MOST_LINES
    total = next(place for place in places if place.qualname == "shop.cart.Cart.total")
    assert ("callee", "shop.prices.price_of") in {(item.relation, item.qualname) for item in total.neighbours}
    assert detailed.ranking.entities == report.ranking.entities


def test_of_a_long_place_the_lines_around_the_evidence_are_shown(tmp_path):
    body = "".join(f"    value_{number} = {number}\n" for number in range(200))
    source = f"def long():\n{body}    return needle_in_the_haystack\n"
    (tmp_path / "code").mkdir()
    (tmp_path / "code/long.py").write_text(source)
    with Harness.open(tmp_path / "code", build_dir=tmp_path / "build") as harness:
        detailed = harness.detailed(harness.locate("long: needle_in_the_haystack is undefined"))
    excerpt = detailed.ranking.files[0].entities[0].excerpt
    assert len(excerpt.lines) == MOST_LINES
    assert "    return needle_in_the_haystack" in excerpt.lines
