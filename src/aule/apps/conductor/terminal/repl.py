"""A conversation with a resident agent on the terminal: words go to it, `/words` to the session."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from aule.apps.conductor.terminal.admission import Desk
from aule.apps.conductor.terminal.banner import scope_words, show_banner
from aule.apps.conductor.terminal.patches import conductor_home, kept_patches
from aule.apps.conductor.terminal.sessions import outcome_of, take_turn
from aule.apps.conductor.terminal.words import address_of, show_notes
from aule.apps.conductor.views import ResidentView, SessionView
from aule.contracts.errors import AuleError, Cancelled, Denied, Unavailable
from aule.contracts.kinds import RunStatus
from aule.sdk.terminal import (
    YES,
    Decider,
    Deciding,
    ExitCode,
    Story,
    exit_code,
    interruptible,
    one_line,
    say,
    show_diff,
    term,
)

if TYPE_CHECKING:
    from aule.sdk.terminal import Approval, Change, Page, Run, UndoPreview

LEAVING = {"/exit", "/sair", "/quit"}
TASK = {"gerar documento": False, "preview": True}
"""Words that stand for the task of the manifest, and whether it only proposes."""


@dataclass
class Repl:
    """One conversation: its session, and what was decided and changed in it so far."""

    desk: Desk
    session: SessionView
    timeout: float | None = None
    asks: bool = True
    """Whether approvals are put before whoever types."""
    runs: list[str] = field(default_factory=list[str])
    """Runs that changed something, the latest last."""
    code: int = ExitCode.OK
    is_waiting: bool = False
    """Whether the last turn waits for a person who is not here."""
    was_interrupted: bool = False
    """Whether the last thing the person did was Ctrl-C."""
    _decider: Deciding | None = None

    async def talk(self) -> int:
        """Read and answer until the person leaves; gives the exit code. A script's first failure is its own."""
        console = self.desk.console
        self._begin_deciding()
        show_banner(console, self.session)
        while True:
            try:
                typed = await interruptible(self.desk.lines.message(say("prompt")))
            except Cancelled:
                if self.was_interrupted:
                    self.code = ExitCode.INTERRUPTED
                    break
                self.was_interrupted = True
                console.say(say("again_to_leave"), "dim")
                continue
            if typed is None or typed.strip().lower() in LEAVING:
                break
            self.was_interrupted = False
            if typed.strip() and not await self._do(typed.strip()):
                break
        console.say(f"{say('left')} {self._kept()}", "dim")
        return self.code

    def _begin_deciding(self) -> None:
        """Forget every yes that was to count for more than one edit."""
        self._decider = Decider(self.desk.lines) if self.asks else _nobody

    async def _do(self, typed: str) -> bool:
        """Carry out what was typed; false when there is no going on."""
        try:
            command = COMMANDS.get(typed.lower())
            if command is not None:
                await command(self)
            elif typed.startswith("/") and " " not in typed and "/" not in typed[1:]:
                self.desk.console.say(say("unknown", word=typed), "yellow")
            else:
                return await self._turn(typed)
        except Unavailable as error:
            raise error  # without its kernel there is no session
        except Cancelled:
            self.was_interrupted = True
            self.desk.console.say(say("stopped"), "yellow")
        except AuleError as error:
            self.desk.console.problem(error.report)
            self._failed(exit_code(error))
        return True

    async def _turn(self, typed: str) -> bool:
        assert self._decider is not None
        body: dict[str, Any] = {"message": typed}
        if typed.lower() in TASK:
            if not self.session.agent.task:
                self.desk.console.say(say("no_task"), "yellow")
                return True
            body = {"message": None, "preview": TASK[typed.lower()]}
        story = await take_turn(self.desk, self.session, body, deciding=self._decider, seconds=self.timeout)
        if story.changes:
            self.runs.append(story.run)
        await self._tell(story)
        self.is_waiting = not story.status.is_final
        return not self.is_waiting

    async def _tell(self, story: Story) -> None:
        console = self.desk.console
        code, problem = outcome_of(story)
        if story.status is RunStatus.CANCELLED:
            console.say(say("stopped"), "yellow")
            return
        was_refused = problem is not None and problem["code"] == Denied.code and self.desk.has_person
        if problem is not None and not was_refused:  # who said no does not have to be told of it as of a failure
            console.problem(problem)
        if story.violations:
            console.say(say("violations", paths=one_line(", ".join(story.violations))), "red")
        for path in await kept_patches(self.desk.client, self.session, story):
            console.say(say("patch_kept", path=path), "dim")
        await self._tell_notes()
        self._failed(code)

    async def _tell_notes(self) -> None:
        """Say what came up since, such as that the state could not be saved."""
        now = await self.desk.client.get(f"/v1/conductor/sessions/{self.session.id}", SessionView)
        show_notes(self.desk.console, now.notes[len(self.session.notes) :])
        self.session = now

    def _failed(self, code: int) -> None:
        """Somebody who sits there has seen it; a script hears of it at the end."""
        if not self.desk.has_person and self.code == ExitCode.OK:
            self.code = code

    async def help(self) -> None:
        """Say what can be typed."""
        self.desk.console.say(say("help"))

    async def save(self) -> None:
        """Say where the state is: it was saved with the last turn."""
        self.desk.console.say(self._kept())

    def _kept(self) -> str:
        return say("not_saved") if self.session.state is None else say("saved", path=self.session.state)

    async def state(self) -> None:
        """Say what the agent remembers."""
        now = await self.desk.client.get(f"/v1/conductor/sessions/{self.session.id}", SessionView)
        self.desk.console.say(say("state", turns=now.turns))
        self.desk.console.say(self._kept(), "dim")

    async def scope(self) -> None:
        """Say what may be written, and which files that are today."""
        console, place = self.desk.console, self.session
        console.say(scope_words(place))
        address = address_of(place.environment, place.project, place.agent.id)
        agent = await self.desk.client.get(address, ResidentView, home=str(conductor_home(place.agent)))
        if agent.reaches is not None and place.scope:
            console.say(say("reaches", count=agent.reaches), "dim")
            for path in agent.examples:
                console.say(f"  {one_line(path)}", "dim")

    async def tools(self) -> None:
        """Say what the agent can use."""
        for tool in self.session.tools:
            self.desk.console.say(f"  {one_line(tool)}")

    async def pending(self) -> None:
        """Say what waits, and what was proposed and not adopted."""
        client, console = self.desk.client, self.desk.console
        talk = self.session.conversation
        waiting: Page[Approval] = await client.get("/v1/approvals", session=talk, status="pending")
        proposed: Page[Change] = await client.get("/v1/changes", session=talk, status="proposed")
        if not waiting["items"] and not proposed["items"]:
            console.say(say("nothing_waits"))
        for approval in waiting["items"]:
            console.say(f"? {approval['id']}  {one_line(approval['title'])}")
        for change in proposed["items"]:
            console.say(f"± {change['id']}  {one_line(change['title'])}")
        if proposed["items"]:
            console.say(say("adopt_hint"), "dim")

    async def undo(self) -> None:
        """Take back what the latest turn changed, after showing it."""
        client, console = self.desk.client, self.desk.console
        if not self.runs:
            console.say(say("nothing_to_undo"))
            return
        path = f"/v1/runs/{self.runs[-1]}/undo"
        seen: UndoPreview = await client.post(path, preview=True)
        for item in seen["items"]:
            console.say(f"{term(item['action'])}: {one_line(item['title'])}", "bold")
            if item["conflict"]:
                console.say(f"  {one_line(item['conflict'])}", "yellow")
            show_diff(console, item["diff"] or "", indent="  ")
        if not seen["possible"]:
            console.say(say("not_undone"), "yellow")
            return
        typed = await interruptible(self.desk.lines.answer(say("undo_this")))
        if (typed or "").strip().lower() in YES:
            run: Run = await client.post(path, preview=False)
            self.runs.pop()
            console.say(say("undone") if run["status"] == RunStatus.DONE else f"{run['id']}: {run['status']}", "green")

    async def reset(self) -> None:
        """Forget the conversation."""
        self.session = await self.desk.client.post(f"/v1/conductor/sessions/{self.session.id}/reset", SessionView)
        self._begin_deciding()
        self.desk.console.say(say("reset"))


COMMANDS: dict[str, Callable[[Repl], Awaitable[None]]] = {
    **dict.fromkeys(("/help", "/ajuda", "/?", "?", "help", "ajuda"), Repl.help),
    "/save": Repl.save,
    "/state": Repl.state,
    "/scope": Repl.scope,
    "/tools": Repl.tools,
    "/pending": Repl.pending,
    "/undo": Repl.undo,
    "/reset": Repl.reset,
}


async def _nobody(client: object, console: object, story: object) -> bool:
    """Nothing is answered for a person who is not there."""
    return False
