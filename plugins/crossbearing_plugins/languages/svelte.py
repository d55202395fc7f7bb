"""Svelte single-file components: scripts as JavaScript or TypeScript, and the markup with the names that it uses.

Reads ``.svelte`` files. From ``Cart.svelte``

    <script lang="ts">
      import UserCard from "$lib/UserCard.svelte";
      export let items: Item[];
      function save() { store.put(items); }
    </script>
    {#each items as item (item.id)}
      <UserCard title={label(item)} on:click={save} />
    {/each}

it reads the class ``Cart``, which importers of the file get, the variable ``items``, the function ``save``, and the
calls of ``UserCard``, ``label`` and ``save`` that the class makes.

What it says and leaves out:

- Scripts are read as ``javascript`` and ``typescript`` read theirs, with the same limits; ``lang`` says which. What
  they have at the top level belongs to the module, so that its names are found without a receiver.
- Tags in capitals, and names with points that the script binds, are components; using one calls it. ``use:action``
  and transitions call what they name, and a handler of an event that is a mere name is called.
- Snippets are functions. Names that ``{#each}``, ``{#await}``, ``{@const}``, snippets and ``let:`` bind hide those of
  the script. In markup, reads of names that the script does not bind are left out.
- ``$name`` is the store ``name`` where the script binds that; runes lead nowhere.
- ``$lib`` is the ``src/lib`` of the package.
"""

from collections.abc import Mapping

from crossbearing.plugin import FileFacts, FileTree, ModuleLinks, SourceFile, hookimpl
from crossbearing_plugins.languages._ecmascript.modules import link_ecmascript_modules
from crossbearing_plugins.languages._ecmascript.names import MEMBERS, TYPES
from crossbearing_plugins.languages._ecmascript.readings import plain, typed
from crossbearing_plugins.languages._svelte.component import read_component

VERSION = 1
SUFFIXES = (".svelte",)
_RUNES = "$$Generic $$props $$restProps $$slots $bindable $derived $effect $host $inspect $props $state"
BUILTINS = TYPES | frozenset(_RUNES.split())
COMMON_MEMBERS = MEMBERS
FAMILY = "ecmascript"

LANGUAGE = plain("svelte", BUILTINS)
TYPED = typed("svelte", BUILTINS)


@hookimpl
def extract(file: SourceFile) -> FileFacts:
    """Read the facts of one component; stretches of its scripts that do not parse are listed."""
    return read_component(file.text, file.path, LANGUAGE, TYPED)


@hookimpl
def link_modules(files: Mapping[str, FileFacts], tree: FileTree) -> dict[str, ModuleLinks]:
    """Name each component by its path, and resolve imports as Node and TypeScript do."""
    return link_ecmascript_modules(files, tree)
