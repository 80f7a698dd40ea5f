"""The journal on every database: order, atomic writes, refusals, and followers that miss nothing."""

from __future__ import annotations

import asyncio
import logging
from contextlib import aclosing

import pytest
from tests.conformance.world import (
    TS,
    a_change,
    a_conversation,
    a_message,
    a_run,
    an_approval,
    counting_ambient,
    journal_on,
    opened,
)

from aule.contracts.access.approval import ApprovalStatus
from aule.contracts.errors import Conflict, Invalid, Unavailable
from aule.contracts.events.facts import (
    ApprovalGranted,
    ApprovalRequested,
    AskReceived,
    ChangeRecorded,
    ConversationOpened,
    Event,
    MessageAdded,
    RunFinished,
    RunStarted,
    TurnSpoke,
    TurnThought,
)
from aule.contracts.runs.run import RunStatus
from aule.kernel.journal import Journal
from aule.stores.repositories.approvals import Approvals, to_decide
from aule.stores.repositories.runs import Runs

pytestmark = pytest.mark.xdist_group("postgres")


def spoke(number: int) -> TurnSpoke:
    """A piece of an answer."""
    return TurnSpoke(step=number, delta=str(number))


def steps(events: list[Event]) -> list[int]:
    """Which pieces these are."""
    return [event.data.step for event in events if isinstance(event.data, TurnSpoke)]


async def take(journal: Journal, count: int, since: str | None = None, **where: str) -> list[Event]:
    """Follow until so many events came."""
    taken: list[Event] = []
    async with asyncio.timeout(20), aclosing(journal.follow(since, **where)) as events:
        async for event in events:
            taken.append(event)
            if len(taken) == count:
                break
    return taken


async def test_a_written_fact_is_committed_on_return(url: str) -> None:
    async with opened(url) as database, journal_on(database) as journal:
        assert await journal.cursor() == "0"
        written = await journal.write(AskReceived(message="Olá", channel="cli"), run="run_1", session="con_1")
        assert list(written) == [
            Event(
                seq="1",
                ts=TS,
                topic="ask",
                type="ask.received",
                session_id="con_1",
                run="run_1",
                data=AskReceived(message="Olá", channel="cli"),
            )
        ]
        assert await journal.read() == list(written)
        assert await journal.cursor() == "1"


async def test_facts_stand_in_the_order_they_were_put(url: str) -> None:
    async with opened(url) as database, journal_on(database) as journal:
        journal.put(spoke(0))
        journal.put(spoke(1))
        async with journal.transaction() as record:
            journal.put(spoke(4))  # from outside: its turn comes after this transaction
            record.put(spoke(2))
            record.put(spoke(3))
        assert steps(record.events) == [2, 3]
        journal.put(spoke(5))
        await journal.write(spoke(6))
        assert steps(await journal.read()) == [0, 1, 2, 3, 4, 5, 6]


async def test_more_than_a_batch_keeps_its_order(url: str) -> None:
    async with opened(url) as database, journal_on(database) as journal:
        for number in range(450):
            journal.put(spoke(number))
        await journal.flush()
        assert steps(await journal.read()) == list(range(450))


