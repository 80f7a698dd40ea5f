"""Those who carry out runs: turns, calls and graphs, with one driver."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from aule.boot.agents import Agents
from aule.boot.gate import Gated
from aule.boot.parts import contexts_of, dispatcher_of, hearings_of, limits_of, look_ups_of, names_of
from aule.boot.stores import Stores
from aule.contracts.access.budget import SharedBudget
from aule.contracts.plans.plan import Plan
from aule.kernel.agents.app_context import AppContexts
from aule.kernel.agents.attachments import Attachments
from aule.kernel.agents.exchanges import Exchanges
from aule.kernel.agents.spending import Spending
from aule.kernel.agents.turn_deps import TurnDeps
from aule.kernel.engine.acceptance import Acceptance
from aule.kernel.engine.placement import Placement
from aule.kernel.engine.revision import Replanner
from aule.kernel.engine.run_factory import RunFactory
from aule.kernel.engine.work import StepDeps
from aule.kernel.runs.call_runs import CallRuns
from aule.kernel.runs.engine import Engine
from aule.kernel.runs.graph_runs import GraphRuns
from aule.kernel.runs.queue import Terms
from aule.kernel.runs.recovery import Recovery
from aule.kernel.runs.run_ends import RunEnds
from aule.kernel.runs.step_agents import StepAgents
from aule.kernel.runs.step_choices import StepChoices
from aule.kernel.runs.survival import Survival
from aule.kernel.runs.task_runs import TaskRuns
from aule.kernel.runs.turn_runs import TurnRuns
from aule.stores.home.prompts import PromptFiles


@dataclass(frozen=True, slots=True)
class Carried:
    """What runs are carried out with."""

    engine: Engine
    recovery: Recovery


def make_deps(
    stores: Stores, agents: Agents, gated: Gated, plan_of: Callable[[str], Awaitable[Plan | None]]
) -> TurnDeps:
    """Collect what turns use."""
    look_ups = look_ups_of(agents.apps, agents.readings)
    return TurnDeps(
        ambient=stores.ambient,
        journal=stores.journal,
        gate=gated.gate,
        registry=agents.capabilities,
        memory=agents.memory,
        models=agents.models,
        runs=stores.runs,
        conversations=stores.conversations,
        attachments=Attachments(
            stores.artifacts, stores.blobs, stores.projects.find, stores.workspaces, stores.secrets.redact, look_ups
        ),
        look_ups=look_ups,
        hearings=hearings_of(agents.apps, agents.readings),
        marks=gated.ports.marks,
        app_contexts=AppContexts(contexts_of(agents.apps), agents.readings, stores.secrets.redact),
        changes=stores.changes,
        spending=Spending(
            stores.journal, stores.usage, stores.settings.current, stores.ambient, names_of_budgets(stores, agents)
        ),
        exchanges=Exchanges(
            PromptFiles(stores.home.prompts),
            stores.journal,
            stores.settings.current,
            stores.secrets.redact,
            stores.ambient,
        ),
        settings=stores.settings.current,
        agent=agents.registry.get,
        made_agents=agents.registry.made,
        project=stores.projects.get,
        names=names_of(agents.apps, agents.readings, stores.workspaces),
        learned=agents.learned,
        plan_of=plan_of,
        stop=gated.driver.cancel,
    )


def names_of_budgets(stores: Stores, agents: Agents) -> Callable[[SharedBudget], Awaitable[str]]:
    """Return what finds the name of the project, agent or schedule whose runs share a budget."""

    async def name(budget: SharedBudget) -> str:
        match budget.of:
            case "all":
                return ""
            case "project":
                found = await stores.projects.find(budget.id)
            case "agent":
                found = await agents.registry.find(budget.id)
            case "schedule":
                view = await stores.schedules.find(budget.id)
                found = None if view is None else view.schedule
        return budget.id if found is None else found.name

    return name


def make_run_factory(stores: Stores, agents: Agents) -> RunFactory:
    """Make what checks graphs before they run."""
    return RunFactory(
        registry=agents.capabilities,
        agents=agents.registry.names,
        settings=stores.settings.current,
        host=Placement(stores.host, agents.capabilities, stores.projects.get).host,
        ambient=stores.ambient,
    )


def make_runs(
    stores: Stores, gated: Gated, deps: TurnDeps, factory: RunFactory, replanner: Replanner, terms: Terms
) -> Carried:
    """Bind the strategies for turns, calls and graphs to the driver."""
    ambient, journal, children = stores.ambient, stores.journal, gated.children
    ends = RunEnds(journal, gated.inbox, gated.live, ambient)
    survival = Survival(journal, stores.runs, stores.approvals, deps.registry)
    tasks = TaskRuns(deps, ends, gated.live, survival)
    tasks.use(TurnRuns(deps, ends), CallRuns(deps, tasks))
    step_deps = StepDeps(
        gate=gated.gate,
        registry=deps.registry,
        agents=StepAgents(children, stores.approvals),
        choices=StepChoices(children, deps.models),
        changes=stores.changes,
        blobs=stores.blobs,
        project=stores.projects.get,
        agent=deps.agent,
        run=stores.runs.get,
        acceptance=Acceptance(gated.gate, stores.changes, stores.runs.tree),
        settle=gated.change_log.settle,
        replanner=replanner,
    )
    terms = replace(terms, limit=limits_of(stores.settings))
    dispatcher = dispatcher_of(journal, stores.database, ambient, stores.worker, terms)
    graphs = GraphRuns(journal, step_deps, dispatcher, ends, gated.live, ambient)
    gated.driver.use(tasks, graphs)
    recovery = Recovery(
        journal=journal,
        runs=stores.runs,
        approvals=stores.approvals,
        commands=gated.ports.commands,
        survival=survival,
        tasks=tasks,
        graphs=graphs,
        settings=stores.settings.current,
        ambient=ambient,
    )
    return Carried(Engine(graphs, factory, stores.runs), recovery)
