"""How a whole system is put together, part by part, from the bottom up."""

from __future__ import annotations

import gc
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from aule.ambient import ambient
from aule.boot import planning
from aule.boot.apps import installed_apps
from aule.boot.late import Late
from aule.boot.parts import (
    answering,
    apps_of,
    contexts_of,
    data_of,
    dispatcher_of,
    drawing_with,
    facts_in,
    finder_of,
    finds_of,
    limits_of,
    memory_of,
    names_of,
    open_store,
    outside,
    readings_of,
    recipes_of,
    registry_of,
    secrets_of,
    teach,
)
from aule.contracts.ambient import Ambient
from aule.contracts.talk.catalog import ProbeFacts
from aule.kernel.agents.agent_registry import AgentRegistry
from aule.kernel.agents.app_context import AppContexts
from aule.kernel.agents.attachments import Attachments
from aule.kernel.agents.interpreter import Interpreter
from aule.kernel.agents.turn_deps import TurnDeps
from aule.kernel.approvals.inbox import Inbox
from aule.kernel.asks import Asks
from aule.kernel.capabilities.changes.change_log import ChangeLog
from aule.kernel.capabilities.changes.project_files import FileEntities
from aule.kernel.capabilities.commands import Commands
from aule.kernel.capabilities.context.ports import Ports
from aule.kernel.capabilities.context.schedule_view import Timetable
from aule.kernel.capabilities.context.workspaces import Workspaces
from aule.kernel.capabilities.gate.gate import Gate
from aule.kernel.direct_calls import Calling
from aule.kernel.documents import Documents
from aule.kernel.engine.acceptance import Proving
from aule.kernel.engine.driving import Driving
from aule.kernel.engine.engine import Engine
from aule.kernel.engine.placement import Hosting
from aule.kernel.engine.queue import Terms, join
from aule.kernel.engine.run_factory import Opening
from aule.kernel.engine.work import Bench
from aule.kernel.journal import Journal
from aule.kernel.kernel import DEFAULT_LOCALE, Kernel
from aule.kernel.overview import Overview
from aule.kernel.proposal_review import Review
from aule.kernel.runs.delegation import Delegation
from aule.kernel.runs.driver import Driver
from aule.kernel.runs.step_agents import StepAgents
from aule.kernel.runs.step_choices import StepChoices
from aule.kernel.runs.thinking import Thinking
from aule.kernel.schedules.firing import Firing
from aule.kernel.schedules.schedules import Schedules
from aule.kernel.schedules.starts import Starts
from aule.kernel.schedules.ticker import Ticker
from aule.kernel.search import Finder
from aule.kernel.uploads import Gallery
from aule.kernel.workflows.library import Library
from aule.models.switchboard import Switchboard
from aule.sdk import App
from aule.stores.database import SharedDatabase
from aule.stores.home.blobs import open_blobs
from aule.stores.home.command_journal import CommandJournal
from aule.stores.home.directory import Home
from aule.stores.home.settings import SettingsFile
from aule.stores.log.calls import Calls
from aule.stores.log.marker import Marker
from aule.stores.repositories.agents import Agents
from aule.stores.repositories.approvals import Approvals
from aule.stores.repositories.artifacts import Artifacts
from aule.stores.repositories.changes import Changes
from aule.stores.repositories.conversations import Conversations
from aule.stores.repositories.memories import Memories
from aule.stores.repositories.probes import Probes
from aule.stores.repositories.projects import Projects
from aule.stores.repositories.runs import Runs
from aule.stores.repositories.schedules import Schedules as ScheduleStore
from aule.stores.repositories.search import Search
from aule.stores.repositories.usage import UsageDays
from aule.stores.repositories.workflows import Workflows

T = TypeVar("T")


@dataclass(slots=True)
class System(Kernel):
    """A whole system: the kernel, and what its apps built on it."""

    brought: Sequence[App] = field(kw_only=True)
    """The apps it was built with."""
    parts: list[Any] = field(default_factory=list[Any])
    """What the apps built at the start."""
    marker: Marker = field(kw_only=True)

    def part(self, kind: type[T]) -> T:
        """Return what an app built at the start, by its type."""
        return next(each for each in self.parts if isinstance(each, kind))

    async def start(self, *, recovering: bool = True, preparing: bool = True) -> None:
        """Make ready, and note from then on how far the log has come."""
        await Kernel.start(self, recovering=recovering, preparing=preparing)
        if first := await self.journal.identity():
            self.marker.keep(first, int(await self.journal.cursor()))
            self.journal.on_commit = self.marker.advance

    async def stop(self) -> None:
        """Let go of what apps built first: it may still have something to save."""
        for part in self.parts:
            if (close := getattr(part, "close", None)) is not None:
                await close()
        await Kernel.stop(self)
        self.marker.close()


