"""What a manifest plugin says about a repository; each claim points at the line that proves it.

The kinds and their fields follow the manifest schema of the reconnaissance specification (§3.1). A claim's evidence
is a :class:`~crossbearing.model.location.Location` whose line exists and contains the claim's ``spelling``.
"""

from typing import ClassVar, Literal

from attrs import frozen

from crossbearing.model.location import Location

TargetKind = Literal[
    "executable",
    "static-library",
    "shared-library",
    "module-library",
    "object-library",
    "interface-library",
    "package",
    "aggregator",
    "runner",
    "test",
]
"""The kinds of nodes in the build graph, as :class:`Target` describes them."""


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
    """The tool that installs this repository's dependencies, in the version that the repository asks for."""

    section: ClassVar[str] = "package_manager"

    name: str
    version_hint: str | None = None


@frozen(order=True, kw_only=True)
class Component(Claim):
    """A first-party package, module, application or library at ``path``.

    ``ecosystem`` is the package URL type under which others would depend on it (see :class:`Dependency`).
    """

    section: ClassVar[str] = "components"

    name: str
    path: str
    kind: Literal["package", "module", "app", "lib"] = "package"
    ecosystem: str = ""


@frozen(order=True, kw_only=True)
class Dependency(Claim):
    """A declared package.

    ``version`` is the requirement as written, ``group`` the extra, scope or dependency group that lists it, ``marker``
    the condition under which it applies, and ``source`` a URL or path where it does not come from a registry
    (``workspace``: another component of this repository). ``ecosystem`` is its package URL type (``pypi``, ``npm``,
    ``golang``, ``cargo``, ``maven``, ``composer``, ``gem``, ``nuget``, ``hex``, ``pub``, ``swift``, ``conda``,
    ``docker``, ``github``, ``bazel``, ``generic``; https://github.com/package-url/purl-spec).

    ``resolved`` and ``resolved_at`` are filled in by the core from the :class:`LockedPackage` that the dependency leads
    to: the exact version, and the line of the lock file.
    """

    section: ClassVar[str] = "dependencies"

    name: str
    version: str | None = None
    kind: Literal["runtime", "dev", "optional", "build"] = "runtime"
    group: str = ""
    marker: str = ""
    source: str = ""
    ecosystem: str = ""
    resolved: str = ""
    resolved_at: Location | None = None


@frozen(order=True, kw_only=True)
class LockedPackage(Claim):
    """A package in the exact version that a lock file holds, whether it was asked for by name or by another package.

    ``requirements`` are the declared requirements that the lock file says it fulfils (``^1.0``), where it says so.
    ``folder`` is the folder, relative to the repository, whose declared dependency it is, where the lock file
    distinguishes those (the workspaces of npm and pnpm); None where it holds for all that the lock file covers.
    ``direct`` is true where the lock file marks it as asked for by name.
    """

    section: ClassVar[str] = "locked"

    name: str
    version: str
    ecosystem: str
    requirements: tuple[str, ...] = ()
    folder: str | None = None
    direct: bool = False


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
    ``job`` names the CI job (or pipeline stage) of a step, ``shell`` the shell that it asks for, and ``matrix`` the
    axes that the job is repeated over, each as ``name: value, value``.
    """

    section: ClassVar[str] = "runners"

    name: str
    command: str
    source: Literal["target", "ci", "script", "convention"] = "convention"
    directory: str = ""
    job: str = ""
    shell: str = ""
    matrix: tuple[str, ...] = ()


@frozen(order=True, kw_only=True)
class EntryPoint(Claim):
    """A place where a program starts; ``target`` is what it calls, as written (``package.module:function``).

    ``group`` is the entry-point group of a plugin (``pytest11``). A ``service`` is a process that the repository says
    how to start (a Procfile, a compose file).
    """

    section: ClassVar[str] = "entry-points"

    name: str
    kind: Literal["console-script", "gui-script", "bin", "main", "plugin", "service"] = "console-script"
    target: str = ""
    group: str = ""


@frozen(order=True, kw_only=True)
class Layout(Claim):
    """A convention of where things live, for example ``src-layout``."""

    section: ClassVar[str] = "layout"

    convention: str


@frozen(order=True, kw_only=True)
class Configuration(Claim):
    """A setting that the code reads: an environment variable, a settings module, a database selection.

    ``value`` is what the line sets it to (a module, a database engine) or falls back to, where it says so.
    """

    section: ClassVar[str] = "config"

    name: str
    kind: Literal["environment", "settings", "database", "file"] = "file"
    value: str = ""


@frozen(order=True, kw_only=True)
class Target(Claim):
    """A node of the build graph: what a build system makes or runs, and what it depends on.

    The kinds are those of the repository intelligence graph (components: ``executable``, ``static-library``,
    ``shared-library``, ``module-library``, ``object-library``, ``interface-library``, ``package``; ``aggregator``: a
    target that only gathers others; ``runner``: one that runs a command; ``test``: a test definition). ``depends_on``
    holds names of other targets and of external packages, ``sources`` paths relative to the repository, ``directory``
    the folder that defines it, and ``command`` what a runner or test executes.
    """

    section: ClassVar[str] = "targets"

    name: str
    kind: TargetKind = "executable"
    directory: str = ""
    depends_on: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    command: str = ""


@frozen(order=True, kw_only=True)
class UnreadablePart(Claim):
    """A part of the file that could not be read, at the evidence line, while the file's other claims stand.

    It becomes an entry of the manifest's ``errors``. A file of which nothing can be read raises
    :class:`~crossbearing.model.errors.UnreadableError` instead.
    """

    section: ClassVar[str] = "errors"

    reason: str
