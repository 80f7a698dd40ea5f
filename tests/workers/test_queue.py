"""Workers on one database take turns, wake each other, and take over from the dead."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace

import pytest
from tests.workers.conftest import Postgres
from tests.workers.crew import QUICK, Hand, a_run, hand, queue, until

from aule.contracts.events.facts import RunFinished, RunPaused, RunStarted, RunWaiting
from aule.contracts.runs.run import RunStatus
from aule.stores.database import SharedDatabase
from aule.stores.repositories.workers import Worker, Workers

pytestmark = pytest.mark.xdist_group("workers")

SLOW = 30.0
"""A heartbeat so slow that nothing in a test can be due to it."""


async def test_every_run_is_driven_by_exactly_one_worker(url: str) -> None:
    """OS-22: three workers, one queue, each run taken once and in its own epoch."""
    async with hand(url, "a") as a, hand(url, "b") as b, hand(url, "c") as c:
        await queue(a.journal, *(a_run(f"run_{n:03d}") for n in range(60)))
        for each in (a, b, c):
            await each.start()
        await until(lambda: sum(len(each.driven) for each in (a, b, c)) >= 60)
        driven = Counter(run for each in (a, b, c) for run in each.driven)
        assert set(driven.values()) == {1}
        assert {epoch for _, epoch in driven} == {1}


async def test_a_run_begins_at_once_wherever_it_was_asked_for(url: str) -> None:
    """OS-22: others are woken by the commit itself, not by looking again and again."""
    async with hand(url, "server") as server, hand(url, "worker", beat_s=SLOW) as worker:
        await worker.start()
        await until(lambda: _is_there(worker.database))
        async with asyncio.timeout(5):
            for number in range(5):
                await queue(server.journal, a_run(f"run_{number}"))
                await until(lambda number=number: len(worker.driven) == number + 1)


async def _is_there(database: SharedDatabase) -> bool:
    return len(await Workers(database).all()) == 1


async def test_one_owners_many_runs_do_not_keep_anothers_waiting(url: str) -> None:
    """OS-22: 500 of one and one of another: the one is among the first."""
    async with hand(url, "a", at_once=2) as a:
        await queue(a.journal, *(a_run(f"run_{n:03d}", owner="many") for n in range(500)))
        await queue(a.journal, a_run("run_999", owner="one"))
        await a.start()
        await until(lambda: len(a.driven) >= 10)
        assert "run_999" in [run for run, _ in a.driven[:2]]


async def test_owners_with_much_to_do_advance_alike(url: str) -> None:
    """OS-22: who has runs under way stands behind who has none."""
    async with hand(url, "a", at_once=6) as a:
        never = asyncio.Event()
        a.work = lambda run: never.wait()  # pyright: ignore[reportAttributeAccessIssue]
        await queue(a.journal, *(a_run(f"run_{n:03d}", owner=f"owner_{n % 100 // 40}") for n in range(100)))
        await a.start()
        await until(lambda: len(a.driven) == 6)
        owners = [(await a.get(run)).owner for run, _ in a.driven]
        assert Counter(owners) == {"owner_0": 2, "owner_1": 2, "owner_2": 2}


async def test_a_queue_has_a_limit_over_all_workers(url: str) -> None:
    """OS-22: a limit holds for everybody together; another queue is not held up."""
    limits = {"limit": {"default": 3}.get, "queues": ("default", "other")}
    async with hand(url, "a", **limits) as a, hand(url, "b", **limits) as b:
        gate = asyncio.Event()

        async def wait(run: str) -> None:
            await gate.wait()
            await a.finish(run)

        a.work = b.work = wait
        await queue(a.journal, *(a_run(f"run_{n:03d}") for n in range(10)))
        await queue(a.journal, a_run("run_900", queue="other"))
        for each in (a, b):
            await each.start()
        await until(lambda: len(a.driven) + len(b.driven) == 4)
        assert await Workers(a.database).under_way("default") == 3
        gate.set()
        await until(lambda: len(a.driven) + len(b.driven) == 11)


async def test_a_run_that_needs_a_folder_waits_for_the_machine_that_has_it(url: str) -> None:
    """OS-22: host affinity."""
    async with hand(url, "a", host="attic") as a, hand(url, "b", host="cellar") as b:
        for each in (a, b):
            await each.start()
        await queue(a.journal, *(a_run(f"run_{n}", host="cellar") for n in range(4)), a_run("run_9", host="nowhere"))
        await until(lambda: len(b.driven) == 4)
        assert a.driven == [] and (await a.get("run_9")).status is RunStatus.QUEUED


async def test_the_runs_of_a_dead_worker_are_taken_over_after_its_lease(url: str) -> None:
    """OS-22, K-7: in a new epoch, so that the dead one could write nothing if it came back."""
    async with hand(url, "b", beat_s=0.05) as b, hand(url, "a", beat_s=SLOW, at_once=1) as a:
        never = asyncio.Event()
        a.work = lambda run: never.wait()  # pyright: ignore[reportAttributeAccessIssue]
        await queue(a.journal, a_run("run_1"))
        await a.start()
        await until(lambda: len(a.driven) == 1)
        await b.start()  # a has no word to say for the rest of its life
        await until(lambda: len(b.driven) == 1)
        assert b.driven == [("run_1", 3)]  # 1 taken, 2 given up, 3 taken over
        assert [seen.worker.id for seen in await Workers(b.database).all() if seen.silent_s < 0.5] == ["b"]


async def test_what_stands_still_belongs_to_nobody_and_is_never_taken(url: str) -> None:
    """A waiting run holds nothing: neither a worker's place nor its life."""
    async with hand(url, "a") as a:

        async def wait(run: str) -> None:
            await a.journal.write(RunWaiting(approvals=[]), run=run)

        a.work = wait
        await queue(a.journal, *(a_run(f"run_{n:03d}") for n in range(30)))
        await a.start()
        await until(lambda: len(a.driven) == 30)
        await until(lambda: _stand_still(a.database))
        await queue(a.journal, a_run("run_900"))
        await until(lambda: len(a.driven) == 31)
        assert a.driven[30] == ("run_900", 1)


