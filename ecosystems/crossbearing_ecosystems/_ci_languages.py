"""Which step of continuous integration installs which language, and where it is told the version."""

import re
from collections.abc import Mapping

SETUP_ACTIONS: Mapping[str, tuple[str, ...]] = {
    "actions/setup-dotnet": ("c#", "dotnet-version"),
    "actions/setup-go": ("go", "go-version"),
    "actions/setup-java": ("java", "java-version"),
    "actions/setup-node": ("javascript", "node-version"),
    "actions/setup-python": ("python", "python-version"),
    "actions/setup-ruby": ("ruby", "ruby-version"),
    "actions-rs/toolchain": ("rust", "toolchain"),
    "actions-rust-lang/setup-rust-toolchain": ("rust", "toolchain"),
    "conda-incubator/setup-miniconda": ("python", "python-version"),
    "dart-lang/setup-dart": ("dart", "sdk"),
    "denoland/setup-deno": ("typescript", "deno-version"),
    "dtolnay/rust-toolchain": ("rust", "toolchain"),
    "erlef/setup-beam": ("elixir", "elixir-version"),
    "goto-bus-stop/setup-zig": ("zig", "version"),
    "graalvm/setup-graalvm": ("java", "java-version"),
    "haskell-actions/setup": ("haskell", "ghc-version"),
    "julia-actions/setup-julia": ("julia", "version"),
    "mlugg/setup-zig": ("zig", "version"),
    "oven-sh/setup-bun": ("javascript", "bun-version"),
    "r-lib/actions/setup-r": ("r", "r-version"),
    "ruby/setup-ruby": ("ruby", "ruby-version"),
    "shivammathur/setup-php": ("php", "php-version"),
    "subosito/flutter-action": ("dart", "flutter-version"),
    "swift-actions/setup-swift": ("swift", "swift-version"),
}
"""Actions by name in lower case: the language, and the inputs that hold its version."""

SETUP_TASKS: Mapping[str, tuple[str, ...]] = {
    "gotool": ("go", "version"),
    "javatoolinstaller": ("java", "versionSpec"),
    "nodetool": ("javascript", "version", "versionSpec"),
    "usedotnet": ("c#", "version"),
    "usenode": ("javascript", "version"),
    "usepythonversion": ("python", "versionSpec"),
    "userubyversion": ("ruby", "versionSpec"),
}
"""Tasks of Azure Pipelines by name in lower case, in the same form."""

IMAGES: Mapping[str, str] = {
    "dart": "dart",
    "elixir": "elixir",
    "erlang": "erlang",
    "golang": "go",
    "go": "go",
    "haskell": "haskell",
    "julia": "julia",
    "node": "javascript",
    "openjdk": "java",
    "perl": "perl",
    "php": "php",
    "python": "python",
    "ruby": "ruby",
    "rust": "rust",
    "swift": "swift",
}
"""Container images by name: the language that they are made for."""

_VERSION = re.compile(r"[\w.^~<>=|* +-]{1,60}")
_ANY = frozenset({"*", "latest", "x"})
_LONGEST = 200


def versions_of(text: str) -> str:
    """The versions in an input that may hold several, one on each line; empty where any is computed or left open."""
    found = [line.strip() for line in text[: 10 * _LONGEST].splitlines() if line.strip()]
    if not set(found).isdisjoint(_ANY):
        return ""
    return ", ".join(found)[:_LONGEST] if all(_VERSION.fullmatch(line) for line in found) else ""
