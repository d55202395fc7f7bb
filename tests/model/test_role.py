import pytest

from crossbearing.model.role import VENDORED_DIRECTORIES, role_of

ROLES = {
    "source": [
        "src/site/a.py",
        "packages/website/a.ts",
        "setup.py",
        "src/_pytest/python.py",
        "sympy/testing/runtests.py",
        "xarray/testing/assertions.py",
        "sympy/utilities/pytest.py",
        "pylint/testutils/lint_module_test.py.txt",
        "src/jinja2/tests.py",
        "latest.py",
        "contest.py",
        "src/contest/a.py",
        "src/latest/a.py",
        "src/Testing/a.cs",
        "attest/a.py",
        "spec/model.py",
        "crates/core/flags/doc/help.rs",
        "lib/docs/render.py",
        "app/sample/a.py",
        "src/main/java/com/example/test/Runner.java",
        "core/src/main/java/org/junit/MyTest.java",
        "KeySpec.java",
        "Test.java",
        "vendors/a.py",
        "Vendor/a.py",
        "externals/a.py",
        "vendor.py",
        "requirements.txt",
        "Makefile",
        "news.py",
        "license_checker.py",
        "minify.js",
        "a.lock",
        "",
    ],
    "test": [
        "tests/helper.py",
        "astropy/table/tests/__init__.py",
        "testing/test_mark.py",
        "testing/acceptance.py",
        "pkg/test_a.py",
        "pkg/a_test.py",
        "conftest.py",
        "docs_tests/test_a.py",
        "app/tests.py",
        "Tests/AppTests/Model.swift",
        "src/Core.Tests/Model.cs",
        "integration-tests/run.sh",
        "unit_test/a.py",
        "web/__tests__/a.js",
        "web/a.test.tsx",
        "web/a.spec.ts",
        "web/a-test.js",
        "spec/models/user.rb",
        "spec/a.js",
        "pkg/a_test.go",
        "src/lexer/tests.rs",
        "src/lib_test.rs",
        "benches/speed.rs",
        "src/test/java/com/example/Helper.java",
        "module/src/integrationTest/kotlin/A.kt",
        "build-plugin/src/intTest/projects/jar/pom.xml",
        "core/src/testFixtures/data.json",
        "app/src/androidTest/AndroidManifest.xml",
        "src/it/java/A.java",
        "java/FooTest.java",
        "java/FooIT.java",
        "Foo.Bar/BazTests.cs",
        "ParserSpec.scala",
        "test/src/main/java/A.java",
        "tests/README.md",
        "tests/examples/a.py",
        "docs/tests/a.py",
    ],
    "docs": [
        "docs/conf.py",
        "doc/a.py",
        "site/src/routes/index.svelte",
        "website/build.js",
        "README.md",
        "pkg/README",
        "CHANGES.rst",
        "LICENSE-MIT",
        "COPYING.LESSER",
        "NEWS.txt",
    ],
    "example": [
        "examples/a.py",
        "crates/grep/examples/a.rs",
        "example/src/main/java/A.java",
        "demo/a.js",
        "samples/a.c",
        "playground/main.ts",
    ],
    "generated": [
        "api/user_pb2.py",
        "api/user_pb2_grpc.py",
        "api/user_pb2.pyi",
        "api/user.pb.go",
        "static/jquery.min.js",
        "static/site-min.css",
        "static/app.bundle.js",
        "static/app.js.map",
        "package-lock.json",
        "poetry.lock",
        "Cargo.lock",
        "go.sum",
        "tests/static/jquery.min.js",
    ],
    "vendored": [
        "vendor/a.py",
        "src/vendor/lib/tests/test_a.py",
        "web/node_modules/x/index.min.js",
        "lib/python3/site-packages/a.py",
        "third_party/README.md",
        "pkg/external/a.py",
    ],
}


@pytest.mark.parametrize(("role", "path"), [(role, path) for role, paths in ROLES.items() for path in paths])
def test_roles(role: str, path: str) -> None:
    assert role_of(path) == role


@pytest.mark.parametrize("directory", sorted(VENDORED_DIRECTORIES))
def test_vendored_directories_are_whole_names_at_any_depth(directory: str) -> None:
    assert role_of(f"{directory}/a.py") == role_of(f"x/{directory}/y/a.py") == "vendored"
    assert role_of(directory) == role_of(f"x/{directory}") == role_of(f"{directory}s/a.py") == "source"


def test_strange_paths_have_a_role() -> None:
    for path in ("a\nb/c", "\udcff/tests/x", "/" * 1000, "tests", "é" * 10_000, "src/" * 2000 + "main/java/a"):
        assert role_of(path)
