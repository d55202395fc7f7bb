"""The built-in ecosystem plugins keep their contract, and answer their golden cases as a person has checked."""

from pathlib import Path

from crossbearing.testing import PluginConformance

CASES = Path(__file__).parent / "cases"


class TestPyproject(PluginConformance):
    plugin = "ecosystem.pyproject"
    cases = CASES / "pyproject"


class TestRequirements(PluginConformance):
    plugin = "ecosystem.requirements"
    cases = CASES / "requirements"


class TestSetuptools(PluginConformance):
    plugin = "ecosystem.setuptools"
    cases = CASES / "setuptools"