def _started(late: Late, system: System) -> System:
    """Let each app build what it keeps while the system runs, and tell which agents it finds."""
    for app in system.brought:
        if app.start is None:
            continue
        made = app.start(system)
        system.parts.append(made)
        if app.residents is not None:
            found = app.residents(made)
            late.residents, late.sessions = found.residents, found.sessions
    return system


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
    apps: Sequence[App] | None = None,
    models: Callable[..., Switchboard] = Switchboard,
    database_url: str | None = None,
    terms: Terms | None = None,
) -> System:
    """Put a system together on a data directory. The caller holds the directory's lock."""
    database, marker = await open_store(home, ambient, database_url)
    terms = terms or Terms()
    me = await join(database, home, ambient, terms) if isinstance(database, SharedDatabase) else None
    here = None if me is None else me.host
    settings, secrets, apps = SettingsFile(home.settings), secrets_of(home), apps or installed_apps()
    registry, journal = registry_of(apps), Journal(database, ambient, worker=None if me is None else me.id)
    runs, approvals, changes = Runs(database), Approvals(database), Changes(database)
    conversations, projects = Conversations(database), Projects(database)
    artifacts, memories, probes = Artifacts(database), Memories(database), Probes(database)
    usage, blobs, workspaces = UsageDays(database), open_blobs(home.blobs, database_url), Workspaces(home.path)
    probed: dict[tuple[str, str], ProbeFacts] = {}

    readings, veiling = readings_of(database, ambient, settings.current, apps)
    switchboard = models(
        settings=settings.current,
        secret=secrets.get,
        facts=facts_in(probed),
        recipes=recipes_of(apps),
        ambient=ambient,
        veils=veiling.veil,
    )
    learned = teach(switchboard, apps, home)
    late = Late()
    agent_registry = AgentRegistry(
        Agents(database), lambda: [agent for app in apps for agent in app.agents], lambda: late.residents
    )
    memory = memory_of(memories, ambient, journal, veiling, apps)
    files, data = FileEntities(projects.find, workspaces, blobs, here), await data_of(database, blobs, apps)
    change_log = ChangeLog(journal, database, files, data, ambient, secrets.redact)
    illustrator, web = outside(settings.current, secrets.get, ambient, veiling)
    ports = Ports(
        ambient=ambient,
        journal=journal,
        changes=change_log,
        data=data,
        workspaces=workspaces,
        commands=Commands(journal, change_log, changes, files, CommandJournal(home.path / "underway"), home.path),
        artifacts=artifacts,
        blobs=blobs,
        calls=Calls(database),
        memory=memory,
        settings=settings.current,
        find=finder_of(registry, switchboard),
        flows=late.flows,
        planning=late.planning,
        timetable=Timetable(ScheduleStore(database), ambient),
        delegate=late.delegate,
        think=late.think,
        put_forward=late.put_forward,
        has_model=answering(switchboard),
        draw=drawing_with(illustrator),
        web=web,
        approvals=approvals,
        redact=secrets.redact,
        secret=secrets.get,
        readings=readings,
        informed=frozenset(contexts_of(apps)),
        home=home.path,
    )
    gate = Gate(registry, ports)
    attachments = Attachments(artifacts, blobs, projects.find, workspaces, secrets.redact)
    deps = TurnDeps(
        ambient=ambient,
        journal=journal,
        gate=gate,
        registry=registry,
        memory=memory,
        models=switchboard,
        runs=runs,
        conversations=conversations,
        attachments=attachments,
        app_contexts=AppContexts(contexts_of(apps), readings, secrets.redact),
        changes=changes,
        usage=usage,
        settings=settings.current,
        agent=agent_registry.get,
        project=projects.get,
        direct=late.direct,
        names=names_of(apps, readings, workspaces),
        learned=learned,
        plan_of=late.talked_about,
        stop=late.stop,
    )
    inbox = Inbox(journal, ambient)
    driver = late.driver = Driver(deps, inbox, late.stop)
    late.delegation, late.thinking = Delegation(deps, driver), Thinking(deps, driver)
    documents = Documents(
        journal=journal,
        change_log=change_log,
        agent_registry=agent_registry,
        conversations=conversations,
        projects=projects,
        runs=runs,
        stop=late.stop,
        home=home,
        ambient=ambient,
        host=here,
    )
    rooms = planning.Rooms(
        home=home,
        source=database,
        deps=deps,
        driver=driver,
        inbox=inbox,
        approvals=approvals,
        projects=projects,
        workspaces=workspaces,
        apps=apps,
        readings=readings,
        agents=agent_registry.names,
        late=late,
        ambient=ambient,
        host=here,
    )
    terms = replace(terms, limit=limits_of(settings))
    engine = late.engine = Engine(
        driving=Driving(
            journal,
            inbox,
            Bench(
                gate=gate,
                registry=registry,
                agents=StepAgents(deps, driver, approvals),
                choices=StepChoices(deps, driver),
                changes=changes,
                blobs=blobs,
                project=projects.get,
                agent=agent_registry.get,
                run=runs.get,
                proving=Proving(gate, changes, runs.tree),
                settle=change_log.settle,
                replanner=planning.replanning(rooms),
            ),
            dispatcher_of(journal, database, ambient, me, terms),
            ambient,
        ),
        opening=Opening(
            registry=registry,
            agents=agent_registry.names,
            settings=settings.current,
            host=Hosting(here, registry, projects.get).host,
            ambient=ambient,
        ),
        runs=runs,
    )
    library = late.library = Library(
        journal=journal,
        change_log=change_log,
        workflows=Workflows(database),
        projects=projects,
        runs=runs,
        agent_registry=agent_registry,
        registry=registry,
        begin=engine.start,
        look=engine.graph,
        ambient=ambient,
    )
    planned = planning.make(rooms, engine, library)
    kept = ScheduleStore(database)
    starts = Starts(
        documents=documents,
        schedules=kept,
        workspaces=workspaces,
        driver=driver,
        library=library,
        runs=runs,
        settings=settings.current,
        locale=lambda: settings.current().appearance.locale or DEFAULT_LOCALE,
        ambient=ambient,
        here=here,
    )
    firing = Firing(journal, kept, runs, starts, ambient)
    asks = Asks(
        journal=journal,
        documents=documents,
        conversations=conversations,
        agent_registry=agent_registry,
        attachments=attachments,
        inbox=inbox,
        driver=driver,
        residency=late.residency,
        settings=settings.current,
        ambient=ambient,
    )
    late.calling = Calling(ambient, journal, registry, gate, driver, asks)
    return _started(
        late,
        System(
            brought=apps,
            marker=marker,
            ambient=ambient,
            database=database,
            journal=journal,
            registry=registry,
            apps=apps_of(apps, ports.readings),
            gate=gate,
            change_log=change_log,
            commands=ports.commands,
            inbox=inbox,
            driver=driver,
            engine=engine,
            documents=documents,
            gallery=Gallery(journal, documents, artifacts, blobs, ambient),
            library=library,
            plans=planned.plans,
            plan_runs=planned.plan_runs,
            plan_status_writer=planned.plan_status_writer,
            reporting=planned.reporting,
            review=Review(journal, change_log, gate, driver, agent_registry.get, projects.get, ambient),
            schedules=Schedules(
                journal=journal,
                change_log=change_log,
                documents=documents,
                workflows=Workflows(database),
                kept=kept,
                firing=firing,
                ambient=ambient,
            ),
            ticker=Ticker(journal, kept, firing, ambient),
            asks=asks,
            interpreter=Interpreter(deps),
            calling=late.calling,
            overview=Overview(
                journal=journal,
                runs=runs,
                approvals=approvals,
                changes=changes,
                conversations=conversations,
                projects=projects,
                artifacts=artifacts,
                memories=memories,
                usage=usage,
                models=switchboard,
                settings=settings.current,
                ambient=ambient,
            ),
            finder=Finder(
                Search(database),
                agent_registry,
                registry,
                conversations,
                memories,
                artifacts,
                ambient,
                finds_of(apps, readings),
            ),
            agents=agent_registry,
            models=switchboard,
            illustrator=illustrator,
            web=web,
            workspaces=workspaces,
            settings=settings,
            secrets=secrets,
            blobs=blobs,
            runs=runs,
            approvals=approvals,
            calls=Calls(database),
            changes=changes,
            conversations=conversations,
            projects=projects,
            artifacts=artifacts,
            memories=memories,
            probes=probes,
            probed=probed,
        ),
    )
