"""What command lines are for: those that continuous integration, makefiles and package scripts really hold."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crossbearing_ecosystems._commands import (
    PURPOSES,
    commands_of,
    framework_of,
    purpose_of,
    purpose_of_name,
)
from crossbearing_ecosystems._shell import simple_commands

# The machine that runs the tests may be busy.
STEADY = settings(deadline=None)

# Command, purpose, and the test framework where one is run.
COMMANDS = [
    # What only prepares
    ("pnpm playwright install chromium", "install", ""),
    ("npx playwright install --with-deps", "install", ""),
    ("phpunit install", "install", ""),
    ("./gradlew :android-test:assembleDebugAndroidTest", "build", ""),
    ("cargo test -p tokio --features full --no-run", "build", ""),
    ("cargo hack test --each-feature", "test", "cargo test"),
    ("cargo hack check --feature-powerset", "typecheck", ""),
    ("cargo miri test", "test", "cargo test"),
    ("tox -e update-plugin-list", "", ""),
    ("tox -e prepare-release-pr -- 1.2 main", "", ""),
    ("tox -e ${{ matrix.env }}", "test", "tox"),
    ("tox -e py312-django42", "test", "tox"),
    ("tox -e pypy3", "test", "tox"),
    ("nox -s tests-3.12", "test", "nox"),
    ("./build_tools/build_doc.sh", "docs", ""),
    ("npm run build:docs", "docs", ""),
    ("npm run build:docker", "build", ""),
    ("composer phpstan", "lint", ""),
    ("npm run eslint", "lint", ""),
    ("make mypy", "typecheck", ""),
    ("npm run vite", "", ""),
    # Python
    ("py.test -x", "test", "pytest"),
    ("pytest", "test", "pytest"),
    ("pytest -n auto --cov=src --cov-report=xml tests", "test", "pytest"),
    ("python -m pytest -q", "test", "pytest"),
    ("python3 -X dev -X warn_default_encoding -m pytest -v", "test", "pytest"),
    ("python${{ matrix.python-version }} -m pytest", "test", "pytest"),
    ("$(PYTHON) -m pytest $(ARGS)", "test", "pytest"),
    ("${PYTHON:-python3} -m build", "build", ""),
    ("uv run --frozen pytest", "test", "pytest"),
    ("uv run --with pytest-xdist --python 3.12 pytest -n 4", "test", "pytest"),
    ("uv run --group docs mkdocs build --strict", "docs", ""),
    ("uv sync --all-extras --dev", "install", ""),
    ("uv tool run ruff check .", "lint", ""),
    ("uvx ruff format --check .", "format", ""),
    ("uvx --python 3.12 tox -e py312", "test", "tox"),
    ("uv build", "build", ""),
    ("uv pip install -e .", "install", ""),
    ("poetry run pytest tests/", "test", "pytest"),
    ("poetry install --with dev", "install", ""),
    ("pdm run lint", "lint", ""),
    ("pdm run pytest", "test", "pytest"),
    ("hatch run docs:build", "build", ""),
    ("hatch run test", "test", ""),
    ("hatch test --all", "test", "hatch test"),
    ("hatch fmt --check", "format", ""),
    ("pipenv run test", "test", ""),
    ("pipenv install --dev --deploy", "install", ""),
    ("coverage run -m pytest", "test", "pytest"),
    ("python3.11 -m coverage run --parallel -m pytest", "test", "pytest"),
    ("coverage run --source=shop -m unittest discover", "test", "unittest"),
    ("coverage run manage.py test", "test", "manage.py test"),
    ("coverage report --fail-under=100", "", ""),
    ("python -m unittest discover -s tests", "test", "unittest"),
    ("python -Wd manage.py test --parallel", "test", "manage.py test"),
    ("python manage.py runserver", "run", ""),
    ("python manage.py migrate", "", ""),
    ("python setup.py sdist bdist_wheel", "build", ""),
    ("python setup.py build_ext --inplace", "build", ""),
    ("python -m pip install --upgrade pip", "install", ""),
    ("python tests/runtests.py --parallel=2", "test", ""),
    ("./run_tests.py", "test", ""),
    ("python scripts/generate.py", "", ""),
    ("python -c 'import pytest; pytest.main()'", "", ""),
    ("tox", "test", "tox"),
    ("tox -e py311,py312", "test", "tox"),
    ("tox -e lint", "lint", ""),
    ("tox run -e docs", "docs", ""),
    ("tox -epy", "test", "tox"),
    ("nox -s tests", "test", "nox"),
    ("nox -s lint", "lint", ""),
    ("nox --session=docs", "docs", ""),
    ("ruff check --output-format=github .", "lint", ""),
    ("ruff format --diff .", "format", ""),
    ("flake8 src tests", "lint", ""),
    ("black --check .", "format", ""),
    ("isort --check-only --diff .", "format", ""),
    ("mypy --strict src", "typecheck", ""),
    ("pyright", "typecheck", ""),
    ("pre-commit run --all-files --show-diff-on-failure", "lint", ""),
    ("pre-commit install", "", ""),
    ("sphinx-build -W -b html docs docs/_build", "docs", ""),
    ("python -m sphinx -b html . _build", "docs", ""),
    ("twine upload dist/*", "publish", ""),
    ("asv run --quick", "bench", ""),
    ("pip install -r requirements.txt && pytest", "test", "pytest"),
    ("conda run -n test-environment pytest", "test", "pytest"),
    ("maturin develop --release", "build", ""),
    # JavaScript
    ("npm ci", "install", ""),
    ("npm test", "test", ""),
    ("npm t -- --coverage", "test", ""),
    ("npm run build --if-present", "build", ""),
    ("npm run lint:fix", "lint", ""),
    ("npm run-script test:unit", "test", ""),
    ("npm --prefix web run build", "build", ""),
    ("npm run test -w packages/core", "test", ""),
    ("npm publish --access public", "publish", ""),
    ("npm start", "run", ""),
    ("npx jest --ci --runInBand", "test", "jest"),
    ("npx -p typescript tsc --noEmit", "typecheck", ""),
    ("tsc -p tsconfig.build.json", "build", ""),
    ("vitest run --coverage", "test", "vitest"),
    ("c8 mocha 'test/**/*.spec.js'", "test", "mocha"),
    ("nyc --reporter=lcov ava", "test", "ava"),
    ("node --test test/", "test", "node --test"),
    ("node_modules/.bin/mocha -R spec", "test", "mocha"),
    ("node server.js", "", ""),
    ("cross-env NODE_ENV=test jest", "test", "jest"),
    ("yarn", "install", ""),
    ("yarn install --frozen-lockfile", "install", ""),
    ("yarn --immutable", "install", ""),
    ("yarn test --watchAll=false", "test", ""),
    ("yarn jest --maxWorkers=2", "test", "jest"),
    ("yarn workspace @shop/web build", "build", ""),
    ("yarn workspaces foreach run lint", "lint", ""),
    ("pnpm install --frozen-lockfile", "install", ""),
    ("pnpm -r test", "test", ""),
    ("pnpm --filter @shop/api run typecheck", "typecheck", ""),
    ("pnpm exec prettier --check .", "format", ""),
    ("pnpm dlx publint", "", ""),
    ("bun test", "test", "bun test"),
    ("bun run build", "build", ""),
    ("bunx eslint .", "lint", ""),
    ("deno test --allow-read", "test", "deno test"),
    ("deno task lint", "lint", ""),
    ("deno fmt --check", "format", ""),
    ("eslint . --max-warnings=0", "lint", ""),
    ("vite build", "build", ""),
    ("next build", "build", ""),
    ("ng test --watch=false", "test", "ng test"),
    ("nx run-many -t test", "test", ""),
    ("nx affected --target=build", "build", ""),
    ("nx run shop:lint", "lint", ""),
    ("turbo run lint test build", "test", ""),
    ("xvfb-run -a npm test", "test", ""),
    ("xvfb-run --server-args='-screen 0 1024x768x24' npx playwright test", "test", "playwright"),
    # Go
    ("go test ./...", "test", "go test"),
    ("go test -race -coverprofile=c.out ./...", "test", "go test"),
    ("CGO_ENABLED=0 GOOS=linux go build -o bin/app ./cmd/app", "build", ""),
    ("go vet ./...", "lint", ""),
    ("go mod download", "install", ""),
    ("go mod tidy", "", ""),
    ("go run ./cmd/server", "run", ""),
    ("go run gotest.tools/gotestsum@latest -- ./...", "test", "gotestsum"),
    ("go run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.1 run", "lint", ""),
    ("golangci-lint run --timeout 4m", "lint", ""),
    ("gofmt -l -s .", "format", ""),
    ("go generate ./...", "", ""),
    # Rust
    ("cargo test --workspace --all-features", "test", "cargo test"),
    ("cargo +nightly fmt --all -- --check", "format", ""),
    ("cargo clippy --all-targets -- -D warnings", "lint", ""),
    ("cargo nextest run", "test", "cargo nextest"),
    ("cargo build --release --locked", "build", ""),
    ("cargo doc --no-deps", "docs", ""),
    ("cargo --locked check", "typecheck", ""),
    ("RUSTFLAGS='-D warnings' cargo test", "test", "cargo test"),
    ("cross test --target aarch64-unknown-linux-gnu", "test", "cross test"),
    # Java
    ("mvn -B verify", "test", "mvn"),
    ("./mvnw -B -DskipTests package", "build", ""),
    ("mvn verify -DskipTests", "build", ""),
    ("mvn -pl core -am test", "test", "mvn"),
    ("mvn spotless:check", "format", ""),
    ("mvn org.apache.maven.plugins:maven-checkstyle-plugin:3.1.0:check", "lint", ""),
    ("./gradlew build", "build", ""),
    ("./gradlew build -x test", "build", ""),
    ("gradle :app:testDebugUnitTest", "test", "gradle"),
    ("./gradlew check --stacktrace", "test", "gradle"),
    (r".\gradlew.bat test", "test", "gradle"),
    ("./gradlew spotlessCheck", "format", ""),
    ("sbt test", "test", "sbt test"),
    ("ant test", "test", "ant test"),
    # Ruby and PHP
    ("bundle exec rspec", "test", "rspec"),
    ("bundle exec rake test", "test", ""),
    ("bundle install --jobs 4", "install", ""),
    ("bin/rails test", "test", "rails test"),
    ("bundle exec rubocop --parallel", "lint", ""),
    ("vendor/bin/phpunit --coverage-text", "test", "phpunit"),
    ("php vendor/bin/phpunit", "test", "phpunit"),
    ("php artisan test", "test", "artisan test"),
    ("composer install --no-progress", "install", ""),
    ("composer test", "test", ""),
    ("vendor/bin/phpstan analyse", "lint", ""),
    # C, C++ and others
    ("cmake --build build --parallel 2", "build", ""),
    ("cmake --build build --target test", "test", "cmake --build"),
    ("cmake -S . -B build -G Ninja", "", ""),
    ("cd build && ctest --output-on-failure", "test", "ctest"),
    ("ninja -C build", "build", ""),
    ("meson test -C build", "test", "meson test"),
    ("bazel test //...", "test", "bazel test"),
    ("bazelisk build //app:all", "build", ""),
    ("dotnet test --no-build --verbosity normal", "test", "dotnet test"),
    ("dotnet restore", "install", ""),
    ("mix test --cover", "test", "mix test"),
    ("mix format --check-formatted", "format", ""),
    ("swift test --parallel", "test", "swift test"),
    ("swift package resolve", "", ""),
    ("flutter test", "test", "flutter test"),
    ("dart analyze --fatal-infos", "lint", ""),
    ("zig build test", "build", ""),
    ("xcodebuild test -scheme App", "test", "xcodebuild test"),
    # Runners of runners
    ("make", "", ""),
    ("make test", "test", ""),
    ("make -j 4 test", "test", ""),
    ("make -C docs html", "", ""),
    ("make PYTHON=python3 build lint", "build", ""),
    ("just lint", "lint", ""),
    ("task test:unit", "test", ""),
    ("bash -c 'pip install . && pytest'", "test", "pytest"),
    ('sh -ec "npm ci; npm run build"', "build", ""),
    ("bash ./scripts/test.sh --fast", "test", ""),
    ("./scripts/lint", "lint", ""),
    ("./configure --prefix=/usr", "", ""),
    ("docker build -t app .", "build", ""),
    ("docker compose build", "build", ""),
    ("docker-compose up -d", "run", ""),
    ("docker buildx create --use", "", ""),
    ("docker run --rm app pytest", "run", ""),
    # What only looks like it
    ("echo 'run pytest; then tox'", "", ""),
    ("echo pytest", "", ""),
    ("which pytest", "", ""),
    ("command -v cargo", "", ""),
    ("pytest --version", "", ""),
    ("# pytest", "", ""),
    ("cat > run.sh <<EOF\npytest\nEOF", "", ""),
    ('git commit -m "test && build"', "", ""),
    ("test -f Makefile", "", ""),
    ("curl -sSL https://example.org/install.sh | sh", "", ""),
    ("", "", ""),
    # What is found within
    ("set -euo pipefail\nnpm ci\nnpm run lint\n", "lint", ""),
    ("if [ -f go.mod ]; then go test ./...; fi", "test", "go test"),
    ("for d in a b; do go test ./$d; done", "test", "go test"),
    ("(cd web && yarn test)", "test", ""),
    ("find . -name '*.py' -print0 | xargs -0 flake8", "lint", ""),
    ("go test ./... 2>&1 | tee out.txt", "test", "go test"),
    ("time timeout 600 pytest", "test", "pytest"),
    ("sudo -E env PATH=$PATH pytest", "test", "pytest"),
    ("cat <<EOF\nnothing\nEOF\npytest", "test", "pytest"),
    ("pytest \\\n  --cov \\\n  tests", "test", "pytest"),
    ("VERSION=$(git describe; echo) pytest", "test", "pytest"),
    ("! ruff check .", "lint", ""),
    ("@pytest", "test", "pytest"),
]


@pytest.mark.parametrize(("script", "purpose", "framework"), COMMANDS)
def test_what_a_command_is_for(script: str, purpose: str, framework: str) -> None:
    assert (purpose_of(script), framework_of(script)) == (purpose, framework)


def test_there_are_many() -> None:
    assert len({script for script, _, _ in COMMANDS}) == len(COMMANDS) >= 120


@pytest.mark.parametrize(
    ("name", "purpose"),
    [
        ("test", "test"),
        ("tests", "test"),
        ("test:unit", "test"),
        ("test-e2e", "test"),
        ("lint-fix", "lint"),
        ("linters", "lint"),
        ("fmt", "format"),
        ("type-check", "typecheck"),
        ("doc", "docs"),
        ("benchmarks", "bench"),
        ("Build", "build"),
        ("testing", ""),
        ("testdata", ""),
        ("builder", ""),
        ("latest", ""),
        ("check", ""),
        ("", ""),
    ],
)
def test_what_a_name_says(name: str, purpose: str) -> None:
    assert purpose_of_name(name) == purpose


def test_each_command_is_given_as_it_is_written() -> None:
    script = "cd web && npm run  build > log 2>&1 ; FOO=1 'pytest' -k \"a b\" # the end"
    assert [tuple(command) for command in commands_of(script)] == [
        ("npm run  build > log 2>&1", "build", "npm build", True),
        ("FOO=1 'pytest' -k \"a b\"", "test", "pytest", False),
    ]


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ('a \'b c\' "d \\" e" f\\ g', [("a", "b c", 'd \\" e', "f g")]),
        ("a && b || c; d | e & f", [("a",), ("b",), ("c",), ("d",), ("e",), ("f",)]),
        ("a >out 2>>err <in b 2>&1", [("a", "b")]),
        ("a <<-'X' b\n\tignored\n\tX\nc", [("a", "b"), ("c",)]),
        ("a $(b; c 'd)') `e; f`", [("a", "$(b; c 'd)')", "`e; f`")]),
        ("a#b # c\nd", [("a#b",), ("d",)]),
        ("'never closed; a", [("never closed; a",)]),
        ("a <<EOF\nnever closed", [("a",)]),
        ("while x; do { y; }; done", [("x",), ("y",)]),
        ("a\r\nb", [("a",), ("b",)]),
    ],
)
def test_words(script: str, words: list[tuple[str, ...]]) -> None:
    assert [command.words for command in simple_commands(script)] == words


@STEADY
@given(st.text(alphabet="ab-=;&|\n \\'\"`$(){}<>#@!*é", max_size=60) | st.text(max_size=60))
def test_any_text_has_an_answer(script: str) -> None:
    assert purpose_of(script) in ("", *PURPOSES)
    framework_of(script)
    for command in simple_commands(script):
        assert command.text in script
        assert command.words


@STEADY
@given(st.lists(st.sampled_from([script for script, purpose, _ in COMMANDS if purpose]), min_size=1, max_size=4))
def test_a_script_is_for_what_its_commands_are_for(scripts: list[str]) -> None:
    found = {purpose_of(script) for script in scripts}
    assert purpose_of("\n".join(scripts)) == next(purpose for purpose in PURPOSES if purpose in found)


@pytest.mark.parametrize("part", ["'", '"', "$(", "sudo ", "a\\\n", "<<E\n", "bash -c '", "{{", " ", "a ", "|", "-m "])
def test_long_scripts_take_no_longer_than_their_length_asks_for(part: str) -> None:
    purpose_of(part * (100_000 // len(part)))
