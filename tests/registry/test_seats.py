import inspect
from collections.abc import Callable
from textwrap import dedent

import numpy as np
import pytest

from crossbearing import hookspecs
from crossbearing.hookspecs import KINDS
from crossbearing.model.errors import PluginError
from crossbearing.model.facts import FileFacts
from crossbearing.model.file import SourceFile
from crossbearing.model.profile import Profile
from crossbearing.model.query import Seed
from crossbearing.model.stages import OracleTask
from crossbearing.registry import PluginHost
from crossbearing.registry.answers import wrong_answer
from crossbearing.registry.contract import arguments_of
from crossbearing.registry.seats import SEATS

OpenHost = Callable[..., PluginHost]


def channel(body: str, head: str = "VERSION = 1") -> dict[str, str]:
    return {"channel.it": f"{head}\n{body}"}


def collected_error(host: PluginHost) -> str:
    answer = host.collect("channel.it", None)
    assert answer.value is None
    assert answer.error is not None
    assert answer.plugin == "channel.it"
    return answer.error


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_every_kind_has_a_seat_with_exactly_its_hooks_and_arguments(kind: hookspecs.Kind) -> None:
    seat = SEATS[kind.name]
    marked = {name for name, value in vars(seat).items() if hasattr(value, "crossbearing_impl")}
    assert marked == set(kind.hooks)
    for hook in kind.hooks:
        assert (*list(inspect.signature(getattr(seat, hook)).parameters)[1:], "options") == arguments_of(hook)
        # Each answer is checked, so that a wrong one names its plugin.
        assert wrong_answer(hook, object(), {"query": None, "files": {}, "seeds": [], "state": OracleTask(())})


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("@hookimpl\ndef collect(query): pass", "VERSION must be an integer from 1 up, not None"),
        ("VERSION = 0\n@hookimpl\ndef collect(query): pass", "VERSION must be an integer from 1 up, not 0"),
        ("VERSION = True\n@hookimpl\ndef collect(query): pass", "VERSION must be an integer from 1 up, not True"),
        ("VERSION = '1'\n@hookimpl\ndef collect(query): pass", "VERSION must be an integer from 1 up, not '1'"),
        ("VERSION = 1", "does not implement collect: mark the function with @hookimpl"),
        ("VERSION = 1\ndef collect(query): pass", "does not implement collect: mark the function with @hookimpl"),
        ("VERSION = 1\n@hookimpl\ndef colect(query): pass", "channel has no hook 'colect': did you mean collect?"),
        (
            "VERSION = 1\n@hookimpl\ndef collect(query): pass\n@hookimpl\ndef extract(file): pass",
            "channel has no hook 'extract': known are collect",
        ),
        (
            "VERSION = 1\n@hookimpl(specname='collect')\ndef gather(query): pass",
            "gather hides its hook behind specname=: name the function collect instead",
        ),
        (
            "VERSION = 1\n@hookimpl(tryfirst=True)\ndef collect(query): pass",
            "collect is marked tryfirst: plugins neither wrap nor order each other",
        ),
        (
            "VERSION = 1\n@hookimpl(wrapper=True)\ndef collect(query): yield",
            "collect is marked wrapper: plugins neither wrap nor order each other",
        ),
        (
            "VERSION = 1\n@hookimpl\ndef collect(qeury): pass",
            "collect has an unknown argument 'qeury': did you mean query?",
        ),
        (
            "VERSION = 1\n@hookimpl\ndef collect(query, option=None): pass",
            "collect has an unknown argument 'option': did you mean options?",
        ),
        ("VERSION = 1\n@hookimpl\ndef collect(*args): pass", "collect must name its arguments; *args cannot be"),
        ("VERSION = 1\n@hookimpl\ndef collect(**rest): pass", "collect must name its arguments; **rest cannot be"),
        ("VERSION = 1\n@hookimpl\ndef collect(query, /): pass", "collect must name its arguments; query cannot be"),
        ("VERSION = 1\n@hookimpl\nasync def collect(query): pass", "collect must not be async"),
        ("VERSION = 1\nclass Options: pass\n@hookimpl\ndef collect(): pass", "Options must be an attrs class"),
        (
            "VERSION = 1\nfrom attrs import frozen\n@frozen\nclass Options:\n    k1: float\n"
            "@hookimpl\ndef collect(): pass",
            "missing 1 required positional argument: 'k1'",
        ),
        ("syntax error", "SyntaxError"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("1 / 0", "ZeroDivisionError: division by zero (made_up_channel_it.py:2)"),
    ],
)
def test_a_plugin_that_breaks_the_contract_fails_with_a_reason(open_host: OpenHost, body: str, reason: str) -> None:
    host = open_host({"channel.it": body})
    assert reason in collected_error(host)
    [problem] = host.problems()
    assert problem.plugin == "channel.it"
    assert reason in problem.reason


