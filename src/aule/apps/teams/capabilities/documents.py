"""Teams as documents: listed, saved, deleted; every version is kept, and everything can be undone."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from aule.apps.teams import queries
from aule.apps.teams import tables as t
from aule.apps.teams.app import teams
from aule.apps.teams.checks import check_team
from aule.apps.teams.records import AgentTeam, TeamDraft, TeamId
from aule.apps.teams.words import say
from aule.sdk import Context, Effect, FieldChange, Model, RecordChange, Records, Row, RowWrite, errors

Expected = Annotated[
    int | None, Field(ge=1, description="The version that was edited; none for a new team, or the current one.")
]


class TeamList(Model):
    """The teams there are."""

    items: list[AgentTeam]


@teams.capability(
    effect=Effect.READ, title={"en": "List teams", "pt": "Listar times"}, category="teams", unspoken=True, anywhere=True
)
async def list_teams(context: Context) -> TeamList:
    """List the teams there are, with their members."""
    found = await queries.all_teams(context.reading)
    context.cite("teams", rows=len(found))
    return TeamList(items=found)


async def _show_save(context: Context, id: TeamId, team: TeamDraft, expected: Expected = None) -> Records:
    before, after = await _prepare(context, id, team, expected)
    old = {} if before is None else AgentTeam.model_validate_json(before["doc"]).model_dump(mode="json")
    new = after.model_dump(mode="json")
    fields = [
        FieldChange(name=name, before=_plain(old.get(name)), after=_plain(new[name]))
        for name in TeamDraft.model_fields
        if old.get(name) != new[name]
    ]
    op = "create" if before is None else "update"
    record = RecordChange(op=op, kind="team", id=id, title=after.name, fields=fields)
    return Records(summary=_title(op, after.name, context.locale), records=[record], total=1)


@teams.capability(
    effect=Effect.WRITE,
    title={"en": "Save a team", "pt": "Salvar um time"},
    category="teams",
    targets=["id"],
    reversible=True,
    unspoken=True,
    anywhere=True,
    preview=_show_save,
)
async def save_team(context: Context, id: TeamId, team: TeamDraft, expected: Expected = None) -> AgentTeam:
    """Make a team, or save another version of it."""
    await context.write_turn()
    before, after = await _prepare(context, id, team, expected)
    row = _row(after)
    version = {"team": id, "version": after.version, "doc": row["doc"]}
    op = "create" if before is None else "update"
    await context.change_rows(
        [RowWrite(t.teams, before, row), RowWrite(t.versions, None, version)],
        entity=f"teams:{id}",
        op=op,
        title=_title(op, after.name, context.locale),
    )
    return after


async def _show_delete(context: Context, team: str, expected: Expected = None) -> Records:
    row = await _current(context, team, expected)
    record = RecordChange(op="delete", kind="team", id=row["id"], title=row["name"])
    return Records(summary=_title("delete", row["name"], context.locale), records=[record], total=1)


@teams.capability(
    effect=Effect.DELETE,
    title={"en": "Delete a team", "pt": "Excluir um time"},
    category="teams",
    targets=["team"],
    reversible=True,
    unspoken=True,
    anywhere=True,
    preview=_show_delete,
)
async def delete_team(context: Context, team: str, expected: Expected = None) -> AgentTeam:
    """Delete a team; its members stay, and undo brings it back."""
    await context.write_turn()
    row = await _current(context, team, expected)
    title = _title("delete", row["name"], context.locale)
    await context.change_rows([RowWrite(t.teams, row, None)], entity=f"teams:{row['id']}", op="delete", title=title)
    return AgentTeam.model_validate_json(row["doc"])


async def _prepare(context: Context, id: str, draft: TeamDraft, expected: int | None) -> tuple[Row | None, AgentTeam]:
    """Return the row of a team as it is, and the team as it is to be; raise what is wrong with it."""
    check_team(draft, context.locale)
    for place, member in enumerate(draft.agents):
        await _check_member(context, member.agent, f"agents.{place}.agent")
    before = await queries.row(context.reading, id)
    _refuse_stale(id, before, expected)
    now = context.ambient.timestamp()
    created = now if before is None else AgentTeam.model_validate_json(before["doc"]).created_at
    version = await queries.latest_version(context.reading, id) + 1
    fields = {name: getattr(draft, name) for name in TeamDraft.model_fields}
    return before, AgentTeam(**fields, id=id, created_at=created, updated_at=now, version=version)


async def _check_member(context: Context, agent: str, field: str) -> None:
    try:
        found = await context.team_turns.agent(agent)
    except errors.NotFound as error:
        raise errors.Invalid(
            str(error), field=field, hint=error.problem.hint, candidates=error.problem.candidates
        ) from None
    if found.mode == "project_resident":
        raise errors.Invalid(say("resident", context.locale, agent=found.name), field=field, code="resident")


async def _current(context: Context, id: str, expected: int | None) -> Row:
    row = await queries.row(context.reading, id)
    if row is None:
        raise errors.NotFound(f"There is no team {id!r}.", hint="List the teams.", field="team")
    _refuse_stale(id, row, expected)
    return row


def _refuse_stale(id: str, row: Row | None, expected: int | None) -> None:
    """Refuse an edit of a version that is no longer the current one."""
    if expected is not None and (row is None or row["version"] != expected):
        raise errors.Conflict(
            f"The team {id!r} changed since it was read.",
            code="stale",
            hint="Read it again." if row is None else f"Read it again; the current version is {row['version']}.",
        )


def _row(team: AgentTeam) -> Row:
    return {"id": team.id, "name": team.name, "version": team.version, "doc": team.model_dump_json()}


def _title(op: str, name: str, locale: str) -> str:
    return say({"create": "made", "update": "changed", "delete": "deleted"}[op], locale, name=name)


def _plain(value: object) -> str | None:
    return None if value is None else value if isinstance(value, str) else str(value)
