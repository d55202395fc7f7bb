"""Every claim about real repositories is proved by its line.

Our own checkout is always one of them. More are read from the folder that ``CROSSBEARING_REPOSITORIES`` names: each
folder in it is a checkout or a git directory, or holds one under the name ``repo``.
"""

import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from crossbearing.model.profile import Profile
from crossbearing.recon.manifest import collect_manifest, manifest_to_json
from crossbearing.registry import PluginHost
from crossbearing.source import open_source
from crossbearing.testing.evidence import claims_in, unproved_in

OWN = Path(__file__).parents[2]
FOLDER = os.environ.get("CROSSBEARING_REPOSITORIES", "")
OTHERS = sorted(path for path in Path(FOLDER).glob("[!.]*") if path.is_dir()) if FOLDER else []


@pytest.fixture(scope="module")
def host() -> PluginHost:
    return PluginHost.open(Profile("proof"))


@pytest.mark.parametrize("place", [OWN, *OTHERS], ids=lambda place: place.name)
def test_every_claim_is_proved_by_its_line(
    place: Path, host: PluginHost, record_property: Callable[[str, object], None]
) -> None:
    with open_source(place / "repo" if (place / "repo").is_dir() else place) as source:
        data = manifest_to_json(collect_manifest(source, host))
        assert unproved_in(data, source) == []
    counts = Counter(section for section, _ in claims_in(data))
    assert counts["languages"] > 0
    assert [error for error in data["errors"] if error["reason"].startswith("dropped")] == []
    record_property("claims", f"{counts.total()}: {dict(sorted(counts.items()))}")
