"""Data that an older version wrote is still good: its waiting runs are loaded, answered, and come to their end."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.compat.generations import load, names
from tests.compat.stories import finish, trade

from aule.testing.system import system


def test_there_is_a_generation_to_hold_on_to() -> None:
    """The first version that could wait left its runs here."""
    assert "0.1" in names()


@pytest.mark.parametrize("name", names())
async def test_runs_of_every_version_go_on_where_they_waited(tmp_path: Path, name: str) -> None:
    """OS-22, K-7: an upgrade with waiting runs loses none of them, and nothing that was finished is done again."""
    ends = load(name, tmp_path)
    async with system(tmp_path, apps=[trade()]) as aule:
        assert {story: await finish(aule, story) for story in ends} == ends
        for story in ends:
            types = await aule.types(f"run_{story}")
            assert types.count("run.started") == types.count("run.finished") == 1
        assert await aule.kernel.approvals.pending() == []
