"""Artifacts: results that were kept."""

from __future__ import annotations

from aule.contracts.project import Artifact
from aule.contracts.views import Page
from aule.stores.paging import Row, Shelf
from aule.stores.source import Source
from aule.stores.tables import artifacts

_c = artifacts.c


def _artifact(row: Row) -> Artifact:
    doc, deleted = row
    return Artifact.model_validate_json(doc).model_copy(update={"deleted": bool(deleted)})


_SHELF = Shelf("artifact", (_c.doc, _c.deleted), key=_c.id, order=(_c.created_at, _c.id), thing=_artifact)


class Artifacts:
    """Reads artifacts, from a database or inside a transaction."""

    def __init__(self, source: Source) -> None:
        self._source = source

    async def get(self, id: str) -> Artifact:
        """An artifact by its id, a deleted one too; `NotFound` when there never was one."""
        return await _SHELF.get(self._source, id)

    async def find(self, id: str) -> Artifact | None:
        """An artifact by its id, a deleted one too, or None."""
        return await _SHELF.find(self._source, id)

    async def list(
        self, *, project: str | None = None, run: str | None = None, limit: int = 50, after: str | None = None
    ) -> Page[Artifact]:
        """Artifacts that are there, the latest first."""
        where = {"project": project, "run": run, "deleted": 0}
        return await _SHELF.page(self._source, where, limit=limit, after=after)
