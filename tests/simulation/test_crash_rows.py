"""A process that dies while many rows are written or taken back: all of them are true, or none is."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from pathlib import Path

from aule.testing.system import system
from tests.kernel.garden import open_garden, stamped_rows
from tests.processes.nursery import nursery
from tests.simulation.rows_child import RESOWN, SOWN

EVERY = 18
"""Of the moments at which no row moves, each eighteenth is enough."""


async def test_dying_in_the_middle_of_many_rows_leaves_all_or_nothing(tmp_path: Path) -> None:
    """K-7, AT-42: staged, moved, replaced, taken back; what a person was told has happened, and no file stays."""
    told = await _die(tmp_path / "whole", 0)
    moments, moving = told[-2].removeprefix("moments ").split(" ", 1)
    inside = {moment + later for moment in json.loads(moving) for later in (0, 1, 2)}
    assert len(inside) > 8
    for moment in sorted(inside | set(range(1, int(moments), EVERY))):
        home = tmp_path / str(moment)
        told = await _die(home, moment)
        garden = open_garden()
        async with system(home, apps=[garden.app]) as aule:
            rows = Counter(row[-1] for row in await stamped_rows(aule))
            changes = [change for change in (await aule.kernel.changes.list()).items if change.undoes is None]
            standing = [change for change in changes if change.undone_by is None]
            expected = sum(change.rows.tables["garden_plants"] for change in standing if change.rows is not None)
            assert sum(rows.values()) == min(expected, SOWN), moment
            assert all(rows[change.id] in (SOWN, RESOWN, SOWN - RESOWN) for change in standing), moment
            for word, count in (("sown", 1), ("resown", 2)):
                assert word not in told or len(changes) >= count, moment
            assert "bare" not in told or not rows
            assert not [path for path in _files(home) if ".staged-" in path.name], moment
            for change in standing:  # the latest first
                await aule.kernel.undo(f"change:{change.id}")
            assert await stamped_rows(aule) == []


def _files(home: Path) -> list[Path]:
    return list(home.iterdir())


async def _die(home: Path, moment: int) -> list[str]:
    child = await asyncio.to_thread(nursery().run, str(home), str(moment), module="tests.simulation.rows_child")
    assert child.code == (137 if moment else 0), child.err
    return child.out.split("\n")
