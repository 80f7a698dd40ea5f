"""The end of a cycle: what each objective came to, from 0.0 to 1.0, and what may go on in the next one."""

from __future__ import annotations

from decimal import Decimal

from aule.apps.atlas.app import atlas
from aule.apps.atlas.figures import rollup
from aule.apps.atlas.figures.numbers import number, settled, shown
from aule.apps.atlas.reading.scores import score
from aule.apps.atlas.reading.view_context import in_order, item, look
from aule.apps.atlas.rows.kinds import OBJECTIVES
from aule.apps.atlas.rows.queries import Row
from aule.apps.atlas.views.company_views import CycleScore
from aule.sdk import Reading, errors

_FULL = Decimal(100)


@atlas.view("cycle")
async def cycle(reading: Reading, company: str = "", cycle: str = "") -> CycleScore:
    """What the objectives of a cycle came to, from 0.0 to 1.0, and which are not done."""
    async with look(reading, company, cycle=cycle) as sight:
        meant = sight.scope.cycle
        if meant is None:
            raise errors.NotFound("The company has no active cycle.", field="cycle", hint="Say which one: cic-1.")
        scores = await score(sight.source, sight.scope, sight.as_of)
        inside = [each.id for each in scores.objectives if each.cycle == meant.id]
        rows = in_order(await sight.queries.rows(OBJECTIVES, inside))
        above = await sight.queries.ancestors(rows)
        of = {row.id: _score(row, scores.of_objective[row.id]) for row in rows}
        whole = number(meant.record.get("score"))
        if whole is None:
            whole = rollup.total((row.weight, of[row.id]) for row in rows).percent
        items = {row.id: item(row, above, scores.of_objective[row.id]) for row in rows}
        return CycleScore(
            cycle=sight.told(meant),
            score=shown(whole, 2),
            objectives=list(items.values()),
            scores={row.short: shown(of[row.id], 2) for row in rows},
            open=[items[row.id] for row in rows if _is_open(row, scores.of_objective[row.id])],
        )


def _score(row: Row, percent: float | None) -> Decimal | None:
    """Return what was decided at the end of the cycle, else what it has come to so far."""
    decided = number(row.record.get("score"))
    if decided is not None:
        return decided
    return None if percent is None else min(max(settled(percent), Decimal(0)), _FULL) / _FULL


def _is_open(row: Row, percent: float | None) -> bool:
    return row.status not in ("completed", "cancelled") and (percent is None or percent < _FULL)
