"""The interpreter: shows how words would be understood, without a turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from aule.contracts.access.agent import Agent
from aule.contracts.access.capability import Capability
from aule.contracts.project import Project
from aule.contracts.runs.run import Run, RunKind
from aule.contracts.talk.ask import Ask
from aule.contracts.talk.brain import OnRecord, Prompt
from aule.contracts.talk.understanding import KnownName, LearnedSentence, Understood
from aule.contracts.views import Suggested
from aule.kernel.agents.standing import standing_of
from aule.kernel.agents.turn_deps import TurnDeps
from aule.kernel.capabilities.registry import Registry
from aule.kernel.policy import permitted
from aule.text.words import fold, headline

if TYPE_CHECKING:
    from aule.models.builtin.overview import Overview

PLAN = "planner.plan"
ANYWHERE = "core"
"""The app whose things every project has."""
MOST_SUGGESTED = 3


@dataclass(frozen=True, slots=True)
class Interpreter:
    """Understands words for an agent as a turn would; it records nothing."""

    deps: TurnDeps

    async def understand(self, ask: Ask, agent: Agent, project: str, locale: str) -> Understood:
        """Return how an ask would be understood without a model."""
        deps, about = self.deps, ask.about or ""
        apps = frozenset(app for app in (about.partition(":")[0], agent.app) if app)
        run = Run.new(
            deps.ambient,
            RunKind.TURN,
            headline(ask.message),
            project=project,
            locale=locale,
            agent=agent.id,
            session_id=ask.conversation_id,
        )
        plan = None if run.session_id is None else await deps.plan_of(run.session_id)
        prompt = Prompt(
            system="",
            history=(),
            tools=tuple(each for each in deps.registry.all() if _may_want(each, agent, deps.registry)),
            locale=locale,
            apps=apps,
            about=about,
            names=await deps.names.of(apps, locale),
            by_plan=frozenset(deps.registry.by_plan),
            dialogue=await standing_of(run, deps.journal, deps.runs, deps.changes, plan),
        )
        return await deps.models.understand(prompt, ask.message)

    async def suggest(self, app: str, agent: Agent, project: Project, locale: str) -> Suggested:
        """Return sentences that an agent follows at once in an app, with names that are on record there.

        An app that has few is followed by what can be said in any project.
        """
        deps = self.deps
        tools = [each for each in deps.registry.all() if _may_want(each, agent, deps.registry)]
        names = await deps.names.of(frozenset({app}), locale)
        told: list[Overview] = []
        for asked in dict.fromkeys((app, ANYWHERE)):
            apps, own = frozenset({asked}), [each for each in names if each.app == asked]
            found = OnRecord(await deps.names.on_record(own, apps, project, locale))
            told.append(await deps.models.overview(found, tools, locale, apps))
        offered = dict.fromkeys(sentence for each in told for sentence in each.sentences)
        return Suggested(app=app, sentences=list(offered)[:MOST_SUGGESTED], is_empty=told[0].is_empty)

    def learned(self) -> list[LearnedSentence]:
        """Return the sentences a person let this machine keep, the oldest first."""
        return list(self.deps.learned.all())

    def forget(self, said: str) -> LearnedSentence:
        """Remove a learned sentence."""
        return self.deps.learned.forget(said)

    async def names(self, app: str, kind: str, locale: str) -> list[KnownName]:
        """Return the names of an app's things of one kind, each thing once, by its longest name."""
        found: dict[str, str] = {}
        for each in await self.deps.names.of(frozenset({app}), locale):
            if each.app == app and each.kind == kind:
                key = each.id or each.title
                found[key] = max(found.get(key, ""), each.title, key=len)
        named = [KnownName(title=title, id=id) for id, title in found.items()]
        return sorted(named, key=lambda each: fold(each.title))


def _may_want(capability: Capability, agent: Agent, registry: Registry) -> bool:
    """Return whether an agent may be asked for a capability: one it may call, or its app changes by a plan."""
    by_plan = capability.app == agent.app and capability.app in registry.by_plan
    return permitted(capability.name, agent.capabilities) or (by_plan and permitted(PLAN, agent.capabilities))
