"""How each language reads environment variables."""

import re
from collections.abc import Callable, Iterator
from functools import cache

from crossbearing_ecosystems._environment import CAPITALS, LITERAL, NAME, Reader, Reading, literal_at

_QUOTED = rf"""["'](?P<name>{NAME})["']"""
_LATER = rf"\s*,\s*(?:default\s*[=:]\s*)?{LITERAL}\s*[,)]"
_ALONE = r"(?!\s*[.+%])"
_COALESCED = re.compile(rf"\s*[\])]?\s*!?\s*\)?\s*(?:\?\?|\|\||\?:)\s*{LITERAL}{_ALONE}")
_SECOND = re.compile(_LATER)
_ASSIGNED = re.compile(r"\s*\]?\s*=(?![=~>])")
_HASH = ("#",)


def _word(word: str) -> str:
    """A pattern for a word that starts here; one that begins with a letter is found much faster than one with `\\b`."""
    return rf"{word[0]}(?<![\w$]{word[0]}){word[1:]}"


_PYTHON_ACCESS = rf"""\s*(?:key\s*=\s*)?[bru]?["'](?P<{{}}>{NAME})["']"""
_ENVIRON = re.compile(r"environ\b")
_TESTED = re.compile(rf"""["'](?P<name>{NAME})["']\s+(?:not\s+)?in\s+(?:os\.)?$""")
_LIBRARIES = ("decouple", "environs", "import environ", "from environ", "prettyconf", "starlette.config")
_LIBRARY_CALL = re.compile(rf"""\b(?:env(?:\.[a-z_]+)?|config)\(\s*["'](?P<name>{CAPITALS})["']""")
_CAST = r"(?:\s*,\s*cast\s*=\s*[\w.]+)?"
_PYTHON_DEFAULT = re.compile(rf"(?:{_CAST}{_LATER}|\s*\]?\s*\)?\s+or\s+{LITERAL.replace('?P<', '?P<or_')}{_ALONE})")
_FORE = 120


def _more_of_python(text: str) -> Iterator[Reading]:
    """`"NAME" in os.environ`, and the calls of libraries that read the environment."""
    for match in _ENVIRON.finditer(text):
        start = max(0, match.start() - _FORE)
        if " in " in text[start : match.start()] and (tested := _TESTED.search(text[start : match.start()])):
            yield Reading(tested["name"], start + tested.start("name"))
    if any(library in text for library in _LIBRARIES):
        for match in _LIBRARY_CALL.finditer(text):
            yield Reading(match["name"], match.start("name"), literal_at(text, match.end(), _PYTHON_DEFAULT))


@cache
def _python() -> Reader:
    return Reader(
        (b"env",),
        re.compile(
            rf"{_word('environ')}b?\s*(?:\[|\.\s*(?:get|setdefault)\s*\(){_PYTHON_ACCESS.format('name')}"
            rf"|{_word('getenv')}b?\s*\({_PYTHON_ACCESS.format('function')}"
            rf"""|{_word("env")}(?:var)?\s*=\s*\[?\s*["'](?P<option>{CAPITALS})["']"""
        ),
        _PYTHON_DEFAULT,
        _ASSIGNED,
        _HASH,
        has_heredocs=True,
        more=_more_of_python,
        words=(
            b"os.environ",
            b"environ[",
            b"environ.",
            b"import environ",
            b"from environ",
            b"getenv",
            b"envvar",
            b"env=",
            b"env =",
        ),
        imports=(b"decouple", b"prettyconf", b"starlette.config"),
    )


_TAKEN_APART = re.compile(r"\}\s*(?::\s*[\w.<>]+\s*)?=\s*(?:process|import\.meta|Bun)\.env\b(?!\s*[.\[?])")
_MEMBER = re.compile(rf"(?<![.\w$])(?P<name>{NAME})\s*(?::\s*\w+\s*)?(?:=\s*{LITERAL})?[^,]*(?:,|$)")
_LONGEST_PATTERN = 2_000


def _more_of_javascript(text: str) -> Iterator[Reading]:
    """`const {{ NAME, OTHER = "default" }} = process.env`."""
    for match in _TAKEN_APART.finditer(text):
        first = max(0, match.start() - _LONGEST_PATTERN)
        start = text.rfind("{", first, match.start()) + 1
        if start <= first or "}" in text[start : match.start()]:
            continue
        for member in _MEMBER.finditer(text, start, match.start()):
            values = (value for key, value in member.groupdict().items() if key != "name" and value)
            yield Reading(member["name"], member.start("name"), next(values, ""))


_JAVASCRIPT_KEY = (
    rf"""\s*(?:(?:\?\.|\.)\s*(?P<{{0}}>{NAME})\b(?!\s*\()|(?:\?\.)?\[\s*["'`](?P<{{0}}_key>{NAME})["'`])"""
)


