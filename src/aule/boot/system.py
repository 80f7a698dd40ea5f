"""How a whole system is put together, part by part, from the bottom up: stores, agents, gate, runs, plans."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncGenerator, Callable, Collection, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

from aule.ambient import ambient
from aule.boot.agents import Agents, make_agents
from aule.boot.apps import installed_apps
from aule.boot.brought import BroughtApp
from aule.boot.gate import Gated, make_gate
from aule.boot.late_plans import make_plan_stores
from aule.boot.parts import apps_of, finds_of
from aule.boot.runs import Carried, make_deps, make_run_factory, make_runs
from aule.boot.stores import Stores, open_stores
from aule.contracts.access.agent import Agent
from aule.contracts.ambient import Ambient
from aule.contracts.errors import AppUnavailable
from aule.contracts.runs.bounds import Bounds
from aule.contracts.runs.run import Run
from aule.contracts.settings import Settings
from aule.contracts.talk.messages import Conversation
from aule.kernel.agents.interpreter import Interpreter
from aule.kernel.agents.turn_deps import TurnDeps
from aule.kernel.asks import Asks, BroughtAgents
from aule.kernel.capabilities.apps.loads import AppLoads
from aule.kernel.direct_calls import DirectCalls
from aule.kernel.documents import Documents
from aule.kernel.kernel import DEFAULT_LOCALE, Kernel
from aule.kernel.memory_files import MemoryFiles
from aule.kernel.memory_proposals import MemoryProposals
from aule.kernel.overview import Overview
from aule.kernel.plans.late_plans import LatePlans, PlanParts
from aule.kernel.plans.plan_status_writer import PlanStatusWriter
from aule.kernel.proposal_review import ProposalReview
from aule.kernel.runs.queue import Terms
from aule.kernel.sample_calls import SampleCalls
from aule.kernel.schedules.run_starter import RunStarter
from aule.kernel.schedules.schedules import Schedules
from aule.kernel.schedules.ticker import Ticker
from aule.kernel.schedules.trigger import ScheduleTrigger
from aule.kernel.search import Finder
from aule.kernel.uploads import Uploads
from aule.kernel.workflows.agent_flows import AgentFlows
from aule.kernel.workflows.library import Library
from aule.kernel.workflows.partial_runs import PartialRuns
from aule.kernel.workflows.version_history import VersionHistory
from aule.models.switchboard import Switchboard
from aule.stores.home.directory import Home
from aule.stores.log.marker import Marker
from aule.stores.repositories.app_tables import holds_true
from aule.stores.repositories.search import Search
from aule.text.messages import language_in

T = TypeVar("T")
WAKE_SECONDS = 1.0
"""How long after a start apps are loaded that have something to do: the first screens come first."""


@dataclass(slots=True)
class System(Kernel):
    """A whole system: the kernel, and what its apps built on it."""

    brought: Sequence[BroughtApp] = field(kw_only=True)
    """The apps it was built with."""
    loads: AppLoads = field(kw_only=True)
    """Who loads their code."""
    parts: dict[str, Any] = field(default_factory=dict[str, Any])
    """What apps keep while the system runs, by the app's id; built when it is first asked for."""
    marker: Marker = field(kw_only=True)
    waking: asyncio.Task[None] | None = None
    """Loads the apps that have something to do while nobody uses them."""
    telling: set[asyncio.Task[None]] = field(default_factory=set[asyncio.Task[None]])
    """Tell apps of settings that were changed."""

    def part(self, kind: type[T]) -> T:
        """Return what an app keeps while the system runs, by its type; apps that are loaded are asked first."""
        keep = sorted((app for app in self.brought if app.start is not None), key=lambda app: not app.is_loaded)
        return next(made for app in keep if isinstance(made := self.part_of(app), kind))

    def part_of(self, app: BroughtApp) -> Any:
        """Return what an app keeps while the system runs; the app builds it when it is first asked for."""
        if app.id not in self.parts:
            assert app.start is not None, app.id
            self.parts[app.id] = app.start(self)
        return self.parts[app.id]

    async def start(self, *, recovering: bool = True, preparing: bool = True) -> None:
        """Make ready, and note from then on how far the log has come."""
        await Kernel.start(self, recovering=recovering, preparing=preparing)
        await self.registry.refresh()
        if first := await self.journal.identity():
            self.marker.keep(first, int(await self.journal.cursor()))
            self.journal.on_commit = self.marker.advance
        if recovering and any(app.wakes_for is not None or self._is_set(app) for app in self.brought):
            self.waking = asyncio.create_task(self._wake_apps(), name="wake apps")

    async def _wake_apps(self) -> None:
        """Load the apps that say in a row or a setting that something goes on, and tell them that the system is up."""
        asking = [(app, app.wakes_for) for app in self.brought if app.wakes_for is not None]
        waking = [app for app, row in asking if await holds_true(self.database, *row)]
        waking += [app for app in self.brought if app not in waking and self._is_set(app)]
        if waking:
            await self.ambient.clock.sleep(WAKE_SECONDS)
        for app in waking:
            with suppress(AppUnavailable):
                await self.loads.load(app.id)
                self.part_of(app).wake()

    async def save_tagged_settings(self, settings: Settings, *, expected: str | None) -> tuple[Settings, str]:
        """Save the settings, and tell the apps that follow what was changed; nobody waits for them."""
        before = self.settings.current()
        after, tag = await Kernel.save_tagged_settings(self, settings, expected=expected)
        for app in self.brought:
            if any(getattr(before, name) != getattr(after, name) for name in app.settings_followed):
                task = asyncio.create_task(self._tell_settings(app), name=f"tell {app.id} of settings")
                self.telling.add(task)
                task.add_done_callback(self.telling.discard)
        return after, tag

    def _is_set(self, app: BroughtApp) -> bool:
        """Tell whether the setting that wakes an app has a value."""
        value: Any = None if app.wakes_with is None else self.settings.current()
        for name in (app.wakes_with or "").split("."):
            value = getattr(value, name, None)
        return bool(value)

    async def _tell_settings(self, app: BroughtApp) -> None:
        if self._is_set(app) or await self.loads.keeps_rows(app.id):
            with suppress(AppUnavailable):
                await self.loads.load(app.id)
                self.part_of(app).settings_changed()

    async def stop(self) -> None:
        """Let go of what apps built first: it may still have something to save."""
        for task in [*self.telling]:
            task.cancel()
        await asyncio.gather(*self.telling, return_exceptions=True)
        if self.waking is not None:
            self.waking.cancel()
            await asyncio.wait([self.waking])
        for part in self.parts.values():
            if (close := getattr(part, "close", None)) is not None:
                await close()
        await Kernel.stop(self)
        self.marker.close()


