"""How Conductor is put together with the kernel."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from aule.boot.late import Late
from aule.conductor.agents.residents import Residents
from aule.conductor.conductor import Conductor
from aule.conductor.homes.known_homes import KnownHomes
from aule.conductor.homes.trust import Trust
from aule.conductor.sessions.patches import Patches
from aule.conductor.sessions.sessions import Sessions
from aule.conductor.workflow_runs import WorkflowRuns
from aule.contracts.ambient import Ambient
from aule.contracts.runs.bounds import Bounds
from aule.contracts.talk.ask import Ask, Asked
from aule.kernel.asks import Asks
from aule.kernel.capabilities.changes.change_log import ChangeLog
from aule.kernel.documents import Documents
from aule.kernel.engine.engine import Engine
from aule.kernel.journal import Journal
from aule.kernel.runs.driver import Driver
from aule.stores.home.directory import Home
from aule.stores.repositories.approvals import Approvals
from aule.stores.repositories.changes import Changes
from aule.stores.repositories.conversations import Conversations
from aule.stores.repositories.runs import Runs


@dataclass(frozen=True, slots=True)
class Ground:
    """What Conductor stands on."""

    home: Home
    journal: Journal
    approvals: Approvals
    documents: Documents
    conversations: Conversations
    runs: Runs
    changes: Changes
    change_log: ChangeLog
    driver: Driver
    engine: Engine
    asks: Asks
    locale: Callable[[str | None], str]
    ambient: Ambient


def usual_home(home: Home) -> Callable[[], Path]:
    """Finds the home of Conductor that is meant when none is named."""
    return lambda: KnownHomes(home.path, os.environ).usual.path


def conduct(ground: Ground, late: Late) -> Conductor:
    """Conductor, with everybody who works for it."""
    trust = Trust(ground.journal, ground.approvals, ground.ambient)
    registry = ground.engine.opening.registry
    residents = late.residents = Residents(
        KnownHomes(ground.home.path, os.environ), trust, lambda name: any(each.name == name for each in registry.all())
    )
    patches = Patches(ground.changes, ground.runs.tree, ground.change_log.diff)

    async def ask(ask: Ask, locale: str, bounds: Sequence[Bounds]) -> Asked:
        return await ground.driver.see_through(ground.asks.ask(ask, locale, bounds=bounds))

    sessions = late.sessions = Sessions(
        residents=residents,
        documents=ground.documents,
        conversations=ground.conversations,
        journal=ground.journal,
        driver=ground.driver,
        patches=patches,
        ask=ask,
        locale=ground.locale,
        ambient=ground.ambient,
    )
    workflows = WorkflowRuns(
        residents=residents,
        sessions=sessions,
        engine=ground.engine,
        patches=patches,
        plan=late.plan_as_it_is,
        locale=ground.locale,
        ambient=ground.ambient,
    )
    return Conductor(residents, sessions, workflows, ground.documents.projects, ground.ambient)
