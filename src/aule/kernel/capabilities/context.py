"""What a capability gets to work with while it is being called."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from aule.contracts.ambient import Ambient
from aule.contracts.approval import ApprovalOption, Choices
from aule.contracts.brief import Brief, Delegated
from aule.contracts.capability import Call, Capability, Effect, OnWrite, Provenance, Warning
from aule.contracts.change import Actor
from aule.contracts.errors import NotFound, Refused, ScopeViolation, TooLarge
from aule.contracts.events import CallProgressed, Fact
from aule.contracts.filename import clean_name
from aule.contracts.media import HEAD, recognise
from aule.contracts.model import JsonObject
from aule.contracts.project import Artifact, Project
from aule.contracts.run import Run
from aule.contracts.sandbox import SandboxView
from aule.contracts.schedule import Schedule
from aule.contracts.settings import Settings
from aule.kernel.bounds import FREE, WITHOUT_WRITING, Bound
from aule.kernel.capabilities.answers import Answer, QuestionAsked
from aule.kernel.capabilities.asking import question_hash
from aule.kernel.capabilities.drafts import FileDraft
from aule.kernel.capabilities.flows import Drafted, Flows, Ran
from aule.kernel.capabilities.keepsakes import find_artifact
from aule.kernel.capabilities.planning import Planning
from aule.kernel.capabilities.timetable import Timetable
from aule.kernel.capabilities.words import say

if TYPE_CHECKING:
    from aule.kernel.capabilities.changes import ChangeLog
    from aule.kernel.capabilities.executing import Commands, Executed
    from aule.kernel.capabilities.workspaces import Workspaces
    from aule.kernel.journal import Journal
    from aule.kernel.memory.memory import Memory
    from aule.sandbox.layers import Laid
    from aule.sandbox.net.reading import Document
    from aule.sandbox.net.search import Found
    from aule.sandbox.net.targets import Target
    from aule.sandbox.net.web import Web
    from aule.sandbox.paths import Workspace
    from aule.stores.approvals import Approvals
    from aule.stores.artifacts import Artifacts
    from aule.stores.blobs import Blobs
from aule.stores.calls import Calls

MOST_PROGRESS = 500
"""How often, and with how many characters, one call may say how far it is."""
_CHANGING = frozenset({Effect.WRITE, Effect.DELETE, Effect.EXEC, Effect.EXTERNAL})


@dataclass(frozen=True, slots=True)
class Picture:
    """An image as an endpoint gave it."""

    content: bytes
    mime: str


@dataclass(frozen=True, slots=True)
class Ports:
    """What the kernel lends to capabilities."""

    ambient: Ambient
    journal: Journal
    changes: ChangeLog
    workspaces: Workspaces
    commands: Commands
    artifacts: Artifacts
    blobs: Blobs
    calls: Calls
    memory: Memory
    settings: Callable[[], Settings]
    find: Callable[[str, int], list[Capability]]
    flows: Flows
    planning: Planning
    timetable: Timetable
    delegate: Callable[[Run, Sequence[Brief]], Awaitable[list[Delegated]]]
    draw: Callable[[str, str], Awaitable[Picture]]
    web: Web
    approvals: Approvals
    redact: Callable[[str], str]
    conductor_home: Callable[[], Path] | None = None
    """The home of Conductor that is meant when none is named."""


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
    overlay: Mapping[str, Laid] = field(default_factory=dict[str, "Laid"])
    """What was proposed so far, by path: it is read in place of the files."""
    is_looking: bool = False
    """Whether this is for a preview, which has no effect of any kind."""
    is_granted: bool = False
    """Whether a person said yes to this very call."""
    sketch: list[FileDraft] | None = None
    """Where it is only asked what would be written: that, and nothing happens."""
    recheck: Callable[[], Awaitable[None]] | None = None
    """For an approved call: makes sure, right before its first change, that what was shown is still so."""
    answers: dict[str, Answer] = field(default_factory=dict[str, Answer])
    """What a person answered, by the hash of the question."""
    warnings: list[Warning] = field(default_factory=list[Warning])
    provenance: Provenance | None = None
    staged: list[Fact] = field(default_factory=list[Fact])
    """Facts that become true together with this call's result."""
    done: list[Fact] = field(default_factory=list[Fact])
    """Facts that are already true outside the database, whatever the call comes to."""
    changes: list[str] = field(default_factory=list[str])
    proposed: list[str] = field(default_factory=list[str])
    """Proposals this call made."""
    artifacts: list[str] = field(default_factory=list[str])
    told: int = 0
    """How often progress was told."""

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
        files = self.ports.workspaces.of(self.project)
        if self.bound.is_scoped:
            files = files.within(self._refuse_outside)
        return files.over(self.overlay) if self.overlay else files

    @property
    def is_proposing(self) -> bool:
        """Whether nothing is written: what would be is kept as a proposal."""
        return self.on_write in WITHOUT_WRITING

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

    async def remember(
        self,
        content: str,
        *,
        kind: str = "fact",
        layer: Literal["working", "session", "long_term"] = "long_term",
        pinned: bool = False,
    ) -> str:
        """Keep something in memory as an undoable change; gives the item's id."""
        self._act(_CHANGING)
        item = self.ports.memory.compose(self.run, content, kind=kind, layer=layer, pinned=pinned, actor=self.actor)
        await self.ports.changes.change_stored(self, f"memory:{item.id}", item, op="remember")
        return item.id

    async def keep(self, name: str, mime: str, content: bytes) -> Artifact:
        """Keep a result as an artifact of the project, as an undoable change.

        What it is, is seen from its bytes, its name and `mime`.
        """
        self._act()
        shown = clean_name(name)
        media = recognise(shown, mime, content[:HEAD])
        artifact = Artifact(
            id=self.ambient.ids.new("art"),
            project=self.project.id,
            run=self.run.id,
            type=media.type,
            name=shown,
            mime=media.mime,
            size=len(content),
            sha256=self.ports.blobs.put(content),
            created_at=self.ambient.timestamp(),
            made_by=self.capability.name,
            call=self.call.id,
        )
        await self.ports.changes.change_stored(self, f"artifact:{artifact.id}", artifact, op="create")
        self.artifacts.append(artifact.id)
        return artifact

    async def artifact(self, wanted: str) -> Artifact:
        """The artifact with an id, or the one of this project with a name; within bounds, only one of this project."""
        found = await find_artifact(self.ports.artifacts, self.project, wanted)
        if self.bound.is_free or found.project == self.project.id:
            return found
        raise NotFound(f"There is no artifact {wanted!r} in this project.", field="artifact")

    def content(self, artifact: Artifact, max_bytes: int) -> bytes:
        """The bytes of an artifact; more than `max_bytes` are refused."""
        if artifact.size > max_bytes:
            raise TooLarge(
                f"{artifact.name!r} has {artifact.size} bytes; {max_bytes} are the most here.",
                hint="Download it instead.",
            )
        return self.ports.blobs.get(artifact.sha256)

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

    async def delegate(self, briefs: Sequence[Brief]) -> list[Delegated]:
        """Hand work to sub-agents, all at once, with at most one's own rights."""
        self._act()
        return await self.ports.delegate(self.run, briefs)

    @property
    def planning(self) -> Planning:
        """The plans there are, and those who make them."""
        return self.ports.planning

    @property
    def flows(self) -> Flows:
        """The workflows there are."""
        return self.ports.flows

    async def keep_workflow(self, draft: Drafted) -> str:
        """Keep a workflow as an undoable change; gives the change's id."""
        self._act(_CHANGING)
        if self.recheck is not None:
            await self.recheck()
        op = "create" if draft.before is None else "edit"
        return await self.ports.changes.change_stored(self, f"workflow:{draft.workflow.id}", draft.workflow, op=op)

    async def run_workflow(self, id: str, inputs: JsonObject) -> Ran:
        """Run a workflow until it ends or waits for a person; its calls pass the gate themselves."""
        self._act()
        return await self.ports.flows.run(self.run, id, self.call.idempotency_key, inputs)

    @property
    def timetable(self) -> Timetable:
        """What runs by itself."""
        return self.ports.timetable

    async def schedule(self, schedule: Schedule) -> str:
        """Have something done at certain times, as an undoable change; gives the change's id."""
        self._act(_CHANGING)
        if self.recheck is not None:
            await self.recheck()
        return await self.ports.changes.change_stored(self, f"schedule:{schedule.id}", schedule, op="create")

    async def unschedule(self, id: str) -> str:
        """Remove a schedule as an undoable change; gives the change's id."""
        self._act(_CHANGING)
        if self.recheck is not None:
            await self.recheck()
        return await self.ports.changes.change_stored(self, f"schedule:{id}", None, op="delete")

    async def draw(self, prompt: str, size: str) -> Picture:
        """Have an image made by the configured endpoint."""
        self._act({Effect.EXTERNAL})
        return await self.ports.draw(prompt, size)

    async def execute(
        self, command: str, *, folder: str = ".", timeout_s: float = 30, env: dict[str, str] | None = None
    ) -> Executed:
        """Run a command in the box; what it does to files of the project is undoable, and kept within the bounds."""
        from aule.kernel.capabilities.executing import Command  # it needs what this module defines

        self._act({Effect.EXEC})
        return await self.ports.commands.execute(self, Command(command, folder, timeout_s, env or {}))

    async def sandbox(self) -> SandboxView:
        """Inside which walls commands run here."""
        return await self.ports.commands.sandbox()

    async def fetch(self, url: str) -> Document:
        """A document of the public web as text, through the guarded client. Strangers wrote it."""
        self._act({Effect.EXTERNAL})
        return await self.ports.web.fetch(url)

    async def search_web(self, query: str) -> Found:
        """What the owner's search engines find. Strangers wrote it."""
        self._act({Effect.EXTERNAL})
        return await self.ports.web.search(query)

    def web_target(self, url: str) -> Target:
        """Where an address leads, or why it may not be followed; nothing is looked up."""
        return self.ports.web.target(url)

    def web_engines(self) -> list[tuple[str, str]]:
        """Who would be asked in a search, in this order: names and hosts."""
        return self.ports.web.asked()

    def find_capabilities(self, query: str, limit: int = 8) -> list[Capability]:
        """Capabilities whose words fit a query, best first."""
        return self.ports.find(query, limit)

    def progress(self, message: str, fraction: float | None = None) -> None:
        """Say how far a long call is."""
        if self.is_looking or self.sketch is not None or self.told >= MOST_PROGRESS:
            return
        self.told += 1
        message = self.ports.redact(message)[:MOST_PROGRESS]
        fact = CallProgressed(id=self.call.id, message=message, fraction=fraction)
        self.ports.journal.put(fact, run=self.run.id, session=self.run.session_id)

    def warn(self, code: str, message: str) -> None:
        """Tell the caller something although the call goes on."""
        self.warnings.append(Warning(code=code, message=message))

    def cite(self, source: str, *, rows: int | None = None, query: str | None = None) -> None:
        """Say where the data came from and how much there was."""
        self.provenance = Provenance(source=source, as_of=self.ambient.timestamp(), rows=rows, query=query)

    def _refuse_outside(self, path: str) -> None:
        """Stop at a path that is not in every scope."""
        scope = self.bound.closed(path)
        if scope is None:
            return
        allowed = ", ".join(scope.patterns) or say("scope_nothing", self.locale)
        agent = self.bound.agent or self.run.agent or self.actor.id
        raise ScopeViolation(
            say("scope_violation", self.locale, path=path, agent=agent, scope=allowed),
            field="path",
            hint=say("scope_hint", self.locale),
            subject=path,
        )

    def _act(self, effects: Collection[Effect] = ()) -> None:
        """Refuse an effect while a preview is made, or one the capability did not declare: approval follows from it."""
        if self.is_looking or (self.sketch is not None and effects is not _CHANGING):
            raise Refused(f"The preview of {self.capability.name!r} tried to do something.", code="preview_acts")
        if effects and self.capability.effect not in effects:
            raise Refused(
                f"{self.capability.name!r} is declared as {self.capability.effect}, so it may not do this.",
                code="undeclared_effect",
                hint="Declare the capability with the effect it has.",
            )
