"""Finding items by words of their titles, by status and by pillar."""

from __future__ import annotations

from collections.abc import Sequence

from aule.apps.atlas.app import atlas
from aule.apps.atlas.reading.pages import items
from aule.apps.atlas.reading.queries import FOUND, Columns, Named
from aule.apps.atlas.reading.view_context import ViewContext, look
from aule.apps.atlas.rows.kinds import (
    AGENDA,
    BY_NOUN,
    INITIATIVES,
    INSIGHTS,
    KEY_RESULTS,
    MEETINGS,
    OBJECTIVES,
    PILLARS,
    PROJECTS,
    TASKS,
)
from aule.apps.atlas.rows.queries import Row, short_parts
from aule.apps.atlas.rows.references import chain_of, code_of, resolve
from aule.apps.atlas.rows.titles import key
from aule.apps.atlas.views.company_views import Hits
from aule.sdk import Reading, errors

SEARCHED = (PILLARS, OBJECTIVES, KEY_RESULTS, INITIATIVES, PROJECTS, TASKS, MEETINGS, AGENDA, INSIGHTS)
"""Kinds that are searched, in the order in which equally good finds are shown."""
MOST = 100
_WORDS = 6
"""Words of a question that are looked for."""


@atlas.view("search")
async def search(reading: Reading, q: str, company: str = "", kinds: str = "", limit: int = 20) -> Hits:
    """Items whose titles hold all of the words, the best first; `kinds` narrows them: `objective,key_result`."""
    async with look(reading, company) as sight:
        return await hits(sight, q, kinds_in(kinds.split(",")), limit=limit)


async def hits(
    sight: ViewContext,
    q: str,
    kinds: Sequence[str] = SEARCHED,
    *,
    status: str | None = None,
    pillar: str | None = None,
    limit: int = 20,
) -> Hits:
    """Return what is found, at most so much of it, and how much there would be."""
    most = min(max(limit, 1), MOST)
    columns = Columns(sight.source, sight.scope.company.id)
    found, total = await _found(columns, q, kinds, status)
    if status is None and pillar is None:
        rows = await rows_of(sight, found[:most])
    else:
        rows = await _narrowed(sight, await rows_of(sight, found), status, pillar)
        total = len(rows)
    if (direct := await _by_id(sight, q, kinds)) is not None:
        rows = [direct, *(row for row in rows if row.key != direct.key)]
        total = max(total, len(rows))
    return Hits(items=await items(sight, rows[:most]), total=total)


def kinds_in(nouns: Sequence[str]) -> list[str]:
    """Return the kinds some nouns mean; none means all that are searched."""
    wanted = [noun.strip().lower() for noun in nouns if noun.strip()]
    for noun in wanted:
        if noun not in BY_NOUN or BY_NOUN[noun].table not in SEARCHED:
            known = [each.noun for each in BY_NOUN.values() if each.table in SEARCHED]
            raise errors.Invalid(
                f"{noun[:40]!r} is no kind of item.", field="kinds", candidates=known, hint=f"Use {', '.join(known)}."
            )
    return [BY_NOUN[noun].table for noun in wanted] or list(SEARCHED)


async def _found(columns: Columns, q: str, kinds: Sequence[str], status: str | None) -> tuple[list[Named], int]:
    folded = key(q)
    parts = list(dict.fromkeys(folded.split()))[:_WORDS]
    if not parts:
        listed = [row for kind in kinds for row in await columns.in_status(kind, status)] if status else []
        return listed, len(listed)
    beginning = [row for kind in kinds for row in await columns.beginning(kind, folded)]
    containing = await columns.containing(kinds, parts)
    total = len(containing) if len(containing) < FOUND else await columns.containing_count(kinds, parts)
    known = {(row.kind, row.number): row for row in (*beginning, *containing)}
    return sorted(known.values(), key=lambda row: _place(row, folded)), max(total, len(known))


def _place(row: Named, folded: str) -> tuple[int, int, int, str]:
    """Return how well a title fits a query: equal, equal code, beginning, containing it, containing its words."""
    name = row.name
    fits = (name == folded, code_of(name) == folded, name.startswith(folded), f" {folded}" in name, folded in name)
    return fits.index(True) if any(fits) else len(fits), SEARCHED.index(row.kind), len(name), name


async def rows_of(sight: ViewContext, found: Sequence[Named]) -> list[Row]:
    """Return the rows of what was found, in the same order."""
    rows: dict[tuple[str, int | None], Row] = {}
    for kind in dict.fromkeys(each.kind for each in found):
        numbers = [each.number for each in found if each.kind == kind and each.number is not None]
        rows |= {(row.kind, row.number): row for row in await sight.queries.numbered(kind, numbers)}
    return [rows[row.kind, row.number] for row in found if (row.kind, row.number) in rows]


async def _narrowed(sight: ViewContext, rows: Sequence[Row], status: str | None, pillar: str | None) -> list[Row]:
    rows = [row for row in rows if status is None or row.status == status]
    if pillar is None:
        return rows
    wanted = (await resolve(sight.queries, PILLARS, pillar, field="pillar")).row
    above = await sight.queries.ancestors(rows)
    return [row for row in rows if row.id == wanted.id or any(each.id == wanted.id for each in chain_of(row, above))]


async def _by_id(sight: ViewContext, q: str, kinds: Sequence[str]) -> Row | None:
    kind, number = short_parts(q)
    if kind is None or number is None or kind not in kinds:
        return None
    return next(iter(await sight.queries.by_number(kind, number)), None)
