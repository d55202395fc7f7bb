"""Dockerfiles and Compose files: instructions, stages, images, services."""

from typing import Any

import pytest
from evidence import unproved
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.plugin import Claim, Configuration, Dependency, EntryPoint, Layout, SourceFile, UnreadableError
from crossbearing.testing.tree import MemoryTree
from crossbearing_ecosystems import compose, dockerfile
from crossbearing_ecosystems._docker_images import engine_of, language_of, parse_image
from crossbearing_ecosystems._docker_lines import read_instructions, substitute, words_of

# The machine that runs the tests may be busy.
STEADY = settings(deadline=None)


def claims_of(plugin: Any, text: str, path: str = "") -> list[Claim]:
    path = path or ("Dockerfile" if plugin is dockerfile else "compose.yaml")
    tree = MemoryTree("small", {path: text.encode()})
    claims = list(plugin.parse_manifest(tree.read(path), tree))
    assert unproved(claims, tree) == []
    return claims


def images(claims: list[Claim]) -> list[tuple[str, str | None, str]]:
    return [(claim.name, claim.version, claim.kind) for claim in claims if isinstance(claim, Dependency)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("FROM a\nRUN b\n", [("FROM", "a", (1, 1), ""), ("RUN", "b", (2, 2), "")]),
        ("run a \\\n# c\n\n  b\nCMD c", [("RUN", "a b", (1, 4), ""), ("CMD", "c", (5, 5), "")]),
        ("# escape=`\nRUN a `\n b\n", [("RUN", "a b", (2, 3), "")]),
        ("# no directive\n# escape=`\nRUN a\\\n b", [("RUN", "a b", (3, 4), "")]),
        ("RUN <<A <<-B\n1\nA\n2\n\tB\nCMD x", [("RUN", "<<A <<-B", (1, 1), "1\n2"), ("CMD", "x", (6, 6), "")]),
        ("RUN <<A\nnever closed", [("RUN", "<<A", (1, 1), ""), ("NEVER", "closed", (2, 2), "")]),
        ("RUN a \\", [("RUN", "a", (1, 1), "")]),
        ("CMD\tx y", [("CMD", "x y", (1, 1), "")]),
    ],
)
def test_instructions(text: str, expected: list[tuple[Any, ...]]) -> None:
    assert [tuple(found) for found in read_instructions(SourceFile("Dockerfile", text.encode()))] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$a ${a} ${a:-b} ${a-b} ${a:+b}", "1 1 1 1 b"),
        ("${x:-b} ${x-b} ${x:+b}|${e:-b} ${e-b}", "b b |b "),
        ("$x ${x} ${x:?needed} \\$a", "$x ${x} ${x:?needed} \\$a"),
    ],
)
def test_substitution(text: str, expected: str) -> None:
    assert substitute(text, {"a": "1", "e": ""}) == expected


def test_words() -> None:
    assert words_of('a=\'b c\' "d\\"e" f\\ g \'\' h"i"') == ["a=b c", 'd\\"e', "f g", "", "hi"]


@pytest.mark.parametrize(
    ("text", "name", "version"),
    [
        ("python", "python", ""),
        ("python:3.12-slim", "python", "3.12-slim"),
        ("localhost:5000/team/app", "localhost:5000/team/app", ""),
        ("localhost:5000/app:1@sha256:00", "localhost:5000/app", "1@sha256:00"),
        ("alpine@sha256:00", "alpine", "sha256:00"),
        ("node:${TAG}", "node", "${TAG}"),
    ],
)
def test_images(text: str, name: str, version: str) -> None:
    assert parse_image(text) == (name, version)


@pytest.mark.parametrize("text", ["", "scratch", "${BASE}", "app-${NAME}:1", "debian:<%= tag %>", "{{ image }}", "a b"])
def test_what_names_no_image(text: str) -> None:
    assert parse_image(text) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("docker.io/library/python:3.12.1-alpine", ("python", "3.12.1")),
        ("golang:latest", ("go", None)),
        ("node:lts", ("javascript", None)),
        ("node:20", ("javascript", "node 20")),
        ("maven:3.9-eclipse-temurin-21", ("java", "21")),
        ("gradle:8.5-jdk17", ("java", "17")),
        ("ghcr.io/astral-sh/uv:python3.12-bookworm", ("python", "3.12")),
        ("mcr.microsoft.com/dotnet/sdk:8.0", ("c#", ".net 8.0")),
        ("pypy:3.10-7.3", ("python", None)),
        ("debian:12", None),
    ],
)
def test_languages(text: str, expected: tuple[str, str | None] | None) -> None:
    image = parse_image(text)
    assert image is not None
    assert language_of(image) == expected


@pytest.mark.parametrize(
    ("text", "engine"),
    [
        ("postgres:16", "postgresql"),
        ("bitnami/mongodb", "mongodb"),
        ("nginx", ""),
        ("postgis/postgis:16-3.4", "postgresql"),
    ],
)
def test_engines(text: str, engine: str) -> None:
    image = parse_image(text)
    assert image is not None
    assert engine_of(image) == engine


