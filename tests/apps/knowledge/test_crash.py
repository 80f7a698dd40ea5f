"""A process that dies while a document is taken in or read: after the next start it is read, once (KN-2)."""

from __future__ import annotations

import asyncio
from pathlib import Path

from sqlalchemy import select
from tests.apps.knowledge.reading_child import PAGES
from tests.processes.nursery import nursery

from aule.apps.knowledge.tables import chunks, documents, pages
from aule.testing.system import system

EVERY = 5
"""Each fifth moment is enough, before and after commits alike, and all of the first ones."""


async def test_dying_at_any_moment_of_reading_leaves_a_document_that_is_read_after_the_next_start(
    tmp_path: Path,
) -> None:
    """KN-2: kill -9 at every stage; nothing half-read is ever visible, and nothing is read into two documents."""
    told = await _die(tmp_path / "whole", 0)
    moments = int(told[-2].removeprefix("moments "))
    assert moments > 15
    died = 0
    wanted = [*range(1, 6), *range(6, moments, EVERY)]
    for moment in wanted:
        home = tmp_path / str(moment)
        told = await _die(home, moment)
        died += "read" not in told
        async with system(home) as aule:
            kernel = aule.kernel
            await kernel.loads.load("knowledge")
            async with asyncio.timeout(60):
                for run in (await kernel.runs.list(limit=20)).items:
                    await kernel.driver.wait(run.id)
            found = await kernel.database.fetch(select(documents.c.state, documents.c.pages, documents.c.chunks))
            assert found or "taken" not in told, moment
            for state, count, pieces in found:
                assert (state, count, pieces > 0) == ("ready", PAGES, True), moment
            assert len(found) <= 1
            assert len(await kernel.database.fetch(select(pages.c.number))) == PAGES * len(found)
            assert len(await kernel.database.fetch(select(chunks.c.position))) == sum(row[2] for row in found)
    assert died > len(wanted) // 2


async def _die(home: Path, moment: int) -> list[str]:
    """Return what a child told that is to die at this moment; without one it tells the whole story.

    How many moments a story has varies with how writes meet: one that has fewer this time ends by itself.
    """
    child = await asyncio.to_thread(nursery().run, str(home), str(moment), module="tests.apps.knowledge.reading_child")
    told = child.out.split("\n")
    is_whole = child.code == 0 and told[-2].startswith("moments ")
    assert is_whole or (moment and child.code == 137), child.err
    return told
