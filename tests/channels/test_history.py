import pytest

from crossbearing.model.evidence import NoEvidence
from crossbearing.model.history import Earlier
from crossbearing.recon.history import RepositoryHistory
from crossbearing.source import open_source
from crossbearing_channels.history import Options, collect
from planted import DAY, START, Planted, garden

SOURCES = {
    "app/cart.py": "class Cart:\n    def total(self):\n        return 0\n\n    def add(self):\n        pass\n",
    "app/money.py": "def convert(amount):\n    return amount\n\n\ndef parse(text):\n    return text\n",
    "app/page.py": "def render():\n    return ''\n",
}
NAMES = {"cart": "app/cart.py", "money": "app/money.py", "page": "app/page.py"}
CHURN = Options(form="churn")
ISSUE = "Unknown currencies are converted\n\nThe amount is not rejected."


def edits(name, count, message="tidy up"):
    """So many commits that touch a file of the sample beside its content, which stays as it is."""
    return [Planted(f"{message} {number}", {NAMES[name]: f"# {message} {number}\n"}) for number in range(count)]


def pairs(count=5):
    """Fixes of other things, so that a history is not thin."""
    return [Planted(f"fix #{number}: zebra crossing", {NAMES["page"]: f"# {number}\n"}) for number in range(count)]


@pytest.fixture
def project(build_map, tmp_path):
    """Give the sample with a planted history, which ends in its files as they are; commits keep their order."""

    def build(commits, before=None, finish=True):
        last = Planted("finish", SOURCES, author="finish[bot] <b@x>")
        planted = garden(tmp_path / "project", [*commits, last] if finish else commits)
        small = build_map(SOURCES)
        small.history = RepositoryHistory(open_source(planted.path), None)
        if before is not None:
            small.history = Earlier(small.history, before)
        return small

    return build


def by_name(small, answer):
    return {small.name_of(entity).removeprefix("app."): score for entity, score in answer.scores.items()}


def files(small, answer):
    """The score of each file's first entity."""
    scores = by_name(small, answer)
    return {
        name: scores.get(entity, 0.0)
        for name, entity in (("cart", "cart.Cart"), ("money", "money.parse"), ("page", "page.render"))
    }


def test_the_file_that_is_touched_most_comes_first(project):
    small = project([*edits("cart", 12), *edits("money", 6), *pairs()])
    answer = collect(small.query("nothing in common"), CHURN)
    assert files(small, answer) == {"cart": 1.0, "money": 0.5, "page": pytest.approx(5 / 12)}
    assert answer.reasons[small.entity("Cart.total")] == "its file changed in 12 commits"


def test_all_that_is_in_a_file_scores_the_same(project):
    small = project([*edits("cart", 15), *pairs()])
    scores = by_name(small, collect(small.query("nothing in common"), CHURN))
    assert scores["cart.Cart"] == scores["cart.Cart.total"] == scores["cart.Cart.add"] == 1.0


def test_a_fix_that_talks_like_the_issue_brings_up_its_file(project):
    fix = Planted("Fixes #77: reject unknown currencies of the bank", {NAMES["money"]: "# 1"})
    small = project([*edits("cart", 12), *edits("money", 5), *pairs(), fix])
    answer = collect(small.query(ISSUE), CHURN)
    # Churn of money (6 of 12) times the best of the fixes; no fix of cart.py or page.py shares a word.
    assert files(small, answer) == {"cart": 0.0, "money": 0.5, "page": 0.0}
    assert (
        "(Fixes #77: reject unknown currencies of the bank) changed its file" in answer.reasons[small.entity("parse")]
    )


def test_only_commits_that_name_an_issue_or_a_fix_are_pairs(project):
    small = project([*edits("cart", 12), *edits("money", 6, "reject unknown currencies of the bank"), *pairs()])
    assert files(small, collect(small.query(ISSUE), CHURN))["cart"] == 1.0


def test_what_was_made_after_the_issue_is_not_known(project):
    fix = Planted("Fixes #77: reject unknown currencies of the bank", {NAMES["money"]: "# 1"})
    commits = [*edits("cart", 12), *edits("money", 5), *pairs(), fix]
    small = project(commits, before=START + DAY * (len(commits) - 1))
    assert files(small, collect(small.query(ISSUE), CHURN)) == {
        "cart": 1.0,
        "money": pytest.approx(5 / 12),
        "page": pytest.approx(5 / 12),
    }


