"""Exchanges: prompts as they were sent to models and answers as received, kept for some days so that traces show them.

A prompt is kept in parts, each message and the list of tools by its hash, so that the steps of a turn share what they
have in common. The log names an exchange by the hash of its list of parts. Secrets are struck out; what is hidden from
models elsewhere stays as it was sent, as pseudonyms.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, cast

from aule.contracts.ambient import Ambient
from aule.contracts.events.turns import ModelAsked
from aule.contracts.model import JsonObject
from aule.contracts.runs.run import Run
from aule.contracts.settings import Settings
from aule.contracts.talk.brain import Asked, Brain, Exchange, Piece, Prompt
from aule.contracts.talk.catalog import Tier
from aule.kernel.capabilities.gate.redaction import redact_data
from aule.kernel.journal import Journal
from aule.stores.home.prompts import PromptFiles
from aule.text.hashing import bytes_hash

log = logging.getLogger(__name__)

_DAY_S = 86_400.0
_FRESH_S = 3_600.0
"""Seconds after which a part that is used again is marked so; that long after its time it may still be there."""
_MOST_FRESH = 10_000
"""How many parts are remembered as marked."""
_ENCODER = json.JSONEncoder(ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class KeptExchange:
    """A request to a model as it was sent, and the answer as it was received."""

    messages: list[JsonObject]
    tools: list[JsonObject]
    settings: JsonObject
    answer: JsonObject
    missing: int = 0
    """How many messages or lists of tools are gone."""


@dataclass(slots=True)
class Exchanges:
    """Keeps what goes to models and comes back, behind everything else, and removes it after some days."""

    files: PromptFiles
    journal: Journal
    settings: Callable[[], Settings]
    redact: Callable[[str], str]
    ambient: Ambient
    _working: set[asyncio.Task[None]] = field(default_factory=set[asyncio.Task[None]])
    _cleared_at: float = 0.0
    _marked: dict[tuple[str, str], float] = field(default_factory=dict[tuple[str, str], float])
    """When each part of a conversation was last marked as used."""

    def heard_from(self, brain: Brain, run: Run, step: int) -> Brain:
        """Return a brain that answers alike, and whose exchanges are kept; the brain itself where none are."""
        if brain.tier == 0 or not self._days:
            return brain
        return _HeardBrain(brain, lambda exchanges: self._keep(run, step, exchanges))

    async def read(self, run: Run, exchange: str) -> KeptExchange | None:
        """Return what is kept of an exchange; None where it is gone."""
        await self.flush()
        return await asyncio.to_thread(self._read, _place(run), exchange)

    async def forget(self, conversation: str) -> None:
        """Remove the prompts of a conversation."""
        self._marked.clear()
        await self.flush()
        await asyncio.to_thread(self.files.forget, conversation)

    def clear(self) -> None:
        """Remove what is older than settings say, behind everything else."""
        self._cleared_at = self._now
        self._marked.clear()
        self._behind(lambda: self.files.clear(self._since - _FRESH_S), "clear prompts")

    async def flush(self) -> None:
        """Wait until all that was to be kept is."""
        await asyncio.gather(*self._working)

    @property
    def _days(self) -> int:
        return self.settings().insights.keep_prompts_days

    @property
    def _now(self) -> float:
        return self.ambient.clock.now().timestamp()

    @property
    def _since(self) -> float:
        """The time from which on prompts are kept: with no days, none are."""
        days = self._days
        return self._now - timedelta(days=days).total_seconds() if days else float("inf")

    def _keep(self, run: Run, step: int, exchanges: Sequence[Exchange]) -> None:
        """Record exchanges, and write them behind everything else; what fails to be written is told as missing."""
        parts: dict[str, bytes] = {}
        for exchange in exchanges:
            sha = self._add(exchange, parts)
            self.journal.put(ModelAsked(step=step, exchange=sha), run=run.id, session=run.session_id)
        now, place = self._now, _place(run)
        if parts := self._unmarked(place, parts, now):
            self._behind(lambda: self.files.keep(place, parts, now), "keep prompts")
        if now - self._cleared_at >= _DAY_S:
            self.clear()

    def _unmarked(self, place: str, parts: dict[str, bytes], now: float) -> dict[str, bytes]:
        """Return the parts that were not used for a while, and take all of them as marked from now on."""
        found = {sha: part for sha, part in parts.items() if now - self._marked.get((place, sha), 0.0) >= _FRESH_S}
        if len(self._marked) + len(found) > _MOST_FRESH:
            self._marked.clear()
        self._marked.update(dict.fromkeys(((place, sha) for sha in found), now))
        return found

    def _add(self, exchange: Exchange, parts: dict[str, bytes]) -> str:
        """Add an exchange to the parts that are to be written; return the hash of its list of parts."""
        told = redact_data({**exchange.request, "answer": exchange.received()}, self.redact)
        messages, tools = told.pop("messages"), told.pop("tools")
        listed = {
            "messages": [_add_part(message, parts) for message in messages],
            "tools": _add_part(tools, parts) if tools else None,
            **told,
        }
        return _add_part(listed, parts)

    def _read(self, place: str, exchange: str) -> KeptExchange | None:
        since = self._since
        listed = self._part(place, exchange, since)
        if listed is None:
            return None
        since -= _FRESH_S
        messages = [self._part(place, sha, since) for sha in listed["messages"]]
        tools: list[JsonObject] | None = self._part(place, listed["tools"], since) if listed["tools"] else []
        return KeptExchange(
            messages=[each for each in messages if each is not None],
            tools=tools or [],
            settings=listed["settings"],
            answer=listed["answer"],
            missing=sum(each is None for each in (*messages, tools)),
        )

    def _part(self, place: str, sha: str, since: float) -> Any:
        content = self.files.read(place, sha, since)
        return None if content is None else json.loads(content)

    def _behind(self, work: Callable[[], object], name: str) -> None:
        task = asyncio.create_task(_attempt(work), name=name)
        self._working.add(task)
        task.add_done_callback(self._working.discard)


def _add_part(data: Any, parts: dict[str, bytes]) -> str:
    # Half a character cannot be encoded; JSON can escape it.
    content = _ENCODER.encode(data).encode("utf-8", "backslashreplace")
    sha = bytes_hash(content)
    parts[sha] = content
    return sha


async def _attempt(work: Callable[[], object]) -> None:
    """Do something on the disk in a thread; a full or failing disk stops no turn."""
    try:
        await asyncio.to_thread(work)
    except OSError as error:
        log.warning("prompts were not kept or cleared: %s", error)


def _place(run: Run) -> str:
    """Return where the prompts of a run are kept: with its conversation, else by themselves."""
    return run.session_id or run.id


class _HeardBrain:
    """Stands for a brain, and hands over what it was asked and answered, also where the answer broke off."""

    def __init__(self, brain: Brain, keep: Callable[[Sequence[Exchange]], None]) -> None:
        self.provider = brain.provider
        self.model = brain.model
        self.tier: Tier = brain.tier
        self.context_length = brain.context_length
        self._brain = brain
        self._keep = keep

    async def respond(self, prompt: Prompt) -> AsyncGenerator[Piece]:
        """Answer, piece by piece."""
        asked: list[Asked] = []
        try:
            async with aclosing(cast(AsyncGenerator[Piece], self._brain.respond(prompt))) as pieces:
                async for piece in pieces:
                    if isinstance(piece, Asked):
                        asked.append(piece)
                    else:
                        yield piece
        finally:
            self._keep([exchange for each in asked for exchange in each.exchanges])
