"""What a manifest costs: against reading and parsing the files once, and against another tool on checkouts.

    python benchmarks/manifest.py parse                       1,000 generated manifest files of each format, in turn
    python benchmarks/manifest.py peer 'cdxgen … {}' DIR…     the whole command against another one, on each checkout

``parse`` compares, in one process and by CPU time, collecting the manifest of a folder of 1,000 files with two ways of
reading and parsing each file once:

- *placed*: with the library that the plugin uses, keeping the line of every value, which is what a claim needs
  (``tomllib`` and ``packaging`` with an index of lines, ``json`` with one, ``expat`` and libyaml with their positions);
- *bare*: with the same library, values only.

``peer`` pairs whole processes; ``{}`` is the checkout.
"""

import gc
import itertools
import json
import operator
import os
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

COUNT = 1_000
ROUNDS = 5


def pyproject(number: int) -> str:
    required = "".join(f'  "package-{item}>=1.{item},<3",\n' for item in range(40))
    extras = "".join(
        f"extra{item} = [\"other-{item}[socks]~=2.{item} ; python_version < '3.12'\"]\n" for item in range(10)
    )
    return (
        '[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n\n'
        f'[project]\nname = "p{number}"\n'
        f'version = "1.0"\nrequires-python = ">=3.9"\ndependencies = [\n{required}]\n\n'
        f'[project.optional-dependencies]\n{extras}\n[project.scripts]\ntool{number} = "tool.cli:main"\n\n'
        '[tool.ruff]\nline-length = 100\n\n[tool.pytest.ini_options]\ntestpaths = ["tests"]\n'
    )


def package_json(number: int) -> str:
    data = {
        "name": f"p{number}",
        "version": "1.0.0",
        "main": "index.js",
        "scripts": {"test": "jest", "build": "tsc -b", "lint": "eslint ."},
        "dependencies": {f"package-{item}": f"^1.{item}.0" for item in range(30)},
        "devDependencies": {f"tool-{item}": f"~2.{item}.0" for item in range(20)},
        "engines": {"node": ">=18"},
    }
    return json.dumps(data, indent=2)


def pom(number: int) -> str:
    items = "".join(
        f"    <dependency>\n      <groupId>org.example</groupId>\n      <artifactId>artifact-{item}</artifactId>\n"
        f"      <version>1.{item}</version>\n    </dependency>\n"
        for item in range(40)
    )
    return (
        '<project xmlns="http://maven.apache.org/POM/4.0.0">\n  <modelVersion>4.0.0</modelVersion>\n'
        f"  <groupId>org.example</groupId>\n  <artifactId>p{number}</artifactId>\n  <version>1</version>\n"
        f"  <dependencies>\n{items}  </dependencies>\n</project>\n"
    )


def workflow(number: int) -> str:
    steps = "".join(
        f"      - name: Step {item}\n        run: |\n          pip install tox\n          tox -e py3{item}\n"
        for item in range(10)
    )
    return (
        f"name: CI {number}\non: [push]\njobs:\n  test:\n    runs-on: ubuntu-latest\n"
        f"    steps:\n      - uses: actions/checkout@v4\n{steps}"
    )


def cargo(number: int) -> str:
    items = "".join(f'package-{item} = {{ version = "1.{item}", features = ["std"] }}\n' for item in range(40))
    return f'[package]\nname = "p{number}"\nversion = "1.0.0"\nedition = "2021"\n\n[dependencies]\n{items}'


def requirements(number: int) -> str:
    return "".join(f"package-{item}>=1.{item},<3  # for {number}\n" for item in range(50))


def parse_toml(text: str) -> None:
    import tomllib

    tomllib.loads(text)


def parse_pyproject(text: str) -> None:
    import tomllib

    from packaging.requirements import Requirement

    project = tomllib.loads(text)["project"]
    for item in project["dependencies"]:
        Requirement(item)
    for group in project["optional-dependencies"].values():
        for item in group:
            Requirement(item)


def parse_requirements(text: str) -> None:
    from packaging.requirements import Requirement

    for line in text.splitlines():
        Requirement(line.partition("#")[0].strip())


def parse_xml(text: str) -> None:
    from xml.parsers import expat

    stack: list[tuple[str, list[str]]] = []
    parser = expat.ParserCreate()
    parser.StartElementHandler = lambda name, attributes: stack.append((name, []))
    parser.CharacterDataHandler = lambda data: stack[-1][1].append(data)
    parser.EndElementHandler = lambda name: stack.pop()
    parser.Parse(text, True)


def parse_yaml(text: str) -> None:
    import yaml

    yaml.load(text, Loader=yaml.CSafeLoader)


def place_toml(file: Any) -> None:
    from crossbearing_ecosystems._toml import TomlDocument

    TomlDocument(file)


