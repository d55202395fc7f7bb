"""Environment variables: each way of reading one is found, what only looks like it is not, and no secret is copied."""

from typing import Any

import pytest
from evidence import unproved
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing.plugin import SourceFile
from crossbearing.testing.tree import MemoryTree
from crossbearing_ecosystems import environment
from crossbearing_ecosystems._environment_languages import READERS
from crossbearing_ecosystems._secrets import is_secret, scheme_of, without_credentials, without_secrets

STEADY = settings(deadline=None)


def found_in(path: str, text: str) -> dict[str, str]:
    file = SourceFile(path, text.encode("utf-8", "replace"))
    claims: list[Any] = list(environment.parse_manifest(file))
    assert unproved(claims, MemoryTree("small", {path: file.data})) == []
    return {claim.name: claim.value for claim in claims}


@pytest.mark.parametrize(
    ("path", "line", "expected"),
    [
        ("a.py", 'os.environ["N"]', {"N": ""}),
        ("a.py", "os.environ[b'N']", {"N": ""}),
        ("a.py", 'os.environ.get("N", None)', {"N": ""}),
        ("a.py", 'os.environ["N"] == "x"', {"N": ""}),
        ("a.py", 'os.environ["N"] += "x"', {"N": ""}),
        ("a.py", 'os.environ["N"] = "x"', {}),
        ("a.py", "myenviron['N']", {}),
        ("a.py", "x = 1  # os.getenv('N')", {}),
        ("a.py", "print('#', os.getenv('N'))", {"N": ""}),
        ("a.py", "os.getenv(name)", {}),
        ("a.js", "process.env.N", {"N": ""}),
        ("a.js", "process.env?.N ?? 'x'", {"N": "x"}),
        ("a.js", "process.env.N === 'x'", {"N": ""}),
        ("a.js", "process.env.N = 'x'", {}),
        ("a.js", "delete process.env.N", {}),
        ("a.js", "const { A, B: b = 'x', ...rest } = process.env", {"A": "", "B": "x"}),
        ("a.js", "const { env } = process", {}),
        ("a.ts", "(process.env.N as string) || 'x'", {"N": ""}),
        ("a.ts", "import.meta.env.MODE", {}),
        ("a.go", 'os.Getenv("N")', {"N": ""}),
        ("a.go", 'EnvVars: []string{"N"},', {"N": ""}),
        ("a.rs", 'env!("CARGO_PKG_VERSION")', {}),
        ("a.rs", 'std::env::var_os("N")', {"N": ""}),
        ("a.java", 'System.getenv().get("N")', {"N": ""}),
        ("a.groovy", "System.env.N", {"N": ""}),
        ("a.clj", '(System/getenv "N")', {"N": ""}),
        ("a.rb", "ENV['N'] ||= 'x'", {"N": "x"}),
        ("a.rb", "ENV['N'] = 'x'", {}),
        ("a.rb", "ENV.key?('N')", {"N": ""}),
        ("a.php", "$x->env('N')", {}),
        ("a.php", "env('N', false)", {"N": "false"}),
        ("a.cs", 'Environment.SetEnvironmentVariable("N", "x")', {}),
        ("a.cpp", 'std::getenv("N")', {"N": ""}),
        ("a.cpp", 'qgetenv("N")', {"N": ""}),
        ("a.hs", 'lookupEnv "N"', {"N": ""}),
        ("a.erl", 'os:getenv("N", "x")', {"N": "x"}),
        ("a.jl", 'get(ENV, "N", "x")', {"N": "x"}),
        ("a.sh", "${N:-x}", {"N": "x"}),
        ("a.sh", "N=1\necho ${N:-x}", {}),
        ("a.sh", "N=${N:-x}", {"N": "x"}),
        ("a.sh", "${N:-$OTHER}", {"N": ""}),
        ("a.sh", "$N ${N} ${N#x} ${N/x/y}", {}),
    ],
)
def test_ways_of_reading(path: str, line: str, expected: dict[str, str]) -> None:
    assert found_in(path, line) == expected


def test_a_variable_is_claimed_once_with_the_first_default_that_is_known() -> None:
    text = 'a = os.environ["N"]\nb = os.getenv("N", "x")\nc = os.getenv("N", "y")\n'
    claims: list[Any] = list(environment.parse_manifest(SourceFile("a.py", text.encode())))
    assert [(claim.name, claim.value, claim.evidence.line) for claim in claims] == [("N", "x", 1)]


