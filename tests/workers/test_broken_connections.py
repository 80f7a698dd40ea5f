"""A database that hangs up, or is away for a moment, in the middle of a step: no run fails of it."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy import select, text
from tests.workers.conftest import Postgres

from aule.contracts.errors import Unavailable
from aule.contracts.runs.graph import Graph, Step, StepCall, StepKind
from aule.contracts.runs.run import Run, RunKind
from aule.kernel.engine.graphs.envelope import content_hash_of
from aule.kernel.engine.run_request import RunRequest
from aule.kernel.runs.queue import Terms
from aule.sdk import App, Context, Effect
from aule.stores.postgres.store import PATIENCE_S
from aule.stores.tables import memories
from aule.testing.system import System, system

pytestmark = pytest.mark.xdist_group("workers")

RUNS = 6
_HANG_UP = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'aule'"
_SLOW = text("SELECT 1 FROM pg_sleep(0.1)")


def _desk(trouble: Callable[[str], Coroutine[None, None, None]], under_way: set[asyncio.Task[None]]) -> App:
    """An app whose steps look into the database while there is trouble with it."""
    desk = App("desk")

    async def look(context: Context, key: str) -> None:
        begun = asyncio.create_task(trouble(key))
        under_way.add(begun)
        await context.ports.data.database.fetch(_SLOW)

    @desk.capability(effect=Effect.READ)
    async def recall(context: Context, key: str) -> str:
        """Look for something."""
        await look(context, key)
        return key

    @desk.capability(effect=Effect.WRITE, reversible=True)
    async def remember(context: Context, key: str) -> str:
        """Remember something."""
        await look(context, key)
        return await context.remember(f"kept {key}")

    return desk


def _order(number: int) -> RunRequest:
    """Two steps that only look and one that writes, one after the other."""
    steps = {"a": "recall", "b": "remember", "c": "recall"}
    before = {"a": [], "b": ["a"], "c": ["b"]}
    drawn = Graph(
        nodes=[
            Step(
                id=id,
                kind=StepKind.CALL,
                call=StepCall(capability=f"desk.{name}", params={"key": f"{number}.{id}"}),
                dependencies=before[id],
            )
            for id, name in steps.items()
        ]
    )
    return RunRequest(
        graph=drawn,
        inputs={},
        title=f"Run {number}",
        project="home",
        kind=RunKind.WORKFLOW,
        approve=content_hash_of(drawn),
        id=f"run_line_{number:04d}",
    )


async def test_a_database_that_hangs_up_in_the_middle_of_a_step_fails_no_run(url: str, tmp_path: Path) -> None:
    """OS-22, K-7: a broken connection is no failure of the step; what it wrote is there once."""
    troubled: set[str] = set()

    async def hang_up(key: str) -> None:
        if key in troubled:
            return
        troubled.add(key)
        own = await asyncpg.connect(url)
        await own.execute(_HANG_UP)
        await own.close()

    await _see_through(url, tmp_path, hang_up)
    assert len(troubled) == 3 * RUNS


async def test_a_database_that_is_away_in_the_middle_of_a_step_fails_no_run(
    postgres: Postgres, url: str, tmp_path: Path
) -> None:
    """OS-22, K-7: the run goes on by itself when the server is back, also after longer than a reader waits."""
    troubled: set[str] = set()
    one_at_a_time = asyncio.Lock()  # two that stop the server at once would kill it, and leave it down

    async def restart(key: str) -> None:
        if key in {"0.a", "1.b"} - troubled:
            troubled.add(key)
            async with one_at_a_time:
                await asyncio.to_thread(postgres.stop)
                await asyncio.sleep(0.2 if key == "0.a" else PATIENCE_S + 0.5)
                await asyncio.to_thread(postgres.start)

    await _see_through(url, tmp_path, restart)
    assert troubled == {"0.a", "1.b"}


async def _see_through(url: str, folder: Path, trouble: Callable[[str], Coroutine[None, None, None]]) -> None:
    terms = Terms(host="here", at_once=2, lease_s=1.5, beat_s=0.3)
    under_way: set[asyncio.Task[None]] = set()
    desk = _desk(trouble, under_way)
    async with system(folder / "home", apps=[desk], database_url=url, terms=terms) as aule:
        started = [(await _patiently(lambda n=n: aule.kernel.engine.start(_order(n)))).id for n in range(RUNS)]
        ended = [await _patiently(lambda run=run: _ended(aule, run)) for run in started]
        await asyncio.gather(*under_way)  # the server is up again for the next test
        kept = await _patiently(lambda: aule.kernel.database.fetch(select(memories.c.doc)))
    assert [(run.id, run.status, run.error) for run in ended if run.status != "done"] == []
    assert Counter(json.loads(doc)["content"] for (doc,) in kept) == {f"kept {n}.b": 1 for n in range(RUNS)}


async def _patiently(work: Callable[[], Awaitable[Any]]) -> Any:
    """Do something again until the database is there."""
    async with asyncio.timeout(60):
        while True:
            try:
                return await work()
            except Unavailable:
                await asyncio.sleep(0.05)


async def _ended(aule: System, run: str) -> Run:
    while True:
        found = await aule.kernel.runs.get(run)
        if found.status.is_final or found.status == "waiting":
            return found
        await asyncio.sleep(0.02)
