"""Figures of a team: shown, and forgotten where they tell nothing any more; that can be undone."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from aule.apps.teams import queries
from aule.apps.teams import tables as t
from aule.apps.teams.app import teams
from aule.apps.teams.figures import Figures
from aule.apps.teams.records import AgentTeam
from aule.apps.teams.success import MemberFigures
from aule.apps.teams.words import hint, say
from aule.sdk import Context, Effect, Model, RecordChange, Records, RowWrite, errors
from aule.text.words import fold

Team = Annotated[str, Field(min_length=1, max_length=200, description="The team, by id or name.")]
Agent = Annotated[str | None, Field(max_length=200, description="Only of this member, by its id.")]
Kind = Annotated[
    str | None, Field(max_length=80, description="Only of requests about this skill; empty for those about none.")
]


class TeamFigures(Model):
    """What came of the work of a team's members, by kind of request."""

    team: str
    items: list[MemberFigures]


@teams.capability(
    effect=Effect.READ,
    title={"en": "Show figures of a team", "pt": "Mostrar números de um time"},
    category="teams",
    unspoken=True,
    anywhere=True,
)
async def show_figures(context: Context, team: Team) -> TeamFigures:
    """Show how often each member of a team answered well, failed or handed over, by kind of request."""
    found = await queries.team(context.reading, team)
    own: Figures = context.own
    items = await own.of(found.id)
    context.cite("teams_figures", rows=len(items))
    return TeamFigures(team=found.id, items=items)


async def _show_forget(context: Context, team: Team, agent: Agent = None, kind: Kind = None) -> Records:
    found, some = await _some(context, team, agent, kind)
    records = [
        RecordChange(op="delete", kind="figures", id=f"{each.agent}/{each.kind}", title=f"{each.agent} {each.kind}")
        for each in some
    ]
    return Records(summary=say("forgotten", context.locale, name=found.name), records=records, total=len(records))


@teams.capability(
    effect=Effect.WRITE,
    title={"en": "Forget figures of a team", "pt": "Esquecer números de um time"},
    category="teams",
    targets=["team"],
    reversible=True,
    unspoken=True,
    anywhere=True,
    preview=_show_forget,
)
async def forget_figures(context: Context, team: Team, agent: Agent = None, kind: Kind = None) -> TeamFigures:
    """Forget what was measured of a team so far, or only of one member or one kind of request."""
    await context.write_turn()
    found, some = await _some(context, team, agent, kind)
    own: Figures = context.own
    until = await own.read_on()
    before = await queries.forgotten(context.reading, found.id)
    writes: list[RowWrite] = []
    for each in some:
        key = {"team": found.id, "agent": each.agent, "kind": fold(each.kind)}
        writes.append(RowWrite(t.forgotten, before.get((each.agent, fold(each.kind))), {**key, "seq": until}))
    title = say("forgotten", context.locale, name=found.name)
    await context.change_rows(writes, entity=f"teams:{found.id}", op="update", title=title)
    return TeamFigures(team=found.id, items=some)


async def _some(
    context: Context, team: str, agent: str | None, kind: str | None
) -> tuple[AgentTeam, list[MemberFigures]]:
    """Return the figures that are meant; raise where there are none."""
    found = await queries.team(context.reading, team)
    own: Figures = context.own
    some = [
        each
        for each in await own.of(found.id)
        if agent in (None, each.agent) and (kind is None or fold(kind) == fold(each.kind))
    ]
    if not some:
        locale = context.locale
        raise errors.NotFound(say("nothing_to_forget", locale), hint=hint("nothing_to_forget", locale), field="team")
    return found, some
