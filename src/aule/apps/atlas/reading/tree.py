"""The map of a company: pillars, objectives and key results, and what contributes to what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from aule.apps.atlas.app import atlas
from aule.apps.atlas.batch.subjects import BLUE
from aule.apps.atlas.figures.numbers import shown
from aule.apps.atlas.figures.status import band
from aule.apps.atlas.reading.attention import heaviest
from aule.apps.atlas.reading.dashboard import planned
from aule.apps.atlas.reading.queries import Columns, Light
from aule.apps.atlas.reading.scores import Scores, measured, score
from aule.apps.atlas.reading.view_context import Percent, ViewContext, in_order, item, look, names, words
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows.kinds import INITIATIVES, KEY_RESULTS, KINDS, LINKS, OBJECTIVES, PILLARS
from aule.apps.atlas.rows.queries import Row, short_parts
from aule.apps.atlas.rows.references import resolve
from aule.apps.atlas.views.company_views import Link, Node, Tree
from aule.apps.atlas.views.item_views import PillarPage
from aule.sdk import Reading, errors

MOST = 600
"""Nodes a map shows; of more the lightest are left out and counted."""


@atlas.view("tree")
async def tree(reading: Reading, company: str = "", root: str = "", owner: str = "") -> Tree:
    """The map of a company, or of one pillar or objective of it; `owner` narrows it to what somebody answers for."""
    async with look(reading, company, item=root) as sight:
        pillars = await _pillars_of(sight, root)
        scores = await score(sight.source, sight.scope, sight.as_of, owner=owner or None, pillars=pillars)
        lights = _objectives_in(scores, root)
        columns = Columns(sight.source, sight.scope.company.id, owner or None)
        shown_objectives = heaviest(lights, MOST)
        inside = {each.id for each in shown_objectives}
        known = {each.id for each in lights}
        below = [each for each in await columns.all(KEY_RESULTS) if each.parent in known]
        fitting = [each for each in below if each.parent in inside]
        key_results = heaviest(fitting, max(MOST - len(shown_objectives), 0))
        counted = _counted(lights, below)
        nodes = await _nodes(sight, scores, shown_objectives, key_results, counted, is_part=pillars is not None)
        omitted = len(lights) - len(shown_objectives) + len(below) - len(key_results)
        return Tree(company=sight.company, nodes=nodes, links=await _links(sight, inside), omitted=omitted)


@atlas.view("pillar")
async def pillar(reading: Reading, id: str, company: str = "") -> PillarPage:
    """A pillar with its objectives."""
    async with look(reading, company, item=id) as sight:
        row = (await resolve(sight.queries, PILLARS, id, field="id")).row
        scores = await score(sight.source, sight.scope, sight.as_of, pillars=[row.id])
        inside = heaviest(scores.under(row.id), MOST)
        places = {each.id: place for place, each in enumerate(inside)}
        aims = sorted(await sight.queries.rows(OBJECTIVES, list(places)), key=lambda each: places[each.id])
        people = await names(sight.queries, [each.owner for each in aims])
        count = {each.id: scores.sums[each.id].size for each in inside if each.id in scores.sums}
        percents = scores.of_objective
        return PillarPage(
            company=sight.company,
            item=item(row, {}, scores.of_pillar[row.id]),
            fields=exact.plain(row.record),
            stamp=row.stamp,
            expected=await planned(sight, scores),
            objectives=[
                node(each, row.short, percents[each.id], count.get(each.id, 0), people.get(each.owner or ""))
                for each in aims
            ],
        )


async def _pillars_of(sight: ViewContext, root: str) -> list[str] | None:
    """Return the pillar that a map is about; None for all pillars."""
    kind, _ = short_parts(root)
    if not root.strip():
        return None
    if kind == OBJECTIVES:
        objective = (await resolve(sight.queries, OBJECTIVES, root, field="root")).row
        return [objective.parent] if objective.parent else []
    if kind not in (None, PILLARS):
        raise errors.Invalid(f"{root[:40]!r} is no pillar and no objective.", field="root", hint="Give pil-1 or obj-7.")
    return [(await resolve(sight.queries, PILLARS, root, field="root")).row.id]


def _objectives_in(scores: Scores, root: str) -> list[Light]:
    kind, number = short_parts(root)
    return [each for each in scores.objectives if kind != OBJECTIVES or each.number == number]


def _counted(objectives: Sequence[Light], key_results: Sequence[Light]) -> Counter[str | None]:
    return Counter([*(each.parent for each in objectives), *(each.parent for each in key_results)])


async def _nodes(
    sight: ViewContext,
    scores: Scores,
    objectives: Sequence[Light],
    key_results: Sequence[Light],
    children: Counter[str | None],
    *,
    is_part: bool,
) -> list[Node]:
    queries, head = sight.queries, sight.scope.company
    aims = in_order(await queries.rows(OBJECTIVES, [each.id for each in objectives]))
    krs = in_order(await queries.rows(KEY_RESULTS, [each.id for each in key_results]))
    people = await names(queries, [row.owner for row in (*aims, *krs)])
    settings, as_of = sight.scope.settings, sight.as_of
    below = Counter(row.parent for row in await queries.children(INITIATIVES, [row.id for row in krs]))
    known = {row.id: row.short for row in (*scores.pillars, *aims)}
    whole = None if is_part else scores.of_company  # some pillars are not the company's score

    def owned(row: Row, percent: Percent, count: int) -> Node:
        return node(row, known.get(row.parent or ""), percent, count, people.get(row.owner or ""))

    return [
        node(head, None, whole, len(scores.pillars)),
        *(node(row, head.short, scores.of_pillar[row.id], children[row.id]) for row in scores.pillars),
        *(owned(row, scores.of_objective[row.id], children[row.id]) for row in aims),
        *(owned(row, measured(row, settings, as_of), below[row.id]) for row in krs),
    ]


def node(row: Row, parent: str | None, percent: Percent, children: int, owner: str | None = None) -> Node:
    """Return a row as a node of the map."""
    return Node(
        id=row.short,
        kind=KINDS[row.kind].noun,
        title=row.title,
        status=row.status,
        progress=shown(percent),
        band=band(percent),
        parent=parent,
        color=(words(row.record.get("color")) or BLUE) if row.kind == PILLARS else None,
        weight=row.weight,
        owner=owner,
        due=row.due,
        children=children,
    )


async def _links(sight: ViewContext, inside: set[str]) -> list[Link]:
    rows = [row for row in await sight.queries.of_kind(LINKS) if row.parent in inside and row.name in inside]
    known = {row.id: row.short for row in await sight.queries.rows(OBJECTIVES, inside)} if rows else {}
    return [
        Link(parent=known[row.parent or ""], child=known[row.name], kind=words(row.record.get("kind")) or "contributes")
        for row in rows
        if row.parent in known and row.name in known
    ]