@cache
def _javascript() -> Reader:
    return Reader(
        (b".env",),
        re.compile(
            rf"{_word('process')}\.env{_JAVASCRIPT_KEY.format('node')}|{_word('Bun')}\.env{_JAVASCRIPT_KEY.format('bun')}"
            rf"|{_word('import')}\.meta\.env\.(?!(?:BASE_URL|DEV|MODE|PROD|SSR)\b)(?P<vite>{NAME})\b(?!\s*\()"
            rf"""|{_word("Deno")}\.env\.(?:get|has)\(\s*["'`](?P<deno>{NAME})["'`]"""
        ),
        _COALESCED,
        _ASSIGNED,
        more=_more_of_javascript,
    )


@cache
def _go() -> Reader:
    return Reader(
        (b"env", b"Env"),
        re.compile(
            rf"""{_word("os")}\.(?:Getenv|LookupEnv)\(\s*["`](?P<name>{NAME})["`]"""
            rf"""|{_word("syscall")}\.Getenv\(\s*"(?P<system>{NAME})\""""
            rf"""|{_word("env")}(?:config)?:"(?P<tag>{CAPITALS})[",]"""
            rf"""|{_word("EnvVar")}s?(?::\s*(?:\[\]string\{{\s*)?|\(\s*)"(?P<flag>{CAPITALS})"""
        ),
        re.compile(r'[^`"]{0,40}"?\s*(?:envDefault|default):"(?P<value>[^"\n]{0,200})"'),
    )


@cache
def _rust() -> Reader:
    return Reader(
        (b"env",),
        re.compile(
            rf"""{_word("env")}::var(?:_os)?\(\s*"(?P<name>{NAME})\""""
            rf"""|{_word("env")}!\(\s*"(?!CARGO_|OUT_DIR")(?P<built>{NAME})\""""
            rf"""|{_word("option_env")}!\(\s*"(?!CARGO_|OUT_DIR")(?P<optional>{NAME})\""""
            rf"""|{_word("env")}\s*=\s*"(?P<option>{CAPITALS})\""""
        ),
        re.compile(rf"\s*\)\s*\.\s*unwrap_or(?:_else\s*\(\s*\|_?\w*\||)\s*\(?\s*{LITERAL}"),
    )


@cache
def _jvm() -> Reader:
    return Reader(
        (b"env",),
        re.compile(
            r"System[./]getenv(?:\(\s*\)\s*(?:\.\s*(?:get|getOrDefault|containsKey)\s*\(|\[)|\s*\(|)"
            rf"""\s*"(?P<name>{NAME})"|System\.env\.(?P<groovy>{NAME})\b(?!\s*\()"""
            rf"""|{_word("sys")}\.env(?:\s*\(|\s*\.\s*(?:get|getOrElse|contains)\s*\()\s*"(?P<scala>{NAME})\""""
        ),
        re.compile(rf"(?:{_LATER}|\s*[\])]?\s*\??(?:\?:|\.getOrElse\()\s*{LITERAL.replace('?P<', '?P<or_')}{_ALONE})"),
        comments=("//", "* ", "/*", ";"),
    )


@cache
def _ruby() -> Reader:
    return Reader(
        (b"ENV",),
        re.compile(rf"{_word('ENV')}(?:\[|\.(?:fetch|key\?|has_key\?|include\?|dig)\s*\(?)\s*{_QUOTED}"),
        re.compile(
            rf"(?:{_LATER}|\s*\]\s*(?:\|\|=?|\.presence\s*\|\|)\s*{LITERAL.replace('?P<', '?P<or_')}{_ALONE}"
            rf"|\s*\)\s*\{{\s*{LITERAL.replace('?P<', '?P<block_')}\s*\}})"
        ),
        re.compile(r"\s*\]\s*=(?![=~>])"),
        _HASH,
    )


@cache
def _php() -> Reader:
    return Reader(
        (b"env(", b"_ENV", b"Env::get"),
        re.compile(
            rf"""g(?<![>:$\w]g)etenv\(\s*["'](?P<name>{NAME})["']|e(?<![>:$\w]e)nv\(\s*["'](?P<helper>{CAPITALS})["']"""
            rf"""|Env::get(?:OrFail)?\(\s*["'](?P<facade>{CAPITALS})["']|\$_ENV\[\s*["'](?P<key>{NAME})["']"""
        ),
        re.compile(rf"(?:{_LATER}|\s*[\])]?\s*(?:\?\?|\?:)\s*{LITERAL.replace('?P<', '?P<or_')}{_ALONE})"),
        _ASSIGNED,
        ("//", "* ", "/*", "#", "|"),
    )


@cache
def _dotnet() -> Reader:
    return Reader(
        (b"GetEnvironmentVariable",),
        re.compile(rf"""GetEnvironmentVariable\s*\(?\s*@?"(?P<name>{NAME})\""""),
        re.compile(rf"\s*(?:,\s*[\w.]+\s*)?\)\s*\?\?\s*{LITERAL}{_ALONE}"),
    )


