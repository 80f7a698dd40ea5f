"""Bring a Postgres database to today's schema, or leave it exactly as it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Dialect, Table

from aule.stores.postgres.driver import driver
from aule.stores.repositories.app_tables import Standing as AppStanding
from aule.stores.repositories.app_tables import making
from aule.stores.schema import VERSION_TABLE, Standing, creation, judge
from aule.stores.tables import metadata

_SCHEMA_TURN = 0x61756C65_00000001
_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"

_COLUMNS = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()"
_INDEXES = "SELECT indexname FROM pg_indexes WHERE schemaname = current_schema()"


async def bring_up(connection: Any, url: str, store: str, dialect: Dialect) -> None:
    """Make the tables, upgrade them, or refuse; one process at a time."""
    await connection.execute("SELECT pg_advisory_lock($1)", _SCHEMA_TURN)
    try:
        match await _standing(connection, store):
            case Standing.CURRENT:
                return
            case Standing.FRESH:
                async with connection.transaction():
                    for statement in creation(dialect):
                        await connection.execute(statement)
            case Standing.OLDER:
                await _upgrade(url)
    finally:
        await connection.execute("SELECT pg_advisory_unlock($1)", _SCHEMA_TURN)


async def bring_tables(connection: Any, tables: Sequence[Table], dialect: Dialect) -> None:
    """Make the tables, columns and indexes of apps that are not there yet; one process at a time."""
    await connection.execute("SELECT pg_advisory_lock($1)", _SCHEMA_TURN)
    try:
        columns: dict[str, set[str]] = {}
        for table, column in await connection.fetch(_COLUMNS):
            columns.setdefault(table, set()).add(column)
        indexes = {str(row[0]) for row in await connection.fetch(_INDEXES)}
        async with connection.transaction():
            for statement in making(dialect, tables, AppStanding(columns, indexes)):
                await connection.execute(statement)
    finally:
        await connection.execute("SELECT pg_advisory_unlock($1)", _SCHEMA_TURN)


async def _standing(connection: Any, store: str) -> Standing:
    found = {str(row[0]) for row in await connection.fetch(_TABLES)}
    ours = found & {*metadata.tables, VERSION_TABLE}  # a server may hold other programs' tables beside ours
    version = await connection.fetchval(f"SELECT version_num FROM {VERSION_TABLE}") if VERSION_TABLE in ours else None
    return judge(store, ours, version)


async def _upgrade(url: str) -> None:
    from sqlalchemy.ext.asyncio import create_async_engine  # only an upgrade needs an engine

    from aule.stores.migrations import upgrade  # Alembic takes half a second to load

    engine = create_async_engine("postgresql+asyncpg://", async_creator=lambda: driver.connect(url))
    try:
        async with engine.begin() as connection:
            await connection.run_sync(upgrade)
    finally:
        await engine.dispose()
