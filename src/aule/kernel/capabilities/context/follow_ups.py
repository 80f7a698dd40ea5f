"""Follow-ups: what an app proposes when a plan about something of its own has been carried out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from aule.contracts.model import JsonObject
from aule.kernel.capabilities.context.app_reads import Reading, Readings

ANSWER = {"$from": "ask.result"}
"""What the person answered, as a parameter of the call."""


@dataclass(frozen=True, slots=True)
class PlanEnd:
    """A plan that was carried out."""

    id: str
    title: str
    run: str


@dataclass(frozen=True, slots=True)
class FollowUp:
    """One question to the person, and the call their answer leads to; the call is shown and approved like any other."""

    title: str
    question: str
    capability: str
    params: JsonObject = field(default_factory=dict[str, object])
    """Where a value is `ANSWER`, what the person said stands."""


AfterPlan = Callable[[Reading, str, PlanEnd], Awaitable[FollowUp | None]]
"""Tells what to propose after a plan about something, which is told as the app calls it; none for nothing."""


@dataclass(frozen=True, slots=True)
class FollowUps:
    """Asks apps what should follow."""

    by_app: Mapping[str, AfterPlan]
    readings: Readings

    async def of(self, about: str, end: PlanEnd, locale: str) -> FollowUp | None:
        """What follows a plan about something, such as `atlas:ini-4`."""
        app, _, id = about.partition(":")
        after = self.by_app.get(app)
        return None if after is None else await after(self.readings.of(app, locale), id, end)
