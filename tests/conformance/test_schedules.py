"""Schedules on each database; on a shared one several processes tick, and each time fires once."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.conformance.conftest import PostgresServer
from tests.kernel.mornings import WORKFLOW, Hands, Parrot

from aule import boot
from aule.contracts.ambient import Ambient
from aule.contracts.events.facts import ScheduleFired
from aule.contracts.runs.run import RunStatus
from aule.contracts.runs.schedule import Schedule
from aule.testing.system import System, system

pytestmark = pytest.mark.xdist_group("postgres")

MANY = 20


async def test_two_processes_on_one_database_fire_each_time_once(tmp_path: Path, postgres: PostgresServer) -> None:
    """OS-19, OS-22: the same run id everywhere, and one transaction that moves a schedule on."""
    url = await asyncio.to_thread(postgres.new_database)
    clock = Hands(datetime(2026, 3, 2, 6, 59, tzinfo=UTC))
    async with AsyncExitStack() as stack:
        both: list[System] = []
        for name in ("one", "two"):
            around = boot.ambient()
            ambient = Ambient(clock, around.ids, around.dice)
            whole = system(tmp_path / name, model=Parrot(), ambient=ambient, database_url=url)
            both.append(await stack.enter_async_context(whole))
        one, two = both
        await one.kernel.library.save(await one.kernel.library.read(WORKFLOW), expected=None)
        for number in range(MANY):
            what = {"prompt": "what is new?"} if number % 2 else {"workflow": "news"}
            common = {"id": "new", "project": "home", "cron": "0 7 * * *"}
            await both[number % 2].kernel.schedules.create(Schedule.model_validate(common | what))
        clock.at = datetime(2026, 3, 2, 7, tzinfo=UTC)
        await asyncio.gather(*(each.kernel.ticker.look() for each in (one, two)))
        runs = await _ended(one)
        fired = [event.data for event in await one.events() if isinstance(event.data, ScheduleFired)]
        assert Counter(fact.schedule for fact in fired) == {fact.schedule: 1 for fact in fired}
        assert (len(fired), {fact.why_not for fact in fired}) == (MANY, {None})
        assert sorted(runs) == sorted(fact.started or "" for fact in fired)


async def _ended(aule: System) -> list[str]:
    """The runs that were started, once all have ended well."""
    async with asyncio.timeout(30):
        while True:
            runs = (await aule.kernel.runs.list(limit=200)).items
            if len(runs) >= MANY and all(run.status.is_final for run in runs):
                assert {run.status for run in runs} == {RunStatus.DONE}
                return [run.id for run in runs]
            await asyncio.sleep(0.02)
