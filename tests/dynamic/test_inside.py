"""The part that runs in the target's interpreter: plain syntax, and exact records."""

import ast
import importlib.util
import sys
import types
from pathlib import Path

import pytest

import crossbearing.dynamic

INSIDE = Path(crossbearing.dynamic.__file__).parent / "inside"


@pytest.mark.parametrize("path", sorted(INSIDE.glob("*.py")), ids=lambda path: path.name)
def test_python_3_6_can_parse_it(path):
    ast.parse(path.read_text("utf-8"), feature_version=(3, 6))


@pytest.mark.parametrize("path", sorted(INSIDE.glob("*.py")), ids=lambda path: path.name)
def test_it_needs_nothing_but_the_standard_library_and_the_target(path):
    tree = ast.parse(path.read_text("utf-8"))
    absolute = {
        alias.name.partition(".")[0] for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
    }
    absolute |= {
        (node.module or "").partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and not node.level
    }
    assert absolute <= set(sys.stdlib_module_names) | {"pytest", "_pytest", "coverage"}


@pytest.fixture
def recorder(tmp_path):
    from crossbearing.dynamic.inside.recorder import Recorder

    made = Recorder([str(tmp_path)])
    yield made
    made.stop()


@pytest.fixture
def module(tmp_path):
    """Load source as a module of the recorded folder."""

    def load(text):
        path = tmp_path / "target.py"
        path.write_text(text)
        spec = importlib.util.spec_from_file_location("target", path)
        found = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(found)
        return found

    return load


SOURCE = """\
def branch(x):
    if x:
        return one(x)
    return 2

def one(x): return x

def loop(n):
    total = 0
    for i in range(n):
        total += i
        if i == 500:
            total = 0
    return total

class A:
    x = [i for i in range(3)]
    def m(self):
        yield 1
        yield 2
"""


def test_lines_of_functions_that_ran(recorder, module):
    target = module(SOURCE)
    recorder.start()
    target.branch(1)
    recorder.stop()
    assert recorder.lines() == {"target.py": [2, 3, 6]}


def test_a_cleared_record_starts_anew(recorder, module):
    target = module(SOURCE)
    recorder.start()
    target.branch(1)
    recorder.clear()
    target.branch(0)
    assert recorder.lines() == {"target.py": [2, 4]}


def test_a_branch_taken_late_in_one_call_is_seen(recorder, module):
    target = module(SOURCE)
    recorder.start()
    target.loop(600)
    assert recorder.lines() == {"target.py": [9, 10, 11, 12, 13, 14]}


def test_a_function_that_brings_nothing_new_is_looked_at_no_more(tmp_path, module):
    from crossbearing.dynamic.inside.recorder import Recorder

    target = module(SOURCE)
    recorder = Recorder([str(tmp_path)], patience=3)
    recorder.start()
    for _ in range(5):
        target.branch(0)
    target.branch(1)
    recorder.stop()
    assert recorder.lines() == {"target.py": [2, 4, 6]}


def test_generators_and_other_folders(recorder, module):
    target = module(SOURCE)
    recorder.start()
    list(target.A().m())
    Path("x").with_suffix(".y")
    assert recorder.lines() == {"target.py": [19, 20]}


def test_steps_tell_the_lines_of_the_test_apart(recorder, module):
    target = module(SOURCE + "def test():\n    branch(0)\n    assert one(1)\n    branch(1)\n")
    recorder.stepping = target.test.__code__
    recorder.start()
    target.test()
    recorder.stop()
    recorder.step(0)
    assert [(line, lines.get("target.py", [])) for line, lines in recorder.steps] == [
        (22, []),
        (23, [2, 4]),
        (24, [6]),
        (0, [2, 3, 6]),
    ]


class Monitoring(types.SimpleNamespace):
    """What is used of ``sys.monitoring``, driven by hand: versions below 3.12 have none."""

    DISABLE = object()
    events = types.SimpleNamespace(PY_START=1, LINE=2)

    def __init__(self):
        super().__init__(tools={}, callbacks={}, active={}, local={}, restarts=0)

    def get_tool(self, number):
        return self.tools.get(number)

    def use_tool_id(self, number, name):
        self.tools[number] = name

    def register_callback(self, number, event, function):
        self.callbacks[event] = function

    def set_events(self, number, events):
        self.active[number] = events

    def set_local_events(self, number, code, events):
        self.local[code] = events

    def restart_events(self):
        self.restarts += 1


def test_the_monitoring_engine_asks_for_lines_of_project_functions_only(monkeypatch, tmp_path, module):
    from crossbearing.dynamic.inside import recorder as home

    target = module(SOURCE)
    api = Monitoring()
    monkeypatch.setattr(home.sys, "monitoring", api, raising=False)
    recorder = home.Recorder([str(tmp_path)])
    recorder.start()
    code = target.branch.__code__
    assert api.callbacks[api.events.PY_START](code, 0) is api.DISABLE
    assert api.callbacks[api.events.PY_START](Path.exists.__code__, 0) is api.DISABLE
    assert api.local == {code: api.events.LINE}
    assert api.callbacks[api.events.LINE](code, 2) is api.DISABLE
    assert recorder.lines() == {"target.py": [2]}
    recorder.clear()
    assert (recorder.lines(), api.restarts) == ({}, 1)
    recorder.stop()
    assert set(api.active.values()) == {0}
