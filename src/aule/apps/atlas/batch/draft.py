"""A company as it would be: what is stored, with what a batch has written so far laid over it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from hashlib import sha256
from typing import Any

from aule.apps.atlas.figures.derived import derived
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows.kinds import KINDS, PLANS, short_id
from aule.apps.atlas.rows.queries import Row, RowQueries, Source, short_parts
from aule.apps.atlas.rows.record import Record, columns_of
from aule.apps.atlas.settings import Settings

PENDING = "pending"
"""The stamp of a row that an action of this batch wrote; its change has no id yet."""

Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Written:
    """One row an action writes."""

    before: Row | None
    after: Row


@dataclass(frozen=True, slots=True)
class Moment:
    """When and by whom a batch is planned: all that could make two plans of it differ."""

    today: date
    now: str
    new_id: Callable[[], str]
    locale: str
    by: str
    is_agent: bool = False
    """Whether an agent does it, and not a person."""
    is_looking: bool = False
    """Whether this is for a preview only, which leaves out what nobody sees of it."""


@dataclass(frozen=True)
class _Laid:
    """What a batch has written so far."""

    rows: dict[Key, Row] = field(default_factory=dict[Key, Row])
    numbers: dict[str, int] = field(default_factory=dict[str, int])
    places: dict[str, int] = field(default_factory=dict[str, int])

    def copy(self) -> _Laid:
        return _Laid(dict(self.rows), dict(self.numbers), dict(self.places))


class Draft(RowQueries):
    """Reads a company as the batch leaves it so far, and takes down what each action writes."""

    def __init__(
        self, source: Source, company: Row, settings: Settings, moment: Moment, *, is_only: bool = True
    ) -> None:
        super().__init__(source, company.id)
        self.is_only = is_only
        """Whether there is no other company; else it is said which one is meant."""
        self.head = company
        self.settings = settings
        self.moment = moment
        self._laid = _Laid()
        self._now: dict[Key, Written] = {}
        self._kept = self._laid

    def begin(self) -> None:
        """Take down what follows as written by another action."""
        self._now = {}
        self._kept = self._laid.copy()

    def forget(self) -> None:
        """Take back what the present action has written."""
        self._laid = self._kept
        self._now = {}

    @property
    def written(self) -> list[Written]:
        """What the present action writes; a row only once, however often it did."""
        return list(self._now.values())

    async def make(self, kind: str, fields: dict[str, Any]) -> Row:
        """Return a new row with a fresh id, behind the others of its kind."""
        id = self.moment.new_id()
        return await self.bring(kind, id, {"id": id, **exact.exact(fields), "created_at": self.moment.now})

    async def bring(self, kind: str, id: str, doc: dict[str, Any], *, is_seen: bool = True) -> Row:
        """Return a new row as an import brings it, behind the others of its kind.

        One that is not seen does not go out.
        """
        number = None
        known = KINDS.get(kind)
        if known is not None and known.prefix is not None:
            number = self._laid.numbers.get(kind) or (await self.numbers()).get(kind, 0)
            number = self._laid.numbers[kind] = number + 1
        if not is_seen:
            return self._put(None, Record(self.company, kind, id, -1, number, doc))
        if kind not in self._laid.places:
            self._laid.places[kind] = await super().last_position(kind)
        place = self._laid.places[kind] = self._laid.places[kind] + 1
        return self._put(None, Record(self.company, kind, id, place, number, doc))

    def restore(self, row: Row, doc: dict[str, Any]) -> Row:
        """Return a row with another content, out of the trash if it is there."""
        return self._put(row, Record(self.company, row.kind, row.id, row.position, row.number, doc))

    def edit(self, row: Row, doc: dict[str, Any]) -> Row:
        """Return a row with another content; with the same it stays as it is."""
        if exact.write(doc) == row.doc:
            return row
        return self._put(row, Record(self.company, row.kind, row.id, row.position, row.number, doc, row.deleted))

    def keep(self, row: Row | None, kind: str, id: str, doc: dict[str, Any]) -> Row:
        """Return a row that has an id of its own, as it becomes; `row` is what it was."""
        return self.edit(row, doc) if row else self._put(None, Record(self.company, kind, id, 0, None, doc))

    def refresh(self, row: Row) -> Row:
        """Return a row with its columns read off it again, as the settings are now."""
        record = Record(self.company, row.kind, row.id, row.position, row.number, row.record, row.deleted)
        columns = columns_of(record, as_of=self.moment.today, settings=self.settings, text=row.doc)
        fresh = replace(Row(**columns, stamp=PENDING), changed_at=row.changed_at)
        return row if replace(fresh, stamp=row.stamp) == row else self._lay(row, fresh)

    def figures(self, doc: dict[str, Any]) -> dict[str, int | Decimal | None]:
        """Return what follows from the months of a key result."""
        return derived(doc, self.moment.today, self.settings)

    def delete(self, row: Row) -> Row:
        """Return a row in the trash."""
        return self._lay(row, replace(row, deleted=self.moment.now, changed_at=self.moment.now, stamp=PENDING))

    def _put(self, before: Row | None, record: Record) -> Row:
        dated = Record(
            *(record.company, record.kind, record.id, record.position, record.number, record.doc, record.deleted),
            changed_at=self.moment.now,
        )
        columns = columns_of(dated, as_of=self.moment.today, settings=self.settings)
        return self._lay(before, Row(**columns, stamp=PENDING))

    def _lay(self, before: Row | None, after: Row) -> Row:
        first = self._now.get(after.key)
        self._now[after.key] = Written(before if first is None else first.before, after)
        self._laid.rows[after.key] = after
        return after

    # What is read: the stored rows, with the written ones in their place.

    async def rows(self, kind: str, ids: Iterable[str], *, deleted: bool = False) -> list[Row]:
        """Return the rows of a kind with these ids."""
        wanted = list(ids)
        stored = await super().rows(kind, wanted, deleted=deleted)
        return self._over(stored, kind, lambda row: row.id in wanted, deleted=deleted)

    async def find(self, reference: str) -> list[Row]:
        """Return the rows of any kind with this id or short id."""
        stored = {row.key: row for row in await super().find(reference)}
        of, number = short_parts(reference)
        for row in self._laid.rows.values():
            is_meant = row.id == reference or (row.kind == of and row.number == number)
            if row.key in stored or is_meant:
                stored[row.key] = row
        return [row for row in stored.values() if row.deleted is None]

    async def by_number(self, kind: str, number: int) -> list[Row]:
        """Return the row of a kind with the number of a short id."""
        return self._over(await super().by_number(kind, number), kind, lambda row: row.number == number)

    async def numbered(self, kind: str, numbers: Iterable[int]) -> list[Row]:
        """Return the rows of a kind with the numbers of short ids."""
        wanted = list(numbers)
        return self._over(await super().numbered(kind, wanted), kind, lambda row: row.number in wanted)

    async def named(self, kind: str, name: str, most: int = 50) -> list[Row]:
        """Return rows whose folded title is exactly this."""
        return self._over(await super().named(kind, name, most), kind, lambda row: row.name == name)

    async def containing(self, kind: str, part: str, most: int = 500) -> list[Row]:
        """Return rows whose folded title contains this."""
        return self._over(await super().containing(kind, part, most), kind, lambda row: part in row.name)

    async def beginning(self, kind: str, part: str, most: int = 500) -> list[Row]:
        """Return rows whose folded title begins with this."""
        return self._over(await super().beginning(kind, part, most), kind, lambda row: row.name.startswith(part))

    async def sharing(self, kind: str, parts: Sequence[str], most: int = 500) -> list[Row]:
        """Return rows whose folded title contains any of these."""
        stored = await super().sharing(kind, parts, most)
        return self._over(stored, kind, lambda row: not parts or any(part in row.name for part in parts))

    async def of_kind(self, kind: str, *, after: int = -1, most: int = 1_000_000) -> list[Row]:
        """Return rows of a kind in their order."""
        stored = await super().of_kind(kind, after=after, most=most)
        return self._over(stored, kind, lambda row: row.position > after)

    async def children(self, kind: str, parents: Iterable[str]) -> list[Row]:
        """Return rows of a kind that belong to any of these."""
        wanted = set(parents)
        return self._over(await super().children(kind, wanted), kind, lambda row: row.parent in wanted)

    async def joined(self, kind: str, ends: Iterable[str]) -> list[Row]:
        """Return joins of a kind by their other end."""
        wanted = set(ends)
        return self._over(await super().joined(kind, wanted), kind, lambda row: row.name in wanted)

    async def cycles(self) -> list[Row]:
        """Return the cycles of the company, in their order."""
        return await self.of_kind(PLANS)

    def _over(
        self, stored: Sequence[Row], kind: str, fits: Callable[[Row], bool], *, deleted: bool = False
    ) -> list[Row]:
        laid = self._laid.rows
        if not laid:
            return list(stored)
        rows = [row for row in stored if row.key not in laid]
        rows += [row for row in laid.values() if row.kind == kind and fits(row) and (deleted or row.deleted is None)]
        return sorted(rows, key=lambda row: (row.position, row.id))


def fresh_id(seed: str) -> str:
    """Return an id as exports hold them, made of one that nobody has had."""
    digest = sha256(seed.encode()).hexdigest()
    return f"{digest[:8]}-{digest[8:12]}-8{digest[13:16]}-a{digest[17:20]}-{digest[20:32]}"


def label(row: Row) -> str:
    """Return what a change is about, as the log names it: `kr-11`."""
    return short_id(row.kind, row.number) or f"{row.kind}/{row.id}"
