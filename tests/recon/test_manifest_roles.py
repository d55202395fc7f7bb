"""Which manifests speak for the repository."""

import pytest

from crossbearing.model.role import role_of
from crossbearing.recon.manifest.roles import standing_of
from crossbearing.source import Entry


@pytest.mark.parametrize(
    ("path", "standing"),
    [
        ("package.json", "own"),
        ("package-lock.json", "own"),
        ("packages/a/yarn.lock", "own"),
        (".github/workflows/ci.yml", "own"),
        ("vendor/x/composer.json", "vendored"),
        ("vendor/x/composer.lock", "vendored"),
        ("examples/shop/package-lock.json", "none"),
        ("build/.cmake/api/v1/reply/index-1.json", "own"),
        ("tests/requirements.txt", "support"),
        ("tests/fixtures/app/poetry.lock", "none"),
        ("tests/fixtures/app/package.json", "none"),
        ("examples/shop/package.json", "none"),
    ],
)
def test_standing(path: str, standing: str) -> None:
    assert standing_of(Entry(path, 1, role_of(path))) == standing
