"""Reading teams: every query the app asks its tables."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BindParameter, Select, Table, bindparam, func, select

from aule.apps.teams import tables as t
from aule.apps.teams.records import AgentTeam
from aule.sdk import Source, errors
from aule.text.words import fold

Row = dict[str, Any]

_ID: BindParameter[str] = bindparam("id")
_ALL = select(t.teams).order_by(t.teams.c.name, t.teams.c.id)
_ONE = select(t.teams).where(t.teams.c.id == _ID)
_VERSIONS = select(t.versions).where(t.versions.c.team == _ID).order_by(t.versions.c.version.desc())
_LATEST = select(func.max(t.versions.c.version)).where(t.versions.c.team == _ID)


async def rows(source: Source) -> list[Row]:
    """Return the rows of all teams, by name."""
    return await _rows(source, t.teams, _ALL)


async def row(source: Source, id: str) -> Row | None:
    """Return the row of a team, or None."""
    return next(iter(await _rows(source, t.teams, _ONE, id=id)), None)


async def latest_version(source: Source, id: str) -> int:
    """Return the number of the latest version a team ever had; 0 for one that never was."""
    return next((number or 0 for (number,) in await source.fetch(_LATEST, id=id)), 0)


async def versions(source: Source, id: str) -> list[AgentTeam]:
    """Return every version of a team, the latest first."""
    return [AgentTeam.model_validate_json(each["doc"]) for each in await _rows(source, t.versions, _VERSIONS, id=id)]


async def team(source: Source, named: str) -> AgentTeam:
    """Return the team with an id or a name."""
    known = await rows(source)
    for each in known:
        if each["id"] == named or fold(each["name"]) == fold(named):
            return AgentTeam.model_validate_json(each["doc"])
    raise errors.NotFound(
        f"There is no team {named!r}.",
        candidates=[each["id"] for each in known][:5],
        hint="Choose one that exists, or make it.",
        field="team",
    )


async def all_teams(source: Source) -> list[AgentTeam]:
    """Return all teams, by name."""
    return [AgentTeam.model_validate_json(each["doc"]) for each in await rows(source)]


async def _rows(source: Source, table: Table, statement: Select[Any], /, **params: Any) -> list[Row]:
    names = [str(column.name) for column in table.columns]
    return [dict(zip(names, row, strict=True)) for row in await source.fetch(statement, **params)]
