"""Artifacts: results that were kept."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sqlalchemy import bindparam
from sqlalchemy.sql.elements import ColumnElement

from aule.contracts.project import Artifact
from aule.contracts.views import Page
from aule.stores.repositories.repository import Repository, Row
from aule.stores.source import Source
from aule.stores.tables import artifacts
from aule.text.words import fold

_c = artifacts.c


def _artifact(row: Row) -> Artifact:
    doc, deleted = row
    return Artifact.model_validate_json(doc).model_copy(update={"deleted": bool(deleted)})


_ITEMS = Repository("artifact", (_c.doc, _c.deleted), key=_c.id, order=(_c.created_at, _c.id), thing=_artifact)
_OF_PROJECT = (
    _ITEMS.query.where(_c.project == bindparam("project"), _c.deleted == 0)
    .order_by(_c.created_at.desc(), _c.id.desc())
    .limit(5_000)
)


class Artifacts:
    """Reads artifacts, from a database or inside a transaction."""

    def __init__(self, source: Source) -> None:
        self._source = source

    async def get(self, id: str) -> Artifact:
        """An artifact by its id, a deleted one too; `NotFound` when there never was one."""
        return await _ITEMS.get(self._source, id)

    async def find(self, id: str) -> Artifact | None:
        """An artifact by its id, a deleted one too, or None."""
        return await _ITEMS.find(self._source, id)

    async def list(
        self,
        *,
        project: str | None = None,
        run: str | None = None,
        types: Sequence[str] = (),
        limit: int = 50,
        after: str | None = None,
    ) -> Page[Artifact]:
        """Artifacts that are there, the latest first; `types` narrows to any of these."""
        where = {"project": project, "run": run, "deleted": 0}
        names = {f"type_{place}": name for place, name in enumerate(types)}
        return await _ITEMS.page(self._source, where, limit=limit, after=after, also=_of_types(len(types)), **names)

    async def named(self, name: str, *, project: str) -> list[Artifact]:
        """The artifacts of a project that have exactly this name, the latest first."""
        found = await _ITEMS.all(self._source, _OF_PROJECT, project=project)
        return [artifact for artifact in found if fold(artifact.name) == fold(name)]


@lru_cache
def _of_types(count: int) -> tuple[ColumnElement[bool], ...]:
    return (_c.type.in_([bindparam(f"type_{place}") for place in range(count)]),) if count else ()
