"""Projects."""

from __future__ import annotations

from typing import Any

from sqlalchemy import bindparam, case, func, literal, or_, select

from aule.contracts.project import Project
from aule.contracts.views import Page, ProjectSummary
from aule.stores.repositories.repository import Repository, Row
from aule.stores.source import Source
from aule.stores.tables import artifacts, conversations, memories, projects

_c = projects.c


def _project(row: Row) -> Project:
    return Project.model_validate_json(row[0])


_ITEMS = Repository("project", (_c.doc,), key=_c.id, order=(_c.created_at, _c.id), thing=_project)
_ALL = _ITEMS.query.order_by(_c.created_at, _c.id)


def _summary(row: Row) -> ProjectSummary:
    doc, talks, things, remembered, used_at = row
    project = Project.model_validate_json(doc)
    return ProjectSummary(project=project, conversations=talks, artifacts=things, memories=remembered, used_at=used_at)


def _later(one: Any, other: Any) -> Any:
    """The later of two moments; an empty one is the earliest."""
    return case((one > other, one), else_=other)


_talks = (
    select(
        conversations.c.project,
        func.count().label("number"),
        func.max(conversations.c.updated_at).label("last"),
    )
    .where(conversations.c.deleted == 0)
    .group_by(conversations.c.project)
    .subquery("talks")
)
_things = (
    select(
        artifacts.c.project,
        func.count().label("number"),
        func.max(artifacts.c.created_at).label("last"),
    )
    .where(artifacts.c.deleted == 0)
    .group_by(artifacts.c.project)
    .subquery("things")
)
_fresh = or_(memories.c.expires_at.is_(None), memories.c.expires_at > bindparam("now"))
_by_scope = select(memories.c.scope, func.count().label("number")).where(_fresh).group_by(memories.c.scope)
_remembered = _by_scope.subquery("remembered")
_used = _later(_later(func.coalesce(_talks.c.last, ""), func.coalesce(_things.c.last, "")), _c.created_at)
_overview = (
    select(
        _c.id,
        _c.doc,
        func.coalesce(_talks.c.number, 0).label("conversations"),
        func.coalesce(_things.c.number, 0).label("artifacts"),
        func.coalesce(_remembered.c.number, 0).label("memories"),
        _used.label("used_at"),
    )
    .select_from(projects)
    .outerjoin(_talks, _talks.c.project == _c.id)
    .outerjoin(_things, _things.c.project == _c.id)
    .outerjoin(_remembered, _remembered.c.scope == literal("project:") + _c.id)
    .subquery("overview")
)
_o = _overview.c
_SUMMARIES = Repository(
    "project",
    (_o.doc, _o.conversations, _o.artifacts, _o.memories, _o.used_at),
    key=_o.id,
    order=(_o.used_at, _o.id),
    thing=_summary,
)


class Projects:
    """Reads projects, from a database or inside a transaction."""

    def __init__(self, source: Source) -> None:
        self._source = source

    async def get(self, id: str) -> Project:
        """A project by its id; `NotFound` when there is none."""
        return await _ITEMS.get(self._source, id)

    async def find(self, id: str) -> Project | None:
        """A project by its id, or None."""
        return await _ITEMS.find(self._source, id)

    async def list(self, *, limit: int = 50, after: str | None = None) -> Page[Project]:
        """Projects, the latest first."""
        return await _ITEMS.page(self._source, {}, limit=limit, after=after)

    async def summaries(self, *, now: str, limit: int = 50, after: str | None = None) -> Page[ProjectSummary]:
        """Projects with how much is in each, the one used last first."""
        return await _SUMMARIES.page(self._source, {}, limit=limit, after=after, now=now)

    async def all(self) -> list[Project]:
        """Every project, the oldest first."""
        return await _ITEMS.all(self._source, _ALL)
