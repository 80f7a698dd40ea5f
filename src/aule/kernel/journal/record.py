"""What is about to be recorded: groups of facts that wait for a commit, and the record of one transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from aule.contracts.events import Event, Fact
from aule.kernel.journal.holds import Hold
from aule.stores.database import Transaction
from aule.stores.events import Committed, Prepared
from aule.stores.projections import Entry
from aule.stores.statements import Statement


class Group(NamedTuple):
    """Entries that are committed together, and who waits for them."""

    entries: tuple[Entry | Prepared, ...]
    durable: bool = False
    done: asyncio.Future[list[Event]] | None = None
    holds: tuple[Hold, ...] = ()
    """The runs that have to be this process's own for the entries to count."""

    def resolve(self, events: Sequence[Event]) -> None:
        """They are committed."""
        if self.done is not None and not self.done.done():
            self.done.set_result(list(events))

    def fail(self, problem: Exception) -> bool:
        """They were refused; tells whether somebody hears of it."""
        if self.done is None or self.done.done():
            return False
        self.done.set_exception(problem)
        return True


class Record:
    """The facts of one transaction, written at its end, and the queries on the way there."""

    def __init__(self, transaction: Transaction, entry: Callable[[Fact, str | None, str | None], Entry]) -> None:
        self._transaction = transaction
        self._entry = entry
        self.entries: list[Entry] = []
        self.events = Committed([], [])
        """What the facts became; filled when the transaction is committed."""

    def put(self, fact: Fact, *, run: str | None = None, session: str | None = None) -> None:
        """Record a fact at the end of the transaction."""
        self.entries.append(self._entry(fact, run, session))

    async def fetch(self, statement: Statement, /, **params: Any) -> list[tuple[Any, ...]]:
        """All rows of a query; a reader made on this record reads here."""
        return await self._transaction.fetch(statement, **params)

    async def execute(self, statement: Statement, /, **params: Any) -> int:
        """Run a statement; tells how many rows it touched."""
        return await self._transaction.execute(statement, **params)

    async def execute_many(self, statement: Statement, values: Sequence[Mapping[str, Any]], /) -> int:
        """Run a statement that writes once for each of some values; tells how many rows they touched together."""
        return await self._transaction.execute_many(statement, values)
