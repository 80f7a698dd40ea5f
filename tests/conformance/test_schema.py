"""The schema: made at once or by migrations it is the same; a newer one is left exactly as it is."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, inspect, text
from sqlalchemy.ext.asyncio import create_async_engine
from tests.conformance.world import TS, a_run, opened

from aule.contracts.errors import Corrupt, Refused
from aule.contracts.events.facts import RunStarted
from aule.stores.log.events import Events
from aule.stores.log.projections import Entry
from aule.stores.migrations import config, upgrade
from aule.stores.repositories.runs import Runs
from aule.stores.tables import HEAD, metadata

pytestmark = pytest.mark.xdist_group("postgres")


async def with_connection(url: str, work: Callable[[Connection], Any]) -> Any:
    """Do something on a plain SQLAlchemy connection."""
    if url.startswith("sqlite"):
        engine = create_engine(url)
        with engine.begin() as connection:
            done = work(connection)
        engine.dispose()
        return done
    async with _engine(url) as engine, engine.begin() as connection:
        return await connection.run_sync(work)


@asynccontextmanager
async def _engine(url: str):
    engine = create_async_engine("postgresql+asyncpg://", async_creator=lambda: asyncpg.connect(url))
    try:
        yield engine
    finally:
        await engine.dispose()


def shape(connection: Connection) -> dict[str, Any]:
    """All a database says about its tables."""
    inspector = inspect(connection)
    found: dict[str, Any] = {}
    for name in inspector.get_table_names():
        columns = [{**column, "type": str(column["type"])} for column in inspector.get_columns(name)]
        indexes = sorted(
            ({**index, "dialect_options": _conditions(index)} for index in inspector.get_indexes(name)),
            key=lambda index: str(index["name"]),
        )
        found[name] = (columns, inspector.get_pk_constraint(name), indexes)
    if connection.dialect.name == "sqlite":
        numbered = connection.execute(text("SELECT name FROM sqlite_master WHERE sql LIKE '%AUTOINCREMENT%'"))
        found["numbered by SQLite"] = numbered.fetchall()
        narrow = connection.execute(text("SELECT name FROM sqlite_master WHERE sql LIKE '%WITHOUT ROWID%'"))
        found["kept by their key alone"] = sorted(narrow.fetchall())
    return found


def _conditions(index: Any) -> dict[str, str]:
    """The conditions of an index as text, which can be compared."""
    return {name: str(option) for name, option in index["dialect_options"].items()}


async def test_migrations_and_tables_give_the_same_schema(url: str, another_url: str) -> None:
    async with opened(url):
        pass
    await with_connection(another_url, upgrade)
    made, migrated = await with_connection(url, shape), await with_connection(another_url, shape)
    assert made == migrated
    assert set(made) >= set(metadata.tables)
    if url.startswith("sqlite"):
        assert {("uses",), ("effects",)} < set(made["kept by their key alone"])


async def test_the_head_in_code_is_the_last_migration(url: str) -> None:
    revisions = await with_connection(url, lambda connection: _revisions(config(connection)))
    assert revisions[0] == HEAD
    assert revisions == sorted(revisions, reverse=True)
    assert {len(revision) for revision in revisions} == {4}


def _revisions(configured: Any) -> list[str]:
    return [script.revision for script in ScriptDirectory.from_config(configured).walk_revisions()]


async def test_a_store_from_before_the_first_migration_is_upgraded(url: str) -> None:
    await with_connection(
        url, lambda c: c.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)"))
    )
    async with opened(url) as database:
        async with database.transaction() as transaction:
            await transaction.append([Entry(RunStarted(started=a_run()), TS, "run_1")])
        assert await Runs(database).get("run_1") == a_run()
    async with opened(url) as database:
        assert len(await Events(database).read(0)) == 1


@pytest.mark.parametrize("version", ["0999", "9999", "abcd", "00001"])
async def test_a_newer_schema_is_refused(url: str, version: str) -> None:
    async with opened(url):
        pass
    await with_connection(url, lambda c: c.execute(text(f"UPDATE alembic_version SET version_num = '{version}'")))
    before = await with_connection(url, shape)
    for _ in range(2):
        with pytest.raises(Refused, match=f"'{version}'.*'{HEAD}'") as caught:
            async with opened(url):
                pass
        assert caught.value.problem.code == "newer_schema"
    assert await with_connection(url, shape) == before


async def test_tables_of_another_program_under_our_names_are_refused(url: str) -> None:
    await with_connection(url, lambda c: c.execute(text("CREATE TABLE events (something TEXT)")))
    with pytest.raises(Corrupt, match="events"):
        async with opened(url):
            pass
