"""How Deno names what it imports: `jsr:@std/path@^1.0`, `npm:chalk@5/ansi`, `https://deno.land/x/oak@v12.0.0/mod.ts`."""

import re

from crossbearing_ecosystems._npm_specifier import Wanted

MANIFESTS = ("deno.json", "deno.jsonc")

_REGISTRY = re.compile(
    r"(?P<registry>jsr|npm):/?(?P<name>(?:@[\w.~-]+/)?[\w.~-]+)(?:@(?P<version>[^/\s][^/]*))?(?P<inside>/.*)?", re.ASCII
)
_URL = re.compile(r"https?://(?P<path>[^?#]*)")
_VERSIONED = re.compile(r"/(?P<name>[\w.-]+)@(?P<version>[^/]+)", re.ASCII)


def read_import(alias: str, text: str) -> Wanted | None:
    """The package that an import leads to, or None where it is a file of the repository."""
    if match := _REGISTRY.fullmatch(text):
        return Wanted(match["name"], match["version"], ecosystem=match["registry"])
    if url := _URL.match(text):
        if found := _VERSIONED.search(url["path"]):
            return Wanted(found["name"], found["version"], text, "generic")
        return Wanted(alias.rstrip("/") or text, None, text, "generic")
    return None
