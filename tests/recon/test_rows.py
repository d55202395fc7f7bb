"""The tables of uses while they are under way: shared answers, and rows that come in later."""

from crossbearing.model.facts import Reference
from crossbearing.recon.references import UNRESOLVED
from crossbearing.recon.rows import UseRows

CALL, READ = 0, 1
FIRST = [Reference("make", 3, 4, -1, "call"), Reference("lost", 4, 0, 1), Reference("make", 9, 8, 0, "call")]


def rows_of(rows):
    table = rows.table()
    columns = (table.entities, table.lines, table.columns, table.name_numbers, table.kinds, table.targets)
    return [
        (entity, line, column, table.names[name], kind, target)
        for entity, line, column, name, kind, target in zip(*(column.tolist() for column in columns), strict=True)
    ]


def test_references_share_answers_and_names() -> None:
    rows = UseRows()
    made, lost = rows.answer(((CALL, (7, 1.0)),)), rows.answer(((READ, (UNRESOLVED, 0.0)),))
    assert rows.answer(((CALL, (7, 1.0)),)) == made
    rows.add_file(FIRST, [made, lost, made], 11)
    rows.add_file([Reference("make", 1, 0)], [rows.answer(())], 20)
    assert len(rows) == 4
    assert rows_of(rows) == [
        (10, 3, 4, "make", CALL, 7),
        (12, 4, 0, "lost", READ, UNRESOLVED),
        (11, 9, 8, "make", CALL, 7),
    ]
    assert rows.table().confidence.tolist() == [1.0, 0.0, 1.0]


def test_later_rows_stand_behind_those_of_their_reference() -> None:
    rows = UseRows()
    none = rows.answer(())
    rows.add_file(FIRST, [rows.answer(((READ, (5, 1.0)),)), none, none], 11)
    rows.add([2, 0], ((CALL, (8, 0.6)), (CALL, (9, 0.6))))
    rows.add([0], ((CALL, (6, 0.9)),))
    assert [(line, target) for _, line, _, _, _, target in rows_of(rows)] == [
        (3, 5),
        (3, 8),
        (3, 9),
        (3, 6),
        (9, 8),
        (9, 9),
    ]


def test_names_without_rows_are_left_out() -> None:
    rows = UseRows()
    rows.add_file(FIRST, [rows.answer(()), rows.answer(((READ, (1, 1.0)),)), rows.answer(())], 11)
    assert rows.table().names == ["lost"]
    assert UseRows().table().names == []