@asynccontextmanager
async def running(
    home: Home,
    *,
    recover: bool = True,
    prepare: bool = True,
    around: Ambient | None = None,
    database_url: str | None = None,
    terms: Terms | None = None,
) -> AsyncGenerator[System]:
    """A system that is up until the block ends. The caller holds the directory's lock."""
    kernel = await build(home, around or ambient(), database_url=database_url, terms=terms)
    try:
        await kernel.start(recovering=recover, preparing=prepare)
        gc.freeze()  # what is there by now stays; looking through it again and again would hold up the loop
        yield kernel
    finally:
        await kernel.stop()


async def build(
    home: Home,
    ambient: Ambient,
    *,
    apps: Sequence[BroughtApp] | None = None,
    models: Callable[..., Switchboard] = Switchboard,
    database_url: str | None = None,
    terms: Terms | None = None,
) -> System:
    """Put a system together on a data directory. The caller holds the directory's lock."""
    terms = terms or Terms()
    stores = await open_stores(home, ambient, database_url, terms)
    agents = make_agents(stores, apps or installed_apps(), models)
    gated = await make_gate(stores, agents)
    plan_stores = make_plan_stores(stores)
    deps = make_deps(stores, agents, gated, plan_stores.talked_about)
    factory = make_run_factory(stores, agents)

    def make_plans() -> PlanParts:
        from aule.boot.plans import PlanMaker  # a quarter of the start, and most of a day nobody needs a plan

        return PlanMaker(stores, agents, gated, plan_stores, deps, factory, carried.engine, library).make()

    async def has_plans(run: Run) -> bool:
        app = None if run.agent is None else (await agents.registry.get(run.agent)).app
        return any(recipe.app == app and recipe.plan is not None for recipe in agents.recipes())

    plans = deps.router = LatePlans("aule.boot.plans", make_plans, plan_stores, has_plans, ambient)
    carried = make_runs(stores, gated, deps, factory, plans, terms)
    library = _library(stores, agents, gated, carried)
    flows = AgentFlows(library, carried.engine, gated.children)
    return _started(_system(Built(stores, agents, gated, deps, carried, library, flows, plans)))


