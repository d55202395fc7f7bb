import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from crossbearing.model.events import Event
from crossbearing.model.stages import OracleReport, OracleTask
from crossbearing_plugins.stages import spec_test
from crossbearing_plugins.stages._runners import Command, commands_of
from crossbearing_plugins.stages._shell import UNKNOWN_PATH, segments, writes_of
from crossbearing_plugins.stages._verdicts import verdict_of

RED, GREEN = "1 failed, 2 passed in 0.1s", "3 passed in 0.1s"


def follow(*events: tuple[str, ...], midway: bool = False) -> OracleReport:
    """("run", command, output) | ("edit", path): one a step."""
    stream = tuple(
        Event("edit", step, path=event[1])
        if event[0] == "edit"
        else Event(
            "command", step, text=event[1], output=event[2], exit_code=int("failed" in event[2] or "Error" in event[2])
        )
        for step, event in enumerate(events)
    )
    return spec_test.run(OracleTask(stream, midway), spec_test.Options())


TEST = "pytest tests/test_a.py"
FAIL, PASS, EDIT = ("run", TEST, RED), ("run", TEST, GREEN), ("edit", "src/a.py")


@pytest.mark.parametrize(
    ("events", "state"),
    [
        ((), "none"),
        ((PASS,), "none"),
        ((EDIT, PASS), "none"),
        ((FAIL,), "failing"),
        ((FAIL, EDIT), "failing"),
        ((FAIL, EDIT, FAIL), "failing"),
        ((FAIL, EDIT, PASS), "flipped"),
        ((FAIL, EDIT, FAIL, EDIT, PASS), "flipped"),
        ((FAIL, EDIT, PASS, EDIT, FAIL), "failing"),
        ((FAIL, EDIT, PASS, EDIT, FAIL, EDIT, PASS), "flipped"),
        ((PASS, EDIT, FAIL, EDIT, PASS), "none"),
        ((FAIL, ("edit", "tests/test_a.py"), PASS), "none"),
        ((FAIL, PASS), "flipped"),
    ],
    ids=[
        "nothing",
        "pass only",
        "pass after an edit",
        "fail",
        "edited",
        "fails still",
        "flip",
        "late flip",
        "broken again",
        "mended again",
        "broken by the agent itself",
        "the test was wrong",
        "no edits are told",
    ],
)
def test_states(events: tuple[tuple[str, ...], ...], state: str):
    assert follow(*events).state == state


def test_a_pass_without_an_edit_is_flaky():
    found = follow(FAIL, FAIL, PASS, ("edit", "src/b.py"))
    assert found.state == "failing"
    assert found.flaky == ("pytest tests/test_a.py",)


def test_a_correction_is_given_midway_where_no_test_failed():
    assert "failing test" in follow(PASS, midway=True).correction
    assert not follow(FAIL, midway=True).correction
    assert not follow(PASS).correction


SAME = [
    "cd /repo && pytest tests/test_a.py",
    "cd tests && python -m pytest -q test_a.py",
    "FOO=1 BAR='a b' python3.11 -m pytest -x --tb=short tests/test_a.py",
    "timeout 60 uv run --with x pytest -p no:cacheprovider tests/test_a.py 2>&1 | tail -20",
    "pytest --maxfail 1 -n 4 ./tests/test_a.py -vv; echo done",
    "pytest tests",
    "pytest",
]
OTHER = [
    "pytest tests/test_b.py",
    "pytest tests/test_a.py::test_one",
    "pytest tests/test_a.py -k one",
    "python -m unittest tests.test_a",
]


@pytest.mark.parametrize("command", SAME)
def test_the_same_test_however_it_is_written(command: str):
    assert follow(FAIL, EDIT, ("run", command, GREEN)).state == "flipped"


@pytest.mark.parametrize("command", OTHER)
def test_another_test_proves_nothing(command: str):
    assert follow(FAIL, EDIT, ("run", command, GREEN)).state == "failing"


