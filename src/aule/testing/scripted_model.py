"""A model that says what a test tells it to, and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from aule.contracts.errors import AuleError
from aule.contracts.events.facts import CallRequested
from aule.contracts.runs.run import Usage
from aule.contracts.talk.brain import Piece, Prompt, Said, Speech, Spent, Thought, Wish


class UnscriptedCall(AssertionError):
    """The model was asked something the script does not foresee."""


@dataclass(frozen=True, slots=True)
class Response:
    """One scripted response: its pieces in order, and the message it answers, if that matters."""

    pieces: tuple[Piece | AuleError | asyncio.Event, ...]
    usage: Usage = field(default_factory=lambda: Usage(tokens_in=10, tokens_out=5, model_calls=1))
    answers: str | None = None

    def to(self, words: str) -> Response:
        """Return only as the answer to a message that contains these words."""
        return Response(self.pieces, self.usage, words)

    def costing(self, usage: Usage) -> Response:
        """Return the same response, at this price."""
        return Response(self.pieces, usage, self.answers)

    def __add__(self, other: Response) -> Response:
        return Response((*self.pieces, *other.pieces), self.usage, self.answers or other.answers)


def say(text: str, *, deltas: int = 1) -> Response:
    """Return a response of words, cut into so many pieces."""
    size = max(1, -(-len(text) // deltas))
    return Response(tuple(Speech(text[at : at + size]) for at in range(0, len(text), size)))


def think(text: str) -> Response:
    """Return a response of reasoning."""
    return Response((Thought(text),))


def call(capability: str, params: dict[str, Any] | None = None, *, id: str | None = None) -> Response:
    """Return the wish for a call. Without an id it gets one that counts up."""
    return Response((Wish(CallRequested(id=id or "", capability=capability, params=params or {})),))


def fail(error: AuleError) -> Response:
    """Return an error in place of an answer, or in the middle of one."""
    return Response((error,))


def wait_for(gate: asyncio.Event) -> Response:
    """Return a response that waits until a test opens the gate."""
    return Response((gate,))


def hang() -> Response:
    """Return a response that never comes: only a stop ends it."""
    return Response((asyncio.Event(),))


class ScriptedModel:
    """A brain that plays a script, response by response, and fails on anything else."""

    def __init__(
        self,
        *script: Response,
        tier: Literal[0, 1, 2] = 2,
        provider: str = "scripted",
        model: str = "scripted",
        context_length: int = 128_000,
    ) -> None:
        self.provider = provider
        self.model = model
        self.tier: Literal[0, 1, 2] = tier
        self.context_length = context_length
        self.prompts: list[Prompt] = []
        self.asked = asyncio.Event()
        """Set when it was asked for the first time."""
        self.stopped = 0
        """How many responses were stopped before their end."""
        self._script = list(script)
        self._calls = 0

    def add(self, *responses: Response) -> None:
        """Go on with these."""
        self._script.extend(responses)

    async def respond(self, prompt: Prompt) -> AsyncGenerator[Piece]:
        """Play the next response of the script."""
        self.prompts.append(prompt)
        self.asked.set()
        response = self._next(prompt)
        finished = False
        try:
            for piece in response.pieces:
                if isinstance(piece, AuleError):
                    finished = True
                    raise piece
                if isinstance(piece, asyncio.Event):
                    await piece.wait()
                else:
                    yield self._numbered(piece)
            yield Spent(response.usage)
            finished = True
        finally:
            self.stopped += not finished

    def assert_done(self) -> None:
        """Fail when something of the script was never asked for."""
        if self._script:
            raise AssertionError(f"{len(self._script)} scripted responses were never asked for: {self._script!r}")

    def _next(self, prompt: Prompt) -> Response:
        said = last_words(prompt.history)
        for place, response in enumerate(self._script):
            if response.answers is None or response.answers in said:
                return self._script.pop(place)
        raise UnscriptedCall(f"no response is scripted for {said!r} (request {len(self.prompts)})")

    def _numbered(self, piece: Piece) -> Piece:
        if isinstance(piece, Wish) and not piece.call.id:
            self._calls += 1
            return Wish(piece.call.model_copy(update={"id": f"call_{self._calls}"}))
        return piece


def last_words(history: Sequence[object]) -> str:
    """Return what the person said last."""
    return next((entry.text for entry in reversed(history) if isinstance(entry, Said) and entry.role == "user"), "")
