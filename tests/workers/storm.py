"""Processes that are killed, frozen and restarted while they drive runs, and what is looked at afterwards."""

from __future__ import annotations

import asyncio
import os
import signal
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from tests.processes.nursery import nursery
from tests.workers.lab import graph, lab, lines

from aule.contracts.access.approval import Approval
from aule.contracts.errors import Conflict, Unavailable
from aule.contracts.runs.graph import Graph
from aule.contracts.runs.run import Run, RunKind
from aule.kernel.engine.graphs.envelope import content_hash_of
from aule.kernel.engine.run_request import RunRequest
from aule.kernel.runs.queue import Terms
from aule.testing.system import System, system

LEASE = 1.5
DEADLINE = 1_200.0 if "AULE_SOAK" in os.environ else 120.0


class Child:
    """One worker process."""

    def __init__(self, folder: Path, url: str, name: str) -> None:
        environment = {**os.environ, "LAB": str(folder / "lab")}
        words = (str(folder / name), url, str(LEASE))
        self.process = nursery().start(*words, module="tests.workers.worker_child", env=environment)

    async def ready(self) -> None:
        """Wait until it takes runs."""
        await self._said("ready")

    async def leave(self) -> None:
        """Ask it to go, and wait until it has gone of its own accord."""
        self.process.send_signal(signal.SIGTERM)
        await self._said("left")
        assert await asyncio.to_thread(self.process.wait, 20) == 0

    def kill(self) -> None:
        """End it in the middle of whatever it does."""
        self.process.end()

    def freeze(self) -> None:
        """Let it stand still."""
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on as if nothing had happened."""
        self.process.send_signal(signal.SIGCONT)

    async def _said(self, word: str) -> None:
        async with asyncio.timeout(DEADLINE):
            said = await asyncio.to_thread(self.process.stdout.readline)
        assert said.strip() == word, f"it ended with {self.process.poll()} instead of saying {word!r}"


class Storm:
    """A server that drives nothing itself, its workers, and the folder of their effects."""

    def __init__(self, folder: Path, url: str, server: System) -> None:
        self.folder = folder
        self.url = url
        self.server = server
        self.kernel = server.kernel
        self.children: dict[str, Child] = {}
        self.all: list[Child] = []

    def child(self, name: str) -> Child:
        """Start a worker."""
        made = self.children[name] = Child(self.folder, self.url, name)
        self.all.append(made)
        return made

    async def start(self, number: int, what: Graph | None = None, owner: str = "owner") -> Run:
        """Start a run, everything in it allowed; patient while the database is away."""
        drawn = what or graph(number)
        order = RunRequest(
            graph=drawn,
            inputs={},
            title=f"Run {number}",
            project="home",
            kind=RunKind.WORKFLOW,
            approve=content_hash_of(drawn),
            id=f"run_storm_{number:04d}",
        )
        return await self.patiently(lambda: self.kernel.engine.start(order))

    async def patiently(self, work: Any) -> Any:
        """Do something again until the database is there."""
        async with asyncio.timeout(DEADLINE):
            while True:
                try:
                    return await work()
                except Unavailable:
                    await asyncio.sleep(0.1)

    async def finish(self, runs: list[str]) -> int:
        """Wait until all have ended, saying of every step whose end nobody knows whether it happened; how many."""
        said = 0
        async with asyncio.timeout(DEADLINE):
            while True:
                for approval in await self.patiently(self.kernel.approvals.pending):
                    await self.patiently(lambda approval=approval: self._say(approval))
                    said += 1
                found = [await self.patiently(lambda run=run: self.kernel.runs.get(run)) for run in runs]
                if all(run.status.is_final for run in found):
                    return said
                await asyncio.sleep(0.05)

    async def _say(self, approval: Approval) -> None:
        option = "done" if self._happened(approval.step, approval.run) else "retry"
        with suppress(Conflict):  # it was decided before the line broke
            await self.kernel.decide(approval.id, option, content_hash=approval.binds.content_hash)

    def _happened(self, step: str | None, run: str | None) -> bool:
        key = f"{int((run or '').rpartition('_')[2])}.{step}"
        return key in lines(self.folder / "lab", "sent")

    async def verify(self, runs: list[str]) -> None:
        """Everything was done, nothing twice, and no finished step began again."""
        for name in ("marks", "sent"):
            assert {key: n for key, n in Counter(lines(self.folder / "lab", name)).items() if n > 1} == {}, name
        effects = {*lines(self.folder / "lab", "marks"), *lines(self.folder / "lab", "sent")}
        for run in runs:
            ended = await self.kernel.runs.get(run)
            assert ended.status == "done", (run, ended.status, ended.error)
            events = await self.kernel.journal.read(None, run=run)
            completed = Counter(event.data.step for event in events if event.type == "step.completed")
            assert set(completed.values()) == {1}, (run, completed)
            finished: set[str] = set()
            for event in events:
                if event.type == "step.completed":
                    finished.add(event.data.step)
                assert not (event.type == "step.started" and event.data.step in finished), (run, event)
            calls = [node.call for node in graph(_number(run)).nodes if node.call is not None]
            expected = {call.params["key"] for call in calls if call.capability != "lab.look"}
            assert expected <= effects, run


def _number(run: str) -> int:
    return int(run.rpartition("_")[2])


@asynccontextmanager
async def storm(folder: Path, url: str) -> AsyncGenerator[Storm]:
    """A server without a hand of its own; its workers are killed at the end."""
    (folder / "lab").mkdir(parents=True)
    terms = Terms(host="here", at_once=0, lease_s=LEASE, beat_s=LEASE / 5)
    async with system(folder / "server", apps=[lab], database_url=url, terms=terms) as server:
        made = Storm(folder, url, server)
        try:
            yield made
        finally:
            for child in made.all:
                child.kill()
