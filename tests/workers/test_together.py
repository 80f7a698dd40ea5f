"""A server where people decide and a worker that does it: each in its own data directory, on one database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.workers.crew import until

from aule.contracts.events.facts import RunResumed
from aule.contracts.runs.graph import Graph, Interrupt, Step, StepCall, StepKind
from aule.contracts.runs.run import Run, RunStatus
from aule.kernel.engine.run_request import RunRequest
from aule.kernel.runs.queue import Terms
from aule.sdk import App, Context, Effect
from aule.testing.scripted_model import Response, call, say
from aule.testing.system import System, system

pytestmark = pytest.mark.xdist_group("workers")


class Pair:
    """Somebody who is asked and somebody who works."""

    def __init__(self, server: System, worker: System, gates: dict[str, asyncio.Event]) -> None:
        self.server = server.kernel
        self.worker = worker.kernel
        self.gates = gates
        self.done: list[str] = []

    async def start(self, *nodes: Step) -> Run:
        """Start a run at the server."""
        order = RunRequest(graph=Graph(nodes=list(nodes)), inputs={}, title="Together", project="home")
        return await self.server.engine.start(order)

    async def stands(self, run: Run, status: RunStatus) -> None:
        """Wait until a run stands so."""

        async def does() -> bool:
            return (await self.server.runs.get(run.id)).status is status

        await until(does)

    async def approve(self) -> None:
        """Say yes, at the server, to the one thing that waits."""

        async def asked() -> bool:
            return len(await self.server.approvals.pending()) == 1

        await until(asked)
        [approval] = await self.server.approvals.pending()
        await self.server.decide(approval.id, "approve", content_hash=approval.binds.content_hash)

    async def steps(self, run: Run, type_: str) -> list[str]:
        """The steps that something happened to, in order."""
        return [event.data.step for event in await self.server.journal.read(None, run=run.id, types=[type_])]


@asynccontextmanager
async def pair(
    url: str, folder: Path, *script: Response, hosts: tuple[str, str] = ("here", "here")
) -> AsyncGenerator[Pair]:
    """Both, in one process; only the second drives runs."""
    gates = {name: asyncio.Event() for name in "abcd"}
    lab = App("lab")

    @lab.capability(effect=Effect.READ, idempotent=False, anywhere=True)
    async def work(context: Context, name: str) -> str:
        """Work until the test lets it end."""
        await gates[name].wait()
        return name

    given: dict[str, Any] = {"apps": [lab], "database_url": url}
    one, two = Terms(host=hosts[0], at_once=0), Terms(host=hosts[1], beat_s=0.2, lease_s=30, grace_s=0.1)
    async with (
        system(folder / "server", terms=one, **given) as server,
        system(folder / "worker", *script, terms=two, **given) as worker,
    ):
        yield Pair(server, worker, gates)


def step(name: str, *after: str, interrupt: Interrupt | None = None) -> Step:
    """A step that ends when it is let."""
    call = StepCall(capability="lab.work", params={"name": name})
    return Step(id=name, kind=StepKind.CALL, call=call, dependencies=list(after), interrupt=interrupt)


async def test_a_decision_at_the_server_lets_a_run_on_the_worker_go_on(url: str, tmp_path: Path) -> None:
    """OS-22: a run that waits is rows; whoever decides, the worker hears of it."""
    async with pair(url, tmp_path) as both:
        both.gates["a"].set()
        run = await both.start(step("a", interrupt=Interrupt(before=True)))
        await both.stands(run, RunStatus.WAITING)
        await both.approve()
        assert (await both.server.driver.wait(run.id)).status is RunStatus.DONE


async def test_whoever_decides_and_has_room_goes_on_itself_in_the_same_transaction(url: str, tmp_path: Path) -> None:
    """OS-22: decided, resumed and claimed is one commit, and the others are not even woken for it."""
    async with pair(url, tmp_path) as both:
        both.gates["a"].set()
        run = await both.start(step("a", interrupt=Interrupt(before=True)))
        await both.stands(run, RunStatus.WAITING)
        [approval] = await both.worker.approvals.pending()
        await both.worker.decide(approval.id, "approve", content_hash=approval.binds.content_hash)
        assert (await both.server.driver.wait(run.id)).status is RunStatus.DONE
        course = await both.server.journal.read(
            None, run=run.id, types=["approval.granted", "run.resumed", "run.claimed"]
        )
        assert [event.type for event in course[-3:]] == ["approval.granted", "run.resumed", "run.claimed"]
        assert [int(event.seq) - int(course[-3].seq) for event in course[-3:]] == [0, 1, 2]


async def test_whoever_waits_for_a_run_hears_of_its_end_wherever_that_was(url: str, tmp_path: Path) -> None:
    """OS-22: also of one that is stopped by somebody else, and of one that ended before anybody asked."""
    async with pair(url, tmp_path) as both:
        run = await both.start(step("a"))
        await until(lambda: _has(both, run, "step.started", ["a"]))
        here, there = (asyncio.create_task(each.driver.wait(run.id)) for each in (both.server, both.worker))
        await both.server.driver.cancel(run.id)
        assert {(await each).status for each in (here, there)} == {RunStatus.CANCELLED}
        assert (await both.worker.driver.wait(run.id)).status is RunStatus.CANCELLED


async def test_a_decision_reaches_a_run_that_is_under_way_and_takes_nothing_from_it(url: str, tmp_path: Path) -> None:
    """OS-22: one branch waits for a person while another works: the work under way counts when it ends."""
    async with pair(url, tmp_path) as both:
        run = await both.start(step("a", interrupt=Interrupt(before=True)), step("b"), step("c", "a", "b"))
        both.gates["a"].set()
        both.gates["c"].set()
        await both.approve()
        await until(lambda: _has(both, run, "step.completed", ["a"]))  # while b is still at it
        both.gates["b"].set()
        assert (await both.server.driver.wait(run.id)).status is RunStatus.DONE
        assert await both.steps(run, "step.started") == ["b", "a", "c"]


async def test_a_pause_at_the_server_holds_the_worker_and_a_resume_lets_it_go_on(url: str, tmp_path: Path) -> None:
    """OS-21: what is under way ends, nothing more begins."""
    async with pair(url, tmp_path) as both:
        run = await both.start(step("a"), step("b", "a"))
        await until(lambda: _has(both, run, "step.started", ["a"]))
        await both.server.engine.pause(run.id)
        segment = both.worker.engine.graphs.segment(run.id)
        assert segment is not None
        await until(lambda: segment.is_held)
        both.gates["a"].set()
        await until(lambda: _has(both, run, "step.completed", ["a"]))
        await until(lambda: both.worker.engine.graphs.segment(run.id) is None)
        both.gates["b"].set()
        assert await both.steps(run, "step.started") == ["a"]
        await both.server.engine.resume(run.id)
        assert (await both.server.driver.wait(run.id)).status is RunStatus.DONE


async def _has(both: Pair, run: Run, type_: str, steps: list[str]) -> bool:
    return await both.steps(run, type_) == steps


async def test_a_step_that_may_touch_a_file_is_done_where_the_folder_is(url: str, tmp_path: Path) -> None:
    """OS-22: the worker elsewhere takes what any machine can do, and leaves the rest."""
    async with pair(url, tmp_path, hosts=("attic", "cellar")) as both:
        both.gates["a"].set()
        listing = Step(id="list", kind=StepKind.CALL, call=StepCall(capability="core.list_dir"))
        at_home, anywhere = await both.start(listing), await both.start(step("a"))
        assert (at_home.host, anywhere.host) == ("attic", None)
        assert (await both.server.driver.wait(anywhere.id)).status is RunStatus.DONE
        assert (await both.server.runs.get(at_home.id)).status is RunStatus.QUEUED


async def test_an_agent_goes_on_when_its_run_changes_hands(url: str, tmp_path: Path) -> None:
    """OS-22, K-7: who loses a run lets go of its agent too, and records nothing; who has it now goes on."""
    script = (call("lab.work", {"name": "a"}), say("done without it"))
    async with pair(url, tmp_path, *script) as both:
        run = await both.start(Step(id="ask", kind=StepKind.AGENT, prompt="Work, please.", agent="assistant"))
        await until(lambda: _is_at_work(both))
        await both.server.journal.write(RunResumed(reason="worker"), run=run.id)  # as others do with a dead one's
        ended = await both.server.driver.wait(run.id)
        assert (ended.status, ended.error) == (RunStatus.DONE, None)
        [child] = await both.server.runs.children(run.id)
        assert child.status is RunStatus.DONE_WITH_FAILURES  # its call was cut off, and it was told so


async def _is_at_work(both: Pair) -> bool:
    return len(await both.server.journal.read(None, types=["call.started"])) == 1
