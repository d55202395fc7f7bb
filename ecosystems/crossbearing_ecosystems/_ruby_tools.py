"""What follows from the gems that a Ruby project declares: its test frameworks, and commands that need nothing more."""

from collections.abc import Mapping

from crossbearing_ecosystems._pep508 import is_for_developers
from crossbearing_ecosystems._project_sheet import ProjectSheet
from crossbearing_ecosystems._sheet import Span

_FRAMEWORKS = {
    "rspec": "rspec",
    "rspec-core": "rspec",
    "rspec-rails": "rspec",
    "minitest": "minitest",
    "test-unit": "test-unit",
    "cucumber": "cucumber",
    "cucumber-rails": "cucumber",
}
_TEST_FOLDERS = {"rspec": "spec", "cucumber": "features"}
_LINTERS = {
    "rubocop": (".rubocop.yml", "rubocop"),
    "standard": (".standard.yml", "standardrb"),
}
_GROUPS = frozenset({"cucumber", "debug", "guard", "rspec", "rubocop"})


def is_development_group(group: str) -> bool:
    """Say whether a group of a Gemfile is for working on the project, by its name."""
    return group in _GROUPS or is_for_developers(group)


def claim_tools(sheet: ProjectSheet, gems: Mapping[str, Span]) -> None:
    """Claim the test frameworks among ``gems``, and the commands that run them and the configured linters.

    With a Gemfile beside they are run through Bundler, which is how it makes sure of their versions.
    """
    has_bundle = sheet.tree.exists(sheet.beside("Gemfile")) or sheet.tree.exists(sheet.beside("gems.rb"))
    prefix = "bundle exec " if has_bundle else ""
    claimed: set[str] = set()
    for gem, framework in _FRAMEWORKS.items():
        if gem in gems and framework not in claimed:
            claimed.add(framework)
            folder = _TEST_FOLDERS.get(framework, "")
            is_runnable = bool(folder) and sheet.has_folder(sheet.beside(folder))
            command = f"{prefix}{framework}" if is_runnable else None
            sheet.test_suite(framework, gems[gem], command, gem)
            if command and framework == "rspec":
                sheet.runner("test", command, gems[gem], gem, source="convention")
    for gem, (configuration, program) in _LINTERS.items():
        if gem in gems and sheet.tree.exists(sheet.beside(configuration)):
            sheet.runner("lint", f"{prefix}{program}", gems[gem], gem, source="convention")
    # An engine has the program too, but is no application that could be served.
    is_application = all(sheet.tree.exists(sheet.beside(path)) for path in ("bin/rails", "config/application.rb"))
    if "rails" in gems and is_application:
        sheet.runner("run", "bin/rails server", gems["rails"], "rails", source="convention")
        if "rspec" not in claimed and sheet.has_folder(sheet.beside("test")):
            sheet.runner("test", "bin/rails test", gems["rails"], "rails", source="convention")
