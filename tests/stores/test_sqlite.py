"""What only SQLite has: a file that may be broken, newer, locked, or growing."""

from __future__ import annotations

import asyncio
import hashlib
import re
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.dialects.sqlite.base import SQLiteDialect
from tests.conformance.world import TS, a_run, counting_ambient, opened

from aule.contracts.access.approval import ApprovalStatus
from aule.contracts.errors import Corrupt, Invalid, Refused, StorageFailed, Unavailable
from aule.contracts.events.facts import RunStarted, TurnSpoke
from aule.contracts.runs.run import RunStatus
from aule.stores.database import Database, open_database
from aule.stores.log.events import Events
from aule.stores.log.projections import Entry
from aule.stores.repositories.approvals import Approvals
from aule.stores.repositories.runs import Runs, Which
from aule.stores.sqlite import checkpoints
from aule.stores.sqlite import store as sqlite
from aule.stores.statements import Compiler, Statement


def url(path: Path) -> str:
    """A file as a URL."""
    return f"sqlite:///{path}"


def prints(directory: Path) -> dict[str, str]:
    """What every file below a directory holds."""
    files = (path for path in directory.rglob("*") if path.is_file())
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


async def make(path: Path, version: str | None = None) -> None:
    """A store with one run, marked as of another version if one is given."""
    async with opened(url(path)) as database, database.transaction() as transaction:
        await transaction.append([Entry(RunStarted(started=a_run()), TS, "run_1")])
    if version is not None:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("UPDATE alembic_version SET version_num = ?", [version])
            connection.commit()


async def test_a_newer_store_is_left_byte_for_byte(tmp_path: Path) -> None:
    await make(tmp_path / "aule.db", "0999")
    before = prints(tmp_path)["aule.db"]
    with pytest.raises(Refused, match="0999"):
        await open_database(url(tmp_path / "aule.db"), counting_ambient())
    assert prints(tmp_path)["aule.db"] == before
    assert not (tmp_path / "backups").exists()


async def test_a_file_that_is_no_database_is_left_byte_for_byte(tmp_path: Path) -> None:
    (tmp_path / "aule.db").write_bytes(b"These are my notes, and they are dear to me. " * 100)
    before = prints(tmp_path)
    with pytest.raises(Corrupt, match=r"'aule\.db'"):
        await open_database(url(tmp_path / "aule.db"), counting_ambient())
    assert prints(tmp_path) == before


async def test_somebody_elses_database_is_left_byte_for_byte(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "aule.db")) as connection:
        connection.execute("CREATE TABLE photos (id INTEGER)")
    before = prints(tmp_path)
    with pytest.raises(Corrupt, match="photos"):
        await open_database(url(tmp_path / "aule.db"), counting_ambient())
    assert prints(tmp_path) == before


async def test_an_older_store_is_copied_before_it_is_upgraded(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "aule.db")) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
    async with opened(url(tmp_path / "aule.db")):
        pass
    (backup,) = (tmp_path / "backups").iterdir()
    assert backup.name == "aule-2026-05-31T100000000Z.db"
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    with closing(sqlite3.connect(backup)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("alembic_version",)]


