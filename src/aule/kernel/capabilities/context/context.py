"""What a capability gets to work with while it is being called."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterable, Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, BinaryIO, Literal, TypeVar

from aule.contracts.access.agent import ModelChoice
from aule.contracts.access.approval import ApprovalOption, Choices
from aule.contracts.access.capability import Call, Capability, Effect, OnWrite, Provenance, Warning
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
from aule.kernel.bounds import FREE, WITHOUT_WRITING, Bound
from aule.kernel.capabilities.changes.bulk import Bulk
from aule.kernel.capabilities.changes.drafts import FileDraft
from aule.kernel.capabilities.changes.rows import RowLedger, RowWrite, Told
from aule.kernel.capabilities.changes.undoable_documents import ReadState, Staged
from aule.kernel.capabilities.context.app_reads import Reading
from aule.kernel.capabilities.context.artifacts import Content, find_artifact, keep_content, receive, refuse_larger
from aule.kernel.capabilities.context.plan_port import PlanPort
from aule.kernel.capabilities.context.ports import Picture, Ports, Question
from aule.kernel.capabilities.context.schedule_view import Timetable
from aule.kernel.capabilities.context.workflow_port import Drafted, Ran, WorkflowPort
from aule.kernel.capabilities.gate.answers import Answer, QuestionAsked
from aule.kernel.capabilities.gate.approval_requests import question_hash
from aule.kernel.capabilities.gate.held_text import is_by_hand, is_owners_file, read_held_text
from aule.kernel.capabilities.gate.path_locks import HeldPaths
from aule.kernel.capabilities.gate.provenance import HeldText
from aule.kernel.capabilities.gate.reads import Reads
from aule.kernel.capabilities.gate.scope_errors import refuse_beyond
from aule.kernel.capabilities.words import say
from aule.kernel.memory.memory import Memory, Trust, is_said
from aule.text.media import HEAD

if TYPE_CHECKING:
    from aule.kernel.capabilities.commands import Executed
    from aule.sandbox.layers import Laid
    from aule.sandbox.net.reading import Document
    from aule.sandbox.net.search import Found
    from aule.sandbox.net.service import Line
    from aule.sandbox.net.targets import Target
    from aule.sandbox.paths import Workspace

Read = TypeVar("Read")
MOST_PROGRESS = 500
"""How often, and with how many characters, one call may say how far it is."""
_CHANGING = frozenset({Effect.WRITE, Effect.DELETE, Effect.EXEC, Effect.EXTERNAL})


@dataclass(slots=True)
class Context:
    """One call's surroundings: who asks, where, and the ways to have an effect."""

    run: Run
    call: Call
    project: Project
    actor: Actor
    ports: Ports
    capability: Capability
    bound: Bound = FREE
    """What may be done at most."""
    on_write: OnWrite | None = None
    """What becomes of writes; none where only approvals say."""
    overlay: Mapping[str, Laid] = field(default_factory=lambda: {})
    """What was proposed so far, by path: it is read in place of the files."""
    is_looking: bool = False
    """Whether this is for a preview, which has no effect of any kind."""
    is_granted: bool = False
    """Whether a person said yes to this very call."""
    is_by_hand: bool = False
    """Whether a person makes this call themselves, so that they are not asked about it."""
    autoruns_seen: frozenset[str] = frozenset()
    """Files of which the person who said yes was told that a tool runs them by itself."""
    sketch: list[FileDraft] | None = None
    """Where it is only asked what would be written: that, and nothing happens."""
    recheck: Callable[[], Awaitable[Reads]] | None = None
    """For an approved call: makes sure, right before its first change, that what was shown is still so; gives what was
    read for that."""
    reads: Reads = field(default_factory=Reads)
    """What this call has read of files: it writes none that is another by then."""
    held_paths: HeldPaths | None = None
    """The files no other call of this process changes until this one has ended."""
    answers: dict[str, Answer] = field(default_factory=lambda: {})
    """What a person answered, by the hash of the question."""
    warnings: list[Warning] = field(default_factory=lambda: [])
    provenance: Provenance | None = None
    staged: list[Fact] = field(default_factory=lambda: [])
    """Facts that become true together with this call's result."""
    done: list[Fact] = field(default_factory=lambda: [])
    """Facts that are already true outside the database, whatever the call comes to."""
    changes: list[str] = field(default_factory=lambda: [])
    proposed: list[str] = field(default_factory=lambda: [])
    """Proposals this call made."""
    artifacts: list[str] = field(default_factory=lambda: [])
    rows: RowLedger = field(default_factory=RowLedger)
    """What was written to the app's own tables; it becomes true with the result."""
    has_acted: bool = False
    """Whether the call has reached something that is no file and no row of ours, which must not happen twice."""
    bases: list[ReadState] = field(default_factory=lambda: [])
    """Stored things as this call found them, where it changes them; they have to be so when its result is recorded."""
    stored: dict[str, Staged] = field(default_factory=lambda: {})
    """Stored things as this call leaves them, by their names."""
    told: int = 0
    """How often progress was told."""
    choice: ModelChoice | None = None
    """The model of whoever makes the call, where one was chosen."""
    text_held: HeldText | None = None
    """What the conversation holds, once it was read."""

    def looking(self) -> Context:
        """The same surroundings for a preview: it sees everything and changes nothing."""
        same = (self.run, self.call, self.project, self.actor, self.ports, self.capability)
        return Context(*same, self.bound, self.on_write, self.overlay, is_looking=True)

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
        """The project's files, by directory handle, as far as they may be written here."""
        files = self.ports.workspaces.of(self.project).noting(self.reads.note)
        if self.bound.is_scoped:
            files = files.within(self._refuse_outside)
        return files.over(self.overlay) if self.overlay else files

    @property
    def reading(self) -> Reading:
        """A look at the tables of the capability's app, as they were before this call."""
        return self.ports.readings.of(self.capability.app, self.locale, self.run.about)

    @property
    def is_proposing(self) -> bool:
        """Whether nothing is written: what would be is kept as a proposal."""
        return self.on_write in WITHOUT_WRITING

    async def held_text(self) -> HeldText:
        """Read what the conversation holds: whose words, whose data."""
        if self.text_held is None:
            self.text_held = await read_held_text(self.run, self.ports)
        return self.text_held

    async def is_owners_file(self, path: str, content: bytes) -> bool:
        """Say whether the record shows that the owner wrote this file, or an agent that read nobody else's words."""
        return await is_owners_file(self.ports, self.project.id, path, content)

    @property
    def memory(self) -> Memory:
        """The three layers of memory."""
        return self.ports.memory

    async def change_file(self, path: str, content: bytes | None, *, op: str, title: str) -> str:
        """Write a file of the project (None removes it) as an undoable change; gives the change's id."""
        ids = await self.change_files([FileDraft(path, content)], op=op, title=title)
        return ids[0] if ids else ""

    async def change_files(self, drafts: Sequence[FileDraft], *, op: str, title: str) -> list[str]:
        """Write and remove files of the project as one undoable change, all of them or none.

        Gives the ids of the changes. What already is so is left alone. Where nothing may be written, they are proposed.
        """
        self._act(_CHANGING)
        return await self.ports.changes.change_files(self, drafts, op=op, title=title)

    async def propose_files(self, drafts: Sequence[FileDraft], *, op: str, title: str) -> list[str]:
        """Keep what files are to be for a person to look at, also where writing is allowed; gives the proposals."""
        self._act(_CHANGING)
        return await self.ports.changes.propose_files(self, drafts, op=op, title=title)

    async def hold_files(self, entities: Iterable[str]) -> None:
        """Let no other call of this process change some files until this one has ended."""
        if self.held_paths is None:
            self.held_paths = HeldPaths(self.ports.changes.locks)
        await self.held_paths.extend(entities)

    @property
    def may_begin_anew(self) -> bool:
        """Whether the call has done nothing yet, so that it can be made once more from the start."""
        return not (self.has_acted or self.done or self.staged or self.changes or self.artifacts or self.rows.parts)

    def begin_anew(self) -> None:
        """Forget what the call has read and said so far."""
        self.reads.clear()
        self.provenance = None
        self.proposed.clear()

    async def write_turn(self) -> None:
        """Wait until no other call of this app is between reading its rows and being recorded; held until this one is.

        That holds among all processes that share the database.
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
        """Write rows of the app's tables as one undoable change; gives its id.

        All that a call writes becomes true together with its result. Where a row is no longer as it was read, or a key
        is taken, nothing does, and that is a `Conflict`. `before` and `after` are for people to read.
        """
        self._act(_CHANGING)
        return await self.ports.changes.change_rows(self, writes, Told(entity, op, title, before, after))

    @asynccontextmanager
    async def bulk(
        self, *, entity: str, op: str, title: str, before: JsonObject | None = None, after: JsonObject | None = None
    ) -> AsyncGenerator[Bulk]:
        """Write very many rows as one undoable change: they are put beside the tables, and become true with the result.

        The loop stays free meanwhile, and a call that is stopped leaves nothing behind.
        """
        self._act(_CHANGING)
        async with self.ports.changes.bulk(self, Told(entity, op, title, before, after)) as bulk:
            yield bulk

    async def remember(
        self,
        content: str,
        *,
        kind: str = "fact",
        layer: Literal["working", "session", "long_term"] = "long_term",
        pinned: bool = False,
    ) -> str:
        """Keep something in memory as an undoable change; gives the item's id.

        What an agent keeps after it read others' words is set aside until a person accepts it, unless the person said
        it themselves; and an agent pins nothing.
        """
        self._act(_CHANGING)
        trust = await self._trust_in(content)
        compose = self.ports.memory.compose
        item = await compose(self.run, content, kind=kind, layer=layer, pinned=pinned, trust=trust)
        if trust == "untrusted":
            self.warn("quarantined", say("memory_quarantined", self.locale))
        if pinned and not item.pinned:
            self.warn("not_pinned", say("memory_not_pinned", self.locale))
        await self.ports.changes.change_stored(self, f"memory:{item.id}", item, op="remember")
        return item.id

    async def keep(self, name: str, mime: str, content: bytes) -> Artifact:
        """Keep a result as an artifact of the project, as an undoable change.

        What it is, is seen from its bytes, its name and `mime`.
        """
        self._act()
        return await keep_content(
            self, name, mime, Content(len(content), self.ports.blobs.put(content), content[:HEAD])
        )

    async def keep_pieces(self, name: str, mime: str, pieces: AsyncIterable[bytes]) -> Artifact:
        """Keep a result that comes piece by piece and is never whole in memory; if it breaks off, nothing of it is."""
        self._act()
        return await keep_content(self, name, mime, await receive(self.ports.blobs, pieces))

    async def artifact(self, wanted: str) -> Artifact:
        """The artifact with an id, or the one of this project with a name; within bounds, only one of this project."""
        found = await find_artifact(self.ports.artifacts, self.project, wanted)
        if self.bound.is_free or found.project == self.project.id:
            return found
        raise NotFound(f"There is no artifact {wanted!r} in this project.", field="artifact")

    def content(self, artifact: Artifact, max_bytes: int) -> bytes:
        """The bytes of an artifact; more than `max_bytes` are refused."""
        refuse_larger(artifact, max_bytes)
        return self.ports.blobs.get(artifact.sha256)

    async def opened(self, artifact: Artifact, max_bytes: int) -> BinaryIO:
        """The bytes of an artifact as a file to read from and to close; more than `max_bytes` are refused."""
        refuse_larger(artifact, max_bytes)
        return await asyncio.to_thread(lambda: self.ports.blobs.sound(artifact.sha256).open("rb"))

    async def ask_person(
        self, question: str, options: Sequence[str] = (), *, free_text: bool = True, detail: str = ""
    ) -> Answer:
        """Put one question to the person, with `detail` told in Markdown; the call begins anew when it is answered."""
        self._act()
        if self.changes or self.artifacts:
            raise RuntimeError("a capability asks before it changes anything: after the answer it begins anew")
        choices = [ApprovalOption(id=f"option_{n}", label=label) for n, label in enumerate(options, start=1)]
        if free_text or not choices:
            choices.append(ApprovalOption(id="answer", label=say("answer", self.locale), input=True))
        if answer := self.answers.get(question_hash(self.call, question, choices, detail)):
            return answer
        raise QuestionAsked(Choices(question=question, free_text=free_text or not options), choices, detail)

    async def undo_preview(self, run: str) -> UndoPreview:
        """What taking back all that a run of this conversation changed would do."""
        session = self.run.session_id
        if session is None or self.run.bounds or not await self.ports.changes.is_of_session(run, session):
            raise Refused(f"{run!r} is not of this conversation.", hint="Undo it in the history.")
        return await self.ports.changes.preview(f"run:{run}")

    async def undo(self, run: str) -> list[str]:
        """Take back all that a run changed, as changes of this call; all of it or, on a conflict, none."""
        self._act({Effect.WRITE})
        return await self.ports.changes.undo(f"run:{run}", self.run, self.actor)

    async def delegate(self, briefs: Sequence[Brief]) -> list[Delegated]:
        """Hand work to sub-agents, all at once, with at most one's own rights."""
        self._reach()
        return await self.ports.delegate(self.run, self.call.id, briefs)

    @property
    def plans(self) -> PlanPort:
        """The plans there are, and those who make them."""
        return self.ports.plans

    @property
    def workflows(self) -> WorkflowPort:
        """The workflows there are."""
        return self.ports.workflows

    async def keep_workflow(self, draft: Drafted) -> str:
        """Keep a workflow as an undoable change; gives the change's id."""
        op, entity = "create" if draft.before is None else "edit", f"workflow:{draft.workflow.id}"
        base = ReadState(entity, None if draft.before is None else draft.before.model_dump(mode="json"))
        return await self._store(entity, draft.workflow, op, base)

    async def run_workflow(self, id: str, inputs: JsonObject) -> Ran:
        """Run a workflow until it ends or waits for a person; its calls pass the gate themselves."""
        self._reach()
        return await self.ports.workflows.run_for(self.run, id, self.call.idempotency_key, inputs)

    @property
    def timetable(self) -> Timetable:
        """What runs by itself."""
        return self.ports.timetable

    async def schedule(self, schedule: Schedule) -> str:
        """Have something done at certain times, as an undoable change; gives the change's id."""
        return await self._store(f"schedule:{schedule.id}", schedule, "create")

    async def unschedule(self, id: str) -> str:
        """Remove a schedule as an undoable change; gives the change's id."""
        return await self._store(f"schedule:{id}", None, "delete")

    @property
    def has_model(self) -> bool:
        """Whether a model would answer here; without one, what can be done exactly is done by rules alone."""
        return self.ports.has_model(self.run.choice or self.choice)

    async def think(self, title: str, words: str, shape: JsonObject, read: Callable[[JsonObject], Read]) -> Read:
        """Ask a model for one answer under a JSON Schema, as a run below this one, within its budget.

        `read` makes something of the answer, or raises `ValueError`: then it is sent back with that, at most twice.
        What strangers wrote stands in the words between marks (`marked`), so that it gives no orders.
        """
        self._reach()
        return await self.ports.think(self.run, Question(self.capability.app, title, words, shape, self.choice), read)

    async def draw(self, prompt: str, size: str) -> Picture:
        """Have an image made by the configured endpoint."""
        self._reach({Effect.EXTERNAL})
        return await self.ports.draw(prompt, size)

    async def execute(
        self, command: str, *, folder: str = ".", timeout_s: float = 30, env: dict[str, str] | None = None
    ) -> Executed:
        """Run a command in the box; what it does to files of the project is undoable, and kept within the bounds."""
        from aule.kernel.capabilities.commands import Command  # it needs what this module defines

        self._reach({Effect.EXEC})
        return await self.ports.commands.execute(self, Command(command, folder, timeout_s, env or {}))

    async def sandbox(self) -> SandboxView:
        """Inside which walls commands run here."""
        return await self.ports.commands.sandbox()

    async def fetch(self, url: str) -> Document:
        """A document of the public web as text, through the guarded client. Strangers wrote it."""
        self._reach({Effect.EXTERNAL})
        return await self.ports.web.fetch(url)

    async def search_web(self, query: str) -> Found:
        """What the owner's search engines find. Strangers wrote it."""
        self._reach({Effect.EXTERNAL})
        return await self.ports.web.search(query)

    def service(
        self, base_url: str, *, secret: str = "TOKEN", headers: Mapping[str, str] | None = None, timeout_s: float = 15
    ) -> Line:
        """A line to a server the owner set up for this app, also on this machine; its token is the secret `APP_TOKEN`.

        Asking (`GET`) is reading; everything else needs a capability that is declared to change something.
        """
        from aule.sandbox.net.service import Line, Place  # httpcore is loaded on first use

        token = self.ports.secret(f"{self.capability.app.upper()}_{secret}")
        place = Place(base_url, token, tuple((headers or {}).items()), timeout_s)
        return Line(place, lambda method: None if method == "GET" else self._reach(_CHANGING))

    def web_target(self, url: str) -> Target:
        """Where an address leads, or why it may not be followed; nothing is looked up."""
        return self.ports.web.target(url)

    def web_engines(self) -> list[tuple[str, str]]:
        """Who would be asked in a search, in this order: names and hosts."""
        return self.ports.web.asked()

    async def find_capabilities(self, query: str, limit: int = 8) -> list[Capability]:
        """Capabilities that fit a query by their words or by what they mean, best first."""
        return await self.ports.find(query, limit)

    def progress(self, message: str, fraction: float | None = None) -> None:
        """Say how far a long call is."""
        if self.is_looking or self.sketch is not None or self.told >= MOST_PROGRESS:
            return
        self.told += 1
        said = self.ports.redact(message)[:MOST_PROGRESS]
        fact = CallProgressed(id=self.call.id, message=said, fraction=fraction)
        self.ports.journal.put(fact, run=self.run.id, session=self.run.session_id)

    def warn(self, code: str, message: str) -> None:
        """Tell the caller something although the call goes on."""
        self.warnings.append(Warning(code=code, message=message))

    def cite(self, source: str, *, rows: int | None = None, query: str | None = None, is_owners: bool = False) -> None:
        """Say where the data came from, how much there was, and whether the owner is known to have written it."""
        now = self.ambient.timestamp()
        self.provenance = Provenance(source=source, as_of=now, rows=rows, query=query, is_owners=is_owners)

    async def _store(self, entity: str, thing: Model | None, op: str, base: ReadState | None = None) -> str:
        self._act(_CHANGING)
        if self.recheck is not None:
            await self.recheck()
        return await self.ports.changes.change_stored(self, entity, thing, op=op, base=base)

    async def _trust_in(self, content: str) -> Trust:
        if is_by_hand(self.actor, self.run):
            return "user"
        held = await self.held_text()
        return "untrusted" if held.untrusted and not is_said(content, held.typed) else "agent"

    def _refuse_outside(self, path: str) -> None:
        refuse_beyond(self.bound, path, self.run.agent or self.actor.id, self.locale)

    def _reach(self, effects: Collection[Effect] = ()) -> None:
        """Act on something beyond files and rows: from here on the call does not begin anew."""
        self._act(effects)
        self.has_acted = True

    def _act(self, effects: Collection[Effect] = ()) -> None:
        """Refuse an effect while a preview is made, or one the capability did not declare: approval follows from it."""
        name = self.capability.name
        if self.is_looking or (self.sketch is not None and effects is not _CHANGING):
            raise Refused(f"The preview of {name!r} tried to do something.", code="preview_acts")
        if effects and self.capability.effect not in effects:
            words = f"{name!r} is declared as {self.capability.effect}, so it may not do this."
            raise Refused(words, code="undeclared_effect", hint="Declare the capability with the effect it has.")
