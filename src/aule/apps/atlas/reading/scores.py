"""The scores of a company: what its key results come to, objective by objective and pillar by pillar.

Progress is kept with each key result as of the month it was last written in. What was kept in another month than is
asked for is worked out from its document; with very many of them that takes its time, in a thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from aule.apps.atlas.figures import progress, rollup
from aule.apps.atlas.figures.series import read_series
from aule.apps.atlas.figures.status import band
from aule.apps.atlas.reading.queries import Columns, Light, When
from aule.apps.atlas.reading.sums.queries import Sums, Under, kept, outdated
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows.kinds import OBJECTIVES, PILLARS
from aule.apps.atlas.rows.queries import Row, RowQueries, Source
from aule.apps.atlas.scope import Scope
from aule.apps.atlas.settings import Settings
from aule.apps.atlas.views.company_views import Band


@dataclass(frozen=True, slots=True)
class Scores:
    """What a company has come to by a day."""

    as_of: date
    pillars: list[Row]
    objectives: list[Light]
    """Those of the cycle."""
    inside: Mapping[str, list[Light]]
    """The same by their pillar."""
    sums: Mapping[str | None, Sums]
    of_objective: Mapping[str, float | None]
    of_pillar: Mapping[str, Decimal | None]
    of_company: Decimal | None

    @property
    def key_results(self) -> int:
        """How many count."""
        return sum(self.sums[each.id].size for each in self.objectives if each.id in self.sums)

    def under(self, pillar: str) -> list[Light]:
        """Return the objectives of a pillar."""
        return self.inside.get(pillar, [])

    def summed(self, objectives: Iterable[Light] | None = None) -> Sums:
        """Return what the key results of these objectives are together; of all where none are named."""
        some = self.objectives if objectives is None else objectives
        return Sums(None).plus(*(self.sums[each.id] for each in some if each.id in self.sums))


async def score(
    source: Source, scope: Scope, as_of: date, *, owner: str | None = None, pillars: Sequence[str] | None = None
) -> Scores:
    """Return the scores of a company, or of some of its pillars, as of a day."""
    queries, columns = RowQueries(source, scope.company.id), Columns(source, scope.company.id, owner)
    every = Columns(source, scope.company.id)
    objectives = in_cycle(await every.all(OBJECTIVES), scope)
    rows = await queries.of_kind(PILLARS) if pillars is None else await queries.rows(PILLARS, pillars)
    rows = [row for row in rows if row.parent == scope.company.id]
    under: Under = "company" if pillars is None else "pillars"
    sums = await sums_of(columns, scope.settings, as_of, under, pillars or ())
    if owner is not None:  # what somebody is responsible for, and what that belongs to
        objectives = [each for each in objectives if each.owner == owner or each.id in sums]
        rows = [row for row in rows if any(each.parent == row.id for each in objectives)]
    known = {row.id for row in rows}
    return scored(as_of, rows, [each for each in objectives if each.parent in known], sums, scope.settings)


def scored(
    as_of: date, pillars: list[Row], objectives: list[Light], sums: Mapping[str | None, Sums], settings: Settings
) -> Scores:
    """Return the scores of objectives, pillars and the company, rolled up from sums (AT-21)."""
    of_objective = {each.id: percent_of(sums.get(each.id)) for each in objectives}
    inside: dict[str, list[Light]] = {row.id: [] for row in pillars}
    for each in objectives:
        if each.parent in inside:
            inside[each.parent].append(each)
    of_pillar = {
        id: rollup.pillar([(each.weight, of_objective[each.id]) for each in some], settings)
        for id, some in inside.items()
    }
    whole = rollup.company(of_pillar.values())
    return Scores(as_of, pillars, objectives, inside, sums, of_objective, of_pillar, whole)


async def sums_of(
    columns: Columns, settings: Settings, as_of: date, under: Under = "company", ids: Sequence[str] = ()
) -> Mapping[str | None, Sums]:
    """Return what key results come to by their objective."""
    when = When.of(as_of)
    cap = None if settings.rollup_cap is None else float(settings.rollup_cap)
    sums = await kept(columns, when, cap, under, ids)
    if not any(each.outdated for each in sums.values()):
        return sums
    documents = [each for each in await outdated(columns, when) if each[0].parent in sums]
    return await asyncio.to_thread(_measured, documents, settings, as_of, sums)


def percent_of(sums: Sums | None) -> float | None:
    """Return the progress of an objective whose key results come to this."""
    return None if sums is None or sums.weight <= 0 else sums.weighted / sums.weight


def in_cycle(objectives: Iterable[Light], scope: Scope) -> list[Light]:
    """Return those that are for the cycle that is meant, or for none in particular."""
    cycle = None if scope.cycle is None else scope.cycle.id
    return [each for each in objectives if cycle is None or (each.cycle or cycle) == cycle]


def bands_of(sums: Sums) -> dict[Band, int]:
    """Return how many key results are in each band."""
    poor = sums.with_data - sums.excellent - sums.good - sums.fair
    none = sums.size - sums.with_data
    return {"excellent": sums.excellent, "good": sums.good, "fair": sums.fair, "poor": poor, "none": none}


def measured(row: Row, settings: Settings, as_of: date) -> Decimal | float | None:
    """Return the progress of a key result as of a day.

    As it is kept, or worked out where it is not kept for that month.
    """
    when = When.of(as_of)
    if row.month == when.month:
        return row.progress
    is_known, percent = read_series(row.series, row.first, when.now)
    if is_known:
        return percent
    return progress.measure(progress.read(row.record, settings), "ytd", as_of, settings).percent


def _measured(
    documents: Sequence[tuple[Light, str]], settings: Settings, as_of: date, known: Mapping[str | None, Sums]
) -> dict[str | None, Sums]:
    """Return sums with what is outdated worked out and added."""
    day, sums = as_of.isoformat(), dict(known)
    for light, text in documents:
        kr = progress.read(exact.parse(text), settings)
        percent = progress.measure(kr, "ytd", as_of, settings).percent
        is_stale = light.stale is not None and light.stale <= day
        sums[light.parent] = sums[light.parent].plus(_one(light, percent, settings, is_stale=is_stale))
    return sums


def _one(light: Light, percent: Decimal | None, settings: Settings, *, is_stale: bool) -> Sums:
    sum = rollup.total([(light.weight, percent)], settings.rollup_cap)
    inside = band(percent)
    return Sums(
        light.parent,
        size=1,
        with_data=int(percent is not None),
        weighted=float(sum.weighted),
        weight=float(sum.weight),
        excellent=int(inside == "excellent"),
        good=int(inside == "good"),
        fair=int(inside == "fair"),
        stale=int(is_stale),
    )
