"""Versions of documents: who edits or removes one has to have seen the latest, and none is ever used twice."""

from __future__ import annotations

from aule.contracts.errors import Conflict, NotFound
from aule.stores.repositories.changes import Changes
from aule.stores.source import Source


def next_version(id: str, current: int | None, expected: int | None) -> int:
    """The next version of a document, if the editor saw the latest one."""
    if current is None and expected is not None:
        raise NotFound(f"There is no {id!r}.")
    if current != expected:
        raise Conflict(
            f"{id!r} was changed since you opened it.", code="stale", hint="Load it again and repeat your edit."
        )
    return (current or 0) + 1


async def first_version(source: Source, entity: str) -> int:
    """The first version of a new document: behind those of a former one with the same name."""
    former = await Changes(source).latest(entity)
    states = [] if former is None else [former.before, former.after]
    return 1 + max((state["version"] for state in states if state is not None), default=0)
