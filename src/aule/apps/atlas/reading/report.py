"""The status report: a company told in Markdown, every figure of it looked up."""

from __future__ import annotations

from aule.apps.atlas.app import atlas
from aule.apps.atlas.figures.numbers import shown
from aule.apps.atlas.reading.attention import attention, heaviest
from aule.apps.atlas.reading.compare import compared
from aule.apps.atlas.reading.dashboard import card, planned, totals
from aule.apps.atlas.reading.pages import key_result_cards
from aule.apps.atlas.reading.scores import Scores, score
from aule.apps.atlas.reading.view_context import ViewContext, item, look, names
from aule.apps.atlas.rows.kinds import KEY_RESULTS, OBJECTIVES
from aule.apps.atlas.rows.queries import Row
from aule.apps.atlas.views.company_views import KeyResultCard, StatusReport
from aule.apps.atlas.views.report import Changes, ObjectivePart, Report, title_of, write_report
from aule.sdk import Reading

OBJECTIVES_TOLD = 60
"""Objectives, the heaviest, that a report goes into; the others are counted."""
KEY_RESULTS_TOLD = 20
"""Key results of each of them."""
_COMPARED = 5_000
"""Up to so many key results a report says what changed."""


@atlas.view("report")
async def report(reading: Reading, company: str = "", as_of: str = "") -> StatusReport:
    """The status report of a company as of a day, in Markdown and in the reader's language."""
    async with look(reading, company, as_of=as_of) as sight:
        return await written(sight)


async def written(sight: ViewContext, since: str = "") -> StatusReport:
    """Return the report, with what changed since a day: the last 30 where none is named."""
    scores = await score(sight.source, sight.scope, sight.as_of)
    parts = await _parts(sight, scores)
    told = Report(
        company=sight.scope.company.title,
        as_of=sight.as_of,
        progress=shown(scores.of_company),
        totals=await totals(sight, scores),
        pillars=[card(row, scores) for row in scores.pillars],
        objectives=parts,
        attention=await attention(sight, scores),
        cycle=sight.cycle,
        expected=await planned(sight, scores),
        changes=await _changes(sight, since) if scores.key_results <= _COMPARED else None,
        rows=1 + len(scores.pillars) + len(scores.objectives) + scores.key_results,
        omitted=len(scores.objectives) - len(parts),
    )
    locale = sight.reading.locale
    return StatusReport(
        company=sight.company,
        as_of=sight.as_of.isoformat(),
        title=title_of(told, locale),
        markdown=write_report(told, locale),
        rows=told.rows,
    )


async def _changes(sight: ViewContext, since: str) -> Changes:
    found = await compared(sight, since)
    return Changes(found.since, found.before, found.after, found.improved, found.worsened)


async def _parts(sight: ViewContext, scores: Scores) -> list[ObjectivePart]:
    wanted = heaviest(scores.objectives, OBJECTIVES_TOLD)
    places = {each.id: place for place, each in enumerate(wanted)}
    rows = sorted(await sight.queries.rows(OBJECTIVES, list(places)), key=lambda row: places[row.id])
    above = await sight.queries.ancestors(rows)
    people = await names(sight.queries, [row.owner for row in rows])
    cards: dict[str | None, list[KeyResultCard]] = {}
    for kr, _, made in await key_result_cards(sight, await sight.queries.children(KEY_RESULTS, list(places))):
        cards.setdefault(kr.parent, []).append(made)
    pillars = {row.id: row.short for row in scores.pillars}

    def part(row: Row) -> ObjectivePart:
        own = sorted(cards.get(row.id, []), key=lambda each: -each.weight)
        return ObjectivePart(
            item=item(row, above, scores.of_objective[row.id]),
            pillar=pillars.get(row.parent or "", ""),
            key_results=own[:KEY_RESULTS_TOLD],
            owner=people.get(row.owner or ""),
            due=row.due,
            more=max(len(own) - KEY_RESULTS_TOLD, 0),
        )

    return [part(row) for row in rows]
