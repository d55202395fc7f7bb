"""The names of Python modules and the files that imports lead to."""

from hypothesis import given
from hypothesis import strategies as st

from crossbearing.model.facts import ModuleLinks
from crossbearing.model.file import SourceFile
from crossbearing_plugins.languages import python, python_ast


class Tree:
    def __init__(self, files: dict[str, str], name: str = "project") -> None:
        self.name = name
        self.files = {path: SourceFile(path, text.encode()) for path, text in files.items()}
        self.paths = tuple(sorted(files))

    def exists(self, path: str) -> bool:
        return path in self.files

    def read(self, path: str) -> SourceFile | None:
        return self.files.get(path)


def links(files: dict[str, str], name: str = "project") -> dict[str, ModuleLinks]:
    tree = Tree(files, name)
    facts = {path: python.extract(file) for path, file in tree.files.items() if path.endswith((".py", ".pyi"))}
    found = python.link_modules(facts, tree)
    assert found == python_ast.link_modules(dict(reversed(facts.items())), tree)
    return dict(found)


def targets(text: str, *others: str, path: str = "pkg/mod.py", **contents: str) -> list[str | None]:
    """Where the imports of ``text`` lead in a project of empty files and those of ``contents`` (``_`` for ``/``)."""
    files = dict.fromkeys(others, "") | {path: text}
    files |= {f"{name.replace('_', '/')}/__init__.py": content for name, content in contents.items()}
    return links(files)[path].targets


def names(*paths: str, name: str = "project") -> dict[str, str]:
    return {path: link.name for path, link in links(dict.fromkeys(paths, ""), name).items()}


def test_modules_are_named_from_the_parent_of_their_outermost_package() -> None:
    assert names("pkg/__init__.py", "pkg/sub/__init__.py", "pkg/sub/mod.py", "setup.py", "pkg/__main__.py") == {
        "pkg/__init__.py": "pkg",
        "pkg/__main__.py": "pkg.__main__",
        "pkg/sub/__init__.py": "pkg.sub",
        "pkg/sub/mod.py": "pkg.sub.mod",
        "setup.py": "setup",
    }


def test_directories_without_init_are_roots_outside_packages_and_packages_inside() -> None:
    assert names("src/pkg/__init__.py", "src/pkg/data/table.py", "tests/conftest.py", "scripts/run.py") == {
        "scripts/run.py": "run",
        "src/pkg/__init__.py": "pkg",
        "src/pkg/data/table.py": "pkg.data.table",
        "tests/conftest.py": "conftest",
    }


def test_a_repository_that_is_a_package_lends_it_its_name() -> None:
    assert names("__init__.py", "a.py", "sub/b.py", name="tool") == {
        "__init__.py": "tool",
        "a.py": "tool.a",
        "sub/b.py": "tool.sub.b",
    }
    files = {"__init__.py": "", "a.py": "from tool.sub import b\nimport sub.b\nfrom . import sub", "sub/b.py": ""}
    assert links(files, "tool")["a.py"].targets == ["sub/b.py", None, "__init__.py"]


def test_absolute_imports_lead_to_the_module_that_they_name() -> None:
    found = targets(
        "import pkg.sub.leaf\nimport pkg as p\nimport os, numpy.linalg", "pkg/__init__.py", "pkg/sub/leaf.py"
    )
    assert found == ["pkg/sub/leaf.py", "pkg/__init__.py", None, None]


def test_from_imports_lead_to_a_submodule_or_to_the_module_that_has_the_name() -> None:
    text = "from pkg import leaf, thing\nfrom pkg.leaf import x\nfrom pkg.leaf import *\nfrom other import y"
    assert targets(text, "pkg/__init__.py", "pkg/leaf.py") == [
        "pkg/leaf.py",
        "pkg/__init__.py",
        "pkg/leaf.py",
        "pkg/leaf.py",
        None,
    ]


