"""How Conductor is put together with the kernel."""

from __future__ import annotations

import os
from collections.abc import Sequence

from aule.apps.conductor.agents.residents import Residents
from aule.apps.conductor.app import conductor
from aule.apps.conductor.conductor import Conductor
from aule.apps.conductor.homes.known_homes import KnownHomes
from aule.apps.conductor.homes.trust import Trust
from aule.apps.conductor.sessions.patches import Patches
from aule.apps.conductor.sessions.sessions import Sessions
from aule.apps.conductor.workflow_runs import WorkflowRuns
from aule.contracts.plans.plan import Plan
from aule.contracts.runs.bounds import Bounds
from aule.contracts.talk.ask import Ask, Asked
from aule.sdk.system import DEFAULT_LOCALE, Kernel, ResidentSource


@conductor.on_start
def start(kernel: Kernel) -> Conductor:
    """Build Conductor on a kernel, with everybody who works for it."""
    trust = Trust(kernel.journal, kernel.approvals, kernel.ambient)
    homes = KnownHomes(kernel.documents.home.path, os.environ)
    residents = Residents(homes, trust, lambda name: any(each.name == name for each in kernel.registry.all()))
    patches = Patches(kernel.changes, kernel.runs.tree, kernel.change_log.diff)

    def locale(wanted: str | None) -> str:
        return wanted or kernel.settings.current().appearance.locale or DEFAULT_LOCALE

    async def ask(ask: Ask, locale: str, bounds: Sequence[Bounds]) -> Asked:
        return await kernel.driver.see_through(kernel.asks.ask(ask, locale, bounds=bounds))

    async def plan(id: str) -> Plan:
        return (await kernel.plans.get(id)).plan

    sessions = Sessions(
        residents=residents,
        documents=kernel.documents,
        conversations=kernel.conversations,
        journal=kernel.journal,
        driver=kernel.driver,
        patches=patches,
        ask=ask,
        locale=locale,
        ambient=kernel.ambient,
    )
    workflows = WorkflowRuns(
        residents=residents,
        sessions=sessions,
        engine=kernel.engine,
        patches=patches,
        plan=plan,
        locale=locale,
        ambient=kernel.ambient,
    )
    return Conductor(residents, sessions, workflows, kernel.projects, kernel.ambient)


@conductor.agents_from
def agents(made: Conductor) -> ResidentSource:
    """Return who finds resident agents, and who lets them be asked."""
    return ResidentSource(made.residents, made.sessions)
