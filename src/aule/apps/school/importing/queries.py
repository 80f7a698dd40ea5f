"""All rows of a kind, for imports that compare everything there is."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sqlalchemy import Select, select

from aule.apps.school.table_mapping import BY_ENTITY, as_row
from aule.sdk import Model, Source


@lru_cache
def _all(of: type[Model]) -> Select[*tuple[Any, ...]]:
    return select(*BY_ENTITY[of].table.columns)


async def all_rows(source: Source, of: type[Model]) -> list[dict[str, Any]]:
    """Return every row of a kind, each with its stamp."""
    return [as_row(BY_ENTITY[of], row) for row in await source.fetch(_all(of))]
