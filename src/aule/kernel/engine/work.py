"""Work: carrying out one step, by a call through the gate or by an agent, and what came of it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from aule.contracts.access.agent import Agent
from aule.contracts.access.approval import Approval
from aule.contracts.access.capability import Call, Capability, Effect, Result
from aule.contracts.access.change import OWNER, Actor, ChangeStatus
from aule.contracts.errors import (
    ApprovalRequired,
    AuleError,
    NeedsInput,
    Problem,
    StorageFailed,
    TimedOut,
    UnknownCapability,
)
from aule.contracts.model import JsonObject
from aule.contracts.project import Project
from aule.contracts.runs.graph import Step, StepKind
from aule.contracts.runs.run import Run
from aule.kernel.agents.ancestors import agents_of, runs_above
from aule.kernel.bounds import of_step
from aule.kernel.capabilities.gate.approval_requests import as_allowed
from aule.kernel.capabilities.gate.caller import Caller
from aule.kernel.capabilities.gate.gate import Gate
from aule.kernel.capabilities.registry import Registry
from aule.kernel.engine.acceptance import Acceptance
from aule.kernel.engine.deferred_params import decided, is_open
from aule.kernel.engine.progress import Node
from aule.kernel.engine.revision import GivenUp, Replanner, Revised
from aule.kernel.engine.rules import READS, Claim
from aule.kernel.engine.run_state import RunState, call_id
from aule.kernel.policy import targets
from aule.stores.home.blobs import Blobs
from aule.stores.repositories.changes import Changes

_LOOKING = frozenset({Effect.READ, Effect.NAVIGATE})
_BEYOND = frozenset({Effect.EXEC, Effect.EXTERNAL})
"""Effects of which the change log may not have all."""
_TO_END_S = 30
"""What a command that is stopped in time has left to tell what it printed and did."""


@dataclass(frozen=True, slots=True)
class Done:
    """It was done; the result stands in a call, or here."""

    result: Any
    call: str | None = None


@dataclass(frozen=True, slots=True)
class Failed:
    """It could not be done, or did not succeed; then what it gave back stands in a call, or here."""

    error: Problem
    result: Any = None
    call: str | None = None


@dataclass(frozen=True, slots=True)
class Held:
    """It waits for a person."""

    approval: str


Outcome = Done | Failed | Held


class Choosers(Protocol):
    """Those who decide what a step leaves open."""

    async def choose(
        self, run: Run, node: Node, call: Call, params: JsonObject, grants: Sequence[Approval]
    ) -> JsonObject:
        """Parameters with all that was left open decided; raises when a person has to come first."""
        ...


class Agents(Protocol):
    """Those who carry out the steps that are asked of an agent."""

    async def perform(self, run: Run, node: Node, prompt: str) -> Outcome:
        """Let an agent carry out a step, or go on with what it began; waits until it ended or waits itself."""
        ...

    async def is_ready(self, run: Run, node: Node) -> bool:
        """Whether an agent that waited for a person can go on."""
        ...


@dataclass(frozen=True, slots=True)
class StepDeps:
    """What all work is done with."""

    gate: Gate
    registry: Registry
    agents: Agents
    changes: Changes
    blobs: Blobs
    project: Callable[[str], Awaitable[Project]]
    agent: Callable[[str], Awaitable[Agent]]
    run: Callable[[str], Awaitable[Run]]
    choices: Choosers | None = None
    """Who decides what a step leaves open and no rule decides."""
    replanner: Replanner | None = None
    """Who finds another way when a step of a plan failed."""
    acceptance: Acceptance | None = None
    """Who looks whether the work of a step counts."""
    settle: Callable[[str], Awaitable[object]] | None = None
    """Finds out what became of the changes of a run whose worker died, where several share a database."""


class Work:
    """Carries out the steps of one run."""

    def __init__(self, run: Run, caller: Caller, deps: StepDeps) -> None:
        self._run = run
        self._caller = caller
        self._deps = deps

    @classmethod
    async def of(cls, run: Run, deps: StepDeps, project: Project | None = None) -> Work:
        """The work of a run: in its project, with the rights of whoever asked for it."""
        agent = None if run.agent is None else await deps.agent(run.agent)
        actor = OWNER if agent is None else Actor(type="agent", id=agent.id)
        agents = await agents_of(await runs_above(run, deps.run), deps.agent)
        above = tuple(each.conduct for each in agents)
        return cls(run, Caller(run, actor, project or await deps.project(run.project), agent, above=above), deps)

    def of_changed(self, run: Run) -> Work:
        """The same work, in a run of which something has changed."""
        return Work(run, replace(self._caller, run=run), self._deps)

    async def perform(self, node: Node, grants: list[Approval]) -> Outcome:
        """Carry out a step that has begun."""
        step = node.step
        try:
            async with asyncio.timeout(self._most_s(step)) as limit:
                if step.kind is StepKind.AGENT:
                    outcome = await self._deps.agents.perform(self._run, node, str(node.params["prompt"]))
                else:
                    outcome = await self._call(node, grants, limit)
                return await self._proved(node, outcome)
        except (ApprovalRequired, NeedsInput) as question:
            return Held(question.problem.subject or "")
        except StorageFailed:
            raise  # the step did not fail: the run is taken up again when the store is back
        except AuleError as error:
            return Failed(self._final(node, error.problem))
        except TimeoutError:
            late = TimedOut(f"The step {node.place!r} took longer than {step.timeout_s:g} s.")
            return Failed(self._final(node, late.problem))

    async def _proved(self, node: Node, outcome: Outcome) -> Outcome:
        """What came of a step, after what has to show that it was really done."""
        acceptance = self._deps.acceptance
        if not isinstance(outcome, Done) or node.step.check is None or acceptance is None:
            return outcome
        problem = await acceptance.problem(node, self._caller)
        return outcome if problem is None else Failed(problem, outcome.result, outcome.call)

    def _most_s(self, step: Step) -> float | None:
        """The seconds after which a step is cut off; what stops in time by itself is let come to its end."""
        if step.timeout_s is None or self._own_limit(step) is None:
            return step.timeout_s
        return step.timeout_s + _TO_END_S

    def _own_limit(self, step: Step) -> JsonObject | None:
        """The parameter of a command that says after which time it is stopped; none for all that is no command."""
        capability = None if step.call is None else _found(self._deps.registry, step.call.capability)
        if capability is None or capability.effect is not Effect.EXEC or not capability.targets:
            return None  # without targets, all that is given has to be as it was seen
        return None if "timeout_s" in capability.targets else capability.params.get("properties", {}).get("timeout_s")

    def _in_time(self, step: Step, params: JsonObject) -> JsonObject:
        """What a command is given, stopped by itself when its step's time is over."""
        own = self._own_limit(step)
        if step.timeout_s is None or own is None:
            return params
        given = params.get("timeout_s", own.get("default"))
        is_sooner = isinstance(given, int | float) and given <= step.timeout_s
        is_wrong = given is not None and not isinstance(given, int | float)
        return params if is_sooner or is_wrong else {**params, "timeout_s": step.timeout_s}

    async def _call(self, node: Node, grants: list[Approval], limit: asyncio.Timeout) -> Outcome:
        assert node.step.call is not None
        id, capability = call_id(self._run.id, node), node.step.call.capability
        key, params = f"{self._run.id}/{node.place}", node.params
        if is_open(params) and self._deps.choices is not None:
            asking = Call(id=id, capability=capability, idempotency_key=key)
            params = await self._deps.choices.choose(self._run, node, asking, params, grants)
        params = self._in_time(node.step, decided(params))
        call = as_allowed(Call(id=id, capability=capability, params=params, idempotency_key=key, edits={}), grants)
        caller = replace(self._caller, grants=tuple(grants), limit=limit)
        if node.step.bounds is not None:
            own = of_step(node.step.bounds, is_seen=self._run.envelope is not None)
            caller = replace(caller, bounds=(*caller.all_bounds, *own))
        return self.came_of(node, call.id, await self._deps.gate.invoke(call, caller))

    def came_of(self, node: Node, call: str, result: Result) -> Outcome:
        """What a call's result means for its step. Of one that gave something back it is known how it ended."""
        if result.ok:
            return Done(result.data, call)
        problem = result.error or Problem(code="failed", message="The call failed.")
        return Failed(problem if result.data is not None else self._final(node, problem), result.data, call)

    def _final(self, node: Node, problem: Problem) -> Problem:
        """A failure as it counts: what may have had an effect is never tried again by itself."""
        if problem.recoverable and not self.may_repeat(node.step):
            return problem.model_copy(update={"recoverable": False})
        return problem

    def may_repeat(self, step: Step) -> bool:
        """Whether a step may be done again although it may have been done: it only looks, or knows its key."""
        if step.call is None:
            return True
        try:
            capability = self._deps.registry.get(step.call.capability)
        except UnknownCapability:
            return True
        return capability.effect in _LOOKING or capability.idempotent

    async def surely_not_done(self, node: Node) -> bool:
        """Whether the change log shows that a call that was cut off has altered nothing.

        It shows what happens to files and records; a command, or whoever is reached outside, may have done more.
        """
        assert node.step.call is not None
        capability = self._deps.registry.get(node.step.call.capability)
        if capability.calls:
            return True  # each call in its course is on record, and is not made twice
        if not capability.reversible or capability.effect in _BEYOND:
            return False
        call = call_id(self._run.id, node)
        changes = [change for change in await self._deps.changes.of_run(self._run.id) if change.call == call]
        return all(change.status is ChangeStatus.VOID for change in changes)

    async def what_is_known(self, node: Node) -> str | None:
        """What the change log says of a step nobody knows the end of."""
        call = call_id(self._run.id, node)
        changes = [change for change in await self._deps.changes.of_run(self._run.id) if change.call == call]
        return "\n".join(f"{change.status}: {change.title} ({change.entity})" for change in changes) or None

    async def is_ready(self, node: Node) -> bool:
        """Whether the agent of a step that waited can go on."""
        return await self._deps.agents.is_ready(self._run, node)

    @property
    def may_replan(self) -> bool:
        """Whether the executor itself looks for another way when a step failed; else a person is asked."""
        return self._run.plan is not None and self._deps.replanner is not None

    async def replan(self, loaded: RunState, node: Node) -> Revised:
        """Find another way for a step that failed; where none can be found, it stays failed."""
        try:
            return await self._replanner.replan(loaded, node)
        except StorageFailed:
            raise
        except AuleError:
            return GivenUp()

    async def decided(self, loaded: RunState, node: Node, approval: Approval) -> Revised:
        """What follows when a person decided on another way."""
        try:
            return await self._replanner.decided(loaded, node, approval)
        except StorageFailed:
            raise
        except AuleError:
            return GivenUp()

    @property
    def _replanner(self) -> Replanner:
        assert self._deps.replanner is not None
        return self._deps.replanner

    def redacted(self, data: Any) -> Any:
        """Data without any secret the system knows."""
        return self._deps.gate.redacted(data)


