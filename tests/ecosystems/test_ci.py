"""Whatever a pipeline holds, every claim about it stands on its line, and what it plainly says is found."""

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

import pytest
import yaml
from evidence import unproved
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.plugin import Claim, Dependency, Runner, TestSuite, UnreadableError, UnreadablePart
from crossbearing.testing.tree import MemoryTree
from crossbearing_ecosystems import azure_pipelines, circleci, github_actions, gitlab_ci, jenkins, pre_commit

# The machine that runs the tests may be busy.
STEADY = settings(deadline=None)

PATHS = {
    azure_pipelines: "azure-pipelines.yml",
    circleci: ".circleci/config.yml",
    github_actions: ".github/workflows/ci.yml",
    gitlab_ci: ".gitlab-ci.yml",
    jenkins: "Jenkinsfile",
    pre_commit: ".pre-commit-config.yaml",
}
COMMANDS = st.sampled_from(
    [
        "pytest -x",
        "npm test",
        "make lint",
        "echo 'it is'",
        "cd docs",
        "go vet ./...",
        "for x in a; do tox; done",
        "${{ x }}",
    ]
)
SCRIPTS = st.lists(COMMANDS, min_size=1, max_size=4).map("\n".join)
NAMES = st.text(alphabet="abc -", min_size=1, max_size=6).map(str.strip).filter(bool)
OTHERS = st.none() | st.text(alphabet="ab:$ ", max_size=6) | st.lists(st.just("x"), max_size=2) | st.just({"k": "v"})
IMAGES = st.sampled_from(["python:3.12", "postgres", "ghcr.io/a/b@sha256:01", "${{ matrix.image }}", "node:20-slim"])


