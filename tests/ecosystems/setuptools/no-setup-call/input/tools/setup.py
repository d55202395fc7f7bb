"""Prepares the machine; not a package."""
from machine import setup


def main(install_requires=("nothing",)):
    setup(name="machine", install_requires=install_requires)
