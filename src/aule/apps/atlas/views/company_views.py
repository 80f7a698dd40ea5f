"""What Atlas shows: a company, its map, its objectives and key results, as screens and agents read them.

Items are named by their short ids, which every action takes. Progress is in per cent, not capped, and none where there
is no data. All of it is worked out by `progress`, `rollup` and `standing`, and nowhere else.
"""

from __future__ import annotations

from typing import Literal

from aule.sdk import Model

Band = Literal["excellent", "good", "fair", "poor", "none"]
"""AT-22: above 105 blue, from 100 green, from 71 yellow, below red; none: grey, no data."""
Pace = Literal["on_track", "at_risk", "off_track"]
Why = Literal["at_risk", "delayed", "overdue", "stale", "no_data", "pace"]
"""Why something asks for attention."""


class CitedPassage(Model):
    """A passage of a document that something comes from."""

    document: str
    title: str = ""
    passage: str
    page: int | None = None
    section: str = ""
    path: str = ""
    """The address inside the desktop that opens the document at the passage."""


class Item(Model):
    """Anything with a short id, in a line."""

    id: str
    """Its short id."""
    kind: str
    title: str
    path: list[str] = []
    """Titles of what it belongs to, from the pillar down."""
    status: str | None = None
    progress: float | None = None
    band: Band = "none"
    sources: list[CitedPassage] = []
    """Passages of documents it comes from, on the page it belongs to."""


class CompanyCard(Model):
    """A company in the list of companies."""

    id: str
    name: str
    pillars: int
    objectives: int
    key_results: int
    progress: float | None
    band: Band
    changed_at: str
    is_sample: bool = False


class Companies(Model):
    """The companies there are, the last used first."""

    companies: list[CompanyCard]


class Settings(Model):
    """How a company's progress is worked out (AT-20, AT-21)."""

    rollup_cap: float | None = 100
    ytd_mode: Literal["closed_months", "calendar"] = "closed_months"
    pillar_rollup: Literal["weighted", "simple"] = "weighted"
    fiscal_year_start: int = 1


class Company(Model):
    """A company's head."""

    id: str
    name: str
    mission: str | None = None
    vision: str | None = None
    values: list[str] = []
    settings: Settings = Settings()
    is_sample: bool = False
    version: str
    """Changes with every change of the company; for `If-None-Match`."""


class Cycle(Model):
    """A strategic plan: a period the objectives are for."""

    id: str
    name: str
    start: str
    end: str
    status: str
    is_default: bool
    """Whether it is the one that is meant when none is named."""


class Totals(Model):
    """How much there is."""

    pillars: int = 0
    objectives: int = 0
    key_results: int = 0
    initiatives: int = 0
    projects: int = 0
    at_risk: int = 0
    stale: int = 0
    """Key results without a check-in for 30 days or more."""
    without_data: int = 0


class PillarCard(Item):
    """A pillar on the dashboard."""

    color: str = "#3B82F6"
    description: str | None = None
    objectives: int = 0
    key_results: int = 0
    bands: dict[Band, int] = {}
    """How many key results are in each band."""


class Attention(Item):
    """Something that asks for attention."""

    why: list[Why]
    due: str | None = None
    last_value_in: str | None = None
    """The last month with an actual value."""
    weight: float = 1


class ScorePoint(Model):
    """A score as of the end of a month."""

    month: str
    progress: float | None


class Dashboard(Model):
    """A company at a glance."""

    company: Company
    cycle: Cycle | None
    cycles: list[Cycle]
    as_of: str
    progress: float | None
    band: Band
    expected: float | None
    """Where the score would be by now if everything went as planned."""
    totals: Totals
    pillars: list[PillarCard]
    attention: list[Attention]
    bands: dict[Band, int]
    """How many key results are in each band."""


class Trend(Model):
    """How the score of a company, a pillar or an objective went, month by month."""

    of: Item
    points: list[ScorePoint]


