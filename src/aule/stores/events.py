"""The event log: rows in commit order, read by cursor."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, overload

from pydantic import ValidationError
from pydantic_core import PydanticSerializationError
from sqlalchemy import bindparam, func, select

from aule.contracts import events as facts
from aule.contracts.errors import Corrupt, Invalid
from aule.contracts.events import FACT, Event, Fact, topic_of
from aule.stores.projections import Entry, project
from aule.stores.source import Source
from aule.stores.statements import Write
from aule.stores.tables import events

LOG_START = 0
"""The place before the first event."""

INSERT_EVENT = events.insert().values({c.name: bindparam(c.name) for c in events.c if c.name != "seq"})
_HEAD = select(func.coalesce(func.max(events.c.seq), LOG_START))


@dataclass(frozen=True, slots=True)
class Filter:
    """Which events somebody wants to see; nothing said means all."""

    topic: str | None = None
    run: str | None = None
    session_id: str | None = None
    types: tuple[str, ...] = ()

    def matches(self, event: Event) -> bool:
        """Whether an event is one of them."""
        return (
            (self.topic is None or event.topic == self.topic)
            and (self.run is None or event.run == self.run)
            and (self.session_id is None or event.session_id == self.session_id)
            and (not self.types or event.type in self.types)
        )


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
        statement = _read(where.topic, where.run, where.session_id, len(where.types))
        params: dict[str, Any] = {"since": since, "until": _LAST if until is None else until}
        params["most"] = _LAST if limit is None else limit
        params |= {"topic": where.topic, "run": where.run, "session": where.session_id}
        params |= {f"type_{place}": name for place, name in enumerate(where.types)}
        wanted = {name: value for name, value in params.items() if value is not None}
        return [_event(row) for row in await self._source.fetch(statement, **wanted)]


_LATEST = select(func.max(events.c.ts)).where(events.c.run == bindparam("run"))
_LAST = 2**62  # past any event there will ever be


@lru_cache(maxsize=256)
def _shape(topic: bool, run: bool, session: bool, types: int) -> Any:
    c = events.c
    query = select(c.seq, c.ts, c.topic, c.type, c.session_id, c.run, c.data)
    query = query.where(c.seq > bindparam("since"), c.seq <= bindparam("until"))
    if topic:
        query = query.where(c.topic == bindparam("topic"))
    if run:
        query = query.where(c.run == bindparam("run"))
    if session:
        query = query.where(c.session_id == bindparam("session"))
    if types:
        query = query.where(c.type.in_([bindparam(f"type_{place}") for place in range(types)]))
    return query.order_by(c.seq).limit(bindparam("most"))


def _read(topic: str | None, run: str | None, session: str | None, types: int) -> Any:
    return _shape(topic is not None, run is not None, session is not None, types)


def _event(row: Sequence[Any]) -> Event:
    seq, ts, topic, type_, session_id, run, data = row
    try:
        fact = FACT.validate_json(data)
    except ValidationError as problem:
        raise Corrupt(
            f"Event {seq} of type {type_!r} cannot be read", hint="It was left as it is; see the log for what is wrong."
        ) from problem
    return _known(Entry(fact, ts, run, session_id), seq, topic, type_)


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


@dataclass(frozen=True, slots=True)
class Prepared:
    """An entry ready to be written: its event row and its projections. Making it refuses what cannot be stored."""

    entry: Entry
    row: dict[str, Any]
    writes: list[Write]

    def event(self, seq: int) -> Event:
        """The event this became."""
        return _known(self.entry, seq, self.row["topic"], self.row["type"])


class Committed(Sequence[Event]):
    """What entries became, in order; each event is made only when somebody looks at it, and most are by nobody."""

    def __init__(self, prepared: Sequence[Prepared], seqs: Sequence[int]) -> None:
        self._prepared = prepared
        self._seqs = seqs

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


def prepare(entry: Entry) -> Prepared:
    """Turn an entry into rows, or refuse it before anything is written."""
    fact = entry.fact
    try:
        data = fact.model_dump_json()
        if "\ufffd" in data:  # pydantic writes a lone surrogate in a key as this sign instead of refusing it
            json.dumps(fact.model_dump(), ensure_ascii=False, default=str).encode()
        writes = project(entry)
    except (PydanticSerializationError, UnicodeEncodeError) as problem:
        raise _unstorable(entry, problem) from problem
    row = {"ts": entry.ts, "topic": topic_of(fact), "type": fact.type, "run": entry.run, "session_id": entry.session_id}
    for values in (row, *(write.params for write in writes)):
        for name, value in values.items():
            if isinstance(value, str) and ("\x00" in value or not value.isascii()):
                _check(name, value, entry)
    return Prepared(entry, {**row, "data": data}, writes)


def _check(name: str, value: str, entry: Entry) -> None:
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


_NAMELESS = ("call.", "step.", "turn.")
"""Most facts are about these, and none of them names a run itself."""


def bearings(fact: Fact) -> tuple[str | None, str | None]:
    """The run and the conversation a fact itself names."""
    if fact.type.startswith(_NAMELESS):
        return None, None
    match fact:
        case facts.RunStarted(started=run):
            return run.id, run.session_id
        case facts.MessageAdded(message=message):
            return message.run, message.conversation
        case facts.ConversationOpened(conversation=talk) | facts.ConversationEdited(conversation=talk):
            return None, talk.id
        case facts.ConversationDeleted(conversation=id) | facts.ConversationRewound(conversation=id):
            return None, id
        case facts.ArtifactSaved(artifact=artifact):
            return artifact.run, None
        case facts.ChangeIntended() | facts.ChangeRecorded() | facts.ChangeVoided():
            return fact.change.run, None
        case (
            facts.ApprovalRequested()
            | facts.ApprovalGranted()
            | facts.ApprovalDenied()
            | facts.ApprovalExpired()
            | facts.ApprovalSuperseded()
        ):
            return fact.approval.run, fact.approval.session_id
        case _:
            return None, None


def parse_cursor(cursor: str | None) -> int:
    """The place a cursor stands for; none stands for the beginning."""
    if cursor is None:
        return LOG_START
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) <= 18):
        raise Invalid(
            f"{cursor!r} is not a cursor", hint="Pass back a `seq` or `cursor` as it was given.", code="invalid_cursor"
        )
    return int(cursor)
