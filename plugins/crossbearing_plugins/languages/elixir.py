"""Elixir, parsed with tree-sitter: modules, functions and macros, protocols, aliases, imports and ``use``.

Reads ``.ex`` and ``.exs`` files and scripts of Elixir. From

    defmodule Shop.Store do
      use GenServer
      alias Shop.{Index, Sink}
      def put(%__MODULE__{} = store, key), do: store.index |> Index.add(key) |> Sink.push()
    end

it reads the class ``Shop.Store``, the method with its signature, and the calls of ``GenServer.__using__``,
``Index.add`` and ``Sink.push``.

What it says and leaves out:

- Modules, protocols and implementations (``Enumerable.Shop.Store``) are classes of the file, by their full names and
  however they are nested. ``@behaviour`` and ``defimpl`` name bases. All clauses and arities of a function are one
  definition, at the first clause; public ones are methods, private ones functions. Module attributes keep their mark
  (``@timeout``), ``defstruct`` defines ``__struct__``, types are variables, callbacks are methods.
- Names of modules are looked for in the whole project, by full name; aliases hold to the end of their block. A module
  that is named without an alias is imported as well, under the last part of its name.
- ``use X`` calls ``X.__using__``. What a module with that macro quotes, if it imports or defines something, is a class
  ``quote`` in it, with what it imports as bases; it is a base of the modules that use ``X``.
- A local call means a function of the module, then one that ``use`` brings, then one of a module that is imported,
  within ``only`` and ``except``.
- Variables are no uses: a bare name is a call only where something is piped into it. What a variable holds
  is unknown, so ``module.run()`` leads to the functions of that name if they are few. Erlang modules lead nowhere.
- ``~H`` templates call their components, and the functions in their braces.
- Functions that macros make (``def unquote(name)()``) are unknown, and so is what ``apply`` calls.
"""

from collections.abc import Mapping

from crossbearing.plugin import FileFacts, ModuleLinks, SourceFile, hookimpl
from crossbearing_plugins.languages._elixir.complete import complete
from crossbearing_plugins.languages._elixir.forms import finish
from crossbearing_plugins.languages._elixir.modules import link_elixir_modules
from crossbearing_plugins.languages._elixir.names import KERNEL, MEMBERS, MODULES
from crossbearing_plugins.languages._treesitter.facts import extract_facts
from crossbearing_plugins.languages._treesitter.language import Language
from crossbearing_plugins.languages._treesitter.shape import shape_by

VERSION = 1
SUFFIXES = (".ex", ".exs")
SHAPE = shape_by("elixir")
INTERPRETERS = ("elixir",)
BUILTINS = KERNEL | MODULES
COMMON_MEMBERS = MEMBERS
IMPLICIT_RECEIVER = True

LANGUAGE = Language(
    name="elixir",
    grammar="elixir",
    queries=("elixir.scm",),
    builtins=KERNEL,
    receivers={},
    operators=r"\.(?![.\s(])",
    word=r"[^\W\d][\w]*(?:[?!](?!=))?",
    implicit_receiver=True,
    placeholder=r"#\{[^{}]*\}|%[-+ #0]*[\d.*]*[a-zA-Z]",
    finish=finish,
)


@hookimpl
def extract(file: SourceFile) -> FileFacts:
    """Read the facts of one file; stretches that do not parse are listed."""
    return complete(extract_facts(file, LANGUAGE), file.text)


@hookimpl
def link_modules(files: Mapping[str, FileFacts]) -> dict[str, ModuleLinks]:
    """Name each file by its path, and lead the modules that it names to the files that define them."""
    return link_elixir_modules(files)