@pytest.mark.parametrize(
    "message",
    [
        "Fix #77: unknown currencies are converted",
        "Unknown currencies are converted\n\nThe amount is not rejected. Closes #77",
    ],
)
@pytest.mark.parametrize("options", [CHURN, Options()])
def test_a_message_that_repeats_the_issue_is_left_out(project, message, options):
    other = Planted("Fixes #78: convert the amount of a cart", {NAMES["cart"]: "# 1"})
    commits = [*edits("cart", 12), *edits("money", 6), *pairs(), other, Planted(message, {NAMES["money"]: "# 1"})]
    small = project(commits)
    assert files(small, collect(small.query(ISSUE), options))["money"] == 0.0


def test_how_much_a_message_may_share(project):
    commits = [*edits("money", 15), *pairs(), Planted("fix unknown currencies of the bank", {NAMES["money"]: "# 1"})]
    small = project(commits)
    # Two of the title's three words, and "bank" beside them: 2 of 4.
    assert collect(small.query(ISSUE), Options(overlap=0.51)).scores
    assert isinstance(collect(small.query(ISSUE), Options(overlap=0.5)), NoEvidence)


@pytest.mark.parametrize("options", [CHURN, Options()])
def test_thin_histories(project, options):
    small = project([*edits("cart", 14), *pairs(5)])
    reason = "the history is thin: 19 commits touched the project's files, 20 are needed"
    assert collect(small.query(ISSUE), options) == NoEvidence(reason)


@pytest.mark.parametrize("options", [CHURN, Options()])
def test_too_few_pairs(project, options):
    small = project([*edits("cart", 30), *pairs(4)])
    reason = "the history is thin: 4 commits name an issue or a fix, 5 are needed"
    assert collect(small.query(ISSUE), options) == NoEvidence(reason)


def test_commits_on_other_files_do_not_make_a_history_thick(project):
    elsewhere = [Planted(f"fix #{number}", {"gone.py": str(number)}) for number in range(30)]
    small = project([*elsewhere, *pairs()])
    assert "5 commits touched" in collect(small.query(ISSUE), CHURN).reason


def test_without_git_there_is_none(build_map):
    assert collect(build_map(SOURCES).query(ISSUE), None) == NoEvidence("the files are not in a git repository")


def test_only_the_hottest_files_have_any_churn(project):
    small = project([*edits("cart", 12), *edits("money", 6), *pairs()])
    answer = collect(small.query("nothing in common"), Options(form="churn", hot_files=2))
    assert files(small, answer)["page"] == 0.0
    assert files(small, answer)["money"] == 0.5


def test_bots_count_only_when_they_are_asked_for(project):
    bumps = [Planted(f"bump {n}", {NAMES["money"]: f"# {n}"}, author="renovate[bot] <b@x>") for n in range(20)]
    small = project([*bumps, *edits("cart", 15), *pairs()])
    nothing = small.query("nothing in common")
    assert files(small, collect(nothing, CHURN))["money"] == 0.0
    # The commit that finishes the sample is a bot's, too.
    assert files(small, collect(nothing, Options(form="churn", bots=True)))["money"] == 1.0


def test_a_commit_that_touches_very_many_files_says_nothing(project):
    many = {**{f"other/{number}.py": "x" for number in range(3)}, NAMES["money"]: "# 1"}
    wide = [Planted(f"format {n}", {path: f"{text}{n}" for path, text in many.items()}) for n in range(20)]
    small = project([*wide, *edits("cart", 15), *pairs()])
    nothing = small.query("nothing in common")
    assert files(small, collect(nothing, Options(form="churn", largest=3)))["money"] == 0.0
    assert files(small, collect(nothing, Options(form="churn", largest=4)))["money"] == 1.0
    assert files(small, collect(nothing, Options(form="churn", largest=0)))["money"] == 1.0


def test_renamed_files_keep_their_past(project):
    text = "".join(f"line {number}\n" for number in range(30))
    past = [Planted("start", {"old.py": text}), *(Planted(f"e{n}", {"old.py": text + str(n)}) for n in range(19))]
    move = Planted("move", {NAMES["money"]: text}, deletes=["old.py"])
    small = project([*past, move, *pairs()])
    assert files(small, collect(small.query("nothing in common"), CHURN))["money"] == 1.0


def test_messages_alone_bring_up_a_file(project):
    said = Planted("reject unknown currencies of the bank", {NAMES["money"]: "# 1"})
    small = project([*edits("cart", 15), *pairs(), said])
    answer = collect(small.query(ISSUE, kinds=("module", "class", "function", "method")), Options(inside=0.4))
    assert by_name(small, answer) == {"money": 1.0, "money.convert": 0.4, "money.parse": 0.4}
    assert answer.reasons[small.entity("parse")].endswith("(reject unknown currencies of the bank) changed its file")


