"""What the figures of a company say by themselves: rules that each name the rows and figures they go by.

A rule looks at rows and the day. It invents nothing, so a company on one day always gives the same insights.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from aule.apps.atlas.figures import progress, rollup
from aule.apps.atlas.figures.months import read_month
from aule.apps.atlas.figures.numbers import shown
from aule.apps.atlas.figures.staleness import OVER
from aule.apps.atlas.figures.status import EXCELLENT, FAIR
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows.kinds import KINDS
from aule.apps.atlas.rows.queries import Row
from aule.apps.atlas.settings import Settings
from aule.apps.atlas.views.report_words import words_of
from aule.apps.atlas.words import MESSAGES, say

SEVERITIES = ("low", "medium", "high", "critical")
_HALF = 50
"""Below so many per cent of its target a key result is in a critical state."""
_SOON = 60
"""Days before its end in which an objective should be nearly done."""
_NEARLY, _BARELY = 60, 40
"""Per cent an objective should have by then; below the second figure it is critical."""
_LONG = 30
"""Days after its end from which a project is critically late."""


@dataclass(frozen=True, slots=True)
class Company:
    """What the rules look at: the rows of a cycle, and how they are reckoned."""

    objectives: Sequence[Row]
    key_results: Sequence[Row]
    initiatives: Sequence[Row]
    projects: Sequence[Row]
    settings: Settings
    today: date
    locale: str


@dataclass(frozen=True, slots=True)
class Insight:
    """One thing the figures say, with the figures that say it."""

    rule: str
    row: Row
    insight_type: str
    severity: str
    category: str
    title: str
    description: str
    evidence: list[dict[str, Any]]

    def fields(self) -> dict[str, Any]:
        """Return the fields of its row that follow from the figures."""
        return {
            "title": self.title,
            "description": self.description,
            "insight_type": self.insight_type,
            "severity": self.severity,
            "category": self.category,
            "related_entity_type": KINDS[self.row.kind].noun,
            "related_entity_id": self.row.id,
            "metadata": {"source": "figures", "rule": self.rule, "evidence": self.evidence},
        }


def insights_of(company: Company) -> list[Insight]:
    """Return all that the figures say, the most severe first."""
    measured = {row.id: _measure(company, row) for row in company.key_results}
    found = [each for row in company.key_results for each in _of_key_result(company, row, measured[row.id])]
    parts: dict[str | None, list[rollup.Part]] = {}
    for row in company.key_results:
        parts.setdefault(row.parent, []).append((row.weight, measured[row.id].percent))
    for row in company.objectives:
        found += _of_objective(company, row, shown(rollup.objective(parts.get(row.id, ()), company.settings)))
    for row in (*company.projects, *company.initiatives):
        found += _of_work(company, row)
    return sorted(found, key=lambda each: (-SEVERITIES.index(each.severity), each.row.kind, each.row.number or 0))


def _measure(company: Company, row: Row) -> progress.Progress:
    kr = progress.read(row.record, company.settings)
    return progress.measure(kr, "ytd", company.today, company.settings)


def _of_key_result(company: Company, row: Row, measured: progress.Progress) -> Iterator[Insight]:
    words = words_of(company.locale)
    percent = shown(measured.percent)
    if (row.status or "") in OVER:
        return
    if percent is not None and (percent < FAIR or percent > EXCELLENT):
        is_behind = percent < FAIR
        rule = "below_target" if is_behind else "above_target"
        evidence = [_figure(row, "progress", percent, "%")]
        evidence += [
            _figure(row, name, exact.plain(value), row.record.get("unit"))
            for name, value in (("actual", measured.actual), ("target", measured.target))
            if value is not None
        ]
        yield Insight(
            rule=rule,
            row=row,
            insight_type="risk" if is_behind else "opportunity",
            severity=("critical" if percent < _HALF else "high") if is_behind else "low",
            category="indicators",
            title=say(rule, company.locale, row=row.title),
            description=say("year_to_date", company.locale, percent=words.percent(percent)),
            evidence=evidence,
        )
    if row.stale is not None and row.stale <= company.today.isoformat():
        seen = read_month(row.seen)
        last = None if seen is None else words.month(seen)
        yield Insight(
            rule="no_recent_value",
            row=row,
            insight_type="info",
            severity="medium",
            category="indicators",
            title=say("no_recent_check_in", company.locale, row=row.title),
            description=say("last_value_of", company.locale, last=last)
            if last
            else say("never_had_a_value", company.locale),
            evidence=[_figure(row, "last_value_in", row.seen, None)],
        )


def _of_objective(company: Company, row: Row, percent: float | None) -> Iterator[Insight]:
    left = _days_left(company, row)
    if left is None or (row.status or "") in OVER:
        return
    words = words_of(company.locale)
    evidence = [_figure(row, "due", row.due, None), _figure(row, "progress", percent, "%")]
    if left < 0:
        yield _late(company, row, -left, "objectives", "critical", evidence)
    elif left <= _SOON and percent is not None and percent < _NEARLY:
        yield Insight(
            rule="due_soon",
            row=row,
            insight_type="risk",
            severity="critical" if percent < _BARELY else "high",
            category="objectives",
            title=say("little_time_left", company.locale, row=row.title),
            description=say("due_in_days", company.locale, left=left, percent=words.percent(percent)),
            evidence=evidence,
        )


def _of_work(company: Company, row: Row) -> Iterator[Insight]:
    """Yield a project or an initiative whose end is over."""
    left = _days_left(company, row)
    if left is None or left >= 0 or (row.status or "") in OVER:
        return
    is_project = KINDS[row.kind].noun == "project"
    severity = ("critical" if -left > _LONG else "high") if is_project else "medium"
    evidence = [_figure(row, "due", row.due, None), _figure(row, "progress", shown(row.progress), "%")]
    yield _late(company, row, -left, "projects" if is_project else "initiatives", severity, evidence)


def _late(
    company: Company, row: Row, days: int, category: str, severity: str, evidence: list[dict[str, Any]]
) -> Insight:
    return Insight(
        rule="overdue",
        row=row,
        insight_type="risk",
        severity=severity,
        category=category,
        title=say("overdue", company.locale, row=row.title),
        description=MESSAGES.say_count("ended_days_ago", days, company.locale),
        evidence=evidence,
    )


def _days_left(company: Company, row: Row) -> int | None:
    return None if row.due is None else (date.fromisoformat(row.due) - company.today).days


def _figure(row: Row, name: str, value: Any, unit: Any) -> dict[str, Any]:
    """Return one figure an insight goes by: whose it is, what it is called, and what it is."""
    told = {"item": row.short, "title": row.title, "figure": name, "value": value}
    return {**told, "unit": unit} if isinstance(unit, str) and unit else told
