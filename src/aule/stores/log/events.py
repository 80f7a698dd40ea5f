"""The event log: rows in commit order, read by cursor."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple, overload

from pydantic import ValidationError
from pydantic_core import PydanticSerializationError
from sqlalchemy import Text, and_, bindparam, func, literal, or_, select, text

from aule.contracts.errors import Corrupt, Invalid
from aule.contracts.events import facts
from aule.contracts.events.facts import Event, Fact, topic_of
from aule.stores.log.fact_rows import (
    COURSE,
    MANY,
    Piece,
    StoredFact,
    check_fact,
    name_graph,
    named_graphs,
    parse_row,
    write_fact,
)
from aule.stores.log.projections import Entry, project
from aule.stores.source import Source
from aule.stores.statements import Write
from aule.stores.tables import events, graphs

LOG_START = 0
"""The place before the first event."""

GRAPH = select(graphs.c.hash, graphs.c.graph).where(graphs.c.hash == bindparam("hash"))
_HEAD = select(func.coalesce(func.max(events.c.seq), LOG_START))


@dataclass(frozen=True, slots=True)
class Filter:
    """Which events somebody wants to see; nothing said means all."""

    topic: str | None = None
    run: str | None = None
    session_id: str | None = None
    types: tuple[str, ...] = ()

    def matches(self, event: Event | Piece) -> bool:
        """Whether an event, or what is about to be one, is one of them."""
        return (
            (self.run is None or event.run == self.run)
            and (self.topic is None or event.topic == self.topic)
            and (self.session_id is None or event.session_id == self.session_id)
            and (not self.types or event.type in self.types)
        )

    @property
    def wants_course(self) -> bool:
        """Whether what belongs to the course of a run may be some of them; only that shares rows."""
        topics = {self.topic} if self.topic is not None else {name.partition(".")[0] for name in self.types}
        return not topics or not topics.isdisjoint(COURSE)

    def may_want(self, types: frozenset[str]) -> bool:
        """Whether facts of these types may be some of them."""
        by_topic = self.topic is None or any(type_.partition(".")[0] == self.topic for type_ in types)
        return by_topic and (not self.types or not types.isdisjoint(self.types))


ALL = Filter()


class Events:
    """Reads the log."""

    def __init__(self, source: Source) -> None:
        self._source = source

    async def head(self) -> int:
        """The place of the last committed event."""
        rows = await self._source.fetch(_HEAD)
        return int(rows[0][0])

    async def latest(self, run: str) -> str | None:
        """When something happened in a run for the last time."""
        return (await self._source.fetch(_LATEST, run=run))[0][0]

    async def read(
        self, since: int, where: Filter = ALL, *, until: int | None = None, limit: int | None = None
    ) -> list[Event]:
        """Events after `since`, up to and including `until`, oldest first."""
        statement = _read(where)
        params: dict[str, Any] = {"topic": where.topic, "run": where.run, "session": where.session_id}
        params |= {f"type_{place}": name for place, name in enumerate(where.types)}
        wanted = {name: value for name, value in params.items() if value is not None}
        end, most = _LAST if until is None else until, _LAST if limit is None else limit
        is_search = where.types and where.run is None and where.wants_course  # most of the log, for a few of it
        some = min(most, _ROWS) if is_search or limit is not None else most
        found: list[Event] = []
        place = since
        while True:
            rows = await self._source.fetch(statement, since=place, most=some, **wanted)
            for event in await self._parse(rows, where.types):
                if since < int(event.seq) <= end and where.matches(event):
                    found.append(event)
            if len(rows) < some or len(found) >= most or rows[-1][0] >= end:
                return found[:most]
            place = rows[-1][0]

    async def _parse(self, rows: Sequence[Sequence[Any]], types: tuple[str, ...]) -> list[Event]:
        """Return the events of some rows; a row of several facts, none of them of the types, is not parsed."""
        parsed = [(row, _parse_row(row)) for row in rows if _may_hold(row, types)]
        kept: dict[str, str] = {}
        for name in named_graphs(fact for _, stored in parsed for fact in stored):
            kept.update(dict(await self._source.fetch(GRAPH, hash=name)))
        return [event for row, stored in parsed for event in _events(row, stored, kept)]


_LATEST = select(func.max(events.c.ts)).where(events.c.run == bindparam("run"))
_LAST = 2**62  # past any event there will ever be
_ROWS = 100
"""Rows read at once by whoever wants only some events: each may hold many of them."""


@lru_cache(maxsize=256)
def _shape(topic: bool, is_course: bool, run: bool, session: bool, types: int) -> Any:
    """The query for some events. Only what belongs to the course of a run may share a row with others."""
    c = events.c
    query = select(c.seq, c.ts, c.topic, c.type, c.session_id, c.run, c.data)
    query = query.where(c.seq > bindparam("since"))
    if topic:
        # Those that share a row are most of the log; the others have an index of their own.
        named = c.topic == bindparam("topic")
        query = query.where(or_(named, c.topic == literal(MANY)) if is_course else and_(named, text("topic != 'many'")))
    if run:
        query = query.where(c.run == bindparam("run"))
    if session:
        query = query.where(c.session_id == bindparam("session"))
    if types:
        named = c.type.in_([bindparam(f"type_{place}", type_=Text()) for place in range(types)])
        query = query.where(or_(named, c.type == literal(MANY)) if is_course else named)
    return query.order_by(c.seq).limit(bindparam("most"))


def _read(where: Filter) -> Any:
    topic, run, session = where.topic is not None, where.run is not None, where.session_id is not None
    return _shape(topic, where.wants_course, run, session, len(where.types))


def _may_hold(row: Sequence[Any], types: tuple[str, ...]) -> bool:
    """Whether a row may hold facts of some types: looking for their names spares parsing most rows that do not."""
    return not types or row[3] != MANY or any(f'"type":"{name}"' in str(row[6]) for name in types)


def _parse_row(row: Sequence[Any]) -> list[StoredFact]:
    try:
        return parse_row(row[3], row[1], row[6])
    except ValueError as problem:
        raise _unreadable(row) from problem


def _events(row: Sequence[Any], stored: Sequence[StoredFact], kept: Mapping[str, str]) -> list[Event]:
    seq, _, _, _, session_id, run, _ = row
    try:
        entries = [Entry(check_fact(fact, kept), ts, run, session_id) for fact, ts in stored]
    except (ValidationError, KeyError) as problem:
        raise _unreadable(row) from problem
    first = seq - len(entries) + 1
    return [_known(entry, first + place, topic_of(entry.fact), entry.fact.type) for place, entry in enumerate(entries)]


def _unreadable(row: Sequence[Any]) -> Corrupt:
    return Corrupt(
        f"Event {row[0]} of type {row[3]!r} cannot be read", hint="It was left as it is; see the log for what is wrong."
    )


def _known(entry: Entry, seq: int, topic: str, type_: str) -> Event:
    # Nothing here is unchecked: the fact was validated, the rest are columns of our own. Pydantic's `model_construct`
    # does the same seven times slower, and every event of every run passes here.
    event = Event.__new__(Event)
    fields = {"seq": str(seq), "ts": entry.ts, "topic": topic, "type": type_}
    fields |= {"session_id": entry.session_id, "run": entry.run, "data": entry.fact}
    object.__setattr__(event, "__dict__", fields)
    object.__setattr__(event, "__pydantic_fields_set__", set(fields))
    object.__setattr__(event, "__pydantic_extra__", None)
    object.__setattr__(event, "__pydantic_private__", None)
    return event


class Prepared(NamedTuple):
    """An entry ready to be written: its text and its projections. Making it refuses what cannot be stored."""

    entry: Entry
    piece: Piece
    writes: list[Write]

    def event(self, seq: int) -> Event:
        """The event this became."""
        return _known(self.entry, seq, self.piece.topic, self.piece.type)


class Committed(Sequence[Event]):
    """What entries became, as they were given; each event is made only when somebody looks, and most are by nobody."""

    def __init__(self, prepared: Sequence[Prepared], seqs: Sequence[int]) -> None:
        self._prepared = prepared
        self._seqs = seqs
        self._types: set[str] | None = None

    def __len__(self) -> int:
        return len(self._prepared)

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> Committed: ...
    def __getitem__(self, index: int | slice) -> Event | Committed:
        if isinstance(index, slice):
            return Committed(self._prepared[index], self._seqs[index])
        return self._prepared[index].event(self._seqs[index])

    @property
    def last(self) -> int:
        """The number of the last one."""
        return max(self._seqs)

    def span(self) -> tuple[int, int] | None:
        """The first and the last number, when all between them are here too."""
        first, last = min(self._seqs), max(self._seqs)
        return (first, last) if last - first + 1 == len(self._seqs) else None

    def matching(self, where: Filter) -> list[Event]:
        """Those that somebody wants to see, in the order of the log."""
        if self._types is None:
            self._types = {one.piece.type for one in self._prepared}
        if where.types and self._types.isdisjoint(where.types):
            return []
        wanted = [(seq, one) for seq, one in zip(self._seqs, self._prepared, strict=True) if where.matches(one.piece)]
        return [one.event(seq) for seq, one in sorted(wanted, key=itemgetter(0))]


def prepare(entry: Entry | Prepared) -> Prepared:
    """Turn an entry into rows, or refuse it before anything is written; what is prepared stays as it is."""
    if isinstance(entry, Prepared):
        return entry
    fact, ts, run, session_id = entry
    is_plan = type(fact) is facts.RunPlanned
    try:
        data = write_fact(fact, without=_APART if is_plan else None)
        if "\ufffd" in data:  # pydantic writes a lone surrogate in a key as this sign instead of refusing it
            json.dumps(fact.model_dump(), ensure_ascii=False, default=str).encode()
        writes = project(entry, data)
    except (PydanticSerializationError, UnicodeEncodeError) as problem:
        raise _unstorable(entry, problem) from problem
    if is_plan or not _is_plain(data):  # what tables get is made of the fact: a plain one has nothing to hide
        for write in writes:
            _check_all(entry, write.params)
    if not _is_plain(f"{run} {session_id}"):
        _check_all(entry, {"run": run, "session_id": session_id})
    if is_plan:
        data = name_graph(data, writes[0].params["hash"])
    return Prepared(entry, Piece(topic_of(fact), fact.type, ts, run, session_id, data), writes)


_APART = {"graph"}
"""What is kept beside the log."""


def _is_plain(text: str) -> bool:
    """Whether a text, or what it stands for as JSON, surely has neither NUL nor half a character."""
    return text.isascii() and "\x00" not in text and "\\u0000" not in text


def _check_all(entry: Entry, values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        if isinstance(value, str) and ("\x00" in value or not value.isascii()):
            _check(entry, name, value)


def _check(entry: Entry, name: str, value: str) -> None:
    if "\x00" in value:
        raise Invalid(
            f"{name!r} of {entry.fact.type!r} holds a NUL character", hint="Leave it out.", code="invalid_text"
        )
    try:
        value.encode()
    except UnicodeEncodeError as problem:
        raise _unstorable(entry, problem) from problem


def _unstorable(entry: Entry, problem: Exception) -> Invalid:
    if isinstance(problem, UnicodeEncodeError) or "surrogates" in str(problem):
        return Invalid(
            f"{entry.fact.type!r} holds text that is not valid Unicode (a lone surrogate)",
            hint="Send well-formed text.",
            code="invalid_text",
        )
    return Invalid(
        f"{entry.fact.type!r} cannot be stored: {problem}", hint="Use plain JSON values.", code="invalid_data"
    )


def bearings(fact: Fact) -> tuple[str | None, str | None]:
    """The run and the conversation a fact itself names."""
    naming = _NAMING.get(type(fact))
    return (None, None) if naming is None else naming(fact)


def _of_approval(fact: Any) -> tuple[str | None, str | None]:
    return fact.approval.run, fact.approval.session_id


def _of_change(fact: Any) -> tuple[str | None, str | None]:
    return fact.change.run, None


_NAMING: Mapping[type[Any], Callable[[Any], tuple[str | None, str | None]]] = {
    facts.RunStarted: lambda fact: (fact.started.id, fact.started.session_id),
    facts.MessageAdded: lambda fact: (fact.message.run, fact.message.conversation),
    facts.ConversationOpened: lambda fact: (None, fact.conversation.id),
    facts.ConversationEdited: lambda fact: (None, fact.conversation.id),
    facts.ConversationDeleted: lambda fact: (None, fact.conversation),
    facts.ConversationRewound: lambda fact: (None, fact.conversation),
    facts.ArtifactSaved: lambda fact: (fact.artifact.run, None),
    facts.ChangeIntended: _of_change,
    facts.ChangeRecorded: _of_change,
    facts.ChangeVoided: _of_change,
    facts.ApprovalRequested: _of_approval,
    facts.ApprovalGranted: _of_approval,
    facts.ApprovalDenied: _of_approval,
    facts.ApprovalExpired: _of_approval,
    facts.ApprovalSuperseded: _of_approval,
}
"""What a fact names by itself; most are recorded by whoever knows where they happened."""


def parse_cursor(cursor: str | None) -> int:
    """The place a cursor stands for; none stands for the beginning."""
    if cursor is None:
        return LOG_START
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) <= 18):
        raise Invalid(
            f"{cursor!r} is not a cursor", hint="Pass back a `seq` or `cursor` as it was given.", code="invalid_cursor"
        )
    return int(cursor)
