"""Passage marks: the numbers by which answers cite passages, each once in a conversation."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

from aule.contracts.events.facts import CallCompleted
from aule.contracts.runs.run import Run
from aule.contracts.talk.sources import Passage
from aule.kernel.journal import Journal

REMEMBERED = 64
"""Conversations whose marks are kept in memory; those of others are read from the log."""
Place = tuple[str, int, int, int]
"""A document, its version, and where a passage begins and ends in it."""


@dataclass(slots=True)
class _Conversation:
    """The marks of one conversation; the lock is held while they are read."""

    marks: dict[Place, int] | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class PassageMarks:
    """Numbers passages: the same passage has the same number as long as a conversation lasts."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._latest: OrderedDict[str, _Conversation] = OrderedDict()

    async def number(self, run: Run, passages: Sequence[Passage]) -> list[Passage]:
        """Return passages with their marks; new ones go on from the highest."""
        key = run.session_id or run.id
        known = self._latest.setdefault(key, _Conversation())
        self._latest.move_to_end(key)
        if len(self._latest) > REMEMBERED:
            self._latest.popitem(last=False)
        async with known.lock:
            if known.marks is None:
                known.marks = {_place(each): each.mark for each in await self.of(run)}
            marks = known.marks
            for each in passages:
                marks.setdefault(_place(each), max(marks.values(), default=0) + 1)
        return [each.model_copy(update={"mark": marks[_place(each)]}) for each in passages]

    async def of(self, run: Run) -> list[Passage]:
        """Return the passages that results of a run's conversation rest on, each once."""
        await self._journal.flush()
        own = None if run.session_id else run.id
        events = await self._journal.read(None, session=run.session_id, run=own, types=["call.completed"])
        results = [event.data.result for event in events if isinstance(event.data, CallCompleted)]
        return list({each.mark: each for result in results for each in result.passages}.values())


def _place(passage: Passage) -> Place:
    return passage.ref, passage.version, passage.start, passage.end
