"""What the tests of stores and journal share: a clock that counts, databases to open, facts to write."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import select

from aule.contracts.access.approval import Approval, ApprovalKind, ApprovalOption, ApprovalStatus, Binding
from aule.contracts.access.change import Actor, Change, ChangeStatus
from aule.contracts.ambient import Ambient
from aule.contracts.events.facts import Event
from aule.contracts.plans.plan import Plan, PlanStep
from aule.contracts.project import Artifact
from aule.contracts.runs.run import Run, RunKind
from aule.contracts.talk.memory import Layer, MemoryItem, MemoryKind
from aule.contracts.talk.messages import Conversation, Message
from aule.kernel.journal import Journal
from aule.stores.database import Database, open_database
from aule.stores.log.events import Events
from aule.stores.log.projections import Entry
from aule.stores.tables import UNTOLD, metadata

DAY = "2026-05-31"
TS = f"{DAY}T10:00:00.000Z"


class CountingClock:
    """Every look at it is a millisecond later; waiting is real."""

    def __init__(self) -> None:
        self._ticks = itertools.count()

    def now(self) -> datetime:
        return datetime(2026, 5, 31, 10, tzinfo=UTC) + timedelta(milliseconds=next(self._ticks))

    def monotonic(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class CountingIds:
    """Ids in order, never the same twice."""

    _count = itertools.count(1)

    def new(self, prefix: str) -> str:
        return f"{prefix}_{next(self._count):012d}"

    def secret(self) -> str:
        return f"secret-{next(self._count)}"


class FairDice:
    """Always the middle."""

    def random(self) -> float:
        return 0.5


def counting_ambient() -> Ambient:
    """An ambient that gives the same again and again."""
    return Ambient(CountingClock(), CountingIds(), FairDice())


@asynccontextmanager
async def opened(url: str) -> AsyncGenerator[Database]:
    """A database that is closed at the end."""
    database = await open_database(url, counting_ambient())
    try:
        yield database
    finally:
        await database.close()


@asynccontextmanager
async def journal_on(database: Database, *, watch_outside: bool | None = None) -> AsyncGenerator[Journal]:
    """A journal that is closed at the end."""
    journal = Journal(database, counting_ambient(), watch_outside=watch_outside)
    try:
        yield journal
    finally:
        await journal.close()


async def contents(database: Database) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table, but for the numbers of events, which may have gaps."""
    found: dict[str, list[tuple[Any, ...]]] = {}
    for table in (each for each in metadata.sorted_tables if each not in UNTOLD):
        keys = list(table.primary_key.columns)
        found[table.name] = await database.fetch(select(*table.columns).order_by(*keys))
    found["events"] = [tuple(dict(event).values())[1:] for event in await Events(database).read(0)]
    return found


async def replay(events: Sequence[Event], into: Database) -> None:
    """Write events that were read elsewhere into an empty store."""
    for event in events:
        async with into.transaction() as transaction:
            await transaction.append([Entry(event.data, event.ts, event.run, event.session_id)])


def a_run(id: str = "run_1", **more: Any) -> Run:
    """A run."""
    return Run(**{"id": id, "kind": RunKind.TURN, "project": "home", "started_at": TS, **more})


def an_approval(id: str = "apr_1", **more: Any) -> Approval:
    """An approval that waits."""
    given: dict[str, Any] = {
        "id": id,
        "kind": ApprovalKind.WRITE,
        "run": "run_1",
        "subject": "call:call_1",
        "title": "Write a.md",
        "options": [ApprovalOption(id="approve", label="Approve"), ApprovalOption(id="deny", label="Deny")],
        "binds": Binding(content_hash="sha256:0"),
        "status": ApprovalStatus.PENDING,
        "created_at": TS,
    }
    return Approval(**{**given, **more})


def a_change(id: str = "chg_1", **more: Any) -> Change:
    """A change that was made."""
    given: dict[str, Any] = {
        "id": id,
        "ts": TS,
        "actor": Actor(type="agent", id="assistant"),
        "run": "run_1",
        "app": "core",
        "op": "write",
        "entity": "file:home/a.md",
        "title": "Write a.md",
        "before": None,
        "after": {"sha256": "0"},
        "project": "home",
        "status": ChangeStatus.APPLIED,
    }
    return Change(**{**given, **more})


def a_conversation(id: str = "con_1", **more: Any) -> Conversation:
    """A conversation."""
    given = {"id": id, "agent": "assistant", "project": "home", "created_at": TS, "updated_at": TS}
    return Conversation(**{**given, **more})


def a_message(id: str = "msg_1", **more: Any) -> Message:
    """A message."""
    return Message(**{"id": id, "conversation": "con_1", "role": "user", "content": "Olá", "ts": TS, **more})


def an_artifact(id: str = "art_1", **more: Any) -> Artifact:
    """An artifact."""
    given: dict[str, Any] = {"id": id, "project": "home", "run": "run_1", "type": "image", "name": "a.png"}
    given |= {"mime": "image/png", "size": 3, "sha256": "0", "created_at": TS}
    return Artifact(**{**given, **more})


def a_memory(id: str = "mem_1", **more: Any) -> MemoryItem:
    """A memory."""
    given: dict[str, Any] = {"id": id, "layer": Layer.LONG_TERM, "scope": "user:owner", "kind": MemoryKind.FACT}
    given |= {"content": "Gosto de café", "source": "run:run_1", "trust": "user", "created_at": TS}
    return MemoryItem(**{**given, **more})


def a_plan(id: str = "plan-1", **more: Any) -> Plan:
    """A plan of one step."""
    given: dict[str, Any] = {"id": id, "title": "Tidy up", "goal": "A tidy folder", "project": "home"}
    given |= {"created_at": TS, "updated_at": TS, "steps": [PlanStep(id="1", title="Look")]}
    return Plan(**{**given, **more})
