import pytest

from crossbearing.plugin import (
    Agreement,
    ChannelSummary,
    IssueBundle,
    Problem,
    RankedEntity,
    RankedFile,
    RankedStatement,
    Ranking,
    Report,
)


@pytest.fixture
def entity() -> RankedEntity:
    return RankedEntity(
        qualname="calc.parser.Parser.peek",
        kind="method",
        file="calc/parser.py",
        line=14,
        end_line=16,
        score=0.81234567,
        causal_story="peek fails because the traceback ends there",
        evidence={"bm25": 0.25, "stack": 1.0},
        reasons={"stack": "the deepest frame"},
        statements=(RankedStatement(16, 0.5, "\treturn self.tokens[self.position]", "the deepest frame"),),
    )


@pytest.fixture
def report(entity: RankedEntity) -> Report:
    return Report(
        repo="calc",
        revision="0123456789abcdef0123456789abcdef01234567",
        profile="default",
        ranking=Ranking(
            (
                RankedFile("calc/parser.py", 0.9, (entity,) * 4, ("tests/test_parser.py",)),
                RankedFile("calc/to\nk\x1b[1m\udcff.py", 0.3, (), ("tests/calc/",)),
            ),
            (entity,),
        ),
        confidence="agree",
        agreement=Agreement("calc.parser.Parser.peek", ("bm25", "stack"), 2, 0.125),
        bundle=IssueBundle(error_strings=("café",)),
        channels=(
            ChannelSummary("bm25", "evidence", 0.6, "calc.parser.Parser.peek"),
            ChannelSummary("sbfl", "none", reason="no failing test was given"),
        ),
        errors=tuple(Problem("calc/bad.py", f"reason {number}", 3, "language.python") for number in range(7)),
        notes={"explanation": "for a test"},
    )