class Node(Item):
    """A node of the map."""

    parent: str | None
    color: str | None = None
    """Of pillars."""
    weight: float | None = None
    owner: str | None = None
    due: str | None = None
    children: int = 0
    """How many it has, also those that are not shown."""


class Link(Model):
    """One objective contributes to another."""

    parent: str
    child: str
    kind: str = "contributes"


class Tree(Model):
    """The map: company, pillars, objectives and key results, and what contributes to what."""

    company: Company
    nodes: list[Node]
    links: list[Link]
    omitted: int = 0
    """Nodes that are not shown because there are too many; ask for one pillar or objective."""


class KeyResultCard(Item):
    """A key result in a list."""

    unit: str | None = None
    current: float | None = None
    target: float | None = None
    weight: float = 1
    owner: str | None = None
    frequency: str = "monthly"
    last_value_in: str | None = None
    suggested: Pace | None = None
    """What the pace suggests; a person's own status is never overwritten."""
    spark: list[float | None] = []
    """Actual values month by month, for a small line."""


class Due(Item):
    """A key result whose check-in is due."""

    period: str
    unit: str | None
    target: float | None
    last_value: float | None
    last_value_in: str | None
    last_confidence: int | None = None
    days: int | None
    """How long ago the last check-in was; none if there never was one."""
    owner: str | None = None
    stamp: str


class DueList(Model):
    """The check-ins that are due, the heaviest first."""

    company: Company
    items: list[Due]
    total: int


class Hits(Model):
    """What a search found."""

    items: list[Item]
    total: int


class Owner(Model):
    """Somebody who is responsible for something."""

    id: str
    name: str
    objectives: int
    key_results: int


class Owners(Model):
    """Who is responsible for what."""

    owners: list[Owner]


class Difference(Item):
    """How one item's progress changed between two dates."""

    before: float | None
    after: float | None
    delta: float | None


class LogEntry(Model):
    """One change of the company, in words."""

    change: str
    run: str | None
    at: str
    by: str
    op: str
    entity: str
    title: str
    fields: list[dict[str, object]] = []
    """`{name, before, after}` of the fields that changed."""
    count: int = 1
    """How many rows it touched."""
    can_undo: bool
    undone_by: str | None = None


class Log(Model):
    """The changes of a company, the latest first."""

    entries: list[LogEntry]
    after: str | None = None


class Comparison(Model):
    """What changed between two dates (AT B.7)."""

    company: Company
    since: str
    until: str
    before: float | None
    after: float | None
    pillars: list[Difference]
    improved: list[Difference]
    worsened: list[Difference]
    made: list[Item]
    finished: list[Item]
    changes: list[LogEntry]


class StatusReport(Model):
    """A report of which every figure is looked up in the data."""

    company: Company
    as_of: str
    title: str
    markdown: str
    rows: int
    """How many rows it was worked out from."""


class CycleScore(Model):
    """The end of a cycle: what each objective came to, from 0.0 to 1.0."""

    cycle: Cycle
    score: float | None
    objectives: list[Item]
    scores: dict[str, float | None]
    open: list[Item]
    """What is not done and may be carried over to the next cycle."""


class Counted(Model):
    """What an import does to one table."""

    total_in_file: int = 0
    insert: int = 0
    update: int = 0
    unchanged: int = 0
    skipped: int = 0
    delete: int = 0
    conflicts: list[dict[str, object]] = []
    """`{id, field, local, incoming}`, the first of them."""


class ImportOutcome(Model):
    """What an import did, table by table, and how it was checked."""

    company: str
    company_name: str
    mode: Literal["merge", "replace"]
    tables: dict[str, Counted]
    skipped: list[str] = []
    """Why rows were left out, the first of them."""
    warnings: list[str] = []
    verify: dict[str, object]
    """`{fields_checked, matches, mismatches, missing}` (AT-44)."""
