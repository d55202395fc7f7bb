"""Whatever the files of the JavaScript world hold, every claim about them stands on its line."""

import json
from types import ModuleType
from typing import Any

import pytest
from evidence import unproved
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.plugin import Claim, Dependency, LockedPackage, Runner, UnreadableError
from crossbearing.testing.tree import MemoryTree
from crossbearing_ecosystems import (
    bun_lock,
    deno,
    deno_lock,
    npm,
    package_lock,
    pnpm_lock,
    pnpm_workspace,
    yarn_lock,
)
from crossbearing_ecosystems._npm_scripts import command_of
from crossbearing_ecosystems._npm_specifier import Wanted, is_package_name, read_specifier
from crossbearing_ecosystems._npm_workspaces import patterns_with_members

# The machine that runs the tests may be busy.
STEADY = settings(deadline=None)

PLUGINS: dict[str, ModuleType] = {
    "bun.lock": bun_lock,
    "deno.json": deno,
    "deno.lock": deno_lock,
    "package-lock.json": package_lock,
    "package.json": npm,
    "pnpm-lock.yaml": pnpm_lock,
    "pnpm-workspace.yaml": pnpm_workspace,
    "yarn.lock": yarn_lock,
}
FILES = {
    "bin/run.js": b"// code\n",
    "index.js": b"// code\n",
    "packages/a/package.json": b'{"name": "a"}\n',
    "packages/a/mod_test.ts": b"// tests\n",
    "pnpm-workspace.yaml": b"catalog:\n  left: ^1.0.0\n",
    "tsconfig.json": b"{\n}\n",
}

NAMES = st.from_regex(r"(@[a-z]{1,3}/)?[a-z][a-z0-9._-]{0,5}", fullmatch=True)
VERSIONS = st.sampled_from(["1.0.0", "0.12.3", "10.4.0-beta.1"])
SPECIFIERS = st.sampled_from(
    (
        *("^1.0.0", "*", "", "latest", ">=1 <2 || 3.x", "~2.1", "jsr:^1", "catalog:", "catalog:x"),
        *("workspace:*", "workspace:other@^1", "file:../x", "link:./x", "portal:../x", "user/repo"),
        *("npm:other@^1.0", "npm:@s/other@2", "npm:^1.0", "patch:other@npm%3A1.0.0#x.patch"),
        *("git+ssh://git@host/x.git#v1", "https://e.org/x.tgz", "github:u/r#semver:^1"),
    )
)
SCALARS = st.none() | st.booleans() | st.integers(-5, 5) | st.text(max_size=5)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
)
TABLES = st.dictionaries(NAMES, SPECIFIERS | VALUES, max_size=4)
COMMANDS = st.sampled_from(
    ["jest", "c8 mocha test/", "node --test", "vitest --watch", "npm run x", "a && deno test", ""]
)
SCRIPTS = st.dictionaries(
    st.sampled_from(["test", "pretest", "prepare", "lint", "a b", "start", "x:y", "run"]), COMMANDS | VALUES, max_size=4
)
CONDITIONS = st.recursive(
    st.sampled_from(["./x.js", "./y.mjs", "./package.json"]) | SCALARS,
    lambda inner: (
        st.dictionaries(st.sampled_from([".", "./sub", "import", "types", "default"]), inner, max_size=3)
        | st.lists(inner, max_size=2)
    ),
    max_leaves=8,
)


