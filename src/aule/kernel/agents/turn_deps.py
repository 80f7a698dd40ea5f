"""The dependencies of a turn."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from aule.contracts.access.agent import Agent
from aule.contracts.ambient import Ambient
from aule.contracts.plans.plan import Plan
from aule.contracts.project import Project
from aule.contracts.runs.run import Run
from aule.contracts.settings import Settings
from aule.contracts.talk.brain import Brain
from aule.contracts.talk.catalog import Tier
from aule.kernel.agents.app_context import AppContexts
from aule.kernel.agents.attachments import Attachments
from aule.kernel.agents.exchanges import Exchanges
from aule.kernel.agents.spending import Spending
from aule.kernel.agents.tools import Toolsets
from aule.kernel.capabilities.apps.hearings import Hearings
from aule.kernel.capabilities.apps.look_ups import LookUps
from aule.kernel.capabilities.apps.names import AppNames
from aule.kernel.capabilities.context.passage_marks import PassageMarks
from aule.kernel.capabilities.gate.gate import Gate
from aule.kernel.capabilities.registry import Registry
from aule.kernel.journal import Journal
from aule.kernel.memory.memory import Memory
from aule.models.switchboard import Switchboard
from aule.stores.home.learned import LearnedFile
from aule.stores.repositories.changes import Changes
from aule.stores.repositories.conversations import Conversations
from aule.stores.repositories.runs import Runs


class PlanRouting(Protocol):
    """Sends words that are about a plan to the planning team."""

    async def direct(self, run: Run, words: str, tier: Tier) -> Brain | None:
        """Return who answers words that are about a plan; none for other words, which the model answers.

        `tier` tells which kind of model that is.
        """
        ...


@dataclass(slots=True)
class TurnDeps:
    """The parts of the system that a turn uses. The plan router is bound once: it is made of parts that need these."""

    ambient: Ambient
    journal: Journal
    gate: Gate
    registry: Registry
    memory: Memory
    models: Switchboard
    runs: Runs
    conversations: Conversations
    attachments: Attachments
    look_ups: LookUps
    hearings: Hearings
    marks: PassageMarks
    app_contexts: AppContexts
    changes: Changes
    spending: Spending
    exchanges: Exchanges
    settings: Callable[[], Settings]
    agent: Callable[[str], Awaitable[Agent]]
    made_agents: Callable[[], Awaitable[Sequence[Agent]]]
    """Lists the agents that people made."""
    project: Callable[[str], Awaitable[Project]]
    names: AppNames
    learned: LearnedFile
    plan_of: Callable[[str], Awaitable[Plan | None]]
    """Finds the plan that a conversation is about."""
    stop: Callable[[str], Awaitable[Run]]
    """Stops a run."""
    toolsets: Toolsets = field(default_factory=Toolsets)
    router: PlanRouting = field(init=False)
