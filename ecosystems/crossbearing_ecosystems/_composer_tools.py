"""The scripts of a composer.json, and the commands that follow from the tools it requires and their configuration."""

from collections.abc import Iterator

from crossbearing_ecosystems._commands import framework_of
from crossbearing_ecosystems._json import JsonDocument
from crossbearing_ecosystems._project_sheet import ProjectSheet

# fmt: off
_EVENTS = frozenset((
    "command", "init", "post-archive-cmd", "post-autoload-dump", "post-create-project-cmd", "post-file-download",
    "post-install-cmd", "post-package-install", "post-package-uninstall", "post-package-update",
    "post-root-package-install", "post-status-cmd", "post-update-cmd", "pre-archive-cmd", "pre-autoload-dump",
    "pre-command-run", "pre-file-download", "pre-install-cmd", "pre-operations-exec", "pre-package-install",
    "pre-package-uninstall", "pre-package-update", "pre-pool-create", "pre-status-cmd", "pre-update-cmd",
))
_COMMANDS = frozenset((
    "about", "archive", "audit", "browse", "bump", "check-platform-reqs", "clear-cache", "completion", "config",
    "create-project", "depends", "diagnose", "dump-autoload", "exec", "fund", "global", "help", "home", "info", "init",
    "install", "licenses", "list", "outdated", "prohibits", "reinstall", "remove", "repository", "require",
    "run-script", "search", "self-update", "show", "status", "suggests", "update", "upgrade", "validate", "why",
    "why-not",
))
# fmt: on
"""Events call scripts of their own accord; a script that has the name of a command must be run by `run-script`."""
_FRAMEWORKS = {
    "phpunit/phpunit": ("phpunit", "phpunit", ("phpunit.xml", "phpunit.xml.dist", "phpunit.dist.xml")),
    "symfony/phpunit-bridge": ("phpunit", "simple-phpunit", ("phpunit.xml", "phpunit.xml.dist", "phpunit.dist.xml")),
    "pestphp/pest": ("pest", "pest", ("phpunit.xml", "phpunit.xml.dist", "phpunit.dist.xml")),
    "codeception/codeception": ("codeception", "codecept run", ("codeception.yml", "codeception.dist.yml")),
    "behat/behat": ("behat", "behat", ("behat.yml", "behat.yml.dist", "behat.dist.yml", "behat.php")),
    "phpspec/phpspec": ("phpspec", "phpspec run", ("phpspec.yml", "phpspec.yml.dist", "phpspec.yaml")),
}
"""A package, its framework, and the command that works where one of the files is beside."""
_TOOLS = {
    "squizlabs/php_codesniffer": ("lint", "phpcs", (".phpcs.xml", ".phpcs.xml.dist", "phpcs.xml", "phpcs.xml.dist")),
    "phpstan/phpstan": ("typecheck", "phpstan analyse", ("phpstan.neon", "phpstan.neon.dist", "phpstan.dist.neon")),
    "larastan/larastan": ("typecheck", "phpstan analyse", ("phpstan.neon", "phpstan.neon.dist", "phpstan.dist.neon")),
    "vimeo/psalm": ("typecheck", "psalm", ("psalm.xml", "psalm.xml.dist")),
    "friendsofphp/php-cs-fixer": (
        "format",
        "php-cs-fixer fix",
        (".php-cs-fixer.php", ".php-cs-fixer.dist.php", ".php_cs", ".php_cs.dist"),
    ),
    "laravel/pint": ("format", "pint", ("pint.json",)),
}
_LONGEST_SCRIPT = 4_000


def claim_scripts(document: JsonDocument, sheet: ProjectSheet) -> None:
    """Claim each script as a runner, and the test framework that it runs."""
    for name in document.keys("scripts"):
        if name in _EVENTS:
            continue
        span = document.span("scripts", name)
        command = f"composer run-script {name}" if name in _COMMANDS else f"composer {name}"
        sheet.runner(name, command, span, source="script")
        if framework := framework_of("\n".join(_steps(document, name))[:_LONGEST_SCRIPT]):
            sheet.test_suite(framework, span, command)


def _steps(document: JsonDocument, name: str) -> Iterator[str]:
    """The commands of a script; what calls another script, a function, or sets a variable runs nothing itself."""
    for _, step in document.strings("scripts", name):
        if step.startswith("@php "):
            yield step.removeprefix("@php ").strip()
        elif not step.startswith("@") and "::" not in step:
            yield step


def claim_tools(document: JsonDocument, sheet: ProjectSheet) -> None:
    """Claim the test frameworks that are required, and the commands of the tools that are configured beside."""
    folder = document.text("config", "bin-dir") or f"{document.text('config', 'vendor-dir') or 'vendor'}/bin"
    claimed = {claim.framework for claim in sheet.claims if hasattr(claim, "framework")}
    for section in ("require", "require-dev"):
        for package, (framework, program, files) in _FRAMEWORKS.items():
            if document.get(section, package) is None:
                continue
            span = document.span(section, package)
            command = f"{folder.rstrip('/')}/{program}" if _has_any(sheet, files) else None
            if framework not in claimed:
                sheet.test_suite(framework, span, command, program, package)
            if command and framework in ("pest", "phpunit"):
                sheet.runner("test", command, span, framework, package, source="convention")
        for package, (purpose, program, files) in _TOOLS.items():
            if document.get(section, package) is not None and _has_any(sheet, files):
                span = document.span(section, package)
                sheet.runner(purpose, f"{folder.rstrip('/')}/{program}", span, package, source="convention")


def _has_any(sheet: ProjectSheet, files: tuple[str, ...]) -> bool:
    return any(sheet.tree.exists(sheet.beside(name)) for name in files)
