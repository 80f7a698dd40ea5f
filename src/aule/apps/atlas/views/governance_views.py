"""What Atlas shows of a company's meetings, frameworks and insights."""

from __future__ import annotations

from typing import Literal

from aule.apps.atlas.views.company_views import Company, Item
from aule.apps.atlas.views.item_views import Page
from aule.sdk import Model


class MeetingCard(Item):
    """A meeting in the list of meetings."""

    meeting_type: str | None = None
    date: str | None = None
    time: str | None = None
    minutes: int | None = None
    """How long it takes."""
    location: str | None = None
    items: int = 0
    """How many items its agenda has."""
    has_minutes: bool = False
    """Whether somebody wrote down what was said."""


class Meetings(Model):
    """The meetings of a company: those to come first, the next one at the top, then those that were, the last first."""

    company: Company
    upcoming: list[MeetingCard]
    past: list[MeetingCard]


class AgendaItem(Item):
    """An item of an agenda."""

    description: str | None = None
    stamp: str


class Minutes(Model):
    """What was written down of a meeting."""

    content: str | None = None
    decisions: str | None = None
    participants: list[str] = []
    is_approved: bool = False


class MeetingPage(Page):
    """A meeting with its agenda and its minutes."""

    card: MeetingCard
    agenda: list[AgendaItem]
    minutes: list[Minutes]


class Framework(Model):
    """A framework of a company."""

    fields: dict[str, str | None]
    """Its texts by their names; none: nobody has written it yet."""
    stamp: str | None = None
    """Give it back as `expected` when editing; none: there is no row yet."""


class VisionObjective(Model):
    """An objective the partners of a company share, as it came with an import."""

    title: str
    description: str | None = None
    dimension: str | None = None


class Frameworks(Model):
    """The Golden Circle, the SWOT analysis and the vision alignment of a company."""

    company: Company
    golden_circle: Framework
    swot: Framework
    vision_alignment: Framework
    vision_objectives: list[VisionObjective]


class Evidence(Model):
    """A figure an insight goes by."""

    item: str
    title: str
    figure: str
    value: str | float | None = None
    unit: str | None = None


class InsightCard(Item):
    """An insight with what it goes by."""

    description: str | None = None
    insight_type: str
    severity: str
    category: str
    source: Literal["figures", "agent", "person", "import"]
    """Where it comes from: worked out from figures, written by an agent or a person, or brought by an import."""
    rule: str | None = None
    evidence: list[Evidence] = []
    about: Item | None = None
    """What it is about, if that is still there."""
    confirmed_by: str | None = None
    confirmed_at: str | None = None
    created_at: str | None = None
    stamp: str


class Insights(Model):
    """The insights of a company: the open ones, the most severe first, and how many others there are."""

    company: Company
    insights: list[InsightCard]
    dismissed: int
    resolved: int
