"""A store that is gone, replaced or cut short is noticed: at the start, by the doctor, and before an undo."""

from __future__ import annotations

import asyncio
import json
import logging
import shutil
import sqlite3
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from tests.cli.command_line import CommandLine, stop

from aule.ambient import ambient
from aule.contracts.access.capability import Policy
from aule.contracts.errors import Corrupt
from aule.stores.home.blobs import Blobs
from aule.stores.log.integrity import gaps, lost_contents
from aule.stores.log.marker import Marker
from aule.testing.system import System, system


@asynccontextmanager
async def used(home: Path) -> AsyncGenerator[System]:
    """A system in which a file was written and edited."""
    async with system(home) as aule:
        aule.kernel.settings.write(aule.kernel.settings.read().model_copy(update={"policy": Policy(allow=["core.*"])}))
        for text in ("first", "other"):
            await aule.kernel.call("core.write_file", {"path": "a.txt", "content": text})
        yield aule


def _database(home: Path) -> list[Path]:
    return [path for path in home.iterdir() if path.name.startswith("aule.db")]


async def _use(home: Path) -> None:
    async with used(home):
        pass


def _names(home: Path) -> list[str]:
    return sorted(path.name for path in home.iterdir())


@pytest.mark.parametrize("how", ["gone", "empty"])
async def test_a_store_that_is_gone_is_not_begun_anew_without_a_word(tmp_path: Path, how: str) -> None:
    """OS-24: the start is refused, says what was there, and changes nothing."""
    async with used(tmp_path):
        pass
    for path in _database(tmp_path):
        path.unlink()
    if how == "empty":
        (tmp_path / "aule.db").touch()
    before = _names(tmp_path)
    with pytest.raises(Corrupt) as told:
        async with system(tmp_path):
            pass
    problem = told.value.problem
    assert problem.code == "store_missing"
    assert how in problem.message and "--new-store" in (problem.hint or "")
    assert _names(tmp_path) == before


async def test_another_store_in_its_place_is_refused(tmp_path: Path) -> None:
    """OS-24: two data directories are not mixed by accident."""
    async with used(tmp_path / "one"), used(tmp_path / "two"):
        pass
    for path in _database(tmp_path / "one"):
        path.unlink()
    for path in _database(tmp_path / "two"):
        shutil.copy(path, tmp_path / "one" / path.name)
    with pytest.raises(Corrupt, match="another one"):
        async with system(tmp_path / "one"):
            pass


async def test_an_older_copy_that_was_put_back_is_used_and_the_loss_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """OS-24: a backup is a way back; how much of the log is missing is said once."""
    async with used(tmp_path):
        pass
    shutil.copy(tmp_path / "aule.db", tmp_path / "copy")
    async with used(tmp_path) as aule:
        head = int(await aule.kernel.journal.cursor())
    for path in _database(tmp_path):
        path.unlink()
    (tmp_path / "copy").rename(tmp_path / "aule.db")
    with caplog.at_level(logging.WARNING):
        async with system(tmp_path):
            pass
    assert [record for record in caplog.records if f"as far as {head}" in record.getMessage()]
    caplog.clear()
    async with system(tmp_path):
        pass
    assert not [record for record in caplog.records if "as far as" in record.getMessage()]


async def test_a_log_whose_tail_was_removed_after_a_kill_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """OS-24: the marker follows every commit, also in a process that never came to its end."""
    async with used(tmp_path / "home"):
        pass
    async with used(tmp_path / "home"):
        shutil.copytree(tmp_path / "home", tmp_path / "killed")  # what a killed process leaves
    (tmp_path / "killed" / "aule.db-wal").unlink()
    (tmp_path / "killed" / "aule.db-shm").unlink()
    with caplog.at_level(logging.WARNING):
        async with system(tmp_path / "killed"):
            pass
    assert [record for record in caplog.records if "The log ends at fact" in record.getMessage()]


