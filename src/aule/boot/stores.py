"""What a system keeps: the database with its tables, files of the home, settings and secrets."""

from __future__ import annotations

from dataclasses import dataclass

from aule.boot.parts import open_store, secrets_of
from aule.contracts.ambient import Ambient
from aule.kernel.capabilities.context.workspaces import Workspaces
from aule.kernel.journal import Journal
from aule.kernel.runs.queue import Terms, join
from aule.stores.database import Database, SharedDatabase
from aule.stores.home.blobs import Blobs, open_blobs
from aule.stores.home.directory import Home
from aule.stores.home.secrets import Secrets
from aule.stores.home.settings import SettingsFile
from aule.stores.log.calls import Calls
from aule.stores.log.marker import Marker
from aule.stores.repositories.approvals import Approvals
from aule.stores.repositories.artifacts import Artifacts
from aule.stores.repositories.changes import Changes
from aule.stores.repositories.conversations import Conversations
from aule.stores.repositories.memories import Memories
from aule.stores.repositories.probes import Probes
from aule.stores.repositories.projects import Projects
from aule.stores.repositories.runs import Runs
from aule.stores.repositories.schedules import Schedules
from aule.stores.repositories.usage import UsageDays
from aule.stores.repositories.workers import Worker
from aule.stores.repositories.workflows import Workflows


@dataclass(frozen=True, slots=True)
class Stores:
    """Everything that outlives the process."""

    home: Home
    ambient: Ambient
    database: Database
    marker: Marker
    worker: Worker | None
    """This process among those that share a database; none when it is the only one."""
    settings: SettingsFile
    secrets: Secrets
    journal: Journal
    blobs: Blobs
    workspaces: Workspaces
    runs: Runs
    calls: Calls
    approvals: Approvals
    changes: Changes
    conversations: Conversations
    projects: Projects
    artifacts: Artifacts
    memories: Memories
    probes: Probes
    usage: UsageDays
    workflows: Workflows
    schedules: Schedules

    @property
    def host(self) -> str | None:
        """This machine among those that share a database."""
        return None if self.worker is None else self.worker.host


async def open_stores(home: Home, ambient: Ambient, database_url: str | None, terms: Terms) -> Stores:
    """Open everything that is kept in a data directory, and in the database it names."""
    database, marker = await open_store(home, ambient, database_url)
    worker = await join(database, home, ambient, terms) if isinstance(database, SharedDatabase) else None
    return Stores(
        home=home,
        ambient=ambient,
        database=database,
        marker=marker,
        worker=worker,
        settings=SettingsFile(home.settings),
        secrets=secrets_of(home),
        journal=Journal(database, ambient, worker=None if worker is None else worker.id),
        blobs=open_blobs(home.blobs, database_url),
        workspaces=Workspaces(home.path),
        runs=Runs(database),
        calls=Calls(database),
        approvals=Approvals(database),
        changes=Changes(database),
        conversations=Conversations(database),
        projects=Projects(database),
        artifacts=Artifacts(database),
        memories=Memories(database),
        probes=Probes(database),
        usage=UsageDays(database),
        workflows=Workflows(database),
        schedules=Schedules(database),
    )