def table(**keys: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """A table that has any of the keys, each with a fitting value or with any other."""
    return st.fixed_dictionaries({}, optional={name: value | VALUES for name, value in keys.items()})


PACKAGES = table(
    name=NAMES,
    main=st.just("./x.js"),
    bin=st.just("./run.js") | st.dictionaries(NAMES, st.just("./run.js"), max_size=2),
    directories=st.just({"bin": "bin"}),
    exports=CONDITIONS,
    engines=st.dictionaries(st.sampled_from(["node", "npm", "yarn", "pnpm"]), st.just(">=18"), max_size=2),
    devEngines=st.just({"runtime": [{"name": "node"}], "packageManager": {"name": "bun", "version": "1"}}),
    packageManager=st.sampled_from(["yarn@4.0.0", "pnpm@9.1.0+sha1.x", "npm@", "x"]),
    scripts=SCRIPTS,
    dependencies=TABLES,
    devDependencies=TABLES | st.just({"jest": "^29", "typescript": "~5.0"}),
    optionalDependencies=TABLES,
    peerDependencies=TABLES,
    peerDependenciesMeta=st.dictionaries(NAMES, st.just({"optional": True}), max_size=2),
    bundleDependencies=st.lists(NAMES, max_size=2),
    workspaces=st.just(["packages/*", "!x"]) | st.just({"packages": ["**", "{a,packages}/a"]}),
    jest=st.just({}),
)
DENO = table(
    name=NAMES,
    exports=CONDITIONS,
    imports=st.dictionaries(
        st.text(max_size=4) | NAMES,
        st.sampled_from(
            ["jsr:@std/x@^1/y", "npm:chalk@5", "npm:/a@1/", "https://deno.land/x/oak@v1/", "./x.ts", "https://e"]
        ),
        max_size=4,
    ),
    scopes=st.just({"https://x/": {"a": "npm:a@1"}}),
    tasks=SCRIPTS | st.just({"x": {"command": "deno test", "dependencies": ["y"]}}),
    workspace=st.just(["./packages/*"]) | st.just({"members": ["packages/a"]}),
    importMap=st.sampled_from(["tsconfig.json", "none.json", "index.js"]),
    fmt=st.just({}),
    compilerOptions=st.just({}),
)
STYLES = st.sampled_from([None, 1, "\t"])


def claims_of(path: str, text: str) -> tuple[list[Claim], MemoryTree]:
    tree = MemoryTree("small", {**FILES, path: text.encode()})
    return list(PLUGINS[path.rpartition("/")[2]].parse_manifest(tree.read(path), tree)), tree


def check(path: str, text: str) -> list[Claim]:
    claims, tree = claims_of(path, text)
    assert unproved(claims, tree) == []
    return claims


@STEADY
@given(PACKAGES, STYLES, st.booleans())
def test_package(data: dict[str, Any], indent: Any, escaped: bool) -> None:
    claims = check("package.json", json.dumps(data, indent=indent, ensure_ascii=escaped))
    check("packages/a/package.json", json.dumps(data, indent=indent, ensure_ascii=escaped))
    found = {claim.name for claim in claims if isinstance(claim, Dependency)}
    for section in ("dependencies", "devDependencies", "optionalDependencies", "peerDependencies"):
        declared = data.get(section)
        if isinstance(declared, dict):
            names = {
                read_specifier(name, text).name
                for name, text in declared.items()
                if isinstance(text, str) and not text.startswith("catalog:") and is_package_name(name)
            }
            assert names <= found


@STEADY
@given(DENO, STYLES)
def test_deno(data: dict[str, Any], indent: Any) -> None:
    claims = check("deno.json", json.dumps(data, indent=indent))
    tasks = data.get("tasks")
    runners = {claim.name for claim in claims if isinstance(claim, Runner) and claim.source == "script"}
    assert runners == (set(tasks) if isinstance(tasks, dict) else set())


LOCKED = st.dictionaries(NAMES, VERSIONS, min_size=1, max_size=5)


@STEADY
@given(LOCKED, STYLES, st.sampled_from([1, 3]))
def test_package_lock(packages: dict[str, str], indent: Any, version: int) -> None:
    data: dict[str, Any] = {"lockfileVersion": version}
    if version == 1:
        data["dependencies"] = {name: {"version": text} for name, text in packages.items()}
    else:
        data["packages"] = {"": {"dependencies": dict.fromkeys(packages, "^1")}}
        data["packages"] |= {f"node_modules/{name}": {"version": text} for name, text in packages.items()}
    claims = check("package-lock.json", json.dumps(data, indent=indent))
    assert locked(claims) == set(packages.items())


@STEADY
@given(LOCKED, st.booleans())
def test_yarn_lock(packages: dict[str, str], is_berry: bool) -> None:
    text = "# yarn lockfile v1\n\n" if not is_berry else "__metadata:\n  version: 8\n\n"
    for name, version in packages.items():
        if is_berry:
            text += f'"{name}@npm:^1, {name}@npm:^2":\n  version: {version}\n  resolution: "{name}@npm:{version}"\n\n'
        else:
            text += f'"{name}@^1", "{name}@^2":\n  version "{version}"\n\n'
    claims = check("yarn.lock", text)
    assert locked(claims) == set(packages.items())
    assert {claim.requirements for claim in claims if isinstance(claim, LockedPackage)} == {("^1", "^2")}


@STEADY
@given(LOCKED, st.sampled_from(["5.4", "6.0", "9.0"]))
def test_pnpm_lock(packages: dict[str, str], version: str) -> None:
    old = version.startswith("5")
    text = f"lockfileVersion: '{version}'\n"
    if old:
        text += "specifiers:\n" + "".join(f"  '{name}': ^1\n" for name in packages)
    text += "dependencies:\n"
    for name, exact in packages.items():
        text += f"  '{name}': {exact}_x@1\n" if old else f"  '{name}':\n    specifier: ^1\n    version: {exact}(x@1)\n"
    text += "packages:\n"
    for name, exact in packages.items():
        key = {"5.4": f"/{name}/{exact}_x@1", "6.0": f"/{name}@{exact}(x@1)", "9.0": f"{name}@{exact}"}[version]
        text += f"  '{key}':\n    dev: true\n"
    claims = check("pnpm-lock.yaml", text)
    assert locked(claims) == set(packages.items())
    assert {claim.requirements for claim in claims if isinstance(claim, LockedPackage) and claim.direct} == {("^1",)}


@STEADY
@given(LOCKED, STYLES)
def test_bun_lock(packages: dict[str, str], indent: Any) -> None:
    data = {
        "workspaces": {"": {"dependencies": dict.fromkeys(packages, "^1")}},
        "packages": {name: [f"{name}@{text}", "", {}] for name, text in packages.items()},
    }
    assert locked(check("bun.lock", json.dumps(data, indent=indent))) == set(packages.items())


@STEADY
@given(LOCKED, STYLES)
def test_deno_lock(packages: dict[str, str], indent: Any) -> None:
    data = {
        "version": "4",
        "specifiers": {f"npm:{name}@^1": f"{text}_x@1" for name, text in packages.items()},
        "npm": {f"{name}@{text}_x@1": {} for name, text in packages.items()},
    }
    claims = check("deno.lock", json.dumps(data, indent=indent))
    assert locked(claims) == set(packages.items())
    assert {claim.requirements for claim in claims if isinstance(claim, LockedPackage)} == {("^1",)}


def locked(claims: list[Claim]) -> set[tuple[str, str]]:
    return {(claim.name, claim.version) for claim in claims if isinstance(claim, LockedPackage)}


@pytest.mark.parametrize("path", sorted(PLUGINS))
@STEADY
@given(
    text=st.text(max_size=60)
    | st.text('{}[]",:@/# \n-?!&*.^1a', max_size=60)
    | VALUES.map(json.dumps)
    | st.dictionaries(
        st.sampled_from(
            ["packages", "importers", "workspaces", "specifiers", "dependencies", "npm", "lockfileVersion"]
        ),
        VALUES,
    ).map(json.dumps)
)
def test_any_text(path: str, text: str) -> None:
    try:
        claims, tree = claims_of(path, text)
    except (UnreadableError, UnicodeEncodeError):
        return
    assert unproved(claims, tree) == []


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("^1.0.0", Wanted("a", "^1.0.0")),
        (" ~1.0 ", Wanted("a", "~1.0")),
        ("", Wanted("a")),
        ("latest", Wanted("a", "latest")),
        ("1.x || >=2.5.0 || 5.0.0 - 7.2.3", Wanted("a", "1.x || >=2.5.0 || 5.0.0 - 7.2.3")),
        ("npm:b@^1.0", Wanted("b", "^1.0")),
        ("npm:@s/b@1", Wanted("@s/b", "1")),
        ("npm:b", Wanted("b")),
        ("npm:^1.0", Wanted("a", "^1.0")),
        ("workspace:*", Wanted("a", "workspace:*", "workspace")),
        ("workspace:b@^1", Wanted("b", "workspace:b@^1", "workspace")),
        ("workspace:../b", Wanted("a", "workspace:../b", "workspace")),
        ("file:../b", Wanted("a", None, "../b")),
        ("link:./b", Wanted("a", None, "./b")),
        ("../b", Wanted("a", None, "../b")),
        ("~/b", Wanted("a", None, "~/b")),
        ("C:\\b", Wanted("a", None, "C:\\b")),
        ("user/repo#v1", Wanted("a", None, "user/repo#v1")),
        ("github:user/repo", Wanted("a", None, "github:user/repo")),
        ("git@host.org:u/r.git", Wanted("a", None, "git@host.org:u/r.git")),
        ("git+https://host.org/r.git#semver:^1", Wanted("a", None, "git+https://host.org/r.git#semver:^1")),
        ("patch:b@npm%3A^1.0#./b.patch", Wanted("a", "^1.0")),
        ("jsr:@std/path@^1", Wanted("@std/path", "^1", ecosystem="jsr")),
        ("jsr:^1", Wanted("a", "^1", ecosystem="jsr")),
    ],
)
def test_specifier(text: str, wanted: Wanted) -> None:
    assert read_specifier("a", text) == wanted