async def _stand_still(database: SharedDatabase) -> bool:
    return await Workers(database).under_way("default") == 0


async def test_a_worker_that_leaves_gives_back_what_it_could_not_finish(url: str) -> None:
    """OS-22: a rolling restart strands nothing, and waits for no lease."""
    async with hand(url, "b", lease_s=SLOW, beat_s=SLOW) as b:
        async with hand(url, "a", lease_s=SLOW, beat_s=SLOW) as a:
            never = asyncio.Event()
            a.work = lambda run: never.wait()  # pyright: ignore[reportAttributeAccessIssue]
            await queue(a.journal, *(a_run(f"run_{n}") for n in range(5)))
            await a.start()
            await until(lambda: len(a.driven) == 5)
            await b.start()
            await a.dispatcher.drain()
            assert not a.dispatcher.has_room
            assert [seen.draining for seen in await Workers(b.database).all()] == [True, False]
            await a.dispatcher.close()
            await until(lambda: len(b.driven) == 5)
        assert [seen.worker.id for seen in await Workers(b.database).all()] == ["b"]


async def test_a_command_drives_only_what_it_was_asked_for(url: str) -> None:
    """OS-22: `aule …` without a server is no worker of somebody else's runs."""
    async with hand(url, "command", roams=False) as command:
        await queue(command.journal, a_run("run_1"), a_run("run_2"))
        await command.start()
        command.dispatcher.wake("run_2")
        await until(lambda: len(command.driven) == 1)
        assert command.driven == [("run_2", 1)]


