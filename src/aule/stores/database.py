"""The database: opened by URL, SQLite in a file or Postgres, behind one interface."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from sqlalchemy import Table

from aule.contracts.ambient import Ambient
from aule.contracts.errors import Invalid, Unavailable
from aule.stores.log.events import Committed, Prepared
from aule.stores.log.projections import Entry
from aule.stores.source import Source
from aule.stores.staging import Staging
from aule.stores.statements import Statement
from aule.stores.turns import Turn

Heard = Callable[[str, str], None]
"""Takes the type of a fact and the run it is about; two empty texts say that something may have been missed."""


Wake = Callable[[frozenset[str]], None]
"""Takes the types of facts that somebody committed; none says that it may be anything."""


class Transaction(Source, Protocol):
    """Statements that happen together or not at all."""

    async def execute(self, statement: Statement, /, **params: Any) -> int:
        """Run a statement; tells how many rows it touched."""
        ...

    async def execute_many(self, statement: Statement, values: Sequence[Mapping[str, Any]], /) -> int:
        """Run a statement that writes once for each of some values; tells how many rows they touched together."""
        ...

    async def append(self, entries: Sequence[Entry | Prepared]) -> Committed:
        """Write facts to the log with their projections. The last thing a transaction does."""
        ...


class Watch(Protocol):
    """Tells of commits by other processes until it is stopped."""

    async def stop(self) -> None:
        """Stop watching."""
        ...


class Database(Source, Protocol):
    """One store of events and their projections."""

    shared: bool
    """Whether other processes may write at the same time."""

    async def bring(self, tables: Sequence[Table]) -> None:
        """Make the tables, columns and indexes of apps that are not there yet; what is there stays as it is."""
        ...

    def transaction(self, *, durable: bool = False) -> AbstractAsyncContextManager[Transaction]:
        """Begin; commit at the end of the block, roll back when it raises.

        A durable commit survives a power cut; any other survives the end of the process.
        """
        ...

    def long_transaction(self, staged: Staging | None = None) -> AbstractAsyncContextManager[Transaction]:
        """Like a durable transaction, away from the loop; rows that are staged can be moved in it."""
        ...

    def staging(self) -> Staging:
        """A place for many rows that become true all at once."""
        ...

    def turn(self, name: str) -> Turn:
        """A turn to write, among all processes that use the store; the same one for the same name."""
        ...

    def snapshot(self) -> AbstractAsyncContextManager[Source]:
        """Everything as of one moment; what is fetched there keeps nobody waiting."""
        ...

    def sweep(self) -> None:
        """Remove what was staged by a process that is no more."""
        ...

    async def watch(self, wake: Wake) -> Watch:
        """Call `wake` whenever another process committed."""
        ...

    async def close(self) -> None:
        """Let go of the store; what was committed stays."""
        ...


@runtime_checkable
class SharedDatabase(Database, Protocol):
    """A store that processes on several machines work on together."""

    async def watch_runs(self, heard: Heard) -> Watch:
        """Call `heard` with what other processes recorded about a run, and with nothing when some may be missing."""
        ...


async def open_database(url: str, ambient: Ambient) -> Database:
    """Open the store at `sqlite:///path` or `postgresql://…`, making or upgrading its schema when needed."""
    scheme, separator, rest = url.partition("://")
    if scheme == "sqlite" and rest.startswith("/") and len(rest) > 1:
        from aule.stores.sqlite.store import SqliteDatabase  # only the driver in use is loaded

        return await SqliteDatabase.open(Path(rest[1:]), ambient)
    if scheme in ("postgresql", "postgres") and separator:
        try:
            from aule.stores.postgres.store import PostgresDatabase  # asyncpg is an extra
        except ModuleNotFoundError as missing:
            raise Unavailable(
                f"Postgres needs the package {missing.name!r}", hint="Install aule[postgres].", code="missing_extra"
            ) from missing
        return await PostgresDatabase.open(url, ambient)
    raise Invalid(
        f"{url!r} is not a database this system knows",
        hint="Use sqlite:///path/to/aule.db or postgresql://user@host/name.",
        code="invalid_database_url",
    )
