"""One build file of Gradle in its build, with the sheet that its claims go to."""

from functools import cached_property

from crossbearing.plugin import FileTree, SourceFile
from crossbearing_ecosystems._gradle_build import SETTINGS, Build, PluginUse, Project, builds_of
from crossbearing_ecosystems._gradle_plugins import applied_plugins, evaluator_of, plugins_at
from crossbearing_ecosystems._gradle_scope import BUILD_FILES, join
from crossbearing_ecosystems._gradle_script import Script, script_of
from crossbearing_ecosystems._gradle_tokens import Label, Token
from crossbearing_ecosystems._project_sheet import ProjectSheet


class GradleSheet(ProjectSheet):
    """The claims of one build file, and what is known around it."""

    ecosystem = "maven"

    def __init__(self, file: SourceFile, tree: FileTree) -> None:
        super().__init__(file, tree)
        self.name = file.path.rpartition("/")[2]
        self.is_settings = self.name in SETTINGS
        # An unreadable file raises here; the remembered script of a readable one is the same.
        self.script = script_of(file) or Script(file)
        self.build: Build = builds_of(tree).of(file.path)
        self.evaluator = evaluator_of(self.build, file.path, self.script)
        self.frameworks: set[str] = set()

    @property
    def statements(self) -> list[tuple[tuple[Label, ...], list[Token]]]:
        """The statements with the labels of the blocks around them."""
        return self.script.statements

    @property
    def opening(self) -> Token:
        """The first word after imports and annotations."""
        heads = (statement[0] for _, statement in self.statements)
        return next((head for head in heads if head.text not in ("@", "import")), self.statements[0][1][0])

    @cached_property
    def project(self) -> Project | None:
        """The project of the build that the file configures; None for the root, and for scripts that others apply."""
        found = self.build.project_at(self.directory)
        named = (self.directory.rpartition("/")[2] + end for end in (".gradle", ".gradle.kts"))
        return found if found and (self.name in BUILD_FILES or self.name in named) else None

    @property
    def is_root(self) -> bool:
        """Say whether the file configures the root project of its build."""
        return self.name in BUILD_FILES and self.directory == self.build.root

    @property
    def serves_build(self) -> bool:
        """Say whether the file builds the logic of a build; a script that is such logic speaks of what is built."""
        is_logic = self.build.makes_plugins or "buildSrc" in self.file.path.split("/")[:-1]
        return is_logic and (self.is_settings or self.name in BUILD_FILES)

    @property
    def command(self) -> str:
        """The command that runs Gradle: the wrapper where it lies at the root of the build."""
        return "./gradlew" if self.tree.exists(join(self.build.root, "gradlew")) else "gradle"

    @cached_property
    def plugins(self) -> list[PluginUse]:
        """The plugins that the file asks for, in their order."""
        return plugins_at(self.build, self.file.path)

    @cached_property
    def applied(self) -> dict[str, PluginUse]:
        """The plugins that are applied, also by way of scripts of the repository that are plugins themselves."""
        return applied_plugins(self.build, self.file.path)
