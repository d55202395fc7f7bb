"""Members of workspaces are components of the repository, also where they lie among tests or examples."""

from pathlib import Path

import pytest

from crossbearing.model.profile import Profile
from crossbearing.recon.manifest import Manifest, collect_manifest
from crossbearing.registry import PluginHost
from crossbearing.source import open_source

POM = """<project>
<parent><groupId>g</groupId><artifactId>root</artifactId><version>1</version></parent>
<artifactId>{name}</artifactId>
<dependencies><dependency>
<groupId>g</groupId><artifactId>core</artifactId><version>1</version>
</dependency></dependencies>
</project>
"""
REPOSITORIES = {
    "cargo": {
        "Cargo.toml": '[workspace]\nmembers = [\n"core",\n"examples/*",\n"tests/it"\n]\nexclude = ["examples/odd"]\n',
        "core/Cargo.toml": '[package]\nname = "core"\n',
        "examples/one/Cargo.toml": '[package]\nname = "one"\n[dependencies]\ncore = { path = "../../core" }\n',
        "examples/odd/Cargo.toml": '[package]\nname = "odd"\n',
        "tests/it/Cargo.toml": '[package]\nname = "it"\n[dependencies]\ncore = { path = "../../core" }\n',
        "tests/fixture/Cargo.toml": '[package]\nname = "fixture"\n',
    },
    "go": {
        "go.work": "go 1.21\nuse (\n./core\n./examples/one\n./tests/it\n)\n",
        "core/go.mod": "module example.org/core\n",
        "examples/one/go.mod": "module example.org/one\nrequire example.org/core v1.0.0\n",
        "tests/it/go.mod": "module example.org/it\nrequire example.org/core v1.0.0\n",
        "tests/fixture/go.mod": "module example.org/fixture\n",
    },
    "gradle": {
        "settings.gradle": 'include ":core"\ninclude ":examples:one"\ninclude ":tests:it"\n',
        "core/build.gradle": 'plugins { id "java" }\n',
        "examples/one/build.gradle": 'dependencies { implementation project(":core") }\n',
        "tests/it/build.gradle": 'dependencies { implementation project(":core") }\n',
        "tests/fixture/build.gradle": 'plugins { id "java" }\n',
    },
    "maven": {
        "pom.xml": "<project>\n<groupId>g</groupId><artifactId>root</artifactId><version>1</version>\n<modules>\n"
        "<module>core</module>\n<module>examples/one</module>\n<module>tests/it</module>\n</modules>\n</project>\n",
        "core/pom.xml": "<project><groupId>g</groupId>\n<artifactId>core</artifactId><version>1</version></project>\n",
        "examples/one/pom.xml": POM.format(name="one"),
        "tests/it/pom.xml": POM.format(name="it"),
        "tests/fixture/pom.xml": POM.format(name="fixture"),
    },
    "pub": {
        "pubspec.yaml": "name: root\nworkspace:\n  - core\n  - examples/one\n  - tests/it\n",
        "core/pubspec.yaml": "name: core\n",
        "examples/one/pubspec.yaml": "name: one\ndependencies:\n  core:\n    path: ../../core\n",
        "tests/it/pubspec.yaml": "name: it\ndependencies:\n  core: any\n",
        "tests/fixture/pubspec.yaml": "name: fixture\n",
    },
}


def manifest_of(folder: Path, files: dict[str, str]) -> Manifest:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    with open_source(folder) as source:
        return collect_manifest(source, PluginHost.open(Profile("members")))


@pytest.mark.parametrize("ecosystem", REPOSITORIES)
def test_a_member_is_read_where_it_lies(ecosystem: str, tmp_path: Path) -> None:
    manifest = manifest_of(tmp_path, REPOSITORIES[ecosystem])
    assert manifest.errors == ()
    # What only holds tests may be none.
    assert {claim.path for claim in manifest.components} - {".", "tests/it"} == {"core", "examples/one"}
    needed = [(claim.component, claim.source) for claim in manifest.dependencies if claim.name.endswith("core")]
    assert needed == [("examples/one", "workspace"), ("tests/it", "workspace")]


@pytest.mark.parametrize("ecosystem", REPOSITORIES)
def test_without_a_workspace_they_are_no_components(ecosystem: str, tmp_path: Path) -> None:
    files = {path: text for path, text in REPOSITORIES[ecosystem].items() if "/" in path}
    assert {claim.path for claim in manifest_of(tmp_path, files).components} <= {"core"}
