"""What tests of Conductor stand on."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.apps.conductor.places import Site


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """A home with two environments and a project in each."""
    return Site(tmp_path.resolve())
