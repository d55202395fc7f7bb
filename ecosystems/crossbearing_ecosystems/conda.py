"""Reads `environment.yml` and its like (`environment-dev.yaml`, `docs_environment.yml`): environments of conda.

- **Dependencies**: each match specification of `dependencies` (ecosystem `conda`) with its version as written and its
  channel, or the address of a package file, as the source; each requirement of the nested `pip` list (ecosystem
  `pypi`), read as pip reads it. By the name of the file or its folder they are for development, optional, or needed at
  run time.
- **Languages**: Python and R in the version that is asked for.
- **Package manager**: conda.

Example: `  - conda-forge::numpy>=1.24` on line 5 claims `numpy`, version `>=1.24`, source `conda-forge`, at line 5.

Limits: files that a `-r` in the pip list names are read only where they are requirements files by name; a file that is
named like an environment but has no list of `dependencies` claims nothing.
"""

import re
from collections.abc import Sequence

from crossbearing.plugin import Claim, FileTree, SourceFile, hookimpl
from crossbearing_ecosystems._pep508 import is_for_developers
from crossbearing_ecosystems._purpose import Purpose, purpose_of_file
from crossbearing_ecosystems._python_sheet import TEST_FRAMEWORKS, PythonSheet
from crossbearing_ecosystems._requirement_claim import claim_requirement
from crossbearing_ecosystems._sheet import Span
from crossbearing_ecosystems._yaml import YamlDocument

VERSION = 1
PATTERNS = ("environment*.yml", "environment*.yaml", "*environment.yml", "*environment.yaml")

_LIST = "dependencies"
_VERSION = r"[A-Za-z0-9.*+!_]+"
_SPECIFICATION = re.compile(
    r"(?:(?P<channel>[^\s:\[\]=<>]+)(?::[^\s:\[\]]*)?::)?(?P<name>[A-Za-z0-9_][A-Za-z0-9_.-]*)\s*"
    rf"(?P<version>(?:[=<>!~]{{1,3}}\s*|(?=[0-9*])){_VERSION}(?:\s*[,|]\s*[=<>!~]{{0,3}}\s*{_VERSION})*"
    r"(?:(?:\s*=\s*|\s+)[\w.*]+)?)?\s*(?:\[(?P<keys>[^\]]*)\])?"
)
_FILE = re.compile(r"\S+://\S*/(?P<name>[^/\s]+)-(?P<version>[^/\s-]+)-[^/\s-]+\.(?:conda|tar\.bz2)(?:#\S*)?")
_KEY = re.compile(r"""(?P<key>version|channel)\s*=\s*(?P<quote>["']?)(?P<value>[^"']*?)(?P=quote)(?:,|$)""")
_COMMENT = re.compile(r"\s#.*")
_LANGUAGES = {"python": "python", "r-base": "r", "r": "r"}
_LONGEST = 1_000


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one environment file."""
    document = YamlDocument(file)
    sheet = PythonSheet(file, tree)
    if not isinstance(document.get(_LIST), list):
        return []
    sheet.manager("conda", (document.span(_LIST)[0],) * 2, _LIST)
    purpose = _purpose(file)
    for path, item in document.items(_LIST):
        if isinstance(item, str):
            _package(sheet, str(item), document.span(*path), purpose)
        elif isinstance(item, dict) and isinstance(item.get("pip"), list):
            for place, text in document.items(*path, "pip"):
                span = document.span(*place)
                if not isinstance(text, str) or not claim_requirement(sheet, str(text), span, purpose):
                    sheet.problem(f"not a requirement: {str(text)[:80]!r}", span[0])
        elif item is not None:
            sheet.problem(f"{_LIST} holds something that is no package", document.span(*path)[0])
    return sheet.claims


def _purpose(file: SourceFile) -> Purpose:
    """As for a requirements file; any folder for developers (``ci/conda/environment.yml``) says the same."""
    purpose = purpose_of_file(file)
    folder = next(filter(is_for_developers, file.path.lower().split("/")[:-1]), "")
    return Purpose("dev", purpose.group or folder) if folder else purpose


def _package(sheet: PythonSheet, text: str, span: Span, purpose: Purpose) -> None:
    text = _COMMENT.sub("", text[:_LONGEST]).strip()
    if file := _FILE.fullmatch(text):
        sheet.declare(
            file["name"], file["version"], span, purpose.kind, group=purpose.group, source=text, ecosystem="conda"
        )
        return
    match = _SPECIFICATION.fullmatch(text)
    if match is None:
        sheet.problem(f"not a package of conda: {text[:80]!r}", span[0])
        return
    name = match["name"]
    keys = {key["key"]: key["value"] for key in _KEY.finditer(match["keys"] or "")}
    version = (match["version"] or keys.get("version", "")).strip()
    channel = match["channel"] or keys.get("channel", "")
    sheet.declare(name, version, span, purpose.kind, group=purpose.group, source=channel, ecosystem="conda")
    if language := _LANGUAGES.get(name.lower()):
        sheet.language(language, span, name, version=version)
    if name.lower() in TEST_FRAMEWORKS and purpose.kind != "runtime":
        sheet.test_suite(name.lower(), span, None, name)
