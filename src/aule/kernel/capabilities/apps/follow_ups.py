"""Follow-ups: what an app proposes after a plan about one of its things was carried out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from aule.contracts.model import JsonObject
from aule.kernel.capabilities.apps.reads import Reading, Readings

ANSWER = {"$from": "ask.result"}
"""Placeholder in the parameters for the person's answer."""


@dataclass(frozen=True, slots=True)
class PlanEnd:
    """A plan that was carried out."""

    id: str
    title: str
    run: str


@dataclass(frozen=True, slots=True)
class FollowUp:
    """A question to the person, and the call their answer leads to; that call needs approval like any other."""

    title: str
    question: str
    capability: str
    params: JsonObject = field(default_factory=dict[str, object])
    """Parameters of the call; the person's answer replaces each `ANSWER`."""


AfterPlan = Callable[[Reading, str, PlanEnd], Awaitable[FollowUp | None]]
"""Returns what to propose after a plan about a thing of the app, or None."""


@dataclass(frozen=True, slots=True)
class FollowUps:
    """Asks apps for follow-ups of plans."""

    by_app: Mapping[str, AfterPlan]
    readings: Readings

    async def of(self, about: str, end: PlanEnd, locale: str) -> FollowUp | None:
        """Return the follow-up of a plan about a thing such as `atlas:ini-4`, if its app has one."""
        app, _, id = about.partition(":")
        after = self.by_app.get(app)
        if after is None:
            return None
        await self.readings.load(app)
        return await after(self.readings.of(app, locale), id, end)
