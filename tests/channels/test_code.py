import pytest

from crossbearing.model.facts import Binding, FileFacts, Import, Reference
from crossbearing_channels._code import is_mostly, meanings

SOURCES = {
    "src/store/index.py": "def writable(x):\n    pass\n\ndef get(x):\n    pass\n",
    "src/other/index.py": "def writable(x):\n    pass\n",
    "src/json/Gson.py": "class Base:\n    def flush(self): pass\n\nclass Gson(Base):\n    def toJson(self): pass\n",
    "src/json/Writer.py": "class Writer:\n    def toJson(self):\n        pass\n    def close(self):\n        pass\n",
}


@pytest.fixture(scope="module")
def small(build_map):
    return build_map(SOURCES, inherits=[("src.json.Gson.Gson", "src.json.Gson.Base")])


def means(small, *, imports=(), bindings=(), references=(), project="owner/thing"):
    facts = FileFacts(
        "any",
        imports=[Import(module, name, name, 1, 0) for module, name in imports],
        bindings=[Binding(name, value, kind, 1) for name, value, kind in bindings],
        references=[Reference(name, 1, 0, kind="call") for name in references],
    )
    return {small.name_of(entity): weight for entity, weight in meanings(small.graph, project, [facts]).items()}


def test_an_import_means_the_definition_in_the_module_that_agrees_most(small):
    found = means(small, imports=[("thing/store", "writable")], references=["writable"])
    assert found == {"src.store.index.writable": 1.0}


def test_an_import_from_a_library_means_nothing(small):
    assert means(small, imports=[("react", "writable")]) == {}
    assert means(small, imports=[("./anything", "get")]) == {"src.store.index.get": 0.5}


@pytest.mark.parametrize("value", [("g", "Gson", "annotation"), ("g", "Gson", "call")])
def test_members_of_what_a_variable_holds(small, value):
    found = means(small, bindings=[value], references=["g.toJson", "g.flush"])
    assert found == {"src.json.Gson.Gson": 1.0, "src.json.Gson.Gson.toJson": 1.0, "src.json.Gson.Base.flush": 1.0}


def test_a_chain_of_calls(small):
    found = means(small, references=["Gson().toJson().flush"])
    assert found["src.json.Gson.Base.flush"] == 1.0
    assert "src.json.Writer.Writer.toJson" not in found


def test_what_nothing_explains_means_all_of_its_name_a_little(small):
    found = means(small, references=["x.toJson"])
    assert found.keys() == {"src.json.Gson.Gson.toJson", "src.json.Writer.Writer.toJson"}
    assert list(found.values()) == [pytest.approx(0.3 / 2**0.5)] * 2


def test_bindings_in_a_circle_end(small):
    assert means(small, bindings=[("a", "b", "alias"), ("b", "a", "alias")], references=["a.b.c", "?.x", ""]) == {}


def test_the_language_of_most_files(small):
    assert is_mostly(small.graph, ".py")
    assert not is_mostly(small.graph, ".rs")
