"""RunFactory a run: everything is checked before anything of it is recorded."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterator
from dataclasses import dataclass, field

from pydantic_core import PydanticSerializationError

from aule.contracts.access.agent import Budget
from aule.contracts.access.approval import Approval, ApprovalKind, ApprovalOption, ApprovalStatus, Binding
from aule.contracts.access.capability import Envelope
from aule.contracts.ambient import Ambient
from aule.contracts.errors import Conflict, Invalid
from aule.contracts.events.facts import ApprovalGranted, Fact, RunStarted
from aule.contracts.events.steps import RunPlanned, StepCompleted, StepReleased, StepSkipped
from aule.contracts.model import JsonObject
from aule.contracts.runs.finding import Faulty, Finding
from aule.contracts.runs.graph import Graph
from aule.contracts.runs.run import Run, RunStatus
from aule.contracts.settings import Settings
from aule.kernel.capabilities.registry import Registry
from aule.kernel.capabilities.words import say
from aule.kernel.engine.graphs.check import check
from aule.kernel.engine.graphs.check_context import CheckContext
from aule.kernel.engine.graphs.envelope import called_in, content_hash_of, envelope_of, known_inputs
from aule.kernel.engine.graphs.schemas import problems_with
from aule.kernel.engine.run_request import RunRequest
from aule.stores.repositories.graphs import written

MOST_DEEP = 8
"""How many runs may stand above one another, each waiting for the next."""
MOST_SOUND = 256
"""How many graphs are remembered to be in order."""
MOST_TURNS = 200
MOST_SECONDS = 86_400.0
"""How long a graph may work when nothing else is said: a day."""


@dataclass(frozen=True, slots=True)
class NewRun:
    """A run that may begin, and the facts it begins with."""

    run: Run
    facts: list[Fact]


@dataclass(frozen=True, slots=True)
class RunFactory:
    """Turns an order into a run, or says everything that is wrong with it."""

    registry: Registry
    agents: Callable[[], Awaitable[Collection[str]]]
    """Who can be asked."""
    settings: Callable[[], Settings]
    host: Callable[[Graph, str], Awaitable[str | None]]
    """The machine a graph has to run on, for a project."""
    ambient: Ambient
    sound: dict[str, None] = field(default_factory=dict[str, None])
    """The hashes of graphs that were found to be in order, the latest last."""

    async def check(self, graph: Graph) -> None:
        """Raise when a graph cannot run, with everything that is wrong with it."""
        known = await self.agents() if _asks_agents(graph) else None
        seen = _fingerprint(graph) if known is None else None  # capabilities are only ever added: it stays in order
        if seen is not None and seen in self.sound:
            return
        await self.registry.prepare(called_in(graph))
        if findings := check(graph, CheckContext(self.registry, known or ())):
            raise Faulty("The graph", findings)
        if seen is not None:
            self.sound[seen] = None
            if len(self.sound) > MOST_SOUND:
                del self.sound[next(iter(self.sound))]

    async def open(self, order: RunRequest, status: RunStatus) -> NewRun:
        """Check an order completely, and make the facts its run begins with."""
        if order.parent is not None and order.parent.depth >= MOST_DEEP:
            hint = "Let it do this part itself."
            raise Invalid(f"Runs can be nested {MOST_DEEP} deep, no deeper.", code="depth", hint=hint)
        await self.check(order.graph)
        if findings := list(_wrong_inputs(order.graph, order.inputs)):
            raise Faulty("The graph", findings)
        envelope = self._allowed(order)
        run = Run.new(
            self.ambient,
            order.kind,
            order.title,
            project=order.project,
            locale=order.locale,
            id=order.id,
            parent=order.parent.id if order.parent else None,
            agent=order.agent,
            session_id=order.session_id,
            status=status,
            budget=self._budget(order),
            allowed=order.parent.allowed if order.parent else [],
            depth=order.parent.depth + 1 if order.parent else 0,
            workflow=order.workflow,
            workflow_version=order.workflow_version,
            is_flow=order.is_flow,
            sampled=order.sampled,
            plan=order.plan,
            environment=order.environment,
            is_protected=order.is_protected,
            schedule=order.schedule,
            forked_from=order.forked_from,
            queue=order.queue,
            host=await self.host(order.graph, order.project),
            approved=None if order.approve is None else content_hash_of(order.graph),
            envelope=envelope,
            bounds=[*(order.parent.bounds if order.parent else []), *order.bounds],
            at_once=order.at_once,
        )
        facts: list[Fact] = [RunStarted(started=run), RunPlanned(graph=order.graph, inputs=order.inputs)]
        if envelope is not None:
            facts.append(ApprovalGranted(approval=self._granted(run, envelope, order.approve or "")))
        return NewRun(run, [*facts, *_finished(order)])

    def _allowed(self, order: RunRequest) -> Envelope | None:
        """What a person allows by starting it: exactly what they saw, or nothing."""
        if order.approve is None:
            return None
        with_inputs = order.approve == content_hash_of(order.graph, order.inputs)
        if not with_inputs and order.approve != content_hash_of(order.graph):
            raise Conflict(
                f"{order.title!r} is not what was shown when this was allowed.",
                code="approval_stale",
                hint="Look at it again and decide on what you see now.",
            )
        known = known_inputs(order.graph, order.inputs, seen=with_inputs)
        return order.envelope or envelope_of(order.graph, self.registry, known)

    def _budget(self, order: RunRequest) -> Budget:
        limit = self.settings().limits.run
        budget = order.budget or limit.model_copy(update={"max_turns": MOST_TURNS, "max_seconds": MOST_SECONDS})
        # What it may spend is the owner's to say, however much a document grants itself.
        spends = {"max_tokens": limit.max_tokens, "max_cost": limit.max_cost}
        budget = budget.within(budget.model_copy(update=spends))
        return budget.within(order.parent.budget) if order.parent else budget

    def _granted(self, run: Run, envelope: Envelope, seen: str) -> Approval:
        """The record of what was allowed at the start."""
        now = self.ambient.timestamp()
        return Approval(
            id=self.ambient.ids.new("apr"),
            kind=ApprovalKind.PLAN,
            run=run.id,
            session_id=run.session_id,
            subject=f"run:{run.id}",
            title=run.title,
            options=[ApprovalOption(id="approve", label=say("approve", run.locale))],
            binds=Binding(content_hash=seen, envelope=envelope),
            status=ApprovalStatus.GRANTED,
            option="approve",
            created_at=now,
            decided_by="owner",
            decided_at=now,
        )


def _finished(order: RunRequest) -> Iterator[Fact]:
    """What tells of the steps that are settled already."""
    for step in order.graph.nodes:
        if step.id in order.finished:
            yield StepCompleted(step=step.id, result=order.finished[step.id], origin=order.origins.get(step.id))
            if step.interrupt is not None and step.interrupt.after:
                yield StepReleased(step=step.id, option="approve")
        elif step.id in order.skipped:
            yield StepSkipped(step=step.id, reason=order.skipped[step.id])


def _fingerprint(graph: Graph) -> str | None:
    """What tells a graph from another; none for one that cannot be written down."""
    try:
        return written(graph).hash
    except PydanticSerializationError:
        return None


def _wrong_inputs(graph: Graph, inputs: JsonObject) -> list[Finding]:
    found: list[Finding] = []
    for name in sorted(graph.inputs.keys() | inputs.keys()):
        schema = graph.inputs.get(name)
        if schema is None:
            found.append(_of_input("unknown_input", name, f"There is no input {name!r}"))
        elif name in inputs:
            found += [_of_input("invalid_input", name, each) for each in problems_with(inputs[name], schema, name)]
        elif "default" not in schema:
            found.append(_of_input("missing_input", name, f"The input {name!r} is missing"))
    return found


def _of_input(code: str, name: str, message: str) -> Finding:
    return Finding(code=code, step=None, field=f"inputs.{name}", message=message)


def _asks_agents(graph: Graph) -> bool:
    """Whether a step of a graph, or of one inside it, names somebody to ask."""
    return any(step.agent is not None or (step.graph is not None and _asks_agents(step.graph)) for step in graph.nodes)
