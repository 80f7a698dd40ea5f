"""Reading teams: every query the app asks its tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from sqlalchemy import BindParameter, and_, bindparam, delete, func, select, text

from aule.apps.teams import tables as t
from aule.apps.teams.records import AgentTeam
from aule.apps.teams.success import MemberFigures
from aule.sdk import Row, Source, errors, fetch_row, fetch_rows
from aule.text.words import fold

_ID: BindParameter[str] = bindparam("id")
_ALL = select(t.teams).order_by(t.teams.c.name, t.teams.c.id)
_ONE = select(t.teams).where(t.teams.c.id == _ID)
_VERSIONS = select(t.versions).where(t.versions.c.team == _ID).order_by(t.versions.c.version.desc())
_LATEST = select(func.max(t.versions.c.version)).where(t.versions.c.team == _ID)


async def rows(source: Source) -> list[Row]:
    """Return the rows of all teams, by name."""
    return await fetch_rows(source, t.teams, _ALL)


async def row(source: Source, id: str) -> Row | None:
    """Return the row of a team, or None."""
    return await fetch_row(source, t.teams, _ONE, id=id)


async def latest_version(source: Source, id: str) -> int:
    """Return the number of the latest version a team ever had; 0 for one that never was."""
    return next((number or 0 for (number,) in await source.fetch(_LATEST, id=id)), 0)


async def versions(source: Source, id: str) -> list[AgentTeam]:
    """Return every version of a team, the latest first."""
    return [
        AgentTeam.model_validate_json(each["doc"]) for each in await fetch_rows(source, t.versions, _VERSIONS, id=id)
    ]


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


class Writable(Source, Protocol):
    """A transaction, as far as it is written in."""

    async def execute(self, statement: Any, /, **params: Any) -> int:
        """Run a statement; tells how many rows it touched."""
        ...

    async def execute_many(self, statement: Any, values: Sequence[Mapping[str, Any]], /) -> int:
        """Run a statement once for each of some values; tells how many rows they touched together."""
        ...


_READER = "figures"
_CURSOR = select(t.cursors.c.seq).where(t.cursors.c.id == _READER)
_MOVE = text(
    'INSERT INTO "teams_cursors" ("id", "seq", "stamp") VALUES (:id, :seq, :stamp) ON CONFLICT ("id") '
    'DO UPDATE SET "seq" = excluded."seq", "stamp" = excluded."stamp" WHERE "teams_cursors"."seq" < excluded."seq"'
)
_COLUMNS = [str(column.name) for column in t.observations.columns]
_OBSERVE = text(
    f'INSERT INTO "teams_observations" ({", ".join(_COLUMNS)}) VALUES ({", ".join(f":{name}" for name in _COLUMNS)}) '
    "ON CONFLICT DO NOTHING"
)
_O, _F = t.observations.c, t.forgotten.c
_FIGURES = (
    select(
        _O.agent,
        _O.kind,
        _O.outcome,
        func.max(_O.label),
        func.count(),
        func.count(_O.score),
        func.sum(_O.score),
        func.sum(_O.tokens),
        func.sum(_O.cost),
        func.sum(_O.ms),
    )
    .select_from(
        t.observations.outerjoin(
            t.forgotten, and_(_F.team == _O.team, _F.agent == _O.agent, _F.kind == _O.kind, _F.seq >= _O.seq)
        )
    )
    .where(_O.team == _ID, _F.team.is_(None))
    .group_by(_O.agent, _O.kind, _O.outcome)
    .order_by(_O.kind, _O.agent, _O.outcome)
)
_FORGOTTEN = select(t.forgotten).where(_F.team == _ID)


async def cursor(source: Source) -> int:
    """Return how far the log was read for figures."""
    found = await source.fetch(_CURSOR)
    return int(found[0][0]) if found else 0


async def observe(record: Writable, observed: Sequence[Row], until: int) -> None:
    """Keep observations, each once, and how far the log was read for them."""
    if observed:
        await record.execute_many(_OBSERVE, observed)
    await record.execute(_MOVE, id=_READER, seq=until, stamp=str(until))


async def forget_observations(record: Writable) -> None:
    """Remove all that follows from the log."""
    await record.execute(delete(t.observations))
    await record.execute(delete(t.cursors))


async def figures(source: Source, team: str) -> list[MemberFigures]:
    """Return what came of the work of a team's members, by kind of request, without what is to be forgotten."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for agent, kind, outcome, label, count, scored, score, tokens, cost, ms in await source.fetch(_FIGURES, id=team):
        sums = found.setdefault((kind, agent), {"agent": agent, "kind": label} | dict.fromkeys(_SUMS, 0))
        sums["well" if outcome == "answered" else outcome] += int(count)
        for name, value in zip(_SUMS[4:], (count, scored, score, tokens, cost, ms), strict=True):
            sums[name] += value or 0
    return [_figures(sums) for sums in found.values()]


async def forgotten(source: Source, team: str) -> dict[tuple[str, str], Row]:
    """Return up to where figures of a team are forgotten, by member and kind."""
    return {(each["agent"], each["kind"]): each for each in await fetch_rows(source, t.forgotten, _FORGOTTEN, id=team)}


_SUMS = ("well", "unsatisfactory", "failed", "handed", "asks", "scored", "score", "tokens", "cost", "ms")


def _figures(sums: dict[str, Any]) -> MemberFigures:
    scored, asks = int(sums.pop("scored")), int(sums["asks"])
    score = round(float(sums["score"]) / scored, 3) if scored else None
    rest = {"tokens": int(sums["tokens"]), "cost": round(float(sums["cost"]), 10), "ms": round(sums["ms"] / asks, 1)}
    return MemberFigures.model_validate({**sums, **rest, "score": score})
