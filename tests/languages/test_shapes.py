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