def test_what_leaves_the_failing_test_out_proves_nothing():
    for command in (f"{TEST} --deselect tests/test_a.py::test_x", f"{TEST} --ignore=tests/test_a.py"):
        assert follow(FAIL, EDIT, ("run", command, GREEN)).state == "failing"
    assert follow(FAIL, EDIT, ("run", TEST, "1 skipped in 0.1s")).state == "failing"


def test_node_ids_and_selections_in_any_order():
    one = "pytest -k 'a  and b' tests/x.py::t1 tests/x.py::t2"
    other = "pytest tests/x.py::t2 tests/x.py::t1 -v -k='a and b'"
    assert commands_of(one)[0].key == commands_of(other)[0].key
    found = follow(("run", "pytest tests/x.py::test_p[1]", RED), EDIT, ("run", "pytest tests/x.py::test_p", GREEN))
    assert found.state == "flipped"


RUNNERS = {
    "pytest -q": "pytest",
    "python -m unittest tests.test_a": "unittest",
    "./tests/runtests.py admin_views --settings=x": "django",
    "python tests/runtests.py admin_views": "django",
    "python manage.py test app": "django",
    "tox -e py311": "tox",
    "python -m nox -s tests": "nox",
    "npm test": "npm test",
    "npm run test:unit -- --watch=false": "npm test:unit",
    "npx jest src/a.test.ts": "jest",
    "yarn vitest run": "vitest",
    "pnpm exec mocha --grep x": "mocha",
    "go test ./pkg/... -run TestX -count=1": "go test",
    "cargo test --package x name": "cargo test",
    "mvn -q -Dtest=FooTest test": "maven",
    "./gradlew :core:test --tests Foo": "gradle",
    "ctest -R name": "ctest",
    "bundle exec rspec spec/a_spec.rb": "rspec",
    "vendor/bin/phpunit --filter x": "phpunit",
    "bin/test sympy/core": "sympy",
    "node --test": "node --test",
    "dotnet test": "dotnet test",
}


@pytest.mark.parametrize(("command", "runner"), RUNNERS.items())
def test_runners(command: str, runner: str):
    (found,) = commands_of(command)
    assert found.runner == runner
    assert not found.is_scratch


@pytest.mark.parametrize(
    "command",
    [
        "ls -la",
        "cat tests/test_a.py",
        "grep -rn pytest .",
        "git log",
        "python setup.py build",
        "pip install pytest",
        "pytest tests/test_a.py --collect-only",
        "pytest --help",
        "mvn test -DskipTests",
        "cargo test --no-run",
        "go test -list=. ./...",
        "",
    ],
)
def test_what_runs_no_test(command: str):
    assert commands_of(command) == []


@pytest.mark.parametrize(
    "command", ["python reproduce.py", "python /tmp/x.py", "node repro.js", "bash verify_fix.sh", "go run repro.go"]
)
def test_scratch_scripts(command: str):
    (found,) = commands_of(command)
    assert found.is_scratch


def test_a_script_that_the_agent_wrote_is_its_own_whatever_its_name():
    found = follow(
        ("run", "cat > probe.py <<'EOF'\nassert f() == 1\nEOF\npython probe.py", "AssertionError: failed\nTraceback"),
        EDIT,
        ("run", "python probe.py", "fine"),
    )
    assert found.state == "flipped"
    assert not follow(("run", "python app.py", "Error: failed")).runs


