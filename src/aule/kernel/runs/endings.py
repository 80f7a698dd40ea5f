"""How runs end: answered, stopped, failed or interrupted; what was said so far is always kept."""

from __future__ import annotations

from aule.contracts.capability import Effect
from aule.contracts.errors import AuleError, Problem
from aule.contracts.events import CallCompleted, CallStarted, Event, Fact, MessageAdded, RunFinished
from aule.contracts.messages import MAX_MESSAGE, Message
from aule.contracts.run import Run, RunKind, RunStatus
from aule.kernel.agents.claims import unsupported
from aule.kernel.agents.transcript import Transcript


def answered(
    run: Run, transcript: Transcript, events: list[Event], touched: list[str], message: str, ts: str
) -> list[Fact]:
    """A turn that came to its answer: the message, held against what happened, and the end."""
    facts: list[Fact] = []
    if run.kind is RunKind.TURN and run.session_id is not None:
        claims = unsupported(transcript.answer, _effects(events), touched)
        facts.append(_message(run, transcript.answer, message, ts, unsupported=claims))
    failed = any(not result.ok for result in transcript.results.values())
    status = RunStatus.DONE_WITH_FAILURES if failed else RunStatus.DONE
    return [*facts, RunFinished(status=status, usage=transcript.usage)]


def broken_off(
    run: Run, transcript: Transcript, status: RunStatus, problem: Problem | None, message: str, ts: str
) -> list[Fact]:
    """A turn that was stopped, failed or interrupted: the words so far, marked, and the end."""
    facts: list[Fact] = []
    said = transcript.partial or (transcript.answer if transcript.is_answered else "")
    if run.kind is RunKind.TURN and run.session_id is not None:
        facts.append(_message(run, said, message, ts, interrupted=True))
    return [*facts, RunFinished(status=status, usage=transcript.usage, error=problem)]


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


def _message(
    run: Run, text: str, id: str, ts: str, *, interrupted: bool = False, unsupported: list[str] | None = None
) -> MessageAdded:
    return MessageAdded(
        message=Message(
            id=id,
            conversation=run.session_id or "",
            role="assistant",
            content=text[: MAX_MESSAGE * 5],
            run=run.id,
            interrupted=interrupted,
            unsupported=unsupported or [],
            ts=ts,
        )
    )


def _effects(events: list[Event]) -> list[Effect]:
    """The effects of the calls that completed, in this run and below it."""
    begun = {event.data.id: Effect(event.data.effect) for event in events if isinstance(event.data, CallStarted)}
    completed = [event.data for event in events if isinstance(event.data, CallCompleted)]
    return [begun[call.id] for call in completed if call.id in begun and call.result.ok]
