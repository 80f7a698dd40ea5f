"""A run's stream ends when nothing more happens without a person."""

from __future__ import annotations

from collections.abc import AsyncGenerator

from aule.contracts.events.facts import (
    Event,
    Fact,
    RunFinished,
    RunResumed,
    RunStarted,
    RunWaiting,
    TurnSpoke,
    topic_of,
)
from aule.contracts.runs.run import Run, RunKind, RunStatus
from aule.server.events import until_still


def event(number: int, fact: Fact, run: str) -> Event:
    return Event(seq=str(number), ts="t", topic=topic_of(fact), type=fact.type, run=run, data=fact)


def started(id: str, parent: str | None = None) -> Fact:
    return RunStarted(started=Run(id=id, kind=RunKind.TURN, parent=parent, project="home", started_at="t"))


async def seen(*happened: tuple[str, Fact]) -> tuple[list[str], bool]:
    """What a stream of run `a` tells of these events, and whether it ended before the log did."""
    reached_end = False

    async def log() -> AsyncGenerator[Event, None]:
        nonlocal reached_end
        for number, (run, fact) in enumerate(happened):
            yield event(number, fact, run)
        reached_end = True

    told = [f"{each.run} {each.type}" async for each in until_still(log(), "a")]
    return told, not reached_end


SPOKE = TurnSpoke(step=1, delta="x")
DONE = RunFinished(status=RunStatus.DONE)
WAITS = RunWaiting(approvals=["apr_1"])


async def test_it_ends_with_the_run_and_tells_nothing_of_others() -> None:
    log = [("a", started("a")), ("b", started("b")), ("b", SPOKE), ("a", SPOKE), ("b", DONE), ("a", DONE), ("a", SPOKE)]
    assert await seen(*log) == (["a run.started", "a turn.spoke", "a run.finished"], True)


async def test_it_ends_when_the_run_waits_for_a_person() -> None:
    assert await seen(("a", started("a")), ("a", WAITS), ("a", SPOKE)) == (["a run.started", "a run.waiting"], True)


async def test_it_tells_of_descendants_and_goes_on_when_they_end() -> None:
    log = [
        ("a", started("a")),
        ("c", started("c", "a")),
        ("d", started("d", "c")),
        ("d", SPOKE),
        ("d", DONE),
        ("c", DONE),
        ("a", DONE),
        ("a", SPOKE),
    ]
    told, ended = await seen(*log)
    assert (len(told), told[-1], ended) == (7, "a run.finished", True)


async def test_it_ends_when_every_branch_waits_but_not_while_one_works() -> None:
    log = [
        ("a", started("a")),
        ("c", started("c", "a")),
        ("d", started("d", "a")),
        ("c", WAITS),
        ("d", SPOKE),
        ("d", WAITS),
        ("d", SPOKE),
    ]
    told, ended = await seen(*log)
    assert (told[-1], len(told), ended) == ("d run.waiting", 6, True)


async def test_a_decision_made_meanwhile_keeps_it_open() -> None:
    log = [
        ("a", started("a")),
        ("c", started("c", "a")),
        ("d", started("d", "a")),
        ("c", WAITS),
        ("c", RunResumed(reason="decided")),
        ("d", DONE),
        ("c", DONE),
        ("a", SPOKE),
    ]
    told, ended = await seen(*log)
    assert (told[-1], ended) == ("a turn.spoke", False)
