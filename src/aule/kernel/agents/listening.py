"""Listening to a model: its pieces become events a few times a second, and one complete response at the end."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import assert_never

from aule.contracts.brain import Brain, Prompt, Speech, Spent, Thought, Wish
from aule.contracts.events import CallRequested, TurnSpoke, TurnStepped, TurnThought
from aule.contracts.run import Run, Usage
from aule.kernel.journal import Journal

FLUSH_SECONDS = 0.04
"""Pieces are gathered this long before they become an event."""


@dataclass(slots=True)
class _Gathered:
    """Pieces of one response, and those not yet told."""

    journal: Journal
    run: Run
    step: int
    thought: list[str] = field(default_factory=list[str])
    speech: list[str] = field(default_factory=list[str])
    untold: list[str] = field(default_factory=list[str])
    speaking: bool = True
    timer: asyncio.TimerHandle | None = None

    def take(self, delta: str, *, speaking: bool) -> None:
        if not delta:
            return
        if speaking != self.speaking:
            self.tell()
        self.speaking = speaking
        (self.speech if speaking else self.thought).append(delta)
        self.untold.append(delta)
        if self.timer is None:
            self.timer = asyncio.get_running_loop().call_later(FLUSH_SECONDS, self.tell)

    def tell(self) -> None:
        self.hush()
        if not self.untold:
            return
        delta = "".join(self.untold)
        self.untold.clear()
        fact = TurnSpoke(step=self.step, delta=delta) if self.speaking else TurnThought(step=self.step, delta=delta)
        self.journal.put(fact, run=self.run.id, session=self.run.session_id)

    def hush(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


async def listen(brain: Brain, prompt: Prompt, run: Run, step: int, journal: Journal) -> TurnStepped:
    """Hear one response to its end. Stopping closes the model's stream and keeps what was said."""
    gathered = _Gathered(journal, run, step)
    calls: list[CallRequested] = []
    usage = Usage()
    loop = asyncio.get_running_loop()
    began = loop.time()
    stream = brain.respond(prompt)
    try:
        async for piece in stream:
            match piece:
                case Thought(delta=delta):
                    gathered.take(delta, speaking=False)
                case Speech(delta=delta):
                    gathered.take(delta, speaking=True)
                case Wish(call=call):
                    calls.append(call)
                case Spent(usage=spent):
                    usage = usage + spent
                case _:
                    assert_never(piece)
    except BaseException:
        gathered.tell()
        raise
    finally:
        gathered.hush()
        if close := getattr(stream, "aclose", None):
            await close()
    return TurnStepped(
        step=step,
        text="".join(gathered.speech),
        thought="".join(gathered.thought),
        calls=calls,
        usage=usage,
        duration_ms=round((loop.time() - began) * 1000, 3),
    )
