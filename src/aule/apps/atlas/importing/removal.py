"""Replacing a company: rows that are not in the file go to the trash, with all that belongs to them (AT-42)."""

from __future__ import annotations

from collections.abc import AsyncIterator

from aule.apps.atlas.exporting import queries as stacks
from aule.apps.atlas.importing.planner import Planner
from aule.apps.atlas.importing.relations import in_order
from aule.apps.atlas.rows.kinds import COMPANIES, PEOPLE
from aule.apps.atlas.rows.queries import Row

_STAY = frozenset({COMPANIES, PEOPLE})


async def absent(planner: Planner) -> AsyncIterator[list[Row]]:
    """Yield the rows of the file's tables that are not in it, and what goes with them, some at a time.

    Tables the file does not have at all are left alone, except for rows that belong to one that goes.
    """
    kept = {table: planner.routes.kept(table) for table in planner.parcel.stacks if table not in _STAY}
    gone: set[tuple[str, str]] = set()
    for table in in_order(kept):
        async for page in stacks.pages(planner.source, planner.target.id, table):
            going = [row for row in page if row.id not in kept[table] and row.key not in gone]
            gone.update(row.key for row in going)
            below = [
                row
                for row in await planner.queries.cascade(going)
                if row.key not in gone and row.id not in kept.get(row.kind, ())
            ]
            gone.update(row.key for row in below)
            if going or below:
                yield [*going, *below]
