"""Reads `setup.py` and `setup.cfg`: what a project says to setuptools (or distutils), without running any of it.

From `setup()` and from `[metadata]` and `[options]`: the project, the Python versions it asks for, languages named by
classifiers, dependencies (`install_requires`, `extras_require`, `tests_require`, `setup_requires`), entry points,
scripts, packages, the `src` layout, and setuptools as the package manager. From the rest of a `setup.cfg`: pytest,
and the commands of flake8, mypy, pylint and the like by convention where they are configured.

`setup.py` is parsed, never executed: strings, lists and dictionaries that are written out are followed through
assignments, `+`, `append`, `extend`, `update`, `dict(...)`, `list(...)`, `"…".split()`, subscripts, `**arguments` and
both branches of conditions, wherever `setup()` is called.

Example: `install_requires=["six>=1.9"]` on line 12 claims `six`, version `>=1.9`, kind `runtime`, at line 12.

`install_requires = file: base.txt` in a `setup.cfg` leads to the requirements in that file, unless its name makes it a
requirements file, which is read for itself.

Limits: values that come from files or functions (`open("requirements.txt").read()`, `attr:` directives) are unknown
and left out; a `setup.py` that this interpreter's `ast` cannot parse is listed in `errors` with the line.
"""

from collections.abc import Sequence

from crossbearing.plugin import Claim, FileTree, SourceFile, UnreadableError, hookimpl
from crossbearing_ecosystems._python_sheet import PythonSheet
from crossbearing_ecosystems._setup_config import read_setup_config
from crossbearing_ecosystems._setup_script import read_setup_script

VERSION = 2
PATTERNS = ("setup.py", "setup.cfg")


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one ``setup.py`` or ``setup.cfg``."""
    sheet = PythonSheet(file, tree)
    try:
        read = read_setup_script if file.path.endswith(".py") else read_setup_config
        read(sheet)
    except RecursionError:
        raise UnreadableError("names refer to each other too deeply") from None
    return sheet.claims