async def test_workers_outlive_a_restart_of_the_database(
    postgres: Postgres, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """OS-22: they try again until it is back, and hear of new runs as before."""
    async with hand(url, "server") as server, hand(url, "worker", beat_s=SLOW) as worker:
        await worker.start()
        await queue(server.journal, a_run("run_1"))
        await until(lambda: len(worker.driven) == 1)
        await asyncio.to_thread(postgres.stop)
        await until(lambda: "cannot hear of other processes" in caplog.text)
        await asyncio.to_thread(postgres.start)
        await queue(server.journal, a_run("run_2"))
        await until(lambda: len(worker.driven) == 2)


async def test_what_others_record_about_a_run_is_heard_where_it_is_driven(url: str) -> None:
    """OS-21: stopping, pausing and deciding reach the worker at once, and nobody else."""
    async with hand(url, "server") as server, hand(url, "worker", beat_s=SLOW) as worker:
        never = asyncio.Event()
        worker.work = lambda run: never.wait()  # pyright: ignore[reportAttributeAccessIssue]
        await worker.start()
        await queue(server.journal, a_run("run_1"))
        await until(lambda: len(worker.driven) == 1)
        await server.journal.write(RunPaused(), run="run_1")
        await until(lambda: worker.heard == ["run_1"])
        await server.journal.write(RunFinished(status=RunStatus.CANCELLED), run="run_1")
        await until(lambda: worker.heard == ["run_1"] * 2)


async def test_the_list_of_workers_forgets_the_long_dead(url: str) -> None:
    async with hand(url, "a") as a:
        workers = Workers(a.database)
        for name in ("old", "new"):
            await workers.beat(Worker(name, "here", 1, "0"))
        assert [seen.worker.id for seen in await workers.all()] == ["old", "new"]
        assert await workers.dead(["old", "never"], lease_s=60) == {"never"}
        assert await workers.dead(["old", "new"], lease_s=0) == {"old", "new"}
        await workers.leave("old")
        await workers.forget(silent_s=60)
        assert [seen.worker.id for seen in await workers.all()] == ["new"]
        await workers.forget(silent_s=0)
        assert await workers.all() == []


def test_a_lease_outlasts_several_heartbeats() -> None:
    """A worker is not given up because one heartbeat came late."""
    from aule.kernel.runs.queue import Terms

    assert Terms().lease_s >= 4 * Terms().beat_s and replace(QUICK).lease_s > 4 * QUICK.beat_s


async def test_a_run_that_another_waits_for_is_taken_although_there_is_no_room(url: str) -> None:
    """OS-22: whoever waits keeps its place, so a crowd of those who wait never stands still."""
    async with hand(url, "a", at_once=1, beat_s=SLOW) as a:
        never = asyncio.Event()
        a.work = lambda run: never.wait()  # pyright: ignore[reportAttributeAccessIssue]
        await queue(a.journal, a_run("run_1"))
        await a.start()
        await until(lambda: len(a.driven) == 1)
        await queue(a.journal, a_run("run_2"), a_run("run_3"))
        a.dispatcher.wake("run_2")
        a.dispatcher.wake("run_3", awaited=True)
        await until(lambda: len(a.driven) == 2)
        assert [run for run, _ in a.driven] == ["run_1", "run_3"]


async def test_a_run_that_begins_where_there_is_room_is_taken_in_the_same_commit(url: str) -> None:
    """OS-22: it is never free in between, and nobody who is at work takes more than it can."""
    async with hand(url, "a", at_once=2, beat_s=SLOW) as a, hand(url, "b", beat_s=SLOW) as b:
        await b.start()
        assert a.dispatcher.claim(a_run("run_0")) is None  # not before it knows whether others wait
        await a.start()
        await until(lambda: _can_claim(a))
        for number in (1, 2):
            run = a_run(f"run_{number}")
            claim = a.dispatcher.claim(run)
            assert claim is not None
            await a.journal.write(RunStarted(started=run), claim, run=run.id)
        assert a.dispatcher.claim(a_run("run_3")) is None
        never = asyncio.Event()
        a.work = lambda run: never.wait()  # pyright: ignore[reportAttributeAccessIssue]
        a.dispatcher.take("run_1", 1)
        a.dispatcher.let_go("run_2")  # as if nobody knew whether it was recorded: it is freed, and taken by its turn
        await until(lambda: a.driven == [("run_1", 1)])
        assert (await a.get("run_1")).epoch == 1 and b.driven == []


async def test_those_who_wait_come_before_those_who_begin(url: str) -> None:
    """OS-22: a process takes nothing past the queue while it left something in it, nor past a limit or another host."""
    async with hand(url, "a", at_once=1, beat_s=SLOW) as a:
        never = asyncio.Event()
        a.work = lambda run: never.wait()  # pyright: ignore[reportAttributeAccessIssue]
        await queue(a.journal, a_run("run_1"), a_run("run_2"))
        await a.start()
        await until(lambda: len(a.driven) == 1)
        assert a.dispatcher.claim(a_run("run_3")) is None
        never.set()
        await until(lambda: len(a.driven) == 2)
        await until(lambda: _can_claim(a))
        assert a.dispatcher.claim(a_run("run_4", host="elsewhere")) is None
        assert a.dispatcher.claim(a_run("run_5", queue="another")) is None
    async with hand(url, "b", limit=lambda queue: 5) as b:
        await b.start()
        await until(lambda: _is_there(b.database))
        assert b.dispatcher.claim(a_run("run_6")) is None


async def test_a_claim_that_is_being_recorded_is_not_taken_for_a_stray(url: str) -> None:
    """OS-22: the sweep leaves alone what is about to be driven, and frees what nobody knows of any more."""
    async with hand(url, "a", beat_s=0.05) as a:
        await a.start()
        await until(lambda: _can_claim(a))
        run = a_run("run_1")
        claim = a.dispatcher.claim(run)
        assert claim is not None
        await a.journal.write(RunStarted(started=run), claim, run=run.id)
        seen = (await Workers(a.database).all())[0].silent_s
        await until(lambda: _beat_again(a.database, seen))
        assert (await a.get("run_1")).epoch == 1
        a.dispatcher.let_go("run_1")
        await until(lambda: [run for run, _ in a.driven] == ["run_1"])
        assert a.driven == [("run_1", 3)]  # freed in the second epoch, taken in the third


def _can_claim(hand: Hand) -> bool:
    if hand.dispatcher.claim(a_run("run_tried")) is None:
        return False
    hand.dispatcher.let_go("run_tried")
    return True


async def _beat_again(database: SharedDatabase, before: float) -> bool:
    return (await Workers(database).all())[0].silent_s < before