async def test_a_write_is_all_or_nothing_and_leaves_its_neighbours_alone(
    url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(url) as database, journal_on(database) as journal:
        journal.put(spoke(0))
        bad = asyncio.create_task(journal.write(spoke(1), TurnSpoke(step=2, delta="\ud800")))
        twice = asyncio.create_task(journal.write(RunStarted(started=a_run()), spoke(3), RunStarted(started=a_run())))
        good = asyncio.create_task(journal.write(spoke(4)))
        await asyncio.wait([bad, twice, good])
        with pytest.raises(Invalid) as caught:
            await bad
        assert caught.value.problem.code == "invalid_text"
        with pytest.raises(Conflict):
            await twice
        assert steps(await good) == [4]
        with caplog.at_level(logging.ERROR):
            journal.put(TurnSpoke(step=5, delta="\ud800"))
            journal.put(spoke(6))
            await journal.flush()
        why = "'turn.spoke' holds text that is not valid Unicode (a lone surrogate)"
        logged = [record.getMessage() for record in caplog.records]
        assert logged == [f"not recorded: turn.spoke (invalid_text: {why})"]
        assert steps(await journal.read()) == [0, 4, 6]
        assert await Runs(database).find("run_1") is None


async def test_a_transaction_that_raises_records_nothing(url: str) -> None:
    async with opened(url) as database, journal_on(database) as journal:
        journal.put(spoke(0))
        with pytest.raises(ZeroDivisionError):
            async with journal.transaction() as record:
                record.put(spoke(1))
                raise ZeroDivisionError
        with pytest.raises(Invalid):
            async with journal.transaction() as record:
                record.put(spoke(2))
                record.put(TurnSpoke(step=3, delta="\ud800"))
        await journal.write(spoke(4))
        assert steps(await journal.read()) == [0, 4]


async def test_a_cancelled_transaction_takes_nobody_elses_facts_along(url: str) -> None:
    async with opened(url) as database, journal_on(database) as journal:
        for turns in range(12):  # cancelled at every moment on its way in, and inside
            async with journal.transaction():
                cancelled = asyncio.create_task(_hang_in_a_transaction(journal))
                await asyncio.sleep(0)
                journal.put(spoke(turns))
                waiting = asyncio.create_task(journal.write(spoke(turns)))
            for _ in range(turns):
                await asyncio.sleep(0)
            cancelled.cancel()
            async with asyncio.timeout(5):
                await asyncio.wait([cancelled])
                assert steps(await waiting) == [turns]
        assert steps(await journal.read()) == [turn for turn in range(12) for _ in range(2)]


async def _hang_in_a_transaction(journal: Journal) -> None:
    async with journal.transaction() as record:
        record.put(spoke(99))
        await asyncio.Event().wait()


async def test_only_one_of_many_decides(url: str) -> None:
    """K-3: a decision is taken once."""
    async with opened(url) as database, journal_on(database) as journal:
        await journal.write(ApprovalRequested(approval=an_approval()))

        async def decide(by: str) -> bool:
            async with journal.transaction(durable=True) as record:
                before, _ = await to_decide(record, "apr_1")
                if before.status is not ApprovalStatus.PENDING:
                    return False
                granted = before.model_copy(update={"status": ApprovalStatus.GRANTED, "decided_by": by})
                record.put(ApprovalGranted(approval=granted))
                return True

        decided = await asyncio.gather(*(decide(f"door {number}") for number in range(10)))
        assert decided.count(True) == 1
        assert (await Approvals(database).get("apr_1")).decided_by == f"door {decided.index(True)}"


async def test_waiting_for_oneself_is_an_error_not_a_hang(url: str) -> None:
    async with opened(url) as database, journal_on(database) as journal:
        async with journal.transaction() as record:
            record.put(spoke(0))
            with pytest.raises(RuntimeError):
                await journal.write(spoke(1))
            with pytest.raises(RuntimeError):
                await journal.flush()
        assert steps(await journal.read()) == [0]


async def test_a_fact_is_filed_where_it_says_it_belongs(url: str) -> None:
    facts = [
        RunStarted(started=a_run(session_id="con_1")),
        ApprovalRequested(approval=an_approval(session_id="con_1")),
        ChangeRecorded(change=a_change()),
        ConversationOpened(conversation=a_conversation()),
        MessageAdded(message=a_message(run="run_1")),
        AskReceived(message="", channel="cli"),
    ]
    async with opened(url) as database, journal_on(database) as journal:
        events = await journal.write(*facts)
        assert [(event.run, event.session_id) for event in events] == [
            ("run_1", "con_1"),
            ("run_1", "con_1"),
            ("run_1", None),
            (None, "con_1"),
            ("run_1", "con_1"),
            (None, None),
        ]
        (event,) = await journal.write(facts[0].model_copy(update={"started": a_run("run_2")}), session="con_9")
        assert (event.run, event.session_id) == ("run_2", "con_9")


async def test_events_are_read_by_filter_and_place(url: str) -> None:
    async with opened(url) as database, journal_on(database) as journal:
        await journal.write(RunStarted(started=a_run(session_id="con_1")))
        await journal.write(spoke(1), TurnThought(step=1, delta="hm"), run="run_1", session="con_1")
        await journal.write(spoke(2), run="run_2", session="con_1")
        await journal.write(RunFinished(status=RunStatus.DONE), run="run_1")
        everything = await journal.read()
        one, two, three, four, five = everything
        assert await journal.read(two.seq) == [three, four, five]
        assert await journal.read(limit=2) == [one, two]
        assert await journal.read(run="run_1") == [one, two, three, five]
        assert await journal.read(session="con_1", topic="turn") == [two, three, four]
        assert await journal.read(types=["run.started", "run.finished"]) == [one, five]
        assert await journal.read(one.seq, run="run_1", types=["turn.spoke"]) == [two]
        assert await take(journal, 2, one.seq, run="run_1", topic="turn") == [two, three]


@pytest.mark.parametrize("cursor", ["", "x", "-1", "1.5", "١", " 1", "9" * 19])
async def test_a_cursor_that_is_none_is_refused(url: str, cursor: str) -> None:
    async with opened(url) as database, journal_on(database) as journal:
        with pytest.raises(Invalid) as caught:
            await journal.read(cursor)
        assert caught.value.problem.code == "invalid_cursor"
        with pytest.raises(Invalid):
            await take(journal, 1, cursor)


async def test_a_cursor_the_log_never_reached_is_refused(url: str) -> None:
    """A browser that knew another data directory has to load anew, not to wait in silence."""
    async with opened(url) as database, journal_on(database) as journal:
        await journal.write(spoke(1))
        with pytest.raises(Invalid) as caught:
            await take(journal, 1, "2")
        assert caught.value.problem.code == "unknown_cursor"


async def test_a_follower_gets_history_then_what_comes(url: str) -> None:
    async with opened(url) as database, journal_on(database) as journal:
        await journal.write(spoke(0), spoke(1))
        following = asyncio.create_task(take(journal, 5, "1"))
        for number in range(2, 6):
            await journal.write(spoke(number))
        assert steps(await following) == [1, 2, 3, 4, 5]


async def test_closing_hands_over_what_is_committed_and_ends_the_followers(url: str) -> None:
    async with opened(url) as database:
        journal = Journal(database, counting_ambient())
        taken: dict[str, list[Event]] = {"all": [], "run": []}

        async def follow(name: str, **where: str) -> None:
            async for event in journal.follow(**where):
                taken[name].append(event)

        followers = [asyncio.create_task(follow("all")), asyncio.create_task(follow("run", run="run_1"))]
        await journal.write(spoke(0))
        journal.put(spoke(1), run="run_1")
        await journal.close()
        async with asyncio.timeout(5):
            await asyncio.gather(*followers)
        assert {name: steps(events) for name, events in taken.items()} == {"all": [0, 1], "run": [1]}
        with pytest.raises(Unavailable):
            journal.put(spoke(2))
        with pytest.raises(Unavailable):
            await journal.write(spoke(2))
        assert [event async for event in journal.follow()] == []


async def test_a_slow_follower_costs_no_memory_and_misses_nothing(url: str) -> None:
    async with opened(url) as database, journal_on(database) as journal:
        async with aclosing(journal.follow()) as events:
            await journal.write(spoke(0))
            taken = [await anext(events)]
            for number in range(1, 1_600):  # more than a follower's queue holds
                journal.put(spoke(number))
            await journal.flush()
            async with asyncio.timeout(20):
                while len(taken) < 1_600:
                    taken.append(await anext(events))
        assert steps(taken) == list(range(1_600))


async def test_a_follower_hears_another_process(url: str) -> None:
    """Another process is another database object with connections of its own."""
    async with (
        opened(url) as here,
        opened(url) as there,
        journal_on(here, watch_outside=True) as ours,
        journal_on(there) as theirs,
    ):
        following = asyncio.create_task(take(ours, 40))
        for number in range(0, 40, 2):
            await theirs.write(spoke(number))
            await ours.write(spoke(number + 1))
        assert steps(await following) == list(range(40))
