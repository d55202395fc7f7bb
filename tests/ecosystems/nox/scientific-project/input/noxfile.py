import os

import nox


@nox.session(python=["3.10", "3.11"], venv_backend="mamba")
@nox.parametrize("iris", ["main", "conda-forge"])
def py(session: nox.sessions.Session, iris: str):
    """Run the tests."""
    session.conda_install("--channel=conda-forge", "numpy>=1.24", "shapely", channel="conda-forge")
    session.conda_install("--file", "requirements.txt")
    session.install("--no-deps", "--editable", ".")
    session.run(
        "python",
        "-m",
        "unittest",
        "discover",
    )


@nox.session(name=os.environ.get("NAME", "x"))
def computed(session):
    session.install("build")


def helper(name):
    name.install("unrelated")
