"""Which programs do what, where that does not depend on the project they are run in."""

from collections.abc import Mapping

PURPOSES = ("test", "build", "lint", "format", "typecheck", "docs", "bench", "install", "publish", "run")
"""The purposes, those that a reader looks for first in front."""


def _table(text: str) -> dict[str, dict[str, str]]:
    """Read lines of ``program word=purpose …``."""
    found: dict[str, dict[str, str]] = {}
    for line in text.strip().splitlines():
        program, *pairs = line.split()
        found[program] = dict(pair.split("=") for pair in pairs)
    return found


PROGRAMS: Mapping[str, str] = {
    program: purpose
    for purpose, programs in {
        "test": (
            "pytest py.test tox nox nose2 nosetests stestr trial behave jest vitest mocha ava tap tape jasmine karma "
            "playwright cypress wtr uvu rspec cucumber minitest phpunit pest paratest codecept behat ctest bats busted "
            "ginkgo gotestsum prove shellspec kyua lit elm-test chart-testing molecule"
        ),
        "build": (
            "webpack rollup vite esbuild parcel tsup ninja pyproject-build hatchling msbuild MSBuild xcodebuild "
            "goreleaser cibuildwheel scons dune ng-packagr tsdown unbuild"
        ),
        "lint": (
            "ruff flake8 pylint eslint tslint oxlint xo standard jshint stylelint biome golangci-lint staticcheck "
            "revive golint misspell rubocop standardrb reek phpcs psalm phpstan phpmd shellcheck hadolint yamllint "
            "markdownlint markdownlint-cli2 actionlint cpplint clang-tidy cppcheck ktlint detekt swiftlint codespell "
            "typos bandit vulture pydocstyle pycodestyle zizmor lint-staged sphinx-lint ansible-lint tflint commitlint "
            "knip cargo-deny luacheck djlint interrogate deptry doc8"
        ),
        "format": (
            "black isort prettier gofmt gofumpt goimports rustfmt clang-format dprint yapf autopep8 swiftformat "
            "swift-format pint shfmt stylua ocamlformat php-cs-fixer taplo docformatter pyupgrade"
        ),
        "typecheck": "mypy pyright basedpyright pytype pyre vue-tsc svelte-check flow ty dmypy",
        "docs": (
            "sphinx-build sphinx-autobuild mkdocs typedoc jsdoc rustdoc doxygen yard pdoc godoc docusaurus vitepress "
            "mdbook pydocmd zensical"
        ),
        "bench": "asv hyperfine",
        "publish": "twine semantic-release release-it np",
    }.items()
    for program in programs.split()
}
"""Programs that do one thing whatever their arguments."""

SUBCOMMANDS: Mapping[str, Mapping[str, str]] = _table(
    """
ant test=test compile=build jar=build dist=build javadoc=docs
artisan test=test serve=run
bazel test=test coverage=test build=build run=run
bazelisk test=test coverage=test build=build run=run
buck2 test=test build=build run=run
buf lint=lint format=format build=build
bun test=test build=build install=install i=install ci=install add=install publish=publish
bundle install=install
cabal test=test build=build bench=bench haddock=docs install=install
cargo test=test t=test nextest=test llvm-cov=test tarpaulin=test miri=test build=build b=build check=typecheck \
 c=typecheck clippy=lint deny=lint audit=lint fmt=format doc=docs rustdoc=docs bench=bench criterion=bench \
 publish=publish run=run r=run install=install fetch=install
composer install=install update=install validate=lint
conda install=install build=build
cross test=test build=build check=typecheck clippy=lint
dart test=test analyze=lint format=format compile=build run=run pub=install doc=docs
deno test=test lint=lint fmt=format check=typecheck bench=bench compile=build run=run doc=docs publish=publish \
 install=install
docker build=build buildx=build push=publish run=run
docker-compose build=build up=run run=run
dotnet test=test vstest=test build=build msbuild=build pack=build publish=publish format=format restore=install run=run
dune build=build test=test runtest=test install=install fmt=format
flutter test=test analyze=lint build=build run=run pub=install drive=test
forge test=test build=build fmt=format
go test=test build=build vet=lint fmt=format run=run install=install get=install
hardhat test=test compile=build
hatch test=test build=build fmt=format publish=publish
helm lint=lint unittest=test
lein test=test jar=build uberjar=build run=run deps=install
lerna publish=publish bootstrap=install
maturin build=build develop=build publish=publish
meson test=test compile=build install=install
mix test=test compile=build format=format credo=lint dialyzer=typecheck docs=docs deps.get=install release=build \
 hex.publish=publish
next build=build lint=lint dev=run start=run
ng test=test build=build lint=lint e2e=test serve=run
node --test=test
npm test=test t=test tst=test ci=install install=install i=install clean-install=install publish=publish start=run
nuxt build=build dev=run generate=build typecheck=typecheck
opam install=install
packer validate=lint build=build
pants test=test lint=lint fmt=format check=typecheck package=build
pdm build=build install=install publish=publish sync=install
pip install=install
pip3 install=install
pipenv install=install sync=install
pnpm test=test t=test install=install i=install publish=publish
poetry build=build install=install publish=publish sync=install check=lint
pre-commit run=lint
prek run=lint
rails test=test test:system=test test:all=test server=run s=run
rake spec=test rubocop=lint features=test
ruff check=lint format=format
rye test=test lint=lint fmt=format build=build sync=install publish=publish
sbt test=test compile=build assembly=build package=build run=run scalafmtCheckAll=format scalafmtCheck=format doc=docs \
 publish=publish testQuick=test
spago test=test build=build
stack test=test build=build bench=bench haddock=docs
swift test=test build=build run=run format=format
symfony serve=run
terraform fmt=format validate=lint test=test
tofu fmt=format validate=lint test=test
trunk check=lint fmt=format
uv build=build sync=install publish=publish pip=install add=install format=format
wasm-pack test=test build=build publish=publish
xcodebuild test=test build=build archive=build test-without-building=test build-for-testing=build
yarn install=install publish=publish
zig test=test build=build fmt=format run=run
""".replace("\\\n", "")
)
"""Programs whose first word after the options decides; any word, where the key is an option."""

