from crossbearing.model.evidence import NoEvidence
from crossbearing_channels.usage import Options, collect

SOURCES = {
    "app/options.py": "def read(c):\n    return c.strict_undefined\n\ndef other(c):\n    return c\n",
    "app/build.py": "def make():\n    return default_factory()\n",
}


def scores(build_map, text, options=None, kinds=("function", "module")):
    small = build_map(SOURCES)
    answer = collect(small.query(text, kinds=kinds), options)
    return {small.name_of(entity): score for entity, score in answer.scores.items()}


def test_functions_and_files_that_use_an_identifier(build_map):
    assert scores(build_map, "strict_undefined is ignored") == {"app.options.read": 1.0, "app.options": 1.0}


def test_neighbouring_words_make_a_name(build_map):
    assert "app.build.make" in scores(build_map, "the default factory is called twice")


def test_pairs_can_be_switched_off(build_map):
    small = build_map(SOURCES)
    answer = collect(small.query("the default factory"), Options(pair_weight=0))
    assert isinstance(answer, NoEvidence) or not answer.scores


def test_the_reason_names_the_identifier(build_map):
    small = build_map(SOURCES)
    answer = collect(small.query("strict_undefined is ignored"), None)
    assert answer.reasons[small.entity("read")] == "it uses `strict_undefined`"


def test_prose_is_no_identifier(build_map):
    answer = collect(build_map(SOURCES).query("nothing of the kind"), None)
    assert answer == NoEvidence("the issue holds no identifier that the project uses")
