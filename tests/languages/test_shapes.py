"""The marks by which two texts are known to be the same code: values count, layout does not, for every language."""

from importlib import import_module

import pytest

from crossbearing_plugins.languages._treesitter.grammar import SMALL

SAMPLES = {
    "bash": "echo 1\n",
    "c": "int a(void) { return 1; }\n",
    "cpp": "int a() { return 1; }\n",
    "csharp": "class A { int B() { return 1; } }\n",
    "dart": "int a() { return 1; }\n",
    "elixir": "defmodule A do\n  def b, do: 1\nend\n",
    "go": "package a\n\nfunc b() int { return 1 }\n",
    "java": "class A { int b() { return 1; } }\n",
    "javascript": "const a = 1;\n",
    "kotlin": "fun a() = 1\n",
    "lua": "return 1\n",
    "php": "<?php echo 1;\n",
    "python": "a = 1\n",
    "ruby": "a = 1\n",
    "rust": "fn a() -> i32 { 1 }\n",
    "scala": "object A { val b = 1 }\n",
    "sql": "SELECT 1;\n",
    "swift": "func a() { b(1) }\n",
    "typescript": "const a: number = 1;\n",
}


@pytest.mark.parametrize("language", sorted(SAMPLES))
def test_a_value_counts_and_layout_does_not(language: str):
    plugin = import_module(f"crossbearing_plugins.languages.{language}")
    shape, path, code = plugin.SHAPE, f"a{plugin.SUFFIXES[0]}", SAMPLES[language]
    assert shape(path, code) is not None
    assert shape(path, code) == shape(path, f"{code}\n")
    assert shape(path, code) != shape(path, code.replace("1", "2"))


@pytest.mark.parametrize("language", ["java", "python", "swift"])
def test_the_last_value_of_a_large_file_counts(language: str):
    plugin = import_module(f"crossbearing_plugins.languages.{language}")
    code = SAMPLES[language]
    many = code * (SMALL // len(code) + 1)
    assert plugin.SHAPE("a", many + code) == plugin.SHAPE("a", f"{many}\n{code}")
    assert plugin.SHAPE("a", many + code) != plugin.SHAPE("a", many + code.replace("1", "2"))


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("python", 'x = f"{a:>3}"\n', 'x = f"{a:>4}"\n'),
        ("python", "# -*- coding: latin-1 -*-\nx = 1\n", "# -*- coding: utf-8 -*-\nx = 1\n"),
        ("dart", 'var x = "a b";\n', 'var x = "a  b";\n'),
        ("dart", "var x = '''\n  a''';\n", "var x = '''\n    a''';\n"),
        ("go", "//go:build linux\n\npackage a\n", "//go:build windows\n\npackage a\n"),
        ("go", "package a\n\nvar x = `a b`\n", "package a\n\nvar x = `a  b`\n"),
        ("ruby", "# frozen_string_literal: true\nx = 1\n", "# frozen_string_literal: false\nx = 1\n"),
        ("javascript", "const a = `b ${c} d`;\n", "const a = `b ${c}  d`;\n"),
        ("javascript", "const a = /b c/;\n", "const a = /b  c/;\n"),
    ],
)
def test_texts_and_directives_count(language: str, one: str, other: str):
    plugin = import_module(f"crossbearing_plugins.languages.{language}")
    assert plugin.SHAPE("a", one) is not None
    assert plugin.SHAPE("a", one) != plugin.SHAPE("a", other)


def test_a_remark_does_not_count():
    plugin = import_module("crossbearing_plugins.languages.go")
    assert plugin.SHAPE("a.go", "// one\npackage a\n") == plugin.SHAPE("a.go", "// another\npackage a\n")