@pytest.mark.parametrize(
    ("instructions", "target"),
    [
        ('ENTRYPOINT ["a", "b c"]\nCMD ["d"]', "a 'b c' d"),
        ('ENTRYPOINT ["a"]\nCMD d e', "a /bin/sh -c 'd e'"),
        ('ENTRYPOINT a b\nCMD ["d"]', "a b"),
        ("CMD a && b", "a && b"),
        ('CMD ["a"]\nCMD ["b"]', "b"),
        ('CMD ["a"]\nENTRYPOINT ["b"]', "b a"),
        ("CMD ['not', 'json']", "['not', 'json']"),
        ('ENTRYPOINT ["a"]\nENTRYPOINT []\nCMD ["b"]', "b"),
        ('FROM x\nFROM base\nENTRYPOINT ["c"]', "c"),
        ('FROM x\nFROM base\nCMD ["c"]', "first c"),
    ],
)
def test_what_a_container_starts(instructions: str, target: str) -> None:
    text = f'FROM alpine AS base\nENTRYPOINT ["first"]\nCMD ["second"]\nFROM x\n{instructions}\n'
    found = [claim.target for claim in claims_of(dockerfile, text) if isinstance(claim, EntryPoint)]
    assert found == [target]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ENV A=1 B='2 3' C=$A", {"A": "1", "B": "2 3", "C": "1"}),
        ("ENV A b c", {"A": "b c"}),
        ("ENV A", {}),
        ("ARG V=2\nENV A=$V ARG=${W}", {"A": "2", "ARG": "${W}"}),
        ("ONBUILD ENV A=1", {}),
    ],
)
def test_environment(text: str, expected: dict[str, str]) -> None:
    claims = claims_of(dockerfile, f"FROM x\n{text}\n")
    assert {claim.name: claim.value for claim in claims if isinstance(claim, Configuration)} == expected


def test_values_that_would_grow_without_end_stay_as_written() -> None:
    claims = claims_of(dockerfile, "ARG A=xx\n" + "ARG A=$A$A\n" * 80 + "FROM y\nENV B=xx\n" + "ENV B=$B$B\n" * 80)
    assert max(len(claim.value) for claim in claims if isinstance(claim, Configuration)) <= 10_000
    claims = claims_of(dockerfile, "FROM x\nWORKDIR /x\n" + "WORKDIR longer\n" * 10_000)
    assert [claim for claim in claims if isinstance(claim, Layout) and len(claim.convention) > 2_000] == []


def test_ignore_files_and_templates_are_no_dockerfiles() -> None:
    for path in ("Dockerfile.dockerignore", "Dockerfile.j2", "app.dockerfile.tmpl"):
        assert claims_of(dockerfile, "node_modules\n", path) == []


TAGS = st.sampled_from(["", ":1", ":3.12-slim", "@sha256:00"])
IMAGES = st.builds("{}{}".format, st.sampled_from(["python", "node", "ghcr.io/team/app", "localhost:5000/x"]), TAGS)


@STEADY
@given(st.lists(IMAGES, min_size=1, max_size=5), st.sampled_from(["\n", "\r\n", "\n# c\n\n"]), st.booleans())
def test_generated_stages(names: list[str], end: str, are_named: bool) -> None:
    lines = [f"FROM {name}" + (f" AS s{number}" if are_named else "") for number, name in enumerate(names)]
    lines += ["COPY --from=0 a b", *(["COPY --from=s0 a b"] if are_named else [])]
    found = images(claims_of(dockerfile, end.join(lines)))
    expected = [parse_image(name) for name in names]
    assert [(name, version or "") for name, version, _ in found] == expected
    assert [kind for _, _, kind in found] == ["build"] * (len(names) - 1) + ["runtime"]


@STEADY
@given(st.dictionaries(st.from_regex(r"[a-z][a-z0-9_-]{0,5}", fullmatch=True), IMAGES, min_size=1, max_size=4))
def test_generated_services(services: dict[str, str]) -> None:
    text = "services:\n" + "".join(f"  {name}:\n    image: '{image}'\n" for name, image in services.items())
    claims = claims_of(compose, text)
    assert [claim.name for claim in claims if isinstance(claim, EntryPoint)] == list(services)
    expected = [parse_image(image) for image in services.values()]
    assert [(name, version or "") for name, version, _ in images(claims)] == expected


def test_services_without_words_of_their_own() -> None:
    text = "services:\n  a: {image: x, environment: [1, {b: c}], env_file: [{c: d}], command: [[]]}\n  b:\n  c: []\n"
    found = [(claim.name, claim.target) for claim in claims_of(compose, text) if isinstance(claim, EntryPoint)]
    assert found == [("a", "x"), ("b", ""), ("c", "")]


def test_a_bomb_of_aliases_is_read_once() -> None:
    lines = ["a0: &a0 {image: x, environment: {A: 1}}"]
    lines += [f"a{number}: &a{number} {{<<: [*a{number - 1}, *a{number - 1}]}}" for number in range(1, 30)]
    assert len(claims_of(compose, "\n".join([*lines, "services: {s: *a29}\n"]))) == 3


@pytest.mark.parametrize("plugin", [dockerfile, compose], ids=["dockerfile", "compose"])
@STEADY
@given(text=st.text(alphabet="FROMasx: -\n\\\"'[]{}$<&*#=@`", max_size=80) | st.text(max_size=40))
def test_any_text(plugin: Any, text: str) -> None:
    try:
        claims_of(plugin, text)
    except (UnreadableError, UnicodeEncodeError):
        return
