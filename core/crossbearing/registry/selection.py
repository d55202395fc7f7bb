"""Which of the installed plugins take part in a run, and why the others do not.

The profile chooses first: ``plugins.only`` leaves, of each kind that it names, exactly the plugins it names, and
``plugins.disable`` takes plugins out. ``only`` of the call replaces the profile's choice for each kind that it names;
``without`` has the last word. Plugins that the profile addresses by name (fusion, expansion, executor) take part unless
they are taken out by name, which is an error: nothing may silently stand in for them.
"""

from collections.abc import Collection, Iterable

from crossbearing.model.errors import CrossbearingError
from crossbearing.model.profile import Profile
from crossbearing.registry.discovery import PluginRecord
from crossbearing.registry.names import refuse_unknown, suggestion


def addressed(profile: Profile) -> dict[str, str]:
    """Return the plugins that a profile addresses by name, each with the profile's key that does."""
    names = {
        f"expansion.{profile.expansion.name}": "expansion.name",
        f"fusion.{profile.fusion.name}": "fusion.name",
        f"executor.{profile.executor}": "executor",
    }
    return names | ({f"reranker.{profile.rerank.name}": "rerank.name"} if profile.rerank.name else {})


def excluded(
    records: Iterable[PluginRecord], profile: Profile, without: Iterable[str] = (), only: Iterable[str] = ()
) -> dict[str, str]:
    """Return the plugins that do not take part, each with the reason.

    Raises :class:`CrossbearingError` for a name that no installed plugin has and for a plugin that the profile needs.
    """
    known = {record.qualified for record in records}
    without, only = set(without), set(only)
    refuse_unknown(without | only, known, "plugin")
    refuse_unknown({*profile.plugins.only, *profile.plugins.disable}, known, f"plugin in profile {profile.source}:")
    needed = addressed(profile)
    reasons: dict[str, str] = {}
    for name in sorted(known):
        if reason := _reason(name, profile, without, only, needed):
            reasons[name] = reason
    _refuse_missing(profile, needed, known, reasons)
    return reasons


def _reason(
    name: str, profile: Profile, without: Collection[str], only: Collection[str], needed: Collection[str]
) -> str:
    if name in without:
        return "switched off by --without"
    if _limits(name, only):
        return "" if name in only or name in needed else "not among the plugins of --only"
    if name in profile.plugins.disable:
        return f"switched off by plugins.disable of profile {profile.name}"
    if _limits(name, profile.plugins.only) and name not in profile.plugins.only and name not in needed:
        return f"not in plugins.only of profile {profile.name}"
    return ""


def _limits(name: str, chosen: Collection[str]) -> bool:
    kind = name.partition(".")[0]
    return any(choice.partition(".")[0] == kind for choice in chosen)


def _refuse_missing(profile: Profile, needed: dict[str, str], known: Collection[str], reasons: dict[str, str]) -> None:
    for name, key in needed.items():
        kind, _, bare = name.partition(".")
        if name not in known:
            own = [other for other in known if other.startswith(f"{kind}.")]
            raise CrossbearingError(
                f"profile {profile.source}: {key} = {bare!r} is no installed {kind} plugin: {suggestion(name, own)}"
            )
        if name in reasons:
            raise CrossbearingError(
                f"profile {profile.source} needs {name} ({key} = {bare!r}), which is {reasons[name]}"
            )
