"""Workflows that are kept here, each in its latest version."""

from __future__ import annotations

from sqlalchemy import bindparam, or_

from aule.contracts.runs.workflow import Workflow
from aule.contracts.views import Page
from aule.stores.repositories.repository import Repository, Row
from aule.stores.source import Source
from aule.stores.tables import workflows

_c = workflows.c


def _workflow(row: Row) -> Workflow:
    return Workflow.model_validate_json(row[0])


_ITEMS = Repository("workflow", (_c.doc,), key=_c.id, order=(_c.updated_at, _c.id), thing=_workflow)
_IN_PROJECT = or_(_c.project.is_(None), _c.project == bindparam("in_project"))


class Workflows:
    """Reads workflows, from a database or inside a transaction."""

    def __init__(self, source: Source) -> None:
        self._source = source

    async def get(self, id: str) -> Workflow:
        """A workflow by its id; `NotFound` when there is none."""
        return await _ITEMS.get(self._source, id)

    async def find(self, id: str) -> Workflow | None:
        """A workflow by its id, or None."""
        return await _ITEMS.find(self._source, id)

    async def list(self, *, project: str | None = None, limit: int = 50, after: str | None = None) -> Page[Workflow]:
        """Workflows, the one changed last first; of a project, those of all projects included."""
        also = () if project is None else (_IN_PROJECT,)
        params = {} if project is None else {"in_project": project}
        return await _ITEMS.page(self._source, {}, limit=limit, after=after, also=also, **params)
