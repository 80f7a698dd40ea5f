"""Schedule delivery: tells the outcome of a scheduled run in a conversation, which is opened when there is none."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from aule.contracts.ambient import Ambient
from aule.contracts.events.facts import ConversationOpened, Fact, MessageAdded, RunFinished
from aule.contracts.runs.run import Run, RunStatus
from aule.contracts.runs.schedule import Schedule
from aule.contracts.talk.messages import Conversation, Message
from aule.kernel.capabilities.words import say
from aule.stores.repositories.conversations import Conversations
from aule.stores.repositories.schedules import Schedules
from aule.stores.source import Source

QUIET = "NOTHING_TO_REPORT"
"""What a heartbeat answers when nobody needs to hear of it."""


async def with_delivery(source: Source, run: Run, facts: Sequence[Fact], ambient: Ambient) -> Sequence[Fact]:
    """Return the end of a run with the message that tells of it, where a schedule started the run."""
    if run.schedule is None or run.parent is not None:
        return facts
    if run.has_graph:
        facts = [*_told_of_graph(run, facts, ambient), *facts]
    return await _addressed(source, run, facts)


async def _addressed(source: Source, run: Run, facts: Sequence[Fact]) -> list[Fact]:
    """Return the facts with their message in the right conversation, or without one if nobody needs it."""
    schedule = None if run.schedule is None else await Schedules(source).document(run.schedule)
    ends = [fact for fact in facts if isinstance(fact, RunFinished)]
    told: list[Fact] = []
    for fact in facts:
        if not isinstance(fact, MessageAdded):
            told.append(fact)
        elif words := _worth_telling(fact.message.content, ends, schedule):
            room = await _room(source, run, schedule)
            if await Conversations(source).find(room) is None:
                told.append(ConversationOpened(conversation=_opened(room, run, fact.message.ts)))
            update = {"conversation": room, "content": words}
            told.append(MessageAdded(message=fact.message.model_copy(update=update)))
    return told


def _worth_telling(answer: str, ends: list[RunFinished], schedule: Schedule | None) -> str:
    """What is told of a run: its answer, or why there is none. A quiet heartbeat tells nothing, nor does a stop."""
    if schedule is not None and schedule.heartbeat and answer.strip(" \n.`*\"'") == QUIET:
        return ""
    if answer.strip() or any(end.status is RunStatus.CANCELLED for end in ends):
        return answer
    return next((end.error.message for end in ends if end.error is not None), "")


def _told_of_graph(run: Run, facts: Sequence[Fact], ambient: Ambient) -> list[Fact]:
    """Return a message that tells how a workflow ended; one that a person stopped needs no telling."""
    end = next((fact for fact in facts if isinstance(fact, RunFinished)), None)
    if end is None or end.status is RunStatus.CANCELLED:
        return []
    why = end.error.message if end.error is not None else ""
    key = "ended_well" if end.status is RunStatus.DONE else "ended_badly"
    message = Message(
        id=ambient.ids.new("msg"),
        conversation="",
        role="assistant",
        content=say(key, run.locale, title=run.title, why=why).strip(),
        run=run.id,
        ts=ambient.timestamp(),
    )
    return [MessageAdded(message=message)]


async def _room(source: Source, run: Run, schedule: Schedule | None) -> str:
    """The id of the conversation the outcome is told in; one that was removed does not come back for it."""
    conversations = Conversations(source)
    if schedule is not None and schedule.conversation is not None and await conversations.find(schedule.conversation):
        return schedule.conversation
    own = f"sched-{run.schedule or run.id}"
    for number in count(1):
        room = own if number == 1 else f"{own}-{number}"
        if not await conversations.was_removed(room):
            return room
    raise AssertionError("numbers do not end")


def _opened(id: str, run: Run, ts: str) -> Conversation:
    return Conversation(
        id=id,
        agent=run.agent or "assistant",
        project=run.project,
        title=f"⏰ {run.title}"[:200],
        created_at=ts,
        updated_at=ts,
    )
