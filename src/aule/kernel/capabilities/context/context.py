"""The context of a call: what a capability can read and do while it runs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterable, Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, TypeVar

from aule.contracts.access.agent import ModelChoice
from aule.contracts.access.capability import Call, Capability, Effect, OnWrite, Provenance, Result, Spoken, Warning
from aule.contracts.access.change import Actor, UndoPreview
from aule.contracts.access.sandbox import SandboxView
from aule.contracts.ambient import Ambient
from aule.contracts.errors import NotFound, Refused
from aule.contracts.events.facts import CallProgressed, Fact
from aule.contracts.model import JsonObject, Model
from aule.contracts.project import Artifact, Project
from aule.contracts.runs.brief import Brief, Delegated
from aule.contracts.runs.run import Run
from aule.contracts.runs.schedule import Schedule
from aule.contracts.settings import Settings
from aule.contracts.talk.memory import MemoryItem
from aule.contracts.talk.sources import Grounding, Passage
from aule.kernel.bounds import FREE, WITHOUT_WRITING, Bound
from aule.kernel.capabilities.apps.reads import Reading
from aule.kernel.capabilities.changes.bulk import Bulk
from aule.kernel.capabilities.changes.drafts import FileDraft, refuse_removals
from aule.kernel.capabilities.changes.rows import RowChangeText, RowLedger, RowWrite
from aule.kernel.capabilities.changes.undoable_documents import ReadState, StagedDocument
from aule.kernel.capabilities.context.agent_port import AgentPort
from aule.kernel.capabilities.context.artifacts import (
    StoredContent,
    find_artifact,
    keep_content,
    receive,
    refuse_larger,
)
from aule.kernel.capabilities.context.inner_calls import InnerCall
from aule.kernel.capabilities.context.metrics import metric_of
from aule.kernel.capabilities.context.notes import merge_notes, note_here, settle_note, store_note
from aule.kernel.capabilities.context.plan_port import PlanPort
from aule.kernel.capabilities.context.ports import ModelQuestion, Picture, Ports
from aule.kernel.capabilities.context.schedule_view import Timetable
from aule.kernel.capabilities.context.team_port import TeamPort
from aule.kernel.capabilities.context.workflow_port import WorkflowDraft, WorkflowPort, WorkflowRun
from aule.kernel.capabilities.gate.answers import Answer, question_of
from aule.kernel.capabilities.gate.approval_requests import question_hash
from aule.kernel.capabilities.gate.held_text import is_owners_file, read_held_text
from aule.kernel.capabilities.gate.path_locks import HeldPaths
from aule.kernel.capabilities.gate.provenance import HeldText
from aule.kernel.capabilities.gate.reads import Reads
from aule.kernel.capabilities.gate.scope_errors import refuse_beyond
from aule.kernel.capabilities.gate.trial_refusal import refuse_in_trial
from aule.kernel.memory.memory import Memory, Settled
from aule.text.media import HEAD

if TYPE_CHECKING:
    from aule.kernel.capabilities.commands import CommandLine, Executed
    from aule.models.local.recent_sentences import Vectors
    from aule.sandbox.layers import ProposedFile
    from aule.sandbox.net.client import Fetched, Sending
    from aule.sandbox.net.page_text import WebDocument
    from aule.sandbox.net.search import WebResults
    from aule.sandbox.net.service import ServiceClient
    from aule.sandbox.net.targets import Target
    from aule.sandbox.workspace import Workspace

Read = TypeVar("Read")
MOST_PROGRESS = 500
"""How often, and with how many characters, one call may report its progress."""
_CHANGING = frozenset({Effect.WRITE, Effect.DELETE, Effect.EXEC, Effect.EXTERNAL})


@dataclass(slots=True)
class Context:
    """The context of one call: who calls, where, and every way to have an effect."""

    run: Run
    call: Call
    project: Project
    actor: Actor
    ports: Ports
    capability: Capability
    bound: Bound = FREE
    """What may be done at most."""
    on_write: OnWrite | None = None
    """Whether writes are made, proposed or refused; None where only approvals decide."""
    never_removes: bool = False
    """Whether a rule of an agent in charge forbids removing files, also in passing."""
    overlay: Mapping[str, ProposedFile] = field(default_factory=lambda: {})
    """Files proposed so far, by path: they are read in place of the files on disk."""
    is_looking: bool = False
    """Whether this context is for a preview, which has no effect of any kind."""
    is_granted: bool = False
    """Whether a person approved this very call."""
    is_by_hand: bool = False
    """Whether a person makes this call themselves, so that they are not asked about it."""
    autoruns_seen: frozenset[str] = frozenset()
    """Files that the approving person knew to be run by a tool by itself."""
    sketch: list[FileDraft] | None = None
    """Collects the files a call would write, where nothing may happen."""
    recheck: Callable[[], Awaitable[Reads]] | None = None
    """For an approved call: checks right before its first change that the preview still holds; returns what it read."""
    shown: str | None = None
    """For an approved call: the hash of what the person saw."""
    reads: Reads = field(default_factory=Reads)
    """Files this call has read: it overwrites none that has changed since."""
    held_paths: HeldPaths | None = None
    """Locks on files that no other call of this process changes until this call ends."""
    answers: dict[str, Answer] = field(default_factory=lambda: {})
    """A person's answers, by the hash of the question."""
    warnings: list[Warning] = field(default_factory=lambda: [])
    provenance: Provenance | None = None
    passages: list[Passage] = field(default_factory=lambda: [])
    spoken: Spoken | None = None
    """The answer with which the turn of whoever calls ends."""
    narrows: list[str] | None = None
    """The only capabilities, as patterns, that the turn of whoever calls may use from here on."""
    staged: list[Fact] = field(default_factory=lambda: [])
    """Facts that are recorded together with this call's result."""
    done: list[Fact] = field(default_factory=lambda: [])
    """Facts already true outside the database, however the call ends."""
    changes: list[str] = field(default_factory=lambda: [])
    proposed: list[str] = field(default_factory=lambda: [])
    """Proposals this call made."""
    artifacts: list[str] = field(default_factory=lambda: [])
    rows: RowLedger = field(default_factory=RowLedger)
    """Rows written to the app's own tables; they commit with the result."""
    has_acted: bool = False
    """Whether the call has reached something outside our files and rows, which must not happen twice."""
    bases: list[ReadState] = field(default_factory=lambda: [])
    """Stored documents as this call read them before changing them; they have to be unchanged at the commit."""
    stored: dict[str, StagedDocument] = field(default_factory=lambda: {})
    """Stored documents as this call leaves them, by entity name."""
    told: int = 0
    """How often progress was reported."""
    measured: int = 0
    """How many metrics were recorded."""
    choice: ModelChoice | None = None
    """The model of the calling agent, where one was chosen."""
    text_held: HeldText | None = None
    """The text of the conversation, once it was read."""
    consulting: Callable[[str, JsonObject], Awaitable[Result]] | None = None
    """Makes a reading call of another capability with this call's rights; None where that may not be."""
    calling: Callable[[InnerCall], Awaitable[Result]] | None = None
    """Makes a call in the course of this one, where the descriptor of its capability names what is called."""

    def looking(self) -> Context:
        """Return a context for a preview: it sees everything and changes nothing."""
        same = (self.run, self.call, self.project, self.actor, self.ports, self.capability)
        return Context(*same, self.bound, self.on_write, self.never_removes, self.overlay, is_looking=True)

    @property
    def locale(self) -> str:
        """The language of the person, `pt-BR` or `en`."""
        return self.run.locale

    @property
    def ambient(self) -> Ambient:
        """The clock, fresh ids and chance."""
        return self.ports.ambient

    @property
    def settings(self) -> Settings:
        """The settings as they are now."""
        return self.ports.settings()

    @property
    def workspace(self) -> Workspace:
        """The project's files, with the write access this call has."""
        files = self.ports.workspaces.of(self.project).noting(self.reads.note)
        if self.bound.is_scoped:
            files = files.within(self._refuse_outside)
        return files.over(self.overlay) if self.overlay else files

    @property
    def reading(self) -> Reading:
        """Read access to the tables of the capability's app, as they were before this call."""
        return self.ports.readings.of(self.capability.app, self.locale, self.run.about)

    async def encode(self, texts: Sequence[str]) -> Vectors:
        """Return a vector of length one for each text: the nearer two texts in meaning, the larger their product."""
        return await self.reading.encode(texts)

    @property
    def own(self) -> Any:
        """What the capability's app built with `on_start`."""
        return self.reading.own

    @property
    def is_proposing(self) -> bool:
        """Whether files are proposed instead of written."""
        return self.on_write in WITHOUT_WRITING

    async def held_text(self) -> HeldText:
        """Return the text the conversation holds, with the origin of each piece."""
        if self.text_held is None:
            self.text_held = await read_held_text(self.run, self.ports)
        return self.text_held

    async def is_owners_file(self, path: str, content: bytes) -> bool:
        """Return whether the record shows that the owner wrote a file, or an agent that read no stranger's text."""
        return await is_owners_file(self.ports, self.project.id, path, content)

    @property
    def memory(self) -> Memory:
        """The three layers of memory."""
        return self.ports.memory

    async def change_file(self, path: str, content: bytes | None, *, op: str, title: str) -> str:
        """Write a file of the project (None removes it) as an undoable change; return the change's id."""
        ids = await self.change_files([FileDraft(path, content)], op=op, title=title)
        return ids[0] if ids else ""

    async def change_files(self, drafts: Sequence[FileDraft], *, op: str, title: str) -> list[str]:
        """Write and remove files of the project as one undoable change, all or none.

        Returns the ids of the changes. Files that already have the wanted content are left alone. Where nothing may be
        written, the changes are proposed.
        """
        self._act(_CHANGING)
        if self.never_removes and op != "move":
            refuse_removals(drafts, self.locale)
        return await self.ports.changes.change_files(self, drafts, op=op, title=title)

    async def propose_files(self, drafts: Sequence[FileDraft], *, op: str, title: str) -> list[str]:
        """Store file contents as proposals for a person, also where writing is allowed; return the proposals' ids."""
        self._act(_CHANGING)
        return await self.ports.changes.propose_files(self, drafts, op=op, title=title)

    async def hold_files(self, entities: Iterable[str]) -> None:
        """Lock some files against other calls of this process until this call ends."""
        if self.held_paths is None:
            self.held_paths = HeldPaths(self.ports.changes.locks)
        await self.held_paths.extend(entities)

    @property
    def may_begin_anew(self) -> bool:
        """Whether the call has had no effect yet, so that it can be restarted."""
        return not (self.has_acted or self.done or self.staged or self.changes or self.artifacts or self.rows.parts)

    def begin_anew(self) -> None:
        """Forget what the call has read and proposed so far."""
        self.reads.clear()
        self.provenance = None
        self.proposed.clear()

    async def write_turn(self) -> None:
        """Wait for the app's write lock, and hold it until this call is recorded.

        The lock holds among all processes that share the database.
        """
        if not self.is_looking and self.sketch is None and self.rows.turn is None:
            turn = self.ports.data.turn(self.capability.app)
            await turn.acquire()
            self.rows.turn = turn

    async def change_rows(
        self,
        writes: Sequence[RowWrite],
        *,
        entity: str,
        op: str,
        title: str,
        before: JsonObject | None = None,
        after: JsonObject | None = None,
    ) -> str:
        """Write rows of the app's tables as one undoable change, which commits with the call's result; return its id.

        If a row changed since it was read, or a key is taken, nothing is written and a `Conflict` is raised.
        """
        self._act(_CHANGING)
        return await self.ports.changes.change_rows(self, writes, RowChangeText(entity, op, title, before, after))

    @asynccontextmanager
    async def bulk(
        self, *, entity: str, op: str, title: str, before: JsonObject | None = None, after: JsonObject | None = None
    ) -> AsyncGenerator[Bulk]:
        """Write very many rows as one undoable change: staged aside, they commit with the result or not at all."""
        self._act(_CHANGING)
        async with self.ports.changes.bulk(self, RowChangeText(entity, op, title, before, after)) as bulk:
            yield bulk

    async def remember(
        self,
        content: str,
        *,
        kind: str = "fact",
        layer: Literal["working", "session", "long_term"] = "long_term",
        pinned: bool = False,
    ) -> str:
        """Store an item in memory as an undoable change; return the item's id.

        An item that an agent stores after it read strangers' text waits until a person accepts it, unless the person
        said it themselves. An agent cannot pin items. What the owner asked to remember without a model in between is
        theirs: a preference that counts in every project.
        """
        return (await self.note(content, kind=kind, layer=layer, pinned=pinned)).item.id

    async def note(
        self,
        content: str,
        *,
        kind: str = "fact",
        layer: Literal["working", "session", "long_term"] = "long_term",
        pinned: bool = False,
    ) -> Settled:
        """Store an item as `remember` does; return it with what it was known as before, or takes the place of.

        What the owner asked to keep is kept in their words. It is a preference where it is about them, a decision where
        it tells one, and counts in every project unless it was decided in one.
        """
        self._act(_CHANGING)
        settled = await settle_note(self, content, kind=kind, layer=layer, pinned=pinned)
        await store_note(self, settled)
        return settled

    async def forget(self, id: str) -> MemoryItem:
        """Forget an item of this project or of the owner, as an undoable change; return it."""
        item = await note_here(self, id)
        await self._store(f"memory:{id}", None, "forget")
        return item

    async def merge_memories(self, ids: Sequence[str], content: str) -> MemoryItem:
        """Say items of this project or of the owner as one, the latest of them, in one change; return it."""
        self._act(_CHANGING)
        return await merge_notes(self, ids, content)

    async def keep(self, name: str, mime: str, content: bytes) -> Artifact:
        """Store a result as an artifact of the project, as an undoable change.

        The media type is found from its bytes, its name and `mime`.
        """
        self._act()
        return await keep_content(
            self, name, mime, StoredContent(len(content), self.ports.blobs.put(content), content[:HEAD])
        )

    async def keep_pieces(self, name: str, mime: str, pieces: AsyncIterable[bytes]) -> Artifact:
        """Store an artifact that arrives in pieces and is never whole in memory; if it breaks off, nothing stays."""
        self._act()
        return await keep_content(self, name, mime, await receive(self.ports.blobs, pieces))

    async def artifact(self, wanted: str) -> Artifact:
        """Return the artifact with an id, or this project's one with a name; within bounds, only of this project."""
        found = await find_artifact(self.ports.artifacts, self.project, wanted)
        if self.bound.is_free or found.project == self.project.id:
            return found
        raise NotFound(f"There is no artifact {wanted!r} in this project.", field="artifact")

    def content(self, artifact: Artifact, max_bytes: int) -> bytes:
        """Return the bytes of an artifact; more than `max_bytes` are refused."""
        refuse_larger(artifact, max_bytes)
        return self.ports.blobs.get(artifact.sha256)

    async def opened(self, artifact: Artifact, max_bytes: int) -> BinaryIO:
        """Open an artifact for reading; the caller closes it. More than `max_bytes` are refused."""
        refuse_larger(artifact, max_bytes)
        return await asyncio.to_thread(lambda: self.ports.blobs.sound(artifact.sha256).open("rb"))

    async def ask_person(
        self, question: str, options: Sequence[str] = (), *, free_text: bool = True, detail: str = ""
    ) -> Answer:
        """Ask the person one question, with `detail` in Markdown; the call restarts when it is answered."""
        self._act()
        refuse_in_trial(self.run, self.capability.name, asks=True)
        if self.changes or self.artifacts:
            raise RuntimeError("a capability asks before it changes anything: after the answer it begins anew")
        asked = question_of(question, options, free_text=free_text, detail=detail, locale=self.locale)
        if answer := self.answers.get(question_hash(self.call, question, asked.options, detail)):
            return answer
        raise asked

    async def undo_preview(self, run: str) -> UndoPreview:
        """Return what undoing all changes of a run of this conversation would do."""
        session = self.run.session_id
        if session is None or self.run.bounds or not await self.ports.changes.is_of_session(run, session):
            raise Refused(f"{run!r} is not of this conversation.", hint="Undo it in the history.")
        return await self.ports.changes.preview(f"run:{run}")

    async def undo(self, run: str) -> list[str]:
        """Undo all changes of a run, as changes of this call; all of them or, on a conflict, none."""
        self._act({Effect.WRITE})
        return await self.ports.changes.undo(f"run:{run}", self.run, self.actor)

    async def delegate(self, briefs: Sequence[Brief]) -> list[Delegated]:
        """Run sub-agents in parallel, each with at most this run's own rights."""
        self._reach()
        refuse_in_trial(self.run, self.capability.name)
        return await self.ports.delegate(self.run, self.call.id, briefs)

    @property
    def team_turns(self) -> TeamPort:
        """Turns of members of teams."""
        refuse_in_trial(self.run, self.capability.name)
        return self.ports.team_turns

    @property
    def plans(self) -> PlanPort:
        """The plans there are, and those who make them."""
        return self.ports.plans

    @property
    def workflows(self) -> WorkflowPort:
        """The workflows there are."""
        return self.ports.workflows

    async def keep_workflow(self, draft: WorkflowDraft) -> str:
        """Store a workflow as an undoable change; return the change's id."""
        op, entity = "create" if draft.before is None else "edit", f"workflow:{draft.workflow.id}"
        base = ReadState(entity, None if draft.before is None else draft.before.model_dump(mode="json"))
        return await self._store(entity, draft.workflow, op, base)

    async def run_workflow(self, id: str, inputs: JsonObject) -> WorkflowRun:
        """Run a workflow until it ends or waits for a person; its calls pass the gate themselves."""
        self._reach()
        refuse_in_trial(self.run, self.capability.name)
        return await self.ports.workflows.run_for(self.run, id, self.call.idempotency_key, inputs)

    async def run_flow(self, inputs: JsonObject) -> WorkflowRun:
        """Run the flow of the agent that makes this call until it has ended; its calls pass the gate themselves."""
        refuse_in_trial(self.run, self.capability.name)
        self._reach()
        return await self.ports.flows.run(self.run, self.call.id, inputs)

    @property
    def agents(self) -> AgentPort:
        """The agents there are, and the ways to change them."""
        return AgentPort(self, self._store)

    @property
    def timetable(self) -> Timetable:
        """The schedules of the project."""
        return self.ports.timetable

    async def schedule(self, schedule: Schedule) -> str:
        """Store a schedule as an undoable change; return the change's id."""
        return await self._store(f"schedule:{schedule.id}", schedule, "create")

    async def unschedule(self, id: str) -> str:
        """Remove a schedule as an undoable change; return the change's id."""
        return await self._store(f"schedule:{id}", None, "delete")

    @property
    def has_model(self) -> bool:
        """Whether a model would answer here; without one, capabilities work by rules alone."""
        return self.ports.has_model(self.run.choice or self.choice)

    async def think(self, title: str, words: str, shape: JsonObject, read: Callable[[JsonObject], Read]) -> Read:
        """Ask a model for one answer under a JSON Schema, as a child run within this run's budget.

        `read` converts the answer or raises `ValueError`: then the answer is sent back with that message, at most
        twice. Text by strangers stands between marks (`marked`), so that the model takes no orders from it.
        """
        self._reach()
        question = ModelQuestion(self.capability.app, title, words, shape, self.choice)
        return await self.ports.think(self.run, question, read)

    async def draw(self, prompt: str, size: str) -> Picture:
        """Return an image made by the configured endpoint."""
        self._reach({Effect.EXTERNAL})
        return await self.ports.draw(prompt, size)

    async def execute(self, command: CommandLine) -> Executed:
        """Run a command in the sandbox; its effects on project files are undoable and stay within the bounds."""
        self._reach({Effect.EXEC})
        return await self.ports.commands.execute(self, command)

    async def sandbox(self) -> SandboxView:
        """Return which isolation commands run in on this machine."""
        return await self.ports.commands.sandbox()

    async def fetch(self, url: str) -> WebDocument:
        """Return a document of the public web as text, through the guarded client. Strangers wrote it."""
        self._reach({Effect.EXTERNAL})
        return await self.ports.web.fetch(url)

    async def download(
        self,
        url: str,
        max_bytes: int,
        *,
        headers: tuple[tuple[str, str], ...] = (),
        hosts: Collection[str] | None = None,
        sent: Sending | None = None,
    ) -> Fetched:
        """Return a file of the public web, or the answer to what is `sent`, through the guarded client, as it is.

        Headers go to the first server alone. Where `hosts` are given, no other is asked, also after a redirect.
        """
        self._reach({Effect.EXTERNAL})
        return await self.ports.web.download(url, max_bytes, headers=headers, hosts=hosts, sent=sent)

    async def search_web(self, query: str) -> WebResults:
        """Return what the owner's search engines find. Strangers wrote it."""
        self._reach({Effect.EXTERNAL})
        return await self.ports.web.search(query)

    def service(
        self, base_url: str, *, secret: str = "TOKEN", headers: Mapping[str, str] | None = None, timeout_s: float = 15
    ) -> ServiceClient:
        """Return a client for a server the owner set up for this app, also on this machine.

        Its token is the secret `APP_TOKEN`. A `GET` is reading; every other method needs a capability that declares a
        change.
        """
        from aule.sandbox.net.service import ServiceAddress, ServiceClient  # httpcore is loaded on first use

        token = self.ports.secret(f"{self.capability.app.upper()}_{secret}")
        place = ServiceAddress(base_url, token, tuple((headers or {}).items()), timeout_s)
        return ServiceClient(place, lambda method: None if method == "GET" else self._reach(_CHANGING))

    def web_target(self, url: str) -> Target:
        """Return the target of an address, or raise why it may not be fetched; no name is resolved."""
        return self.ports.web.target(url)

    def web_engines(self) -> list[tuple[str, str]]:
        """Return names and hosts of the search engines that would be asked, in order."""
        return self.ports.web.asked()

    async def find_capabilities(self, query: str, limit: int = 8) -> list[Capability]:
        """Return capabilities that fit a query by words or meaning, best first."""
        return await self.ports.find(query, limit)

    def progress(self, message: str, fraction: float | None = None) -> None:
        """Report how far a long call has come."""
        if self.is_looking or self.sketch is not None or self.told >= MOST_PROGRESS:
            return
        self.told += 1
        said = self.ports.redact(message)[:MOST_PROGRESS]
        self._tell(CallProgressed(id=self.call.id, message=said, fraction=fraction))

    def metric(self, name: str, value: float, unit: str = "") -> None:
        """Record something measured, such as `pages.read`, among the run's metrics; of one call, the first 500."""
        self.measured += 1
        if not self.is_looking and self.sketch is None and self.measured <= MOST_PROGRESS:
            self._tell(metric_of(self.run, self.call, name, value, unit))

    def _tell(self, fact: Fact) -> None:
        self.ports.journal.put(fact, run=self.run.id, session=self.run.session_id)

    def warn(self, code: str, message: str) -> None:
        """Add a warning to the result."""
        self.warnings.append(Warning(code=code, message=message))

    def cite(self, source: str, *, rows: int | None = None, query: str | None = None, is_owners: bool = False) -> None:
        """Set the source of the result's data, its number of rows, and whether the owner wrote or accepted it."""
        now = self.ambient.timestamp()
        self.provenance = Provenance(source=source, as_of=now, rows=rows, query=query, is_owners=is_owners)

    async def cite_passages(self, passages: Sequence[Passage]) -> list[Passage]:
        """Set the passages an answer is checked against, and return them with the marks by which it cites them."""
        self.passages = await self.ports.marks.number(self.run, passages)
        return self.passages

    async def check_citations(self, text: str, passages: Sequence[Passage], asked: str = "") -> Grounding | None:
        """Return how far the sentences of a text are supported by the passages that their marks name."""
        return await self.ports.check_citations(text, passages, asked)

    async def consult(self, capability: str, params: JsonObject) -> Result:
        """Make a reading call of any app's capability, as a call of its own, with at most the rights of this one.

        What it gave back counts as text the conversation holds. What would have to ask a person is refused.
        """
        self._act()
        if self.consulting is None:
            raise Refused(f"{self.capability.name!r} was consulted, so it consults nobody itself.", code="too_deep")
        return await self.consulting(capability, params)

    async def _store(self, entity: str, thing: Model | None, op: str, base: ReadState | None = None) -> str:
        self._act(_CHANGING)
        if self.recheck is not None:
            await self.recheck()
        return await self.ports.changes.change_stored(self, entity, thing, op=op, base=base)

    def _refuse_outside(self, path: str) -> None:
        refuse_beyond(self.bound, path, self.run.agent or self.actor.id, self.locale)

    def _reach(self, effects: Collection[Effect] = ()) -> None:
        """Mark an effect beyond files and rows: from here on the call cannot be restarted."""
        self._act(effects)
        self.has_acted = True

    def _act(self, effects: Collection[Effect] = ()) -> None:
        """Refuse an effect in a preview, and any effect the capability did not declare: approval depends on it."""
        name = self.capability.name
        if self.is_looking or (self.sketch is not None and effects is not _CHANGING):
            raise Refused(f"The preview of {name!r} tried to do something.", code="preview_acts")
        if effects and self.capability.effect not in effects:
            words = f"{name!r} is declared as {self.capability.effect}, so it may not do this."
            raise Refused(words, code="undeclared_effect", hint="Declare the capability with the effect it has.")
