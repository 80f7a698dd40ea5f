"""Projects."""

from __future__ import annotations

from aule.contracts.project import Project
from aule.contracts.views import Page
from aule.stores.paging import Row, Shelf
from aule.stores.source import Source
from aule.stores.tables import projects

_c = projects.c


def _project(row: Row) -> Project:
    return Project.model_validate_json(row[0])


_SHELF = Shelf("project", (_c.doc,), key=_c.id, order=(_c.created_at, _c.id), thing=_project)
_ALL = _SHELF.query.order_by(_c.created_at, _c.id)


class Projects:
    """Reads projects, from a database or inside a transaction."""

    def __init__(self, source: Source) -> None:
        self._source = source

    async def get(self, id: str) -> Project:
        """A project by its id; `NotFound` when there is none."""
        return await _SHELF.get(self._source, id)

    async def find(self, id: str) -> Project | None:
        """A project by its id, or None."""
        return await _SHELF.find(self._source, id)

    async def list(self, *, limit: int = 50, after: str | None = None) -> Page[Project]:
        """Projects, the latest first."""
        return await _SHELF.page(self._source, {}, limit=limit, after=after)

    async def all(self) -> list[Project]:
        """Every project, the oldest first."""
        return await _SHELF.all(self._source, _ALL)
