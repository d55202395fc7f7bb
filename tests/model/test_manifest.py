"""What is asked of a manifest."""

import pytest

from crossbearing.model.claims import Runner
from crossbearing.model.location import Location
from crossbearing.model.manifest import Manifest, has_placeholder


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("pytest", False),
        ("echo $HOME ${HOME} $(pwd; ls) $((1 + 2))", False),
        ("pytest ${{ matrix.args }}", True),
        ("pip install {{ package }}", True),
        ("echo << parameters.version >>", True),
        ("echo $[[ inputs.version ]]", True),
        ("build $(Configuration)", True),
    ],
)
def test_placeholders(command, expected):
    assert has_placeholder(command) is expected


def runner(name, command, source="target", directory=""):
    return Runner(evidence=Location("Makefile", 1), name=name, command=command, source=source, directory=directory)


def test_the_command_for_a_purpose():
    manifest = Manifest(
        "shop",
        runners=(
            runner("test", "pytest ${{ matrix.args }}"),
            runner("test-unit", "pytest unit"),
            runner("check", "ruff check"),
            runner("Build and ship", "make all", source="ci"),
            runner("build", "npm run build", directory="web"),
        ),
    )
    assert manifest.runner("test").command == "pytest unit"
    assert manifest.runner("lint").command == "ruff check"
    assert manifest.runner("build") is None
    assert manifest.runner("build", "web").command == "npm run build"
