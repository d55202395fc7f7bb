"""Automation."""

import nox

nox.options.sessions = ["lint", "tests"]


@nox.session(python=["3.11", "3.12"])
def tests(session):
    session.install("-e", ".[test]", "pytest>=8")
    session.run("pytest", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    session.install("ruff==0.5.7")
    session.run("ruff", "check", ".")


@nox.session(name="docs-live")
def docs_live(session):
    session.install("-r", "docs/requirements.txt", "sphinx-autobuild")
    session.run("sphinx-autobuild", "docs", "build")
