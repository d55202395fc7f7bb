"""Components that a template names without an import: the only file of that name in the project."""

import re
from collections.abc import Mapping

from crossbearing.plugin import FileFacts, FileTree, ModuleLinks
from crossbearing_plugins.languages._components.component import component_name
from crossbearing_plugins.languages._ecmascript.modules import link_ecmascript_modules

_WORD = re.compile(r"(?:^|[-_])(\w)")


def link_vue_modules(files: Mapping[str, FileFacts], tree: FileTree) -> dict[str, ModuleLinks]:
    """Resolve imports as in TypeScript, and names of components by the names of files."""
    links = link_ecmascript_modules(files, tree)
    components: dict[str, list[str]] = {}
    for path in files:
        name = _WORD.sub(lambda match: match[1].upper(), component_name(path))
        components.setdefault(name, []).append(path)
    for path, facts in files.items():
        targets = links[path].targets
        for number, statement in enumerate(facts.imports):
            if statement.module.startswith("<"):
                named = components.get(statement.module.strip("<>"), [])
                targets[number] = named[0] if len(named) == 1 else None
    return links
