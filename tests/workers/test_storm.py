"""Real workers on a real Postgres: killed, frozen, restarted; every run ends and nothing happens twice."""

from __future__ import annotations

import asyncio
import os
import random
from pathlib import Path

import pytest
from sqlalchemy import select
from tests.workers.conftest import Postgres
from tests.workers.crew import until
from tests.workers.lab import lines
from tests.workers.storm import LEASE, Storm, storm

from aule.contracts.runs.graph import Graph, Step, StepCall, StepKind
from aule.contracts.runs.run import RunStatus
from aule.stores.repositories.workers import Workers
from aule.stores.tables import runs as runs_table
from aule.stores.tables import workers

pytestmark = pytest.mark.xdist_group("workers")

RUNS, KILLS = (200, 40) if os.environ.get("AULE_SOAK") else (24, 3)


async def test_killed_workers_and_a_restarted_database_lose_and_double_nothing(
    postgres: Postgres, url: str, tmp_path: Path
) -> None:
    """OS-22, K-7, K-S4: three workers; a non-idempotent step that was cut off is asked about, never guessed."""
    dice = random.Random(os.environ.get("AULE_SOAK", "4"))
    async with storm(tmp_path, url) as world:
        names = ["one", "two", "three"]
        for name in names:
            world.child(name)
        for child in world.children.values():
            await child.ready()
        runs: list[str] = []
        for kill in range(KILLS):
            first, last = RUNS * kill // KILLS, RUNS * (kill + 1) // KILLS
            runs += [(await world.start(number)).id for number in range(first, last)]
            await asyncio.sleep(dice.uniform(0, 0.3))
            name = dice.choice(await at_work(world) or names)
            world.children[name].kill()
            if kill == KILLS // 2:
                await asyncio.to_thread(postgres.stop)
                await asyncio.to_thread(postgres.start)
            await world.child(name).ready()
        await world.finish(runs)
        await world.verify(runs)
        taken_over = await world.kernel.journal.read(None, types=["run.resumed"])
        assert taken_over, "the kills hit nobody who was at work"


async def at_work(world: Storm) -> list[str]:
    """The workers that drive a run right now."""
    driven = select(workers.c.pid).join(runs_table, runs_table.c.worker == workers.c.id)
    rows = await world.kernel.database.fetch(driven.where(runs_table.c.finished_at.is_(None)))
    pids = {row[0] for row in rows}
    return [name for name, child in world.children.items() if child.process.pid in pids]


def _long(capability: str, seconds: float, key: str = "7.slow") -> Graph:
    call = StepCall(capability=f"lab.{capability}", params={"key": key, "seconds": seconds})
    after = StepCall(capability="lab.mark", params={"key": f"{key}.after"})
    slow = Step(id="slow", kind=StepKind.CALL, call=call)
    return Graph(nodes=[slow, Step(id="after", kind=StepKind.CALL, call=after, dependencies=["slow"])])


async def test_a_worker_that_wakes_up_after_its_lease_can_record_nothing(url: str, tmp_path: Path) -> None:
    """OS-22, K-7: it is frozen in the middle of a step, its run is taken over, it goes on: no result of its counts."""
    async with storm(tmp_path, url) as world:
        zombie = world.child("zombie")
        await zombie.ready()
        run = await world.start(7, _long("mark", 1.0))
        await _under_way(world, run.id)
        zombie.freeze()
        await world.child("heir").ready()
        await world.finish([run.id])
        before = await world.kernel.journal.read(None, run=run.id)
        zombie.thaw()
        await _beats(world, 2)  # it is back, and has heard what happened
        await zombie.leave()
        assert await world.kernel.journal.read(None, run=run.id) == before
        assert (await world.kernel.runs.get(run.id)).status is RunStatus.DONE
        assert lines(tmp_path / "lab", "marks") == ["7.slow", "7.slow.after"]


async def test_a_rolling_restart_strands_nothing_and_waits_for_nobody(url: str, tmp_path: Path) -> None:
    """OS-22: a step under way may end, the rest of its run is another's, and no person is asked anything."""
    async with storm(tmp_path, url) as world:
        old = world.child("old")
        await old.ready()
        run = await world.start(8, _long("send", 0.5, "8.slow"))
        await _under_way(world, run.id)
        leaving = asyncio.create_task(old.leave())
        await world.child("new").ready()
        await leaving
        assert await world.finish([run.id]) == 0
        assert lines(tmp_path / "lab", "sent") == ["8.slow"]
        assert [seen.worker.host for seen in await Workers(world.kernel.database).all()] == ["here", "here"]


async def test_stopping_a_run_reaches_the_worker_within_a_second(url: str, tmp_path: Path) -> None:
    """OS-21: what is asked for at the server ends on the machine that does it."""
    async with storm(tmp_path, url) as world:
        await world.child("one").ready()
        run = await world.start(9, _long("mark", 30.0, "9.slow"))
        await _under_way(world, run.id)
        await world.kernel.cancel(run.id)
        free = await world.start(10)  # somebody has a hand free for another run at once
        await world.finish([run.id, free.id])
        assert (await world.kernel.runs.get(run.id)).status is RunStatus.CANCELLED
        assert "9.slow" not in lines(tmp_path / "lab", "marks")


async def _under_way(world: Storm, run: str) -> None:
    async with asyncio.timeout(30):
        async for event in world.kernel.journal.follow(None, run=run, types=["call.started"]):
            assert event
            return


async def _beats(world: Storm, workers: int) -> None:
    """Wait until so many workers are alive."""

    async def are_alive() -> bool:
        return sum(seen.silent_s < LEASE for seen in await Workers(world.kernel.database).all()) == workers + 1

    await until(are_alive)
