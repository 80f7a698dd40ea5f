"""The company a parcel goes to: the one that is named, the one the file is of, the one there is, or a new one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from aule.apps.atlas.batch.draft import fresh_id
from aule.apps.atlas.exporting.envelope import LAYOUT, VERSION
from aule.apps.atlas.importing.parcel import Parcel
from aule.apps.atlas.importing.words import say
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows.kinds import COMPANIES
from aule.apps.atlas.rows.queries import Row, RowQueries, Source, companies
from aule.apps.atlas.rows.titles import key, one_line
from aule.apps.atlas.sample.rows import sample_id
from aule.apps.atlas.scope import OURS, company_of
from aule.apps.atlas.settings import STRATEGY_HUB, Settings, settings_of, write

_HEADING = frozenset({"company_name", "source_company_id", "exported_at", "total_records", "tables_exported"})
_LONGEST_HEADING = 20_000
_ABSENT = object()


@dataclass(frozen=True, slots=True)
class Target:
    """Where rows go."""

    id: str
    name: str
    row: Row | None
    """The company as it is; none: it is new."""
    former: Row | None
    """The company in the trash, which comes back."""
    source: str | None
    """Its id in the file."""
    given: dict[str, Any] | None
    """Its row in the file."""
    ours: Row | None
    """Its settings of our own as they are."""
    decided: dict[str, Any]
    """Its settings of our own as they are to be."""
    settings: Settings
    is_other: bool = False
    """Whether the file is of another company than the one it goes to."""


async def target_of(parcel: Parcel, source: Source, company: str, locale: str) -> Target:
    """Return the company a parcel goes to."""
    given = _given(parcel)
    theirs = parcel.source_company
    known = await companies(source)
    row = await company_of(source, company) if company.strip() else _known(known, theirs, _name(parcel, given))
    if row is None and theirs is None and known and given is None:
        row = await company_of(source)
    if row is None:
        return await _new(parcel, source, given, theirs, locale)
    ours = await RowQueries(source, row.id).row(*OURS)
    decided = dict(ours.record) if ours is not None and exact.is_object(ours.record) else {}
    is_other = bool(company.strip()) and theirs is not None and theirs != row.id and len(known) > 0
    settings = settings_of({**row.record, **(given or {})} if not is_other else row.record, decided)
    return Target(row.id, row.title or row.id, row, None, theirs, given, ours, decided, settings, is_other)


async def _new(parcel: Parcel, source: Source, given: dict[str, Any] | None, theirs: str | None, locale: str) -> Target:
    name = _name(parcel, given) or say("default_company", locale)
    id = theirs or fresh_id(f"company\x1e{key(name)}")
    queries = RowQueries(source, id)
    former = await queries.rows(COMPANIES, [id], deleted=True)
    ours = await queries.rows(OURS[0], [OURS[1]], deleted=True)
    decided: dict[str, Any] = {}
    if parcel.ours is not None:
        kept = parcel.ours.get("settings")
        own = LAYOUT if id == sample_id() else {*LAYOUT, "sample"}  # a file does not make itself one to throw away
        decided = {name: value for name, value in kept.items() if name not in own} if exact.is_object(kept) else {}
    elif parcel.form == "envelope":
        decided = {name: value for name, value in write(STRATEGY_HUB).items() if name != "fiscal_year_start"}
    decided |= _layout(parcel)
    settings = settings_of(given, decided)
    before = former[0] if former else None
    return Target(id, name, None, before, theirs, given, ours[0] if ours else None, decided, settings)


def _layout(parcel: Parcel) -> dict[str, Any]:
    """Return how the file looks: its tables in their order, also the empty ones, and what stands beside them."""
    layout: dict[str, Any] = {"tables": list(parcel.stacks)} if parcel.form in ("envelope", "flat") else {}
    unknown = unknown_heading(parcel)
    if unknown and _fits(unknown):
        layout["heading"] = unknown
    return layout


def unknown_heading(parcel: Parcel) -> dict[str, Any]:
    """Return what stands beside the data of a file and nobody here knows."""
    unknown = {name: value for name, value in parcel.heading.items() if name not in _HEADING}
    if unknown.get("version") == VERSION:
        del unknown["version"]
    if parcel.form in ("nested", "csv"):
        name, company = parcel.heading.get("company_name"), unknown.pop("company", None)
        rest = company
        if exact.is_object(company):
            rest = {field: value for field, value in company.items() if field != "name" or value != name}
        if rest and rest != name:  # what was not read as the name
            unknown["company"] = rest
    return unknown


def lost_heading(parcel: Parcel, target: Target) -> dict[str, Any]:
    """Return what of that is not kept: a company that is there keeps its own, and no company keeps too much."""
    unknown = unknown_heading(parcel)
    kept = target.decided.get("heading")
    there: Mapping[str, Any] = kept if exact.is_object(kept) else {}
    lost = {name: value for name, value in unknown.items() if not exact.equal(value, there.get(name, _ABSENT))}
    company = lost.get("company")
    if exact.is_object(company):
        del lost["company"]
        lost |= {f"company.{field}": value for field, value in company.items()}
    return lost


def other_name(parcel: Parcel, target: Target) -> str | None:
    """Return the name of the company a file is of, where it has no id and goes to one of another name."""
    name = _name(parcel, target.given)
    if target.row is None or target.source is not None or not name or target.row.name == key(name):
        return None
    return name


def _fits(heading: dict[str, Any]) -> bool:
    return len(exact.write(heading)) <= _LONGEST_HEADING


def _known(known: list[Row], theirs: str | None, name: str) -> Row | None:
    same = [row for row in known if row.id == theirs]
    if not same and name:
        same = [row for row in known if row.name == key(name)]
    return same[0] if len(same) == 1 else None


def _given(parcel: Parcel) -> dict[str, Any] | None:
    """Return the row of the company in the file."""
    stack = parcel.stacks.get(COMPANIES)
    if stack is None or not stack.count:
        return None
    wanted = stack.ids.get(parcel.source_company or "", 0)
    for place, raw in enumerate(parcel.open(COMPANIES)):
        if place == wanted and place not in stack.problems:
            return raw.value
    return None


def _name(parcel: Parcel, given: dict[str, Any] | None) -> str:
    return one_line((given or {}).get("name")) or one_line(parcel.heading.get("company_name"))
