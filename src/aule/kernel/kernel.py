"""The kernel: the verbs that reach in, and the readers that look. Commands go in, events come out."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from aule.contracts.access.approval import Approval, StepEdit
from aule.contracts.access.capability import Capability
from aule.contracts.access.change import OWNER, UndoPreview
from aule.contracts.ambient import Ambient
from aule.contracts.errors import Conflict, Invalid
from aule.contracts.events.facts import (
    Event,
    MessageAdded,
    ModelProbed,
    SettingsChanged,
    TurnSteered,
)
from aule.contracts.ids import split_ref
from aule.contracts.model import JsonObject
from aule.contracts.plans.views import Planned
from aule.contracts.project import DEFAULT_PROJECT
from aule.contracts.runs.run import Run, RunKind, RunStatus
from aule.contracts.settings import Settings
from aule.contracts.talk.ask import Ask, Asked
from aule.contracts.talk.catalog import ProbeFacts
from aule.contracts.talk.messages import MAX_MESSAGE, Message
from aule.contracts.talk.understanding import KnownName, Understood
from aule.contracts.views import Called, CallPreview, Suggested
from aule.imports import load
from aule.kernel.agents.agent_registry import AgentRegistry
from aule.kernel.agents.interpreter import Interpreter
from aule.kernel.agents.team_asks import asks_team
from aule.kernel.approvals.inbox import Inbox, LookFirst
from aule.kernel.apps import Apps
from aule.kernel.asks import Asks
from aule.kernel.capabilities.changes.change_log import ChangeLog
from aule.kernel.capabilities.commands import Commands
from aule.kernel.capabilities.context.workspaces import Workspaces
from aule.kernel.capabilities.gate.caller import ByHand
from aule.kernel.capabilities.gate.gate import Gate
from aule.kernel.capabilities.registry import Registry
from aule.kernel.capabilities.words import say
from aule.kernel.direct_calls import DirectCalls
from aule.kernel.documents import Documents
from aule.kernel.journal import Journal
from aule.kernel.memory.memory import Memory
from aule.kernel.memory_files import MemoryFiles
from aule.kernel.memory_proposals import MemoryProposals
from aule.kernel.overview import Overview
from aule.kernel.plans.late_plans import LatePlans
from aule.kernel.plans.plan_status_writer import PlanStatusWriter
from aule.kernel.proposal_review import ProposalReview
from aule.kernel.runs.driver import Driver
from aule.kernel.runs.engine import Engine
from aule.kernel.runs.recovery import Recovery
from aule.kernel.sample_calls import SampleCalls
from aule.kernel.schedules.schedules import Schedules
from aule.kernel.schedules.ticker import Ticker
from aule.kernel.search import Finder
from aule.kernel.uploads import Uploads
from aule.kernel.workflows.library import Library
from aule.kernel.workflows.partial_runs import PartialRuns
from aule.kernel.workflows.version_history import VersionHistory
from aule.models.switchboard import Switchboard
from aule.models.wire.images import Illustrator
from aule.sandbox.net.web import Web
from aule.stores.database import Database
from aule.stores.home.blobs import Blobs
from aule.stores.home.secrets import STRUCK, Secrets
from aule.stores.home.settings import SettingsFile
from aule.stores.log.calls import Calls
from aule.stores.repositories.approvals import Approvals
from aule.stores.repositories.artifacts import Artifacts
from aule.stores.repositories.changes import Changes
from aule.stores.repositories.conversations import Conversations
from aule.stores.repositories.memories import Memories
from aule.stores.repositories.probes import Probes
from aule.stores.repositories.projects import Projects
from aule.stores.repositories.runs import Runs
from aule.text.words import is_whole

if TYPE_CHECKING:
    from aule.kernel.plans.plan_reports import PlanReports
    from aule.kernel.plans.plan_runs import PlanRuns
    from aule.kernel.plans.plans import Plans

DEFAULT_LOCALE = "pt-BR"
EXPECT_SECONDS = 1.0
"""How long after a desktop was opened what words need is loaded: its own screens come first."""


@dataclass(slots=True)
class Kernel:
    """One running system."""

    ambient: Ambient
    database: Database
    journal: Journal
    registry: Registry
    apps: Apps
    gate: Gate
    change_log: ChangeLog
    commands: Commands
    inbox: Inbox
    driver: Driver
    engine: Engine
    recovery: Recovery
    documents: Documents
    uploads: Uploads
    library: Library
    version_history: VersionHistory
    partial_runs: PartialRuns
    sample_calls: SampleCalls
    late_plans: LatePlans
    plan_status_writer: PlanStatusWriter
    proposals: ProposalReview
    schedules: Schedules
    ticker: Ticker
    asks: Asks
    interpreter: Interpreter
    direct_calls: DirectCalls
    overview: Overview
    finder: Finder
    agents: AgentRegistry
    models: Switchboard
    illustrator: Illustrator
    web: Web
    workspaces: Workspaces
    settings: SettingsFile
    secrets: Secrets
    blobs: Blobs
    runs: Runs
    approvals: Approvals
    calls: Calls
    changes: Changes
    conversations: Conversations
    projects: Projects
    artifacts: Artifacts
    memories: Memories
    memory: Memory
    memory_files: MemoryFiles
    memory_proposals: MemoryProposals
    probes: Probes
    probed: dict[tuple[str, str], ProbeFacts]
    """What each model showed it can do: the probes' table, at hand for the router."""
    _warming: asyncio.Task[None] | None = None
    """Loads what the first answer of a connected model needs, behind everything else."""
    _expecting: asyncio.Task[None] | None = None
    """Loads what the first words need, once somebody has opened the desktop."""

    @property
    def plans(self) -> Plans:
        """The plans."""
        return self.late_plans.parts.plans

    @property
    def plan_runs(self) -> PlanRuns:
        """Runs in which plans are made and changed."""
        return self.late_plans.parts.plan_runs

    @property
    def plan_reports(self) -> PlanReports:
        """Reports on runs of plans."""
        return self.late_plans.parts.reports

    async def start(self, *, recovering: bool = True, preparing: bool = True) -> None:
        """Make ready; a server also clears up after a crash, a single command leaves others' runs alone.

        A worker prepares nothing, as the first project is to be where people are; workflows it starts at their times.
        """
        self.probed.update(await self.probes.all())
        if preparing:
            await self.documents.prepare(say("home", self._locale(None)))
            await self.memory_files.start()
        await self.driver.start()
        await self.plan_status_writer.start()
        if recovering:
            self.blobs.sweep()
            self.database.sweep()
            await self.recovery.recover()
            await self.late_plans.recover()
            await self.ticker.start()
            self._warming = asyncio.create_task(self.models.warm(), name="warm models")
        elif not preparing:
            await self.ticker.start(asks_agents=False)

    async def stop(self) -> None:
        """Interrupt what is under way, keep what was said, and let go of everything."""
        if self._expecting is not None:
            self._expecting.cancel()
            await asyncio.wait([self._expecting])
        if self._warming is not None:
            await asyncio.wait([self._warming])
        await self.ticker.close()
        await self.memory_files.close()
        await self.plan_status_writer.close()
        await self.driver.close()
        await self.models.close()
        await self.illustrator.close()
        await self.journal.close()
        await self.database.close()
        self.blobs.close()
        self.workspaces.close()

    def expect_words(self) -> asyncio.Task[None]:
        """Load what the first words need, once and behind everything else: somebody is at the desktop."""
        if self._expecting is None:
            self._expecting = asyncio.create_task(self._load_for_words(), name="words are expected")
        return self._expecting

    async def ask(self, ask: Ask) -> Asked:
        """Say something to an agent; the answer comes as events."""
        return await self.driver.see_through(self.asks.ask(ask, self._locale_of(ask)))

    async def understand(self, ask: Ask) -> Understood:
        """What an ask would be understood as without a model; nothing happens, and nothing is recorded."""
        talk = None if ask.conversation_id is None else await self.conversations.get(ask.conversation_id)
        place = await self.documents.place(ask.project or (DEFAULT_PROJECT if talk is None else talk.project))
        own = None if talk is None or ask.agent is not None else await self.agents.find(talk.agent)
        agent = own or await self.documents.cast(ask.agent, place)
        return await self.interpreter.understand(ask, agent, place.id, self._locale_of(ask))

    async def suggest(self, app: str, *, project: str | None = None, locale: str | None = None) -> Suggested:
        """Sentences that work at once in an app, said in a project to whoever answers there."""
        self.apps.get(app)
        place = await self.projects.get(project or DEFAULT_PROJECT)
        agent = await self.documents.cast(None, place)
        return await self.interpreter.suggest(app, agent, place, self._locale(locale))

    async def names(self, app: str, kind: str) -> list[KnownName]:
        """What the things of a kind are called in an app."""
        return await self.interpreter.names(app, kind, self._locale(None))

    async def call(
        self,
        name: str,
        params: JsonObject,
        *,
        project: str | None = None,
        locale: str | None = None,
        key: str | None = None,
        by_hand: ByHand | None = None,
    ) -> Called:
        """Use a capability directly, as the owner; it passes the same gate and can be undone like anything else.

        What the owner does by hand is not asked about again, unless it takes something away that they have not seen.
        """
        place = await self.projects.get(project or DEFAULT_PROJECT)
        return await self.direct_calls.call(name, params, place, self._locale(locale), key=key, hand=by_hand)

    async def preview(
        self, name: str, params: JsonObject, *, project: str | None = None, locale: str | None = None
    ) -> CallPreview:
        """What a call would do, as the owner gets to see it; nothing happens, and nothing is recorded."""
        place = await self.projects.get(project or DEFAULT_PROJECT)
        return await self.direct_calls.preview(name, params, place, self._locale(locale))

    async def regenerate(self, artifact: str, *, locale: str | None = None, key: str | None = None) -> Called:
        """Make an artifact anew: the very call it came from, through the gate like any other."""
        kept = await self.uploads.get(artifact)
        origin = await self.uploads.origin(kept)
        if STRUCK in json.dumps(origin.params, ensure_ascii=False):
            raise Conflict(
                f"{kept.name!r} was made with a secret, which is not on record.",
                code="params_hidden",
                hint=f"Call {origin.capability!r} yourself.",
            )
        place = await self.documents.place(kept.project)
        return await self.call(origin.capability, origin.params, project=place.id, locale=locale, key=key)

    async def decide(
        self,
        approval: str,
        option: str,
        *,
        content_hash: str,
        answer: str | None = None,
        edit: StepEdit | None = None,
        by: str = "owner",
    ) -> Approval:
        """Decide what waits; its run goes on by itself. A step's run can be changed along with the decision."""

        async def decided() -> Approval:
            if edit is not None:
                await self.engine.check_edit(await self.approvals.get(approval), edit)
            inbox = self.inbox.resuming_by(self.driver)
            said = partial(Inbox.decide, content_hash=content_hash, answer=answer, edit=edit, by=by)
            try:
                done = await said(inbox.looking_first(), approval, option)
            except LookFirst as shown:
                await self.proposals.renew(shown.approval)
                done = await said(inbox, approval, option)
            if done.run is not None:
                self.driver.resume(done)
            else:
                await self.driver.see_through(self.plan_runs.decided(done.approval))
            return done.approval

        # In one file a commit happens in one go: whoever stops waiting has decided, and the run goes on, or has not.
        return await (self.driver.see_through(decided()) if self.database.shared else decided())

    async def plan(
        self,
        request: str,
        *,
        project: str | None = None,
        session: str | None = None,
        locale: str | None = None,
        key: str | None = None,
    ) -> Planned:
        """Have a plan made of somebody's words; nothing of it runs."""
        talk = None if session is None else await self.conversations.get(session)
        place = await self.projects.get(project or (talk.project if talk is not None else DEFAULT_PROJECT))
        words = self._locale(locale)
        await self.late_plans.load()
        return await self.plan_runs.plan(request, project=place.id, talk=talk, locale=words, key=key)

    async def cancel(self, run: str) -> Run:
        """Stop a run and everything below it."""
        return await self.driver.cancel(run)

    async def steer(self, run: str, message: str) -> Run:
        """Add words to a turn that is under way."""
        if not message.strip() or len(message) > MAX_MESSAGE or not is_whole(message):
            raise Invalid(f"Between 1 and {MAX_MESSAGE} whole characters can be added.", field="message")
        async with self.journal.transaction() as record:
            current = await Runs(record).get(run)
            if current.status.is_final or current.kind not in (RunKind.TURN, RunKind.DELEGATE):
                raise Conflict(f"The run {run!r} is not a talk that is under way.", hint="Say it as a new message.")
            if current.status is RunStatus.WAITING and await self.asks.is_without_model(current):
                # Beside a card that rules made, words are understood by themselves: they may change it, or drop it.
                raise Conflict(f"The run {run!r} waits for a decision.", hint="Say it as a new message.")
            if asks_team(current):
                raise Conflict(f"A team answers in {run!r}.", hint="Wait for its answer, or stop it and ask anew.")
            if current.is_flow or await self._has_flow(current.agent):
                raise Conflict(f"A flow answers in {run!r}.", hint="Wait for its answer, or stop it and ask anew.")
            record.put(TurnSteered(message=message), run=run, session=current.session_id)
            if current.kind is RunKind.TURN and current.session_id is not None:
                record.put(MessageAdded(message=self._added(current, message)), run=run, session=current.session_id)
        for event in record.events:
            self.driver.tasks.steer(run, event)
        return current

    async def _has_flow(self, agent: str | None) -> bool:
        found = None if agent is None else await self.agents.find(agent)
        return found is not None and found.flow_graph is not None

    async def preview_undo(self, subject: str) -> UndoPreview:
        """What undoing `change:<id>` or `run:<id>` would do."""
        await self._check_subject(subject)
        return await self.change_log.preview(subject)

    async def undo(self, subject: str, *, locale: str | None = None, by: str = "owner") -> Run:
        """Take a change or a whole run back, as a run of its own; all of it or, on a conflict, none."""
        preview = await self.preview_undo(subject)
        if not preview.items:
            raise Conflict("There is nothing to undo here.", code="nothing_to_undo")
        if not preview.possible:
            problems = "; ".join(f"{item.title!r}: {item.conflict}" for item in preview.items if item.conflict)
            raise Conflict(
                f"This cannot be undone: {problems}.", code="undo_conflict", hint="Undo newer changes first."
            )
        leaving = [split_ref(item.entity) for item in preview.items if item.action == "remove"]
        talks = [id for kind, id in leaving if kind == "conversation"]
        for id in talks:
            await self.documents.quiet(id)
        project = await self._project_of(subject)
        title = f"{say('undo', self._locale(locale))}: {preview.items[0].title}"
        run = Run.new(self.ambient, RunKind.UNDO, title, project=project, locale=self._locale(locale))
        actor = OWNER.model_copy(update={"id": by})
        task = await self.driver.begin(run, lambda: self.change_log.undo(subject, run, actor))
        await asyncio.shield(task)
        for id in talks:  # a turn may have begun meanwhile; from here on none can
            await self.documents.quiet(id)
        return await self.runs.get(run.id)

    def follow(
        self, since: str | None, *, topic: str | None = None, run: str | None = None, session: str | None = None
    ) -> AsyncIterator[Event]:
        """Everything that happens after a cursor, once and in order."""
        return self.journal.follow(since, topic=topic, run=run, session=session)

    async def probe(self, provider: str, model: str) -> ProbeFacts:
        """Try out what a model can do, and remember it."""
        facts = await self.models.probe(provider, model)
        self.probed[provider, model] = facts
        await self.journal.write(ModelProbed(provider=provider, model=model, facts=facts.model_dump(mode="json")))
        return facts

    async def save_settings(self, settings: Settings, *, expected: str | None) -> Settings:
        """Save the settings; `expected` is the fingerprint of what was edited."""
        return (await self.save_tagged_settings(settings, expected=expected))[0]

    async def save_tagged_settings(self, settings: Settings, *, expected: str | None) -> tuple[Settings, str]:
        """Save the settings; gives them with their new fingerprint, whatever others save right after."""
        before = self.settings.read().model_dump()
        self.settings.write(settings, expected)
        after, tag = self.settings.read_tagged()
        changed = [key for key, value in after.model_dump().items() if before[key] != value]
        await self.journal.write(SettingsChanged(keys=changed))
        return after, tag

    async def set_secret(self, name: str, value: str | None) -> None:
        """Keep a secret, or remove it. Only its name is ever told."""
        if value is None:
            self.secrets.delete(name)
        else:
            self.secrets.set(name, value)
        await self.journal.write(SettingsChanged(keys=[f"secrets.{name}"]))

    def capabilities(self) -> list[Capability]:
        """Everything the system can do."""
        return self.registry.all()

    def _added(self, run: Run, words: str) -> Message:
        """Words added to a turn, as they stand in its conversation."""
        id, ts = self.ambient.ids.new("msg"), self.ambient.timestamp()
        return Message(id=id, conversation=run.session_id or "", role="user", content=words, run=run.id, ts=ts)

    def _locale(self, wanted: str | None) -> str:
        return wanted or self.settings.current().appearance.locale or DEFAULT_LOCALE

    def _locale_of(self, ask: Ask) -> str:
        """The language to answer in: the one that was set, else the one the words are in."""
        chosen = ask.locale or self.settings.current().appearance.locale
        if chosen:
            return chosen
        from aule.models.builtin.language import language_of  # a start needs no vocabulary

        return DEFAULT_LOCALE if language_of("", ask.message) == "pt" else "en"

    async def _load_for_words(self) -> None:
        await self.ambient.clock.sleep(EXPECT_SECONDS)
        await load("aule.kernel.agents.turn", "aule.kernel.agents.answer_checks")
        await self.late_plans.load()
        await self.models.load_front()

    async def _check_subject(self, subject: str) -> None:
        kind, _, id = subject.partition(":")
        await (self.runs.get(id) if kind == "run" else self.changes.get(id))

    async def _project_of(self, subject: str) -> str:
        kind, _, id = subject.partition(":")
        run: str | None = id
        if kind == "change":
            change = await self.changes.get(id)
            if change.project is not None:
                return change.project
            run = change.run
        found = None if run is None else await self.runs.find(run)
        return DEFAULT_PROJECT if found is None else found.project
