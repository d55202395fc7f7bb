"""What a manifest plugin says about a repository; each claim points at the line that proves it.

The kinds and their fields follow the manifest schema of the reconnaissance specification (§3.1). A claim's evidence
is a :class:`~crossbearing.model.location.Location` whose line exists and contains the claim's ``spelling``.
"""

from typing import ClassVar, Literal

from attrs import frozen

from crossbearing.model.location import Location


@frozen(order=True)
class Claim:
    """The part that all claims share: where the proof stands, and the words that stand there.

    ``spelling`` is the text found on the evidence line where it differs from the claim's name (an empty string means
    that the name itself stands there). ``component`` is the path of the component the claim belongs to in a repository
    that holds several; the empty string is the repository's root.
    """

    section: ClassVar[str] = ""

    evidence: Location
    spelling: str = ""
    component: str = ""


@frozen(order=True, kw_only=True)
class Language(Claim):
    """A programming language in use, with the version range that the repository asks for."""

    section: ClassVar[str] = "languages"

    name: str
    version_hint: str | None = None


@frozen(order=True, kw_only=True)
class PackageManager(Claim):
    """The tool that installs this repository's dependencies."""

    section: ClassVar[str] = "package_manager"

    name: str


@frozen(order=True, kw_only=True)
class Component(Claim):
    """A first-party package, module, application or library at ``path``."""

    section: ClassVar[str] = "components"

    name: str
    path: str
    kind: Literal["package", "module", "app", "lib"] = "package"


@frozen(order=True, kw_only=True)
class Dependency(Claim):
    """A declared third-party package; ``group`` names an extra or dependency group, ``source`` a URL or path."""

    section: ClassVar[str] = "dependencies"

    name: str
    version: str | None = None
    kind: Literal["runtime", "dev", "optional", "build"] = "runtime"
    group: str = ""
    marker: str = ""
    source: str = ""


@frozen(order=True, kw_only=True)
class TestSuite(Claim):
    """A test framework in use and, where one is stated, the exact command that runs it."""

    __test__: ClassVar[bool] = False
    section: ClassVar[str] = "tests"

    framework: str
    command: str | None = None


@frozen(order=True, kw_only=True)
class ExternalPackage(Claim):
    """Third-party code kept inside the tree, to be recognised and left alone."""

    section: ClassVar[str] = "external-packages"

    name: str
    path: str


@frozen(order=True, kw_only=True)
class Runner(Claim):
    """A named command of the repository.

    ``source`` decides which of several commands for one name is canonical: a ``target`` (Makefile, justfile) beats a
    ``ci`` step, which beats a package manager's ``script`` or ``convention``. ``directory`` is where it must run.
    """

    section: ClassVar[str] = "runners"

    name: str
    command: str
    source: Literal["target", "ci", "script", "convention"] = "convention"
    directory: str = ""


@frozen(order=True, kw_only=True)
class EntryPoint(Claim):
    """A place where a program starts; ``target`` is what it calls, as written (``package.module:function``).

    ``group`` is the entry-point group of a plugin (``pytest11``).
    """

    section: ClassVar[str] = "entry-points"

    name: str
    kind: Literal["console-script", "gui-script", "bin", "main", "plugin"] = "console-script"
    target: str = ""
    group: str = ""


@frozen(order=True, kw_only=True)
class Layout(Claim):
    """A convention of where things live, for example ``src-layout``."""

    section: ClassVar[str] = "layout"

    convention: str


@frozen(order=True, kw_only=True)
class Configuration(Claim):
    """A setting that the code reads: an environment variable, a settings module, a database selection."""

    section: ClassVar[str] = "config"

    name: str
    kind: Literal["environment", "settings", "database", "file"] = "file"


@frozen(order=True, kw_only=True)
class UnreadablePart(Claim):
    """A part of the file that could not be read, at the evidence line, while the file's other claims stand.

    It becomes an entry of the manifest's ``errors``. A file of which nothing can be read raises
    :class:`~crossbearing.model.errors.UnreadableError` instead.
    """

    section: ClassVar[str] = "errors"

    reason: str
