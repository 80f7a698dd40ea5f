"""A run as it happens, told line by line: thoughts, calls, words, and what waits for a person."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from aule.cli.console import Console
from aule.contracts import events
from aule.contracts.approval import Approval, Cascade, Choices, FileDiff, Table, Text
from aule.contracts.capability import Result
from aule.contracts.change import Removed
from aule.contracts.errors import Problem
from aule.contracts.events import Event
from aule.contracts.run import RunStatus, Usage


@dataclass
class Story:
    """What a run came to so far, folded from its events."""

    run: str
    status: RunStatus = RunStatus.EXECUTING
    text: str = ""
    usage: Usage = field(default_factory=Usage)
    error: Problem | None = None
    model: str | None = None
    result: Result | None = None
    """What the latest call gave back."""
    pending: dict[str, Approval] = field(default_factory=dict[str, Approval])
    changes: list[str] = field(default_factory=list[str])
    artifacts: list[str] = field(default_factory=list[str])

    def take(self, event: Event) -> None:
        """One more event of this run or of a run below it."""
        fact = event.data
        match fact:
            case events.ApprovalRequested():
                self.pending[fact.approval.id] = fact.approval
            case (
                events.ApprovalGranted()
                | events.ApprovalDenied()
                | events.ApprovalExpired()
                | events.ApprovalSuperseded()
            ):
                self.pending.pop(fact.approval.id, None)
            case events.ChangeRecorded():
                self.changes.append(fact.change.id)
            case events.ArtifactSaved():
                self.artifacts.append(fact.artifact.id)
            case _ if event.run == self.run:
                self._own(fact)
            case _:
                pass

    def _own(self, fact: Any) -> None:
        match fact:
            case events.ModelChosen():
                self.model = f"{fact.provider}/{fact.model}"
            case events.CallCompleted() | events.CallFailed():
                self.result = fact.result
            case events.MessageAdded() if fact.message.role == "assistant":
                self.text = fact.message.content
            case events.RunWaiting():
                self.status = RunStatus.WAITING
            case events.RunResumed():
                self.status = RunStatus.EXECUTING
            case events.RunFinished():
                self.status, self.usage, self.error = fact.status, fact.usage, fact.error
            case _:
                pass


class Narrator:
    """Tells events on a console, one line a call, words as they come."""

    def __init__(self, console: Console, run: str) -> None:
        self._console = console
        self._run = run
        self._streamed: set[int] = set()

    def tell(self, event: Event) -> None:
        """Say what this event means to somebody watching."""
        fact, own = event.data, event.run == self._run
        match fact:
            case events.TurnThought():
                self._console.stream(fact.delta, "dim")
            case events.TurnSpoke() if own:
                self._streamed.add(fact.step)
                self._console.stream(fact.delta)
            case events.TurnStepped() if own and fact.text and fact.step not in self._streamed:
                self._console.say(fact.text)
            case events.RunFinished() if own:
                self._console.end_line()
            case _:
                if (sentence := _sentence(fact)) is not None:
                    self._console.say(("" if own else "  ") + sentence[0], sentence[1])


def _sentence(fact: Any) -> tuple[str, str] | None:
    """What a fact is in one line, and its style; none when there is nothing to say."""
    match fact:
        case events.ModelChosen():
            return f"{fact.provider}/{fact.model}: {fact.why}", "dim"
        case events.CallStarted():
            return f"→ {fact.capability} {_brief(fact.params)}", "cyan"
        case events.CallProgressed():
            return f"  {fact.message}", "dim"
        case events.CallCompleted():
            return f"✓ {fact.capability} ({fact.result.duration_ms:.0f} ms)", "green"
        case events.CallFailed():
            return f"✗ {fact.capability}: {fact.result.error.message if fact.result.error else '?'}", "red"
        case events.GuardTripped():
            return f"Stopped by {fact.guard}: {fact.detail}", "yellow"
        case events.TurnCompacted():
            words = {"messages": "older messages folded away", "results": "earlier results folded away"}
            return f"To make room: {fact.dropped} {words.get(fact.what, 'attachments cut')}.", "dim"
        case _:
            return _of_step(fact)


def _of_step(fact: Any) -> tuple[str, str] | None:
    """What happened to a step of a graph, in one line."""
    match fact:
        case events.StepStarted() if fact.attempt > 1:
            return f"{fact.step}, attempt {fact.attempt}", "dim"
        case events.StepExpanded():
            return f"{fact.step}: {len(fact.items)} times", "dim"
        case events.StepSkipped():
            return f"– {fact.step} skipped ({fact.reason})", "dim"
        case events.StepFailed():
            return f"✗ {fact.step}: {fact.error.message}", "red"
        case events.StepInterrupted():
            return f"? {fact.step} waits for you", "yellow"
        case _:
            return None


def show_approval(console: Console, approval: Approval) -> None:
    """The whole of what is asked: title, risk, text, and exactly what would happen."""
    console.say(f"{approval.title}  [{approval.kind}, risk {approval.risk}]", "bold")
    if approval.body:
        console.say(approval.body)
    match approval.preview:
        case FileDiff() as diff:
            console.say(f"{diff.path}  +{diff.added} −{diff.removed}{'  (new file)' if diff.is_new else ''}", "dim")
            show_diff(console, diff.diff)
        case Table() as table:
            console.table(table.columns, [[str(cell) for cell in row] for row in table.rows], empty="No rows.")
        case Text() as words:
            console.say(words.text)
        case Choices() as choices:
            console.say(choices.question)
        case Cascade() as cascade:
            console.say("\n".join(f"  {count} × {kind}" for kind, count in cascade.counts.items()))
        case None if approval.call is not None:
            console.say(f"{approval.call.capability} {_brief(approval.call.params)}")
        case None:
            pass


def show_diff(console: Console, diff: str, *, indent: str = "") -> None:
    """A unified diff; the signs in front say what the colours do."""
    for line in diff.splitlines():
        console.say(indent + line, {"+": "green", "-": "red", "@": "cyan"}.get(line[:1]))


def say_removed(console: Console, what: str, removed: Removed) -> None:
    """That something is gone, and how to have it back."""
    console.say(what)
    console.say(f"`aule undo {removed.change}` brings it back.", "dim")


def _brief(params: dict[str, Any]) -> str:
    """Parameters on one line, long values cut; the whole stands in the event log."""
    parts: list[str] = []
    for name, value in params.items():
        text = value if isinstance(value, str) else repr(value)
        text = " ".join(text.split())
        parts.append(f"{name}={text[:57] + '…' if len(text) > 58 else text}")
    return " ".join(parts)
