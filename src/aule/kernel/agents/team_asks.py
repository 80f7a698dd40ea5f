"""What is different in turns in which a team is asked: the call that asks it, and the answer that a call gives."""

from __future__ import annotations

from collections.abc import Sequence

from aule.contracts.access.capability import Spoken
from aule.contracts.events.facts import CallRequested, MessageAdded
from aule.contracts.runs.run import Run, RunKind
from aule.contracts.runs.team import TEAM_ASK
from aule.contracts.talk.messages import Message
from aule.kernel.agents.transcript import Transcript
from aule.kernel.journal import Journal


def asks_team(run: Run) -> bool:
    """Return whether a turn is one in which a person asks a team."""
    return run.team is not None and run.kind is RunKind.TURN


def team_call(run: Run, transcript: Transcript) -> CallRequested:
    """Return the call by which a person's words reach their team."""
    return CallRequested(id="", capability=TEAM_ASK, params={"team": run.team, "request": transcript.ask})


def answer_of_calls(run: Run, transcript: Transcript) -> Spoken | None:
    """Return the answer that the latest calls gave in place of the model; none where the model goes on.

    A team that could not be asked answers why.
    """
    results = [transcript.results[call.id] for call in transcript.wanted if call.id in transcript.results]
    for result in results:
        if result.spoken is not None:
            return result.spoken
        if asks_team(run) and result.error is not None:
            return Spoken(text=f"{result.error.message} {result.error.hint or ''}".strip())
    return None


async def said_above(journal: Journal, above: Sequence[Run]) -> Message | None:
    """Return the message that the topmost of some runs answers: whoever speaks for a team answers it too."""
    added = [] if not above else await journal.read(None, run=above[0].id, types=["message.added"])
    return next((event.data.message for event in added if isinstance(event.data, MessageAdded)), None)