def place_pyproject(file: Any) -> None:
    from packaging.requirements import Requirement

    from crossbearing_ecosystems._toml import TomlDocument

    document = TomlDocument(file)
    for _, item in document.strings("project", "dependencies"):
        Requirement(item)
    for group in document.keys("project", "optional-dependencies"):
        for _, item in document.strings("project", "optional-dependencies", group):
            Requirement(item)


def place_json(file: Any) -> None:
    from crossbearing_ecosystems._json import JsonDocument

    JsonDocument(file)


def place_xml(file: Any) -> None:
    from crossbearing_ecosystems._xml import read_xml

    read_xml(file)


def place_yaml(file: Any) -> None:
    from crossbearing_ecosystems._yaml import YamlDocument

    YamlDocument(file)


class Format(NamedTuple):
    """Where files of a format lie, what stands in them, and the two ways to parse one."""

    pattern: str
    write: Callable[[int], str]
    bare: Callable[[str], None]
    placed: Callable[[Any], None]


FORMATS: dict[str, Format] = {
    "pyproject.toml": Format("p{}/pyproject.toml", pyproject, parse_pyproject, place_pyproject),
    "requirements.txt": Format(
        "p{}/requirements.txt", requirements, parse_requirements, lambda file: parse_requirements(file.text)
    ),
    "package.json": Format("p{}/package.json", package_json, lambda text: json.loads(text), place_json),
    "Cargo.toml": Format("p{}/Cargo.toml", cargo, parse_toml, place_toml),
    "pom.xml": Format("p{}/pom.xml", pom, parse_xml, place_xml),
    "workflow": Format(".github/workflows/w{}.yml", workflow, parse_yaml, place_yaml),
}


def compare_parsing() -> None:
    for name in (*FORMATS, "all of them"):
        chosen = list(FORMATS.values()) if name == "all of them" else [FORMATS[name]]
        with tempfile.TemporaryDirectory() as folder:
            files: list[tuple[Path, Format]] = []
            for each in chosen:
                for number in range(COUNT // len(chosen)):
                    path = Path(folder, each.pattern.format(number))
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_text(each.write(number))
                    files.append((path, each))
            report(name, folder, files)


def report(name: str, folder: str, files: list[tuple[Path, Format]]) -> None:
    from crossbearing.model.file import SourceFile
    from crossbearing.model.profile import Profile
    from crossbearing.recon.manifest import collect_manifest
    from crossbearing.registry import PluginHost
    from crossbearing.source import open_source

    rounds = []
    # As a scan does: claims are many objects without cycles.
    gc.disable()
    for _ in range(ROUNDS + 1):
        with open_source(folder) as source:
            host = PluginHost.open(Profile("benchmark"))
            times = [time.process_time()]
            manifest = collect_manifest(source, host)
            times.append(time.process_time())
            for path, each in files:
                each.placed(SourceFile(str(path), path.read_bytes()))
            times.append(time.process_time())
            for path, each in files:
                each.bare(path.read_text())
            times.append(time.process_time())
        rounds.append([later - earlier for earlier, later in itertools.pairwise(times)])
    # The first round imports the libraries.
    own, placed, bare = zip(*rounds[1:], strict=True)
    print(
        f"{name}: {len(files)} files, {len(manifest.claims())} claims: {statistics.median(own):.2f} s CPU,"
        f" {statistics.median(map(operator.truediv, own, placed)):.2f} x placed,"
        f" {statistics.median(map(operator.truediv, own, bare)):.2f} x bare (median of {ROUNDS})"
    )


def cpu_seconds(command: list[str]) -> float:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{shlex.join(command)} failed with {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def pairs(command: str, folders: list[str]) -> Iterator[tuple[str, float, float]]:
    for folder in folders:
        for _ in range(ROUNDS):
            with tempfile.TemporaryDirectory() as build:
                own = [
                    sys.executable,
                    "-m",
                    "crossbearing",
                    "manifest",
                    folder,
                    "--build-dir",
                    build,
                    "--format",
                    "json",
                ]
                yield folder, cpu_seconds(own), cpu_seconds(shlex.split(command.format(folder)))


def compare_with_peer(command: str, folders: list[str]) -> None:
    found: dict[str, list[tuple[float, float]]] = {}
    for folder, own, peer in pairs(command, folders):
        found.setdefault(folder, []).append((own, peer))
    for folder, times in found.items():
        own, peer = (statistics.median(column) for column in zip(*times, strict=True))
        print(f"{Path(folder).name}: {own:.2f} s CPU against {peer:.2f}: {own / peer:.2f} x (median of {ROUNDS})")


if __name__ == "__main__":
    if sys.argv[1:2] == ["parse"]:
        compare_parsing()
    elif sys.argv[1:2] == ["peer"] and len(sys.argv) > 3:
        compare_with_peer(sys.argv[2], sys.argv[3:])
    else:
        sys.exit(__doc__)
