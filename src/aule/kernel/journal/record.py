"""Facts to be recorded: groups that wait for a commit, and the record of one transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from types import TracebackType
from typing import Any, NamedTuple, TypeVar

from aule.contracts.events.facts import Event, Fact
from aule.kernel.journal.holds import Hold
from aule.stores.database import Transaction
from aule.stores.log.events import Committed, Prepared
from aule.stores.log.projections import Entry
from aule.stores.statements import Statement

Came = TypeVar("Came")
Entering = Callable[[Fact, str | None, str | None, str | None], Entry]
"""Converts a fact, with its run, conversation and time as far as known, to a log entry."""


class FactGroup(NamedTuple):
    """Entries that are committed together, and the future that waits for them."""

    entries: tuple[Entry | Prepared, ...]
    durable: bool = False
    done: asyncio.Future[Sequence[Event]] | None = None
    holds: tuple[Hold, ...] = ()
    """Holds that have to be valid for the entries to count."""

    def resolve(self, events: Sequence[Event]) -> None:
        """Report the group as committed."""
        if self.done is not None and not self.done.done():
            self.done.set_result(events)  # events are built only when they are read

    def fail(self, problem: Exception) -> bool:
        """Report the group as refused; return whether somebody waits for it."""
        if self.done is None or self.done.done():
            return False
        self.done.set_exception(problem)
        return True


class Record:
    """The facts of one transaction, written at its end, and queries inside it."""

    def __init__(self, transaction: Transaction, entry: Entering) -> None:
        self._transaction = transaction
        self._entry = entry
        self._now: str | None = None
        self.entries: list[Entry] = []
        self.events = Committed([], [])
        """What the facts became; filled when the transaction is committed."""

    def put(self, fact: Fact, *, run: str | None = None, session: str | None = None) -> None:
        """Record a fact at the end of the transaction; all facts of one transaction have the same time."""
        entry = self._entry(fact, run, session, self._now)
        self._now = entry.ts
        self.entries.append(entry)

    async def fetch(self, statement: Statement, /, **params: Any) -> list[tuple[Any, ...]]:
        """Return all rows of a query inside the transaction."""
        return await self._transaction.fetch(statement, **params)

    async def execute(self, statement: Statement, /, **params: Any) -> int:
        """Run a statement; return how many rows it touched."""
        return await self._transaction.execute(statement, **params)

    async def execute_many(self, statement: Statement, values: Sequence[Mapping[str, Any]], /) -> int:
        """Run a writing statement once for each value; return how many rows were touched in total."""
        return await self._transaction.execute_many(statement, values)


class TransactionBlock:
    """A transaction as a block of code: entered in turn, committed at its end, published.

    Written as a class: a generator would take three times as long, and people wait for their decisions.
    """

    __slots__ = ("_check", "_enter", "_entry", "_leave", "_record", "_through", "_transaction")

    def __init__(
        self,
        through: AbstractAsyncContextManager[Transaction],
        entry: Entering,
        *,
        enter: Callable[[], Awaitable[None]],
        check: Callable[[Transaction], Awaitable[None]] | None,
        leave: Callable[[Committed | None], None],
    ) -> None:
        self._through = through
        self._entry = entry
        self._enter = enter
        self._check = check
        self._leave = leave

    async def __aenter__(self) -> Record:
        await self._enter()
        try:
            self._transaction = await self._through.__aenter__()
            if self._check is not None:
                await self._in_it(self._check(self._transaction))
        except BaseException:
            self._leave(None)
            raise
        self._record = Record(self._transaction, self._entry)
        return self._record

    async def __aexit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        told: Committed | None = None
        try:
            if kind is None:
                self._record.events = await self._in_it(self._transaction.append(self._record.entries))
            await self._through.__aexit__(kind, problem, trace)
            told = self._record.events if kind is None else None
        finally:
            self._leave(told)

    async def _in_it(self, work: Awaitable[Came]) -> Came:
        """Await something, and end the transaction when it raises."""
        try:
            return await work
        except BaseException as problem:
            await self._through.__aexit__(type(problem), problem, problem.__traceback__)
            raise
