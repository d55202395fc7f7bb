import pytest

from crossbearing.model.evidence import NoEvidence
from crossbearing_channels.setting import Options, collect

SOURCES = {
    "app/flags.py": (
        'def define():\n    add("--only-matching", help="Print the matches.")\n\n'
        "def ask(values):\n    return values.only_matching\n\n"
        "def other():\n    matching = only_matchings()\n"
    ),
    "app/errors.py": (
        'MESSAGES = {\n    "W0611": ("unused-import", "Unused import"),\n}\n\ndef raise_it():\n    return "W06110"\n'
    ),
    "app/settings.py": (
        'def read(config):\n    return config["xfail_strict"]\n\n'
        'def from_environment(environ):\n    return environ["APP_CACHE_DIR"]\n\n'
        'def port(config):\n    return config["app.server.port"]\n'
    ),
    "app/camel.py": "def camel(options):\n    return options.onlyMatching\n",
}


@pytest.fixture(scope="module")
def small(build_map):
    return build_map(SOURCES)


def scores(small, text, options=None):
    answer = collect(small.query(text, kinds=("module", "class", "function", "method")), options)
    return {} if isinstance(answer, NoEvidence) else {small.name_of(e): s for e, s in answer.scores.items()}


def test_a_flag_leads_to_its_definition_and_its_readers(small):
    found = scores(small, "`--only-matching` prints nothing")
    assert found.keys() == {"app.flags.define", "app.flags.ask", "app.camel.camel"}
    assert found["app.flags.define"] == pytest.approx(3**-0.5)
    assert found["app.flags.ask"] == found["app.camel.camel"] == pytest.approx(0.5 * 3**-0.5)


def test_lines_are_named(small):
    answer = collect(small.query("--only-matching is ignored"), None)
    assert answer.lines[small.entity("flags.define")].keys() == {2}
    assert answer.reasons[small.entity("flags.ask")] == "it holds `only-matching`, which the issue names"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("False positive W0611 for my code", "app.errors"),
        ("The message 'unused-import' is wrong", "app.errors"),
        ("It ignores APP_CACHE_DIR.", "app.settings.from_environment"),
        ("Ignored\n\n```ini\n[tool]\nxfail_strict = true\n```", "app.settings.read"),
        ("Ignored\n\n```yaml\nxfail-strict: true\n```", "app.settings.read"),
        ("Ignored\n\n```properties\napp.server.port=80\n```", "app.settings.port"),
    ],
)
def test_codes_constants_and_keys(small, text, place):
    assert scores(small, text) == {place: 1.0}


@pytest.mark.parametrize(
    "text",
    [
        "It fails.",
        "",
        "see --help",
        "a -- b --- c",
        "see #W0611",
        "UNKNOWN_NAME",
        "well-known words",
        "x\n```\napp.server.port: is wrong\n```",
        "--" * 50_000,
    ],
)
def test_without_names_that_the_project_holds_there_is_no_evidence(small, text):
    assert scores(small, text) == {}


def test_what_many_places_hold_says_nothing(small):
    assert scores(small, "--only-matching fails", Options(most=2)) == {}
    assert scores(small, "--only-matching fails", Options(files=1)) == {}


def test_only_so_many_names_are_looked_for(small):
    text = " ".join(f"--flag-{number}" for number in range(500)) + " --only-matching"
    assert scores(small, text) == {}
