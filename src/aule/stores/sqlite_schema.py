"""Bring a SQLite file to today's schema, or leave it exactly as it is."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy.dialects.sqlite.base import SQLiteDialect

from aule.contracts.ambient import Ambient
from aule.stores.schema import VERSION_TABLE, Standing, creation, judge

_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"


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
