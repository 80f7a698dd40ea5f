"""Changes: what was altered, in the order it happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import and_, bindparam, func, select

from aule.contracts.access.change import Change, ChangedKind, ChangeStatus
from aule.contracts.errors import NotFound
from aule.contracts.model import JsonObject
from aule.contracts.views import Page
from aule.stores.repositories.repository import Repository, Row, containing, holds
from aule.stores.repositories.runs import ALIVE, DESCENT
from aule.stores.source import Source
from aule.stores.tables import changes, runs
from aule.text.words import fold

MOST_VERSIONS = 200
"""Versions of a document that are listed."""
MOST_WORDS = 8
"""Words a list can be narrowed by."""

_c = changes.c


def _change(row: Row) -> Change:
    doc, undone_by, project, status = row
    now = {"undone_by": undone_by, "project": project, "status": ChangeStatus(status)}
    return Change.model_validate_json(doc).model_copy(update=now)


_COLUMNS = (_c.doc, _c.undone_by, _c.project, _c.status)
_ITEMS = Repository("change", _COLUMNS, key=_c.id, order=(_c.position, _c.id), thing=_change)
_OF_RUN = _ITEMS.query.where(_c.run.in_(select(DESCENT.c.id))).order_by(_c.position, _c.id)
_IN_HAND = select(runs.c.id).where(runs.c.finished_at.is_(None), ALIVE)
_INTENDED = _ITEMS.query.where(_c.status == bindparam("status"), func.coalesce(_c.run, "").not_in(_IN_HAND)).order_by(
    _c.position, _c.id
)
_NOT_MADE = (ChangeStatus.VOID, ChangeStatus.PROPOSED, ChangeStatus.ADOPTED, ChangeStatus.DROPPED)
_MADE = and_(*(_c.status != status for status in _NOT_MADE))
_ABOUT = tuple(holds(_c.content, f"word_{place}") for place in range(MOST_WORDS))
_SOME = 100
"""Entities that are asked for at once."""
_ONE_OF = _c.entity.in_([bindparam(f"entity_{place}") for place in range(_SOME)])
_LATEST_OF = _ITEMS.query.where(
    _ONE_OF, _c.position.in_(select(func.max(_c.position)).where(_ONE_OF, _MADE).group_by(_c.entity))
)
_OF_CALL = _ITEMS.query.where(_c.call == bindparam("call")).order_by(_c.position, _c.id)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which changes somebody wants to see; nothing said means all."""

    run: str | None = None
    entity: str | None = None
    session_id: str | None = None
    project: str | None = None
    kind: ChangedKind | None = None
    status: ChangeStatus | None = None
    """How it stands; nothing said means all that happened, so no proposals."""
    words: str | None = None
    """Words that stand in the title or the name of what was changed, without case and accents."""


EVERYTHING = Wanted()


class Changes:
    """Reads changes, from a database or inside a transaction."""

    def __init__(self, source: Source) -> None:
        self._source = source

    async def get(self, id: str) -> Change:
        """A change by its id; `NotFound` when there is none."""
        return await _ITEMS.get(self._source, id)

    async def find(self, id: str) -> Change | None:
        """A change by its id, or None."""
        return await _ITEMS.find(self._source, id)

    async def list(self, wanted: Wanted = EVERYTHING, *, limit: int = 50, after: str | None = None) -> Page[Change]:
        """Changes, the latest first. Words must all be there; what never happened is left out."""
        where = {
            "run": wanted.run,
            "entity": wanted.entity,
            "session_id": wanted.session_id,
            "project": wanted.project,
            "kind": wanted.kind,
            "status": wanted.status,
        }
        words = fold(wanted.words or "").split()[:MOST_WORDS]
        params = {f"word_{place}": containing(word) for place, word in enumerate(words)}
        also = (*(() if wanted.status is not None else (_MADE,)), *_ABOUT[: len(words)])
        return await _ITEMS.page(self._source, where, limit=limit, after=after, also=also, **params)

    async def latest(self, entity: str) -> Change | None:
        """The last change of an entity, if it was ever changed."""
        page = await self.list(Wanted(entity=entity), limit=1)
        return page.items[0] if page.items else None

    async def versions(self, entity: str, *, limit: int = MOST_VERSIONS) -> list[Change]:
        """The changes that made the versions of a document, the latest first."""
        page = await self.list(Wanted(entity=entity), limit=limit)
        return [change for change in page.items if change.after is not None]

    async def version(self, entity: str, number: int) -> JsonObject:
        """A document as it was in a version; `NotFound` when it never had that one."""
        after: str | None = None
        while True:
            page = await self.list(Wanted(entity=entity), limit=MOST_VERSIONS, after=after)
            for change in page.items:
                if change.after is not None and change.after["version"] == number:
                    return change.after
            if (after := page.next) is None:
                raise NotFound(f"{entity!r} has no version {number}.", hint="List its versions.")

    async def latest_of(self, entities: Sequence[str]) -> dict[str, Change]:
        """The last change of each of some entities that was ever changed."""
        found: dict[str, Change] = {}
        for start in range(0, len(entities), _SOME):
            some = entities[start : start + _SOME]
            wanted = {f"entity_{place}": some[min(place, len(some) - 1)] for place in range(_SOME)}
            found |= {change.entity: change for change in await _ITEMS.all(self._source, _LATEST_OF, **wanted)}
        return found

    async def of_run(self, run: str) -> list[Change]:
        """What a run and all that came of it altered, the oldest first."""
        return await _ITEMS.all(self._source, _OF_RUN, key=run)

    async def of_group(self, change: Change) -> list[Change]:
        """A change and all that happened together with it, the oldest first."""
        found = [change] if change.run is None else await self.of_run(change.run)
        return [each for each in found if each.group == change.group]

    async def of_call(self, call: str) -> list[Change]:
        """What one call altered, the oldest first."""
        return await _ITEMS.all(self._source, _OF_CALL, call=call)

    async def intended(self, run: str | None = None) -> list[Change]:
        """Effects of which nobody knows yet whether they happened, the oldest first: of one run, or of all that no
        living process drives."""
        if run is not None:
            return [change for change in await self.of_run(run) if change.status is ChangeStatus.INTENDED]
        return await _ITEMS.all(self._source, _INTENDED, status=ChangeStatus.INTENDED)
