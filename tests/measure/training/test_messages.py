import pytest

from crossbearing.measure.training.messages import as_report, fixes_a_fault

ME = "Me <me@example.org>"


@pytest.mark.parametrize(
    "message",
    [
        "Keep the order of keys\n\nFixes #12",
        "Keep the order of keys\n\ncloses: owner/name#12",
        "Keep the order of keys (resolves GH-7)",
        "Fix crash on empty input (#31)",
        "HTTP-12: wrong status after a redirect",
        "Keep the order\n\nFixes https://example.org/o/n/issues/4",
    ],
)
def test_a_commit_that_claims_to_fix_a_report_counts(message: str):
    assert fixes_a_fault(ME, message)


@pytest.mark.parametrize(
    ("author", "message"),
    [
        (ME, "Add a parser (#31)"),
        (ME, "Fix crash on empty input"),
        (ME, "Fix typo in docs (#31)"),
        (ME, 'Revert "Fix crash (#31)"'),
        (ME, "Fix flaky test, closes #31"),
        ("dependabot[bot] <x@example.org>", "Fix crash on empty input (#31)"),
    ],
)
def test_chores_and_bots_do_not_count(author: str, message: str):
    assert not fixes_a_fault(author, message)


def test_what_trackers_and_reviews_put_there_is_taken_out():
    message = """\
fix(parser): keep the order of keys (#31)

* Keep the order of keys
* address review comments
* add tests
* lint

Keys were sorted by their hash (see #12).

src/parser.py
Fixes #12, #13
PR-URL: https://example.org/o/n/pull/31
Signed-off-by: Me <me@example.org>
(cherry picked from commit 0123456)
## Checklist
- [x] tests
"""
    assert as_report(message) == "keep the order of keys\n\n* Keep the order of keys\n\nKeys were sorted by their hash."


def test_a_squash_merge_says_its_title_once():
    assert as_report("Keep the order of keys\n\n* Keep the order of keys\n\n* Sort nothing else\n").count("Keep") == 1


@pytest.mark.parametrize("message", ["", "Fix #12", "fix bug", "\n\n", "Fixes #1\n\nSigned-off-by: a <b@c>"])
def test_a_message_that_says_too_little_is_none(message: str):
    assert as_report(message) is None


def test_a_huge_message_is_cut_in_linear_time():
    assert len(as_report("word " * 200_000 + "\n" + "add add add add\n" * 20_000) or "") <= 6000
