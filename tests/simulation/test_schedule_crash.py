"""A process that dies while schedules fire: at any single commit, nothing is lost and nothing happens twice."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

from aule import boot
from aule.contracts.ambient import Ambient
from aule.contracts.events.facts import ScheduleFired
from aule.contracts.runs.run import RunStatus
from aule.contracts.runs.schedule import Schedule
from aule.testing.system import System, system
from tests.kernel.mornings import SECOND, WORKFLOW, Hands, Parrot
from tests.simulation.engine_moments import Album, photographed

SEVEN = datetime(2026, 3, 2, 7, tzinfo=UTC)


def at(moment: datetime) -> Ambient:
    around = boot.ambient()
    return Ambient(Hands(moment), around.ids, around.dice)


async def schedule_both(home: Path) -> None:
    """An agent and a workflow, both due at seven."""
    async with system(home, ambient=at(SEVEN - SECOND), recover=False) as aule:
        kernel = aule.kernel
        await kernel.library.save(await kernel.library.read(WORKFLOW), expected=None)
        common = {"id": "new", "project": "home", "cron": "0 7 * * *"}
        for what in ({"prompt": "what is new?", "title": "Agent"}, {"workflow": "news", "title": "Workflow"}):
            await kernel.schedules.create(Schedule.model_validate(common | what))


async def live(home: Path, moment: datetime) -> dict[str, object]:
    """One life from seven o'clock on, until all that was to happen has happened; tells what there is then."""
    async with system(home, model=Parrot(), ambient=at(moment)) as aule:
        async with asyncio.timeout(20):
            while not await is_quiet(aule):  # noqa: ASYNC110 (there is no one event that ends it)
                await asyncio.sleep(0.002)
        return await report(aule)


async def is_quiet(aule: System) -> bool:
    kernel = aule.kernel
    views = (await kernel.schedules.kept.list()).items
    runs = [await kernel.runs.find(view.last_run) for view in views if view.last_run]
    return len(runs) == 2 and all(run is not None and run.status.is_final for run in runs)


async def report(aule: System) -> dict[str, object]:
    """What is left: which times came to what, how the runs ended, what was told."""
    kernel = aule.kernel
    fired = [event.data for event in await aule.events() if isinstance(event.data, ScheduleFired)]
    runs = (await kernel.runs.list(limit=200)).items
    talks = (await kernel.conversations.list(limit=200)).items
    told = [message for talk in talks for message in (await kernel.conversations.messages(talk.id)).items]
    return {
        "fired": sorted((fact.due_at, fact.why_not or "", fact.next_at or "") for fact in fired),
        "runs": sorted((run.kind.value, run.status.value, run.title) for run in runs),
        "told": sorted(message.content for message in told),
    }


async def test_dying_at_any_commit_of_a_firing_loses_and_doubles_nothing(tmp_path: Path) -> None:
    """OS-19, OS-22: between firing and starting, between starting and telling, everywhere."""
    home = tmp_path / "home"
    await schedule_both(home)
    album = Album(home, tmp_path / "album")
    with photographed(album):
        whole = await live(home, SEVEN + SECOND)
    due, then = "2026-03-02T07:00:00.000Z", "2026-03-03T07:00:00.000Z"
    assert whole == {
        "fired": [(due, "", then), (due, "", then)],
        "runs": [("schedule", RunStatus.DONE, "Agent"), ("workflow", RunStatus.DONE, "News")],
        "told": ["It rains.", "“News” terminou."],
    }
    assert album.seen >= 10
    for picture in album.pictures:
        assert await live(picture, SEVEN + 5 * SECOND) == whole, picture.name