VERDICTS = [
    ("pytest", "2 failed, 1 passed in 1s", 1, "failed"),
    ("pytest", "3 passed, 1 skipped in 1s", 0, "passed"),
    ("pytest", "/usr/bin/python: No module named pytest", 1, "broken"),
    ("pytest", "ERROR: file or directory not found: tests/x.py", 4, "broken"),
    ("pytest", "collected 0 items\n\nno tests ran in 0.01s", 5, "broken"),
    ("pytest", "ERROR collecting tests/x.py\nE ImportError\n1 error in 0.1s", 2, "broken"),
    ("pytest", "", None, "unknown"),
    ("pytest", "! stopping after 1 failures !\n==== 2 warnings, 1 error in 0.16s ====", 1, "broken"),
    ("pytest", "FAILED tests/a.py::test_b", None, "failed"),
    ("pytest", "..FF.", -1, "unknown"),
    ("pytest", "ERROR at setup of test_a\n==== 1 error in 0.16s ====", 1, "failed"),
    ("pytest", "==== 1 passed, 1 error in 0.16s ====", 1, "failed"),
    ("unittest", "Ran 3 tests in 0.0s\n\nOK", 0, "passed"),
    ("unittest", "ERROR: setUpClass (a.B)\nRan 0 tests in 0.0s\n\nFAILED (errors=1)", 1, "broken"),
    ("unittest", "ERROR: a (unittest.loader._FailedTest.a)\nRan 1 test in 0s\n\nFAILED (errors=1)", 1, "broken"),
    ("django", "FAILED (failures=1, errors=2)", 1, "failed"),
    ("go test", "--- FAIL: TestX (0.00s)\nFAIL\tpkg 0.1s", 1, "failed"),
    ("go test", "ok  \tpkg\t0.1s", 0, "passed"),
    ("cargo test", "test result: ok. 3 passed; 0 failed;", 0, "passed"),
    ("cargo test", "error[E0308]: mismatched types\nerror: could not compile `x`", 101, "broken"),
    ("jest", "Tests:       1 failed, 2 passed, 3 total", 1, "failed"),
    ("mocha", "  3 passing (5ms)", 0, "passed"),
    ("maven", "Tests run: 3, Failures: 1, Errors: 0\n[ERROR] BUILD FAILURE", 1, "failed"),
    ("gradle", "BUILD SUCCESSFUL in 3s", 0, "passed"),
    ("ctest", "100% tests passed, 0 tests failed out of 3", 0, "passed"),
    ("rspec", "3 examples, 1 failure", 1, "failed"),
    ("phpunit", "OK (3 tests, 3 assertions)", 0, "passed"),
    ("tox", "  py311: OK", 0, "passed"),
    ("pytest", "1 skipped in 0.1s", 0, "unknown"),
    ("pytest", "===== 1 xfailed, 2 warnings in 0.1s =====", 0, "unknown"),
    ("pytest", "===== 2 passed, 1 skipped in 0.1s =====", 0, "passed"),
    ("pytest", "===== 3 deselected in 0.1s =====", 5, "unknown"),
    ("unittest", "Ran 1 test in 0.0s\n\nOK (skipped=1)", 0, "unknown"),
    ("unittest", "Ran 2 tests in 0.0s\n\nOK (skipped=1)", 0, "passed"),
    ("unittest", "Ran 0 tests in 0.0s\n\nOK", 0, "unknown"),
    ("cargo test", "running 0 tests\ntest result: ok. 0 passed; 0 failed; 1 ignored;", 0, "unknown"),
    ("cargo test", "test result: ok. 2 passed; 0 failed;\ntest result: ok. 0 passed; 0 failed;", 0, "passed"),
    ("maven", "[INFO] Tests are skipped.\n[INFO] BUILD SUCCESS", 0, "unknown"),
    ("npm test", "something else", 1, "failed"),
]


@pytest.mark.parametrize(("runner", "output", "code", "verdict"), VERDICTS)
def test_verdicts(runner: str, output: str, code: int | None, verdict: str):
    assert verdict_of(Command(runner, ()), output, code).verdict == verdict


