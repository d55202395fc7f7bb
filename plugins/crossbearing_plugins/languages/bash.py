"""Shell scripts, parsed with tree-sitter: functions, variables of the whole script, and the files that are sourced.

Reads ``.sh``, ``.bash`` and ``.bats`` files and scripts of sh, bash, dash, ksh and BATS. From

    source "$(dirname "$0")/lib/log.sh"
    readonly LIMIT=3
    # Stores one file.
    store() { log_info "storing $1" | indent; trap cleanup EXIT; }

it reads the function ``store`` with its comment, the variable ``LIMIT``, and the calls of ``log_info`` in the sourced
file, of ``indent`` and of ``cleanup``.

What it says and leaves out:

- A command is a call of the function of that name; builtins and the usual commands of systems lead nowhere, unless the
  file itself defines a function of the name. Commands in ``trap`` and ``eval`` strings and behind ``run`` and ``time``
  count; ``command -v name`` and names in variables do not.
- ``source`` and ``.`` with a path that ends in plain text lead to the file there: beside the script, under a folder
  around it, or the only one in the project whose path ends so, whatever the variable before it holds. BATS' ``load``
  is the same.
- Libraries that one script sources see each other's functions, as they do when it runs; a library that defines a
  function of the same name as another of them does not take part. What the script that sources them defines is
  unknown to them.
- Variables are of the whole script where the top level gives them a value, and local in functions where ``local`` or
  ``declare`` says so or where only functions use a name in lower case.
- ``@test "title" {`` is a function whose name is the title with ``_`` for what no name may have.
- zsh has a grammar of its own and is not read.
"""

from collections.abc import Mapping

from crossbearing.plugin import FileFacts, ModuleLinks, SourceFile, hookimpl
from crossbearing_plugins.languages._bash.calls import checked
from crossbearing_plugins.languages._bash.dialects import readable, restored
from crossbearing_plugins.languages._bash.forms import finish
from crossbearing_plugins.languages._bash.modules import link_shell_scripts
from crossbearing_plugins.languages._bash.names import STANDARD
from crossbearing_plugins.languages._treesitter.facts import facts_of
from crossbearing_plugins.languages._treesitter.language import Language
from crossbearing_plugins.languages._treesitter.shape import shape_by

VERSION = 2
SUFFIXES = (".sh", ".bash", ".bats")
SHAPE = shape_by("bash")
INTERPRETERS = ("sh", "bash", "dash", "ash", "ksh", "bats")
BUILTINS = STANDARD

LANGUAGE = Language(
    name="bash",
    grammar="bash",
    queries=("bash.scm",),
    builtins=BUILTINS,
    receivers={},
    operators=r"(?!)",
    word=r"[^\W\d][\w:@+-]*",
    placeholder=r"\$\{[^{}]*\}|\$\([^()]*\)|\$\w+|\$[@*#?!$]|%[-+ #0]*[\d.*]*[a-zA-Z]",
    finish=finish,
)


@hookimpl
def extract(file: SourceFile) -> FileFacts:
    """Read the facts of one file; stretches that do not parse are listed."""
    return restored(checked(facts_of(readable(file.text), LANGUAGE)), file.lines)


@hookimpl
def link_modules(files: Mapping[str, FileFacts]) -> dict[str, ModuleLinks]:
    """Name each file by its path, and lead what it sources to the project's files."""
    return link_shell_scripts(files)
