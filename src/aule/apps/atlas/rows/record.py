"""A row of a company: its document, and the columns it is found by, which are all read off it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from aule.apps.atlas.figures import progress
from aule.apps.atlas.figures.months import month_of, read_day, write_month
from aule.apps.atlas.figures.numbers import number
from aule.apps.atlas.figures.series import first_month, write_series
from aule.apps.atlas.figures.staleness import stale_from
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows import kinds
from aule.apps.atlas.rows.titles import key, one_line
from aule.apps.atlas.settings import DEFAULT, Settings

LONGEST = 100
"""Characters of what is found through an index, beside titles."""

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_OTHER_END = {
    kinds.PROJECT_KRS: "kr_id",
    kinds.PROJECT_OBJECTIVES: "objective_id",
    kinds.LINKS: "child_objective_id",
    kinds.MEMBERS: "user_id",
}
_DUE = {
    kinds.OBJECTIVES: ("target_date", "deadline"),
    kinds.KEY_RESULTS: ("due_date",),
    kinds.TASKS: ("due_date",),
    kinds.INITIATIVES: ("end_date",),
    kinds.PROJECTS: ("end_date",),
    kinds.PLANS: ("period_end",),
}
_DONE = {kinds.INITIATIVES: "progress_percentage", kinds.PROJECTS: "progress"}


@dataclass(frozen=True, slots=True)
class Record:
    """One row of a company."""

    company: str
    kind: str
    id: str
    position: int
    number: int | None
    doc: dict[str, Any]
    """All of its fields, as `exact` reads them."""
    deleted: str | None = None
    stamp: str | None = None
    """The change that last wrote it; none: it is not written yet."""
    changed_at: str = ""

    @property
    def short_id(self) -> str | None:
        """The short id of the record: `kr-11`."""
        return kinds.short_id(self.kind, self.number)

    @property
    def title(self) -> str:
        """Its title, on one line."""
        return title_of(self.kind, self.doc)


def read(row: Mapping[str, Any]) -> Record:
    """Return the record of a row of the table."""
    return Record(
        company=row["company"],
        kind=row["kind"],
        id=row["id"],
        position=row["position"],
        number=row["number"],
        doc=exact.parse(row["doc"]),
        deleted=row["deleted"],
        stamp=row["stamp"],
        changed_at=row["changed_at"],
    )


def columns_of(record: Record, *, as_of: date, settings: Settings = DEFAULT, text: str | None = None) -> dict[str, Any]:
    """Return all columns of a record but its stamp; `text` is its document where that is at hand as it was given.

    Whatever stands in a document is kept: what is not of the type a column needs leaves that column empty.
    """
    kind, doc = record.kind, record.doc
    title = title_of(kind, doc)
    columns: dict[str, Any] = {
        "company": record.company,
        "kind": kind,
        "id": record.id,
        "position": record.position,
        "parent": parent_of(record),
        "title": title,
        "name": reference(doc.get(_OTHER_END[kind])) or "" if kind in _OTHER_END else key(title),
        "number": record.number,
        "cycle": reference(doc.get("plan_id")),
        "owner": owner_of(doc),
        "status": _word(doc.get("status")),
        "weight": _weight(doc.get("weight")),
        "progress": _float(doc.get(_DONE[kind])) if kind in _DONE else None,
        "month": None,
        "due": _due(kind, doc),
        "first": None,
        "series": None,
        "seen": None,
        "stale": None,
        "deleted": record.deleted,
        "changed_at": record.changed_at,
        "doc": exact.write(doc) if text is None else text,
    }
    if kind == kinds.KEY_RESULTS:
        columns |= _measured(record, as_of, settings)
    return columns


def title_of(kind: str, doc: Mapping[str, Any]) -> str:
    """Return the title of a row, on one line; empty where it has none."""
    known = kinds.KINDS.get(kind)
    if known is not None:
        first, other = (one_line(doc.get(field)) if field else "" for field in (known.title, known.other_title))
        return first or other
    return one_line(doc.get("title")) or one_line(doc.get("name"))


def parent_of(record: Record) -> str | None:
    """Return the id of the row it belongs to; what names none of those a company has belongs to the company."""
    known = kinds.KINDS.get(record.kind)
    if known is None or known.parent is None:
        return None
    return record.company if known.parent_table == kinds.COMPANIES else reference(record.doc.get(known.parent))


def owner_of(doc: Mapping[str, Any]) -> str | None:
    """Return who is responsible: the id of a person, else their name as given."""
    return next(filter(None, (_word(doc.get(name)) for name in ("assigned_owner_id", "owner_id", "responsible"))), None)


def id_of(kind: str, doc: Mapping[str, Any], position: int) -> str:
    """Return the id of a row: as given, else what it joins, else its place."""
    given = reference(doc.get("id"))
    if given is not None:
        return given
    known = kinds.KINDS.get(kind)
    ends = (known.parent, *known.natural) if known is not None and kind in _OTHER_END else ()
    joined = [reference(doc.get(end)) for end in ends if end]
    return "pair:" + ":".join(filter(None, joined)) if len(joined) > 1 and all(joined) else f"row:{position}"


def reference(value: Any) -> str | None:
    """Return an id as columns hold it.

    Characters no database takes are spelled out, so that ids that differ still do.
    """
    if value is None or isinstance(value, bool) or not isinstance(value, str | int) or value == "":
        return None
    return _UNSTORABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", value) if isinstance(value, str) else str(value)


def _measured(record: Record, as_of: date, settings: Settings) -> dict[str, Any]:
    kr = progress.read(record.doc, settings)
    percent = progress.measure(kr, "ytd", as_of, settings).percent
    first = first_month(as_of, settings)
    return {
        "progress": None if percent is None else float(percent),
        "month": write_month(month_of(as_of)),
        "first": first,
        "series": write_series(kr, first, settings),
        "seen": write_month(max(kr.actuals)) if kr.actuals else None,
        "stale": stale_from(kr, record.doc, record.changed_at),
    }


def _word(value: Any) -> str | None:
    return one_line(value)[:LONGEST] or None


def _float(value: Any) -> float | None:
    figure = number(value)
    return None if figure is None else float(figure)


def _weight(value: Any) -> float | None:
    weight = _float(value)
    return None if weight is None else max(weight, 0.0)  # as roll-ups count it


def _due(kind: str, doc: Mapping[str, Any]) -> str | None:
    days = (read_day(doc.get(name)) for name in _DUE.get(kind, ()))
    return next((day.isoformat() for day in days if day is not None), None)
