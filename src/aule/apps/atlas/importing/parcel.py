"""What is to be imported: tables of rows that can be read again and again, and what is wrong with single rows.

A parcel is looked through once when it is opened. Only the ids of its rows are kept from that; rows themselves are read
off the file each time.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from aule.apps.atlas.importing.refusals import Refusal
from aule.apps.atlas.importing.stream import Raw
from aule.apps.atlas.importing.words import say
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows.kinds import COMPANIES, PILLARS, PLANS, PROJECTS
from aule.apps.atlas.rows.record import reference
from aule.apps.atlas.scope import OURS
from aule.sdk import errors

MOST_ROWS = 1_000_000
MOST_BYTES = 512 * 1024 * 1024
LONGEST_ID = 200
MOST_TABLES = 500
LONGEST_TABLE = 100
LONGEST_SHOWN = 80
"""Characters that are shown of what is not taken."""
_OF_A_COMPANY = frozenset({PLANS, PILLARS, PROJECTS})

Form = Literal["envelope", "flat", "nested", "csv"]


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence of `words`, to be said in whatever language it is read in."""

    key: str
    values: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def text(self, locale: str) -> str:
        """Return the sentence."""
        return say(self.key, locale, **self.values)


def not_taken(field: str, value: Any) -> Said:
    """Return a message that something of a document is not taken, with how it stands there."""
    return Said("not_taken", {"field": field[:LONGEST_TABLE], "value": exact.write(value)[:LONGEST_SHOWN]})


@dataclass(frozen=True, slots=True)
class RowProblem:
    """Why one row cannot be taken, or what should be known about it."""

    table: str
    place: int
    id: str | None
    why: Said

    def text(self, locale: str) -> str:
        """Return the row and the reason, in a sentence."""
        row = say("row_id" if self.id else "row", locale, table=self.table, row=self.place + 1, id=self.id)
        return f"{row}: {self.why.text(locale)}"


@dataclass(slots=True)
class Stack:
    """One table of a parcel: how many rows, which ids, and which rows cannot be read."""

    table: str
    start: int = 0
    """Where its list begins in the file."""
    count: int = 0
    ids: dict[str, int] = field(default_factory=dict[str, int])
    """The ids of its rows, and where each stands."""
    problems: dict[int, RowProblem] = field(default_factory=dict[int, RowProblem])
    companies: set[str] = field(default_factory=set[str])
    """The companies its rows say they are of."""

    def note(self, raw: Raw) -> None:
        """Take in the next row."""
        place, self.count = self.count, self.count + 1
        if raw.problem is not None:
            return self._mark(place, None, "unreadable", why=raw.problem)
        record = raw.value
        if not exact.is_object(record):
            return self._mark(place, None, "not_object")
        if self.table in _OF_A_COMPANY and len(self.companies) < 2 and (of := reference(record.get("company_id"))):
            self.companies.add(of)
        given = record.get("id")
        if given is None:
            return None
        id = reference(given)
        if id is None:
            return self._mark(place, None, "bad_id", id=exact.write(given)[:40])
        if len(id) > LONGEST_ID:
            return self._mark(place, f"{id[:40]}…", "long_id", most=LONGEST_ID)
        first = self.ids.setdefault(id, place)
        if first != place:
            return self._mark(place, id, "twice", id=id, first=first + 1)
        return None

    def _mark(self, place: int, id: str | None, key: str, /, **values: Any) -> None:
        self.problems[place] = RowProblem(self.table, place, id, Said(key, values))


@dataclass(frozen=True, slots=True)
class Parcel:
    """Tables of rows on their way in."""

    form: Form
    stacks: Mapping[str, Stack]
    """The tables in the order of the file."""
    open: Callable[[str], Iterator[Raw]]
    """The rows of a table, from the first on."""
    heading: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """What stands beside the data: `company_name`, `source_company_id`."""
    ours: Mapping[str, Any] | None = None
    """What this program wrote beside the data; none if another program made the file."""
    notes: Sequence[Said] = ()
    """What was read otherwise than it stands there, or is not taken at all."""

    @property
    def total(self) -> int:
        """How many rows there are."""
        return sum(stack.count for stack in self.stacks.values())

    @property
    def source_company(self) -> str | None:
        """The id of the company the rows are of, as they say."""
        given = reference(self.heading.get("source_company_id"))
        companies = self.stacks.get(COMPANIES)
        if companies is not None and companies.ids and given not in companies.ids:
            return next(iter(companies.ids))
        said = {each for stack in self.stacks.values() for each in stack.companies}
        return given or (said.pop() if len(said) == 1 else None)


def parcel_of(
    tables: Mapping[str, Iterable[Mapping[str, Any]]],
    form: Form,
    heading: Mapping[str, Any] | None = None,
    ours: Mapping[str, Any] | None = None,
    problems: Iterable[RowProblem] = (),
    notes: Sequence[Said] = (),
) -> Parcel:
    """Return a parcel of rows that are in memory."""
    refuse_tables(tables)
    lists = {table: [Raw(exact.write(row), row) for row in rows] for table, rows in tables.items()}
    stacks: dict[str, Stack] = {}
    for table, rows in lists.items():
        stacks[table] = stack = Stack(table)
        for raw in rows:
            stack.note(raw)
    for problem in problems:
        stacks[problem.table].problems[problem.place] = problem
    parcel = Parcel(form, stacks, lambda table: iter(lists[table]), heading or {}, ours, notes)
    refuse_too_many(parcel.total)
    return parcel


def refuse_tables(names: Collection[str]) -> None:
    """Stop at tables nobody could have: too many of them, names that are none, and the one that is ours alone."""
    if len(names) > MOST_TABLES:
        raise errors.TooLarge(f"The file has more than {MOST_TABLES} tables.", hint="Import it in parts.")
    for name in names:
        if not name.strip() or len(name) > LONGEST_TABLE or not name.isprintable() or name == OURS[0]:
            raise Refusal("table_name", name=name[:LONGEST_TABLE], most=LONGEST_TABLE, taken=OURS[0])


def refuse_too_many(count: int) -> None:
    """Stop at more rows than can be imported at once."""
    if count > MOST_ROWS:
        raise errors.TooLarge(
            f"The file has more than {MOST_ROWS:,} rows.",
            hint="Import it in parts, for example one company or one year at a time.",
        )
