"""The conformance kit as a pytest class that plugin authors inherit."""

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from crossbearing.testing.checks import CHECKS, Check, Subject


class PluginConformance:
    """Inherit this, name the plugin, and point at its cases; each check becomes a test.

    >>> class TestRecency(PluginConformance):
    ...     plugin = "channel.recency"
    ...     cases = Path(__file__).parent / "cases"
    """

    plugin: ClassVar[str]
    cases: ClassVar[Path | None] = None


def _test(check: Check) -> Callable[[PluginConformance], None]:
    def test(self: PluginConformance) -> None:
        subject = Subject(self.plugin, self.cases)
        if check.kinds and subject.kind not in check.kinds:
            import pytest

            pytest.skip(f"does not apply to plugins of kind {subject.kind}")
        check.run(subject)

    test.__doc__ = check.run.__doc__
    return test


for _check in CHECKS:
    setattr(PluginConformance, f"test_{_check.name.replace(' ', '_')}", _test(_check))
