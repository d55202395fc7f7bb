"""Plugins: finding them, choosing among them, setting their options, and calling them.

Names are loaded on first use, so that listing plugins costs neither the profile nor the plugin host.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from crossbearing.registry.description import OptionField, PluginDescription, describe
    from crossbearing.registry.discovery import Discovery, DiscoveryProblem, PluginRecord, discover, find_plugins
    from crossbearing.registry.editing import new_profile, parse_value, set_value
    from crossbearing.registry.host import HostRecipe, PluginHost
    from crossbearing.registry.ledger import Tally
    from crossbearing.registry.profiles import (
        ProfileListing,
        ShownProfile,
        list_profiles,
        load_profile,
        profile_data,
        show_profile,
    )

_HOMES = {
    "description": ("OptionField", "PluginDescription", "describe"),
    "discovery": ("Discovery", "DiscoveryProblem", "PluginRecord", "discover", "find_plugins"),
    "editing": ("new_profile", "parse_value", "set_value"),
    "host": ("HostRecipe", "PluginHost"),
    "ledger": ("Tally",),
    "profiles": ("ProfileListing", "ShownProfile", "list_profiles", "load_profile", "profile_data", "show_profile"),
}
_HOME_OF = {name: f"{__name__}.{module}" for module, names in _HOMES.items() for name in names}

__all__ = [
    "Discovery",
    "DiscoveryProblem",
    "HostRecipe",
    "OptionField",
    "PluginDescription",
    "PluginHost",
    "PluginRecord",
    "ProfileListing",
    "ShownProfile",
    "Tally",
    "describe",
    "discover",
    "find_plugins",
    "list_profiles",
    "load_profile",
    "new_profile",
    "parse_value",
    "profile_data",
    "set_value",
    "show_profile",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value