@pytest.mark.parametrize(
    ("manager", "script", "command"),
    [
        ("npm", "test", "npm test"),
        ("npm", "build", "npm run build"),
        ("npm", "a b", "npm run 'a b'"),
        ("yarn", "lint", "yarn lint"),
        ("yarn", "install", "yarn run install"),
        ("pnpm", "test", "pnpm test"),
        ("pnpm", "lint:fix", "pnpm run lint:fix"),
        ("bun", "test", "bun run test"),
    ],
)
def test_command_of_a_script(manager: str, script: str, command: str) -> None:
    assert command_of(manager, script) == command


@pytest.mark.parametrize(
    ("pattern", "is_there"),
    [
        ("packages/*", True),
        ("./packages/a/", True),
        ("packages/**", True),
        ("**/a", True),
        ("**", True),
        ("p?ckages/[ab]", True),
        ("{apps,packages}/{a,z}", True),
        ("packages", False),
        ("pack", False),
        ("packages/b", False),
        ("!packages/a", False),
        ("other/**", False),
        ("*" * 30, False),
        ("{" * 2000, False),
        ("{a,b}" * 40, False),
    ],
)
def test_patterns_of_a_workspace(pattern: str, is_there: bool) -> None:
    tree = MemoryTree("small", FILES)
    assert patterns_with_members(tree, "", [pattern]) == ([pattern] if is_there else [])