def table(**keys: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """A table that has any of the keys, each with a fitting value or with any other."""
    return st.fixed_dictionaries({}, optional={name.replace("_", "-"): value | OTHERS for name, value in keys.items()})


def jobs(job: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.dictionaries(NAMES, job | OTHERS, max_size=3)


def styled(value: Any, style: int) -> str:
    """The value as YAML in one of several notations."""
    options = ({}, {"default_flow_style": True}, {"default_style": "|"}, {"default_style": '"'}, {"width": 20})[style]
    return yaml.safe_dump(value, sort_keys=False, allow_unicode=True, **options)


STYLES = st.integers(0, 4)
MATRIX = table(matrix=st.dictionaries(NAMES, st.lists(NAMES, max_size=3) | OTHERS, max_size=2))
GITHUB = table(
    on=st.just("push"),
    env=st.just({"DJANGO_SETTINGS_MODULE": "a.b", "DATABASE_URL": "x"}),
    defaults=table(run=table(shell=st.sampled_from(["bash", "python"]), working_directory=st.just("docs"))),
    jobs=jobs(
        table(
            strategy=MATRIX,
            container=IMAGES,
            services=st.dictionaries(NAMES, table(image=IMAGES), max_size=2),
            uses=st.sampled_from(["a/b/.github/workflows/c.yml@v1", "./.github/workflows/d.yml"]),
            steps=st.lists(
                table(
                    name=NAMES,
                    id=NAMES,
                    run=SCRIPTS,
                    uses=st.sampled_from(["actions/setup-python@v5", "a/b@v1", "docker://x:1", "./local"]),
                    shell=st.sampled_from(["pwsh", "bash"]),
                )
                | OTHERS,
                max_size=3,
            ),
        )
    ),
)
GITLAB = st.dictionaries(
    st.sampled_from(["a", ".b", "default", "image", "before_script", "include", "services", "variables", "c"]),
    table(
        script=SCRIPTS | st.lists(SCRIPTS | st.lists(SCRIPTS, max_size=2), max_size=3),
        before_script=st.lists(SCRIPTS, max_size=2),
        extends=st.sampled_from(["a", ".b", "c", [".b", "a"]]),
        image=IMAGES,
        services=st.lists(IMAGES | table(name=IMAGES, alias=NAMES), max_size=2),
        parallel=table(matrix=st.lists(st.dictionaries(NAMES, st.lists(NAMES, max_size=2)), max_size=2)),
        trigger=table(include=st.sampled_from(["nowhere.yml", ".gitlab-ci.yml", "*.yml"])),
    )
    | SCRIPTS
    | OTHERS,
    max_size=5,
)
CIRCLE = table(
    orbs=st.just({"node": "circleci/node@5", "odd": "x"}),
    executors=jobs(table(docker=st.lists(table(image=IMAGES), max_size=2))),
    commands=jobs(table(steps=st.lists(table(run=SCRIPTS), max_size=2))),
    jobs=jobs(
        table(
            docker=st.lists(table(image=IMAGES) | OTHERS, max_size=3),
            executor=NAMES | table(name=NAMES),
            working_directory=st.just("~/x"),
            steps=st.lists(
                table(
                    run=SCRIPTS | table(name=NAMES, command=SCRIPTS, working_directory=st.just("~/x/docs")),
                    when=table(steps=st.lists(table(run=SCRIPTS), max_size=2)),
                )
                | OTHERS,
                max_size=3,
            ),
        )
    ),
    workflows=jobs(table(jobs=st.lists(st.dictionaries(NAMES, table(matrix=table(parameters=MATRIX)), max_size=1)))),
)
AZURE_STEPS = st.lists(
    table(
        script=SCRIPTS,
        pwsh=SCRIPTS,
        task=st.sampled_from(["Bash@3", "UsePythonVersion@0", "Other@1"]),
        inputs=st.just({"script": "pytest", "versionSpec": "3.12"}),
        template=st.sampled_from(["azure-pipelines.yml", "none.yml"]),
        displayName=NAMES,
    )
    | OTHERS,
    max_size=3,
)
AZURE = table(
    steps=AZURE_STEPS,
    jobs=st.lists(table(job=NAMES, container=IMAGES, strategy=MATRIX, steps=AZURE_STEPS) | OTHERS, max_size=2),
    resources=table(containers=st.lists(table(image=IMAGES), max_size=2)),
    variables=st.just({"DATABASE_URL": "x"}),
)
HOOKS = st.lists(
    table(
        id=NAMES,
        entry=SCRIPTS,
        language=st.sampled_from(["system", "node", "python", "golang", "ruby"]),
        pass_filenames=st.just("false"),
        args=st.lists(NAMES, max_size=2),
        additional_dependencies=st.lists(st.sampled_from(["a==1", "@s/b@2", "c", "d:1", "e[f]>=1; x"]), max_size=3),
    )
    | OTHERS,
    max_size=3,
)
PRE_COMMIT = table(
    repos=st.lists(
        table(
            repo=st.sampled_from(["local", "meta", "https://github.com/a/b", "git@x.org:c/d.git"]),
            rev=NAMES,
            hooks=HOOKS,
        ),
        max_size=3,
    ),
    default_language_version=st.just({"python": "python3.12", "node": "20"}),
)


def claims_of(plugin: ModuleType, text: str) -> tuple[Sequence[Claim], MemoryTree]:
    path = PATHS[plugin]
    tree = MemoryTree("small", {"docs/index.md": b"# Docs\n", path: text.encode("utf-8", "replace")})
    return plugin.parse_manifest(tree.read(path), tree), tree


@pytest.mark.parametrize(
    ("plugin", "values"),
    [
        (github_actions, GITHUB),
        (gitlab_ci, GITLAB),
        (circleci, CIRCLE),
        (azure_pipelines, AZURE),
        (pre_commit, PRE_COMMIT),
    ],
    ids=lambda item: item.__name__.rpartition(".")[2] if isinstance(item, ModuleType) else "",
)
def test_every_claim_is_proved(plugin: ModuleType, values: st.SearchStrategy[Any]) -> None:
    @STEADY
    @given(values, STYLES)
    def check(value: Any, style: int) -> None:
        try:
            claims, tree = claims_of(plugin, styled(value, style))
        except UnreadableError:
            return
        assert unproved(claims, tree) == []

    check()


GROOVY = st.lists(
    st.sampled_from(
        [
            "stage('a b') {",
            "dir('docs') {",
            "node {",
            "}",
            "sh 'pytest'",
            'sh "make ${x}"',
            "sh '''\n  tox\n  ls\n'''",
            "sh(script: 'npm ' + y, returnStdout: true)",
            "bat(label: 'z', script: 'ctest')",
            "agent { docker 'node:20' }",
            "docker.image('postgres:16').withRun { c ->",
            "// sh 'no'",
            "matrix { axes { axis { name 'A'; values '1' } }",
            "sh $/go test/$",
            "environment { DATABASE_URL = 'x' }",
            "if (sh('make lint')) {",
            "def a = '\\n' + sh",
        ]
    ),
    max_size=12,
).map("\n".join)


@STEADY
@given(GROOVY)
def test_every_claim_of_jenkins_is_proved(text: str) -> None:
    text += "\n" + "}" * max(0, text.count("{") - text.count("}"))
    try:
        claims, tree = claims_of(jenkins, text)
    except UnreadableError:
        return
    assert unproved(claims, tree) == []


@pytest.mark.parametrize("plugin", PATHS, ids=lambda plugin: plugin.__name__.rpartition(".")[2])
def test_any_text(plugin: ModuleType) -> None:
    @STEADY
    @given(st.text(max_size=60) | st.text(alphabet="{}[]():-'\"\\\n ashrun$|>", max_size=60))
    def check(text: str) -> None:
        try:
            claims, tree = claims_of(plugin, text)
        except UnreadableError:
            return
        assert unproved(claims, tree) == []

    check()


TESTS = st.lists(st.sampled_from(["pytest a", "pytest -x", "python -m pytest", "tox"]), min_size=1, max_size=4)
WRITERS: dict[ModuleType, Callable[[list[str]], Any]] = {
    azure_pipelines: lambda scripts: {"jobs": [{"job": "x", "steps": [{"script": script} for script in scripts]}]},
    circleci: lambda scripts: {"jobs": {"x": {"steps": [{"run": {"command": script}} for script in scripts]}}},
    github_actions: lambda scripts: {"jobs": {"x": {"steps": [{"run": script} for script in scripts]}}},
    gitlab_ci: lambda scripts: {f"x{number}": {"script": [script]} for number, script in enumerate(scripts)},
}


@pytest.mark.parametrize("plugin", WRITERS, ids=lambda plugin: plugin.__name__.rpartition(".")[2])
def test_what_tests_is_found_on_its_line(plugin: ModuleType) -> None:
    @STEADY
    @given(TESTS, STYLES)
    def check(commands: list[str], style: int) -> None:
        scripts = [f"echo {number}\n{command} # {number}." for number, command in enumerate(commands)]
        text = styled(WRITERS[plugin](scripts), style)
        claims, tree = claims_of(plugin, text)
        runners = [claim for claim in claims if isinstance(claim, Runner)]
        assert [(claim.name, claim.command) for claim in runners] == [("test", command) for command in commands]
        assert all(claim.job.startswith("x") for claim in runners)
        file = tree.read(PATHS[plugin])
        assert file is not None
        if style in (0, 2, 3):
            for number, claim in enumerate(runners):
                assert f"# {number}." in file.lines[claim.evidence.line - 1]
        suites = [claim for claim in claims if isinstance(claim, TestSuite)]
        assert len(suites) == len(commands) - commands.count("tox")

    check()


@STEADY
@given(st.lists(st.sampled_from(["a/b@v1", "a/b/c@main", "d/e@0123", "f/g"]), max_size=5), STYLES)
def test_what_is_used_is_found(used: list[str], style: int) -> None:
    text = styled({"jobs": {"x": {"steps": [{"uses": name} for name in used]}}}, style)
    claims, _ = claims_of(github_actions, text)
    found = [claim for claim in claims if isinstance(claim, Dependency)]
    assert [f"{claim.name}@{claim.version}" if claim.version else claim.name for claim in found] == used


def problems(claims: Sequence[Claim]) -> list[str]:
    return [claim.reason for claim in claims if isinstance(claim, UnreadablePart)]


def test_steps_that_jobs_share_are_read_as_often_as_there_is_room() -> None:
    text = "shared: &steps\n" + "  - run: |\n" + "      echo\n" * 3_000 + "jobs:\n"
    text += "".join(f"  job{number}:\n    steps: *steps\n" for number in range(2_000))
    claims, _ = claims_of(github_actions, text)
    assert 10 < len(claims) < 500
    assert problems(claims) == ["all jobs together run too much"]


def test_references_without_end_end() -> None:
    text = "".join(
        f"j{number}:\n  extends: [j{number + 1}, j{number + 2}, j0]\n"
        f"  script: [!reference [j{number + 1}, script], !reference [j{number + 2}, script], !reference [j0, script]]\n"
        for number in range(300)
    )
    claims, _ = claims_of(gitlab_ci, text)
    assert claims == []


def test_bombs_of_aliases_are_harmless() -> None:
    bomb = "a0: &a0 [make test, make test]\n" + "".join(
        f"a{number}: &a{number} [*a{number - 1}, *a{number - 1}]\n" for number in range(1, 40)
    )
    claims, tree = claims_of(gitlab_ci, f"{bomb}job:\n  script: *a39\n")
    assert unproved(claims, tree) == []
    assert claims_of(circleci, f"{bomb}jobs:\n  x:\n    steps: *a39\n")[0]
    assert claims_of(azure_pipelines, f"{bomb}steps: *a39\n")[0] == []
    assert (
        claims_of(github_actions, f"{bomb}jobs:\n  x:\n    strategy:\n      matrix: {{a: *a39}}\n    steps: *a39\n")[0]
        == []
    )
