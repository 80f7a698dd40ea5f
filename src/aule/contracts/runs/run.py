"""Runs: one piece of work from start to end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict, Unpack

from aule.contracts.access.agent import Agent, Budget, ModelChoice
from aule.contracts.access.capability import Envelope
from aule.contracts.ambient import Ambient
from aule.contracts.errors import Problem
from aule.contracts.kinds import RunKind, RunStatus
from aule.contracts.model import Model
from aule.contracts.runs.bounds import Bounds


class Usage(Model):
    """What a run cost."""

    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0
    model_calls: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            tokens_in=self.tokens_in + other.tokens_in,
            tokens_out=self.tokens_out + other.tokens_out,
            cost=self.cost + other.cost,
            model_calls=self.model_calls + other.model_calls,
        )


class PlanRef(Model):
    """The very version of a plan that a run carries out."""

    id: str
    version: int
    content_hash: str


class TrialMark(Model):
    """That a run is part of a trial: it looks, and has no effect; what it wants to do is only on record."""

    trial: str
    """The trial, which is the run of its graph."""
    agent: Agent | None = None
    """The agent that is tried, exactly as it is tried: a draft, a stored version, or with another prompt."""


class RunFields(TypedDict, total=False):
    """The fields of a run that its maker may set beside those that say what it is."""

    parent: str | None
    agent: str | None
    session_id: str | None
    status: RunStatus
    choice: ModelChoice | None
    budget: Budget
    allowed: list[list[str]]
    depth: int
    step: str | None
    workflow: str | None
    workflow_version: int | None
    plan: PlanRef | None
    schedule: str | None
    forked_from: str | None
    queue: str | None
    host: str | None
    owner: str
    at_once: int
    approved: str | None
    envelope: Envelope | None
    environment: str | None
    is_protected: bool
    bounds: list[Bounds]
    about: str | None
    team: str | None
    trial: TrialMark | None
    is_flow: bool
    sampled: list[str]


class ChildFields(TypedDict, total=False):
    """The fields of a child run that its maker may set; all others come from the run above it."""

    id: str
    choice: ModelChoice | None
    step: str | None
    schedule: str | None
    envelope: Envelope | None
    about: str | None
    team: str | None
    trial: TrialMark | None


class Run(Model):
    """One piece of work: a turn of talk, a call, an undo, a plan, a workflow."""

    id: str
    kind: RunKind
    title: str = ""
    parent: str | None = None
    agent: str | None = None
    session_id: str | None = None
    project: str
    status: RunStatus = RunStatus.EXECUTING
    locale: str = "en"
    choice: ModelChoice | None = None
    """The model that was asked for, when one was."""
    model: str | None = None
    """`provider/model` as the router chose it."""
    budget: Budget = Budget()
    allowed: list[list[str]] = []
    """Capability patterns of every ancestor: a call must be allowed by each list."""
    depth: int = 0
    """How many agents stand above this one."""
    step: str | None = None
    """The place of the step of the parent's graph that this run carries out."""
    workflow: str | None = None
    """The workflow it is a run of."""
    workflow_version: int | None = None
    plan: PlanRef | None = None
    """The plan it carries out."""
    schedule: str | None = None
    """The schedule that started it."""
    forked_from: str | None = None
    """The run whose finished steps it took over."""
    queue: str | None = None
    """The queue it waits in for a worker; none for talks and direct calls, which run where they were asked for."""
    host: str | None = None
    """The machine that has the workspace it works in; none means any will do."""
    owner: str = "owner"
    """For whom it runs: queues serve people in turn."""
    at_once: int = 8
    """How many of its steps may be under way at the same time."""
    approved: str | None = None
    """The content hash of the graph they saw then: any other graph is not what they allowed."""
    envelope: Envelope | None = None
    """What a person allowed when they started it; everything else asks."""
    environment: str | None = None
    """The environment of Conductor it works in."""
    is_protected: bool = False
    """Whether that environment is one where a mistake is dear: after a crash it waits for a person."""
    bounds: list[Bounds] = []
    """What it may do at most, said by all who may decide; all below it inherit them."""
    about: str | None = None
    """What was open on the screen beside the talk it came from, as its app calls it: `atlas:emp-2`."""
    team: str | None = None
    """The team that is asked in it, or that its agent speaks for."""
    trial: TrialMark | None = None
    """The trial it is part of: then it has no effect, and neither has anything below it."""
    is_flow: bool = False
    """Whether its agent's own flow answers: a person's turn that waits for the flow, or the run of the flow itself."""
    sampled: list[str] = []
    """Steps that did not run, because a person pinned or gave a sample of their result."""
    usage: Usage = Usage()
    epoch: int = 0
    started_at: str
    finished_at: str | None = None
    error: Problem | None = None

    @classmethod
    def new(
        cls,
        ambient: Ambient,
        kind: RunKind,
        title: str,
        *,
        project: str,
        locale: str,
        id: str | None = None,
        **fields: Unpack[RunFields],
    ) -> Run:
        """Return a run that begins now; with a given id, starting it twice is the same as starting it once."""
        id, started = id or ambient.ids.new("run"), ambient.timestamp()
        return cls(id=id, kind=kind, title=title, project=project, locale=locale, started_at=started, **fields)

    def child(
        self,
        ambient: Ambient,
        title: str,
        *,
        agent: str,
        budget: Budget,
        allowed: Iterable[list[str]] = (),
        bounds: Iterable[Bounds] = (),
        **fields: Unpack[ChildFields],
    ) -> Run:
        """Return a run of an agent below this one, which may do and spend at most what this one may.

        `allowed` and `bounds` narrow the rights of the child further: they are added to those of this run.
        """
        below = None if self.trial is None else TrialMark(trial=self.trial.trial)
        return Run.new(
            ambient,
            RunKind.DELEGATE,
            title,
            project=self.project,
            locale=self.locale,
            id=fields.get("id"),
            parent=self.id,
            agent=agent,
            session_id=self.session_id,
            choice=fields.get("choice", self.choice),
            budget=budget.within(self.budget),
            allowed=[*self.allowed, *allowed],
            bounds=[*self.bounds, *bounds],
            depth=self.depth + 1,
            step=fields.get("step"),
            schedule=fields.get("schedule", self.schedule),
            owner=self.owner,
            about=fields.get("about", self.about),
            envelope=fields.get("envelope"),
            team=fields.get("team"),
            trial=below or fields.get("trial"),
        )

    @property
    def is_seated(self) -> bool:
        """Whether its agent speaks for a team, and may hand over to another member."""
        return self.team is not None and self.kind is RunKind.DELEGATE

    @property
    def has_graph(self) -> bool:
        """Whether this run carries out the steps of a graph, instead of a talk or a single call."""
        return self.queue is not None
