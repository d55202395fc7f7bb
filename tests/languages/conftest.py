"""Makes the helper module of these tests importable, and its projects a fixture."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

import projects


@pytest.fixture
def graph(request, tmp_path):
    """Scan dedented sources by path with the test module's ``LANGUAGES``; the answer knows its edges by name."""
    return lambda files: projects.linked(tmp_path, request.module.LANGUAGES, files)
