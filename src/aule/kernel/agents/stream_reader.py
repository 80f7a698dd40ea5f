"""The stream reader: sends a model's output as events a few times a second, and returns the whole response."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any, assert_never

from aule.contracts.errors import TooLarge
from aule.contracts.events.facts import CallRequested, TurnSpoke, TurnStepped, TurnThought, TurnUnderstood
from aule.contracts.runs.run import Run, Usage
from aule.contracts.talk.brain import Asked, Brain, Heard, Lesson, Prompt, Speech, Spent, Thought, Wish
from aule.contracts.talk.messages import MAX_MESSAGE
from aule.contracts.talk.understanding import Understood
from aule.kernel.agents.written_calls import with_written_calls
from aule.kernel.journal import Journal
from aule.text.words import is_whole

FLUSH_SECONDS = 0.04
"""How long output is collected before it becomes an event."""
MOST_CHARACTERS = 5 * MAX_MESSAGE
"""Characters of one response, speech and thought."""
DEEPEST = 50
"""Levels a call's parameters may nest."""
UNUSABLE = "parameters_that_cannot_be_recorded"
"""Replaces parameters that cannot be stored; no capability has this parameter, so the gate refuses the call."""


@dataclass(slots=True)
class _ResponseBuffer:
    """The output of one response, and the part not yet sent as an event."""

    journal: Journal
    run: Run
    step: int
    is_quiet: bool = False
    """Whether nothing is told before the response is complete."""
    thought: list[str] = field(default_factory=list[str])
    speech: list[str] = field(default_factory=list[str])
    untold: list[str] = field(default_factory=list[str])
    speaking: bool = True
    length: int = 0
    timer: asyncio.TimerHandle | None = None

    def take(self, delta: str, *, speaking: bool) -> None:
        if not delta:
            return
        self.length += len(delta)
        if self.length > MOST_CHARACTERS:
            raise TooLarge(
                f"The model said more than {MOST_CHARACTERS} characters at once.", hint="Ask for less at a time."
            )
        delta = _whole(delta)
        if speaking != self.speaking:
            self.tell()
        self.speaking = speaking
        (self.speech if speaking else self.thought).append(delta)
        self.untold.append(delta)
        if self.timer is None:
            self.timer = asyncio.get_running_loop().call_later(FLUSH_SECONDS, self.tell)

    def tell(self) -> None:
        self.hush()
        if not self.untold or self.is_quiet:
            return
        delta = "".join(self.untold)
        self.untold.clear()
        fact = TurnSpoke(step=self.step, delta=delta) if self.speaking else TurnThought(step=self.step, delta=delta)
        self.journal.put(fact, run=self.run.id, session=self.run.session_id)

    def hush(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


@dataclass(frozen=True, slots=True)
class ModelResponse:
    """One complete response."""

    step: TurnStepped
    understood: Understood | None = None
    """How the person's words were understood, where no model was asked."""
    lessons: tuple[Lesson, ...] = ()
    """Sentences that the person allowed to be kept."""


async def read_response(
    brain: Brain, prompt: Prompt, run: Run, step: int, journal: Journal, *, is_quiet: bool = False
) -> ModelResponse:
    """Read one response to its end. Cancelling closes the model's stream and keeps what was said.

    A quiet one is told only as a whole, after somebody looked whether it may be.
    """
    heard: Understood | None = None
    lessons: list[Lesson] = []
    gathered = _ResponseBuffer(journal, run, step, is_quiet)
    calls: list[CallRequested] = []
    usage, cached = Usage(), 0
    loop = asyncio.get_running_loop()
    began = loop.time()
    stream = with_written_calls(brain, prompt)
    try:
        async for piece in stream:
            match piece:
                case Thought(delta=delta):
                    gathered.take(delta, speaking=False)
                case Speech(delta=delta):
                    gathered.take(delta, speaking=True)
                case Wish(call=call):
                    calls.append(call if _is_recordable(call.params) else call.model_copy(update={"params": _REFUSED}))
                case Heard(understood=understood):
                    heard = understood
                    journal.put(TurnUnderstood(understood=understood), run=run.id, session=run.session_id)
                case Lesson() | Asked():  # what a model was asked is kept elsewhere, see `exchanges.py`
                    lessons.extend([piece] if isinstance(piece, Lesson) else ())
                case Spent(usage=spent, cached=kept):
                    usage, cached = usage + spent, cached + kept
                case _:
                    assert_never(piece)
    except BaseException:
        gathered.tell()
        raise
    finally:
        gathered.hush()
        if close := getattr(stream, "aclose", None):
            await close()
    stepped = TurnStepped(
        step=step,
        text="".join(gathered.speech),
        thought="".join(gathered.thought),
        calls=calls,
        usage=usage,
        cached=cached,
        duration_ms=round((loop.time() - began) * 1000, 3),
    )
    return ModelResponse(stepped, heard, tuple(lessons))


_REFUSED = {UNUSABLE: True}


def _whole(text: str) -> str:
    """Return text without lone surrogates, which can be neither stored nor sent."""
    return text if is_whole(text) else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _is_recordable(params: Any) -> bool:
    """Return whether parameters can be stored: valid characters, and limited nesting."""
    level, depth = [params], 0
    while level:
        if depth > DEEPEST:
            return False
        depth += 1
        inner: list[Any] = []
        for item in level:
            inner += item.values() if isinstance(item, dict) else item if isinstance(item, list) else ()
        level = inner
    return is_whole(json.dumps(params, ensure_ascii=False))
