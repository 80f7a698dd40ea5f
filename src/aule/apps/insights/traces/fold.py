"""The fold: events of one run become drafts of spans. Pure: the same events always give the same spans."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from pydantic_core import to_json

from aule.apps.insights.traces.drafts import SpanDraft, moment_of, span_id
from aule.apps.insights.traces.span import SpanKind, SpanStatus
from aule.contracts.access.approval import Approval, ApprovalStatus
from aule.contracts.errors import Problem
from aule.contracts.events import facts
from aule.contracts.events.facts import Event
from aule.contracts.kinds import RunKind, RunStatus
from aule.contracts.runs.graph import Graph
from aule.contracts.runs.run import Run, Usage
from aule.sdk.system import ATTEMPT_DIGITS, calls_of

STATUS: Mapping[RunStatus, SpanStatus] = {
    RunStatus.QUEUED: "running",
    RunStatus.EXECUTING: "running",
    RunStatus.WAITING: "waiting",
    RunStatus.PAUSED: "waiting",
    RunStatus.DONE: "ok",
    RunStatus.DONE_WITH_FAILURES: "error",
    RunStatus.FAILED: "error",
    RunStatus.CANCELLED: "cancelled",
}
"""How a span stands whose run stands so."""
MEMORY_OPERATIONS = {"core.memory_search": "search_memory", "core.memory_save": "create_memory"}
"""Calls that are uses of memory."""
_TURNS = frozenset({RunKind.TURN, RunKind.DELEGATE, RunKind.ONE_SHOT, RunKind.SCHEDULE})
_DECIDED: Mapping[ApprovalStatus, SpanStatus] = {
    ApprovalStatus.GRANTED: "ok",
    ApprovalStatus.DENIED: "ok",
    ApprovalStatus.EXPIRED: "cancelled",
    ApprovalStatus.SUPERSEDED: "cancelled",
    ApprovalStatus.PENDING: "waiting",
}
_ITEM = re.compile(r"\[\d+\]$")
_ITEMS = re.compile(r"\[\d+\]")
_RESTART = "restart"
_NO_USAGE = Usage()


def kind_of(run: Run) -> SpanKind:
    """Return what the outermost span of a run is."""
    if run.has_graph:
        return "workflow"
    return "turn" if run.kind in _TURNS else "call"


class RunFold:
    """Folds the events of one run."""

    def __init__(self, run: Run) -> None:
        kind = kind_of(run)
        operation = {"workflow": "invoke_workflow", "turn": "invoke_agent"}.get(kind, "execute_tool")
        self.run = run
        self.root = SpanDraft(
            span_id(run.id, "run", ""), run.id, kind, run.title or run.id, operation, moment_of(run.started_at), 0, 0
        )
        self.root.step, self.root.agent = run.step or "", (run.agent or "") if kind == "turn" else ""
        self.drafts: list[SpanDraft] = [self.root]
        self.calls: dict[str, SpanDraft] = {}
        self.steps: dict[str, SpanDraft] = {}
        self._asked: dict[str, SpanDraft] = {}
        self._wished: set[str] = set()
        self._open_wishes: set[str] = set()
        self._titles: dict[str, str] = {}
        self._places: dict[str, str] = {}
        """Steps by what the ids of their calls begin with."""
        self._pause: SpanDraft | None = None
        self._provider, _, self._model = (run.model or "").partition("/")
        self._tier = 0
        self._answering: SpanDraft | None = None
        self._since = self.root.start
        """When the model could begin its next answer."""
        self._at = self.root.start
        self._seq = 0
        self._rules: Mapping[type[Any], Callable[[Any], None]] = {
            facts.RunFinished: self._run_finished,
            facts.RunPlanned: self._run_planned,
            facts.RunPaused: self._run_paused,
            facts.RunResumed: self._run_resumed,
            facts.StepStarted: self._step_begun,
            facts.StepExpanded: self._step_begun,
            facts.StepOpened: self._step_begun,
            facts.StepCompleted: self._step_completed,
            facts.StepFailed: self._step_failed,
            facts.StepSkipped: self._step_skipped,
            facts.StepInterrupted: self._step_interrupted,
            facts.StepReleased: self._step_released,
            facts.ModelChosen: self._model_chosen,
            facts.ModelAsked: self._model_asked,
            facts.MemoryRecalled: self._memory_recalled,
            facts.TurnSpoke: self._turn_spoke,
            facts.TurnThought: self._turn_spoke,
            facts.TurnStepped: self._turn_stepped,
            facts.CallStarted: self._call_started,
            facts.CallProgressed: self._call_moved,
            facts.CallPrinted: self._call_moved,
            facts.CallConnected: self._call_moved,
            facts.CommandBegan: self._call_moved,
            facts.CallCompleted: self._call_ended,
            facts.CallFailed: self._call_ended,
            facts.ApprovalRequested: self._approval,
            facts.ApprovalGranted: self._approval,
            facts.ApprovalDenied: self._approval,
            facts.ApprovalExpired: self._approval,
            facts.ApprovalSuperseded: self._approval,
        }

    def take(self, event: Event) -> None:
        """Take one event in; they come in the order of the log."""
        before, self._at, self._seq = self._at, moment_of(event.ts), int(event.seq)
        self.root.first_seq = self.root.first_seq or self._seq
        self.root.last_seq = self._seq
        fact: Any = event.data
        if isinstance(fact, facts.RunResumed) and fact.reason == _RESTART:
            self._cut_off(before)
        rule = self._rules.get(type(event.data))
        if rule is not None:
            rule(fact)

    def end(self, now: float) -> None:
        """End what is still open: at the end of the run where it is over; else it lasts until now."""
        is_over = self.root.end is not None
        if not is_over:
            self.root.status = STATUS[self.run.status]
            if self._is_thinking():
                self._answer()
            if self._answering is not None:
                self.drafts.append(self._answering)
        for draft in self.drafts:
            if draft.end is None:
                draft.end = self.root.end if is_over else now
                if is_over and draft.status in ("running", "waiting"):
                    draft.status = "cancelled"

    def _made(self, kind: SpanKind, key: str, name: str, operation: str, parent: SpanDraft | None = None) -> SpanDraft:
        id = span_id(self.run.id, kind, key)
        draft = SpanDraft(id, self.run.id, kind, name, operation, self._at, self._seq, self._seq)
        draft.parent = (parent or self.root).id
        return draft

    def _add(self, kind: SpanKind, key: str, name: str, operation: str, parent: SpanDraft | None = None) -> SpanDraft:
        draft = self._made(kind, key, name, operation, parent)
        self.drafts.append(draft)
        return draft

    # -- runs

    def _run_finished(self, fact: facts.RunFinished) -> None:
        failed = fact.status is RunStatus.FAILED
        if failed and self._is_thinking():
            self._answer()
        self._break_off(self._at, "error" if failed else "cancelled", fact.error if failed else None)
        self.root.close(self._at, STATUS[fact.status], fact.error)

    def _run_planned(self, fact: facts.RunPlanned) -> None:
        self._titles.update(_titles_of(fact.graph))

    def _run_paused(self, fact: facts.RunPaused) -> None:
        if self._pause is None:
            self._pause = self._add("wait", f"pause.{self._seq}", "pause", "wait_for_person")
            self._pause.status = "waiting"
            self._pause.attributes["aule.wait"] = "pause" if fact.why == "person" else fact.why

    def _run_resumed(self, _: facts.RunResumed) -> None:
        if self._pause is not None:
            self._pause.close(self._at, "ok")
            self._pause.last_seq = self._seq
            self._pause = None
        self._since = self._at

    def _cut_off(self, since: float) -> None:
        """Add the time in which the system was off, and end what was under way when it went."""
        self._break_off(since, "cancelled")
        draft = self._add("wait", f"restart.{self._seq}", "restart", "wait_for_restart")
        draft.attributes["aule.wait"] = "restart"
        draft.start = since
        draft.close(self._at, "ok")

    # -- steps

    def _step(self, place: str) -> SpanDraft:
        """Return the span of a step; it begins when it is first spoken of."""
        found = self.steps.get(place)
        if found is None:
            name = self._titles.get(_ITEMS.sub("", place)) or place
            item = _ITEM.search(place)
            above = self._step_above(place)
            found = self._add("step", place, f"{name} {item[0]}" if item else name, "execute_step", above)
            found.step = place
            self.steps[place] = found
            self._places[calls_of(self.run.id, place)] = place
        found.last_seq = self._seq
        return found

    def _step_above(self, place: str) -> SpanDraft | None:
        """Return the step that a place stands in: `fetch` of `fetch[3]`, `report` of `report/draft`."""
        outer = _ITEM.sub("", place) if _ITEM.search(place) else place.rpartition("/")[0]
        return self._step(outer) if outer else None

    def _step_begun(self, fact: facts.StepStarted | facts.StepExpanded | facts.StepOpened) -> None:
        draft = self._step(fact.step)
        draft.end, draft.status, draft.error = None, "running", None
        if isinstance(fact, facts.StepStarted):
            draft.retries = max(draft.retries, fact.attempt - 1)

    def _step_completed(self, fact: facts.StepCompleted) -> None:
        self._step(fact.step).close(self._at, "ok")

    def _step_failed(self, fact: facts.StepFailed) -> None:
        draft = self._step(fact.step)
        draft.close(self._at, "error", fact.error)
        if fact.again_at is not None:
            draft.end, draft.status = None, "running"

    def _step_skipped(self, fact: facts.StepSkipped) -> None:
        draft = self._step(fact.step)
        draft.close(self._at, "skipped", fact.error)
        draft.attributes["aule.step.skipped"] = fact.reason

    def _step_interrupted(self, fact: facts.StepInterrupted) -> None:
        draft = self._step(fact.step)
        draft.end, draft.status, draft.error = None, "waiting", fact.error
        if fact.approval is None:
            wait = self._add(
                "wait", f"step.{fact.step}.{self._seq}", fact.message or fact.moment, "wait_for_person", draft
            )
            wait.status, wait.step = "waiting", fact.step
            wait.attributes["aule.wait"] = fact.moment
            self._asked[f"step {fact.step}"] = wait

    def _step_released(self, fact: facts.StepReleased) -> None:
        draft = self._step(fact.step)
        draft.status, draft.error = "running", None
        wait = self._asked.pop(f"step {fact.step}", None)
        if wait is not None:
            wait.close(self._at, "ok")
            wait.last_seq = self._seq

    # -- turns

    def _model_chosen(self, fact: facts.ModelChosen) -> None:
        self._break_off(self._at, "error")  # it was asked and gave no answer: another one stands in for it
        self._provider, self._model, self._tier = fact.provider, fact.model, fact.tier
        self._since = self._at

    def _model_asked(self, _: facts.ModelAsked) -> None:
        """Take in that a model was asked; the log tells it when the answer has ended, or broke off."""
        if self._tier:
            self._answer().last_seq = self._seq

    def _memory_recalled(self, fact: facts.MemoryRecalled) -> None:
        draft = self._add("memory", str(self._seq), "recall", "search_memory")
        draft.close(self._at, "ok")
        draft.attributes["aule.memory.items"] = len(fact.items)

    def _is_thinking(self) -> bool:
        """Tell whether a model was asked and has not answered, as far as the log shows."""
        waits = any(draft.end is None and draft.kind == "wait" for draft in self.drafts)
        return self._tier > 0 and not self._open_wishes and not waits and self._answering is None

    def _answer(self) -> SpanDraft:
        """Return the span of the answer that is under way."""
        if self._answering is None:
            draft = self._made("model", f"answer.{self._since}", self._model or self._provider, "chat")
            draft.start = self._since
            self._model_of(draft)
            self._answering = draft
        return self._answering

    def _break_off(self, at: float, status: SpanStatus, error: Problem | None = None) -> None:
        """End an answer that was never told whole."""
        if self._answering is not None:
            self._answering.close(max(at, self._answering.start), status, error)
            self.drafts.append(self._answering)
            self._answering = None

    def _model_of(self, draft: SpanDraft) -> None:
        draft.model, draft.provider = self._model or None, self._provider or None

    def _turn_spoke(self, fact: facts.TurnSpoke | facts.TurnThought) -> None:
        draft = self._answer() if self._tier else None
        if draft is not None:
            draft.last_seq = self._seq

    def _turn_stepped(self, fact: facts.TurnStepped) -> None:
        asked = fact.usage != _NO_USAGE or (self._tier > 0 and fact.duration_ms > 0)
        draft, self._answering = self._answering, None  # it is told whole now
        kind: SpanKind = "model" if asked else "rules"
        name = (self._model or self._provider) if asked else "rules"
        first = self._seq if draft is None else draft.first_seq
        draft = self._add(kind, f"step.{fact.step}.{self._seq}", name or kind, "chat" if asked else "plan")
        draft.first_seq = first
        draft.start = max(self._at - fact.duration_ms, min(self._since, self._at))
        draft.close(self._at, "ok")
        usage = fact.usage
        draft.tokens_in, draft.tokens_out, draft.cost = usage.tokens_in, usage.tokens_out, usage.cost
        draft.tokens_cached, draft.model_calls = fact.cached, usage.model_calls
        draft.bytes = len(fact.text.encode())
        draft.attributes["aule.turn.step"] = fact.step
        if asked:
            self._model_of(draft)
        self._wished |= {call.id for call in fact.calls}
        self._open_wishes |= {call.id for call in fact.calls}
        self._since = self._at

    # -- calls

    def _call(self, id: str, capability: str, title: str) -> SpanDraft:
        draft = self.calls.get(id)
        if draft is None:
            operation = MEMORY_OPERATIONS.get(capability, "execute_tool")
            kind: SpanKind = "memory" if capability in MEMORY_OPERATIONS else "tool"
            draft = self._add(kind, id, title or capability, operation, self._caller_of(id))
            draft.capability, draft.step = capability, self._places.get(id[:-ATTEMPT_DIGITS]) or self.root.step
            draft.attributes["gen_ai.tool.call.id"] = id
            self.calls[id] = draft
        draft.last_seq = self._seq
        return draft

    def _caller_of(self, id: str) -> SpanDraft | None:
        """Return what a call was made by: its step, the turn, or another call that consults it."""
        step = self._places.get(id[:-ATTEMPT_DIGITS])
        if step is not None:
            return self.steps[step]
        if id in self._wished:
            return None
        return next((each for each in reversed(self.calls.values()) if each.is_open), None)

    def _call_started(self, fact: facts.CallStarted) -> None:
        draft = self._call(fact.id, fact.capability, fact.title)
        draft.end, draft.status, draft.error = None, "running", None
        draft.attributes["aule.effect"] = fact.effect
        draft.attributes["aule.runtime"] = fact.runtime or "native"
        draft.approval = fact.approval

    def _call_moved(
        self, fact: facts.CallProgressed | facts.CallPrinted | facts.CallConnected | facts.CommandBegan
    ) -> None:
        draft = self.calls.get(fact.id)
        if draft is not None:
            draft.last_seq = self._seq

    def _call_ended(self, fact: facts.CallCompleted | facts.CallFailed) -> None:
        draft = self._call(fact.id, fact.capability, "")
        result = fact.result
        draft.close(self._at, "ok" if result.ok else "error", result.error)
        draft.bytes = _size_of(result.data)
        if result.passages and draft.kind == "tool":
            draft.kind, draft.operation = "retrieval", "retrieval"
            draft.attributes["aule.retrieval.passages"] = len(result.passages)
        if result.changes:
            draft.attributes["aule.changes"] = len(result.changes)
        self._open_wishes.discard(fact.id)
        self._since = self._at

    # -- people

    def _approval(self, fact: Any) -> None:
        approval: Approval = fact.approval
        draft = self._asked.get(approval.id)
        if draft is None:
            above = self.steps.get(approval.step or "")
            if above is None and approval.call is not None:
                above = self._caller_of(approval.call.id)
            draft = self._add("wait", approval.id, approval.title, "wait_for_person", above)
            draft.status, draft.approval = "waiting", approval.id
            draft.step = approval.step or (above.step if above is not None else self.root.step)
            draft.attributes["aule.wait"] = "question" if approval.kind == "question" else "approval"
            draft.attributes["aule.approval.kind"] = str(approval.kind)
            self._asked[approval.id] = draft
        draft.last_seq = self._seq
        if approval.status is not ApprovalStatus.PENDING:
            draft.close(self._at, _DECIDED[approval.status])
            draft.attributes["aule.approval.status"] = str(approval.status)
            self._since = self._at


def _size_of(data: Any) -> int:
    """Return how large a result is; one that is kept apart says so itself."""
    match data:
        case None:
            return 0
        case {"$blob": _, "bytes": int(size)}:
            return size
        case _:
            return len(to_json(data))


def _titles_of(graph: Graph, above: str = "") -> dict[str, str]:
    """Return the titles of steps by their places, those inside other steps too."""
    found: dict[str, str] = {}
    for step in graph.nodes:
        place = f"{above}{step.id}"
        found[place] = step.title
        if step.graph is not None:
            found |= _titles_of(step.graph, f"{place}/")
    return found
