"""Bring a SQLite file to today's schema, or leave it exactly as it is."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from sqlalchemy import Table
from sqlalchemy.dialects.sqlite.base import SQLiteDialect

from aule.contracts.ambient import Ambient
from aule.stores.repositories.app_tables import Standing as AppStanding
from aule.stores.repositories.app_tables import making
from aule.stores.schema import VERSION_TABLE, Standing, creation, judge

_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"

_COLUMNS = (
    "SELECT m.name, c.name FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS c WHERE m.type = 'table'"
    " AND m.name IN ({names})"
)
_INDEXES = "SELECT name FROM sqlite_master WHERE type = 'index'"


async def bring_up(path: Path, ambient: Ambient) -> None:
    """Make the file, upgrade it after a backup, or refuse it untouched."""
    match standing(path):
        case Standing.CURRENT:
            return
        case Standing.FRESH:
            path.parent.mkdir(parents=True, exist_ok=True)
            _create(path)
        case Standing.OLDER:
            stamp = ambient.timestamp().replace(":", "").replace(".", "")
            await asyncio.to_thread(_upgrade, path, path.parent / "backups" / f"{path.stem}-{stamp}{path.suffix}")


def standing(path: Path) -> Standing:
    """How a file stands to this program; looking at it changes nothing in it."""
    if not path.exists() or path.stat().st_size == 0:
        return Standing.FRESH
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        tables = {str(name) for (name,) in connection.execute(_TABLES)}
        version = None
        if VERSION_TABLE in tables:
            row = connection.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchone()
            version = str(row[0]) if row else None
    return judge(str(path), tables, version)


def bring_tables(connection: sqlite3.Connection, tables: Sequence[Table]) -> None:
    """Make the tables, columns and indexes of apps that are not there yet, all of them or none."""
    if not making(SQLiteDialect(), tables, _app_standing(connection, tables)):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        for statement in making(SQLiteDialect(), tables, _app_standing(connection, tables)):
            connection.execute(statement)
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _app_standing(connection: sqlite3.Connection, tables: Sequence[Table]) -> AppStanding:
    names = [table.name for table in tables]
    columns: dict[str, set[str]] = {}
    for table, column in connection.execute(_COLUMNS.format(names=", ".join("?" for _ in names)), names):
        columns.setdefault(table, set()).add(column)
    return AppStanding(columns, {str(name) for (name,) in connection.execute(_INDEXES)})


def _create(path: Path) -> None:
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # what is said here is nobody else's to read
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("BEGIN IMMEDIATE")
        if not connection.execute(_TABLES).fetchone():  # somebody else may have been first
            for statement in creation(SQLiteDialect()):
                connection.execute(statement)
        connection.execute("COMMIT")


def _upgrade(path: Path, backup: Path) -> None:
    from sqlalchemy import create_engine  # only an upgrade needs an engine

    from aule.stores.migrations import upgrade  # Alembic takes half a second to load

    backup.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(backup, os.O_CREAT | os.O_RDWR, 0o600))
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(backup)) as copy:
        source.backup(copy)
    # No implicit transactions: the driver would commit each change of a table, and a failure leave half of them.
    engine = create_engine("sqlite://", creator=lambda: sqlite3.connect(path, isolation_level=None))
    try:
        with engine.begin() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            upgrade(connection)
    finally:
        engine.dispose()
