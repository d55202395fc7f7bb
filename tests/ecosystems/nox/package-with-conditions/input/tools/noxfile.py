import nox

DEFAULT_PYTHON = "3.12"
UNIT_TEST_STANDARD_DEPENDENCIES = [
    "mock",
    "asyncmock",
    "pytest",
]


@nox.session(python=DEFAULT_PYTHON)
def unit(session):
    if session.python in ("3.7",):
        session.install("zipp<4")
    else:
        session.install(*UNIT_TEST_STANDARD_DEPENDENCIES, "-c", f"constraints-{session.python}.txt")
    session.run("py.test", "--quiet", "tests/unit")
