from collections.abc import Callable

import pytest

from crossbearing.model.errors import CrossbearingError
from crossbearing.registry import PluginHost
from crossbearing.registry.options import OptionsError

OpenHost = Callable[..., PluginHost]

CHANNEL = """
from typing import Literal
from attrs import field, frozen, validators

VERSION = 1

@frozen
class Weights:
    name: float = 1.0
    body: int = 1

@frozen
class Options:
    k1: float = field(default=1.5, validator=validators.gt(0))
    b: float = field(default=0.75, validator=[validators.ge(0), validators.le(1)])
    rounds: int = 12
    title: bool = True
    mode: Literal["strict", "loose"] = "strict"
    words: tuple[str, ...] = ()
    weights: Weights = Weights()
    limit: int | None = None
    fields: tuple[str, ...] | None = None
    pairs: list[tuple[str, str]] = field(factory=list)
    low: float = 0.0
    high: float = field(default=1.0)

    @high.validator
    def _ordered(self, attribute, value):
        if value < self.low:
            raise ValueError(f"is below low = {self.low}")

@hookimpl
def collect(options):
    return NoEvidence(f"{options.k1} {options.words}")
"""
PLAIN = "VERSION = 1\n@hookimpl\ndef collect(options):\n    return NoEvidence(repr(options))\n"


@pytest.fixture
def with_options(open_host: OpenHost) -> Callable[..., PluginHost]:
    def open_(**fields: object) -> PluginHost:
        return open_host({"channel.it": CHANNEL}, profile={"options": {"channel.it": fields}})

    return open_


def test_defaults_without_a_profile_s_word(open_host: OpenHost) -> None:
    host = open_host({"channel.it": CHANNEL, "channel.plain": PLAIN})
    assert host.options("channel.it").k1 == 1.5
    assert host.options("channel.plain") is None
    assert host.collect("channel.plain", None).value.reason == "None"


def test_fields_are_set_and_nested_tables_become_objects(with_options: OpenHost) -> None:
    host = with_options(k1=2, words=["a", "b"], mode="loose", limit=3, weights={"name": 2.5})
    options = host.options("channel.it")
    assert (options.k1, options.words, options.mode, options.limit) == (2.0, ("a", "b"), "loose", 3)
    assert isinstance(options.k1, float)
    assert (options.weights.name, options.weights.body) == (2.5, 1)
    assert host.collect("channel.it", None).value.reason == "2.0 ('a', 'b')"


def test_every_wrong_field_is_named_in_one_message(with_options: OpenHost) -> None:
    host = with_options(k1="high", rounds=1.5, title=1, words="abc", mode="lax", weights={"nam": 1.0}, k11=1)
    with pytest.raises(OptionsError) as caught:
        host.collect("channel.it", None)
    assert str(caught.value) == (
        "profile bare.toml: options of channel.it do not fit: "
        "k1 = 'high', expected float; "
        "unknown field 'k11', did you mean k1?; "
        "mode = 'lax', expected 'strict' or 'loose'; "
        "rounds = 1.5, expected int; "
        "title = 1, expected bool; "
        "weights = {'nam': 1.0}, expected Weights; "
        "words = 'abc', expected tuple[str, ...]"
    )


def test_values_out_of_range_are_named_beside_values_of_the_wrong_type(with_options: OpenHost) -> None:
    with pytest.raises(OptionsError, match=r"rounds = 'x', expected int"):
        with_options(k1=-1.0, rounds="x").options("channel.it")
    with pytest.raises(OptionsError, match=r"k1 = -1\.0, "):
        with_options(k1=-1.0, rounds="x").options("channel.it")


@pytest.mark.parametrize(
    "wrong", [{"fields": "ab"}, {"pairs": ["ab"]}, {"pairs": "ab"}, {"limit": "1"}, {"pairs": [["a"]]}]
)
def test_a_string_is_never_taken_for_an_array(with_options: OpenHost, wrong: dict[str, object]) -> None:
    with pytest.raises(OptionsError, match=f"{next(iter(wrong))} = .*, expected "):
        with_options(**wrong).options("channel.it")


def test_arrays_of_arrays(with_options: OpenHost) -> None:
    options = with_options(fields=["ab"], pairs=[["a", "b"]]).options("channel.it")
    assert (options.fields, options.pairs) == (("ab",), [("a", "b")])


def test_validators_are_honoured_and_all_are_heard(with_options: OpenHost) -> None:
    with pytest.raises(OptionsError) as caught:
        with_options(k1=-1.0, b=2, low=3, high=2).options("channel.it")
    message = str(caught.value)
    assert "k1 = -1.0, 'k1' must be > 0: -1.0" in message
    assert "b = 2.0, 'b' must be <= 1: 2.0" in message
    assert "high = 2.0, is below low = 3.0" in message


def test_a_wrong_option_is_the_user_s_error_and_is_not_isolated(with_options: OpenHost) -> None:
    host = with_options(k1=True)
    for call in (lambda: host.claims("channel"), lambda: host.version("channel.it"), host.check_options):
        with pytest.raises(CrossbearingError, match="k1 = True, expected float"):
            call()
    assert host.problems() == ()


def test_options_for_a_plugin_without_any(open_host: OpenHost) -> None:
    host = open_host({"channel.it": PLAIN}, profile={"options": {"channel.it": {"k1": 1}}})
    with pytest.raises(OptionsError, match=r"options of channel\.it do not fit: the plugin takes no options"):
        host.options("channel.it")


def test_checking_options_imports_only_plugins_that_are_given_some(
    open_host: OpenHost, capsys: pytest.CaptureFixture[str]
) -> None:
    plugins = {f"channel.{name}": f"print('{name}')\n{CHANNEL}" for name in "abc"}
    options = {"channel.a": {"k1": 1.0}, "channel.b": {"k1": 1.0}}
    host = open_host(plugins, profile={"options": options}, without=["channel.b"])
    host.check_options()
    assert capsys.readouterr().out == "a\n"


def test_an_options_class_that_raises_by_itself(open_host: OpenHost) -> None:
    source = """
    from attrs import frozen
    VERSION = 1
    @frozen
    class Options:
        size: int = 1
        def __attrs_post_init__(self):
            if self.size > 5:
                raise ValueError("size is beyond 5")
    @hookimpl
    def collect(): pass
    """
    host = open_host({"channel.it": source}, profile={"options": {"channel.it": {"size": 6}}})
    with pytest.raises(OptionsError, match=r"options of channel\.it do not fit: size is beyond 5"):
        host.options("channel.it")