TRACE = "Traceback (most recent call last):\n"
MINE = TRACE + '  File "/repo/repro.py", line 3, in <module>\n    f(x=1)\nTypeError: f() got an unexpected keyword x'
DEEPER = MINE.replace("    f(x=1)\n", '    f(1)\n  File "/repo/src/a.py", line 9, in f\n    return x + ""\n')
IMPORTING = MINE.replace("    f(x=1)\n", '    import a\n  File "/repo/src/a.py", line 1, in <module>\n    import b\n')
LIBRARY = (
    TRACE + "  File \"/env/site-packages/b.py\", line 1, in <module>\nImportError: cannot import name 'c' from 'b'"
)


@pytest.mark.parametrize(
    ("output", "code", "verdict", "weight"),
    [
        (DEEPER, 1, "failed", "error"),
        (DEEPER, 0, "failed", "error"),
        (MINE, 1, "failed", "doubtful"),
        (IMPORTING, 1, "broken", "stated"),
        ("case 1\n  Error: TypeError: no", 0, "failed", "doubtful"),
        (f"{TRACE}AssertionError: 3 != 4", 1, "failed", "stated"),
        ("✗ 3 is not 4", 0, "failed", "said"),
        ("", 3, "failed", "stated"),
        (f"{TRACE}ModuleNotFoundError: No module named 'numpy'", 1, "broken", "stated"),
        (LIBRARY, 1, "broken", "stated"),
        ("0 errors found", 0, "passed", "stated"),
    ],
)
def test_how_much_the_failure_of_a_script_says(output: str, code: int, verdict: str, weight: str):
    found = verdict_of(Command("python", ("repro.py",), (), True, "repro.py"), output, code)
    assert (found.verdict, found.weight) == (verdict, weight)


def script(output: str, code: int = 1, path: str = "repro.py") -> Event:
    return Event("command", text=f"python {path}", output=output, exit_code=code)


def states(*events: Event) -> list[str]:
    """The state after each event."""
    numbered = [evolve(event, step=step) for step, event in enumerate(events)]
    options = spec_test.Options()
    return [spec_test.run(OracleTask(tuple(numbered[:end])), options).state for end in range(1, len(events) + 1)]


SOURCE, SCRIPT = Event("edit", path="src/a.py"), Event("edit", path="repro.py", is_whole=True, text="f(1)")


def test_a_doubtful_failure_counts_only_once_it_has_flipped():
    assert states(script(MINE), SOURCE, script("fine", 0)) == ["none", "none", "flipped"]
    assert states(script(DEEPER), SOURCE, script("fine", 0)) == ["failing", "failing", "flipped"]
    assert states(script(MINE), SCRIPT, SOURCE, script("fine", 0))[-1] == "none"
    assert states(SOURCE, script(DEEPER), SOURCE, script("fine", 0))[-1] == "none"
    assert states(SOURCE, script("✗ no", 0), SOURCE, script("fine", 0)) == ["none", "none", "none", "flipped"]


def test_an_error_that_is_not_tried_again_is_given_up():
    other = script("fine", 0, "check.py")
    assert states(script(DEEPER), SOURCE, other, script("fine", 0)) == ["failing", "failing", "none", "flipped"]
    assert states(script(f"{TRACE}AssertionError"), SOURCE, other)[-1] == "failing"


EDITOR = """python - <<'EOF'
path = 'src/a.py'
text = open(path).read().replace('a', 'b')
with open(path, 'w') as file:
    file.write(text)
EOF"""


def test_a_program_that_writes_sources_is_an_edit():
    made = Event("command", text=f"cat > change.py <<'END'\n{EDITOR.split(chr(10), 1)[1]}\nEND", exit_code=0)
    run = Event("command", text="python change.py", output="changed", exit_code=0)
    for edit in ([Event("command", text=EDITOR, exit_code=0)], [made, run]):
        found = spec_test.run(OracleTask((script(DEEPER), *edit, script("fine", 0))), spec_test.Options())
        assert found.state == "flipped"
        assert [each.key for each in found.runs] == ["python repro.py", "python repro.py"]