def _started(system: System) -> System:
    """Let each app build what it keeps while the system runs: one that is loaded now, any other when it is."""
    known = {app.id: app for app in system.brought if app.start is not None}

    def begin(app: str) -> None:
        if app in known:
            system.part_of(known[app])

    system.loads.on_load = begin
    system.loads.part_of = lambda app: system.part_of(known[app])
    for app in known.values():
        if app.residents is not None:
            found = LateResidents(system, app)
            system.agents.use(found)
            system.asks.residency = found
        if app.is_loaded:
            system.part_of(app)
    return system


@dataclass(frozen=True, slots=True)
class LateResidents:
    """Agents that live beside projects, of an app that is loaded when one of them is asked for."""

    system: System
    app: BroughtApp

    async def find(self, id: str) -> Agent | None:
        """Return the agent with this id, or None."""
        await self.system.loads.load(self.app.id)
        return await self._brought().residents.find(id)

    async def names(self) -> Collection[str]:
        """Return the ids of all resident agents."""
        await self.system.loads.load(self.app.id)
        return await self._brought().residents.names()

    def bounds(self, conversation: Conversation, agent: Agent) -> list[Bounds]:
        """Return what a turn of a conversation may do at most."""
        return self._brought().sessions.bounds(conversation, agent)

    def began(self, conversation: Conversation, run: Run, words: str) -> None:
        """Note that a turn began there."""
        self._brought().sessions.began(conversation, run, words)

    def _brought(self) -> BroughtAgents:
        assert self.app.residents is not None, self.app.id
        return self.app.residents(self.system.part_of(self.app))


@dataclass(frozen=True, slots=True)
class Built:
    """What a system is made of, once its rooms are built."""

    stores: Stores
    agents: Agents
    gated: Gated
    deps: TurnDeps
    carried: Carried
    library: Library
    flows: AgentFlows
    plans: LatePlans

    def locale(self, wanted: str | None = None) -> str:
        """Return the language that is wanted, else the one of the settings."""
        return wanted or self.stores.settings.current().appearance.locale or DEFAULT_LOCALE


def _library(stores: Stores, agents: Agents, gated: Gated, carried: Carried) -> Library:
    return Library(
        journal=stores.journal,
        change_log=gated.change_log,
        workflows=stores.workflows,
        projects=stores.projects,
        runs=stores.runs,
        artifacts=stores.artifacts,
        agent_registry=agents.registry,
        registry=agents.capabilities,
        begin=carried.engine.start,
        look=carried.engine.graph,
        ambient=stores.ambient,
    )


def _documents(built: Built) -> Documents:
    stores = built.stores
    return Documents(
        journal=stores.journal,
        change_log=built.gated.change_log,
        agent_registry=built.agents.registry,
        conversations=stores.conversations,
        projects=stores.projects,
        runs=stores.runs,
        stop=built.gated.driver.cancel,
        check_flow=built.flows.check,
        forget_prompts=built.deps.exchanges.forget,
        home=stores.home,
        ambient=stores.ambient,
        host=stores.host,
    )


def _asks(built: Built, documents: Documents) -> Asks:
    stores = built.stores
    return Asks(
        journal=stores.journal,
        documents=documents,
        conversations=stores.conversations,
        agent_registry=built.agents.registry,
        attachments=built.deps.attachments,
        inbox=built.gated.inbox,
        driver=built.gated.driver,
        settings=stores.settings.current,
        ambient=stores.ambient,
    )


def _memory_proposals(built: Built) -> MemoryProposals:
    stores, gated = built.stores, built.gated
    return MemoryProposals(
        built.agents.memory, stores.approvals, gated.ports, gated.driver, built.locale, stores.ambient
    )


def _firing(built: Built, documents: Documents, proposals: MemoryProposals) -> ScheduleTrigger:
    stores = built.stores
    starts = RunStarter(
        documents=documents,
        schedules=stores.schedules,
        workspaces=stores.workspaces,
        driver=built.gated.driver,
        library=built.library,
        runs=stores.runs,
        settings=stores.settings.current,
        locale=built.locale,
        ambient=stores.ambient,
        memory_proposals=proposals,
        here=stores.host,
    )
    return ScheduleTrigger(stores.journal, stores.schedules, stores.runs, starts, stores.ambient)