@pytest.mark.parametrize(
    ("suffixes", "reason"),
    [
        ("", "SUFFIXES must be a tuple of non-empty strings, not None"),
        ("SUFFIXES = '.py'", "SUFFIXES must be a tuple of non-empty strings, not '.py'"),
        ("SUFFIXES = ('',)", "SUFFIXES must be a tuple of non-empty strings, not ('',)"),
    ],
)
def test_a_plugin_says_which_files_it_reads(open_host: OpenHost, suffixes: str, reason: str) -> None:
    host = open_host({"language.it": f"VERSION = 1\n{suffixes}\n@hookimpl\ndef extract(file): pass"})
    assert host.claims("language") == {}
    assert [problem.reason for problem in host.problems()] == [reason]


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("raise ValueError('wrong\\n  value')", "ValueError: wrong value (made_up_channel_it.py:5)"),
        ("raise CrossbearingError('said clearly')", "said clearly"),
        ("raise SystemExit('leaving')", "SystemExit: leaving"),
        ("raise MemoryError", "MemoryError"),
        ("return collect(query)", "RecursionError"),
        ("raise type('Panic', (BaseException,), {})('rust')", "Panic: rust"),
        ("raise ValueError(object())", "ValueError: <object object>"),
        ("raise type('Mute', (Exception,), {'__str__': lambda self: 1 / 0})", "Mute"),
        ("raise ValueError('x' * 9999)", f"ValueError: {'x' * 487}…"),
        ("raise ValueError(__file__)", "ValueError: made_up_channel_it.py"),
        ("return [1]", "returned list, expected Evidence or NoEvidence"),
        ("return None", "returned NoneType, expected Evidence or NoEvidence"),
        ("return NoEvidence('')", "says that it has no evidence without saying why"),
        ("return Evidence([1])", "scores are list, expected a mapping"),
        ("return Evidence({1: 1.5})", "scores entity 1 1.5, outside [0, 1]"),
        ("return Evidence({1: 0.5, 2: float('nan')})", "scores entity 2 nan, outside [0, 1]"),
        ("return Evidence({1: 'x'})", "ValueError"),
    ],
)
def test_a_call_that_goes_wrong_is_an_error_of_its_plugin(open_host: OpenHost, statement: str, reason: str) -> None:
    host = open_host(channel(f"@hookimpl\ndef collect(query):\n    {statement}\n"))
    assert collected_error(host).startswith(reason)
    assert host.statuses()[0].status == "failed"


def test_an_interrupt_is_not_caught(open_host: OpenHost) -> None:
    host = open_host(channel("@hookimpl\ndef collect():\n    raise KeyboardInterrupt\n"))
    with pytest.raises(KeyboardInterrupt):
        host.collect("channel.it", None)
    with pytest.raises(KeyboardInterrupt):
        open_host({"channel.it": "raise KeyboardInterrupt"}).collect("channel.it", None)


def test_evidence_is_for_candidates_only(open_host: OpenHost) -> None:
    class Query:
        population = np.array([True, False, True])

    for entity, wrong in ((0, False), (2, False), (1, True), (3, True), (-1, True)):
        host = open_host(channel(f"@hookimpl\ndef collect():\n    return Evidence({{{entity}: 1.0}})\n"))
        error = host.collect("channel.it", Query()).error
        assert error == (f"scores entity {entity}, which is no candidate" if wrong else None)


def test_facts_are_consistent_in_themselves(open_host: OpenHost) -> None:
    def error(expression: str) -> str | None:
        source = f"VERSION = 1\nSUFFIXES = ('.x',)\n@hookimpl\ndef extract(file):\n    return {expression}\n"
        host = open_host({"language.it": source})
        return host.extract("language.it", SourceFile("a.x", b"")).error

    fine = "Definition('f', 'f', 'function', 1, 0, 1, 2)"
    assert error(f"FileFacts('x', [{fine}], [Reference('f', 1, 0, 0)])") is None
    assert "has scope 0, not that of an earlier definition" in str(error(f"FileFacts('x', [{fine[:-1]}, scope=0)])"))
    assert "not within its own lines" in str(error("FileFacts('x', [Definition('f', 'f', 'class', 1, 0, 2, 3)])"))
    assert "Reference on line 1 has scope 5" in str(error(f"FileFacts('x', [{fine}], [Reference('f', 1, 0, 5)])"))
    assert error("{}") == "returned dict, expected FileFacts"


