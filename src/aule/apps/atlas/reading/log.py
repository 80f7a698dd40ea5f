"""The history of a company: its changes in words, the latest first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from aule.apps.atlas.app import atlas
from aule.apps.atlas.reading.queries import companies_of
from aule.apps.atlas.reading.view_context import ViewContext, look
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows.queries import short_parts
from aule.apps.atlas.views.company_views import Log, LogEntry
from aule.contracts.access.change import Change
from aule.contracts.ids import split_ref
from aule.sdk import Reading, errors

MOST = 200
_LONGEST = 40
"""Fields of one change that are shown."""


@atlas.view("log")
async def log(reading: Reading, company: str = "", item: str = "", after: str = "", limit: int = 50) -> Log:
    """The changes of a company, or of one item of it, the latest first."""
    async with look(reading, company, item=item) as sight:
        return await entries(sight, item=item or None, after=after or None, limit=limit)


async def entries(sight: ViewContext, *, item: str | None = None, after: str | None = None, limit: int = 50) -> Log:
    """Return a page of the history."""
    if item is not None and not await sight.queries.find(item):
        # What was deleted has a history too; only what never was is refused.
        page = await sight.reading.changes(entity=item, limit=1)
        if not page.items:
            raise errors.NotFound(f"There is no item {item[:40]!r}.", field="item", hint="Give an id such as kr-11.")
    page = await sight.reading.changes(entity=item, limit=min(max(limit, 1), MOST), after=after)
    others = await elsewhere(sight, page.items)
    shown = [entry(each) for each in page.items if each.entity not in others]
    return Log(entries=shown, after=page.next)


def entry(change: Change) -> LogEntry:
    """Return a change as the history tells it."""
    return LogEntry(
        change=change.id,
        run=change.run,
        at=change.ts,
        by=change.actor.id,
        op=change.op,
        entity=change.entity,
        title=change.title,
        fields=fields(change.before, change.after),
        count=sum(change.rows.tables.values()) if change.rows is not None else 1,
        can_undo=change.undo.possible and change.undone_by is None,
        undone_by=change.undone_by,
    )


async def elsewhere(sight: ViewContext, changes: Sequence[Change]) -> set[str]:
    """Return the ids of rows that belong to other companies."""
    named = {each.entity: short_parts(split_ref(each.entity)[1]) for each in changes}
    found: set[str] = set()
    for kind in dict.fromkeys(kind for kind, _ in named.values() if kind is not None):
        numbers = [number for of, number in named.values() if of == kind and number is not None]
        here = await companies_of(sight.source, kind, numbers)
        found |= {
            entity
            for entity, (of, number) in named.items()
            if of == kind and number in here and here[number] != sight.scope.company.id
        }
    return found


def fields(before: Mapping[str, Any] | None, after: Mapping[str, Any] | None) -> list[dict[str, object]]:
    """Return the fields in which two states differ: `{name, before, after}`."""
    was, becomes = before or {}, after or {}
    names = [name for name in dict.fromkeys([*was, *becomes]) if not exact.equal(was.get(name), becomes.get(name))]
    return [{"name": name, "before": was.get(name), "after": becomes.get(name)} for name in names[:_LONGEST]]
