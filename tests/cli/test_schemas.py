import json
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest

import crossbearing
import crossbearing_plugins

SCHEMAS = sorted(
    (path for path in (files("crossbearing") / "schemas").iterdir() if path.name.endswith(".schema.json")),
    key=lambda path: path.name,
)


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.name)
def test_a_schema_is_valid_and_named_for_its_file(path: Path):
    schema = json.loads(path.read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    name = path.name.removesuffix(".schema.json")
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == f"crossbearing.{name}/1"
    assert schema["properties"]["schema"] == {"const": schema["$id"]}
    assert schema["title"]
    assert schema["description"]


def named_in_the_code() -> Iterator[str]:
    for package in (crossbearing, crossbearing_plugins):
        for path in Path(package.__file__).parent.rglob("*.py"):
            yield from re.findall(r'"crossbearing\.([a-z-]+)/1"', path.read_text("utf-8"))


def test_every_output_has_a_schema_and_every_schema_an_output():
    assert {path.name.removesuffix(".schema.json") for path in SCHEMAS} == set(named_in_the_code())
