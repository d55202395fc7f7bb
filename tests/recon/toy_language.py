"""A language plugin for tests: one word and one name a line (``def NAME``, ``call NAME``, ``import MODULE.NAME``).

``fail`` raises, ``interrupt`` is Ctrl-C, ``crash`` kills the process, ``exit`` ends it, ``hang`` never ends; the last
three only in a process that is not the tests' own.
"""

import os
import signal
import time

from attrs import frozen

from crossbearing.plugin import Definition, FileFacts, Import, ModuleLinks, Reference, SyntaxProblem, hookimpl

VERSION = 3
SUFFIXES = (".toy", ".two.toy")
INTERPRETERS = ("toy",)
BUILTINS = frozenset({"print"})
HOME = "CROSSBEARING_TOY_HOME"


@frozen
class Options:
    """Nothing that matters."""

    flavour: str = "plain"


@hookimpl
def extract(file, options):
    facts = FileFacts("toy", docstring=options.flavour)
    for line, text in enumerate(file.lines, start=1):
        word, _, name = text.partition(" ")
        if action := _ACTIONS.get(word):
            action()
        elif word == "def":
            facts.definitions.append(Definition(name, name, "function", line, 4, line, line))
        elif word == "call":
            facts.references.append(Reference(name, line, 5, len(facts.definitions) - 1, "call"))
        elif word == "import":
            module, _, attribute = name.rpartition(".")
            facts.imports.append(Import(module, attribute, attribute, line, 0))
        elif word == "broken":
            facts.problems.append(SyntaxProblem(line, "nonsense"))
    return facts


@hookimpl
def link_modules(files, tree):
    paths = {path.removesuffix(".toy").replace("/", "."): path for path in files}
    return {
        path: ModuleLinks(name, [paths.get(item.module) for item in files[path].imports])
        for name, path in paths.items()
    }


def _fail():
    raise ValueError("toys do not like this")


def _interrupt():
    raise KeyboardInterrupt


def _crash():
    if os.environ[HOME] != str(os.getpid()):
        os.kill(os.getpid(), signal.SIGKILL)


def _exit():
    if os.environ[HOME] != str(os.getpid()):
        os._exit(7)


def _hang():
    while os.environ[HOME] != str(os.getpid()):
        time.sleep(0.01)


_ACTIONS = {"fail": _fail, "interrupt": _interrupt, "crash": _crash, "exit": _exit, "hang": _hang}
