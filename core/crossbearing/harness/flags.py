"""The environment variables that switch whole stages off, for comparing an agent with and without them."""

import os
from collections.abc import Mapping

from attrs import frozen

from crossbearing.model.errors import CrossbearingError

_VARIABLES = {"RECON": ("graph", "current"), "LOCALIZE": ("loc05", "current")}


@frozen
class Flags:
    """Which stages act: ``RECON=graph|current`` the map, ``LOCALIZE=loc05|current`` the localization.

    ``current`` stands for whatever the agent does without this project: the stage then provides nothing, and says so.
    The first value is the default.
    """

    recon: str = "graph"
    localize: str = "loc05"

    @classmethod
    def read(cls, environment: Mapping[str, str] | None = None) -> "Flags":
        """Read the flags from the environment (default: the process's); raises for a value that does not exist."""
        variables = os.environ if environment is None else environment
        return cls(*(_value(name, variables) for name in _VARIABLES))

    @property
    def why_no_localization(self) -> str:
        """Why ``locate`` provides nothing; empty where it acts."""
        if self.localize == "current":
            return "localization is switched off by LOCALIZE=current"
        return f"localization needs the repository map, which is {self.why_no_map}" if self.why_no_map else ""

    @property
    def why_no_map(self) -> str:
        """Why there is no map; empty where there is one."""
        return "switched off by RECON=current" if self.recon == "current" else ""

    def require_map(self) -> None:
        """Raise where the map is switched off."""
        if self.why_no_map:
            raise CrossbearingError(f"the repository map is {self.why_no_map}; unset it or set RECON=graph")


def _value(name: str, variables: Mapping[str, str]) -> str:
    choices = _VARIABLES[name]
    value = variables.get(name) or choices[0]
    if value not in choices:
        raise CrossbearingError(f"environment variable {name} is {value!r}; it can be {' or '.join(choices)}")
    return value
