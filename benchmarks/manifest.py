"""What a manifest costs: against reading and parsing the files once, and against another tool on checkouts.

    python benchmarks/manifest.py parse                       1,000 generated manifest files of each format, in turn
    python benchmarks/manifest.py peer 'cdxgen … {}' DIR…     the whole command against another one, on each checkout

``parse`` compares, in one process and by CPU time, collecting the manifest of a folder of 1,000 files with reading each
file once and parsing it with the library that the plugin uses (``tomllib`` and ``packaging`` for pyproject files,
``json`` for package.json, ``expat`` for pom.xml, libyaml for workflows). ``peer`` pairs whole processes; ``{}`` is the
checkout.
"""

import json
import os
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

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


FORMATS: dict[str, tuple[str, Callable[[int], str], Callable[[str], None]]] = {
    "pyproject.toml": ("p{}/pyproject.toml", pyproject, parse_pyproject),
    "requirements.txt": ("p{}/requirements.txt", requirements, parse_requirements),
    "package.json": ("p{}/package.json", package_json, lambda text: json.loads(text)),
    "Cargo.toml": ("p{}/Cargo.toml", cargo, parse_toml),
    "pom.xml": ("p{}/pom.xml", pom, parse_xml),
    "workflow": (".github/workflows/w{}.yml", workflow, parse_yaml),
}


def compare_parsing() -> None:
    from crossbearing.model.profile import Profile
    from crossbearing.recon.manifest import collect_manifest
    from crossbearing.registry import PluginHost
    from crossbearing.source import open_source

    for name, (pattern, write, parse) in [*FORMATS.items(), ("all of them", ("", pyproject, parse_toml))]:
        chosen = FORMATS.values() if name == "all of them" else [(pattern, write, parse)]
        with tempfile.TemporaryDirectory() as folder:
            files: list[tuple[Path, Callable[[str], None]]] = []
            for place, text, parser in chosen:
                for number in range(COUNT // len(chosen)):
                    path = Path(folder, place.format(number))
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_text(text(number))
                    files.append((path, parser))
            ratios, ours = [], []
            for _ in range(ROUNDS):
                with open_source(folder) as source:
                    host = PluginHost.open(Profile("benchmark"))
                    start = time.process_time()
                    manifest = collect_manifest(source, host)
                    middle = time.process_time()
                    for path, parser in files:
                        parser(path.read_text())
                    end = time.process_time()
                ours.append(middle - start)
                ratios.append((middle - start) / (end - middle))
            claims = len(manifest.claims())
            print(
                f"{name}: {len(files)} files, {claims} claims: {statistics.median(ours):.2f} s CPU,"
                f" {statistics.median(ratios):.2f} x reading and parsing (median of {ROUNDS})"
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