async def test_facts_missing_in_the_middle_are_found(tmp_path: Path) -> None:
    """OS-24: numbers of the log follow each other."""
    async with used(tmp_path):
        pass
    assert gaps(tmp_path / "aule.db") == []
    with closing(sqlite3.connect(tmp_path / "aule.db")) as connection, connection:
        connection.execute("DELETE FROM events WHERE seq IN (SELECT seq FROM events ORDER BY seq LIMIT 1 OFFSET 2)")
    [gap] = gaps(tmp_path / "aule.db")
    assert gap.missing >= 1


async def test_an_undo_whose_content_is_gone_is_not_promised(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """OS-9: the preview says which change cannot be taken back, and so does the next start."""
    async with used(tmp_path) as aule:
        change = (await aule.kernel.changes.list()).items[0]
        assert (await aule.kernel.change_log.preview(f"change:{change.id}")).possible
        assert change.before is not None
        (tmp_path / "blobs" / change.before["sha256"][:2] / change.before["sha256"][2:]).unlink()
        shown = await aule.kernel.change_log.preview(f"change:{change.id}")
        assert (shown.possible, shown.items[0].conflict) == (False, "its former content is gone")
    assert [each.what for each in lost_contents(tmp_path / "aule.db", Blobs(tmp_path / "blobs"))] == [
        f"change:{change.id}"
    ]
    with caplog.at_level(logging.WARNING):
        async with system(tmp_path):
            pass
    assert [record for record in caplog.records if change.id in record.getMessage()]


async def test_a_damaged_content_is_found_by_reading_it(tmp_path: Path) -> None:
    """OS-9: a file of the right name and size may hold something else."""
    async with used(tmp_path) as aule:
        change = (await aule.kernel.changes.list()).items[0]
        assert change.before is not None
        path = tmp_path / "blobs" / change.before["sha256"][:2] / change.before["sha256"][2:]
        path.write_bytes(b"f1rst")
        assert not (await aule.kernel.change_log.preview(f"change:{change.id}")).possible
    [lost] = lost_contents(tmp_path / "aule.db", Blobs(tmp_path / "blobs"))
    assert lost.how == "damaged"


def test_the_command_line_refuses_asks_and_begins_anew_when_told(tmp_path: Path) -> None:
    """OS-24: `aule up` and `aule doctor` say it; `--new-store` keeps what was known of the former one."""
    home = tmp_path / "home"
    asyncio.run(_use(home))
    for path in _database(home):
        path.unlink()
    line = CommandLine(home, is_here=True)
    refused = line.run("up", "--no-browser", "--port", "0", "--json")
    assert refused.code != 0
    assert refused.document["error"]["code"] == "store_missing"
    checks = {check["name"]: check for check in line.run("doctor", "--json").document}
    assert checks["log"]["status"] == "fail" and "--new-store" in checks["log"]["hint"]
    assert not (home / "aule.db").exists()
    process = line.start("up", "--new-store", "--no-browser", "--port", "0", "--json")
    assert json.loads(process.stdout.readline())["url"]
    stop(process)
    assert [name for name in _names(home) if name.startswith("store.former-")]


def test_the_doctor_finds_all_in_order_after_work(tmp_path: Path) -> None:
    """OS-24: nothing is said where nothing is wrong."""
    home = tmp_path / "home"
    asyncio.run(_use(home))
    checks = {check["name"]: check for check in CommandLine(home, is_here=True).run("doctor", "--json").document}
    assert (checks["log"]["status"], checks["contents"]["status"]) == ("ok", "ok")


def test_a_marker_that_is_put_aside_is_kept(tmp_path: Path) -> None:
    """OS-24: nothing is removed."""
    marker = Marker(tmp_path)
    marker.keep("2026-01-01T00:00:00.000Z", 7)
    marker.advance(12)
    marker.close()
    known = Marker(tmp_path).read()
    assert known is not None and known.head == 12
    aside = Marker(tmp_path).put_aside(ambient())
    assert aside is not None and aside.exists() and Marker(tmp_path).read() is None
