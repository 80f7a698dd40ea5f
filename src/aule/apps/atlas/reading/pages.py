"""The pages of single items: an objective, a key result, a project, with everything that belongs to them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from aule.apps.atlas.app import atlas
from aule.apps.atlas.figures import progress, rollup
from aule.apps.atlas.figures.derived import next_period, points
from aule.apps.atlas.figures.numbers import number, shown
from aule.apps.atlas.figures.status import pace, suggested
from aule.apps.atlas.reading.attention import expected
from aule.apps.atlas.reading.check_ins import check_in, confidences
from aule.apps.atlas.reading.citations import cited_in
from aule.apps.atlas.reading.queries import Columns
from aule.apps.atlas.reading.scores import measured, percent_of, score, sums_of
from aule.apps.atlas.reading.view_context import Above, Percent, ViewContext, in_order, item, look, names, words
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows.kinds import (
    FCA,
    INITIATIVES,
    KEY_RESULTS,
    LINKS,
    OBJECTIVES,
    PILLARS,
    PROJECT_KRS,
    PROJECT_OBJECTIVES,
    PROJECTS,
    TASKS,
    VALUES,
)
from aule.apps.atlas.rows.queries import Row, RowQueries
from aule.apps.atlas.rows.references import chain_of, resolve
from aule.apps.atlas.views.company_views import Hits, Item, KeyResultCard
from aule.apps.atlas.views.item_views import KeyResultPage, MonthPoint, ObjectivePage, ProjectPage
from aule.sdk import Reading

_SPARK = 12
"""Values in the small line of a list."""


@atlas.view("objective")
async def objective(reading: Reading, id: str, company: str = "") -> ObjectivePage:
    """An objective with its key results, projects, and the objectives it contributes to."""
    async with look(reading, company, item=id) as sight:
        row = (await resolve(sight.queries, OBJECTIVES, id, field="id")).row
        queries, above = sight.queries, await sight.queries.ancestors([row])
        cards = await key_result_cards(sight, await queries.children(KEY_RESULTS, [row.id]))
        percents = [(each[0].weight, each[1]) for each in cards]
        percent = rollup.objective(percents, sight.scope.settings)
        settings = sight.scope.settings
        planned = rollup.objective(
            (
                (each.weight, expected(sight, progress.read(each.record, settings)))
                for each, done, _ in cards
                if done is not None
            ),
            settings,
        )
        owner = row.owner
        return ObjectivePage(
            company=sight.company,
            item=item(row, above, percent),
            above=await items(sight, chain_of(row, above)),
            fields=fields(row),
            stamp=row.stamp,
            owner=None if owner is None else (await names(queries, [owner]))[owner],
            suggested=suggested(pace(percent, planned)),
            expected=shown(planned),
            key_results=[card for _, _, card in cards],
            projects=await projects_of(queries, PROJECT_OBJECTIVES, row),
            parents=await _linked(sight, row, is_parent=True),
            children=await _linked(sight, row, is_parent=False),
        )


@atlas.view("key_result")
async def key_result(reading: Reading, id: str, company: str = "") -> KeyResultPage:
    """A key result with its months, check-ins, initiatives and analyses."""
    async with look(reading, company, item=id) as sight:
        row = (await resolve(sight.queries, KEY_RESULTS, id, field="id")).row
        queries, above = sight.queries, await sight.queries.ancestors([row])
        settings, as_of = sight.scope.settings, sight.as_of
        kr = progress.read(row.record, settings)
        ytd, year = (progress.measure(kr, span, as_of, settings) for span in ("ytd", "year"))
        planned = expected(sight, kr)
        speed = pace(ytd.percent, planned)
        values = await queries.children(VALUES, [row.id])
        people = await names(queries, [row.owner, *(words(each.record.get("recorded_by")) for each in values)])
        sure = confidences(values)
        return KeyResultPage(
            company=sight.company,
            item=item(row, above, ytd.percent),
            above=await items(sight, chain_of(row, above)),
            fields=fields(row),
            stamp=row.stamp,
            owner=people.get(row.owner or ""),
            ytd=shown(ytd.percent),
            year=shown(year.percent),
            pace=shown(speed, 2),
            expected=shown(planned),
            suggested=suggested(speed),
            warnings=list(ytd.warnings),
            points=[
                MonthPoint(
                    month=each.month,
                    target=exact.plain(each.target),
                    actual=exact.plain(each.actual),
                    is_expected=each.is_expected,
                    confidence=sure.get(each.month),
                    percent=shown(each.percent),
                )
                for each in points(kr, as_of, settings)
            ],
            check_ins=[check_in(each, people) for each in reversed(values)],
            initiatives=[
                item(each, {}, each.progress).model_copy(update={"sources": cited_in(each.record)})
                for each in await queries.children(INITIATIVES, [row.id])
            ],
            sources=cited_in(row.record),
            projects=await projects_of(queries, PROJECT_KRS, row),
            analyses=[exact.plain(each.record) for each in await queries.children(FCA, [row.id])],
            next_period=next_period(kr, sight.today, settings),
        )


@atlas.view("project")
async def project(reading: Reading, id: str, company: str = "") -> ProjectPage:
    """A project with its tasks and what it is linked to."""
    async with look(reading, company, item=id) as sight:
        row = (await resolve(sight.queries, PROJECTS, id, field="id")).row
        queries = sight.queries
        krs = await queries.rows(KEY_RESULTS, [each.name for each in await queries.children(PROJECT_KRS, [row.id])])
        aims = await queries.rows(
            OBJECTIVES, [each.name for each in await queries.children(PROJECT_OBJECTIVES, [row.id])]
        )
        return ProjectPage(
            company=sight.company,
            item=item(row, {}, row.progress),
            fields=fields(row),
            stamp=row.stamp,
            tasks=[item(each, {}) for each in await queries.children(TASKS, [row.id])],
            objectives=await items(sight, in_order(aims)),
            key_results=await items(sight, in_order(krs)),
        )


@atlas.view("projects")
async def projects(reading: Reading, company: str = "") -> Hits:
    """The projects of a company."""
    async with look(reading, company) as sight:
        rows = [item(row, {}, row.progress) for row in await sight.queries.of_kind(PROJECTS)]
        return Hits(items=rows, total=len(rows))


async def items(sight: ViewContext, rows: Sequence[Row]) -> list[Item]:
    """Return rows of any kind in a line each, with their progress."""
    above = await sight.queries.ancestors(rows)
    percents = await percents_of(sight, rows)
    return [item(row, above, percents.get(row.key)) for row in rows]


async def percents_of(sight: ViewContext, rows: Sequence[Row]) -> dict[tuple[str, str], Percent]:
    """Return the progress of rows of any kind: of objectives and pillars it is worked out, of all others it is kept."""
    settings, as_of = sight.scope.settings, sight.as_of
    columns = Columns(sight.source, sight.scope.company.id)
    found: dict[tuple[str, str], Percent] = {}
    if aims := [row.id for row in rows if row.kind == OBJECTIVES]:
        sums = await sums_of(columns, settings, as_of, "objectives", aims)
        found |= {(OBJECTIVES, id): percent_of(sums.get(id)) for id in aims}
    found |= await _of_pillars(sight, rows)
    for row in rows:
        if row.kind == KEY_RESULTS:
            found[row.key] = measured(row, settings, as_of)
        else:
            found.setdefault(row.key, row.progress)
    return found


async def key_result_cards(sight: ViewContext, rows: Sequence[Row]) -> list[tuple[Row, Percent, KeyResultCard]]:
    """Return key results in a list: each with its progress, not yet rounded."""
    above = await sight.queries.ancestors(rows)
    people = await names(sight.queries, [row.owner for row in rows])
    return await asyncio.to_thread(lambda: [_card(sight, row, above, people) for row in rows])


async def projects_of(queries: RowQueries, kind: str, row: Row) -> list[Item]:
    """Return the projects that are linked to an objective or a key result."""
    joins = await queries.joined(kind, [row.id])
    rows = in_order(await queries.rows(PROJECTS, [each.parent for each in joins if each.parent]))
    return [item(each, {}, each.progress) for each in rows]


def fields(row: Row) -> dict[str, Any]:
    """Return all fields of a row as they are; figures as JSON has them."""
    return exact.plain(row.record)


async def _of_pillars(sight: ViewContext, rows: Sequence[Row]) -> dict[tuple[str, str], Percent]:
    pillars = [row.id for row in rows if row.kind == PILLARS]
    if not pillars:
        return {}
    scores = await score(sight.source, sight.scope, sight.as_of, pillars=pillars)
    return {(PILLARS, id): percent for id, percent in scores.of_pillar.items()}


async def _linked(sight: ViewContext, row: Row, *, is_parent: bool) -> list[Item]:
    """Return objectives a row contributes to, or that contribute to it."""
    links = await (sight.queries.joined(LINKS, [row.id]) if is_parent else sight.queries.children(LINKS, [row.id]))
    ids = [each.parent if is_parent else each.name for each in links]
    return await items(sight, in_order(await sight.queries.rows(OBJECTIVES, [id for id in ids if id])))


def _card(sight: ViewContext, row: Row, above: Above, people: dict[str, str]) -> tuple[Row, Percent, KeyResultCard]:
    settings, record = sight.scope.settings, row.record
    kr = progress.read(record, settings)
    percent = measured(row, settings, sight.as_of)
    line = [exact.plain(each.actual) for each in points(kr, sight.as_of, settings) if each.is_expected]
    card = KeyResultCard(
        **item(row, above, percent).model_dump(),
        unit=words(record.get("unit")),
        current=exact.plain(number(record.get("current_value"))),
        target=exact.plain(kr.target),
        weight=1 if row.weight is None else row.weight,
        owner=people.get(row.owner or ""),
        frequency=words(record.get("frequency")) or "monthly",
        last_value_in=row.seen,
        suggested=suggested(pace(percent, expected(sight, kr))),
        spark=line[-_SPARK:],
    )
    return row, percent, card
