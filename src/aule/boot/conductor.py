"""How Conductor is put together with the kernel."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from aule.conductor.agents.residents import Residents
from aule.conductor.conductor import Conductor
from aule.conductor.homes.known_homes import KnownHomes
from aule.conductor.homes.trust import Trust
from aule.conductor.sessions.patches import Patches
from aule.conductor.sessions.sessions import Sessions
from aule.conductor.workflow_runs import WorkflowRuns
from aule.contracts.ambient import Ambient
from aule.contracts.plans.plan import Plan
from aule.contracts.runs.bounds import Bounds
from aule.contracts.talk.ask import Ask, Asked
from aule.kernel.agents.agent_registry import AgentRegistry
from aule.kernel.asks import Asks
from aule.kernel.capabilities.changes.change_log import ChangeLog
from aule.kernel.documents import Documents
from aule.kernel.journal import Journal
from aule.kernel.runs.driver import Driver
from aule.kernel.runs.engine import Engine
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
    plan: Callable[[str], Awaitable[Plan]]
    agents: AgentRegistry
    asks: Asks
    locale: Callable[[str | None], str]
    ambient: Ambient


def usual_home(home: Home) -> Callable[[], Path]:
    """Finds the home of Conductor that is meant when none is named."""
    return lambda: KnownHomes(home.path, os.environ).usual.path


def conduct(ground: Ground) -> Conductor:
    """Make Conductor, and let its agents be found and asked."""
    trust = Trust(ground.journal, ground.approvals, ground.ambient)
    registry = ground.engine.opening.registry
    residents = Residents(
        KnownHomes(ground.home.path, os.environ), trust, lambda name: any(each.name == name for each in registry.all())
    )
    ground.agents.use(residents)
    patches = Patches(ground.changes, ground.runs.tree, ground.change_log.diff)

    async def ask(ask: Ask, locale: str, bounds: Sequence[Bounds]) -> Asked:
        return await ground.driver.see_through(ground.asks.ask(ask, locale, bounds=bounds))

    sessions = ground.asks.residency = Sessions(
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
        plan=ground.plan,
        locale=ground.locale,
        ambient=ground.ambient,
    )
    return Conductor(residents, sessions, workflows, ground.documents.projects, ground.ambient)
