"""Programming languages by the suffixes of their source files."""

_SUFFIXES = {
    "ada": ".adb .ads",
    "c": ".c",
    "c#": ".cs",
    "c++": ".cc .cpp .cxx .hh .hpp .hxx",
    "clojure": ".clj .cljc .cljs",
    "cobol": ".cbl .cob",
    "crystal": ".cr",
    "cuda": ".cu .cuh",
    "cython": ".pyx .pxd",
    "dart": ".dart",
    "elixir": ".ex .exs",
    "elm": ".elm",
    "erlang": ".erl .hrl",
    "f#": ".fs .fsx",
    "fortran": ".f .f03 .f08 .f77 .f90 .f95 .for",
    "go": ".go",
    "groovy": ".groovy",
    "haskell": ".hs .lhs",
    "java": ".java",
    "javascript": ".cjs .js .jsx .mjs",
    "julia": ".jl",
    "kotlin": ".kt .kts",
    "lua": ".lua",
    "nim": ".nim",
    "objective-c": ".m .mm",
    "ocaml": ".ml .mli",
    "perl": ".pl .pm",
    "php": ".php",
    "python": ".py .pyi .pyw",
    "r": ".r",
    "ruby": ".rb",
    "rust": ".rs",
    "scala": ".sc .scala",
    "shell": ".bash .sh .zsh",
    "solidity": ".sol",
    "sql": ".sql",
    "swift": ".swift",
    "svelte": ".svelte",
    "typescript": ".cts .mts .ts .tsx",
    "visual basic": ".vb",
    "vue": ".vue",
    "zig": ".zig",
}
LANGUAGE_OF_SUFFIX = {suffix: language for language, suffixes in _SUFFIXES.items() for suffix in suffixes.split()}
"""The language of a suffix in lower case, dot included; headers ending in ``.h`` belong to several and are left out."""


def language_of(path: str) -> str | None:
    """The language of a source file by its suffix, or None."""
    name = path[path.rfind("/") + 1 :]
    dot = name.rfind(".")
    return LANGUAGE_OF_SUFFIX.get(name[dot:].lower()) if dot > 0 else None
