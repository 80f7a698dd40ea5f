"""How the planning team, the plans and those who carry them out are put together."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from aule.boot.late import Late
from aule.boot.parts import follow_ups_of, pages_of, recipes_of, references_of
from aule.contracts.ambient import Ambient
from aule.contracts.errors import AuleError
from aule.contracts.events.plans import Author
from aule.contracts.plans.plan import Plan
from aule.contracts.project import Project
from aule.contracts.runs.bounds import Bounds
from aule.contracts.runs.run import Run
from aule.contracts.runs.workflow import Workflow
from aule.kernel.agents.turn_deps import TurnDeps
from aule.kernel.approvals.inbox import Inbox
from aule.kernel.capabilities.context.app_reads import Readings
from aule.kernel.capabilities.context.workspaces import Workspaces
from aule.kernel.engine.engine import Engine
from aule.kernel.planning.critic.project_facts import ProjectFacts, read_project_facts
from aule.kernel.plans.execution import Execution
from aule.kernel.plans.follow_ups import FollowUpRuns
from aule.kernel.plans.names import PlanNames
from aule.kernel.plans.plan_reports import PlanReports
from aule.kernel.plans.plan_routing import PlanRouter
from aule.kernel.plans.plan_runs import PlanRuns
from aule.kernel.plans.plan_status_writer import PlanStatusWriter
from aule.kernel.plans.plan_store import StoredPlan
from aule.kernel.plans.plan_store_choice import PlanStoreChoice
from aule.kernel.plans.plan_stores import PlanStores
from aule.kernel.plans.plans import Plans
from aule.kernel.plans.replanning import Replanner
from aule.kernel.plans.review_loop import ReviewLoop
from aule.kernel.plans.team.team import Team
from aule.kernel.runs.driver import Driver
from aule.kernel.runs.thinking import Thinking
from aule.kernel.workflows.library import Library
from aule.sdk import App
from aule.stores.home.directory import Home
from aule.stores.repositories.approvals import Approvals
from aule.stores.repositories.plans import Plans as Index
from aule.stores.repositories.projects import Projects
from aule.stores.source import Source


@dataclass(frozen=True, slots=True)
class Rooms:
    """What plans stand on."""

    home: Home
    source: Source
    deps: TurnDeps
    driver: Driver
    inbox: Inbox
    approvals: Approvals
    projects: Projects
    workspaces: Workspaces
    apps: Sequence[App]
    readings: Readings
    agents: Callable[[], Awaitable[Collection[str]]]
    late: Late
    ambient: Ambient
    host: str | None = None


def replanning(rooms: Rooms) -> Replanner:
    """Who finds another way when a step of a plan failed; the engine needs it before there are plans."""
    deps = rooms.deps
    return Replanner(
        journal=deps.journal,
        registry=deps.registry,
        check=rooms.late.check_graph,
        version=rooms.late.plan_version,
        planners=_team(rooms),
        ambient=rooms.ambient,
    )


@dataclass(frozen=True, slots=True)
class Parts:
    """Everything that has to do with plans."""

    plans: Plans
    plan_runs: PlanRuns
    reporting: PlanReports
    plan_status_writer: PlanStatusWriter


def make(rooms: Rooms, engine: Engine, library: Library) -> Parts:
    """The plans, with everybody who works on them."""
    journal, registry = rooms.deps.journal, rooms.deps.registry
    store_choice = PlanStoreChoice(journal, rooms.ambient, rooms.home.path, rooms.host)
    plan_stores = PlanStores(Index(rooms.source), rooms.projects, store_choice)
    team, naming = _team(rooms), PlanNames(references_of(rooms.apps, rooms.readings), registry)
    review_loop = ReviewLoop(
        journal=journal,
        approvals=rooms.approvals,
        registry=registry,
        team=team,
        look=_looking(rooms, library),
        save=_saving(rooms, plan_stores),
        naming=naming,
        ambient=rooms.ambient,
    )
    plans = rooms.late.plans = Plans(
        plan_stores=plan_stores,
        review_loop=review_loop,
        team=team,
        execution=Execution(engine, registry, library.link),
        inbox=rooms.inbox,
        approvals=rooms.approvals,
        registry=registry,
        naming=naming,
        project=rooms.projects.get,
        ambient=rooms.ambient,
    )
    rooms.late.plan_router = PlanRouter(plan_stores.talked_about, team, rooms.ambient)
    reporting = PlanReports(
        engine, Thinking(rooms.deps, rooms.driver), plans.version, pages_of(rooms.apps), rooms.ambient
    )
    following = FollowUpRuns(engine, follow_ups_of(rooms.apps, rooms.readings), rooms.late.plan_as_it_is)

    async def ended(run: Run) -> None:
        await reporting.write(run)
        await following.after(run)

    return Parts(
        plans=plans,
        plan_runs=PlanRuns(plans, rooms.driver, rooms.approvals, rooms.deps.settings, rooms.ambient),
        reporting=reporting,
        plan_status_writer=PlanStatusWriter(plans, engine, ended, rooms.ambient),
    )


def _team(rooms: Rooms) -> Team:
    return Team(rooms.deps, rooms.driver, rooms.workspaces, recipes_of(rooms.apps))


def _saving(
    rooms: Rooms, plan_stores: PlanStores
) -> Callable[[Plan, StoredPlan | None, Author, str], Awaitable[StoredPlan]]:
    async def save(plan: Plan, base: StoredPlan | None, author: Author, reason: str) -> StoredPlan:
        shelf = plan_stores.on(await rooms.projects.get(plan.project))
        return await shelf.write(plan, base=base, author=author, reason=reason)

    return save


def _looking(rooms: Rooms, library: Library) -> Callable[[Plan], Awaitable[ProjectFacts]]:
    """Looks at what a plan names; a project without a folder of its own still has a workspace for its files."""

    async def looking(plan: Plan) -> ProjectFacts:
        project = await rooms.projects.get(plan.project)
        here = project.host in (None, rooms.host)
        workspace = rooms.workspaces.of(project) if here else None
        kept: list[Workflow] = [each.workflow for each in (await library.list(limit=200)).items]
        agents, names = await rooms.agents(), [each.id for each in kept]
        scopes = await _scopes(rooms, plan, project)
        return await read_project_facts(plan, workspace, rooms.deps.registry, agents, scopes=scopes, workflows=names)

    return looking


async def _scopes(rooms: Rooms, plan: Plan, project: Project) -> dict[str, list[str]]:
    """What resident agents that a plan names may write: the scope of their manifest, in their own project alone."""
    found: dict[str, list[str]] = {}
    for name in {step.agent for step in plan.steps if step.agent is not None and "/" in step.agent}:
        with suppress(AuleError):  # one who is not there, or cannot be read, is told of by another check
            agent = await rooms.deps.agent(name)
            if agent.bounds is not None:
                found[name] = (agent.bounds.scope or []) if _is_at_home(agent.bounds, project) else []
    return found


def _is_at_home(bounds: Bounds, project: Project) -> bool:
    return bounds.root in (None, str(Path(project.root).resolve()))
