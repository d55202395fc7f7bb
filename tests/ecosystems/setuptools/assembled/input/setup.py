#!/usr/bin/env python
import os
import sys
from setuptools import Extension, setup as run_setup

NAME = "engine"
HERE = os.path.dirname(__file__)


def read(name):
    with open(os.path.join(HERE, name)) as stream:
        return stream.read()


REQUIRED = ["attrs>=21", "click"]
if sys.platform == "win32":
    REQUIRED.append("pywin32>=300")
else:
    REQUIRED += ["uvloop"]

TESTS = """
pytest
pytest-cov>=4
""".split()

extras = {"tests": TESTS}
extras["docs"] = ["sphinx", "sphinx-rtd-theme"] + TESTS
extras.update(fast=["orjson", "numpy>=" + LEAST_NUMPY, f"numba>={LEAST_NUMBA}", "cython==%s" % CYTHON])
extras["all"] = [item for group in extras.values() for item in group]

arguments = dict(
    install_requires=REQUIRED + open("more.txt").read().splitlines(),
    extras_require=extras,
    tests_require=TESTS if "test" in sys.argv else [],
)
arguments["setup_requires"] = ["cffi>=1.0"] if "bdist_wheel" in sys.argv else []


def main():
    run_setup(
        name=NAME,
        long_description=read("README.md"),
        packages=[NAME],
        ext_modules=[Extension("engine._fast", ["fast.c"])],
        entry_points="""
            [console_scripts]
            engine = engine.cli:main
            [engine.plugins]
            base = engine.plugins:Base
        """,
        **arguments,
    )


if __name__ == "__main__":
    main()
