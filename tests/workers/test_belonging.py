"""Several processes on one database: what belongs to a living one is left alone, and each has its own machine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.conformance.world import a_change
from tests.conformance.world import a_run as a_talk
from tests.workers.crew import hand

from aule.contracts.access.change import ChangeStatus
from aule.contracts.events.facts import ChangeIntended, RunResumed, RunStarted, RunWaiting
from aule.contracts.runs.run import RunStatus
from aule.kernel.runs.queue import Terms
from aule.stores.home.directory import Home
from aule.stores.repositories.changes import Changes
from aule.stores.repositories.runs import Runs
from aule.stores.repositories.workers import Worker, Workers
from aule.testing.system import system

pytestmark = pytest.mark.xdist_group("workers")


async def test_only_what_no_living_process_drives_counts_as_cut_off(url: str) -> None:
    """K-7: one process that starts again does not clear up after another that is at work."""
    async with hand(url, "alive") as alive, hand(url, "dead") as dead:
        await Workers(alive.database).beat(Worker("alive", "here", 1, "0"))
        await alive.journal.write(RunStarted(started=a_talk("run_1")), ChangeIntended(change=_intended("1")))
        await dead.journal.write(RunStarted(started=a_talk("run_2")), ChangeIntended(change=_intended("2")))
        runs, changes = Runs(alive.database), Changes(alive.database)
        assert [run.id for run in await runs.cut_off()] == ["run_2"]
        assert [change.id for change in await changes.intended()] == ["chg_2"]
        assert [change.id for change in await changes.intended("run_1")] == ["chg_1"]
        await dead.journal.write(RunWaiting(approvals=[]), run="run_2")
        await alive.journal.write(RunResumed(reason="decision"), run="run_2")  # the living one took it up
        assert await runs.cut_off() == [] and await changes.intended() == []


def _intended(number: str) -> Any:
    return a_change(f"chg_{number}", run=f"run_{number}", status=ChangeStatus.INTENDED)


async def test_a_server_that_starts_leaves_the_talks_of_another_alone(url: str, tmp_path: Path) -> None:
    """K-7, OS-22: recovery knows whose run it is; what a dead one left is closed honestly."""
    terms = Terms(host="attic")
    async with system(tmp_path / "one", database_url=url, terms=terms) as one:
        await one.kernel.journal.write(RunStarted(started=a_talk("run_live")))
        async with hand(url, "gone") as gone:
            await gone.journal.write(RunStarted(started=a_talk("run_dead")))
        async with system(tmp_path / "two", database_url=url, terms=terms) as two:
            assert (await two.kernel.runs.get("run_live")).status is RunStatus.EXECUTING
            assert (await two.kernel.runs.get("run_dead")).status is RunStatus.FAILED
            home = await two.kernel.projects.get("home")
            assert (home.root, home.host) == (str(one.workspace), "attic")


async def test_a_data_directory_knows_who_worked_from_it_before(url: str, tmp_path: Path) -> None:
    """OS-22: after a restart nobody waits for the lease of one's own former self."""
    home = Home(tmp_path)
    home.prepare()
    assert home.succeed("worker_1") is None
    async with hand(url, "worker_1") as former:
        await Workers(former.database).beat(former.dispatcher.me)
        await former.journal.write(RunStarted(started=a_talk("run_1")))
        async with system(tmp_path, database_url=url) as again:
            assert (await again.kernel.runs.get("run_1")).status is RunStatus.FAILED


async def test_what_one_machine_kept_is_read_on_another(url: str, tmp_path: Path) -> None:
    """OS-22, OS-6: contents are in the database, each data directory has its own settings and secrets."""

    async def pieces() -> Any:
        yield b"from the attic"

    async with system(tmp_path / "one", database_url=url) as one, system(tmp_path / "two", database_url=url) as two:
        artifact = await one.kernel.uploads.add("a.txt", pieces())
        there = await two.kernel.uploads.get(artifact.id)
        assert two.kernel.blobs.get(there.sha256) == b"from the attic"
        one.kernel.secrets.set("key", "only-in-one-place")
        assert two.kernel.secrets.get("key") is None