def test_a_commit_on_many_files_says_less_about_each(project):
    both = Planted("unknown currencies of zoos", {NAMES["money"]: "# 1", NAMES["cart"]: "# 1", "x.py": "", "y.py": ""})
    small = project([*edits("page", 15), *pairs(), both, Planted("unknown currencies of zoos", {NAMES["cart"]: "# 2"})])
    scores = files(small, collect(small.query(ISSUE), Options(inside=1.0)))
    assert scores == {"cart": 1.0, "money": pytest.approx(0.5 / 1.5), "page": 0.0}


def test_only_so_many_matches_count(project):
    small = project(
        [
            *edits("page", 15),
            *pairs(),
            Planted("unknown currencies", {NAMES["money"]: "# 1"}),
            Planted("the unknown, said at length and without end in many other words", {NAMES["cart"]: "# 1"}),
        ]
    )
    options = {"overlap": 1.0}
    assert files(small, collect(small.query(ISSUE), Options(**options)))["cart"] > 0
    assert files(small, collect(small.query(ISSUE), Options(matches=1, **options)))["cart"] == 0.0


def test_older_commits_count_less_with_a_half_life(project):
    last = START + DAY * 30
    small = project(
        [
            *edits("page", 15),
            *pairs(),
            Planted("unknown currencies of zoos", {NAMES["money"]: "# 1"}, time=last - 10 * DAY),
            Planted("unknown currencies of zoos", {NAMES["cart"]: "# 1"}, time=last),
        ],
        before=last + 1,
        finish=False,
    )
    options = Options(half_life=10.0, inside=1.0)
    assert files(small, collect(small.query(ISSUE), options)) == {"cart": 1.0, "money": pytest.approx(0.5), "page": 0.0}


def test_what_the_commit_wrote_comes_before_the_rest_of_its_file(project):
    before = SOURCES["app/money.py"].replace("    return text\n", "    return str(text)\n")
    written = Planted("reject unknown currencies of the bank", {"app/money.py": SOURCES["app/money.py"]})
    past = [
        Planted("start", {**SOURCES, "app/money.py": before}, author="start[bot] <s@x>"),
        *edits("cart", 15),
        *pairs(),
    ]
    later = Planted("finish", {path: SOURCES[path] for path in (NAMES["cart"], NAMES["page"])})
    small = project([*past, written, later], finish=False)
    answer = collect(small.query(ISSUE), Options(inside=0.5, written=0.25, traced=10))
    assert by_name(small, answer) == {"money.convert": 0.5, "money.parse": 0.75}
    assert answer.reasons[small.entity("parse")].endswith("(reject unknown currencies of the bank) wrote a part of it")
    assert by_name(small, collect(small.query(ISSUE), Options()))["money.parse"] == 0.5


def test_a_long_subject_is_cut(project):
    said = Planted("reject unknown currencies " + "x" * 200 + "\x1b[31m", {NAMES["money"]: "# 1"})
    small = project([*edits("cart", 15), *pairs(), said])
    reason = collect(small.query(ISSUE), Options()).reasons[small.entity("parse")]
    assert len(reason) < 100
    assert "…) changed its file" in reason


def test_words_that_no_message_holds(project):
    small = project([*edits("cart", 15), *pairs()])
    answer = collect(small.query("Quux frobnicates"), None)
    assert answer == NoEvidence("no earlier commit on the candidates' files talks like the issue")


def test_files_that_are_changed_together(project):
    both = [Planted(f"both {n}", {NAMES["money"]: f"# {n}", NAMES["cart"]: f"# {n}"}) for n in range(3)]
    said = Planted("reject unknown currencies of the bank", {NAMES["money"]: "# said"})
    small = project([*edits("page", 15), *pairs(), *both, said])
    assert files(small, collect(small.query(ISSUE), Options(inside=1.0))) == {"cart": 0.0, "money": 1.0, "page": 0.0}
    # Three of the four commits on money.py touched cart.py as well.
    answer = collect(small.query(ISSUE), Options(inside=1.0, together=0.5))
    assert files(small, answer) == {"cart": pytest.approx(0.375), "money": 1.0, "page": 0.0}
    assert answer.reasons[small.entity("Cart")] == "its file changed in 3 commits"
