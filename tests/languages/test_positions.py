"""Lines and columns of every language plugin: with tabs, CRLF, a byte order mark and characters beyond ASCII."""

import importlib
import re

import pytest
from projects import check_facts

from crossbearing.model.errors import UnreadableError
from crossbearing.model.facts import FileFacts
from crossbearing.model.file import SourceFile
from crossbearing.registry import discover

# In each: ``alpha`` is defined at its first mention, and called at its last, behind characters of two to four bytes.
SAMPLES = {
    "bash": 'alpha() {\n    echo 1\n}\n\nbeta() {\n    echo "é𝒳日"; alpha\n}\n',
    "c": 'int alpha(void) {\n    return 1;\n}\n\nint beta(void) {\n    return join("é𝒳日", alpha());\n}\n',
    "cpp": 'int alpha() {\n    return 1;\n}\n\nint beta() {\n    return join("é𝒳日", alpha());\n}\n',
    "csharp": """\
class Main {
    static int alpha() {
        return 1;
    }

    static string beta() {
        return "é𝒳日" + alpha();
    }
}
""",
    "dart": 'int alpha() {\n    return 1;\n}\n\nObject beta() {\n    return ["é𝒳日", alpha()];\n}\n',
    "elixir": """\
defmodule Main do
    def alpha() do
        1
    end

    def beta() do
        ["é𝒳日", alpha()]
    end
end
""",
    "go": 'package main\n\nfunc alpha() int {\n\treturn 1\n}\n\nfunc beta() any {\n\treturn join("é𝒳日", alpha())\n}\n',
    "java": """\
class Main {
    static int alpha() {
        return 1;
    }

    static String beta() {
        return "é𝒳日" + alpha();
    }
}
""",
    "javascript": 'function alpha() {\n    return 1;\n}\n\nfunction beta() {\n    return ["é𝒳日", alpha()];\n}\n',
    "kotlin": 'fun alpha(): Int {\n    return 1\n}\n\nfun beta(): Any {\n    return join("é𝒳日", alpha())\n}\n',
    "lua": 'function alpha()\n    return 1\nend\n\nfunction beta()\n    return join("é𝒳日", alpha())\nend\n',
    "php": '<?php\nfunction alpha() {\n    return 1;\n}\n\nfunction beta() {\n    return ["é𝒳日", alpha()];\n}\n',
    "python": 'def alpha():\n    return 1\n\n\ndef beta():\n    return ["é𝒳日", alpha()]\n',
    "python_ast": 'def alpha():\n    return 1\n\n\ndef beta():\n    return ["é𝒳日", alpha()]\n',
    "ruby": 'def alpha\n    1\nend\n\ndef beta\n    ["é𝒳日", alpha()]\nend\n',
    "rust": 'fn alpha() -> i32 {\n    1\n}\n\nfn beta() {\n    let _x = ("é𝒳日", alpha());\n}\n',
    "scala": 'object Main {\n    def alpha(): Int = 1\n\n    def beta(): Any = ("é𝒳日", alpha())\n}\n',
    "sql": """\
CREATE FUNCTION alpha() RETURNS integer AS $$ SELECT 1 $$ LANGUAGE sql;

CREATE VIEW beta AS
    SELECT 'é𝒳日', alpha();
""",
    "svelte": """\
<script>
    function alpha() {
        return 1;
    }

    function beta() {
        return ["é𝒳日", alpha()];
    }
</script>

<p>é</p>
""",
    "swift": 'func alpha() -> Int {\n    return 1\n}\n\nfunc beta() -> String {\n    return join("é𝒳日", alpha())\n}\n',
    "typescript": """\
function alpha(): number {
    return 1;
}

function beta(): unknown {
    return ["é𝒳日", alpha()];
}
""",
    "vue": """\
<template>
    <p>é</p>
</template>

<script>
    function alpha() {
        return 1;
    }

    function beta() {
        return ["é𝒳日", alpha()];
    }
</script>
""",
}
FORMS = {
    "plain": lambda text: text.encode(),
    "tabs": lambda text: re.sub("(?m)^(?: {4})+", lambda match: "\t" * (len(match[0]) // 4), text).encode(),
    "crlf": lambda text: text.replace("\n", "\r\n").encode(),
    "mark": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "unended": lambda text: text.rstrip("\n").encode(),
}
PLUGINS = {record.name: record.target for record in discover() if record.kind == "language"}


def test_every_language_has_a_sample():
    assert set(PLUGINS) <= set(SAMPLES)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("language", sorted(PLUGINS))
def test_definitions_and_references_stand_where_their_names_do(language: str, form: str):
    plugin = importlib.import_module(PLUGINS[language])
    file = SourceFile(f"sample{plugin.SUFFIXES[0]}", FORMS[form](SAMPLES[language]))
    facts = plugin.extract(file)
    check_facts(facts, file)
    mentions = [
        (line, match.start()) for line, text in enumerate(file.lines, start=1) for match in re.finditer("alpha", text)
    ]
    (alpha,) = [item for item in facts.definitions if item.name == "alpha"]
    assert (alpha.line, alpha.column) == mentions[0]
    assert [(item.line, item.column) for item in facts.references if item.name.endswith("alpha")] == [mentions[-1]]
    (beta,) = [item for item in facts.definitions if item.name == "beta"]
    inside = next(item for item in facts.references if item.name.endswith("alpha")).scope
    assert facts.definitions[inside] is beta


@pytest.mark.parametrize("language", sorted(PLUGINS))
def test_line_endings_and_marks_change_no_place(language: str):
    plugin = importlib.import_module(PLUGINS[language])

    def facts(form: str) -> FileFacts:
        return plugin.extract(SourceFile(f"sample{plugin.SUFFIXES[0]}", FORMS[form](SAMPLES[language])))

    plain = facts("plain")
    for form in ("crlf", "mark", "unended"):
        other = facts(form)
        assert [(item.name, item.line, item.column) for item in other.references] == [
            (item.name, item.line, item.column) for item in plain.references
        ]
        assert [(item.name, item.line, item.column, item.start_line) for item in other.definitions] == [
            (item.name, item.line, item.column, item.start_line) for item in plain.definitions
        ]
    assert [item.end_line for item in facts("crlf").definitions] == [item.end_line for item in plain.definitions]


@pytest.mark.parametrize("language", sorted(PLUGINS))
def test_a_file_that_ends_anywhere_has_right_places_and_no_empty_names(language: str):
    plugin = importlib.import_module(PLUGINS[language])
    for end in range(len(SAMPLES[language])):
        file = SourceFile(f"sample{plugin.SUFFIXES[0]}", SAMPLES[language][:end].encode())
        try:
            facts = plugin.extract(file)
        except UnreadableError:
            continue
        check_facts(facts, file)
        assert all(item.name for item in (*facts.definitions, *facts.references, *facts.bindings))
