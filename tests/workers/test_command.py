"""`aule worker`: a process without a desktop that drives runs of a shared database."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from aule.contracts.graph import Graph, Step, StepCall, StepKind
from aule.contracts.run import RunStatus
from aule.kernel.engine.order import Order
from aule.kernel.engine.queue import Terms
from aule.testing.system import system

pytestmark = pytest.mark.xdist_group("workers")

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
    order = Order(graph=Graph(nodes=[step]), inputs={}, title="What time it is", project="home")
    async with system(tmp_path / "server", database_url=url, terms=Terms(host="server", at_once=0)) as server:
        run = await server.kernel.engine.start(order)
        assert run.host is None  # nothing in it needs a folder: any machine will do
        worker = _started(environment)
        try:
            assert worker.stdout is not None
            told = json.loads(await asyncio.to_thread(worker.stdout.readline))
            assert told == {"host": "attic", "pid": worker.pid, "queues": ["default"], "at_once": 8}
            async with asyncio.timeout(30):
                assert (await server.kernel.engine.wait(run.id)).status is RunStatus.DONE
            worker.send_signal(signal.SIGTERM)
            assert await asyncio.to_thread(worker.wait, 20) == 0
        finally:
            worker.kill()
            worker.wait()
            assert worker.stdout is not None
            worker.stdout.close()
