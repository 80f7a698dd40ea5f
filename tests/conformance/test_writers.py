"""Several writers at once: they take turns, so that nothing is lost and a replay gives the same tables."""

from __future__ import annotations

import asyncio

import pytest
from tests.conformance.world import TS, a_change, a_memory, a_message, contents, opened, replay

from aule.contracts.events.facts import ChangeRecorded, MemorySaved, MessageAdded
from aule.stores.database import Database
from aule.stores.log.events import Events
from aule.stores.log.projections import Entry
from aule.stores.repositories.memories import Memories

pytestmark = pytest.mark.xdist_group("postgres")


async def test_what_two_writers_wrote_at_once_is_what_a_replay_gives(url: str, another_url: str) -> None:
    """K-9: places in lists and in the search index count on from the last one, whoever wrote it."""
    async with opened(url) as one, opened(url) as other, opened(another_url) as again:
        await asyncio.gather(_talk(one, "a"), _talk(other, "b"))
        await replay(await Events(one).read(0), again)
        tables, expected = await contents(one), await contents(again)
        for name, rows in tables.items():
            assert rows == expected[name], name


async def _talk(database: Database, name: str) -> None:
    for number in range(40):
        said = MessageAdded(message=a_message(f"msg_{name}_{number:03d}", content=f"hello {number}"))
        changed = ChangeRecorded(change=a_change(f"chg_{name}_{number:03d}"))
        async with database.transaction() as transaction:
            await transaction.append([Entry(said, TS), Entry(changed, TS)])


async def test_nobody_writes_between_anothers_look_and_write(url: str) -> None:
    """K-9: each edit is made on the version before it, so none is overwritten unseen."""
    async with opened(url) as one, opened(url) as other:
        async with one.transaction() as transaction:
            await transaction.append([Entry(MemorySaved(item=a_memory(version=1)), TS)])
        await asyncio.gather(_edit(one), _edit(other))
        assert (await Memories(one).get("mem_1")).version == 1 + 2 * 25


async def _edit(database: Database) -> None:
    for _ in range(25):
        async with database.transaction() as transaction:
            current = await Memories(transaction).get("mem_1")
            edited = current.model_copy(update={"version": current.version + 1})
            await transaction.append([Entry(MemorySaved(item=edited), TS)])
