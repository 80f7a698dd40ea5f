"""A company at a glance: its score, its pillars, what asks for attention; and which companies there are."""

from __future__ import annotations

import asyncio

from aule.apps.atlas.app import atlas
from aule.apps.atlas.batch.subjects import BLUE
from aule.apps.atlas.figures import rollup
from aule.apps.atlas.figures.numbers import shown
from aule.apps.atlas.figures.progress import read
from aule.apps.atlas.figures.status import band
from aule.apps.atlas.reading.attention import MOST, attention, expected
from aule.apps.atlas.reading.queries import Columns
from aule.apps.atlas.reading.scores import Scores, bands_of, measured, score
from aule.apps.atlas.reading.view_context import ViewContext, look, names, words
from aule.apps.atlas.rows.kinds import INITIATIVES, KEY_RESULTS, OBJECTIVES, PILLARS, PROJECTS
from aule.apps.atlas.rows.queries import Row, RowQueries, last_changed
from aule.apps.atlas.rows.queries import companies as all_companies
from aule.apps.atlas.scope import OURS, scope_of, until
from aule.apps.atlas.views.company_views import Companies, CompanyCard, Dashboard, Owner, Owners, PillarCard, Totals
from aule.sdk import Reading

_EXPECTED_OF = 2_000
"""Up to so many key results it is worked out where the score would be if everything went as planned."""
_SCORED = 20
"""Up to so many companies have their score in the list."""


@atlas.view("companies")
async def companies(reading: Reading) -> Companies:
    """The companies there are, the last changed first."""
    async with reading.snapshot() as source:
        rows = await all_companies(source)
        moments = await last_changed(source)
        rows.sort(key=lambda row: moments.get(row.id, ""), reverse=True)
        cards: list[CompanyCard] = []
        for place, row in enumerate(rows):
            ours = await RowQueries(source, row.id).row(*OURS)
            percent = None
            if place < _SCORED:
                scope = await scope_of(source, row.id, today=reading.today)
                percent = (await score(source, scope, until(scope.cycle, reading.today))).of_company
            columns = Columns(source, row.id)
            cards.append(
                CompanyCard(
                    id=row.short,
                    name=row.title,
                    pillars=await columns.count(PILLARS),
                    objectives=await columns.count(OBJECTIVES),
                    key_results=await columns.count(KEY_RESULTS),
                    progress=shown(percent),
                    band=band(percent),
                    changed_at=moments.get(row.id, row.changed_at),
                    is_sample=ours is not None and ours.record.get("sample") is True,
                )
            )
    return Companies(companies=cards)


@atlas.view("dashboard")
async def dashboard(
    reading: Reading, company: str = "", as_of: str = "", cycle: str = "", owner: str = ""
) -> Dashboard:
    """A company at a glance: score, pillars, what asks for attention; of one owner, or of everybody."""
    async with look(reading, company, as_of=as_of, cycle=cycle) as sight:
        scores = await score(sight.source, sight.scope, sight.as_of, owner=owner or None)
        return Dashboard(
            company=sight.company,
            cycle=sight.cycle,
            cycles=[sight.told(row) for row in sight.scope.cycles],
            as_of=sight.as_of.isoformat(),
            progress=shown(scores.of_company),
            band=band(scores.of_company),
            expected=await planned(sight, scores, owner or None),
            totals=await totals(sight, scores),
            pillars=[card(row, scores) for row in scores.pillars],
            attention=await attention(sight, scores, owner=owner or None, most=MOST),
            bands=bands_of(scores.summed()),
        )


@atlas.view("owners")
async def owners(reading: Reading, company: str = "") -> Owners:
    """Who is responsible for objectives and key results."""
    async with look(reading, company) as sight:
        counted: dict[str, dict[str, int]] = {}
        for owner, kind, count in await Columns(sight.source, sight.scope.company.id).owners():
            counted.setdefault(owner, {})[kind] = count
        called = await names(sight.queries, list(counted))
    found = [
        Owner(id=id, name=called[id], objectives=of.get(OBJECTIVES, 0), key_results=of.get(KEY_RESULTS, 0))
        for id, of in counted.items()
    ]
    return Owners(owners=sorted(found, key=lambda each: (-each.key_results - each.objectives, each.name)))


def card(row: Row, scores: Scores) -> PillarCard:
    """Return a pillar on the dashboard."""
    inside = scores.under(row.id)
    sums = scores.summed(inside)
    percent = scores.of_pillar[row.id]
    return PillarCard(
        id=row.short,
        kind="pillar",
        title=row.title,
        progress=shown(percent),
        band=band(percent),
        color=words(row.record.get("color")) or BLUE,
        description=words(row.record.get("description")),
        objectives=len(inside),
        key_results=sums.size,
        bands=bands_of(sums),
    )


async def totals(sight: ViewContext, scores: Scores) -> Totals:
    """Return how much there is."""
    columns, sums = Columns(sight.source, sight.scope.company.id), scores.summed()
    return Totals(
        pillars=len(scores.pillars),
        objectives=len(scores.objectives),
        key_results=sums.size,
        initiatives=await columns.count(INITIATIVES),
        projects=await columns.count(PROJECTS),
        at_risk=sum(each.status == "at_risk" for each in scores.objectives),
        stale=sums.stale,
        without_data=sums.size - sums.with_data,
    )


async def planned(sight: ViewContext, scores: Scores, owner: str | None = None) -> float | None:
    """Return where the score would be by now.

    What is expected of every key result that counts, rolled up as its progress.
    """
    if not 0 < scores.key_results <= _EXPECTED_OF:
        return None
    settings = sight.scope.settings
    inside = {each.id for each in scores.objectives if scores.of_objective[each.id] is not None}
    rows = [
        row for row in await sight.queries.of_kind(KEY_RESULTS) if row.parent in inside and owner in (None, row.owner)
    ]

    def expect() -> dict[str | None, list[rollup.Part]]:
        parts: dict[str | None, list[rollup.Part]] = {}
        for row in rows:
            if measured(row, settings, sight.as_of) is not None:
                parts.setdefault(row.parent, []).append((row.weight, expected(sight, read(row.record, settings))))
        return parts

    parts = await asyncio.to_thread(expect)
    of_objective = {id: rollup.objective(each, settings) for id, each in parts.items()}
    of_pillar = [
        rollup.pillar([(each.weight, of_objective.get(each.id)) for each in scores.under(row.id)], settings)
        for row in scores.pillars
    ]
    return shown(rollup.company(of_pillar))
