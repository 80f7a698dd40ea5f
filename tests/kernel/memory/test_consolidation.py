"""What could be forgotten is put forward, and nothing is forgotten without a person (KN-23)."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.kernel.memory.test_recall import item, without_model

from aule.contracts.errors import Conflict
from aule.contracts.runs.schedule import Schedule
from aule.testing.system import System


async def contents(aule: System) -> set[str]:
    """What is remembered."""
    page = await aule.kernel.memories.list(now=aule.kernel.ambient.timestamp(), limit=200)
    return {each.content for each in page.items}


async def full_of_doubles(aule: System) -> None:
    """Remember some things twice, one anew, one that has ended, and some that stand by themselves."""
    told = [
        "eu prefiro Python",
        "prefiro mesmo o Python",
        "my room is 204",
        "my room is 310",
        "I like tea",
        "away then",
    ]
    for place, content in enumerate([*told, "my wife is called Ana", "my boss is called Ana", "I do not like tea"]):
        one = item(content, f"mem_{place}").model_copy(update={"created_at": f"2026-11-{place + 1:02d}T10:00:00.000Z"})
        if content == "away then":
            one = one.model_copy(update={"expires_at": "2026-11-10T00:00:00.000Z"})
        await aule.kernel.documents.add_memory(one)


async def test_doubles_and_what_ended_wait_in_the_inbox_and_go_only_with_a_yes(tmp_path: Path) -> None:
    """KN-23: the card lists each with its reason; a yes forgets them, and undo brings them back."""
    async with without_model(tmp_path) as aule:
        await full_of_doubles(aule)
        before = await contents(aule)
        proposed = await aule.kernel.memory_proposals.propose(await aule.kernel.projects.get("home"))
        asked, still = await aule.pending(), await contents(aule)
        run = await aule.decide()
        after = await contents(aule)
        undo = await aule.kernel.undo(f"run:{run.id}")
        await aule.until_still(undo.id)
        back = await contents(aule)
    assert proposed.memories == 3 and still == before
    assert "my room is 204" in str(asked.preview) and "my room is 310" in str(asked.preview)
    assert before - after == {"eu prefiro Python", "my room is 204"} and back == before


async def test_a_no_forgets_nothing(tmp_path: Path) -> None:
    """KN-23: nothing happens without a person."""
    async with without_model(tmp_path) as aule:
        await full_of_doubles(aule)
        before = await contents(aule)
        await aule.kernel.memory_proposals.propose(await aule.kernel.projects.get("home"))
        await aule.decide("deny")
        assert await contents(aule) == before


async def test_a_schedule_of_it_is_there_only_when_somebody_made_one(tmp_path: Path) -> None:
    """KN-23: off by default; at its time it puts forward, and starts nothing where there is nothing to forget."""
    async with without_model(tmp_path) as aule:
        assert (await aule.kernel.schedules.kept.list()).items == []
        made = await aule.kernel.schedules.create(
            Schedule(id="new", title="Sonho", consolidates=True, project="home", interval_s=86_400)
        )
        with pytest.raises(Conflict, match="nothing to do"):
            await aule.kernel.schedules.run(made.schedule.id)
        nothing = await aule.kernel.approvals.pending()
        await full_of_doubles(aule)
        await aule.kernel.schedules.run(made.schedule.id)
        waiting = await aule.pending()
    assert nothing == [] and waiting.subject is not None
