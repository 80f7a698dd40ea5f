"""Every database behaves the same: transactions, refusals, the numbers of events."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import bindparam, select, update
from tests.conformance import world
from tests.conformance.world import TS, a_run, contents, opened

from aule.contracts.errors import Conflict, Invalid, Unavailable
from aule.contracts.events.facts import CallStarted, RunFinished, RunStarted, TurnSpoke, TurnStepped
from aule.contracts.runs.run import RunStatus, Usage
from aule.stores.database import open_database
from aule.stores.log.events import Events
from aule.stores.log.projections import Entry
from aule.stores.repositories.runs import Runs
from aule.stores.tables import runs

pytestmark = pytest.mark.xdist_group("postgres")

RENAME = update(runs).where(runs.c.id == bindparam("key")).values(project=bindparam("to"))
PROJECTS = select(runs.c.project).order_by(runs.c.id)
STARTED = Entry(RunStarted(started=a_run()), TS, "run_1")


async def test_what_is_committed_is_there_when_the_database_is_opened_again(url: str) -> None:
    async with opened(url) as database, database.transaction(durable=True) as transaction:
        (event,) = await transaction.append([STARTED])
    async with opened(url) as database:
        assert await Events(database).read(0) == [event]
        assert await Runs(database).get("run_1") == a_run()


async def test_a_transaction_that_raises_leaves_nothing(url: str) -> None:
    async with opened(url) as database:
        before = await contents(database)
        with pytest.raises(ZeroDivisionError):
            async with database.transaction() as transaction:
                await transaction.append([STARTED])
                raise ZeroDivisionError
        assert await contents(database) == before


async def test_a_cancelled_transaction_leaves_nothing_and_frees_the_way(url: str) -> None:
    async with opened(url) as database:
        inside = asyncio.Event()

        async def hang() -> None:
            async with database.transaction() as transaction:
                await transaction.append([STARTED])
                inside.set()
                await asyncio.Event().wait()

        task = asyncio.create_task(hang())
        await inside.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        async with database.transaction() as transaction:
            assert await Runs(transaction).find("run_1") is None
            await transaction.append([STARTED])
        assert await Runs(database).get("run_1") == a_run()


async def test_others_see_a_transaction_only_when_it_is_committed(url: str) -> None:
    async with opened(url) as database:
        async with database.transaction() as transaction:
            await transaction.append([STARTED])
            assert await Runs(transaction).find("run_1") == a_run()
            assert await Runs(database).find("run_1") is None
        assert await Runs(database).find("run_1") == a_run()


async def test_a_statement_tells_how_many_rows_it_touched(url: str) -> None:
    async with opened(url) as database:
        async with database.transaction() as transaction:
            await transaction.append([STARTED])
        async with database.transaction() as transaction:
            assert await transaction.execute(RENAME, key="run_1", to="work") == 1
            assert await transaction.execute(RENAME, key="run_2", to="work") == 0
        assert await database.fetch(PROJECTS) == [("work",)]


async def test_the_numbers_of_events_grow_with_every_commit(url: str) -> None:
    """K-9."""
    async with opened(url) as database:
        seen: list[str] = []
        for batch in (1, 3, 2):
            async with database.transaction() as transaction:
                spoken = [Entry(TurnSpoke(step=1, delta=str(place)), TS) for place in range(batch)]
                seen += [event.seq for event in await transaction.append(spoken)]
        assert seen == [str(place) for place in range(1, 7)]
        assert [event.seq for event in await Events(database).read(0)] == seen


async def test_the_same_run_cannot_start_twice(url: str) -> None:
    async with opened(url) as database:
        async with database.transaction() as transaction:
            await transaction.append([STARTED])
        before = await contents(database)
        with pytest.raises(Conflict) as caught:
            async with database.transaction() as transaction:
                await transaction.append([STARTED])
        assert caught.value.problem.code == "already_exists"
        assert await contents(database) == before


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (Entry(TurnSpoke(step=1, delta="half \ud800"), TS), "invalid_text"),
        (Entry(TurnSpoke(step=1, delta="x"), TS, run="run_\udfff"), "invalid_text"),
        (Entry(TurnSpoke(step=1, delta="x"), TS, run="run_\x00"), "invalid_text"),
        (Entry(RunStarted(started=a_run("run_\x00")), TS), "invalid_text"),
        (
            Entry(CallStarted(id="c", capability="a.b", title="", effect="read", params={"deep": {"\ud800": 1}}), TS),
            "invalid_text",
        ),
        (
            Entry(CallStarted(id="c", capability="a.b", title="", effect="read", params={"x": object()}), TS),
            "invalid_data",
        ),
        (Entry(TurnStepped(step=1, text="", usage=Usage(tokens_in=2**70)), TS, "run_1"), "invalid_data"),
        (Entry(RunFinished(status=RunStatus.DONE), TS), "missing_run"),
    ],
)
async def test_what_cannot_be_stored_is_refused_and_never_half_written(url: str, entry: Entry, code: str) -> None:
    async with opened(url) as database:
        async with database.transaction() as transaction:
            await transaction.append([STARTED])
        before = await contents(database)
        with pytest.raises(Invalid) as caught:
            async with database.transaction() as transaction:
                await transaction.append([Entry(TurnSpoke(step=1, delta="good"), TS), entry])
        assert caught.value.problem.code == code
        assert await contents(database) == before


async def test_text_of_every_kind_comes_back_as_it_was(url: str) -> None:
    text = "nul \x00, control \x1b, ação, 日本語, 🦊, \ufffd, \ufffe, quote ' \" \\ %_"
    async with opened(url) as database:
        async with database.transaction() as transaction:
            await transaction.append([Entry(TurnSpoke(step=1, delta=text), TS)])
        (event,) = await Events(database).read(0)
        assert event.data == TurnSpoke(step=1, delta=text)


async def test_five_megabytes_in_one_fact_are_kept(url: str) -> None:
    text = "ã" * 2_500_000
    async with opened(url) as database:
        async with database.transaction() as transaction:
            await transaction.append([Entry(TurnSpoke(step=1, delta=text), TS)])
        (event,) = await Events(database).read(0)
        assert event.data == TurnSpoke(step=1, delta=text)


async def test_many_transactions_at_once_all_happen(url: str) -> None:
    async with opened(url) as database:

        async def one(number: int) -> None:
            async with database.transaction() as transaction:
                await transaction.append([Entry(TurnSpoke(step=number, delta=""), TS)])

        await asyncio.gather(*(one(number) for number in range(50)))
        steps = [event.data.step for event in await Events(database).read(0) if isinstance(event.data, TurnSpoke)]
        assert sorted(steps) == list(range(50))


async def test_a_closed_database_says_so(url: str) -> None:
    database = await open_database(url, world.counting_ambient())
    await database.close()
    await database.close()
    with pytest.raises(Unavailable):
        await database.fetch(PROJECTS)
    with pytest.raises(Unavailable):
        async with database.transaction():
            pass


@pytest.mark.parametrize("bad", ["", "aule.db", "sqlite://", "mysql://x/y", "postgresql"])
async def test_an_unknown_kind_of_database_is_refused(bad: str) -> None:
    with pytest.raises(Invalid) as caught:
        await open_database(bad, world.counting_ambient())
    assert caught.value.problem.code == "invalid_database_url"