NAMES = st.from_regex(r"[A-Z][A-Z0-9_]{1,8}", fullmatch=True).filter(lambda name: not is_secret(name))
VALUES = st.text("abcxyz019_-./", min_size=1, max_size=8)


@STEADY
@given(st.dictionaries(NAMES, VALUES, max_size=5), st.sampled_from(["\n", "\r\n", "\n\n# os.environ['C']\n"]))
def test_every_variable_of_a_python_file_is_found(variables: dict[str, str], end: str) -> None:
    lines = [f"{name.lower()} = os.environ.get({name!r}, {value!r})" for name, value in variables.items()]
    assert found_in("a.py", end.join(lines)) == variables


@STEADY
@given(st.dictionaries(NAMES, VALUES, max_size=5), st.sampled_from(["{}={}", "export {}={}", '{}="{}"', "{} = '{}'"]))
def test_every_variable_of_a_template_is_found(variables: dict[str, str], style: str) -> None:
    text = "# Copy this file\n" + "\n".join(style.format(name, value) for name, value in variables.items())
    assert found_in(".env.example", text) == variables
    assert found_in(".env", text) == dict.fromkeys(variables, "")


@pytest.mark.parametrize("suffix", [*sorted(READERS), ".sh", ".env"])
@settings(deadline=None, max_examples=25)
@given(text=st.text(max_size=40) | st.text("env.ENV[('\"N)]=,{}:?$\n# /*", max_size=60))
def test_any_text(suffix: str, text: str) -> None:
    found_in(f"a{suffix}" if suffix != ".env" else ".env.example", text)


@pytest.mark.parametrize("suffix", [*sorted(READERS), ".sh", ".env.example"])
def test_long_files_are_read_in_time(suffix: str) -> None:
    for piece in ("process.env.", "os.environ[", "${A:-", "} = process.env\n", "{a:" * 3, "env(", 'ENV["A"', "'\"#"):
        found_in(f"a{suffix}", piece * 20_000)


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("URL", "postgres://user:pass@db:5432/x?sslmode=off&password=y", "postgres://db:5432/x?sslmode=off&password="),
        ("URL", "postgres://user:p@ss@db/x", "postgres://db/x"),
        ("URL", "postgres://user:p/a?s#s@db/x", "postgres://db/x"),
        ("URL", "http://host:8080/packages/@scope", "http://host:8080/packages/@scope"),
        ("X", "root:secret@tcp(localhost)/x", "tcp(localhost)/x"),
        ("X", "Server=db;User Id=sa;Password=secret;", "Server=db;User Id=;Password=;"),
        ("API_KEY", "abc", ""),
        ("DB_PASSWORD", "abc", ""),
        ("X", "sk1234567890abcdefghijklmnop", ""),
        ("KEYBOARD", "us", "us"),
        ("X", "a\nb", ""),
    ],
)
def test_secrets_are_left_out(name: str, value: str, expected: str) -> None:
    assert without_secrets(name, value) == expected


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("git+https://user:pass@example.org/x.git@v1", "git+https://example.org/x.git@v1"),
        ("https://ghp_token@github.com/x/y", "https://github.com/x/y"),
        ("git+ssh://git@github.com/x/y.git@main", "git+ssh://git@github.com/x/y.git@main"),
        ("ssh://git:secret@host/x", "ssh://host/x"),
        ("https://${TOKEN}@host/x", "https://${TOKEN}@host/x"),
        ("https://${USER}:${PASS}@host/x", "https://${USER}:${PASS}@host/x"),
        ("https://esm.sh/react@18.2.0", "https://esm.sh/react@18.2.0"),
        ("npm:@scope/name@^1", "npm:@scope/name@^1"),
    ],
)
def test_credentials_are_left_out(url: str, expected: str) -> None:
    assert without_credentials(url) == expected


def test_schemes() -> None:
    urls = ("postgresql+psycopg2://u:p@h/d", "jdbc:h2:mem:x", "sqlite::memory:", "u:p@tcp(h)/d", "localhost:5432", "")
    assert [scheme_of(url) for url in urls] == ["postgresql+psycopg2", "jdbc:h2", "sqlite", "", "", ""]
