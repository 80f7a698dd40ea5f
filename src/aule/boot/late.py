"""What is built last and needed first: the circles of the system are closed here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from aule.contracts.access.capability import Call
from aule.contracts.model import JsonObject
from aule.contracts.plans.plan import Plan, PlanRequest
from aule.contracts.plans.views import Planned, PlanSummary
from aule.contracts.project import Project
from aule.contracts.runs.brief import Brief, Delegated
from aule.contracts.runs.graph import Graph
from aule.contracts.runs.run import Run
from aule.contracts.runs.workflow import Workflow, WorkflowSummary
from aule.contracts.talk.brain import Brain
from aule.contracts.talk.catalog import Tier
from aule.kernel.agents.agent_registry import ResidentAgents
from aule.kernel.asks import Residency
from aule.kernel.capabilities.context.plan_port import PlanPort
from aule.kernel.capabilities.context.ports import ModelQuestion
from aule.kernel.capabilities.context.workflow_port import WorkflowDraft, WorkflowPort, WorkflowRun
from aule.kernel.direct_calls import Calling
from aule.kernel.engine.engine import Engine
from aule.kernel.plans.plan_routing import PlanRouter
from aule.kernel.plans.plans import Plans
from aule.kernel.runs.delegation import Delegation
from aule.kernel.runs.driver import Driver
from aule.kernel.runs.thinking import Thinking
from aule.kernel.workflows.document_writer import document
from aule.kernel.workflows.library import Library


class Late:
    """Delegation needs the driver, the driver the gate, the gate delegation: this is where the circle closes."""

    delegation: Delegation
    thinking: Thinking
    library: Library
    engine: Engine
    driver: Driver
    plans: Plans
    plan_router: PlanRouter
    residents: ResidentAgents | None = None
    sessions: Residency
    calling: Calling

    def residency(self) -> Residency:
        """Who lets resident agents be asked."""
        return self.sessions

    async def put_forward(self, call: Call, place: Project, locale: str) -> str:
        """Put a call to the person."""
        return await self.calling.put_forward(call, place, locale)

    async def stop(self, run: str) -> Run:
        """Stop a run, whoever drives it."""
        found = await self.engine.runs.get(run)
        return await (self.driver if found.queue is None else self.engine).cancel(run)

    @property
    def flows(self) -> WorkflowPort:
        """The library, which is made after those who may want to look into it."""

        async def draft(text: str, replace: bool) -> WorkflowDraft:
            return await self.library.draft(text, replace=replace)

        async def every(project: str) -> list[WorkflowSummary]:
            return (await self.library.list(project=project, limit=200)).items

        async def get(id: str) -> Workflow:
            return await self.library.workflows.get(id)

        async def run(parent: Run, id: str, key: str, inputs: JsonObject) -> WorkflowRun:
            return await self.library.run_for(parent, id, key, inputs)

        return WorkflowPort(draft, every, get, document, run)

    @property
    def planning(self) -> PlanPort:
        """The plans, which are made after those who may want to talk about them."""

        async def plan(run: Run, request: PlanRequest, key: str, about: str | None) -> Planned:
            return await self.plans.plan(run, request, key, about)

        async def answer(run: Run, id: str, words: str) -> Planned:
            return await self.plans.answer(run, id, words)

        async def suggest(run: Run, id: str, words: str) -> Planned:
            return await self.plans.suggest(run, id, words)

        async def drop(run: Run, id: str) -> Planned:
            return await self.plans.drop(run, id)

        async def go_on(run: Run, id: str) -> Planned:
            return await self.plans.go_on(run, id)

        async def get(id: str) -> Plan:
            return (await self.plans.get(id)).plan

        async def every(project: str) -> list[PlanSummary]:
            return (await self.plans.list(project=project, status=None, session=None, limit=200, after=None)).items

        return PlanPort(plan, answer, suggest, go_on, drop, get, every)

    async def talked_about(self, conversation: str) -> Plan | None:
        """The plan that is on the table of a conversation."""
        return await self.plans.plan_stores.talked_about(conversation)

    async def direct(self, run: Run, words: str, tier: Tier) -> Brain | None:
        """Who takes words up that are about a plan."""
        return await self.plan_router.direct(run, words, tier)

    async def plan_as_it_is(self, id: str) -> Plan:
        """A plan as it stands now."""
        return (await self.plans.get(id)).plan

    async def plan_version(self, id: str, number: int) -> Plan:
        """A plan as one version of it says."""
        return await self.plans.version(id, number)

    async def check_graph(self, graph: Graph) -> None:
        """Raise when a graph cannot run."""
        await self.engine.opening.check(graph)

    async def delegate(self, run: Run, briefs: Sequence[Brief]) -> list[Delegated]:
        """Let sub-agents work for a run."""
        return await self.delegation.delegate(run, briefs)

    async def think(self, run: Run, question: ModelQuestion, read: Callable[[JsonObject], Any]) -> Any:
        """Let a model think for a call."""
        return await self.thinking.answer(run, question, read)
