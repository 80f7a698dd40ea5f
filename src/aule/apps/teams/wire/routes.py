"""Teams over HTTP: kept as documents with versions, and asked many things at once."""

from __future__ import annotations

import re
import unicodedata
from typing import Annotated, Any

from pydantic import Field, StringConstraints

from aule.apps.teams import queries
from aule.apps.teams.capabilities.team_figures import TeamFigures
from aule.apps.teams.figures import Figures
from aule.apps.teams.records import (
    MOST_MEMBERS,
    MOST_RULES,
    AgentTeam,
    HandoffRule,
    Review,
    Router,
    TeamDraft,
    TeamId,
    TeamLimits,
    TeamMember,
)
from aule.apps.teams.words import say
from aule.contracts.access.agent import AgentId
from aule.contracts.runs.graph import Graph, Repeat, Step, StepCall, StepKind
from aule.contracts.talk.messages import MAX_MESSAGE
from aule.sdk import errors
from aule.sdk.http import (
    ByHand,
    Id,
    IdempotencyKey,
    IfMatch,
    JsonObject,
    Kernel,
    Model,
    Own,
    Reply,
    Routes,
    Word,
    expected_version,
    losing_is_stale,
    versioned,
)
from aule.sdk.system import DEFAULT_LOCALE, DEFAULT_PROJECT, RunRequest
from aule.text.hashing import bytes_hash

wire = Routes(prefix="/v1/agent-teams", tags=["teams"])

MOST_REQUESTS = 200
_SHOWN: dict[int | str, dict[str, Any]] = {200: {"model": AgentTeam}}
Measured = Annotated[Figures, Own()]
Request = Annotated[str, StringConstraints(min_length=1, max_length=MAX_MESSAGE)]


class NewTeam(TeamDraft):
    """A team to be made; without an id it gets one after its name."""

    id: TeamId | None = None


class TeamEdit(Model):
    """What to change about a team; what is left out stays."""

    name: str | None = Field(default=None, min_length=1, max_length=80)
    agents: list[TeamMember] | None = Field(default=None, min_length=1, max_length=MOST_MEMBERS)
    router: Router | None = None
    handoff_rules: list[HandoffRule] | None = Field(default=None, max_length=MOST_RULES)
    brief: str | None = Field(default=None, max_length=10_000)
    limits: TeamLimits | None = None
    review: Review | None = None
    fallback: list[AgentId] | None = Field(default=None, max_length=MOST_MEMBERS)
    fallback_by: Annotated[str | None, StringConstraints(pattern="^(order|success)$")] = None
    instances: int | None = Field(default=None, ge=1, le=32)
    sure_from: float | None = Field(default=None, ge=0, le=1)
    unsure: Annotated[str | None, StringConstraints(pattern="^(skill|ask)$")] = None


class AgentTeams(Model):
    """The teams."""

    items: list[AgentTeam]


class DeletedTeam(Model):
    """A team that was deleted: the run and the change to undo."""

    run: str
    change: str | None


class ForgottenFigures(Model):
    """Figures that were forgotten: the run and the change to undo."""

    run: str
    change: str | None


class TeamRequests(Model):
    """Many things to ask a team, as many of them side by side as it has instances."""

    requests: list[Request] = Field(min_length=1, max_length=MOST_REQUESTS)
    project: str | None = Field(default=None, max_length=120)


class TeamRequestsPart(Model):
    """A run in which a team is asked some of many things, one after another; its output is their answers."""

    run: str
    requests: list[int]
    """Which of the requests it works on, by their places."""


class TeamRequestsRuns(Model):
    """The runs in which a team is asked many things, as many as it has instances."""

    runs: list[TeamRequestsPart]


@wire.route("GET", "")
async def list_teams(kernel: Kernel) -> AgentTeams:
    """The teams, by name."""
    return AgentTeams(items=await queries.all_teams(kernel.database))


@wire.route("POST", "", status=201, responses={201: {"model": AgentTeam}})
async def create_team(body: NewTeam, kernel: Kernel) -> Reply:
    """Make a team."""
    if body.id is not None and await queries.row(kernel.database, body.id) is not None:
        raise errors.Conflict(
            f"There is a team {body.id!r} already.", code="exists", field="id", hint="Choose another id."
        )
    id = body.id or await _free_id(kernel, body.name)
    return await _saved(kernel, id, TeamDraft(**_fields(body)), None, status=201)


@wire.route("GET", "/{id}", responses=_SHOWN)
async def get_team(id: Id, kernel: Kernel) -> Reply:
    """One team; its `ETag` is what an edit sends as `If-Match`."""
    team = await _team(kernel, id)
    return versioned(team, team.version)


@wire.route("PUT", "/{id}", responses=_SHOWN)
async def replace_team(id: Id, body: TeamDraft, kernel: Kernel, if_match: IfMatch = None) -> Reply:
    """Replace a team by another version of it."""
    current = await _team(kernel, id)
    return await _saved(kernel, id, body, expected_version(if_match, current.version))


@wire.route("PATCH", "/{id}", responses=_SHOWN)
async def edit_team(id: Id, body: TeamEdit, kernel: Kernel, if_match: IfMatch = None) -> Reply:
    """Change some fields of a team; what is left out stays."""
    current = await _team(kernel, id)
    expected = expected_version(if_match, current.version)
    given = {name: getattr(body, name) for name in body.model_fields_set}
    if none := next((name for name, value in given.items() if value is None and name != "review"), None):
        raise errors.Invalid(f"{none!r} cannot be taken away.", field=none, hint="Leave it out to keep it.")
    return await _saved(kernel, id, TeamDraft.model_validate({**_fields(current), **given}), expected)


