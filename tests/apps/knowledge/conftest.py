"""A library for each test of knowledge."""

from __future__ import annotations

import pytest
from tests.apps.knowledge.library import Library
from tests.server.conftest import System


@pytest.fixture
def library(system: System) -> Library:
    """The documents of a system on an empty data directory."""
    return Library(system.kernel, system.client)