async def test_nobody_else_may_read_the_file(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "aule.db"
    async with opened(url(path)) as database, database.transaction() as transaction:
        await transaction.append([Entry(TurnSpoke(step=1, delta=""), TS)])
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    assert modes == {"aule.db": 0o600, "aule.db-wal": 0o600, "aule.db-shm": 0o600}


async def test_closing_folds_the_log_into_the_file(tmp_path: Path) -> None:
    await make(tmp_path / "aule.db")
    assert list(prints(tmp_path)) == ["aule.db"]


async def test_two_who_open_a_new_file_at_once_make_one_store(tmp_path: Path) -> None:
    async with opened(url(tmp_path / "aule.db")) as one, opened(url(tmp_path / "aule.db")) as two:
        async with one.transaction() as transaction:
            await transaction.append([Entry(RunStarted(started=a_run()), TS, "run_1")])
        assert await Runs(two).get("run_1") == a_run()


async def test_another_process_that_writes_is_waited_for_off_the_loop(tmp_path: Path) -> None:
    path = tmp_path / "aule.db"
    async with opened(url(path)) as database:
        other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        other.execute("BEGIN IMMEDIATE")
        writing = asyncio.create_task(_write(database))
        for _ in range(1_000):  # the loop goes on turning while a thread waits
            await asyncio.sleep(0)
        assert not writing.done()
        other.execute("COMMIT")
        other.close()
        async with asyncio.timeout(30):
            await writing
        assert len(await Events(database).read(0)) == 1


async def _write(database: Database) -> None:
    async with database.transaction() as transaction:
        await transaction.append([Entry(TurnSpoke(step=1, delta=""), TS)])


async def test_whoever_waits_too_long_is_told_who_is_in_the_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "LONGEST_WAIT_MS", 50)
    path = tmp_path / "aule.db"
    async with opened(url(path)) as database:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StorageFailed, match=r"'aule\.db'") as busy:
                await _write(database)
        assert busy.value.problem.code == "busy"
        await _write(database)
        assert len(await Events(database).read(0)) == 1


async def test_a_wait_that_is_cancelled_leaves_no_transaction_open(tmp_path: Path) -> None:
    path = tmp_path / "aule.db"
    async with opened(url(path)) as database:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            writing = asyncio.create_task(_write(database))
            for _ in range(50):
                await asyncio.sleep(0)
            writing.cancel()
            other.execute("COMMIT")
        with pytest.raises(asyncio.CancelledError):
            await writing
        assert await Events(database).read(0) == []
        await _write(database)
        assert len(await Events(database).read(0)) == 1


async def test_a_log_that_grew_is_folded_in_while_writing_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoints, "LOG_LIMIT", 200_000)
    monkeypatch.setattr(checkpoints, "LOOK_EVERY", 4)
    monkeypatch.setattr(checkpoints, "IDLE_S", 0.05)
    path = tmp_path / "aule.db"
    written = 0
    async with opened(url(path)) as database:
        before = path.stat().st_size
        async with asyncio.timeout(60):
            while path.stat().st_size < before + 1_000_000:
                async with database.transaction() as transaction:
                    await transaction.append([Entry(TurnSpoke(step=written, delta="x" * 50_000), TS)])
                written += 1
                await asyncio.sleep(0)
            while (tmp_path / "aule.db-wal").stat().st_size:  # noqa: ASYNC110 -- idle: the log is cut back
                await asyncio.sleep(0.01)
        steps = [event.data.step for event in await Events(database).read(0) if isinstance(event.data, TurnSpoke)]
        assert steps == list(range(written))


async def test_a_full_disk_is_said_and_nothing_is_half_there(tmp_path: Path) -> None:
    path = tmp_path / "aule.db"
    async with opened(url(path)) as database:
        assert isinstance(database, sqlite.SqliteDatabase)
        pages = database._writer.execute("PRAGMA page_count").fetchone()[0]  # pyright: ignore[reportPrivateUsage]
        database._writer.execute(f"PRAGMA max_page_count={pages + 4}")  # pyright: ignore[reportPrivateUsage]
        with pytest.raises(Unavailable) as caught:
            async with database.transaction() as transaction:
                await transaction.append([Entry(TurnSpoke(step=1, delta="x" * 100_000), TS)])
        assert caught.value.problem.code == "disk_full"
        await _write(database)
        assert [event.seq for event in await Events(database).read(0)] == ["1"]


async def test_an_error_of_the_block_itself_is_not_blamed_on_the_database(tmp_path: Path) -> None:
    async with opened(url(tmp_path / "aule.db")) as database:
        for mistake in (OverflowError("mine"), OSError("mine")):
            with pytest.raises(type(mistake), match="mine"):
                async with database.transaction():
                    raise mistake


