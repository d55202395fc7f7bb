from __future__ import annotations

from nox import options, session as nox_session, session
from nox_poetry import session

TEST_DEPENDENCIES = ["pytest", "coverage[toml]>=7"]
TEST_DEPENDENCIES += ["hypothesis"]
BLACK = "black==24.4.2"
PINNED = "1.2"


def install_tools(session, *extra):
    """Install what every session needs."""
    session.install("wheel", *extra)


@session(python="3.12", reuse_venv=True)
def tests(s):
    install_tools(s)
    s.install(*TEST_DEPENDENCIES, "--constraint", "constraints.txt", "-f", "wheels")
    s.install(f"pinned=={PINNED}", "django" + PINNED, "private @ https://example.org/private-1.0.zip")
    s.run("coverage", "run", "-m", "pytest", env={"A": "1"})


@session()
def format(session):
    def install():
        session.install(BLACK)

    install()
    session.run(BLACK and "black", ".")
    session.install("!not-a-requirement")