@pytest.mark.parametrize(
    ("kind", "hook", "statement", "reason"),
    [
        ("ecosystem", "parse_manifest", "yield 1", "returned generator, expected a list or tuple of claims"),
        ("ecosystem", "parse_manifest", "return [1]", "returned int, expected claims"),
        ("language", "link_modules", "return []", "returned list, expected a mapping of paths to ModuleLinks"),
        ("language", "link_modules", "return {'b': ModuleLinks('b')}", "links 'b', which is not one of its files"),
        ("language", "link_modules", "return {'a': 1}", "links 'a' to int, expected ModuleLinks"),
        ("language", "link_modules", "return {'a': ModuleLinks('a', [None])}", "gives 'a' 1 targets for 0 imports"),
    ],
)
def test_wrong_answers_to_isolating_hooks(
    open_host: OpenHost, kind: str, hook: str, statement: str, reason: str
) -> None:
    extract = "@hookimpl\ndef extract(): pass\n" if kind == "language" else ""
    head = "VERSION = 1\nSUFFIXES = PATTERNS = ('a',)\n"
    host = open_host({f"{kind}.it": f"{head}{extract}@hookimpl\ndef {hook}():\n    {statement}\n"})
    if hook == "link_modules":
        answer = host.link_modules(f"{kind}.it", {"a": FileFacts("x")}, None)
    else:
        answer = host.parse_manifest(f"{kind}.it", SourceFile("a", b""), None)
    assert answer is not None
    assert answer.error == reason


@pytest.mark.parametrize(
    ("qualified", "hook", "statement", "reason"),
    [
        ("fusion.rrs", "fuse", "return [1]", "returned list, expected a dict of scores"),
        ("fusion.rrs", "fuse", "return {1: float('inf')}", "scores entity 1 inf"),
        ("expansion.gated_bfs", "expand", "return {}", "returned dict, expected Expansion"),
        ("expansion.gated_bfs", "expand", "return Expansion({}, 0, 0)", "the pool lacks the seed 7"),
        ("renderer.plain", "render", "return b''", "returned bytes, expected str"),
        ("executor.local", "map", "return 5", "returned int, expected an iterator of results"),
    ],
)
def test_wrong_answers_to_hooks_addressed_by_name(
    open_host: OpenHost, qualified: str, hook: str, statement: str, reason: str
) -> None:
    host = open_host({qualified: f"VERSION = 1\n@hookimpl\ndef {hook}():\n    {statement}\n"})
    calls = {
        "fuse": lambda: host.fuse("rrs", {}, {}),
        "expand": lambda: host.expand("gated_bfs", None, [Seed(7, 1.0)]),
        "render": lambda: host.render("plain", None),
        "map": lambda: list(host.map("local", str, [], 1)),
    }
    with pytest.raises(PluginError) as caught:
        calls[hook]()
    assert str(caught.value) == f"plugin {qualified}: {reason}"


def test_a_plugin_may_be_an_object(open_host: OpenHost) -> None:
    source = """
    class Made:
        VERSION = 4
        def __init__(self, score):
            self.score = score
        @property
        def costly(self):
            raise RuntimeError("properties are not read")
        @hookimpl
        def collect(self, query):
            return Evidence({1: self.score})
        def __eq__(self, other):
            return True
        __hash__ = None
    class Space:
        made = Made(0.25)
    made = Made(0.5)
    """
    targets = {"channel.a": ":made", "channel.b": ":Space.made"}
    host = open_host({"channel.a": source, "channel.b": source}, targets=targets)
    # Objects that are equal or cannot be hashed would confuse pluggy, were they registered themselves.
    assert host.collect("channel.a", None).value.scores == {1: 0.5}
    assert host.collect("channel.b", None).value.scores == {1: 0.25}
    assert host.version("channel.a") == 4


def test_a_missing_attribute_is_a_failure(open_host: OpenHost) -> None:
    host = open_host(channel("x = 1"), targets={"channel.it": ":nothing"})
    assert "has no attribute 'nothing'" in collected_error(host)


def test_one_module_may_serve_two_entry_points(open_host: OpenHost, make_records: Callable[..., list]) -> None:
    records = make_records(channel("@hookimpl\ndef collect():\n    return NoEvidence('no')\n"))
    again = records[-1]._replace(name="again")
    host = PluginHost.open(Profile("bare"), records=[*records, again])
    assert host.collect("channel.it", None).plugin == "channel.it"
    assert host.collect("channel.again", None).plugin == "channel.again"


def test_a_plugin_gets_the_arguments_that_it_names(open_host: OpenHost) -> None:
    source = """
    from attrs import frozen
    @frozen
    class Options:
        share: float = 0.5
    @hookimpl
    def collect(*, options, query):
        return NoEvidence(f"{query} {options.share}")
    """
    host = open_host(channel(dedent(source)))
    assert host.collect("channel.it", "asked").value.reason == "asked 0.5"
