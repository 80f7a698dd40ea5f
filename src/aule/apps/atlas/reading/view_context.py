"""What a view looks at: a company, its cycle, and the day as of which it is told."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from aule.apps.atlas.figures.numbers import shown
from aule.apps.atlas.figures.status import band
from aule.apps.atlas.reading.queries import holder_of
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows.kinds import KINDS, PEOPLE
from aule.apps.atlas.rows.queries import Row, RowQueries, Source
from aule.apps.atlas.rows.references import path_of
from aule.apps.atlas.scope import Scope, day_in, scope_of, until
from aule.apps.atlas.views.company_views import Company, Cycle, Item, Settings
from aule.sdk import Reading

Above = Mapping[tuple[str, str], Row]
Percent = Decimal | float | None


@dataclass(frozen=True, slots=True)
class ViewContext:
    """A company as it is looked at."""

    reading: Reading
    source: Source
    scope: Scope
    today: date
    as_of: date
    version: str

    @property
    def queries(self) -> RowQueries:
        """The company's rows."""
        return RowQueries(self.source, self.scope.company.id)

    @property
    def company(self) -> Company:
        """The company's head."""
        row, settings = self.scope.company, self.scope.settings
        values = row.record.get("values")
        cap = settings.rollup_cap
        return Company(
            id=row.short,
            name=row.title,
            mission=words(row.record.get("mission")),
            vision=words(row.record.get("vision")),
            values=[str(exact.plain(each)) for each in values] if exact.is_list(values) else [],
            settings=Settings(
                rollup_cap=None if cap is None else float(cap),
                ytd_mode=settings.ytd_mode,
                pillar_rollup=settings.pillar_rollup,
                fiscal_year_start=settings.fiscal_year_start,
            ),
            is_sample=self.scope.is_sample,
            version=self.version,
        )

    @property
    def cycle(self) -> Cycle | None:
        """The cycle that is meant."""
        return None if self.scope.cycle is None else self.told(self.scope.cycle)

    def told(self, row: Row) -> Cycle:
        """Return a cycle as it is shown."""
        default = self.scope.default
        return Cycle(
            id=row.short,
            name=row.title,
            start=str(exact.plain(row.record.get("period_start")) or "")[:10],
            end=str(exact.plain(row.record.get("period_end")) or "")[:10],
            status=row.status or "draft",
            is_default=default is not None and row.id == default.id,
        )


@asynccontextmanager
async def look(
    reading: Reading, company: str = "", *, item: str = "", as_of: str = "", cycle: str = ""
) -> AsyncGenerator[ViewContext]:
    """Look at a company, by its name or by an item it has; everything read within the block is of the same moment."""
    async with reading.snapshot() as source:
        today = reading.today
        company = company or (await holder_of(source, item) if item else None) or reading.about
        scope = await scope_of(source, company, today=today, cycle=cycle)
        day = day_in(as_of, "as_of") if as_of else until(scope.cycle, today)
        latest = (await reading.changes(limit=1)).items
        yield ViewContext(reading, source, scope, today, day, latest[0].id if latest else "0")


def item(row: Row, above: Above, percent: Percent = None) -> Item:
    """Return a row in a line."""
    return Item(
        id=row.short,
        kind=KINDS[row.kind].noun,
        title=row.title,
        path=path_of(row, above),
        status=row.status,
        progress=shown(percent),
        band=band(percent),
    )


def in_order(rows: Iterable[Row]) -> list[Row]:
    """Return rows in the order of their places."""
    return sorted(rows, key=lambda row: (row.position, row.id))


async def names(queries: RowQueries, owners: Sequence[str | None]) -> dict[str, str]:
    """Return what people are called, by their id; who is known by name only, by that."""
    wanted = [each for each in dict.fromkeys(owners) if each]
    known = {row.id: row.title for row in await queries.rows(PEOPLE, wanted)} if wanted else {}
    return {each: known.get(each) or each for each in wanted}


def words(value: object) -> str | None:
    """Return a text of a document, as it can be sent; nothing if it is none."""
    return exact.plain(value) if isinstance(value, str) else None