async def test_text_with_a_lone_surrogate_never_reaches_a_key(tmp_path: Path) -> None:
    async with opened(url(tmp_path / "aule.db")) as database:
        with pytest.raises(Invalid):
            async with database.transaction() as transaction:
                await transaction.append([Entry(RunStarted(started=a_run("run_\ud800")), TS)])
        assert await Events(database).read(0) == []


LOOKS = {
    "approvals_of_run": lambda database: Approvals(database).pending(run="run_1"),
    "approvals_waiting": lambda database: Approvals(database).pending(),
    "approvals_by_age": lambda database: Approvals(database).list(status=ApprovalStatus.GRANTED),
    "runs_open": lambda database: Runs(database).list(Which(status=RunStatus.WAITING)),
    "runs_amiss": lambda database: Runs(database).list(Which(status=RunStatus.FAILED)),
    "runs_by_start": lambda database: Runs(database).list(Which(status=RunStatus.DONE)),
}


@pytest.mark.parametrize("index", LOOKS)
async def test_few_among_many_are_found_by_an_index_of_them(
    tmp_path: Path, index: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(url(tmp_path / "aule.db")) as database:
        asked: list[Statement] = []
        fetch = database.fetch

        async def noted(statement: Statement, /, **params: Any) -> list[tuple[Any, ...]]:
            asked.append(statement)
            return await fetch(statement, **params)

        monkeypatch.setattr(database, "fetch", noted)
        await LOOKS[index](database)
    compiled = Compiler("sqlite", SQLiteDialect(paramstyle="named"))(asked[-1])
    with closing(sqlite3.connect(tmp_path / "aule.db")) as connection:
        values = dict.fromkeys(re.findall(r":(\w+)", compiled.sql), "1")
        plan = connection.execute(f"EXPLAIN QUERY PLAN {compiled.sql}", values).fetchall()
    assert index in plan[0][3]


async def test_a_run_that_waits_or_goes_on_changes_no_index(tmp_path: Path) -> None:
    async with opened(url(tmp_path / "aule.db")) as database, database.transaction() as transaction:
        await transaction.append([Entry(RunStarted(started=a_run()), TS, "run_1")])
    with closing(sqlite3.connect(tmp_path / "aule.db")) as connection:
        on = connection.execute("SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 'runs'").fetchall()
    columns = [sql.partition(" ON ")[2] for (sql,) in on if sql is not None]
    assert [text for text in columns if "status" in text] == [
        "runs (status) WHERE finished_at IS NOT NULL AND status != 'done'"
    ]


@pytest.mark.parametrize("turns", range(6))
async def test_whoever_stops_before_a_long_transaction_began_keeps_nobody_from_writing(
    tmp_path: Path, turns: int
) -> None:
    async with opened(url(tmp_path / "aule.db")) as database:

        async def long() -> None:
            async with database.long_transaction():
                pass

        begun = asyncio.create_task(long())
        for _ in range(turns):
            await asyncio.sleep(0.0002)
        begun.cancel()
        await asyncio.wait([begun])
        async with asyncio.timeout(1), database.transaction() as transaction:
            await transaction.append([Entry(RunStarted(started=a_run()), TS, "run_1")])
        assert len(await Events(database).read(0)) == 1


async def test_whoever_is_told_twice_to_stop_waiting_for_another_process_leaves_nothing_begun(tmp_path: Path) -> None:
    async with opened(url(tmp_path / "aule.db")) as database:
        with closing(sqlite3.connect(tmp_path / "aule.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")

            async def write() -> None:
                async with database.transaction():
                    pass

            waiting = asyncio.create_task(write())
            await asyncio.sleep(0.05)
            for _ in range(2):
                waiting.cancel()
                await asyncio.sleep(0.01)
            other.execute("ROLLBACK")
        await asyncio.wait([waiting])
        assert waiting.cancelled()
        async with database.transaction() as transaction:
            await transaction.append([Entry(RunStarted(started=a_run()), TS, "run_1")])
        assert len(await Events(database).read(0)) == 1