@cache
def _elixir() -> Reader:
    return Reader(
        (b"System.",),
        re.compile(rf"""System\.(?:get_env|fetch_env!?)\(?\s*"(?P<name>{NAME})\""""),
        re.compile(rf"(?:{_LATER}|\s*\)?\s*\|\|\s*{LITERAL.replace('?P<', '?P<or_')}{_ALONE})"),
        comments=_HASH,
        has_heredocs=True,
    )


@cache
def _c() -> Reader:
    return Reader(
        (b"getenv", b"EnvironmentVariable"),
        re.compile(
            rf"""g(?<![A-Za-z0-9]g)etenv(?:_s)?\s*\(\s*"(?P<name>{NAME})"|qgetenv\(\s*"(?P<array>{NAME})\""""
            rf"""|qEnvironmentVariable(?:IsSet|IsEmpty|IntValue)?\(\s*"(?P<qt>{NAME})\""""
            rf"""|GetEnvironmentVariable[AW]?\s*\(\s*(?:L|_T\(|TEXT\()?"(?P<windows>{NAME})\""""
        ),
    )


@cache
def _dart() -> Reader:
    return Reader(
        (b".environment",),
        re.compile(rf"Platform\.environment(?:\[|\.containsKey\()\s*{_QUOTED}"),
        _COALESCED,
    )


@cache
def _swift() -> Reader:
    return Reader(
        (b"env", b"Environment.get"),
        re.compile(
            rf"""processInfo\s*\.\s*environment\s*\[\s*"(?P<name>{NAME})"|getenv\(\s*"(?P<c>{NAME})\""""
            rf"""|Environment\.get\(\s*"(?P<vapor>{CAPITALS})\""""
        ),
        _COALESCED,
    )


@cache
def _lua() -> Reader:
    return Reader((b"getenv",), re.compile(rf"\bos\.getenv\s*\(?\s*{_QUOTED}"), comments=("--",))


@cache
def _perl() -> Reader:
    return Reader((b"$ENV{",), re.compile(rf"""\$ENV\{{\s*["']?(?P<name>{NAME})["']?\s*\}}"""), None, _ASSIGNED, _HASH)


@cache
def _r() -> Reader:
    return Reader((b"Sys.getenv",), re.compile(rf"\bSys\.getenv\(\s*{_QUOTED}"), _SECOND, None, _HASH)


@cache
def _julia() -> Reader:
    return Reader(
        (b"ENV",), re.compile(rf"\b(?:ENV\[|(?:get|haskey)\(\s*ENV\s*,)\s*{_QUOTED}"), _SECOND, _ASSIGNED, _HASH
    )


@cache
def _haskell() -> Reader:
    return Reader((b"Env",), re.compile(rf"\b(?:lookupEnv|getEnv)\s+{_QUOTED}"), comments=("--",))


@cache
def _erlang() -> Reader:
    return Reader((b"getenv",), re.compile(rf"\bos:getenv\(\s*{_QUOTED}"), _SECOND, None, ("%",))


@cache
def _ocaml() -> Reader:
    return Reader((b"getenv",), re.compile(rf"\bgetenv(?:_opt)?\s+{_QUOTED}"), comments=("(*",))


@cache
def _nim() -> Reader:
    return Reader((b"Env",), re.compile(rf"\b(?:getEnv|existsEnv)\(\s*{_QUOTED}"), _SECOND, None, _HASH)


@cache
def _powershell() -> Reader:
    return Reader((b"env:", b"Env:"), re.compile(rf"\$[eE]nv:(?P<name>{NAME})"), None, _ASSIGNED, _HASH)


READERS: dict[str, Callable[[], Reader]] = {
    suffix: make_reader
    for suffixes, make_reader in {
        ".py .pyi .pyx": _python,
        ".js .jsx .mjs .cjs .ts .tsx .mts .cts .vue .svelte .astro": _javascript,
        ".go": _go,
        ".rs": _rust,
        ".java .kt .kts .scala .sc .groovy .gradle .clj .cljc": _jvm,
        ".rb .rake .gemspec .ru .cr": _ruby,
        ".php": _php,
        ".cs .fs .fsx .vb": _dotnet,
        ".ex .exs": _elixir,
        ".c .cc .cpp .cxx .h .hh .hpp .m .mm": _c,
        ".dart": _dart,
        ".swift": _swift,
        ".lua": _lua,
        ".pl .pm": _perl,
        ".R .r": _r,
        ".jl": _julia,
        ".hs": _haskell,
        ".erl": _erlang,
        ".ml": _ocaml,
        ".nim": _nim,
        ".ps1 .psm1": _powershell,
    }.items()
    for suffix in suffixes.split()
}
"""What makes the reader of files with a suffix: a repository needs few of them, and each takes time to make."""