PYTHON_MODULES: Mapping[str, str] = {
    "build": "build",
    "unittest": "test",
    "pip": "install",
    "doctest": "test",
    "sphinx": "docs",
    "venv": "",
    "zipapp": "build",
}
SETUP_SCRIPT: Mapping[str, str] = {
    "test": "test",
    "sdist": "build",
    "bdist_wheel": "build",
    "build": "build",
    "build_ext": "build",
    "install": "install",
    "develop": "install",
}

MAVEN_PHASES: Mapping[str, str] = {
    "test": "test",
    "verify": "test",
    "integration-test": "test",
    "package": "build",
    "compile": "build",
    "test-compile": "build",
    "install": "build",
    "deploy": "publish",
    "site": "docs",
}
MAVEN_PLUGINS: Mapping[str, str] = {
    "surefire": "test",
    "failsafe": "test",
    "compiler": "build",
    "jar": "build",
    "checkstyle": "lint",
    "spotbugs": "lint",
    "pmd": "lint",
    "spotless": "format",
    "formatter": "format",
    "fmt": "format",
    "javadoc": "docs",
    "spring-boot": "run",
    "quarkus": "run",
    "exec": "run",
    "jetty": "run",
}
"""Plugins of Maven by their prefix; the goal of one does not matter."""
GRADLE_TASKS = (
    (r"(?:assemble|compile|bundle|package)\w*", "build"),
    (r"(?:[a-z]\w*)?[tT]ests?|test[A-Z]\w*|\w+Test|check|allTests|koverVerify", "test"),
    (r"build|build[A-Z]\w*|assemble\w*|compile\w*|\w*[jJ]ar|classes|bootJar|installDist|bundle\w*", "build"),
    (r"lint\w*|checkstyle\w*|pmd\w*|spotbugs\w*|detekt\w*|ktlintCheck|apiCheck", "lint"),
    (r"spotless\w*|ktlintFormat|ktfmt\w*|formatKotlin|scalafmt\w*", "format"),
    (r"javadoc|dokka\w*|groovydoc|asciidoctor", "docs"),
    (r"jmh", "bench"),
    (r"publish\w*|uploadArchives", "publish"),
    (r"run|bootRun", "run"),
)
"""What the tasks of Gradle and of its usual plugins are called."""

# fmt: off
WRAPPERS = frozenset((
    "bunx", "chronic", "command", "corepack", "c8", "coverage", "cross-env", "dotenv", "dumb-init", "env", "eatmydata",
    "exec", "ionice", "nice", "nohup", "npx", "nyc", "op", "php", "retry", "setsid", "stdbuf", "strace", "sudo", "time",
    "timeout", "tini", "unbuffer", "wait-for-it", "xargs", "xvfb-run",
))
# fmt: on
"""Programs that run the program after them; options, assignments and numbers in between are theirs."""

