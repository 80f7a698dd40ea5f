"""How runs end: answered, stopped, failed or interrupted; what was said so far is always kept."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from aule.contracts.access.capability import Effect, Result
from aule.contracts.errors import AuleError, Problem, UnknownCapability
from aule.contracts.events.facts import CallCompleted, CallFailed, CallStarted, Event, Fact, MessageAdded, RunFinished
from aule.contracts.runs.run import Run, RunKind, RunStatus
from aule.contracts.talk.messages import MAX_MESSAGE, Message
from aule.contracts.talk.sources import Grounding, Passage
from aule.kernel.agents.transcript import Transcript
from aule.kernel.capabilities.registry import Registry

if TYPE_CHECKING:
    from aule.kernel.agents.answer_checks import Deed, Vocabulary

_NO_ANSWER = frozenset({"invalid_output", "guideline_broken"})
"""The model itself failed to answer as it has to: that is told in the talk, where an answer is waited for."""


@dataclass(frozen=True, slots=True)
class Happened:
    """What happened in a run and below it: its calls, what they touched, and the words for all that can be done."""

    events: Sequence[Event]
    touched: Sequence[str]
    vocabulary: Vocabulary


@dataclass(frozen=True, slots=True)
class Cited:
    """The passages an answer cites, and how far they support it."""

    sources: Sequence[Passage]
    grounding: Grounding | None


def answered(
    run: Run, transcript: Transcript, happened: Happened, message: str, ts: str, cited: Cited | None = None
) -> list[Fact]:
    """A turn that came to its answer: the message, held against what happened, and the end."""
    from aule.kernel.agents.answer_checks import find_unsupported  # loaded with the first turn

    facts: list[Fact] = []
    if _is_told(run):
        deeds = _deeds(happened.events)
        claims = find_unsupported(transcript.answer, deeds, happened.touched, happened.vocabulary, transcript.ask)
        claims = [each for each in claims if not _is_cited(each, transcript.answer, cited)]
        beside = {} if cited is None else {"sources": list(cited.sources), "grounding": cited.grounding}
        plan = plan_in(transcript)
        by = transcript.speaker
        facts.append(_message(run, transcript.answer, message, ts, unsupported=claims, plan=plan, speaker=by, **beside))
    failed = any(not result.ok for result in transcript.results.values())
    status = RunStatus.DONE_WITH_FAILURES if failed else RunStatus.DONE
    return [*facts, RunFinished(status=status, usage=transcript.usage)]


def _is_cited(claim: str, answer: str, cited: Cited | None) -> bool:
    """Tell whether a claim stands in a sentence that the passages it cites support: it tells what a document says."""
    if cited is None or cited.grounding is None:
        return False
    supported = [each for each in cited.grounding.sentences if each.verdict == "supported"]
    return any(claim.rstrip(" .") in answer[each.start : each.end] for each in supported)


def broken_off(
    run: Run, transcript: Transcript, status: RunStatus, problem: Problem | None, message: str, ts: str
) -> list[Fact]:
    """A run that was stopped, failed or interrupted: no call left open, the words so far, marked, and the end."""
    facts: list[Fact] = [
        CallFailed(id=id, capability=capability, result=Result(ok=False, error=problem))
        for id, capability in transcript.started.items()
        if not transcript.has_ended(id)
    ]
    said = transcript.partial or transcript.answer
    if problem is not None and problem.code in _NO_ANSWER:
        said = f"{said.strip()}\n\n{problem.message}".strip()
    if _is_told(run):
        facts.append(_message(run, said, message, ts, interrupted=True))
    return [*facts, RunFinished(status=status, usage=transcript.usage, error=problem)]


def promises(run: Run, transcript: Transcript, again: Collection[str]) -> bool:
    """Whether a person decided on a call that was not made, or can be made again: the decision must not be lost."""
    open_calls = {call.id for call in transcript.open_calls}
    return any(
        transcript.awaits_effect(call) and (call not in transcript.started or call in again)
        for call in transcript.approvals
        if call in open_calls or run.kind is RunKind.CALL
    )


def may_begin_again(transcript: Transcript, registry: Registry) -> list[str]:
    """Calls that were cut off and may be made again: they only look, know their key, or are on the change log.

    So may a tool that calls others: each call in its course is on record, and is not made twice.

    A command is none of them: what it does beside changing files is on no log.
    """
    found: list[str] = []
    for call, name in transcript.started.items():
        try:
            capability = registry.get(name)
        except UnknownCapability:
            continue
        is_on_log = capability.reversible and capability.effect is not Effect.EXEC
        if not transcript.has_ended(call) and (capability.idempotent or is_on_log or capability.calls):
            found.append(call)
    return found


def problem_of(error: Exception) -> Problem:
    """An error as data: our own say what they are, a bug says only that it is one."""
    if isinstance(error, AuleError):
        return error.problem
    return Problem(
        code="internal",
        message="Something in the system itself went wrong.",
        hint="The log has the details.",
        recoverable=False,
    )


def _is_told(run: Run) -> bool:
    """Whether a message says how it ended: in the talk it is a turn of, or wherever a schedule's outcome is told."""
    return run.kind is RunKind.SCHEDULE or (run.kind is RunKind.TURN and run.session_id is not None)


def _message(run: Run, text: str, id: str, ts: str, **more: Any) -> MessageAdded:
    return MessageAdded(
        message=Message(
            id=id,
            conversation=run.session_id or "",
            role="assistant",
            content=text[: MAX_MESSAGE * 5],
            run=run.id,
            ts=ts,
            **more,
        )
    )


def plan_in(transcript: Transcript) -> str | None:
    """The plan a turn was about: the one its last call that tells of a plan came to, of the planning team or an app."""
    for result in reversed(transcript.results.values()):
        match result.data:
            case {"plan": str(plan), "status": str(), "message": str()} if result.ok:
                return plan
            case _:
                continue
    return None


def _deeds(events: Iterable[Event]) -> list[Deed]:
    """The calls that succeeded, in this run and below it."""
    from aule.kernel.agents.answer_checks import Deed  # loaded with the first turn

    begun = {event.data.id: event.data for event in events if isinstance(event.data, CallStarted)}
    completed = [event.data for event in events if isinstance(event.data, CallCompleted)]
    return [
        Deed(call.capability, Effect(begun[call.id].effect), begun[call.id].params, call.result.data)
        for call in completed
        if call.id in begun and call.result.ok
    ]
