"""The patterns that a plugin states are those of the tables it works with."""

from crossbearing_ecosystems import environment, requirements, settings
from crossbearing_ecosystems._environment_languages import READERS
from crossbearing_ecosystems._requirement_files import REQUIREMENTS_FILES


def test_requirements() -> None:
    assert requirements.PATTERNS == REQUIREMENTS_FILES


def test_environment() -> None:
    assert {f"*{suffix}" for suffix in READERS} <= set(environment.PATTERNS)


def test_settings() -> None:
    assert tuple(dict.fromkeys(each for form in settings._FORMATS for each in form.patterns)) == settings.PATTERNS
