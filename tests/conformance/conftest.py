"""Each test here runs on SQLite and on Postgres: a new, empty database every time."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Generator
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from tests.processes.postgres_server import postgres_server

_numbers = itertools.count(1)


class PostgresServer:
    """A real Postgres that lives as long as the tests."""

    def __init__(self, url: str) -> None:
        self._url = url

    def new_database(self) -> str:
        """The URL of a new, empty place: a schema of its own, which is a hundred times cheaper than a database."""
        name = f"aule_{next(_numbers)}"
        asyncio.run(self._make(name))
        return f"{self._url}&search_path={name}"

    async def _make(self, name: str) -> None:
        connection: Any = await asyncpg.connect(self._url)
        try:
            await connection.execute(f"CREATE SCHEMA {name}")
        finally:
            await connection.close()


@pytest.fixture(scope="session")
def postgres() -> Generator[PostgresServer]:
    """One server for all tests."""
    with postgres_server() as server:
        yield PostgresServer(server.get_uri())


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new, empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'aule.db'}"
    return request.getfixturevalue("postgres").new_database()


@pytest.fixture
def another_url(url: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A second empty database of the same kind."""
    if url.startswith("sqlite"):
        return f"sqlite:///{tmp_path / 'another.db'}"
    return request.getfixturevalue("postgres").new_database()
