"""A Postgres of their own for the tests of workers: it is restarted while they work."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Generator
from typing import Any

import asyncpg
import pytest
from tests.processes.postgres_server import postgres_server

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
    """One server for all tests."""
    with postgres_server() as server:
        yield Postgres(server)


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
