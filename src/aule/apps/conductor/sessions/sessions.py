"""Sessions: a person, or a command, at work with one resident agent. Its state is saved after every turn (CO-4)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from aule.apps.conductor.agents.lint import absent_tools, lint
from aule.apps.conductor.agents.residents import Residents
from aule.apps.conductor.findings import Misconfigured, found
from aule.apps.conductor.homes.entry import Entry, check_entry, effective
from aule.apps.conductor.homes.fences import fenced
from aule.apps.conductor.homes.home_views import resident_view
from aule.apps.conductor.homes.resolution import Resolved, resolve
from aule.apps.conductor.sessions.patches import Patches
from aule.apps.conductor.sessions.state import State, Turn, blank_state, fork_state, load_state, lock_home, save_state
from aule.apps.conductor.views import LintNote, Mode, SessionRequest, SessionView, TurnRequest, TurnStarted
from aule.contracts.access.agent import Agent, ModelChoice, Role
from aule.contracts.access.capability import OnWrite
from aule.contracts.ambient import Ambient
from aule.contracts.errors import AuleError, Conflict, Invalid, NotFound
from aule.contracts.events.facts import Fact, MessageAdded
from aule.contracts.project import Project
from aule.contracts.runs.bounds import Bounds
from aule.contracts.runs.run import Run, RunStatus
from aule.contracts.talk.ask import Ask, Asked
from aule.contracts.talk.messages import Conversation, Message
from aule.kernel.documents import Documents
from aule.kernel.journal import Journal
from aule.kernel.runs.driver import Driver
from aule.sandbox.scope import scope_of
from aule.stores.home.lock import Lock
from aule.stores.repositories.conversations import Conversations
from aule.stores.repositories.repository import every

REMEMBERED = 20
"""Turns of the state that stand in the conversation of a new session."""
CHANNEL = "conductor"
BY_MODE: dict[Mode, OnWrite] = {"repl": "ask", "one_shot": "fail"}
"""What a write comes to when nobody says anything: a person is there to ask, or nobody is."""


@dataclass(slots=True)
class Session:
    """One session under way."""

    view: SessionView
    resolved: Resolved
    state: State
    path: Path | None
    """Where the state is saved; none when it is not to be."""
    lock: Lock | None
    bounds: Bounds
    choice: ModelChoice | None
    locale: str
    following: set[asyncio.Task[None]] = field(default_factory=set[asyncio.Task[None]])
    """Turns whose end is waited for."""
    is_last: bool = False
    """Whether it ends with the turn under way."""


@dataclass(frozen=True, slots=True)
class Sessions:
    """Opens sessions, lets their agents be asked within their bounds, and keeps what was said."""

    residents: Residents
    documents: Documents
    conversations: Conversations
    journal: Journal
    driver: Driver
    patches: Patches
    ask: Callable[[Ask, str, Sequence[Bounds]], Awaitable[Asked]]
    locale: Callable[[str | None], str]
    ambient: Ambient
    open_ones: dict[str, Session] = field(default_factory=dict[str, Session])

    async def open(self, request: SessionRequest) -> SessionView:
        """Open a session. Everything that can be wrong is found before any model is asked."""
        locale = self.locale(request.locale)
        home = await asyncio.to_thread(self.residents.homes.open, request.home)
        names = (request.environment, request.project, request.agent)
        resolved = await asyncio.to_thread(resolve, home, *names, locale=locale)
        entry = _entry(request, resolved)
        check_entry(entry, named_by_person=True)
        await self.residents.trust.check(home.path, resolved.project_root, locale)
        notes = await asyncio.to_thread(lint, resolved, locale=locale)
        _refuse_wrong(notes)
        notes += absent_tools(resolved.manifest, self.residents.knows, locale)
        bounds = self._bounds(request, resolved, entry)
        project = await self.place(resolved.project_root, resolved.project, resolved.environment.name)
        lock, path = await asyncio.to_thread(self._take, request, resolved, locale)
        try:
            session = await self._opened(request, resolved, project, bounds, (lock, path), locale)
        except BaseException:
            if lock is not None:
                lock.release()
            raise
        session.view.notes.extend(notes)
        self.open_ones[session.view.id] = session
        return session.view

    def get(self, id: str) -> Session:
        """A session under way."""
        session = self.open_ones.get(id)
        if session is None:
            raise _closed(id)
        return session

    def list(self) -> list[SessionView]:
        """All sessions under way, the latest first."""
        return [session.view for session in reversed(self.open_ones.values())]

    async def turn(self, id: str, request: TurnRequest) -> TurnStarted:
        """Say something to the agent of a session, or let it do the task of its manifest."""
        session = self.get(id)
        words = (request.message or "").strip() or session.resolved.manifest.task_for()
        if not words.strip():
            raise Invalid(
                f"{session.view.agent.id!r} has no task of its own.", field="message", hint="Say what it should do."
            )
        more = [Bounds(on_write="propose")] if request.preview else []
        session.is_last = request.is_last
        asked = await self.ask(
            Ask(message=words, conversation_id=id, model=session.choice, locale=session.locale, channel=CHANNEL),
            session.locale,
            more,
        )
        return TurnStarted(run=asked.run, cursor=asked.cursor)

    async def settled(self, id: str) -> SessionView:
        """A session after all of its turns that have ended are in its state."""
        session = self.get(id)
        if session.following:
            ended = [task for task in session.following if task.done()]
            with suppress(TimeoutError):
                async with asyncio.timeout(5):
                    await asyncio.gather(*(ended or session.following), return_exceptions=True)
        return session.view

    async def reset(self, id: str) -> SessionView:
        """Forget what was said; the older turns are in the history beside the state."""
        session = self.get(id)
        await self.documents.quiet(id)
        await self._ended(session)
        session.state = session.state.emptied()
        await self._save(session)
        fresh = await self._conversation(session.resolved, session.view.project_id, session.state)
        if self.open_ones.pop(id, None) is None:
            raise _closed(id)
        session.view = session.view.model_copy(update={"id": fresh.id, "conversation": fresh.id, "turns": 0})
        self.open_ones[fresh.id] = session
        return session.view

    async def close(self, id: str, *, keep: bool = False) -> SessionView:
        """End a session: what is under way is stopped, the state is saved, the agent's home is let go.

        With `keep`, a turn that waits for a person waits on in the inbox (K-17). Its answer will be in the desktop: the
        home may be another session's by then, and so may the state.
        """
        session = self.get(id)
        if keep:
            await self._leave_waiting(session)
        else:
            await self.documents.quiet(id)
        await self._ended(session)
        if self.open_ones.pop(id, None) is None:
            raise _closed(id)  # somebody else was faster
        try:
            await self._save(session)
        finally:  # whatever stands where the state should be, the next session gets in
            if session.lock is not None:
                session.lock.release()
        return session.view.model_copy(update={"is_open": False})

    async def close_all(self) -> None:
        """End every session, whatever happens to one of them."""
        for id in [*self.open_ones]:
            with suppress(AuleError, OSError):
                await self.close(id)

    def bounds(self, conversation: Conversation, agent: Agent) -> list[Bounds]:
        """What a turn of a conversation may do at most; raises when nobody opened a session there."""
        session = self.open_ones.get(conversation.id)
        if session is None or agent.id != conversation.agent:
            raise Conflict(
                f"{agent.name!r} lives beside a project; it is asked in a session of Conductor.",
                code="session_closed",
                hint="Open a session with it in Conductor, or with `aule agent run`.",
            )
        return [session.bounds]

    def began(self, conversation: Conversation, run: Run, words: str) -> None:
        """A turn began: when it ends, what was said is kept."""
        session = self.open_ones.get(conversation.id)
        if session is None:
            return
        task = asyncio.create_task(self._follow(session, run, words), name=_following(run.id))
        session.following.add(task)
        task.add_done_callback(session.following.discard)

    async def place(self, folder: Path, key: str, environment: str) -> Project:
        """The project of the desktop whose folder this is; made when there is none."""
        root, projects = str(folder), self.documents.projects
        for project in await every(lambda after: projects.list(limit=200, after=after)):
            if project.root == root:
                return project
        return await self.documents.create_project(f"{key} ({environment})", root=root)

    def _bounds(self, request: SessionRequest, resolved: Resolved, entry: Entry) -> Bounds:
        manifest = resolved.manifest
        if request.output_scope:
            scope_of(tuple(request.output_scope))  # refuses what cannot be matched
            if not manifest.scope and request.mode != "repl":
                raise Invalid(
                    f"{manifest.id!r} only reads; a write scope for it can be given in a conversation alone.",
                    code="no_scope_to_narrow",
                    field="output_scope",
                    hint="Give the manifest an output_scope, or use --repl.",
                )
        on_write = effective(entry, request.on_write, manifest.on_write, BY_MODE[request.mode])
        return Bounds(
            agent=manifest.id,
            environment=resolved.environment.name,
            protected=resolved.environment.protected,
            scope=fenced(request.output_scope, resolved.project_root, resolved.home.path) or None,
            on_write=on_write,
        )

    def _take(self, request: SessionRequest, resolved: Resolved, locale: str) -> tuple[Lock | None, Path | None]:
        """Become the one session of an agent's home, or a copy beside it."""
        if not request.keep_state:
            return None, None
        with suppress(OSError):  # a manifest may name a folder of its own; what is in its way is told when it is saved
            resolved.manifest.state_path.parent.mkdir(parents=True, exist_ok=True)
        if request.fork_state:
            return None, fork_state(resolved.manifest.state_path, self.ambient)
        what = f"{request.mode} {resolved.ref}"
        return lock_home(resolved.home_path, self.ambient, what=what, locale=locale), resolved.manifest.state_path

    async def _opened(
        self,
        request: SessionRequest,
        resolved: Resolved,
        project: Project,
        bounds: Bounds,
        kept: tuple[Lock | None, Path | None],
        locale: str,
    ) -> Session:
        manifest, environment = resolved.manifest, resolved.environment
        blank = blank_state(resolved)
        path = kept[1] or manifest.state_path
        loaded = await asyncio.to_thread(load_state, path, blank, self.ambient, locale)
        conversation = await self._conversation(resolved, project.id, loaded.state)
        shown = await asyncio.to_thread(resident_view, self.residents, resolved, self.ambient, locale=locale)
        view = SessionView(
            id=conversation.id,
            conversation=conversation.id,
            project_id=project.id,
            environment=environment.name,
            project=resolved.project,
            agent=shown,
            root=str(resolved.project_root),
            protected=environment.protected,
            mode=request.mode,
            on_write=bounds.on_write or "fail",
            exec=manifest.exec or "off",
            scope=request.output_scope or list(manifest.scope),
            narrowed=bool(request.output_scope),
            tools=list(manifest.tools),
            model=request.model,
            opened_at=self.ambient.timestamp(),
            turns=len(loaded.state.turns),
            state=None if kept[1] is None else str(kept[1]),
            notes=[each.note(locale) for each in loaded.notes],
        )
        choice = None if request.model is None else model_choice(request.model)
        return Session(view, resolved, loaded.state, kept[1], kept[0], bounds, choice, locale)

    async def _conversation(self, resolved: Resolved, project: str, state: State) -> Conversation:
        """A conversation that begins with what the agent's state remembers."""
        ref = self.residents.ref(resolved)
        title = f"{resolved.manifest.id} · {resolved.environment.name}/{resolved.project}"
        opened = await self.documents.open_conversation(agent=ref, project=project, title=title)
        facts: list[Fact] = []
        for turn in state.turns[-REMEMBERED:]:
            for role, words in (("user", turn.prompt), ("assistant", turn.response)):
                if words.strip():
                    message = Message(
                        id=self.ambient.ids.new("msg"),
                        conversation=opened.id,
                        role="user" if role == "user" else "assistant",
                        content=words,
                        ts=self.ambient.timestamp(),
                    )
                    facts.append(MessageAdded(message=message))
        if facts:
            await self.journal.write(*facts, session=opened.id)
        return opened

    async def _follow(self, session: Session, run: Run, words: str) -> None:
        """Wait for a turn's end, whichever it is, and keep what was said."""
        await self.driver.wait(run.id)
        said = await self.conversations.messages_of_run(run.id)
        answer = "\n\n".join(message.content for message in said if message.role == "assistant" and message.content)
        turn = Turn(words, answer, self.ambient.timestamp(), run.id)
        session.state = session.state.adding(turn)
        session.view = session.view.model_copy(update={"turns": session.view.turns + 1})
        try:
            await self._save(session)
        except Misconfigured as error:
            session.view.notes.extend(error.notes)
        await self.patches.write(session.resolved.home, run.id)
        if session.is_last and self.open_ones.pop(session.view.id, None) is not None and session.lock is not None:
            session.lock.release()  # nobody goes on with it, so its agent is free for the next

    async def _save(self, session: Session) -> None:
        if session.path is None:
            return
        try:
            session.state = await asyncio.to_thread(save_state, session.path, session.state, self.ambient)
        except OSError as error:
            why = error.strerror or "?"
            raise Misconfigured([found("file_closed", session.path, why=why)], session.locale) from error

    async def _leave_waiting(self, session: Session) -> None:
        """Stop all that is under way but what waits for a person; nobody follows that from here any more."""
        for run in await self.documents.runs.talking(session.view.id):
            if run.status is not RunStatus.WAITING:
                await self.documents.stop(run.id)
                continue
            for task in [task for task in session.following if task.get_name() == _following(run.id)]:
                task.cancel()

    async def _ended(self, session: Session) -> None:
        if session.following:
            await asyncio.wait([*session.following], timeout=5)


def _following(run: str) -> str:
    """The name of what waits for a turn's end."""
    return f"state of {run}"


def _closed(id: str) -> NotFound:
    return NotFound(f"There is no open session {id!r}.", code="session_closed", hint="Open it again.")


def model_choice(text: str) -> ModelChoice:
    """A model as people name it: `provider/model`, a provider, or a role."""
    from aule.apps.conductor.agents.manifest import provider_of

    if text in set(Role):
        return ModelChoice(role=Role(text))
    provider, slash, model = text.partition("/")
    known = provider_of(provider)
    if known is None:
        raise Invalid(f"{text!r} names no model.", field="model", hint="Say provider/model, a provider, or a role.")
    return ModelChoice(provider=known, id=model if slash else None)


def _entry(request: SessionRequest, resolved: Resolved) -> Entry:
    where = resolved.environment
    return Entry(where.name, where.protected, request.confirm_environment, request.allow_protected_writes)


def _refuse_wrong(notes: Sequence[LintNote]) -> None:
    wrong = [note for note in notes if note.severity == "error"]
    if wrong:
        first = wrong[0]
        raise Invalid(first.message, code=first.code, hint=first.hint)
