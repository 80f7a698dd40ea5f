"""What asks for attention: objectives and key results at risk, late, overdue, without a value or off their pace."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from aule.apps.atlas.figures import progress
from aule.apps.atlas.figures import status as standing
from aule.apps.atlas.figures.months import read_day
from aule.apps.atlas.figures.status import Stand
from aule.apps.atlas.reading.queries import Columns, Light, When
from aule.apps.atlas.reading.scores import Scores, measured
from aule.apps.atlas.reading.view_context import Above, Percent, ViewContext, item
from aule.apps.atlas.rows.kinds import KEY_RESULTS, OBJECTIVES
from aule.apps.atlas.rows.queries import Row
from aule.apps.atlas.views.company_views import Attention, Why

MOST = 10
"""AT-31: the heaviest so many."""
_LOOKED_AT = 80
"""Rows of each kind that are looked at to find the ones that ask for attention."""


async def attention(
    sight: ViewContext, scores: Scores, *, owner: str | None = None, most: int = MOST
) -> list[Attention]:
    """Return the heaviest that ask for attention, objectives and key results together."""
    columns, when = Columns(sight.source, sight.scope.company.id, owner), When.of(sight.as_of)
    inside = {each.id for each in scores.objectives}
    objectives = [each for each in await columns.troubled(OBJECTIVES, when, _LOOKED_AT) if each.id in inside]
    lights = await columns.troubled(KEY_RESULTS, when, _LOOKED_AT)
    key_results = await sight.queries.rows(KEY_RESULTS, [each.id for each in lights if each.parent in inside])
    found = [*await sight.queries.rows(OBJECTIVES, [each.id for each in objectives]), *key_results]
    above = await sight.queries.ancestors(found)
    told = [_told(sight, row, scores, above) for row in found]
    asking = [each for each in told if each is not None]
    return sorted(asking, key=lambda each: (-each.weight, -len(each.why), each.id))[:most]


def why(sight: ViewContext, row: Row, percent: Percent) -> list[Why]:
    """Return why a row asks for attention; nothing if it does not."""
    planned = None
    if row.kind == KEY_RESULTS:
        planned = expected(sight, progress.read(row.record, sight.scope.settings))
    stand = Stand(row.kind, row.status, row.due, row.stale, percent, planned)
    return standing.reasons(stand, sight.as_of)


def expected(sight: ViewContext, kr: progress.KeyResult) -> Decimal:
    """Return where a key result would be by now if everything went as planned."""
    cycle = None if sight.scope.cycle is None else sight.scope.cycle.record
    within = (None, None) if cycle is None else (read_day(cycle.get("period_start")), read_day(cycle.get("period_end")))
    return standing.expected(kr, sight.as_of, sight.scope.settings, within)


def heaviest(lights: Sequence[Light], most: int) -> list[Light]:
    """Return the heaviest rows, the heaviest first."""
    return sorted(lights, key=lambda each: (-(each.weight or 1), each.number or 0))[:most]


def _told(sight: ViewContext, row: Row, scores: Scores, above: Above) -> Attention | None:
    is_objective = row.kind == OBJECTIVES
    percent = scores.of_objective.get(row.id) if is_objective else measured(row, sight.scope.settings, sight.as_of)
    reasons = why(sight, row, percent)
    if not reasons:
        return None
    return Attention(
        **item(row, above, percent).model_dump(),
        why=reasons,
        due=row.due,
        last_value_in=row.seen,
        weight=1 if row.weight is None else row.weight,
    )