def claims(registry: Registry) -> Callable[[Step, JsonObject], Claim]:
    """What each step touches while it runs: readers go together, writers only on different things."""

    def claim(step: Step, params: JsonObject) -> Claim:
        if step.call is None and step.bounds is not None and step.bounds.scope:  # it writes nowhere else
            return Claim(writes=True, areas=frozenset(map(_beginning, step.bounds.scope)))
        if step.call is None:  # an agent counts with the strongest of its tools
            tools = None if step.tools is None else [_found(registry, tool) for tool in step.tools]
            only_looks = tools is not None and all(tool is not None and tool.effect in _LOOKING for tool in tools)
            return READS if only_looks else Claim(writes=True)
        capability = _found(registry, step.call.capability)
        if capability is None or capability.effect in _LOOKING:
            return READS
        touched = targets(capability, params)
        return Claim(writes=True, targets=frozenset(f"{capability.app}:{target}" for target in touched))

    return claim


def _found(registry: Registry, name: str) -> Capability | None:
    """The capability of a name; none for a pattern, which may be anything, and for one that is not there."""
    try:
        return registry.get(name)
    except UnknownCapability:
        return None


def _beginning(glob: str) -> str:
    """What every path that a glob matches begins with, as a file system sees it that folds case."""
    return re.split(r"[*?\[{]", glob.removeprefix("!"), maxsplit=1)[0].casefold()
