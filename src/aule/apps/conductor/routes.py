"""Conductor: environments, the agents that live beside their projects, sessions with them, workflow files."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from aule.apps.conductor.conductor import Conductor
from aule.apps.conductor.views import (
    AgentAnswers,
    AgentDraft,
    AgentQuestion,
    ConductorView,
    ResidentPlace,
    ResidentView,
    SessionRequest,
    SessionView,
    TurnRequest,
    TurnStarted,
    WorkflowDryRun,
    WorkflowOutcome,
    WorkflowRequest,
)
from aule.contracts.settings import Locale
from aule.sdk.http import PLAIN, Id, Own, Routes

routes = Routes(prefix="/v1/conductor", tags=["conductor"])

Conducting = Annotated[Conductor, Own()]

HomePath = Annotated[
    str | None, Field(max_length=1000, pattern=PLAIN, description="A home of Conductor; none means yours.")
]
Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9._-]{1,64}$")]


@routes.route("GET", "")
async def get_conductor(conductor: Conducting, home: HomePath = None, locale: Locale | None = None) -> ConductorView:
    """A home, whole: environments, projects, agents with their scopes, workflow files, and what is wrong with it."""
    return await conductor.look(home, conductor.sessions.locale(locale))


@routes.route("GET", "/agents/{environment}/{project}/{agent}")
async def get_resident(
    environment: Name,
    project: Name,
    agent: Name,
    conductor: Conducting,
    home: HomePath = None,
    locale: Locale | None = None,
) -> ResidentView:
    """One agent as its manifest says now, and what its scope reaches."""
    place = ResidentPlace(environment=environment, project=project, agent=agent, home=home)
    return await conductor.agent(place, conductor.sessions.locale(locale))


@routes.route("GET", "/questions")
async def list_agent_questions(
    conductor: Conducting, home: HomePath = None, locale: Locale | None = None
) -> list[AgentQuestion]:
    """The nine questions of the agent creator, in order, with the answers that are at hand."""
    return await conductor.questions(home, conductor.sessions.locale(locale))


@routes.route("POST", "/agents/draft")
async def draft_resident(
    body: AgentAnswers, conductor: Conducting, home: HomePath = None, locale: Locale | None = None
) -> AgentDraft:
    """An agent as these answers would make it: its files, what its scope reaches, what a lint says. Nothing is made."""
    return await conductor.draft(home, body, conductor.sessions.locale(locale))


@routes.route("POST", "/agents", status=201)
async def make_resident(
    body: AgentAnswers, conductor: Conducting, home: HomePath = None, locale: Locale | None = None
) -> AgentDraft:
    """Make an agent of these answers: all of its files, or none."""
    return await conductor.make(home, body, conductor.sessions.locale(locale))


@routes.route("GET", "/sessions")
async def list_sessions(conductor: Conducting) -> list[SessionView]:
    """The sessions under way, the latest first."""
    return conductor.sessions.list()


@routes.route("POST", "/sessions", status=201)
async def open_session(body: SessionRequest, conductor: Conducting) -> SessionView:
    """Open a session with an agent. A protected environment has to be named, a new folder trusted first."""
    return await conductor.sessions.open(body)


@routes.route("GET", "/sessions/{id}")
async def get_session(id: Id, conductor: Conducting) -> SessionView:
    """A session under way."""
    return await conductor.sessions.settled(id)


@routes.route("POST", "/sessions/{id}/turns", status=202)
async def take_turn(id: Id, body: TurnRequest, conductor: Conducting) -> TurnStarted:
    """Say something to the agent of a session; what happens is told by the events of the run."""
    return await conductor.sessions.turn(id, body)


@routes.route("POST", "/sessions/{id}/reset")
async def reset_session(id: Id, conductor: Conducting) -> SessionView:
    """Forget what was said in a session; it goes on under a new id."""
    return await conductor.sessions.reset(id)


@routes.route("POST", "/sessions/{id}/close")
async def close_session(
    id: Id,
    conductor: Conducting,
    keep: Annotated[bool, Field(description="Let a turn that waits for a person wait on.")] = False,
) -> SessionView:
    """End a session: what is under way is stopped, the state is saved."""
    return await conductor.sessions.close(id, keep=keep)


@routes.route("POST", "/workflows/check")
async def check_workflow_file(body: WorkflowRequest, conductor: Conducting) -> WorkflowDryRun:
    """What a workflow file would do, in which order and under which policies; no model is asked."""
    return await conductor.workflows.check(body)


@routes.route("POST", "/workflows/run", status=202)
async def run_workflow_file(body: WorkflowRequest, conductor: Conducting) -> WorkflowOutcome:
    """Run a workflow file, or go on where an earlier run stopped."""
    return await conductor.workflows.run(body)


@routes.route("GET", "/workflows/runs/{id}")
async def get_workflow_outcome(id: Id, conductor: Conducting) -> WorkflowOutcome:
    """How a run of a workflow file stands, task by task."""
    return await conductor.workflows.outcome(id)
