"""Figures of teams: follows the log when somebody looks, and adds up what came of each member's work.

The place in the log is written in the same transaction as the observations, and an observation has the place of its
fact as its key: a fact counts once, whenever the system stops, and whichever processes read at the same time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from aule.apps.teams import queries
from aule.apps.teams.app import teams
from aule.apps.teams.success import MemberFigures
from aule.contracts.events.facts import Event
from aule.contracts.events.teams import TeamFinished
from aule.sdk import Row
from aule.sdk.system import Kernel
from aule.text.words import fold

TOGETHER = 100
"""Facts that are taken in by one transaction."""


@dataclass(slots=True)
class Figures:
    """Keeps observations in step with the log, and adds them up."""

    kernel: Kernel
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def of(self, team: str) -> list[MemberFigures]:
        """Return the figures of a team, as of now: by kind, members by name."""
        await self.read_on()
        return await queries.figures(self.kernel.database, team)

    async def read_on(self) -> int:
        """Read the log to its end, piece by piece; return the place up to which it was read."""
        kernel = self.kernel
        async with self._turn:
            await kernel.journal.flush()
            head = int(await kernel.journal.cursor())
            while (place := await queries.cursor(kernel.database)) < head:
                found = await kernel.journal.read(str(place), types=["team.finished"], limit=TOGETHER)
                found = [event for event in found if int(event.seq) <= head]
                until = int(found[-1].seq) if len(found) == TOGETHER else head
                async with kernel.journal.transaction() as record:
                    await queries.observe(record, observations(found), until)
            return place

    async def rebuild(self) -> None:
        """Write all observations again, from the beginning of the log."""
        async with self._turn, self.kernel.journal.transaction() as record:
            await queries.forget_observations(record)
        await self.read_on()


@teams.on_start
def start(kernel: Kernel) -> Figures:
    """Build the figures on a kernel; nothing is read yet."""
    return Figures(kernel)


def observations(events: Sequence[Event]) -> list[Row]:
    """Return the rows that some facts give."""
    return [
        {
            "seq": int(event.seq),
            "team": event.data.team,
            "kind": fold(event.data.topic),
            "label": event.data.topic,
            "stamp": event.seq,
            **member.model_dump(mode="json"),
        }
        for event in events
        if isinstance(event.data, TeamFinished)
        for member in event.data.members
    ]
