"""Reads `CMakeLists.txt`, with the modules and subfolders that it includes, and `CMakePresets.json`. Nothing is run.

A project is read from its top: `add_subdirectory`, `include`, the project's own functions and macros, loops and
variables are followed as CMake follows them. A list file that another one includes claims nothing by itself.

- **Targets** (`add_executable`, `add_library`, `add_custom_target`, `ExternalProject_Add`, and the well-known wrappers
  of pybind11, CUDA and Qt): kind, folder, sources that are in the repository, and what they depend on
  (`target_link_libraries`, `add_dependencies`, generated files); aliases are resolved.
- **Tests** (`add_test`, `gtest_discover_tests`, `catch_discover_tests`): with the command. `enable_testing()` or
  `include(CTest)` state the framework `ctest`.
- **Dependencies** (`find_package`, `FetchContent_Declare`, `ExternalProject_Add`, `CPMAddPackage`,
  `pkg_check_modules`): version as written, `optional` without `REQUIRED`, the conditions of the surrounding `if()` as
  the marker.
- **Components and entry points**: `project()`, libraries, and executables that are no tests.
- **Languages** of `project()` and the standards asked for (`CMAKE_CXX_STANDARD`, `cxx_std_17`).
- **Runners**: by convention `cmake -B build && cmake --build build`, `ctest --test-dir build`, `cmake --install build`;
  a custom target with a command; the presets.

Example: `add_library(core STATIC core.c)` on line 7 claims the target `core`, a static library, at line 7.

Limits: both branches of an `if()` are read unless the condition is certain, so that targets of other platforms are
claimed too; a library without a type counts as static. Names that only CMake or the user's cache knows are listed in
`errors`. Folders of third parties (`third_party`, `vendor`) are not followed. At most 300,000 commands are read.
"""

from collections.abc import Sequence

from crossbearing.plugin import Claim, FileTree, SourceFile, hookimpl
from crossbearing_ecosystems._cmake_presets import read_presets
from crossbearing_ecosystems._cmake_project import read_project
from crossbearing_ecosystems._whole_projects import WholeProjects

VERSION = 1
PATTERNS = ("CMakeLists.txt", "CMakePresets.json")

_LIST_FILE = "CMakeLists.txt"

_PROJECTS = WholeProjects(_LIST_FILE, read_project)


@hookimpl
def parse_manifest(file: SourceFile, tree: FileTree) -> Sequence[Claim]:
    """Read one list file, unless it is a part of a project that is read with its top, or one file of presets."""
    if not file.path.endswith(_LIST_FILE):
        return read_presets(file, tree)
    return _PROJECTS.claims(file, tree)
