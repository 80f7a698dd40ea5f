"""Running workflow files: checked completely, then driven by the engine like any other graph (CO-50, CO-51)."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, replace

from aule.apps.conductor.agents.lint import absent_tools, lint
from aule.apps.conductor.agents.residents import Residents, place_of
from aule.apps.conductor.homes.homes import Home
from aule.apps.conductor.homes.resolution import Resolved
from aule.apps.conductor.sessions.patches import Patches
from aule.apps.conductor.sessions.sessions import Sessions
from aule.apps.conductor.views import LintNote, WorkflowDryRun, WorkflowOutcome, WorkflowRequest
from aule.apps.conductor.workflow.checking import Outside
from aule.apps.conductor.workflow.compiling import compile_file, dry_run, plans_in
from aule.apps.conductor.workflow.outcomes import Traces, finished_tasks, outcome
from aule.contracts.ambient import Ambient
from aule.contracts.errors import Conflict, NotFound
from aule.contracts.events.facts import ScopeViolated
from aule.contracts.plans.plan import Plan, PlanStatus
from aule.contracts.runs.graph import Graph
from aule.contracts.runs.run import RunKind
from aule.kernel.engine.graphs.check_context import CheckContext
from aule.kernel.engine.run_request import RunRequest
from aule.kernel.engine.run_state import RunState
from aule.kernel.runs.engine import Engine

_ALLOWED = (PlanStatus.APPROVED, PlanStatus.EXECUTING, PlanStatus.DONE, PlanStatus.DONE_WITH_FAILURES)


@dataclass(frozen=True, slots=True)
class WorkflowRuns:
    """Checks and runs workflow files of any home."""

    residents: Residents
    sessions: Sessions
    engine: Engine
    patches: Patches
    plan: Callable[[str], Awaitable[Plan]]
    locale: Callable[[str | None], str]
    ambient: Ambient

    async def check(self, request: WorkflowRequest) -> WorkflowDryRun:
        """What a file would do, with everything that is wrong with it; no model is asked."""
        request, home = await self._at_home(request)
        outside = await self._outside(request, home, self.ambient.ids.new("run"))
        return await asyncio.to_thread(dry_run, request, home, outside)

    async def run(self, request: WorkflowRequest) -> WorkflowOutcome:
        """Run a file, or go on where an earlier run of it stopped. Whoever starts it allows what it says, no more."""
        request, home = await self._at_home(request)
        id = self.ambient.ids.new("run")
        outside = await self._outside(request, home, id)
        compiled = await asyncio.to_thread(compile_file, request, home, outside)
        await self.residents.trust.check(home.path, compiled.root, request.locale or "en")
        project = await self.sessions.place(compiled.root, compiled.project, compiled.environment)
        order = RunRequest(
            graph=compiled.graph,
            inputs=compiled.inputs,
            title=compiled.name,
            project=project.id,
            kind=RunKind.WORKFLOW,
            locale=request.locale or "en",
            environment=compiled.environment,
            is_protected=compiled.dry_run.protected,
            at_once=compiled.at_once,
            approve=compiled.approve,
            finished=compiled.finished,
            forked_from=request.resume,
            id=id,
        )
        await self.engine.start(order)
        begun = await self.outcome(id)
        return begun.model_copy(update={"notes": compiled.dry_run.notes})

    async def outcome(self, run: str) -> WorkflowOutcome:
        """How a run of a file stands; when it has ended, what it proposed is put beside its home as patches."""
        await self.engine.journal.flush()
        loaded = await self._load(run)
        runs = await self.patches.tree(run)
        changes = {each.id: await self.patches.changes.of_run(each.id) for each in runs}
        violations = {each.id: await self._violations(each.id) for each in runs}
        written: list[str] = []
        if loaded.run.status.is_final:
            home = await asyncio.to_thread(self._home_of, loaded.graph)
            written = await self.patches.write(home, run)
        return outcome(loaded, Traces(runs, changes, violations), patches=written)

    async def _at_home(self, request: WorkflowRequest) -> tuple[WorkflowRequest, Home]:
        home = await asyncio.to_thread(self.residents.homes.open, request.home)
        return request.model_copy(update={"locale": self.locale(request.locale)}), home

    async def _outside(self, request: WorkflowRequest, home: Home, run: str) -> Outside:
        registry = self.engine.factory.registry
        outside = Outside(
            run=run,
            environment=dict(os.environ),
            problem_with=CheckContext(registry, ()).problem_with,
            lint=lambda resolved: self._lint(resolved, request.locale or "en"),
            ref=self.residents.ref,
        )
        plans = {id: await self._approved(id) for id in await asyncio.to_thread(plans_in, request, home)}
        if request.resume is None:
            return replace(outside, plans=plans)
        earlier = await self._load(request.resume)
        return replace(outside, plans=plans, earlier=finished_tasks(earlier))

    def _lint(self, resolved: Resolved, locale: str) -> list[LintNote]:
        return [
            *lint(resolved, locale=locale),
            *absent_tools(resolved.manifest, self.residents.knows, locale),
        ]

    async def _load(self, id: str) -> RunState:
        """A run with its graph; only workflows have one of those that can be named here."""
        run = await self.engine.runs.get(id)
        if run.kind is not RunKind.WORKFLOW:
            raise NotFound(f"The run {id!r} is of no workflow.", hint="Look at it with `aule runs show`.")
        return await self.engine.load(id)

    async def _approved(self, id: str) -> Plan:
        plan = await self.plan(id)
        if plan.status not in _ALLOWED:
            raise Conflict(
                f"The plan {id!r} is {plan.status}, not approved.", code="not_approved", hint="Approve it first."
            )
        return plan

    async def _violations(self, run: str) -> list[str]:
        events = await self.engine.journal.read(None, run=run, types=["scope.violated"])
        return [event.data.target for event in events if isinstance(event.data, ScopeViolated)]

    def _home_of(self, graph: Graph) -> Home:
        """The home whose agents a graph asks."""
        places = (place_of(agent) for agent in _agents_in(graph))
        mark = next((place.mark for place in places if place is not None), "")
        return self.residents.homes.of_mark(mark)


def _agents_in(graph: Graph) -> Iterator[str]:
    for step in graph.nodes:
        if step.agent is not None:
            yield step.agent
        if step.graph is not None:
            yield from _agents_in(step.graph)
