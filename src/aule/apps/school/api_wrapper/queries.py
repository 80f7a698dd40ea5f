"""Reading what came from a platform."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sqlalchemy import Select, select

from aule.apps.school.table_mapping import KINDS, Kind, as_row
from aule.sdk import Source


async def linked(source: Source, kind: Kind, name: str) -> list[dict[str, Any]]:
    """Return whole rows of things others call something too, each with its stamp."""
    return [as_row(kind, row) for row in await source.fetch(_linked(kind.name, name))]


@lru_cache
def _linked(kind: str, name: str) -> Select[*tuple[Any, ...]]:
    table = KINDS[kind].table
    return select(*table.columns).where(table.c.external_ids.contains(f'"{name}":', autoescape=True))
