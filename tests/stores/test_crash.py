"""A process killed at any moment leaves a store that opens, with every acknowledged event and no half ones."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tests.conformance.world import contents, opened, replay
from tests.processes.nursery import nursery

from aule.stores.log.events import Events

KILLS = 6


@pytest.mark.slow
async def test_killing_the_writer_loses_nothing_it_acknowledged(tmp_path: Path) -> None:
    """K-7, K-9: the same store is killed again and again, and each time goes on where it was."""
    url = f"sqlite:///{tmp_path / 'aule.db'}"
    chance = random.Random(7)
    acknowledged = 0
    for _ in range(KILLS):
        acknowledged = max(acknowledged, _write_and_kill(url, chance.randrange(1, 60)))
    async with opened(url) as database, opened(f"sqlite:///{tmp_path / 'again.db'}") as again:
        events = await Events(database).read(0)
        assert [event.seq for event in events] == [str(place + 1) for place in range(len(events))]
        assert len(events) >= acknowledged > 0
        await replay(events, again)
        assert await contents(again) == await contents(database)


def _write_and_kill(url: str, lines: int) -> int:
    """Let a process write until it said so many lines, kill it, and tell the last number it acknowledged."""
    teller = nursery().start(url, module="tests.stores.storyteller")
    said = [teller.stdout.readline() for _ in range(lines)]
    teller.kill()
    said += teller.stdout.read().splitlines(keepends=True)
    teller.end()
    return max(int(line) for line in said if line.endswith("\n"))
