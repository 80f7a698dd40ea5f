"""Changes: what was altered, in the order it happened."""

from __future__ import annotations

from sqlalchemy import bindparam, select

from aule.contracts.change import Change, ChangeStatus
from aule.contracts.views import Page
from aule.stores.paging import Row, Shelf
from aule.stores.runs import DESCENT
from aule.stores.source import Source
from aule.stores.tables import changes

_c = changes.c


def _change(row: Row) -> Change:
    doc, undone_by = row
    return Change.model_validate_json(doc).model_copy(update={"undone_by": undone_by})


_SHELF = Shelf("change", (_c.doc, _c.undone_by), key=_c.id, order=(_c.position, _c.id), thing=_change)
_OF_RUN = _SHELF.query.where(_c.run.in_(select(DESCENT.c.id))).order_by(_c.position, _c.id)
_INTENDED = _SHELF.query.where(_c.status == bindparam("status")).order_by(_c.position, _c.id)
_OF_CALL = _SHELF.query.where(_c.call == bindparam("call")).order_by(_c.position, _c.id)


class Changes:
    """Reads changes, from a database or inside a transaction."""

    def __init__(self, source: Source) -> None:
        self._source = source

    async def get(self, id: str) -> Change:
        """A change by its id; `NotFound` when there is none."""
        return await _SHELF.get(self._source, id)

    async def find(self, id: str) -> Change | None:
        """A change by its id, or None."""
        return await _SHELF.find(self._source, id)

    async def list(
        self, *, run: str | None = None, entity: str | None = None, limit: int = 50, after: str | None = None
    ) -> Page[Change]:
        """Changes of a run itself or of an entity, the latest first."""
        return await _SHELF.page(self._source, {"run": run, "entity": entity}, limit=limit, after=after)

    async def of_run(self, run: str) -> list[Change]:
        """What a run and all that came of it altered, the oldest first."""
        return await _SHELF.all(self._source, _OF_RUN, key=run)

    async def of_call(self, call: str) -> list[Change]:
        """What one call altered, the oldest first."""
        return await _SHELF.all(self._source, _OF_CALL, call=call)

    async def intended(self) -> list[Change]:
        """Effects of which nobody knows yet whether they happened, the oldest first."""
        return await _SHELF.all(self._source, _INTENDED, status=ChangeStatus.INTENDED)
