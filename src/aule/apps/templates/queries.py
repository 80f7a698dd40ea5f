"""Reading the templates that were added: every query the app asks its table."""

from __future__ import annotations

from sqlalchemy import select

from aule.apps.templates import tables as t
from aule.sdk import Row, Source, fetch_rows

_ALL = select(t.added).order_by(t.added.c.id)


async def rows(source: Source) -> dict[str, Row]:
    """Return the rows of all templates that were added, by their ids."""
    return {row["id"]: row for row in await fetch_rows(source, t.added, _ALL)}
