"""What is about to be recorded: groups of facts that wait for a commit, and the record of one transaction."""

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
"""Takes a fact, its run, its conversation and its time as far as they are known, and gives what is to be recorded."""


class Group(NamedTuple):
    """Entries that are committed together, and who waits for them."""

    entries: tuple[Entry | Prepared, ...]
    durable: bool = False
    done: asyncio.Future[Sequence[Event]] | None = None
    holds: tuple[Hold, ...] = ()
    """The runs that have to be this process's own for the entries to count."""

    def resolve(self, events: Sequence[Event]) -> None:
        """They are committed."""
        if self.done is not None and not self.done.done():
            self.done.set_result(events)  # made only when somebody looks

    def fail(self, problem: Exception) -> bool:
        """They were refused; tells whether somebody hears of it."""
        if self.done is None or self.done.done():
            return False
        self.done.set_exception(problem)
        return True


class Record:
    """The facts of one transaction, written at its end, and the queries on the way there."""

    def __init__(self, transaction: Transaction, entry: Entering) -> None:
        self._transaction = transaction
        self._entry = entry
        self._now: str | None = None
        self.entries: list[Entry] = []
        self.events = Committed([], [])
        """What the facts became; filled when the transaction is committed."""

    def put(self, fact: Fact, *, run: str | None = None, session: str | None = None) -> None:
        """Record a fact at the end of the transaction; all that are recorded there became true at one time."""
        entry = self._entry(fact, run, session, self._now)
        self._now = entry.ts
        self.entries.append(entry)

    async def fetch(self, statement: Statement, /, **params: Any) -> list[tuple[Any, ...]]:
        """All rows of a query; a reader made on this record reads here."""
        return await self._transaction.fetch(statement, **params)

    async def execute(self, statement: Statement, /, **params: Any) -> int:
        """Run a statement; tells how many rows it touched."""
        return await self._transaction.execute(statement, **params)

    async def execute_many(self, statement: Statement, values: Sequence[Mapping[str, Any]], /) -> int:
        """Run a statement that writes once for each of some values; tells how many rows they touched together."""
        return await self._transaction.execute_many(statement, values)


class Block:
    """A transaction as a block of code: entered in turn, committed at its end, told to everybody.

    Written out: a generator would take three times as long, and people wait for what they decided.
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
        """Do something that ends the transaction when it raises."""
        try:
            return await work
        except BaseException as problem:
            await self._through.__aexit__(type(problem), problem, problem.__traceback__)
            raise
