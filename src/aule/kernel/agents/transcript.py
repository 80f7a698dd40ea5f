"""The transcript of a run, folded from its events: the journal is the memory of a turn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from aule.contracts.access.approval import Approval, ApprovalStatus
from aule.contracts.access.capability import Result
from aule.contracts.errors import Denied
from aule.contracts.events.facts import (
    ApprovalDenied,
    ApprovalExpired,
    ApprovalGranted,
    ApprovalRequested,
    ApprovalSuperseded,
    AskReceived,
    CallCompleted,
    CallFailed,
    CallRequested,
    CallStarted,
    Event,
    Fact,
    MemoryRecalled,
    TurnRefused,
    TurnSpoke,
    TurnSteered,
    TurnStepped,
)
from aule.contracts.model import JsonObject
from aule.contracts.runs.run import Usage
from aule.contracts.runs.team import WAITING_CALLS
from aule.contracts.talk.brain import Attached, Entry, Observed, Said, Wished
from aule.contracts.talk.messages import Speaker
from aule.contracts.talk.understanding import Meant
from aule.text.messages import Messages

words = Messages("aule.kernel.conduct")


@dataclass(slots=True)
class Transcript:
    """The state of one turn."""

    ask: str = ""
    shape: JsonObject | None = None
    """The JSON Schema of the answer, where one was given."""
    meant: Meant | None = None
    """The reading a person chose on a card."""
    entries: list[Entry] = field(default_factory=list[Entry])
    steps: int = 0
    usage: Usage = field(default_factory=Usage)
    active_ms: float = 0
    results: dict[str, Result] = field(default_factory=dict[str, Result])
    withheld: dict[str, tuple[str, Result]] = field(default_factory=dict[str, tuple[str, Result]])
    """Calls that were made and whose results wait for a person: the capability and the result, by the call's id."""
    refusals: int = 0
    """How many answers were held back because they broke a guideline."""
    started: dict[str, str] = field(default_factory=dict[str, str])
    """Calls that started: id and capability."""
    approvals: dict[str, dict[str, Approval]] = field(default_factory=dict[str, dict[str, Approval]])
    """The approvals of each call and of those in its course, the oldest first; it may need a yes and answers too."""
    wanted: list[CallRequested] = field(default_factory=list[CallRequested])
    """The calls of the latest response."""
    answer: str = ""
    partial: str = ""
    """Speech of an incomplete response."""
    steers: list[str] = field(default_factory=list[str])
    """Words the person added that the model has not seen yet."""
    recalled: set[tuple[str, int]] = field(default_factory=set[tuple[str, int]])
    """The memories in this turn, each with its version."""
    _is_refused: bool = False
    """Whether the latest response was an answer that broke a guideline."""
    due: int = 0
    """How many added messages existed at the latest model request: the next response has seen them."""

    @property
    def speaker(self) -> Speaker | None:
        """Who spoke, where a team answered."""
        spoken = [result.spoken for result in self.results.values() if result.spoken is not None]
        return spoken[-1].speaker if spoken and spoken[-1].text == self.answer else None

    @property
    def own_result(self) -> Result | None:
        """What a direct call came to; calls in its course began after it."""
        first = next(iter(self.started), None) or next(iter(self.results), None)
        return None if first is None else self.results.get(first)

    @property
    def narrowed(self) -> list[list[str]]:
        """What this turn may use at most by what its calls said: a list of patterns of each that narrowed it."""
        return [result.narrows for result in self.results.values() if result.narrows is not None]

    @property
    def loaded_tools(self) -> list[str]:
        """Capabilities this turn has used or found: their schemas stay in the prompt."""
        found: list[str] = []
        for result in self.results.values():
            if isinstance(result.data, dict) and isinstance(names := result.data.get("capabilities"), list):  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
                found += [str(item.get("name")) for item in names if isinstance(item, dict)]  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType, reportUnknownArgumentType]
        return found + list(self.started.values())

    @property
    def open_calls(self) -> list[CallRequested]:
        """Calls of the latest response that have no result yet."""
        return [call for call in self.wanted if call.id not in self.results]

    @property
    def is_answered(self) -> bool:
        """Whether the latest response requested no calls and no added words are left."""
        return self.steps > 0 and not self.wanted and not self.steers and not self._is_refused

    def has_ended(self, call: str) -> bool:
        """Return whether a call was made to its end, whether or not its result may be seen yet."""
        return call in self.results or call in self.withheld

    def hear_steers(self) -> None:
        """Add the person's added words to what the model sees."""
        self.due = len(self.steers)
        self._hear_due()

    @property
    def attached(self) -> tuple[Attached, ...]:
        """The attachments of the ask."""
        asked = self.entries[0] if self.entries else None
        return asked.attached if isinstance(asked, Said) else ()

    def attach(self, attached: tuple[Attached, ...]) -> None:
        """Set the attachments of the ask."""
        if attached and self.entries and isinstance(asked := self.entries[0], Said):
            self.entries[0] = replace(asked, attached=attached)

    def latest_approval(self, call: str) -> Approval | None:
        """Return the latest approval of a call, or None."""
        return next(reversed(self.approvals.get(call, {}).values()), None)

    def grants(self, call: str) -> tuple[Approval, ...]:
        """Return all granted approvals and answers of a call."""
        asked = self.approvals.get(call, {}).values()
        return tuple(approval for approval in asked if approval.status is ApprovalStatus.GRANTED)

    def awaits_effect(self, call: str) -> bool:
        """Return whether a person decided on a call that has no result yet: the decision must not be lost."""
        latest = self.latest_approval(call)
        return latest is not None and latest.status is not ApprovalStatus.PENDING and call not in self.results

    def add(self, fact: Fact) -> None:
        """Apply one fact."""
        match fact:
            case AskReceived(message=message, shape=shape, meant=meant):
                self.ask, self.shape, self.meant = message, shape, meant
                self.entries.append(Said("user", message))
            case MemoryRecalled(items=items):
                self.recalled |= {(item.id, item.version) for item in items}
            case TurnSteered(message=message):
                self.steers.append(message)
            case TurnSpoke(delta=delta):
                self.partial += delta
            case TurnStepped() as step:
                self._take_step(step)
            case CallStarted(id=id, capability=capability):
                self.started[id] = capability
            case (
                CallCompleted(id=id, capability=name, result=result) | CallFailed(id=id, capability=name, result=result)
            ):
                self._take_end(id, name, result)
            case TurnRefused(text=text, rules=rules, correction=correction):
                self._refuse_answer(text, correction or " ".join(rules))
            case (
                ApprovalRequested(approval=approval)
                | ApprovalGranted(approval=approval)
                | ApprovalDenied(approval=approval)
                | ApprovalExpired(approval=approval)
                | ApprovalSuperseded(approval=approval)
            ):
                self._take_approval(approval)
            case _:
                pass

    def _hear_due(self) -> None:
        self.entries += [Said("user", message) for message in self.steers[: self.due]]
        del self.steers[: self.due]
        self.due = 0

    def _take_approval(self, approval: Approval) -> None:
        if approval.call is None or approval.resumes is None:
            return
        for id in {approval.call.id: None, approval.resumes.id: None}:
            self.approvals.setdefault(id, {})[approval.id] = approval
        self._settle_withheld(approval)

    def _take_end(self, id: str, name: str, result: Result) -> None:
        """Take in how a call ended; a result that waits for a person is not seen yet."""
        asked = self.latest_approval(id)
        if asked is None or not asked.is_about_result:
            self._take_result(id, name, result)
            return
        self.withheld[id] = name, result
        self._settle_withheld(asked)

    def _settle_withheld(self, approval: Approval) -> None:
        """Let a result be seen that waited for a person, or tell that they keep it back."""
        if not approval.is_about_result or approval.status is ApprovalStatus.PENDING or approval.call is None:
            return
        name, result = self.withheld.pop(approval.call.id, ("", None))
        if result is None:
            return
        if approval.status is not ApprovalStatus.GRANTED:
            problem = Denied(words.say("withheld", "en"), hint=words.hint("withheld", "en")).problem
            result = result.model_copy(update={"ok": False, "data": None, "error": problem, "passages": []})
        self._take_result(approval.call.id, name, result)

    def _refuse_answer(self, text: str, correction: str) -> None:
        """Take in that the latest answer was held back, and what its model is told about it."""
        self.refusals += 1
        self.answer, self._is_refused = "", True
        if self.entries and self.entries[-1] == Said("assistant", ""):
            self.entries.pop()
        self.entries += [Said("assistant", text), Said("user", correction)]

    def _take_step(self, step: TurnStepped) -> None:
        self._hear_due()
        self._is_refused = False
        self.steps += 1
        self.usage = self.usage + step.usage
        self.active_ms += step.duration_ms
        self.wanted = list(step.calls)
        self.partial = ""
        if step.calls:
            self.entries.append(Wished(tuple(step.calls), step.text))
        else:
            self.answer = step.text
            self.entries.append(Said("assistant", step.text))
            self.due = len(self.steers)

    def _take_result(self, id: str, capability: str, result: Result) -> None:
        if id in self.results:
            return
        self.results[id] = result
        if all(call.id != id for call in self.wanted):
            return  # a direct call: no model requested it, so none sees its result
        self.active_ms += 0 if capability in WAITING_CALLS else result.duration_ms
        self.entries.append(Observed(id, capability, result))
        if not self.open_calls:
            self.due = len(self.steers)


def fold(events: Iterable[Event]) -> Transcript:
    """Return the transcript of a run from its events."""
    transcript = Transcript()
    for event in events:
        transcript.add(event.data)
    return transcript