def test_what_fails_while_the_edits_are_stashed_was_there_before():
    stash, pop = ("run", "git stash", ""), ("run", "git stash pop", "")
    found = follow(EDIT, PASS, stash, FAIL, pop, PASS)
    assert found.state == "flipped"
    assert found.failing is not None
    assert not found.failing.after_edit
    assert follow(EDIT, PASS, stash, FAIL).state == "failing"
    assert follow(EDIT, PASS, ("run", "git stash list", ""), FAIL).flaky  # nothing was edited in between


def test_copies_and_notes_are_no_edits_of_the_source():
    for command in ("cp src/a.py src/a.py.bak", "echo x > notes.md", "cp a.bak b.orig 2>/dev/null"):
        assert states(script(DEEPER), Event("command", text=command), script("fine", 0))[-1] == "failing"


def test_the_exit_status_of_a_pipe_is_not_the_tests():
    (command,) = commands_of("pytest -q | tail -1")
    assert verdict_of(command, "", 0).verdict == "unknown"
    assert verdict_of(command, "1 failed in 1s", 0).verdict == "failed"


def test_scratch_paths_are_told():
    found = follow(("edit", "/tmp/x.py"), ("edit", "repro.py"), EDIT)
    assert found.scratch == ("/tmp/x.py", "repro.py")


@pytest.mark.parametrize(
    ("command", "paths"),
    [
        ("sed -i 's/a/b/' src/x.py", ("src/x.py",)),
        ("cat > a.py <<'EOF'\nx > y\nEOF", ("a.py",)),
        ("cd src && echo 1 >> b.py", ("src/b.py",)),
        ("python - <<'EOF'\nopen('c.py', 'w').write('x')\nEOF", ("c.py",)),
        ("git apply fix.patch", (UNKNOWN_PATH,)),
        ("git checkout -- d.py", ("d.py",)),
        ("pytest > /dev/null 2>&1", ()),
        ("ls 2>&1 | tee out.log", ("out.log",)),
        ("cat a.py", ()),
    ],
)
def test_writes(command: str, paths: tuple[str, ...]):
    assert tuple(write.path for write in writes_of(command)) == paths


LONG = 2_000_000


@pytest.mark.parametrize(
    "event",
    [
        Event("command", text="pytest", output="x" * LONG, exit_code=1),
        Event("command", text=f"python -c '{'x' * LONG}'", exit_code=1),
        Event("command", text="cat > a.py <<'EOF'\n" + "x = 1\n" * (LONG // 6), exit_code=1),
        Event("command", text="<<A " * 50_000),
        Event("command", text="'\"" * 200_000),
        Event("command", text="python repro.py", output="Error Error " * 50_000, exit_code=1),
        Event("command", text="python \udcff.py", output="\0\udcff\ud800", exit_code=1),
        Event("edit", path="a.py", is_whole=True, text="open(" * 100_000),
        Event("edit", path="a.py", is_whole=True, text="a" * LONG + " = '"),
    ],
    ids=["output", "word", "heredoc", "redirections", "quotes", "errors", "no Unicode", "calls", "name"],
)
def test_what_is_long_or_strange_is_read_in_time(event: Event):
    run = Event("command", 1, text="python a.py", exit_code=0)
    assert spec_test.run(OracleTask((event, run)), spec_test.Options()).reason


@given(st.text(alphabet="ab '\"\\\n;|&<>$()#=-/.", max_size=60))
def test_no_command_line_breaks_the_reader(line: str):
    segments(line)
    writes_of(line)
    commands_of(f"pytest {line}")


@given(st.lists(st.sampled_from([FAIL, PASS, EDIT, ("edit", "tests/test_a.py"), ("run", "ls", "")]), max_size=10))
def test_flipped_means_failed_then_edited_then_passed(events: list[tuple[str, ...]]):
    found = follow(*events)
    if found.state == "flipped":
        assert found.failing is not None
        assert found.flipped is not None
        between = events[found.failing.step + 1 : found.flipped.step]
        assert EDIT in between or not any(event[0] == "edit" for event in events)