def test_left_out_members() -> None:
    tree = MemoryTree("small", FILES)
    assert patterns_with_members(tree, "", ["packages/*", "!**/a"]) == []
    assert patterns_with_members(tree, "packages", ["*"]) == ["*"]


def test_a_member_is_run_with_the_manager_of_its_root() -> None:
    tree = MemoryTree(
        "small",
        {
            "package.json": b'{"packageManager": "pnpm@9.0.0"}',
            "a/package.json": b'{"scripts": {"lint": "eslint ."}, "devDependencies": {"eslint": "^9"}}',
            "b/package.json": b'{"scripts": {"lint": "eslint ."}}',
            "b/yarn.lock": b"# yarn lockfile v1\n",
        },
    )
    commands = {
        path: [claim.command for claim in npm.parse_manifest(tree.read(path), tree) if isinstance(claim, Runner)]
        for path in ("a/package.json", "b/package.json")
    }
    assert commands == {"a/package.json": ["pnpm run lint"], "b/package.json": ["yarn install", "yarn lint"]}


def test_ten_megabytes_take_seconds() -> None:
    count = 60_000
    entries = ",\n".join(
        f'"node_modules/package-{number}": {{\n"version": "1.0.{number}"\n}}' for number in range(count)
    )
    with pytest.raises(UnreadableError, match="more than 20000 claims"):
        claims_of("package-lock.json", f'{{"packages": {{{entries}}}}}')
    text = "".join(f'"package-{number}@^1.0":\n  version "1.0.{number}"\n' for number in range(10_000))
    assert len(check("yarn.lock", text)) == 10_000
    names = ",\n".join(f'"package-{number}": "^1.0"' for number in range(10_000))
    assert len(check("package.json", f'{{"dependencies": {{{names}}}}}')) == 10_002
    # All on one line.
    line = names.replace("\n", "")
    assert len(check("package.json", f'{{"dependencies": {{{line}}}}}')) == 10_002
