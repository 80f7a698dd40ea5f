"""A running system with a company for each test of Atlas."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from tests.apps.atlas.company import Company, acme


@pytest.fixture
async def company(tmp_path: Path) -> AsyncGenerator[Company]:
    """The company ACME with a cycle and the pillar `Financeiro` (`pil-1`)."""
    async with acme(tmp_path / "home") as running:
        yield running
