"""A plugin host that knows the toy language and the local executor, and repositories of toy files."""

import os
from pathlib import Path

from toy_language import HOME

from crossbearing.model.profile import Profile
from crossbearing.registry import PluginHost, PluginRecord

RECORDS = (
    PluginRecord("executor", "local", "crossbearing_plugins.executors.local", "crossbearing", "0"),
    PluginRecord("expansion", "gated_bfs", "crossbearing_plugins.expansion.gated_bfs", "crossbearing", "0"),
    PluginRecord("fusion", "rrs", "crossbearing_plugins.fusion.rrs", "crossbearing", "0"),
    PluginRecord("language", "toy", "toy_language", "toys", "0"),
)


def open_host(records=RECORDS, strict=False, **profile):
    os.environ[HOME] = str(os.getpid())
    return PluginHost.open(Profile("test", source="test", **profile), records=records, strict=strict)


def write_files(root: Path, files):
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text if isinstance(text, bytes) else text.encode())
    return root
