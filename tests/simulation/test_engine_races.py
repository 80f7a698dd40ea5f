"""Decisions, pauses and cancellations that arrive at any moment of a run: none is lost, none is applied twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from aule.contracts.access.approval import Approval
from aule.contracts.errors import Conflict
from aule.contracts.events.facts import ApprovalGranted, StepReleased
from aule.contracts.runs.graph import Graph, Interrupt, OnError, Step, StepCall, StepKind
from aule.contracts.runs.run import Run, RunStatus
from aule.kernel.engine.graphs.envelope import content_hash_of
from aule.kernel.engine.run_request import RunRequest
from aule.sdk import App, Effect
from aule.testing.system import System, system

TICKS = 75
"""Turns of the event loop between two things that race; a segment ends in far fewer."""


class Stage:
    """An app whose steps wait until they are let go, and that counts what was done."""

    def __init__(self) -> None:
        self.doors: dict[str, asyncio.Event] = {}
        self.done: list[str] = []
        self.stopped: list[str] = []

    def door(self, name: str) -> asyncio.Event:
        """What a step waits at."""
        return self.doors.setdefault(name, asyncio.Event())

    def app(self) -> App:
        """The app `stage`."""
        app = App("stage")

        @app.capability(effect=Effect.READ)
        async def wait(name: str) -> str:
            """Wait at a door."""
            try:
                await self.door(name).wait()
            except asyncio.CancelledError:
                self.stopped.append(name)
                raise
            return name

        @app.capability(effect=Effect.WRITE, targets=["name"])
        async def act(name: str) -> str:
            """Do something that can be counted."""
            self.done.append(name)
            return name

        return app


@pytest.fixture
def stage() -> Stage:
    """What the runs act on."""
    return Stage()


@pytest.fixture
async def aule(tmp_path: Path, stage: Stage) -> AsyncGenerator[System]:
    """A running system with the stage in it."""
    async with system(tmp_path, apps=[stage.app()]) as running:
        yield running


def call(id: str, capability: str, name: str, *before: str, **more: Any) -> Step:
    """A step that calls the stage."""
    use = StepCall(capability=f"stage.{capability}", params={"name": name})
    return Step(id=id, kind=StepKind.CALL, call=use, dependencies=list(before), **more)


async def start(aule: System, *steps: Step, id: str) -> Run:
    """Start steps whose effects a person has allowed."""
    graph = Graph(nodes=list(steps))
    order = RunRequest(graph=graph, inputs={}, title=id, project="home", approve=content_hash_of(graph), id=f"run_{id}")
    return await aule.kernel.engine.start(order)


async def asked(aule: System, run: Run) -> Approval:
    """The one thing a run waits for, as soon as it is there."""
    async with asyncio.timeout(20):
        while not (waiting := await aule.kernel.approvals.pending(run=run.id)):  # noqa: ASYNC110 - it is committed
            await asyncio.sleep(0)
    assert len(waiting) == 1
    return waiting[0]


async def ended(aule: System, run: Run) -> Run:
    """The run when it has ended."""
    async with asyncio.timeout(20):
        return await aule.kernel.driver.wait(run.id)


async def decide(aule: System, approval: Approval, option: str = "approve") -> Approval:
    """A person's decision."""
    return await aule.kernel.decide(approval.id, option, content_hash=approval.binds.content_hash)


async def after(ticks: int, what: Awaitable[Any]) -> Any:
    """Do something so many turns of the loop later."""
    for _ in range(ticks):
        await asyncio.sleep(0)
    return await what


async def open_door(stage: Stage, name: str) -> None:
    """Let a step go on."""
    stage.door(name).set()


