"""Reading the templates that were added: every query the app asks its table."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from aule.apps.templates import tables as t
from aule.sdk import Source

Row = dict[str, Any]

_ALL = select(t.added).order_by(t.added.c.id)


async def rows(source: Source) -> dict[str, Row]:
    """Return the rows of all templates that were added, by their ids."""
    names = [str(column.name) for column in t.added.columns]
    found = [dict(zip(names, row, strict=True)) for row in await source.fetch(_ALL)]
    return {row["id"]: row for row in found}
