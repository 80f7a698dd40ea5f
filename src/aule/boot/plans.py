"""The planning team, the plans, and those who carry them out. Loaded when somebody first needs a plan."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from aule.boot.agents import Agents
from aule.boot.gate import Gated
from aule.boot.parts import follow_ups_of, pages_of, references_of
from aule.boot.stores import Stores
from aule.contracts.errors import AuleError
from aule.contracts.events.plans import Author
from aule.contracts.plans.plan import Plan
from aule.contracts.project import Project
from aule.contracts.runs.bounds import Bounds
from aule.contracts.runs.run import Run
from aule.kernel.agents.turn_deps import TurnDeps
from aule.kernel.engine.run_factory import RunFactory
from aule.kernel.planning.critic.project_facts import ProjectFacts, read_project_facts
from aule.kernel.plans.execution import Execution
from aule.kernel.plans.follow_ups import FollowUpRuns
from aule.kernel.plans.late_plans import PlanParts
from aule.kernel.plans.names import PlanNames
from aule.kernel.plans.plan_reports import PlanReports
from aule.kernel.plans.plan_runs import PlanRuns
from aule.kernel.plans.plan_store import StoredPlan
from aule.kernel.plans.plan_stores import PlanStores
from aule.kernel.plans.plans import Plans
from aule.kernel.plans.replanning import Replanner
from aule.kernel.plans.review_loop import ReviewLoop
from aule.kernel.plans.team.team import Team
from aule.kernel.runs.engine import Engine
from aule.kernel.workflows.library import Library


@dataclass(frozen=True, slots=True)
class PlanMaker:
    """Puts the plans together from what was made before them."""

    stores: Stores
    agents: Agents
    gated: Gated
    plan_stores: PlanStores
    deps: TurnDeps
    factory: RunFactory
    engine: Engine
    library: Library

    def make(self) -> PlanParts:
        """Make the plans, with everybody who works on them."""
        team = Team(self.deps, self.gated.thinking, self.stores.workspaces, self.agents.recipes)
        stores, registry, ambient = self.stores, self.agents.capabilities, self.stores.ambient
        names = PlanNames(references_of(self.agents.apps, self.agents.readings), registry)
        review_loop = ReviewLoop(
            journal=stores.journal,
            approvals=stores.approvals,
            registry=registry,
            team=team,
            look=self._look,
            save=self._save,
            naming=names,
            ambient=ambient,
        )
        plans = Plans(
            plan_stores=self.plan_stores,
            review_loop=review_loop,
            team=team,
            execution=Execution(self.engine, registry, self.library.link),
            inbox=self.gated.inbox,
            approvals=stores.approvals,
            registry=registry,
            naming=names,
            project=stores.projects.get,
            ambient=ambient,
        )
        reports = PlanReports(self.engine, self.gated.thinking, plans.version, pages_of(self.agents.apps), ambient)
        return PlanParts(
            plans=plans,
            plan_runs=PlanRuns(plans, self.gated.driver, stores.approvals, stores.settings.current, ambient),
            reports=reports,
            replanner=self._replanner(team),
            means_work=partial(team.means_work, clearly=True),
            at_end=self._at_end(plans, reports),
        )

    def _replanner(self, team: Team) -> Replanner:
        """Return what finds another way when a step of a plan failed."""
        return Replanner(
            journal=self.stores.journal,
            registry=self.agents.capabilities,
            check=self.factory.check,
            version=self.plan_stores.version,
            planners=team,
            ambient=self.stores.ambient,
        )

    def _at_end(self, plans: Plans, reports: PlanReports) -> Callable[[Run], Awaitable[None]]:
        """Return what happens when the run of a plan has ended: a report, and what the apps propose next."""
        proposals = follow_ups_of(self.agents.apps, self.agents.readings)
        follow_ups = FollowUpRuns(self.engine, proposals, plans.current)

        async def ended(run: Run) -> None:
            await reports.write(run)
            await follow_ups.after(run)

        return ended

    async def _save(self, plan: Plan, base: StoredPlan | None, author: Author, reason: str) -> StoredPlan:
        store = self.plan_stores.on(await self.stores.projects.get(plan.project))
        return await store.write(plan, base=base, author=author, reason=reason)

    async def _look(self, plan: Plan) -> ProjectFacts:
        """Look at what a plan names; a project without a folder of its own still has a workspace for its files."""
        project = await self.stores.projects.get(plan.project)
        is_here = project.host in (None, self.stores.host)
        workspace = self.stores.workspaces.of(project) if is_here else None
        workflows = [each.workflow.id for each in (await self.library.list(limit=200)).items]
        agents, scopes = await self.agents.registry.names(), await self._scopes(plan, project)
        return await read_project_facts(
            plan, workspace, self.agents.capabilities, agents, scopes=scopes, workflows=workflows
        )

    async def _scopes(self, plan: Plan, project: Project) -> dict[str, list[str]]:
        """Return what agents beside projects may write that a plan names: only in their own project."""
        found: dict[str, list[str]] = {}
        for name in {step.agent for step in plan.steps if step.agent is not None and "/" in step.agent}:
            with suppress(AuleError):  # one who is not there, or cannot be read, is told of by another check
                agent = await self.agents.registry.get(name)
                if agent.bounds is not None:
                    found[name] = (agent.bounds.scope or []) if _is_at_home(agent.bounds, project) else []
        return found


def _is_at_home(bounds: Bounds, project: Project) -> bool:
    return bounds.root in (None, str(Path(project.root).resolve()))
