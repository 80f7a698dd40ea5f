"""What a company had come to by any day, item by item: for comparing days."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from aule.apps.atlas.figures import progress, rollup
from aule.apps.atlas.figures.months import month_of
from aule.apps.atlas.figures.series import read_series
from aule.apps.atlas.reading.queries import Columns, Light
from aule.apps.atlas.reading.scores import in_cycle
from aule.apps.atlas.reading.view_context import ViewContext
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows.kinds import KEY_RESULTS, OBJECTIVES, PILLARS
from aule.apps.atlas.rows.queries import Row
from aule.apps.atlas.settings import Settings

Figures = Mapping[tuple[str, str], Decimal | None]
"""Progress in per cent by kind and id."""


@dataclass(frozen=True, slots=True)
class Known:
    """A key result, as far as what it had come to by a day goes."""

    light: Light
    first: int | None
    series: str | None
    kr: progress.KeyResult | None
    """Its numbers, where its series does not know every day that is asked for."""

    def at(self, day: date, settings: Settings) -> Decimal | None:
        """Return the progress of an item by a day."""
        is_known, percent = read_series(self.series, self.first, month_of(day))
        if is_known or self.kr is None:
            return percent
        return progress.measure(self.kr, "ytd", day, settings).percent


@dataclass(frozen=True, slots=True)
class Course:
    """What a company is made of, as far as its scores go."""

    pillars: Sequence[Row]
    objectives: Sequence[Light]
    key_results: Sequence[Known]
    settings: Settings

    def at(self, day: date) -> tuple[Figures, Decimal | None]:
        """Return what everything had come to by a day, by kind and id, and the whole of it."""
        found: dict[tuple[str, str], Decimal | None] = {}
        parts: dict[str | None, list[rollup.Part]] = {}
        for each in self.key_results:
            percent = found[KEY_RESULTS, each.light.id] = each.at(day, self.settings)
            parts.setdefault(each.light.parent, []).append((each.light.weight, percent))
        inside: dict[str | None, list[rollup.Part]] = {}
        for each in self.objectives:
            percent = found[OBJECTIVES, each.id] = rollup.objective(parts.get(each.id, ()), self.settings)
            inside.setdefault(each.parent, []).append((each.weight, percent))
        for row in self.pillars:
            found[PILLARS, row.id] = rollup.pillar(inside.get(row.id, ()), self.settings)
        return found, rollup.company(found[PILLARS, row.id] for row in self.pillars)


async def course_of(sight: ViewContext, days: Sequence[date]) -> Course:
    """Return everything a company's scores on some days are made of.

    Documents are read only where no series knows them.
    """
    columns = Columns(sight.source, sight.scope.company.id)
    pillars = await sight.queries.of_kind(PILLARS)
    known = {row.id for row in pillars}
    aims = [each for each in in_cycle(await columns.all(OBJECTIVES), sight.scope) if each.parent in known]
    inside = {each.id for each in aims}
    found = [each for each in await columns.series() if each[0].parent in inside]
    months, settings = [month_of(day) for day in days], sight.scope.settings
    unknown = {
        light.id for light, first, series in found if not all(read_series(series, first, month)[0] for month in months)
    }
    texts = {light.id: text for light, text in await columns.documents() if light.id in unknown} if unknown else {}

    def read() -> list[Known]:
        krs = {id: progress.read(exact.parse(text), settings) for id, text in texts.items()}
        return [Known(light, first, series, krs.get(light.id)) for light, first, series in found]

    return Course(pillars, aims, await asyncio.to_thread(read), settings)
