"""The rules of a run: from where it stands and what happened, what follows. No clock, no disk, no model."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from aule.contracts.errors import AuleError, Invalid, Problem
from aule.contracts.events.steps import (
    StepCompleted,
    StepExpanded,
    StepFact,
    StepFailed,
    StepInterrupted,
    StepOpened,
    StepSkipped,
    StepStarted,
)
from aule.contracts.model import JsonObject
from aule.contracts.runs.graph import Moment, OnError, Repeat, SkipReason, Step, StepKind
from aule.contracts.runs.run import RunStatus
from aule.kernel.engine.graphs.bindings import resolve
from aule.kernel.engine.graphs.expressions import Sight, asks_how_it_stands, evaluate, parse
from aule.kernel.engine.graphs.needs import without_missing
from aule.kernel.engine.progress import Claim, Group, Node, Progress, befores, holds_after, sight_of

READS = Claim()


@dataclass(frozen=True, slots=True)
class Rules:
    """How a run goes on."""

    at_once: int = 8
    claim: Callable[[Step, JsonObject], Claim] = lambda step, params: READS

    def go_on(self, progress: Progress) -> list[StepFact]:
        """Everything that follows now; it is already taken into the progress. The started steps are to be done."""
        facts: list[StepFact] = []
        while True:
            new = self._next(progress)
            if not new:
                return facts
            for fact in new:
                progress.apply(fact)
            facts += new

    def completed(self, progress: Progress, place: str, result: Any) -> list[StepFact]:
        """A step's work gave a result."""
        return self._take(progress, _after(progress.nodes[place], result))

    def failed(
        self, progress: Progress, place: str, error: Problem, *, now: float, result: Any = None
    ) -> list[StepFact]:
        """A step's work failed: it is tried again, given up, or stops its graph. What it gave back stays readable."""
        return self._take(progress, _failure(progress.nodes[place], error, now, result))

    def lost(self, progress: Progress, place: str) -> list[StepFact]:
        """Nobody knows what became of a step that had begun: a person has to say."""
        return self._take(progress, [interruption(progress.nodes[place], "unknown")])

    def given(self, progress: Progress, node: Node) -> JsonObject | None:
        """What a step would be given if it began now; None for one that is given nothing, or cannot be yet."""
        try:
            first = self._enter(progress, node)[0]
        except AuleError:
            return None
        return first.params if isinstance(first, StepStarted) else None

    def _take(self, progress: Progress, facts: list[StepFact]) -> list[StepFact]:
        for fact in facts:
            progress.apply(fact)
        return [*facts, *self.go_on(progress)]

    def _next(self, progress: Progress) -> list[StepFact]:
        for node in progress.settled.values():
            return self._settle(node)
        if progress.troubled and (given_up := _given_up(progress)):
            return given_up
        for node in progress.due.values():
            return self._begin(progress, node)
        return self._begin_work(progress)

    def _begin_work(self, progress: Progress) -> list[StepFact]:
        if len(progress.running) >= self.at_once or not progress.ready:
            return []
        for node in progress.ready.values():
            if node.claim is not None and not self._fits(progress, node.claim):
                continue  # as it was when it was looked at before
            facts = self._begin(progress, node)
            started = facts[0]
            if isinstance(started, StepStarted) and not self._fits(progress, self._claim(node, started.params)):
                continue  # it waits until what it would meet has ended
            return facts
        return []

    def _fits(self, progress: Progress, claim: Claim) -> bool:
        """Whether a step may run beside those that run; readers only mind those that write."""
        beside = progress.running if claim.writes else progress.minded
        return all(claim.goes_with(node.claim or self._claim(node, node.params)) for node in beside.values())

    def _claim(self, node: Node, params: JsonObject) -> Claim:
        node.claim = self.claim(node.step, params)
        return node.claim

    def _begin(self, progress: Progress, node: Node) -> list[StepFact]:
        try:
            reason = _reason_not_to(progress, node)
            if reason is not None:
                return [StepSkipped(step=node.place, reason=reason)]
            if _holds_before(node):
                return [interruption(node, "before")]
            return self._enter(progress, node)
        except AuleError as error:  # a binding or a condition that cannot be filled in is the step's own failure
            return _failure(node, error.problem.model_copy(update={"recoverable": False}), 0)

    def _enter(self, progress: Progress, node: Node) -> list[StepFact]:
        step, sight = node.step, progress.sight_of(node)
        if node.is_repeated:
            return [StepExpanded(step=node.place, items=_items(step, sight))]
        match step.kind:
            case StepKind.CONDITION:
                return _after(node, bool(evaluate(parse(step.when or "true"), _sight(progress, node))))
            case StepKind.HUMAN:
                return [interruption(node, "answer")]
            case StepKind.WORKFLOW:
                return [StepOpened(step=node.place, inputs=resolve(step.inputs, sight))]
            case StepKind.CALL:
                params = resolve(step.call.params if step.call else {}, sight)
                return [StepStarted(step=node.place, attempt=node.attempt + 1, params=params)]
            case StepKind.AGENT:
                params = {"prompt": resolve(step.prompt or "", sight)}
                return [StepStarted(step=node.place, attempt=node.attempt + 1, params=params)]

    def _settle(self, node: Node) -> list[StepFact]:
        parts = cast("Group", node.parts)
        if parts.failed is not None:
            error = parts.failed.model_copy(update={"recoverable": False})
            return _failure(node, error, 0, _results(parts) if parts.graph is None else None)
        try:
            result = _results(parts) if parts.graph is None else _output(parts)
        except AuleError as error:
            return _failure(node, error.problem, 0)
        return _after(node, result)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a whole run came to."""

    status: RunStatus
    output: Any = None
    error: Problem | None = None


def outcome(progress: Progress) -> Outcome | None:
    """What the run came to, once every step is final."""
    root = progress.root
    if root.open:
        return None
    if root.failed is not None:
        return Outcome(RunStatus.FAILED, error=root.failed)
    try:
        output = _output(root)
    except AuleError as error:
        if not progress.is_partial:
            return Outcome(RunStatus.FAILED, error=error.problem)
        output = None  # what the whole comes to may need steps that nobody asked for
    return Outcome(RunStatus.DONE_WITH_FAILURES if progress.troubled else RunStatus.DONE, output)


def _results(parts: Group) -> list[Any]:
    """What each item of a repetition gave, also one that failed; nothing for one that was not begun."""
    return [part.result for part in parts.nodes]


def _output(group: Group) -> Any:
    """What a graph came to: what it says it gives, else what its steps share. What is switched off gives nothing."""
    if group.graph is None or group.graph.output is None:
        return dict(group.state)
    missing = frozenset(id for id in group.needs if _is_missing(group.by_id[id]))
    output = without_missing(group.graph.output, group.graph, missing) if missing else group.graph.output
    return resolve(output, sight_of(group))


def _given_up(progress: Progress) -> list[StepFact]:
    """Whoever waits inside a graph that was stopped waits no longer, unless it is there for that very case."""
    held = [*progress.waiting.values(), *progress.retrying.values()]
    given_up = [node for node in held if not _copes(node) and _stopped_by(node) is not None]
    return [StepSkipped(step=node.place, reason="upstream") for node in given_up]


def _copes(node: Node) -> bool:
    """Whether a step says itself what becomes of it when something went wrong: `always()`, `failure()`."""
    when = node.step.when
    return when is not None and node.step.kind is not StepKind.CONDITION and asks_how_it_stands(parse(when))


def _stopped_by(node: Node) -> Problem | None:
    """What stopped the graph a step is in, or one around it; inside a step that copes with it, nothing does."""
    group: Group | None = node.group
    while group is not None:
        if group.failed is not None:
            return group.failed
        owner = group.owner
        group = None if owner is None or _copes(owner) else owner.group
    return None


def _reason_not_to(progress: Progress, node: Node) -> SkipReason | None:
    """Why a step is not begun: it is switched off, what came before it went wrong, or its condition is not met."""
    step = node.step
    if step.disabled:
        return "disabled"
    before, copes = befores(node), _copes(node)
    if not copes and (_stopped_by(node) is not None or any(each.spoiled for each in before)):
        return "upstream"
    # Before what merely waits: whoever needs this step's result lacks it as well, even a step that copes.
    if node.repetition is None and _lacks_a_result(node):
        return "missing_result"
    if not copes and not _has_passed(before):
        return "upstream"
    if step.when is None or step.kind is StepKind.CONDITION or node.repetition is not None:
        return None
    return None if evaluate(parse(step.when), _sight(progress, node)) else "condition"


def _lacks_a_result(node: Node) -> bool:
    """Whether a step needs the result of one that was not done because it, or another one, is switched off."""
    needed = node.group.needs.get(node.step.id, ())
    return any(_is_missing(node.group.by_id[id]) for id in needed if id in node.group.by_id)


def _is_missing(node: Node) -> bool:
    return node.skipped in ("disabled", "missing_result")


def _sight(progress: Progress, node: Node) -> Sight:
    """What a step sees, and how the steps before it stand: none failed, and one at least was done."""
    before = befores(node)
    failed = any(each.spoiled for each in before)
    return Sight(progress.sight_of(node), success=_has_passed(before), failure=failed)


def _has_passed(before: list[Node]) -> bool:
    """Whether none of some steps failed, and one at least was done, if there is any."""
    passed = not before
    for each in before:
        if each.spoiled:
            return False
        passed = passed or each.passed
    return passed


def _items(step: Step, sight: Mapping[str, Any]) -> list[Any]:
    repeat = cast("Repeat", step.repeat)
    if repeat.count is not None:
        return list(range(repeat.count))
    items = resolve(repeat.for_each, sight)
    if not isinstance(items, list):
        raise Invalid(f"The step {step.id!r} repeats over what is not a list", hint="Point for_each to a list.")
    found = cast("list[Any]", items)
    if len(found) > repeat.max:
        raise Invalid(
            f"The step {step.id!r} would run {len(found)} times, at most {repeat.max} are allowed",
            hint="Raise repeat.max, or give it fewer items.",
            code="too_many_items",
        )
    return found


def _after(node: Node, result: Any) -> list[StepFact]:
    done = StepCompleted(step=node.place, result=result)
    return [done, interruption(node, "after")] if holds_after(node) else [done]


def _failure(node: Node, error: Problem, now: float, result: Any = None) -> list[StepFact]:
    """What a failure leads to: another attempt, a person, going on without it, or the end of its graph."""
    retry = node.step.retry
    fits = retry is not None and (not retry.on or error.code in retry.on)
    if retry is not None and fits and error.recoverable and node.attempt <= retry.max:
        again_at = now + retry.wait_before(node.attempt + 1)
        return [StepFailed(step=node.place, error=error, again_at=again_at, result=result)]
    match node.step.on_error:
        case OnError.SKIP:
            return [StepSkipped(step=node.place, reason="error", error=error, result=result)]
        case OnError.REPLAN if node.repetition is None:
            return [StepInterrupted(step=node.place, moment="replan", error=error, result=result)]
        case _:
            return [StepFailed(step=node.place, error=error, result=result)]


def interruption(node: Node, moment: Moment) -> StepInterrupted:
    """A step waits for a person, with the words that were written for that moment."""
    asked = node.step.question.message if node.step.question and moment == "answer" else ""
    said = node.step.interrupt.message if node.step.interrupt and moment in ("before", "after") else ""
    return StepInterrupted(step=node.place, moment=moment, message=asked or said)


def _holds_before(node: Node) -> bool:
    return not node.let_begin and node.step.interrupt is not None and node.step.interrupt.before