RUNNERS: Mapping[str, tuple[str, ...]] = {
    "bundle": ("exec",),
    "conda": ("run",),
    "coverage": ("run",),
    "hatch": ("run",),
    "mamba": ("run",),
    "micromamba": ("run",),
    "mint": ("run",),
    "mise": ("exec", "x"),
    "npm": ("exec",),
    "opam": ("exec",),
    "pdm": ("run",),
    "pipenv": ("run",),
    "pipx": ("run",),
    "pixi": ("run",),
    "pnpm": ("exec", "dlx"),
    "pnpx": (),
    "poetry": ("run",),
    "rye": ("run",),
    "stack": ("exec",),
    "uv": ("run", "tool"),
    "uvx": (),
    "yarn": ("exec", "dlx"),
}
"""Programs that run the program after one of these words."""
RUNNERS_OF_SCRIPTS = frozenset({"hatch", "pdm", "pipenv", "pixi", "rye"})
"""Those among them that also run scripts which the project names."""

SCRIPTS: Mapping[str, tuple[str, ...]] = {
    "bun": ("run",),
    "composer": ("run", "run-script"),
    "deno": ("task",),
    "doit": ("run",),
    "fastlane": (),
    "gmake": (),
    "grunt": (),
    "gulp": (),
    "inv": (),
    "invoke": (),
    "just": (),
    "lerna": ("run",),
    "mage": (),
    "make": (),
    "melos": ("run",),
    "mise": ("run", "r"),
    "moon": ("run",),
    "npm": ("run", "run-script", "rum"),
    "nx": ("run-many", "affected", "run"),
    "pixi": ("run",),
    "pnpm": ("run", "run-script"),
    "poe": (),
    "rake": (),
    "task": (),
    "taskipy": (),
    "turbo": ("run",),
    "wireit": (),
    "yarn": ("run", "workspaces", "foreach"),
}
"""Programs that run what the project gives a name, after one of these words where they need one."""
NAMES_WITHOUT_WORD = frozenset({"composer", "npm", "pnpm", "yarn", "turbo", "nx", "doit", "moon"})
"""Those among them that run some or all scripts without such a word (``yarn lint``)."""
BINARIES = frozenset({"yarn", "pnpm", "bun", "poe"})
"""Those among them that also run an installed program by its name (``yarn jest``)."""

VALUED: Mapping[str, frozenset[str]] = {
    program: frozenset(options.split())
    for program, options in {
        "bazel": "--output_base --output_user_root",
        "bun": "--cwd --filter -F",
        "cargo": "--manifest-path --config -Z -C --target --target-dir -p --package --features -F",
        "composer": "-d --working-dir",
        "conda": "-n --name -p --prefix --cwd",
        "coverage": "--source --rcfile --omit --include --data-file --concurrency",
        "deno": "--config -c --cwd",
        "docker": "-H --host -c --context --config",
        "docker-compose": "-f --file -p --project-name --profile --env-file",
        "env": "-u --unset -C --chdir -S",
        "go": "-C",
        "gradle": "-p --project-dir -b --build-file -c -I --init-script -g -x --exclude-task --tests",
        "hatch": "-e --env -p --project",
        "just": "-f --justfile -d --working-directory --set",
        "lerna": "--scope --concurrency",
        "make": "-C --directory -f --file --makefile -I -o -W -l",
        "mvn": "-f --file -pl --projects -P --activate-profiles -s --settings -T --threads -rf",
        "nox": "-f --noxfile --python -p -db -k -t",
        "npm": "--prefix -w --workspace -C",
        "npx": "-p --package -c",
        "pdm": "-p --project",
        "php": "-d -c",
        "pipenv": "--python",
        "pixi": "-e --environment --manifest-path",
        "pnpm": "-C --dir --filter -F --config",
        "poetry": "-C --directory -P --project",
        "python": "-X -W -Q",
        "sudo": "-u -g -C",
        "swift": "--package-path",
        "task": "-t --taskfile -d --dir",
        "timeout": "-s -k",
        "tox": "-c -r",
        "turbo": "--filter -F --concurrency",
        "uv": "--with --with-requirements --with-editable --python -p --extra --group --package --project --directory "
        "--env-file --only-group --no-group --index --from -C --resolution",
        "uvx": "--with --python -p --from",
        "xargs": "-n -P -I -L -d -a",
        "xvfb-run": "-e -f -n -s --server-args --server-num",
        "yarn": "--cwd --modules-folder",
    }.items()
}
"""Options whose value is the word after them."""