@pytest.mark.parametrize("decision_first", [True, False])
async def test_a_decision_that_meets_the_end_of_a_segment_is_taken_once(
    aule: System, stage: Stage, decision_first: bool
) -> None:
    """OS-22, K-7: 150 races each way, one turn of the loop apart; the segment ends when its last branch does."""
    for ticks in range(2 * TICKS):
        name = f"{decision_first}{ticks}"
        held = call("held", "act", name, interrupt=Interrupt(before=True))
        run = await start(aule, held, call("beside", "wait", name), id=name)
        approval = await asked(aule, run)
        first, second = decide(aule, approval), open_door(stage, name)
        if not decision_first:
            first, second = second, first
        await asyncio.gather(after(0, first), after(ticks // 2, second))
        assert (await ended(aule, run)).status is RunStatus.DONE
        assert stage.done.count(name) == 1
        events = [event.data for event in await aule.events(run.id)]
        granted = [fact for fact in events if isinstance(fact, ApprovalGranted) and fact.approval.step is not None]
        assert (len([fact for fact in events if isinstance(fact, StepReleased)]), len(granted)) == (1, 1)


async def test_of_two_decisions_at_once_one_counts_and_the_other_is_told(aule: System, stage: Stage) -> None:
    """OS-22: through however many doors a decision comes."""
    for ticks in range(20):
        run = await start(aule, call("held", "act", f"two{ticks}", interrupt=Interrupt(before=True)), id=f"two{ticks}")
        approval = await asked(aule, run)
        both = (decide(aule, approval), after(ticks, decide(aule, approval, "skip")))
        results = await asyncio.gather(*both, return_exceptions=True)
        assert sorted(isinstance(result, Conflict) for result in results) == [False, True]
        assert (await ended(aule, run)).status is RunStatus.DONE
        granted = next(result for result in results if isinstance(result, Approval))
        assert stage.done.count(f"two{ticks}") == (granted.option == "approve")


async def test_a_pause_at_any_moment_stops_the_clock_and_a_resume_loses_nothing(aule: System, stage: Stage) -> None:
    """OS-21: what is under way ends, nothing more begins, and all of it is done once in the end."""
    for ticks in range(TICKS):
        names = [f"pause{ticks}{letter}" for letter in "abc"]
        steps = [call(f"s{n}", "act", name, *([f"s{n - 1}"] if n else [])) for n, name in enumerate(names)]
        run = await start(aule, *steps, id=f"pause{ticks}")
        try:
            paused = await after(ticks, aule.kernel.engine.pause(run.id))
        except Conflict:
            paused = await ended(aule, run)
        if not paused.status.is_final:
            with suppress(Conflict):  # the last step was under way, and ended
                await after(ticks % 7, aule.kernel.engine.resume(run.id))
        assert (await ended(aule, run)).status is RunStatus.DONE
        assert [name for name in stage.done if name in names] == names
        assert "run.waiting" not in await aule.types(run.id), "it waited for nobody"


async def test_a_cancelled_run_does_nothing_more_whenever_that_was(aule: System, stage: Stage) -> None:
    """OS-21: once cancelling has returned, nothing more is done and the run stays as it is."""
    for ticks in range(TICKS):
        names = [f"cancel{ticks}{letter}" for letter in "abc"]
        steps = [call(f"s{n}", "act", name, *([f"s{n - 1}"] if n else [])) for n, name in enumerate(names)]
        run = await start(aule, *steps, id=f"cancel{ticks}")
        try:
            stopped = await after(ticks, aule.kernel.cancel(run.id))
        except Conflict:
            stopped = await ended(aule, run)
        assert stopped.status in (RunStatus.CANCELLED, RunStatus.DONE)
        so_far = list(stage.done)
        await after(20, aule.kernel.journal.flush())
        assert (stage.done, (await aule.kernel.runs.get(run.id)).status) == (so_far, stopped.status)
        assert stopped.status is RunStatus.CANCELLED or [name for name in so_far if name in names] == names
        ends = [fact.data.id for fact in await aule.events(run.id) if fact.type in ("call.completed", "call.failed")]
        assert len(ends) == len(set(ends)), "a call ended twice"
        assert await aule.kernel.calls.open(run.id) == [], "a call never ended"


async def test_what_a_graph_asked_that_was_stopped_is_no_longer_asked(aule: System) -> None:
    """OS-22: a person is not left with questions nobody waits for."""
    broken = StepCall(capability="core.read_file", params={"path": "is-not-there.txt"})
    inner = Graph(
        nodes=[
            call("asks", "act", "x", interrupt=Interrupt(before=True)),
            Step(id="fails", kind=StepKind.CALL, call=broken),
        ]
    )
    inside = Step(id="inside", kind=StepKind.WORKFLOW, graph=inner, on_error=OnError.SKIP)
    run = await start(aule, inside, call("held", "act", "y", interrupt=Interrupt(before=True)), id="stale")
    await aule.until_still(run.id)
    approval = await aule.pending()
    assert approval.step == "held"
    await decide(aule, approval, "skip")
    assert (await ended(aule, run)).status is RunStatus.DONE_WITH_FAILURES


async def test_cancelling_stops_a_step_that_waits_and_takes_back_what_is_asked(aule: System, stage: Stage) -> None:
    """OS-21: a running step stops within a second, and a question of a run that is over is no longer asked."""
    held = call("held", "act", "no", interrupt=Interrupt(before=True))
    run = await start(aule, held, call("beside", "wait", "never"), id="long")
    approval = await asked(aule, run)
    async with asyncio.timeout(1):
        stopped = await aule.kernel.cancel(run.id)
    assert (stopped.status, stage.stopped, stage.done) == (RunStatus.CANCELLED, ["never"], [])
    assert await aule.kernel.approvals.pending() == []
    with pytest.raises(Conflict):
        await decide(aule, approval)
