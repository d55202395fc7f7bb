"""Ruby, parsed with tree-sitter: classes and modules, methods and the macros that make them, constants, requires.

Reads ``.rb``, ``.rake``, ``.gemspec`` and ``.ru`` files and scripts of Ruby. From

    class Store < Base
      include Loggable
      attr_reader :index
      def put(key) = Index.new(key).add(@index)
    end

it reads the class with the bases ``Base`` and ``Loggable``, the attribute, the method with its signature
``def put(key)``, and the calls of ``Index`` and of its ``add``.

What it says and leaves out:

- Classes and modules may be opened again in any file; ``A::B`` stands in ``A``. ``include``, ``extend`` and ``prepend``
  name bases. ``Struct.new``, ``Data.define`` and ``Class.new`` that a constant holds are classes.
- ``attr_reader`` and its like define variables of the class, as do ``alias`` and ``alias_method`` for what they rename;
  ``define_method`` with a literal name defines a method.
- ``@name`` is ``self.name``, ``X.new`` a call of ``X``, ``self.class`` is ``cls``, and ``super`` the method of that
  name in the ancestors. A lower-case name that no parameter or assignment binds is a call; in a method it is one on
  ``self``.
- Symbols that name methods in ``send``, ``method`` and callbacks (``before_action :check``) are reads of them.
- Constants are global, as they are with Zeitwerk: all files of a project see each other's. A module that a file opens
  only for the classes in it is part of the one that another file defines. Functions of the top level are global too,
  but for those of test files (``*_spec.rb``, ``*_test.rb``, ``test_*.rb``). ``require``,
  ``require_relative``, ``load`` and ``autoload`` with a literal path lead to files beside the file or under a load path
  (``lib``, ``app/*``, ``spec``, ``test``), but bind no names.
- What ``method_missing``, ``send`` with a computed name, refinements and ``class_eval`` of strings make is unknown.
"""

from collections.abc import Mapping
from inspect import cleandoc

from crossbearing.plugin import FileFacts, FileTree, ModuleLinks, SourceFile, hookimpl
from crossbearing_plugins.languages._ruby.calls import complete
from crossbearing_plugins.languages._ruby.macros import finish
from crossbearing_plugins.languages._ruby.modules import link_ruby_modules
from crossbearing_plugins.languages._ruby.names import KERNEL, MEMBERS
from crossbearing_plugins.languages._treesitter.facts import extract_facts
from crossbearing_plugins.languages._treesitter.language import Language
from crossbearing_plugins.languages._treesitter.shape import shape_by
from crossbearing_plugins.languages._treesitter.strings import unquoted

VERSION = 1
SUFFIXES = (".rb", ".rake", ".gemspec", ".ru")
SHAPE = shape_by("ruby")
INTERPRETERS = ("ruby", "jruby", "rake")
BUILTINS = KERNEL
COMMON_MEMBERS = MEMBERS
IMPLICIT_RECEIVER = True


def _head(word: str) -> str:
    return f"self.{word.lstrip('@')}" if word.startswith("@") else word


def _type_name(text: str) -> str:
    return text.removeprefix("::").replace("::", ".")


def _literal(text: str) -> str:
    # The text of a heredoc ends with the word that closes it.
    return cleandoc(text.rpartition("\n")[0]) if text.startswith("\n") else unquoted(text)


LANGUAGE = Language(
    name="ruby",
    grammar="ruby",
    queries=("ruby.scm",),
    builtins=BUILTINS,
    receivers={"self": "self"},
    # What stands after a blank and two colons begins anew: ``puts ::Name``.
    operators=r"&?\.(?!\.)|(?<!\s)::",
    # ``X.new`` is a call of ``X``.
    word=r"(?!new\b)[^\W\d][\w]*(?:[?!](?![=~]))?",
    implicit_receiver=True,
    placeholder=r"#\{[^{}]*\}|%[-+ #0]*[\d.*]*(?:<\w+>)?[a-zA-Z]|%\{\w+\}",
    type_name=_type_name,
    literal=_literal,
    head=_head,
    finish=finish,
)


@hookimpl
def extract(file: SourceFile) -> FileFacts:
    """Read the facts of one file; stretches that do not parse are listed."""
    return complete(extract_facts(file, LANGUAGE), file.text, file.path)


@hookimpl
def link_modules(files: Mapping[str, FileFacts], tree: FileTree) -> dict[str, ModuleLinks]:
    """Name each file by its path, and lead what it requires to files of the project's load paths."""
    return link_ruby_modules(files)
