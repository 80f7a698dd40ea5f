"""A run as it happens, told line by line: thoughts, calls, words, and what waits for a person."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from aule.contracts.errors import ApprovalRequired, Denied, OutsideScope, ScopeViolation, WriteBlocked
from aule.contracts.kinds import RunStatus
from aule.terminal.changes import brief
from aule.terminal.console import Console
from aule.terminal.markdown import Unescape, unescaped
from aule.terminal.printable import one_line
from aule.terminal.words import say

if TYPE_CHECKING:
    from aule.contracts.errors import Report
    from aule.terminal.answers import Approval, Event, Result, Usage

NOT_LET = {WriteBlocked.code, Denied.code, ApprovalRequired.code}
"""Why a call was not made, or not all of it, though it could have been."""
REFUSED = NOT_LET | {ScopeViolation.code, OutsideScope.code}
"""What is said of a call that came back and did not do all it was to do."""

NO_USAGE: Usage = {"tokens_in": 0, "tokens_out": 0, "cost": 0.0, "model_calls": 0}


@dataclass
class Story:
    """What a run came to so far, folded from its events."""

    run: str
    status: RunStatus = RunStatus.EXECUTING
    text: str = ""
    usage: Usage = field(default_factory=lambda: NO_USAGE)
    error: Report | None = None
    model: str | None = None
    result: Result | None = None
    """What the latest call gave back."""
    plan: str | None = None
    """The plan that was made of the words, by its id."""
    pending: dict[str, Approval] = field(default_factory=dict[str, "Approval"])
    changes: list[str] = field(default_factory=list[str])
    artifacts: list[str] = field(default_factory=list[str])
    proposals: list[str] = field(default_factory=list[str])
    """What would be changed, if a person says so."""
    violations: list[str] = field(default_factory=list[str])
    """What was reached for and may not be touched."""
    blocked: Report | None = None
    """The first thing that was not done because a person said no, or nobody is asked here."""

    def take(self, event: Event) -> None:
        """One more event of this run or of a run below it."""
        fact = event["data"]
        match fact["type"]:
            case "approval.requested":
                self.pending[fact["approval"]["id"]] = fact["approval"]
            case "approval.granted" | "approval.denied" | "approval.expired" | "approval.superseded":
                self.pending.pop(fact["approval"]["id"], None)
            case "change.recorded":
                self.changes.append(fact["change"]["id"])
            case "artifact.saved":
                self.artifacts.append(fact["artifact"]["id"])
            case "change.proposed":
                self.proposals.append(fact["change"]["id"])
            case "scope.violated":
                self.violations.append(fact["target"])
            case _ if event["run"] == self.run:
                self._own(fact)
            case _:
                pass

    def _own(self, fact: Any) -> None:
        match fact["type"]:
            case "model.chosen":
                self.model = f"{fact['provider']}/{fact['model']}"
            case "call.completed" | "call.failed":
                self.result = fact["result"]
                if fact["capability"].startswith("planner."):
                    self.plan = _plan_in(fact["result"]) or self.plan
                self.blocked = self.blocked or _not_let(fact["result"])
            case "message.added" if fact["message"]["role"] == "assistant":
                self.text = fact["message"]["content"]
            case "run.waiting":
                self.status = RunStatus.WAITING
            case "run.resumed":
                self.status = RunStatus.EXECUTING
            case "run.finished":
                self.status, self.usage, self.error = RunStatus(fact["status"]), fact["usage"], fact["error"]
            case _:
                pass


def _not_let(result: Result) -> Report | None:
    """Why a call was not let do all it wished: it failed with that, or came back with a warning that says so."""
    if result["error"] is not None and result["error"]["code"] in NOT_LET:
        return result["error"]
    told = next((warning for warning in result["warnings"] if warning["code"] in NOT_LET), None)
    return None if told is None else WriteBlocked(told["message"], code=told["code"]).report


def _plan_in(result: Result) -> str | None:
    """The id of the plan a call made, if it made one and it is there to be looked at."""
    data: Any = result["data"] if result["ok"] else None
    made = cast("dict[str, Any]", data).get("plan") if isinstance(data, dict) else None
    return made if isinstance(made, str) and made else None


class Narrator:
    """Tells events on a console, one line a call, words as they come."""

    def __init__(self, console: Console, run: str) -> None:
        self._console = console
        self._run = run
        self._streamed: set[int] = set()
        self._speech = Unescape()

    def tell(self, event: Event) -> None:
        """Say what this event means to somebody watching."""
        fact, own = event["data"], event["run"] == self._run
        match fact["type"]:
            case "turn.thought":
                self._console.stream(fact["delta"], "dim")
            case "turn.spoke" if own:
                self._streamed.add(fact["step"])
                self._console.stream(self._speech.feed(fact["delta"]))
            case "call.printed":
                self._console.stream(fact["text"], "dim")
            case "turn.stepped" if own and fact["text"] and fact["step"] not in self._streamed:
                self._console.say(unescaped(fact["text"]))
            case "run.finished" if own:
                self._console.stream(self._speech.finish())
                self._console.end_line()
            case "model.chosen":
                self._console.say_once(f"{fact['provider']}/{fact['model']}: {fact['why']}", "dim")
            case _:
                if (sentence := _sentence(fact)) is not None:
                    self._console.say(("" if own else "  ") + sentence[0], sentence[1])


def _sentence(fact: Any) -> tuple[str, str] | None:
    """What a fact is in one line, and its style; none when there is nothing to say."""
    match fact["type"]:
        case "call.started":
            return f"→ {fact['capability']} {brief(fact['params'])}", "cyan"
        case "call.progressed":
            return f"  {fact['message']}", "dim"
        case "call.completed":
            return _completed(fact)
        case "call.failed":
            return f"✗ {fact['capability']}: {_why(fact['result'])}{_warned(fact['result'])}", "red"
        case "change.proposed":
            return f"± {one_line(fact['change']['title'])} {say('proposed')}", "yellow"
        case "guard.tripped":
            return f"Stopped by {fact['guard']}: {fact['detail']}", "yellow"
        case "turn.compacted":
            words = {"messages": "older messages folded away", "results": "earlier results folded away"}
            return f"To make room: {fact['dropped']} {words.get(fact['what'], 'attachments cut')}.", "dim"
        case _:
            return _of_step(fact)


def _why(result: Result) -> str:
    """Why a call failed. What it printed was told while it ran, so of that only the sentence is told again."""
    if result["error"] is None:
        return "?"
    return result["error"]["message"] if result["data"] is None else result["error"]["message"].partition("\n")[0]


def _completed(fact: Any) -> tuple[str, str]:
    """That a call came back, and what its caller is warned of; one whose files were refused is not green."""
    took, warned = f"({fact['result']['duration_ms']:.0f} ms)", _warned(fact["result"])
    if any(warning["code"] in REFUSED for warning in fact["result"]["warnings"]):
        return f"! {fact['capability']} {took}{warned}", "yellow"
    return f"✓ {fact['capability']} {took}{warned}", "yellow" if warned else "green"


def _warned(result: Result) -> str:
    return "".join(f"\n  ! {one_line(warning['message'])}" for warning in result["warnings"])


def _of_step(fact: Any) -> tuple[str, str] | None:
    """What happened to a step of a graph, in one line."""
    match fact["type"]:
        case "step.started" if fact["attempt"] > 1:
            return f"{fact['step']}, attempt {fact['attempt']}", "dim"
        case "step.expanded":
            return f"{fact['step']}: {len(fact['items'])} times", "dim"
        case "step.skipped":
            return f"– {fact['step']} skipped ({fact['reason']})", "dim"
        case "step.failed":
            message = fact["error"]["message"] if fact["call"] is None else fact["error"]["message"].partition("\n")[0]
            return f"✗ {fact['step']}: {message}", "red"
        case "step.interrupted":
            return f"? {fact['step']} waits for you", "yellow"
        case _:
            return None
