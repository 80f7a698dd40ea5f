"""Orphans: documents that an undo would leave without their collection."""

from __future__ import annotations

from aule.apps.knowledge import queries
from aule.sdk import RowsTouched, Source, errors


async def after_undo(source: Source, rows: RowsTouched) -> None:
    """Raise `Conflict` where taking a collection back would leave documents in it."""
    left = await queries.homeless(source)
    if left:
        raise errors.Conflict(
            f"{left[0]!r} would be left without its collection.",
            hint="Move or delete the documents of the collection first.",
        )
