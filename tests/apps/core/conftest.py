"""A running system for each test of the core app."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from tests.apps.core.calls import Calls, calls


@pytest.fixture
async def core(tmp_path: Path) -> AsyncGenerator[Calls]:
    """A system to call capabilities of."""
    async with calls(tmp_path / "home") as running:
        yield running