def _schedules(built: Built, documents: Documents, firing: ScheduleTrigger) -> Schedules:
    stores = built.stores
    return Schedules(
        journal=stores.journal,
        change_log=built.gated.change_log,
        documents=documents,
        workflows=stores.workflows,
        kept=stores.schedules,
        firing=firing,
        ambient=stores.ambient,
    )


def _memory_files(built: Built, documents: Documents) -> MemoryFiles:
    stores = built.stores
    return MemoryFiles(
        folder=stores.home.memory_files,
        inside=stores.home.projects,
        journal=stores.journal,
        documents=documents,
        memories=stores.memories,
        projects=stores.projects,
        ambient=stores.ambient,
        language=lambda: language_in(stores.settings.current().appearance.locale or DEFAULT_LOCALE),
        host=stores.host,
    )


def _overview(built: Built) -> Overview:
    stores = built.stores
    return Overview(
        journal=stores.journal,
        runs=stores.runs,
        approvals=stores.approvals,
        changes=stores.changes,
        conversations=stores.conversations,
        projects=stores.projects,
        artifacts=stores.artifacts,
        memories=stores.memories,
        usage=stores.usage,
        spending=built.deps.spending,
        models=built.agents.models,
        settings=stores.settings.current,
        ambient=stores.ambient,
    )


def _finder(built: Built) -> Finder:
    stores, agents = built.stores, built.agents
    return Finder(
        Search(stores.database),
        agents.registry,
        agents.capabilities,
        stores.conversations,
        stores.memories,
        stores.artifacts,
        stores.ambient,
        finds_of(agents.apps, agents.readings),
    )


def _system(built: Built) -> System:
    """Put the kernel together, and bind what needs all of it."""
    stores, agents, gated, plans = built.stores, built.agents, built.gated, built.plans
    ambient, journal = stores.ambient, stores.journal
    documents = _documents(built)
    memory_proposals = _memory_proposals(built)
    asks, firing = _asks(built, documents), _firing(built, documents, memory_proposals)
    direct_calls = DirectCalls(ambient, journal, agents.capabilities, gated.gate, gated.driver, asks)
    partial_runs = PartialRuns(built.library, built.carried.engine)
    gated.ports.bind(lambda: plans.parts.plans, built.library, built.flows, direct_calls.put_forward)
    proposals = ProposalReview(
        journal, gated.change_log, gated.gate, gated.driver, agents.registry.get, stores.projects.get, ambient
    )
    return System(
        brought=agents.apps,
        loads=agents.loads,
        marker=stores.marker,
        ambient=ambient,
        database=stores.database,
        journal=journal,
        registry=agents.capabilities,
        apps=apps_of(agents.apps, agents.readings),
        gate=gated.gate,
        change_log=gated.change_log,
        commands=gated.ports.commands,
        inbox=gated.inbox,
        driver=gated.driver,
        engine=built.carried.engine,
        recovery=built.carried.recovery,
        documents=documents,
        uploads=Uploads(journal, documents, stores.artifacts, stores.blobs, ambient),
        library=built.library,
        version_history=VersionHistory(built.library, stores.changes),
        partial_runs=partial_runs,
        sample_calls=SampleCalls(partial_runs, direct_calls),
        late_plans=plans,
        plan_status_writer=PlanStatusWriter(plans, built.carried.engine, plans.end, ambient),
        proposals=proposals,
        schedules=_schedules(built, documents, firing),
        ticker=Ticker(journal, stores.schedules, firing, ambient),
        asks=asks,
        interpreter=Interpreter(built.deps),
        direct_calls=direct_calls,
        overview=_overview(built),
        finder=_finder(built),
        agents=agents.registry,
        models=agents.models,
        illustrator=gated.illustrator,
        web=gated.web,
        workspaces=stores.workspaces,
        settings=stores.settings,
        secrets=stores.secrets,
        blobs=stores.blobs,
        exchanges=built.deps.exchanges,
        runs=stores.runs,
        approvals=stores.approvals,
        calls=stores.calls,
        changes=stores.changes,
        conversations=stores.conversations,
        projects=stores.projects,
        artifacts=stores.artifacts,
        memories=stores.memories,
        memory=agents.memory,
        memory_proposals=memory_proposals,
        memory_files=_memory_files(built, documents),
        probes=stores.probes,
        probed=agents.probed,
    )
