"""Vue single-file components: scripts as JavaScript or TypeScript, and the template with the names that it uses.

Reads ``.vue`` files. From ``Cart.vue``

    <script setup lang="ts">
    import UserCard from "./UserCard.vue";
    const props = defineProps<{ items: Item[] }>();
    function save() { store.put(props.items); }
    </script>
    <template>
      <UserCard v-for="item in items" :title="label(item)" @click="save" />
    </template>

it reads the class ``Cart``, which importers of the file get, with the property ``items``; the function ``save``; and
for the template, a method of the class, the calls of ``UserCard``, ``label`` and ``save``.

What it says and leaves out:

- The class has the name of the file, or of its folder where the file is the ``index``.
- Scripts are read as ``javascript`` and ``typescript`` read theirs, with the same limits; ``lang`` says which.
- The object of ``export default`` or ``defineComponent`` is the class of the component: what stands in ``methods`` and
  ``computed`` are its members, found through ``this`` and in the template. Functions in ``watch`` are named
  ``watch.name``.
- Tags in other cases than those of HTML are components: the import of that name, also where the tag is written
  ``user-card``; else the only component of that file name in the project, as bundlers and global registration have it.
- Names that ``v-for`` and slots bind hide those of the script. In templates, reads of what the script does not bind and
  of globals like ``$t`` are left out. A handler that is a mere name is called.
- Templates in other languages (``pug``) and of other files are not read, and neither are mixins and what stores or
  composables return.
"""

from collections.abc import Mapping

from crossbearing.plugin import FileFacts, FileTree, ModuleLinks, SourceFile, hookimpl
from crossbearing_plugins.languages._ecmascript.names import MEMBERS, TYPES
from crossbearing_plugins.languages._ecmascript.readings import plain, typed
from crossbearing_plugins.languages._vue.component import read_component
from crossbearing_plugins.languages._vue.modules import link_vue_modules

VERSION = 1
SUFFIXES = (".vue",)
_MACROS = """
$attrs $el $emit $event $forceUpdate $i18n $nextTick $options $parent $props $refs $root $route $router $slots $store $t
$watch defineEmits defineExpose defineModel defineOptions defineProps defineSlots withDefaults
"""
BUILTINS = TYPES | frozenset(_MACROS.split())
COMMON_MEMBERS = MEMBERS
FAMILY = "ecmascript"

LANGUAGE = plain("vue", BUILTINS)
TYPED = typed("vue", BUILTINS)
WITH_JSX = typed("vue", BUILTINS, jsx=True)


@hookimpl
def extract(file: SourceFile) -> FileFacts:
    """Read the facts of one component; stretches of its scripts that do not parse are listed."""
    return read_component(file.text, file.path, LANGUAGE, TYPED, WITH_JSX)


@hookimpl
def link_modules(files: Mapping[str, FileFacts], tree: FileTree) -> dict[str, ModuleLinks]:
    """Name each component by its path, and resolve imports as Node and TypeScript do."""
    return link_vue_modules(files, tree)
