"""`aule worker`: a process without a desktop that drives runs of a shared database."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from contextlib import aclosing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.kernel.mornings import Hands, morning

from aule.contracts.runs.graph import Graph, Step, StepCall, StepKind
from aule.contracts.runs.run import RunStatus
from aule.kernel.engine.run_request import RunRequest
from aule.kernel.runs.queue import Terms
from aule.testing.system import system

pytestmark = pytest.mark.xdist_group("workers")

CLOCK = "id: clock\ntitle: Clock\nsteps:\n  - id: now\n    capability: core.now\n"
AULE = str(Path(sys.executable).with_name("aule"))


def test_without_a_shared_database_it_says_what_to_do(tmp_path: Path) -> None:
    """OS-22: on one machine nobody needs it."""
    environment = {**os.environ, "AULE_HOME": str(tmp_path)}
    ran = subprocess.run([AULE, "worker", "--json"], env=environment, capture_output=True, text=True, timeout=60)
    assert ran.returncode == 2
    assert "not_shared" in ran.stdout + ran.stderr and "AULE_DATABASE_URL" in ran.stdout + ran.stderr


def _started(environment: dict[str, str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen([AULE, "worker", "--json"], env=environment, stdout=subprocess.PIPE)


async def test_it_drives_what_a_server_was_asked_for_and_leaves_when_told(url: str, tmp_path: Path) -> None:
    """OS-22: `aule worker` takes runs and ends with 0 on SIGTERM."""
    environment = {**os.environ, "AULE_HOME": str(tmp_path / "worker"), "AULE_DATABASE_URL": url, "AULE_HOST": "attic"}
    step = Step(id="now", kind=StepKind.CALL, call=StepCall(capability="core.now"))
    order = RunRequest(graph=Graph(nodes=[step]), inputs={}, title="What time it is", project="home")
    async with system(tmp_path / "server", database_url=url, terms=Terms(host="server", at_once=0)) as server:
        run = await server.kernel.engine.start(order)
        assert run.host is None  # nothing in it needs a folder: any machine will do
        worker = _started(environment)
        try:
            assert worker.stdout is not None
            told = json.loads(await asyncio.to_thread(worker.stdout.readline))
            assert told == {"host": "attic", "pid": worker.pid, "queues": ["default"], "at_once": Terms().at_once}
            async with asyncio.timeout(30):
                assert (await server.kernel.driver.wait(run.id)).status is RunStatus.DONE
            worker.send_signal(signal.SIGTERM)
            assert await asyncio.to_thread(worker.wait, 20) == 0
        finally:
            worker.kill()
            worker.wait()
            assert worker.stdout is not None
            worker.stdout.close()


async def test_it_starts_workflows_at_their_times_with_no_server_up(url: str, tmp_path: Path) -> None:
    """OS-19, OS-22, OS-23: what came due is fired by a worker alone, once; words for an agent wait for a server."""
    before = Hands(datetime.now(UTC) - timedelta(days=2))
    async with morning(tmp_path / "server", clock=before, database_url=url, terms=Terms(host="server")) as day:
        library = day.aule.kernel.library
        await library.save(await library.read(CLOCK), expected=None)
        workflow = await day.make(prompt=None, workflow="clock")
        agent = await day.make(title="Agent")
    environment = {**os.environ, "AULE_HOME": str(tmp_path / "worker"), "AULE_DATABASE_URL": url, "AULE_HOST": "attic"}
    worker = _started(environment)
    try:
        async with system(tmp_path / "reader", recover=False, database_url=url, terms=Terms(at_once=0)) as reader:
            finished = reader.kernel.journal.follow(None, types=("run.finished",))
            async with asyncio.timeout(30), aclosing(finished):
                event = await anext(finished)
            run = await reader.kernel.runs.get(event.run or "")
            assert (run.schedule, run.status) == (workflow.id, RunStatus.DONE)
            kept = reader.kernel.schedules.kept
            assert (await kept.get(workflow.id)).last_run == run.id
            assert (await kept.get(agent.id)).last_run is None
    finally:
        worker.kill()
        worker.wait()
        assert worker.stdout is not None
        worker.stdout.close()
