"""What tests of several apps stand on."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.apps.conductor.places import Site


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """A home of Conductor with two environments and a project in each."""
    return Site(tmp_path.resolve())
