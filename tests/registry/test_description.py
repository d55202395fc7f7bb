import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from crossbearing.model.errors import CrossbearingError
from crossbearing.registry import OptionField, PluginRecord, describe

MODULE = '''
"""Finds things.

For example::

    indented
"""
from attrs import field, frozen
import attr
raise RuntimeError("never imported")

VERSION: int = 7
SUFFIXES = (".a", ".b")

@frozen
class Options:
    """Not a field. ``needed``: must be given; ``words``, ``gone`` and ``b``: said of
    several. ``kept`` is no field."""

    k1: float = 1.5
    """Term saturation,
    from 0 up."""
    b: "float" = field(default=0.75, validator=None, metadata={"help": "Length normalization."})
    words: tuple[str, ...] = field(factory=tuple)
    needed: int
    kept: ClassVar[int] = 1
    computed: int = field(init=False)
    """Set by itself."""

    def method(self): ...

@hookimpl
def extract(file, options): ...
def helper(): ...
'''


def record(target: str, kind: str = "language") -> PluginRecord:
    return PluginRecord(kind, "mine", target, "made-up", "1")


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    monkeypatch.syspath_prepend(str(tmp_path))

    def write(path: str, source: str) -> None:
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        for folder in list(file.relative_to(tmp_path).parents)[:-1]:
            (tmp_path / folder / "__init__.py").write_text("raise RuntimeError('never imported')\n")
        file.write_text(source)

    return write


def test_reads_a_plugin_without_importing_it_or_its_parents(package: Callable[[str, str], None]) -> None:
    package("made_up_one/deep/mine.py", MODULE)
    described = describe(record("made_up_one.deep.mine"))
    assert described.documentation == "Finds things.\n\nFor example::\n\n    indented"
    assert described.version == 7
    assert described.claims == (".a", ".b")
    assert described.hooks == ("extract",)
    assert described.options == (
        OptionField("k1", "float", "1.5", "Term saturation,\nfrom 0 up."),
        OptionField("b", "'float'", "0.75", "Length normalization."),
        OptionField("words", "tuple[str, ...]", "tuple()", "said of several. ``kept`` is no field"),
        OptionField("needed", "int", "", "must be given"),
    )
    assert described.file.endswith("mine.py")
    assert not any(name.startswith("made_up_one") for name in sys.modules)


def test_reads_a_package_a_namespace_and_an_archive(
    package: Callable[[str, str], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package("made_up_two/__init__.py", '"""Whole package."""\nVERSION = 2\n')
    assert describe(record("made_up_two")).documentation == "Whole package."
    (tmp_path / "made_up_three").mkdir()
    (tmp_path / "made_up_three" / "mine.py").write_text("VERSION = 3\n")
    assert describe(record("made_up_three.mine")).version == 3
    with zipfile.ZipFile(tmp_path / "archive.zip", "w") as archive:
        archive.writestr("made_up_four/__init__.py", "")
        archive.writestr("made_up_four/mine.py", "VERSION = 4\n")
    monkeypatch.syspath_prepend(str(tmp_path / "archive.zip"))
    assert describe(record("made_up_four.mine")).version == 4


@pytest.mark.parametrize("attribute", ["Made", "made"])
def test_reads_the_class_behind_an_object(package: Callable[[str, str], None], attribute: str) -> None:
    source = '''
    """The module."""
    VERSION = 1
    class Other:
        VERSION = 2
    class Made:
        """The class."""
        VERSION = 3
        SUFFIXES = [".x"]
        class Options:
            depth: int = 1
        def extract(self, file): ...
    made = Made()
    '''
    package("made_up_five.py", dedent(source))
    described = describe(record(f"made_up_five:{attribute}"))
    assert (described.documentation, described.version, described.claims) == ("The class.", 3, (".x",))
    assert described.hooks == ("extract",)
    assert [field.name for field in described.options] == ["depth"]


def test_what_is_not_literal_is_left_open(package: Callable[[str, str], None]) -> None:
    package("made_up_six.py", "from other import VERSION, Options\nSUFFIXES = tuple(x for x in y)\n")
    described = describe(record("made_up_six"))
    assert (described.documentation, described.version, described.claims) == ("", None, ())
    assert (described.hooks, described.options) == ((), ())


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (b"def (", "its source cannot be parsed"),
        (b"x = " + b"(" * 500 + b")" * 500, "its source cannot be parsed"),
        (b"\0", "its source cannot be parsed"),
        (b"\xff\xfe", "its source cannot be"),
    ],
)
def test_a_source_that_cannot_be_parsed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: bytes, reason: str
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "made_up_seven.py").write_bytes(source)
    with pytest.raises(CrossbearingError, match=rf"plugin language\.mine: {reason}"):
        describe(record("made_up_seven"))


def test_a_module_that_is_not_there_or_has_no_source() -> None:
    for target in ("made_up_nowhere", "crossbearing.nowhere", "crossbearing.plugin.nowhere"):
        with pytest.raises(CrossbearingError, match=f"there is no module {target}; is it still installed"):
            describe(record(target))
    with pytest.raises(CrossbearingError, match="has no source file"):
        describe(record("builtins"))