def test_a_name_that_the_package_binds_comes_before_its_submodule() -> None:
    text = "from pkg import leaf, tree, stem, root"
    files = ("pkg/leaf.py", "pkg/tree.py", "pkg/stem.py", "pkg/root.py")
    init = "from .leaf import leaf\nfrom . import tree\nfrom pkg import stem\ndef f(): root = 1"
    assert targets(text, *files, pkg=init) == ["pkg/__init__.py", "pkg/tree.py", "pkg/stem.py", "pkg/root.py"]
    assert targets("from pkg import leaf", "pkg/leaf.py", pkg="def leaf(): ...") == ["pkg/__init__.py"]


def test_relative_imports_count_from_the_file() -> None:
    text = "from . import sibling, name\nfrom .sibling import x\nfrom .. import up\nfrom ..other.deep import y\n"
    text += "from ... import z\n"
    files = ("a/__init__.py", "a/b/__init__.py", "a/b/sibling.py", "a/up.py", "a/other/deep/__init__.py")
    assert targets(text, *files, path="a/b/mod.py") == [
        "a/b/sibling.py",
        "a/b/__init__.py",
        "a/b/sibling.py",
        "a/up.py",
        "a/other/deep/__init__.py",
        None,
    ]
    assert targets("from .... import x\nfrom .....y import x", path="a/b.py") == [None, None]
    assert targets("from .b import x", "a/b/c.py", "a/b.py", path="a/__init__.py") == ["a/b.py"]


def test_packages_come_before_modules_and_sources_before_stubs() -> None:
    files = ("pkg/__init__.py", "pkg/a.py", "pkg/a.pyi", "pkg/b.pyi", "pkg/c.py", "pkg/c/__init__.py")
    text = "import pkg.a, pkg.b, pkg.c\nfrom . import a, b, c"
    assert targets(text, *files) == ["pkg/a.py", "pkg/b.pyi", "pkg/c/__init__.py"] * 2


def test_of_equal_names_the_one_in_the_same_root_is_meant() -> None:
    files = ("tests/a/helper.py", "tests/b/helper.py", "tests/c/other.py")
    assert targets("import helper", *files, path="tests/b/test_it.py") == ["tests/b/helper.py"]
    assert targets("import helper", *files, path="tests/c/test_it.py") == ["tests/a/helper.py"]


def test_a_module_in_a_package_does_not_shadow_the_standard_library() -> None:
    files = ("pkg/__init__.py", "pkg/random.py", "tools/random.py", "tools/use.py")
    assert targets("import random", *files) == [None]
    assert targets("import random", *files, path="tools/use.py") == ["tools/random.py"]


def test_namespace_packages_are_found_by_their_whole_name() -> None:
    text = "import cloud.storage.client\nfrom cloud import storage\nimport storage"
    files = ("src/cloud/storage/__init__.py", "src/cloud/storage/client.py")
    assert targets(text, *files, path="tests/use.py") == [
        "src/cloud/storage/client.py",
        "src/cloud/storage/__init__.py",
        "src/cloud/storage/__init__.py",
    ]


def test_scripts_without_a_suffix_have_a_name_too() -> None:
    tree = Tree({"bin/tool": "import helper", "bin/helper.py": ""})
    facts = {path: python.extract(file) for path, file in tree.files.items()}
    assert python.link_modules(facts, tree)["bin/tool"] == ModuleLinks("tool", ["bin/helper.py"])


PARTS = st.sampled_from(["a", "b", "__init__", "__main__", "c d", "é", "x.y", "src"])
PATHS = st.lists(PARTS, min_size=1, max_size=4).map(lambda parts: "/".join(parts) + ".py")
TEXTS = st.sampled_from(
    ["import a.b", "from . import a", "from ..a import b", "from a import *", "from ....x import y"]
)


@given(st.dictionaries(PATHS, TEXTS, max_size=8))
def test_any_tree_is_linked_to_its_own_files(files: dict[str, str]) -> None:
    for path, link in links(files).items():
        assert len(link.targets) == len(python.extract(SourceFile(path, files[path].encode())).imports)
        assert all(target is None or target in files for target in link.targets)
