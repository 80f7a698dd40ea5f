"""Followers whose connection is cut at any moment see each event exactly once, in order."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select
from tests.conformance.conftest import PostgresServer
from tests.conformance.world import TS, journal_on, opened

from aule.contracts.events.facts import Event, TurnSpoke
from aule.kernel.journal import Journal, followers
from aule.stores.log.projections import Entry
from aule.stores.tables import runs

pytestmark = pytest.mark.xdist_group("postgres")

quietly = settings(
    deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], print_blob=True
)
ways = st.sampled_from(["put", "write", "transaction"])
bursts = st.lists(st.tuples(st.integers(1, 30), ways), min_size=1, max_size=12)
cuts = st.lists(st.integers(1, 12), max_size=8)
"""After how many events each connection of a follower is cut; the last one stays."""

_LOOK = select(func.count()).select_from(runs)


@given(bursts=bursts, cuts=cuts, queue=st.integers(1, 40), page=st.integers(1, 9))
@settings(quietly, max_examples=80)
def test_random_cuts_lose_and_double_nothing_on_sqlite(
    bursts: list[tuple[int, str]], cuts: list[int], queue: int, page: int
) -> None:
    """K-9: `since` is exclusive; small queues and pages make every way from reading to being pushed happen."""
    with TemporaryDirectory() as directory, pytest.MonkeyPatch.context() as patch:
        patch.setattr(followers, "QUEUE_EVENTS", queue)
        patch.setattr(followers, "PAGE_EVENTS", page)
        asyncio.run(_race(lambda: f"sqlite:///{Path(directory) / 'aule.db'}", bursts, cuts))


@given(bursts=bursts, cuts=cuts, queue=st.integers(1, 40), page=st.integers(1, 9))
@settings(quietly, max_examples=15)
def test_random_cuts_lose_and_double_nothing_on_postgres(
    postgres: PostgresServer, bursts: list[tuple[int, str]], cuts: list[int], queue: int, page: int
) -> None:
    """K-9."""
    url = postgres.new_database()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(followers, "QUEUE_EVENTS", queue)
        patch.setattr(followers, "PAGE_EVENTS", page)
        asyncio.run(_race(lambda: url, bursts, cuts))


async def _race(url: Callable[[], str], bursts: list[tuple[int, str]], cuts: list[int]) -> None:
    total = sum(size for size, _ in bursts)
    async with opened(url()) as database, journal_on(database) as journal, asyncio.timeout(60):
        cut_up = asyncio.create_task(_follow(journal, total, cuts))
        odd = asyncio.create_task(_follow(journal, sum(1 for n in range(total) if n % 3 == 0), cuts, run="run_0"))
        await _write(journal, bursts)
        await journal.flush()
        everything = await journal.read()
        assert [event.data for event in everything] == [TurnSpoke(step=n, delta="") for n in range(total)]
        assert await cut_up == everything
        assert await odd == [event for event in everything if event.run == "run_0"]


async def _write(journal: Journal, bursts: list[tuple[int, str]]) -> None:
    number = 0
    for size, way in bursts:
        facts = [(TurnSpoke(step=n, delta=""), f"run_{n % 3}") for n in range(number, number + size)]
        number += size
        match way:
            case "put":
                for fact, run in facts:
                    journal.put(fact, run=run)
                await asyncio.sleep(0)
            case "write":
                for fact, run in facts:
                    await journal.write(fact, run=run)
            case _:
                async with journal.transaction() as record:
                    for fact, run in facts:
                        record.put(fact, run=run)


async def _follow(journal: Journal, total: int, cuts: list[int], run: str | None = None) -> list[Event]:
    seen: list[Event] = []
    for cut in [*cuts, total]:
        if len(seen) == total:
            break
        left = min(cut, total - len(seen))
        async with aclosing(journal.follow(seen[-1].seq if seen else None, run=run)) as events:
            async for event in events:
                seen.append(event)
                left -= 1
                if not left:
                    break
    return seen


async def test_on_postgres_no_commit_of_many_writers_is_missed(postgres: PostgresServer) -> None:
    """K-9: numbers follow commits, so that whoever reads after the last number it saw misses nothing."""
    url = await asyncio.to_thread(postgres.new_database)
    writers, each = 6, 60
    async with opened(url) as reading, journal_on(reading) as reader, asyncio.timeout(60):
        following = asyncio.create_task(_follow(reader, writers * each, [5, 50]))
        polling = asyncio.create_task(_poll(reader, writers * each))
        await asyncio.gather(*(_one_process(url, number, each) for number in range(writers)))
        everything = await reader.read()
        assert len(everything) == writers * each
        assert await following == everything
        assert await polling == everything


async def _one_process(url: str, number: int, count: int) -> None:
    async with opened(url) as database:

        async def work(part: int) -> None:
            for n in range(part, count, 3):
                async with database.transaction() as transaction:
                    await transaction.fetch(_LOOK)  # begins here; transactions overlap and end in any order
                    await transaction.append([Entry(TurnSpoke(step=n, delta=str(number)), TS)])
                    await transaction.fetch(_LOOK)

        await asyncio.gather(*(work(part) for part in range(3)))


async def _poll(journal: Journal, total: int) -> list[Event]:
    seen: list[Event] = []
    while len(seen) < total:
        seen += await journal.read(seen[-1].seq if seen else None, limit=7)
        await asyncio.sleep(0)
    return seen
