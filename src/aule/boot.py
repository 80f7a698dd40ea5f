"""The composition root: settings and a data directory in, a running system out. Only here are things built."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from importlib.metadata import entry_points

from aule.ambient import ambient as ambient
from aule.contracts.ambient import Ambient
from aule.contracts.brief import Brief, Delegated
from aule.contracts.catalog import ProbeFacts
from aule.contracts.recipe import Recipe
from aule.contracts.run import Run
from aule.kernel.agents.attachments import Attachments
from aule.kernel.agents.casting import Casting
from aule.kernel.agents.desk import Desk
from aule.kernel.approvals.inbox import Inbox
from aule.kernel.asks import Asks
from aule.kernel.capabilities.changes import ChangeLog
from aule.kernel.capabilities.context import Picture, Ports
from aule.kernel.capabilities.entities import FileEntities
from aule.kernel.capabilities.gate import Gate
from aule.kernel.capabilities.registry import Registry
from aule.kernel.capabilities.workspaces import Workspaces
from aule.kernel.documents import Documents
from aule.kernel.gallery import Gallery
from aule.kernel.journal import Journal
from aule.kernel.kernel import Kernel
from aule.kernel.memory.memory import Memory
from aule.kernel.overview import Overview
from aule.kernel.runs.delegation import Delegation
from aule.kernel.runs.driver import Driver
from aule.kernel.search import Finder
from aule.models.images import Illustrator
from aule.models.switchboard import Switchboard
from aule.sdk import App
from aule.stores.agents import Agents
from aule.stores.approvals import Approvals
from aule.stores.artifacts import Artifacts
from aule.stores.blobs import Blobs
from aule.stores.calls import Calls
from aule.stores.changes import Changes
from aule.stores.conversations import Conversations
from aule.stores.database import open_database
from aule.stores.home import Home
from aule.stores.memories import Memories
from aule.stores.probes import Probes
from aule.stores.projects import Projects
from aule.stores.runs import Runs
from aule.stores.search import Search
from aule.stores.secrets import Secrets
from aule.stores.settings import SettingsFile
from aule.stores.usage import UsageDays


def installed_apps() -> list[App]:
    """The built-in apps and those other packages bring under the entry point group `aule.apps`."""
    from aule.apps.core import core  # apps import the sdk, which needs everything above

    found: list[App] = [core]
    for entry in sorted(entry_points(group="aule.apps"), key=lambda entry: entry.name):
        app = entry.load()
        if not isinstance(app, App):
            raise TypeError(f"the entry point {entry.name!r} is not an App")
        found.append(app)
    return found


@asynccontextmanager
async def running(
    home: Home, *, recover: bool = True, around: Ambient | None = None, database_url: str | None = None
) -> AsyncGenerator[Kernel]:
    """A system that is up until the block ends. The caller holds the directory's lock."""
    kernel = await build(home, around or ambient(), database_url=database_url)
    try:
        await kernel.start(recovering=recover)
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
) -> Kernel:
    """Put a system together on a data directory. The caller holds the directory's lock."""
    database = await open_database(database_url or f"sqlite:///{home.database}", ambient)
    settings = SettingsFile(home.settings)
    secrets = Secrets(home)
    secrets.guard(home.token())
    apps = installed_apps() if apps is None else apps
    registry = Registry()
    for app in apps:
        registry.add(app.capabilities)

    def recipes() -> list[Recipe]:
        return [recipe for app in apps for recipe in app.recipes]

    journal = Journal(database, ambient)
    runs, approvals, changes = Runs(database), Approvals(database), Changes(database)
    conversations, projects = Conversations(database), Projects(database)
    artifacts, memories, probes = Artifacts(database), Memories(database), Probes(database)
    usage, blobs, workspaces = UsageDays(database), Blobs(home.blobs), Workspaces(home.path)
    probed: dict[tuple[str, str], ProbeFacts] = {}

    def known_facts(provider: str, model: str) -> ProbeFacts | None:
        return probed.get((provider, model))

    switchboard = models(
        settings=settings.current,
        secret=secrets.get,
        facts=known_facts,
        recipes=recipes,
        ambient=ambient,
    )
    casting = Casting(Agents(database), lambda: [agent for app in apps for agent in app.agents])
    memory = Memory(memories, ambient)
    files = FileEntities(projects.find, workspaces, blobs)
    change_log = ChangeLog(journal, database, files, ambient, secrets.redact)
    late = _Late()
    illustrator = Illustrator(settings.current, secrets.get, ambient)
    ports = Ports(
        ambient=ambient,
        journal=journal,
        changes=change_log,
        workspaces=workspaces,
        artifacts=artifacts,
        blobs=blobs,
        memory=memory,
        settings=settings.current,
        find=registry.find,
        delegate=late.delegate,
        draw=_drawing(illustrator),
        redact=secrets.redact,
    )
    gate = Gate(registry, ports)
    attachments = Attachments(artifacts, blobs, projects.find, workspaces, secrets.redact)
    desk = Desk(
        ambient=ambient,
        journal=journal,
        gate=gate,
        registry=registry,
        memory=memory,
        models=switchboard,
        runs=runs,
        conversations=conversations,
        attachments=attachments,
        changes=changes,
        usage=usage,
        settings=settings.current,
        agent=casting.get,
        project=projects.get,
    )
    inbox = Inbox(journal, approvals, ambient)
    driver = Driver(desk, inbox)
    late.delegation = Delegation(desk, driver)
    documents = Documents(
        journal=journal,
        change_log=change_log,
        casting=casting,
        conversations=conversations,
        projects=projects,
        runs=runs,
        stop=driver.cancel,
        home=home,
        ambient=ambient,
    )
    gallery = Gallery(journal, documents, artifacts, blobs, ambient)
    asks = Asks(
        journal=journal,
        documents=documents,
        conversations=conversations,
        casting=casting,
        attachments=attachments,
        inbox=inbox,
        driver=driver,
        settings=settings.current,
        ambient=ambient,
    )
    overview = Overview(
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
    )
    finder = Finder(Search(database), casting, registry, conversations, memories, artifacts, ambient)
    return Kernel(
        ambient=ambient,
        database=database,
        journal=journal,
        registry=registry,
        gate=gate,
        change_log=change_log,
        inbox=inbox,
        driver=driver,
        documents=documents,
        gallery=gallery,
        asks=asks,
        overview=overview,
        finder=finder,
        agents=casting,
        models=switchboard,
        illustrator=illustrator,
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
    )


class _Late:
    """Delegation needs the driver, the driver the gate, the gate delegation: this is where the circle closes."""

    delegation: Delegation

    async def delegate(self, run: Run, briefs: Sequence[Brief]) -> list[Delegated]:
        return await self.delegation.delegate(run, briefs)


def _drawing(illustrator: Illustrator) -> Callable[[str, str], Awaitable[Picture]]:
    async def draw(prompt: str, size: str) -> Picture:
        content, mime = await illustrator.draw(prompt, size)
        return Picture(content, mime)

    return draw
