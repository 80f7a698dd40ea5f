"""The pages of single items: a pillar, an objective, a key result, a project, with what belongs to them."""

from __future__ import annotations

from aule.apps.atlas.views.company_views import CitedPassage, Company, Item, KeyResultCard, Node, Pace
from aule.sdk import Model


class Page(Model):
    """What the page of any item has."""

    company: Company
    item: Item
    above: list[Item] = []
    """What it belongs to, from the pillar down; of a pillar nothing."""
    fields: dict[str, object]
    """The row itself, all of its fields as they are."""
    stamp: str
    """Give it back as `expected` when editing: somebody else's edit in between is then a conflict."""


class PillarPage(Page):
    """A pillar with its objectives."""

    expected: float | None
    objectives: list[Node]
    """Its objectives, the heaviest first; `children` are their key results."""


class ObjectivePage(Page):
    """An objective with everything under it."""

    owner: str | None
    suggested: Pace | None
    expected: float | None
    key_results: list[KeyResultCard]
    projects: list[Item]
    parents: list[Item]
    """Objectives it contributes to."""
    children: list[Item]
    """Objectives that contribute to it."""


class MonthPoint(Model):
    """One period of a key result."""

    month: str
    """The first month of the period."""
    target: float | None
    actual: float | None
    is_expected: bool
    """Whether a value is due: the period is over, or is the current one."""
    confidence: int | None = None
    percent: float | None = None


class CheckIn(Model):
    """A value somebody recorded."""

    id: str
    period: str
    value: float | None
    confidence: int | None = None
    status: str | None = None
    comment: str | None = None
    blockers: str | None = None
    by: str | None = None


class KeyResultPage(Page):
    """A key result with its months, check-ins and what is done for it."""

    owner: str | None
    ytd: float | None
    year: float | None
    pace: float | None
    """Progress over what was to be expected by now."""
    expected: float | None
    suggested: Pace | None
    warnings: list[str] = []
    points: list[MonthPoint]
    check_ins: list[CheckIn]
    initiatives: list[Item]
    projects: list[Item]
    sources: list[CitedPassage] = []
    """Passages of documents it comes from."""
    analyses: list[dict[str, object]]
    next_period: str
    """The period the next check-in is for."""


class ProjectPage(Page):
    """A project with its tasks and what it is linked to."""

    tasks: list[Item]
    objectives: list[Item]
    key_results: list[Item]
