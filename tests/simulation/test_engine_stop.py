"""Stopping what is under way, and never doing again by itself what may have happened."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from aule.contracts.access.approval import Text
from aule.contracts.events.steps import StepInterrupted
from aule.contracts.runs.graph import Graph, Interrupt, OnError, Retry, Step, StepCall, StepKind
from aule.contracts.runs.run import Run, RunStatus
from aule.kernel.engine.graphs.envelope import content_hash_of
from aule.kernel.engine.run_request import RunRequest
from aule.sdk import App, Approve, Effect
from aule.testing.system import System, system
from tests.simulation.engine_world import World

_CHILD = "import os, time; os.write(1, b'up'); time.sleep(600)"
_PARENT = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {_CHILD!r}])"


def programs(line: int) -> App:
    """An app that runs a program with a child of its own, both of which hold on to a line."""
    app = App("programs")

    @app.capability(effect=Effect.EXEC)
    async def run() -> int:
        """Run a program until it ends."""
        command = [sys.executable, "-c", _PARENT]
        process = await asyncio.create_subprocess_exec(*command, stdout=line, start_new_session=True)
        os.close(line)
        try:
            return await process.wait()
        finally:
            if process.returncode is None:
                os.killpg(process.pid, signal.SIGKILL)
                await process.wait()

    return app


async def begin(aule: System, *steps: Step) -> Run:
    """Start steps whose effects a person has allowed."""
    graph = Graph(nodes=list(steps))
    order = RunRequest(graph=graph, inputs={}, title="Stop", project="home", approve=content_hash_of(graph))
    return await aule.kernel.engine.start(order)


async def test_cancelling_ends_a_program_with_its_children_within_a_second(tmp_path: Path) -> None:
    """OS-21: nothing of it is left running, or the line would still be held."""
    heard, line = os.pipe()
    async with system(tmp_path, apps=[programs(line)]) as aule:
        run = await begin(aule, Step(id="program", kind=StepKind.CALL, call=StepCall(capability="programs.run")))
        listening = asyncio.create_task(asyncio.to_thread(os.read, heard, 100))
        async with asyncio.timeout(20):
            while not listening.done():
                for approval in await aule.kernel.approvals.pending(run=run.id):
                    await aule.kernel.decide(approval.id, "approve", content_hash=approval.binds.content_hash)
                await asyncio.wait([listening], timeout=0.01)
        assert listening.result() == b"up"
        async with asyncio.timeout(1):
            stopped = await aule.kernel.cancel(run.id)
            assert await asyncio.to_thread(os.read, heard, 100) == b""
        assert stopped.status is RunStatus.CANCELLED
    os.close(heard)


async def test_what_failed_after_it_may_have_happened_is_not_tried_again(tmp_path: Path) -> None:
    """K-6: only reads and what is idempotent are retried by themselves."""
    world = World(tmp_path)
    async with system(tmp_path, apps=[world.app()]) as aule:
        params = {"at": "once", "thing": "once", "given": []}
        retry = Retry(max=5, wait_s=0)
        spoil = StepCall(capability="trial.spoil", params=params)
        look = StepCall(capability="trial.shaky", params={"at": "often", "given": [], "fails": 3})
        run = await begin(
            aule,
            Step(id="spoil", kind=StepKind.CALL, call=spoil, retry=retry, on_error=OnError.SKIP),
            Step(id="look", kind=StepKind.CALL, call=look, retry=retry),
        )
        async with asyncio.timeout(20):
            ended = await aule.kernel.driver.wait(run.id)
        assert ended.status is RunStatus.DONE_WITH_FAILURES
        assert (len(world.lines("spoil")), len(world.lines("shaky"))) == (1, 4)


async def test_a_command_that_was_cut_off_is_never_run_again_by_itself(tmp_path: Path) -> None:
    """K-7: it changed no file, as far as the change log tells; what else it did, only a person can find out."""
    begun: list[asyncio.Event] = [asyncio.Event()]
    app = App("shells")

    @app.capability(effect=Effect.EXEC, approval=Approve.AUTO, reversible=True)
    async def run(command: str) -> None:
        """Run something that takes long."""
        begun[-1].set()
        begun.append(asyncio.Event())
        await asyncio.Event().wait()

    async with system(tmp_path, apps=[app]) as aule:
        line = StepCall(capability="shells.run", params={"command": "make {{steps.what.result}}"})
        first = await begin(
            aule,
            Step(id="what", kind=StepKind.CONDITION, when="true"),
            Step(id="run", kind=StepKind.CALL, call=line, dependencies=["what"]),
        )
        async with asyncio.timeout(20):
            await begun[0].wait()
    async with system(tmp_path, apps=[app]) as aule, asyncio.timeout(20):
        events = aule.kernel.follow("0", run=first.id)
        asked = await anext(event.data async for event in events if isinstance(event.data, StepInterrupted))
        assert (asked.step, asked.moment) == ("run", "unknown")
        assert len(begun) == 2, "it began once"
        approval = await aule.kernel.approvals.get(asked.approval or "")
        assert approval.preview == Text(text='shells.run\n{\n  "command": "make true"\n}'), "what it was is told"


async def test_a_run_whose_log_cannot_be_read_can_still_be_stopped(tmp_path: Path) -> None:
    """K-9: one row is damaged; nobody is asked any more about what can never go on."""
    world = World(tmp_path)
    async with system(tmp_path, apps=[world.app()]) as aule:
        look = StepCall(capability="trial.shaky", params={"at": "often", "given": [], "fails": 0})
        first = Step(id="look", kind=StepKind.CALL, call=look)
        asking = first.model_copy(update={"id": "again", "dependencies": ["look"], "interrupt": Interrupt(before=True)})
        run = await begin(aule, first, asking)
        await aule.until_still(run.id)
        with closing(sqlite3.connect(aule.home.database)) as database, database:
            damage = '[{"type":"call.started",'
            database.execute("UPDATE events SET data = ? WHERE run = ? AND type = 'many'", (damage, run.id))
        assert (await aule.kernel.cancel(run.id)).status is RunStatus.CANCELLED
        assert await aule.kernel.approvals.pending() == []
