"""The gate, with everything that capabilities may use behind it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from aule.boot.agents import Agents
from aule.boot.parts import answering, contexts_of, data_of, drawing_with, finder_of, outside
from aule.boot.stores import Stores
from aule.contracts.talk.sources import Grounding, Passage
from aule.imports import load
from aule.kernel.approvals.inbox import Inbox
from aule.kernel.capabilities.changes.change_log import ChangeLog
from aule.kernel.capabilities.changes.project_files import FileEntities
from aule.kernel.capabilities.commands import Commands
from aule.kernel.capabilities.context.passage_marks import PassageMarks
from aule.kernel.capabilities.context.ports import Ports
from aule.kernel.capabilities.context.schedule_view import Timetable
from aule.kernel.capabilities.gate.gate import Gate
from aule.kernel.runs.child_runs import ChildRuns
from aule.kernel.runs.delegation import Delegation
from aule.kernel.runs.driver import Driver
from aule.kernel.runs.live_runs import LiveRuns
from aule.kernel.runs.team_turns import TeamTurns
from aule.kernel.runs.thinking import Thinking
from aule.kernel.runs.trial_turns import TrialTurns
from aule.models.wire.images import Illustrator
from aule.sandbox.net.web import Web
from aule.stores.home.command_journal import CommandJournal

if TYPE_CHECKING:
    from aule.kernel.agents.citations.check import Language


@dataclass(frozen=True, slots=True)
class Gated:
    """The gate and what stands around it."""

    gate: Gate
    ports: Ports
    inbox: Inbox
    change_log: ChangeLog
    live: LiveRuns
    driver: Driver
    children: ChildRuns
    thinking: Thinking
    illustrator: Illustrator
    web: Web


async def make_gate(stores: Stores, agents: Agents) -> Gated:
    """Make the gate; plans and workflows are bound to its ports when they are made."""
    ambient, journal, settings, secrets = stores.ambient, stores.journal, stores.settings.current, stores.secrets
    files = FileEntities(stores.projects.find, stores.workspaces, stores.blobs, stores.host)
    data = await data_of(stores.database, stores.blobs, agents.apps, agents.loads)
    data.on_rows = agents.capabilities.refresh
    change_log = ChangeLog(journal, stores.database, files, data, ambient, secrets.redact)
    illustrator, web = outside(settings, secrets.get, ambient, agents.veiling)
    live = LiveRuns()
    driver = Driver(journal, stores.runs, live)
    children = ChildRuns(
        journal=journal,
        runs=stores.runs,
        changes=stores.changes,
        approvals=stores.approvals,
        registry=agents.capabilities,
        driver=driver,
        agent=agents.registry.get,
        ambient=ambient,
    )
    thinking, underway = Thinking(children, agents.models), CommandJournal(stores.home.path / "underway")
    ports = Ports(
        ambient=ambient,
        journal=journal,
        changes=change_log,
        data=data,
        workspaces=stores.workspaces,
        agents=agents.registry,
        capabilities=agents.capabilities.all,
        commands=Commands(journal, change_log, stores.changes, files, underway, stores.home.path),
        artifacts=stores.artifacts,
        blobs=stores.blobs,
        calls=stores.calls,
        memory=agents.memory,
        settings=settings,
        find=finder_of(agents.capabilities, agents.models),
        timetable=Timetable(stores.schedules, ambient),
        delegate=Delegation(children).delegate,
        team_turns=TeamTurns(children),
        trial_turns=TrialTurns(children),
        think=thinking.answer,
        has_model=answering(agents.models),
        draw=drawing_with(illustrator),
        web=web,
        approvals=stores.approvals,
        redact=secrets.redact,
        secret=secrets.get,
        readings=agents.readings,
        marks=PassageMarks(journal),
        check_citations=_checking(agents.models),
        informed=frozenset(contexts_of(agents.apps)),
        home=stores.home.path,
    )
    gate = Gate(agents.capabilities, ports)
    return Gated(gate, ports, Inbox(journal, ambient), change_log, live, driver, children, thinking, illustrator, web)


def _checking(models: Language) -> Callable[[str, Sequence[Passage], str], Awaitable[Grounding | None]]:
    """Return what holds a text against the passages it cites; its word lists are loaded with the first text."""

    async def check(text: str, passages: Sequence[Passage], asked: str) -> Grounding | None:
        await load("aule.kernel.agents.citations")
        from aule.kernel.agents.citations import check_citations  # most calls cite nothing

        return await check_citations(text, passages, models, asked)

    return check
