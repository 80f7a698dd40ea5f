"""What an import adds to the rows it was given: a company, a cycle for new objectives, and where new rows belong."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

from aule.apps.atlas.batch.draft import fresh_id
from aule.apps.atlas.batch.subjects import DEFAULTS
from aule.apps.atlas.capabilities.cycles import default_cycle, first_cycle
from aule.apps.atlas.importing.destinations import Routes
from aule.apps.atlas.importing.merge import Candidate, Settled
from aule.apps.atlas.importing.parcel import Parcel, Said
from aule.apps.atlas.importing.target import Target
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows.kinds import COMPANIES, KINDS, OBJECTIVES, PILLARS, PLANS, PROJECTS
from aule.apps.atlas.rows.queries import Row, RowQueries

IN_NO_FILE = -1
"""The place of a row that an import makes by itself."""
_IN_A_CYCLE = frozenset({OBJECTIVES, PROJECTS})
_IN_A_COMPANY = frozenset({PLANS, PILLARS})


class Completion:
    """Fills in what new rows without ids need to stand in a company."""

    def __init__(self, parcel: Parcel, target: Target, today: date) -> None:
        self._parcel = parcel
        self._target = target
        self._today = today
        self._cycle: str | None = None
        self._cycle_id = fresh_id(f"{target.id}\x1ecycle\x1e{today.year}")
        self._former_cycle: list[Row] = []
        self._new_cycle: Settled | None = None

    def company(self) -> Settled | None:
        """Return the row of a new company of which the file has none."""
        target = self._target
        if target.row is not None or target.given is not None:
            return None
        return _made(COMPANIES, {"id": target.id, "name": target.name}, target.former)

    async def find_cycle(self, queries: RowQueries) -> None:
        """Look which cycle new objectives are for."""
        cycle = default_cycle(await queries.of_kind(PLANS), self._today)
        self._cycle = None if cycle is None else cycle.id
        self._former_cycle = await queries.rows(PLANS, [self._cycle_id], deleted=True)

    def fill(self, candidate: Candidate, routes: Routes) -> None:
        """Say in a new row where it belongs, if it does not say so itself."""
        record = candidate.record
        kind = KINDS.get(candidate.table)
        if self._parcel.form == "nested" and kind is not None:
            usual = DEFAULTS.get(kind.noun, {})
            candidate.change({name: value for name, value in usual.items() if name not in record})
            record = candidate.record
        if candidate.table in _IN_A_COMPANY and record.get("company_id") is None:
            candidate.change({"company_id": self._target.id})
        elif candidate.table in _IN_A_CYCLE and record.get("plan_id") is None:
            candidate.change({"plan_id": self._cycle_of_new(routes)})

    def extras(self) -> Iterator[Settled]:
        """Yield rows that turned out to be needed."""
        if self._new_cycle is not None:
            yield self._new_cycle

    def told(self) -> Iterator[Said]:
        """Yield what people should know of this."""
        if self._target.row is None:
            yield Said("new_company", {"name": self._target.name})
        if self._new_cycle is not None:
            yield Said("new_plan", {"name": self._new_cycle.doc["name"]})

    def _cycle_of_new(self, routes: Routes) -> str:
        if self._cycle is None:
            plans = self._parcel.stacks.get(PLANS)
            first = next(iter(plans.ids), None) if plans is not None else None
            if first is not None:
                self._cycle = routes.renamed.get(PLANS, {}).get(first, first)
            else:
                self._new_cycle = self._make_cycle()
                self._cycle = self._new_cycle.id
        return self._cycle

    def _make_cycle(self) -> Settled:
        fields = {"id": self._cycle_id, **first_cycle(self._target.id, self._today.year)}
        return _made(PLANS, fields, self._former_cycle[0] if self._former_cycle else None)


def _made(table: str, doc: dict[str, Any], before: Row | None) -> Settled:
    return Settled(table, IN_NO_FILE, "create", doc["id"], doc, exact.write(doc), before)
