"""Telling edits that linking cannot see from those that it can, and moving what was linked."""

import numpy as np
import pytest
from attrs import evolve
from linking import File, join

from crossbearing.model.facts import Definition, FileFacts, Import, ModuleLinks, Reference
from crossbearing.recon.candidates import LanguageNames
from crossbearing.recon.relink import LastLink, LinkInputs, Moves, link_context, linked_before, means_the_same
from crossbearing.store import FactKey


def facts(*lines, name="run", text="", columns=(4, 8)):
    """A file that defines a function, calls it and reads it, on three lines."""
    first, second, third = lines or (1, 2, 3)
    return FileFacts(
        "python",
        definitions=[Definition(name, name, "function", first, 4, first, first, docstring=text)],
        references=[Reference(name, second, columns[0], kind="call"), Reference(name, third, columns[1])],
        imports=[Import("os", "", "os", first, 0)],
    )


@pytest.mark.parametrize("after", [facts(4, 9, 17), facts(text="Words."), facts(columns=(0, 40))])
def test_lines_columns_and_documentation_do_not_matter(after) -> None:
    assert means_the_same(facts(), after)


@pytest.mark.parametrize("after", [facts(1, 3, 2), facts(1, 1, 3), facts(1, 3, 3), facts(name="go")])
def test_order_names_and_what_shares_a_line_do(after) -> None:
    assert not means_the_same(facts(), after)


@pytest.mark.parametrize(
    "change",
    [
        {"signature": "def run(a):"},
        {"bases": ("Base",)},
        {"decorators": ("cache",)},
        {"annotation": "int"},
        {"kind": "class"},
        {"is_part": True},
    ],
)
def test_whatever_linking_reads_of_a_definition_matters(change) -> None:
    after = facts()
    after.definitions[0] = evolve(after.definitions[0], **change)
    assert not means_the_same(facts(), after)


def test_uses_of_one_place_that_come_apart_cannot_be_moved() -> None:
    before, after = facts(1, 2, 2, columns=(4, 4)), facts(1, 2, 2, columns=(4, 9))
    assert Moves.between(before, after) is None
    moves = Moves.between(before, facts(3, 5, 5, columns=(6, 6)))
    assert moves is not None
    assert moves.references == {(-1, "run", (2, 4)): (5, 6)}
    assert moves.imports == {(1, 0): (3, 0)}


def two_files():
    caller, callee = File(), File()
    caller.imports("b", "make", target="b.py")
    caller.use("make").use("lost", kind="read")
    callee.define("function", "make")
    return {"a": caller, "b": callee}


def test_tables_are_those_of_linking_anew() -> None:
    files = two_files()
    before = join(**files)
    old = FileFacts("python", imports=list(files["a"].facts.imports), references=list(files["a"].facts.references))
    new = files["a"].facts
    new.imports[0] = evolve(new.imports[0], line=11, column=2)
    new.references[:] = [evolve(row, line=row.line + 20, column=5) for row in new.references]
    after = join(**files)
    last = LastLink(before.references, before.imports, before.graph.edges)
    paths = {"a.py": new, "b.py": files["b"].facts}
    links = {"a.py": ModuleLinks("a", ["b.py"]), "b.py": ModuleLinks("b")}
    moved = linked_before(lambda: last, {"a.py": old}, paths, links, {}, {}, {})
    assert moved is not None
    assert linked_before(lambda: None, {"a.py": old}, paths, links, {}, {}, {}) is None
    for name in ("entities", "lines", "columns", "kinds", "targets", "confidence"):
        assert np.array_equal(getattr(moved.references, name), getattr(after.references, name))
    for name in ("entities", "lines", "columns", "targets"):
        assert np.array_equal(getattr(moved.imports, name), getattr(after.imports, name))
    assert before.references.lines.tolist() != moved.references.lines.tolist()
    for kind, edges in after.graph.edges.items():
        assert edges.sources.tolist() == moved.graph.edges[kind].sources.tolist()


def test_tables_of_other_files_are_refused() -> None:
    files = two_files()
    before = join(**files)
    other = facts()
    last = LastLink(before.references, before.imports, before.graph.edges)
    links = {"a.py": ModuleLinks("a", [None]), "b.py": ModuleLinks("b")}
    paths = {"a.py": other, "b.py": files["b"].facts}
    assert linked_before(lambda: last, {"a.py": other}, paths, links, {}, {}, {}) is None


def test_inputs_survive_the_store_and_say_what_changed() -> None:
    keys = {path: FactKey(f"{number}", path, "language.python", 1) for number, path in enumerate(("a.py", "b.py"))}
    inputs = LinkInputs(keys, "context")
    again = LinkInputs.from_bytes(inputs.to_bytes())
    assert (again.keys, again.context, again.changed(inputs)) == (keys, "context", [])
    edited = LinkInputs({**keys, "b.py": FactKey("9", "b.py", "language.python", 1)}, "context")
    assert inputs.changed(edited) == ["b.py"]
    assert inputs.changed(LinkInputs(keys, "other")) is None
    many = {f"{number}.py": FactKey("1", f"{number}.py", "language.python", 1) for number in range(99)}
    assert (
        LinkInputs(many, "").changed(LinkInputs({path: evolve(key, digest="2") for path, key in many.items()}, ""))
        is None
    )
    assert inputs.changed(LinkInputs({"a.py": keys["a.py"]}, "context")) is None


def test_the_context_is_all_that_is_no_fact() -> None:
    links, names = {"a.py": ModuleLinks("a", ["b.py"])}, {"python": LanguageNames(frozenset({"print"}))}
    contexts = {
        link_context(links, {"a.py": "source"}, names, 1),
        link_context(links, {"a.py": "source"}, names, 2),
        link_context(links, {"a.py": "test"}, names, 1),
        link_context({"a.py": ModuleLinks("a", [None])}, {"a.py": "source"}, names, 1),
        link_context({"a.py": ModuleLinks("a", ["b.py"], "package")}, {"a.py": "source"}, names, 1),
        link_context(links, {"a.py": "source"}, {"python": LanguageNames()}, 1),
        link_context(links, {"a.py": "source"}, {"python": LanguageNames(frozenset({"print"}), overloads=True)}, 1),
    }
    assert len(contexts) == 7


def test_an_edit_that_linking_sees_loads_nothing_of_the_last() -> None:
    files = two_files()
    paths = {"a.py": files["a"].facts, "b.py": files["b"].facts}
    links = {"a.py": ModuleLinks("a", ["b.py"]), "b.py": ModuleLinks("b")}
    assert linked_before(lambda: pytest.fail("loaded"), {"a.py": facts()}, paths, links, {}, {}, {}) is None
