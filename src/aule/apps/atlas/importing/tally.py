"""What an import comes to, counted table by table, with the first rows of each sort to look at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from aule.apps.atlas.importing.destinations import Routes
from aule.apps.atlas.importing.merge import Settled
from aule.apps.atlas.importing.parcel import Parcel
from aule.apps.atlas.importing.relations import in_order
from aule.apps.atlas.importing.row_checks import MONTHLY
from aule.apps.atlas.importing.target import Target
from aule.apps.atlas.importing.words import say, say_count
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows.kinds import KINDS
from aule.apps.atlas.rows.queries import Row
from aule.apps.atlas.rows.record import title_of
from aule.apps.atlas.rows.titles import cut
from aule.apps.atlas.views.company_views import Counted
from aule.sdk import FieldChange, RecordChange, Records, TableCount

MOST_SHOWN = 50
MOST_WARNINGS = 20
MOST_CONFLICTS = 50
LONGEST_VALUE = 300
MOST_FIELDS = 200
"""Of one row that changes; who looks at more of them looks at the file."""


@dataclass(slots=True)
class _Count:
    create: int = 0
    update: int = 0
    unchanged: int = 0
    skipped: int = 0
    delete: int = 0
    conflicts: list[dict[str, object]] = field(default_factory=list[dict[str, object]])


@dataclass(slots=True)
class Tally:
    """Counts what an import does, and keeps the first of it."""

    parcel: Parcel
    counts: dict[str, _Count] = field(default_factory=dict[str, _Count])
    created: list[RecordChange] = field(default_factory=list[RecordChange])
    updated: list[RecordChange] = field(default_factory=list[RecordChange])
    deleted: list[RecordChange] = field(default_factory=list[RecordChange])
    fields: int = 0
    """Fields that were compared."""
    same: int = 0
    """Fields that are so already."""

    def add(self, settled: Settled) -> None:
        """Count a row."""
        count = self._count(settled.table)
        self.fields += settled.fields
        if settled.op == "unchanged":
            count.unchanged += 1
            self.same += settled.fields
        elif settled.op == "create":
            count.create += 1
            if len(self.created) < MOST_SHOWN:
                self.created.append(shown_of(settled))
        else:
            count.update += 1
            self.same += settled.fields - len(settled.changed)
            if len(self.updated) < MOST_SHOWN:
                self.updated.append(shown_of(settled))
            if len(count.conflicts) < MOST_CONFLICTS:
                count.conflicts += _conflicts(settled)

    def remove(self, row: Row) -> None:
        """Count a row that goes to the trash."""
        self._count(row.kind).delete += 1
        if len(self.deleted) < MOST_WARNINGS:
            kind = KINDS.get(row.kind)
            noun = kind.noun if kind else row.kind
            self.deleted.append(RecordChange(op="delete", kind=noun, id=row.short, title=cut(row.title or row.id)))

    def skip(self, routes: Routes) -> None:
        """Count the rows that were left out."""
        for table, places in routes.left.items():
            self._count(table).skipped = len(places) - self._is_other(table)

    def total(self, op: str) -> int:
        """Return how many rows are made, changed, left alone, left out or removed."""
        return sum(getattr(count, op) for count in self.counts.values())

    @property
    def changes(self) -> int:
        """How many rows change."""
        return self.total("create") + self.total("update") + self.total("delete")

    def tables(self) -> dict[str, Counted]:
        """Return the counts as a result gives them (A2.7)."""
        return {
            table: Counted(
                total_in_file=self._in_file(table),
                insert=count.create,
                update=count.update,
                unchanged=count.unchanged,
                skipped=count.skipped,
                delete=count.delete,
                conflicts=count.conflicts,
            )
            for table, count in self._in_order()
        }

    def told(self) -> dict[str, Any]:
        """Return what changed, for the log: how many rows of each table were made, changed and removed."""
        names = (("insert", "create"), ("update", "update"), ("delete", "delete"))
        found = {table: {word: getattr(count, op) for word, op in names} for table, count in self._in_order()}
        return {table: each for table, each in found.items() if any(each.values())}

    def records(self, target: Target, warnings: list[str], locale: str) -> Records:
        """Return the preview a person approves."""
        values = {name: say_count(name, self.total(name), locale) for name in ("create", "update", "unchanged")}
        rest = "".join(
            say_count(word, count, locale)
            for word, count in (("and_skipped", self.total("skipped")), ("and_deleted", self.total("delete")))
            if count
        )
        name = cut(target.name)
        summary = say("summary", locale, company=name, rest=rest, **values)
        return Records(
            summary=summary if self.changes else say("nothing", locale, company=name),
            records=[*self.deleted, *self.updated, *self.created][:MOST_SHOWN],
            tables=[
                TableCount(
                    name=table,
                    create=count.create,
                    update=count.update,
                    unchanged=count.unchanged,
                    skipped=count.skipped,
                    delete=count.delete,
                )
                for table, count in self._in_order()
            ],
            total=self.changes,
            warnings=warnings,
            confirm=target.name if self.total("delete") else None,
        )

    def _count(self, table: str) -> _Count:
        return self.counts.setdefault(table, _Count())

    def _in_order(self) -> Iterator[tuple[str, _Count]]:
        for table in in_order(dict.fromkeys((*self.parcel.stacks, *self.counts))):
            yield table, self.counts.get(table) or _Count()

    def _in_file(self, table: str) -> int:
        stack = self.parcel.stacks.get(table)
        return stack.count if stack is not None else 0

    def _is_other(self, table: str) -> int:
        """Count a row of another company as left alone, not as left out."""
        return 1 if table == "companies" and self._count(table).unchanged else 0


def warnings_of(routes: Routes, told: list[str], locale: str) -> list[str]:
    """Return what should be known before saying yes: rows that are left out first, then what is odd about others."""
    lines = [*told]
    parts = (
        ("left_out", routes.problem_count, routes.problems),
        ("kept_odd", routes.note_count, routes.notes),
    )
    for head, count, problems in parts:
        if not count:
            continue
        lines.append(say(head, locale, count=count))
        room = max(1, MOST_WARNINGS - len(lines))
        lines += [problem.text(locale) for problem in problems[:room]]
        if count > room:
            lines.append(say("more", locale, count=count - room))
    return lines


def shown_of(settled: Settled) -> RecordChange:
    """Return a row as a preview shows it: made, or changed in some fields."""
    kind = KINDS.get(settled.table)
    before = settled.before.record if settled.before is not None and settled.op == "update" else {}
    short = settled.before.short if settled.before is not None and settled.op == "update" else None
    title = title_of(settled.table, settled.doc) or settled.id
    return RecordChange(
        op="create" if settled.op == "create" else "update",
        kind=kind.noun if kind else settled.table,
        id=short,
        title=cut(title),
        fields=[change for name in settled.changed[:MOST_FIELDS] for change in _field(name, before, settled.doc)],
    )


def _field(name: str, before: dict[str, Any], after: dict[str, Any]) -> Iterator[FieldChange]:
    old, new = before.get(name), after.get(name)
    if name in MONTHLY and exact.is_object(old) and exact.is_object(new):
        for month in sorted({*old, *new}):
            if month not in old or month not in new or not exact.equal(old[month], new[month]):
                yield FieldChange(name=f"{name}.{month}", before=_value(old.get(month)), after=_value(new.get(month)))
    else:
        yield FieldChange(name=_value(name), before=_value(old), after=_value(new))


def _value(value: Any) -> Any:
    if isinstance(value, str):
        return cut(exact.plain(value), LONGEST_VALUE)
    if exact.is_object(value) or exact.is_list(value):
        text = exact.write(value)
        if len(text) > LONGEST_VALUE:
            return cut(text, LONGEST_VALUE)
    return exact.plain(value)


def _conflicts(settled: Settled) -> Iterator[dict[str, object]]:
    before = settled.before
    if before is not None:
        for name in settled.changed[:MOST_FIELDS]:
            for change in _field(name, before.record, settled.doc):
                yield {"id": before.short, "field": change.name, "local": change.before, "incoming": change.after}