@wire.route("DELETE", "/{id}")
async def delete_team(id: Id, kernel: Kernel, if_match: IfMatch = None) -> DeletedTeam:
    """Delete a team; undo the change to have it back. Its members stay."""
    expected = expected_version(if_match, (await _team(kernel, id)).version)
    params: JsonObject = {"team": id, "expected": expected}
    shown = await kernel.preview("teams.delete_team", params)
    called = await _called(kernel, "teams.delete_team", params, ByHand(seen=shown.content_hash))
    return DeletedTeam(run=called.run, change=next(iter(called.result.changes), None))


@wire.route("GET", "/{id}/versions")
async def list_team_versions(id: Id, kernel: Kernel) -> AgentTeams:
    """Every version of a team, the latest first; put one back to restore it."""
    found = await queries.versions(kernel.database, id)
    if not found:
        raise errors.NotFound(f"There is no team {id!r}.", hint="List the teams.")
    return AgentTeams(items=found)


@wire.route("GET", "/{id}/figures")
async def get_team_figures(id: Id, kernel: Kernel, own: Measured) -> TeamFigures:
    """What came of each member's work, by kind of request: what the router `success` goes by."""
    await _team(kernel, id)
    return TeamFigures(team=id, items=await own.of(id))


@wire.route("DELETE", "/{id}/figures")
async def forget_team_figures(id: Id, kernel: Kernel, agent: Word = None, kind: Word = None) -> ForgottenFigures:
    """Forget what was measured so far, of all or of one member or kind of request; undo the change to have it back."""
    await _team(kernel, id)
    params: JsonObject = {"team": id, "agent": agent, "kind": kind}
    called = await _called(kernel, "teams.forget_figures", params, ByHand())
    return ForgottenFigures(run=called.run, change=next(iter(called.result.changes), None))


@wire.route("POST", "/{id}/figures/rebuild")
async def rebuild_team_figures(id: Id, kernel: Kernel, own: Measured) -> TeamFigures:
    """Measure again from the log; what is told is the same afterwards."""
    await _team(kernel, id)
    await own.rebuild()
    return TeamFigures(team=id, items=await own.of(id))


@wire.route("POST", "/{id}/asks", status=202)
async def ask_many(id: Id, body: TeamRequests, kernel: Kernel, key: IdempotencyKey = None) -> TeamRequestsRuns:
    """Ask a team many things: as many runs in the queue as it has instances share them, on all that work on it."""
    team = await _team(kernel, id)
    project = (await kernel.projects.get(body.project or DEFAULT_PROJECT)).id
    locale = kernel.settings.current().appearance.locale or DEFAULT_LOCALE
    started: list[TeamRequestsPart] = []
    for part, places in enumerate(parts_of(len(body.requests), team.instances)):
        request = RunRequest(
            graph=requests_graph(team.id, len(places)),
            inputs={"requests": [body.requests[place] for place in places]},
            title=say("many", locale, team=team.name, count=len(places)),
            project=project,
            locale=locale,
            at_once=1,
            id=None if key is None else f"run_{bytes_hash(f'teams/{id}/{key}/{part}'.encode())[:26]}",
        )
        started.append(TeamRequestsPart(run=(await kernel.engine.start(request)).id, requests=places))
    return TeamRequestsRuns(runs=started)


def parts_of(count: int, instances: int) -> list[list[int]]:
    """Return which requests go together, where so many instances share so many requests: each in turn."""
    return [list(range(first, count, instances)) for first in range(min(count, instances))]


def requests_graph(team: str, count: int) -> Graph:
    """Return the graph that asks a team each of many things."""
    params: JsonObject = {"team": team, "request": "{{item}}"}
    asking = Step(
        id="ask",
        kind=StepKind.CALL,
        call=StepCall(capability="teams.ask", params=params),
        repeat=Repeat(for_each="{{inputs.requests}}", max=max(count, 1)),
    )
    return Graph(inputs={"requests": {"type": "array"}}, nodes=[asking], output="{{steps.ask.result}}")


async def _team(kernel: Kernel, id: str) -> AgentTeam:
    row = await queries.row(kernel.database, id)
    if row is None:
        known = [each["id"] for each in await queries.rows(kernel.database)]
        raise errors.NotFound(f"There is no team {id!r}.", candidates=known[:5], hint="List the teams.")
    return AgentTeam.model_validate_json(row["doc"])


async def _saved(kernel: Kernel, id: str, draft: TeamDraft, expected: int | None, *, status: int = 200) -> Reply:
    params = {"id": id, "team": draft.model_dump(mode="json"), "expected": expected}
    called = await _called(kernel, "teams.save_team", params, ByHand())
    team = AgentTeam.model_validate(called.result.data)
    return versioned(team, team.version, status=status)


async def _called(kernel: Kernel, name: str, params: JsonObject, hand: ByHand) -> Any:
    """Make a call by hand; where another edit was faster, this one is stale."""
    with losing_is_stale():
        return await kernel.call(name, params, by_hand=hand)


def _fields(team: TeamDraft) -> JsonObject:
    return {name: getattr(team, name) for name in TeamDraft.model_fields}


async def _free_id(kernel: Kernel, name: str) -> str:
    """Return an id after a name that no team has."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    wish = (words if words[:1].isalpha() else f"team-{words}".rstrip("-"))[:56].rstrip("-")
    for attempt in range(1, 100):
        id = wish if attempt == 1 else f"{wish}-{attempt}"
        if await queries.row(kernel.database, id) is None:
            return id
    raise errors.Invalid(f"There are a hundred teams named like {name!r}", hint="Give it an id.", field="id")
