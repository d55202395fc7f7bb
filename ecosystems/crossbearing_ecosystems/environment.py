"""Finds the environment variables that code reads, in about twenty-five languages, and what it falls back to.

- **Source files**: where a variable is read under a name that is written out, as the language does it
  (`os.environ["NAME"]`, `process.env.NAME`, `os.Getenv("NAME")`, `env::var("NAME")`, `System.getenv("NAME")`,
  `ENV.fetch("NAME")`, `getenv('NAME')`, `Environment.GetEnvironmentVariable("NAME")`, `System.get_env("NAME")`, …) or
  as common libraries do (django-environ, environs, decouple, click, pydantic, Vite, Laravel's `env()`, clap, struct
  tags of Go). The value is the default, where a literal stands beside.
- **`.env` files**: every variable that one sets. Values are taken from templates only (`.env.example`, `.env.sample`,
  `.env.dist`, `.env.template`), not from `.env` itself, in which secrets may stand.
- **Shell scripts**: what a script expects of its caller because it says what to do without it: `${NAME:?…}`,
  `${NAME:-…}`, `${NAME:=…}`, for names in capital letters that it has not set before. A mere `$NAME` is not claimed.

There is one claim for a variable and file, at the first line that reads it. Users and passwords in URLs are left out of
the values, and so is the value of a variable whose name speaks of a secret (`…_KEY`, `…_TOKEN`, `…_PASSWORD`).

Example: `os.environ.get("LEVEL", "info")` on line 4 claims `LEVEL`, kind `environment`, value `info`, at line 4.

Limits: names that are computed, or that a library derives (fields of pydantic's settings, prefixes of viper), are not
known. Assignments are not readings. Comments at the start or end of a line and strings in three quotes are skipped by
their marks; a reading in a longer comment or in any other string counts. `String.fromEnvironment` of Dart and what
Cargo sets for `env!` are given when building, not by the environment.
"""

from collections.abc import Sequence

from crossbearing.plugin import Claim, SourceFile, hookimpl
from crossbearing_ecosystems._environment import claims_at, claims_of
from crossbearing_ecosystems._environment_files import readings_of_list, readings_of_shell
from crossbearing_ecosystems._environment_languages import READERS

VERSION = 1
# fmt: off
PATTERNS = (
    ".env", ".env.*", "env.example", "example.env", "sample.env", "*.env.example", "*.env.sample", "*.env.dist",
    "*.env.template", "*.env.defaults", "*.sh", "*.bash", "*.zsh", "*.py", "*.pyi", "*.pyx", "*.js", "*.jsx", "*.mjs",
    "*.cjs", "*.ts", "*.tsx", "*.mts", "*.cts", "*.vue", "*.svelte", "*.astro", "*.go", "*.rs", "*.java", "*.kt",
    "*.kts", "*.scala", "*.sc", "*.groovy", "*.gradle", "*.clj", "*.cljc", "*.rb", "*.rake", "*.gemspec", "*.ru",
    "*.cr", "*.php", "*.cs", "*.fs", "*.fsx", "*.vb", "*.ex", "*.exs", "*.c", "*.cc", "*.cpp", "*.cxx", "*.h", "*.hh",
    "*.hpp", "*.m", "*.mm", "*.dart", "*.swift", "*.lua", "*.pl", "*.pm", "*.R", "*.r", "*.jl", "*.hs", "*.erl",
    "*.ml", "*.nim", "*.ps1", "*.psm1",
)
# fmt: on

_SHELL_SUFFIXES = frozenset({".sh", ".bash", ".zsh"})


@hookimpl
def parse_manifest(file: SourceFile) -> Sequence[Claim]:
    """Look for environment variables in one file."""
    path = file.path
    suffix = path[path.rfind(".") :]
    make_reader = READERS.get(suffix)
    if make_reader is not None:
        return claims_of(file, make_reader())
    if suffix in _SHELL_SUFFIXES:
        return _of_text(file, is_shell=True) if b"${" in file.data else []
    return _of_text(file, is_shell=False)


def _of_text(file: SourceFile, *, is_shell: bool) -> list[Claim]:
    text = file.text.replace("\r\n", "\n").replace("\r", "\n")
    if is_shell:
        return claims_at(file, text, readings_of_shell(text))
    name = file.path.rpartition("/")[2]
    is_template = any(word in name.split(".") for word in ("example", "sample", "dist", "template", "defaults"))
    return claims_at(file, text, readings_of_list(text, is_template=is_template))
