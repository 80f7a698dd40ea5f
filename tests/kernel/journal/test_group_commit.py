"""Writes of one turn of the loop share a commit; large batches are cut; durable ones say so."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tests.conformance.world import counting_ambient, opened

from aule.contracts.events.facts import TurnSpoke
from aule.kernel.journal import Journal
from aule.stores.database import Database, Transaction, Watch
from aule.stores.statements import Statement


class Counted:
    """A real database that counts its transactions."""

    shared = False

    def __init__(self, database: Database) -> None:
        self._database = database
        self.transactions: list[bool] = []
        """For each transaction, whether it was durable."""

    @asynccontextmanager
    async def transaction(self, *, durable: bool = False) -> AsyncGenerator[Transaction]:
        self.transactions.append(durable)
        async with self._database.transaction(durable=durable) as transaction:
            yield transaction

    async def fetch(self, statement: Statement, /, **params: Any) -> list[tuple[Any, ...]]:
        return await self._database.fetch(statement, **params)

    async def watch(self, wake: Callable[[], None]) -> Watch:
        return await self._database.watch(wake)

    async def close(self) -> None:
        await self._database.close()


@asynccontextmanager
async def counted(tmp_path: Path) -> AsyncGenerator[tuple[Journal, Counted]]:
    """A journal whose commits are counted."""
    async with opened(f"sqlite:///{tmp_path / 'aule.db'}") as database:
        counting = Counted(database)
        yield Journal(counting, counting_ambient()), counting


def spoke(number: int) -> TurnSpoke:
    """A piece of an answer."""
    return TurnSpoke(step=number, delta="")


async def test_what_is_put_in_one_turn_of_the_loop_is_one_commit(tmp_path: Path) -> None:
    async with counted(tmp_path) as (journal, database):
        for number in range(50):
            journal.put(spoke(number))
        await journal.flush()
        assert database.transactions == [False]
        await asyncio.gather(*(journal.write(spoke(number)) for number in range(50)))
        assert database.transactions == [False, False]


async def test_a_large_batch_is_cut_and_others_get_their_turn(tmp_path: Path) -> None:
    async with counted(tmp_path) as (journal, database):
        turns = 0

        async def other() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        beside = asyncio.create_task(other())
        for number in range(1_000):
            journal.put(spoke(number))
        await journal.flush()
        beside.cancel()
        assert database.transactions == [False] * 5
        assert turns >= 5


async def test_one_durable_write_makes_its_commit_durable_and_no_other(tmp_path: Path) -> None:
    async with counted(tmp_path) as (journal, database):
        journal.put(spoke(0))
        await journal.write(spoke(1), durable=True)
        await journal.write(spoke(2))
        async with journal.transaction(durable=True) as record:
            record.put(spoke(3))
        assert database.transactions == [True, False, True]


async def test_nothing_to_write_costs_no_commit(tmp_path: Path) -> None:
    async with counted(tmp_path) as (journal, database):
        await journal.flush()
        assert list(await journal.write()) == []
        await journal.close()
        assert database.transactions == []
