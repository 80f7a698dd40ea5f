"""Bulk writes: many rows of an app's tables as one change, staged beside the tables and committed together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from operator import itemgetter
from typing import TYPE_CHECKING, TypeVar

from aule.contracts.access.change import Change, RowsTouched
from aule.contracts.errors import Conflict
from aule.contracts.model import JsonObject
from aule.kernel.capabilities.apps.data import MOST_INLINE, AppData, line
from aule.kernel.capabilities.gate.redaction import Redact, redact_data
from aule.kernel.capabilities.threads import run_to_end
from aule.stores.repositories.app_rows import RowWrite, columns_of
from aule.stores.repositories.app_tables import STAMP, Table
from aule.stores.source import Source
from aule.stores.staging import Staging, Values, form_of

if TYPE_CHECKING:
    from aule.stores.home.blobs import Incoming

T = TypeVar("T")


class Bulk:
    """Rows of one bulk change; nobody sees them before the call's result is recorded."""

    def __init__(self, data: AppData, staging: Staging, change: Change, redact: Redact) -> None:
        self._data = data
        self._staging = staging
        self._change = change
        self._redact = redact
        self._tables = Counter[str]()
        self._made = Counter[str]()
        self._former: list[JsonObject] = []
        self._rest = ExitStack()
        self._incoming: Incoming | None = None

    @property
    def change(self) -> str:
        """The id of the change all rows belong to, which is also their stamp."""
        return self._change.id

    async def put(self, table: Table, rows: Sequence[RowWrite]) -> None:
        """Add rows of one table; no row may be added twice. Batches of some two thousand rows are fastest."""
        if self._data.of(self._change.app).tables.get(table.name) is not table:
            raise ValueError(f"{table.name!r} is no table of this app")
        staged, gone = await run_to_end(lambda: self._stage_rows(table, rows))
        try:
            await self._staging.put(table, staged, gone)
        except Conflict as twice:
            raise Conflict(f"A row of {table.name!r} was put twice.", hint="Put each row once.") from twice

    @property
    def staged(self) -> Source:
        """A source that reads the rows put so far, by the same statements as the tables themselves."""
        return self._staging.source

    def tell(self, *, title: str | None = None, after: JsonObject | None = None) -> None:
        """Set the title of the change, or its readable `after`, once they are known."""
        said: JsonObject = {}
        if title is not None:
            said["title"] = self._redact(title)
        if after is not None:
            said["after"] = redact_data(after, self._redact)
        self._change = self._change.model_copy(update=said)

    async def finished(self) -> Change | None:
        """Return the finished change, or None if no row was put."""
        return await run_to_end(self._finish)

    def abandon(self) -> None:
        """Discard the copies of former rows that were being stored."""
        try:
            with self._rest:
                raise _Discard
        except _Discard:
            self._incoming = None

    def _finish(self) -> Change | None:
        touched = RowsTouched(tables=dict(+self._tables), made=dict(+self._made))
        touched = self._data.keep(touched, self._former)
        if self._incoming is not None:
            self._rest.close()
            touched = touched.model_copy(update={"blob": self._incoming.sha256})
        if not touched.tables and not touched.replaced and touched.blob is None:
            return None
        return self._change.model_copy(update={"rows": touched})

    def _stage_rows(self, table: Table, writes: Sequence[RowWrite]) -> tuple[list[Values], list[Values]]:
        """Return rows to stage and keys to delete, and store a copy of each former row. Blocks on the disk."""
        form, columns = form_of(table), columns_of(table)
        values = itemgetter(*form.row[:-2], form.row[0])  # with several names `itemgetter` returns a tuple
        key = itemgetter(form.gone[0], form.gone[1], *form.gone[2:])
        rows: list[Values] = []
        gone: list[Values] = []
        made = 0
        for write in writes:
            before, after = write.before, write.after
            if after is not None:
                rows.append((*values(after)[:-1], self.change, None if before is None else before[STAMP]))
                made += before is None
            elif before is not None:
                gone.append(key(before))
            if before is not None:
                self._keep({"table": table.name, "row": {name: before[name] for name in columns}})
        self._tables[table.name] += len(rows)
        self._made[table.name] += made
        return rows, gone

    def _keep(self, former: JsonObject) -> None:
        if self._incoming is None and len(self._former) < MOST_INLINE:
            self._former.append(former)
            return
        if self._incoming is None:
            self._incoming = self._rest.enter_context(self._data.receiving())
            self._incoming.write(b"".join(map(line, self._former)))
            self._former = []
        self._incoming.write(line(former))


class _Discard(Exception):
    """Raised inside the incoming blob to discard it."""
