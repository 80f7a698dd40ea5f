"""Companies of many rows, written straight into the table: what takes long to make by hand."""

from __future__ import annotations

from datetime import date
from typing import Any

from sqlalchemy import insert
from tests.apps.atlas.company import Company

from aule.apps.atlas.rows.kinds import KEY_RESULTS, OBJECTIVES
from aule.apps.atlas.rows.record import Record, columns_of
from aule.apps.atlas.tables import rows

TODAY = date(2026, 11, 15)
_INSERT = insert(rows)


async def crowd(company: Company, objectives: int, each: int) -> None:
    """So many objectives under the first pillar, with so many key results each."""
    queries = await company.queries()
    pillar, cycle = (await queries.of_kind("strategic_pillars"))[0], (await queries.of_kind("strategic_plans"))[0]
    made: list[dict[str, Any]] = []
    for n in range(objectives):
        doc = {
            "id": f"o{n}",
            "pillar_id": pillar.id,
            "plan_id": cycle.id,
            "title": f"Objetivo {n:04d}",
            "weight": n % 5 + 1,
        }
        made.append(_row(queries.company, OBJECTIVES, f"o{n}", n, doc))
    for n in range(objectives * each):
        doc = {"id": f"k{n}", "objective_id": f"o{n // each}", "title": f"Resultado {n:05d}", "target_value": 100}
        doc |= {"current_value": n % 130, "unit": "un"}
        made.append(_row(queries.company, KEY_RESULTS, f"k{n}", n, doc))
    async with company.kernel.database.transaction() as transaction:
        for row in made:
            await transaction.execute(_INSERT, **row)


def _row(company: str, kind: str, id: str, place: int, doc: dict[str, Any]) -> dict[str, Any]:
    record = Record(company, kind, id, place, place + 1, doc, changed_at="2026-11-15T12:00:00.000Z")
    return {**columns_of(record, as_of=TODAY), "stamp": "chg_crowd"}
