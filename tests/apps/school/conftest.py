"""A running system with a school for each test of School Power."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from tests.apps.school.sample import School, school, seventh, whole_school


@pytest.fixture
async def seventh_a(tmp_path: Path) -> AsyncGenerator[School]:
    """7A with 25 students and two tests in maths with item data."""
    async with school(tmp_path / "home", seventh()) as running:
        yield running


@pytest.fixture
async def whole(tmp_path: Path) -> AsyncGenerator[School]:
    """The whole sample school."""
    async with school(tmp_path / "home", whole_school()) as running:
        yield running
