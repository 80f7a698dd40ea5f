"""A conversation that has gone on for months, written straight into the log of a data directory."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

from aule.contracts.access.agent import Budget
from aule.contracts.events.facts import Fact, MessageAdded, RunFinished, RunStarted
from aule.contracts.runs.run import Run, RunKind, RunStatus, Usage
from aule.contracts.talk.messages import Message
from aule.testing.system import System, system

ANSWER = """Answer **{number}** of many.

| day | topic |
| --- | --- |
| Monday | fractions {number} |
| Tuesday | decimals |

```python
def lesson_{number}(pupils: list[str]) -> int:
    return len(pupils) * {number}
```

- first, read page {number}
- then *write* a short `summary`
"""


@dataclass(frozen=True)
class LongTalk:
    """A conversation, and the ids of its questions in the order they were asked."""

    conversation: str
    questions: list[str]


def long_talk(home: Path, turns: int) -> LongTalk:
    """Fill a data directory that no server uses with a conversation of so many turns."""
    made: list[LongTalk] = []

    async def write() -> None:
        async with system(home, recover=False) as opened:
            made.append(await _write(opened, turns))

    # Playwright keeps this thread's event loop for itself.
    thread = Thread(target=lambda: asyncio.run(write()))
    thread.start()
    thread.join()
    return made[0]


async def _write(opened: System, turns: int) -> LongTalk:
    kernel = opened.kernel
    conversation = await kernel.documents.open_conversation(agent="assistant", project="home", title="A long talk")
    questions: list[str] = []
    for number in range(turns):
        question, facts = _turn(opened, conversation.id, number)
        await kernel.journal.write(*facts, run=question.run, session=conversation.id)
        questions.append(question.id)
    return LongTalk(conversation.id, questions)


def _turn(opened: System, conversation: str, number: int) -> tuple[Message, list[Fact]]:
    ambient = opened.kernel.ambient
    ts = ambient.timestamp()
    run = Run(
        id=ambient.ids.new("run"),
        kind=RunKind.TURN,
        title=f"Question {number}",
        agent="assistant",
        session_id=conversation,
        project="home",
        locale="en",
        budget=Budget(),
        started_at=ts,
    )
    question = Message(
        id=ambient.ids.new("msg"),
        conversation=conversation,
        role="user",
        content=f"Question {number}: what comes next?",
        run=run.id,
        ts=ts,
    )
    answer = Message(
        id=ambient.ids.new("msg"),
        conversation=conversation,
        role="assistant",
        content=ANSWER.format(number=number),
        run=run.id,
        ts=ts,
    )
    usage = Usage(tokens_in=900, tokens_out=120, cost=0.002, model_calls=1)
    return question, [
        RunStarted(started=run),
        MessageAdded(message=question),
        MessageAdded(message=answer),
        RunFinished(status=RunStatus.DONE, usage=usage),
    ]
