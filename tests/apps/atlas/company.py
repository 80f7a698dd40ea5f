"""A company on a whole running system: acting on it as its owner does, and comparing all its rows."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import select

from aule import boot
from aule.ambient import SystemClock
from aule.apps.atlas.rows.queries import Row, RowQueries, companies
from aule.apps.atlas.tables import rows
from aule.contracts.access.approval import Approval, Records
from aule.contracts.access.capability import Result
from aule.contracts.errors import ApprovalRequired, AuleError, Problem
from aule.contracts.events.facts import CallCompleted, CallFailed
from aule.kernel.capabilities.gate.owner_confirmation import ByHand
from aule.testing.system import System, system

NOVEMBER = datetime(2026, 11, 15, 12, tzinfo=UTC)
_ALL = select(*rows.columns).order_by(rows.c.company, rows.c.kind, rows.c.id)


class Calendar(SystemClock):
    """A clock that shows one day; every look at it is a millisecond later."""

    def __init__(self, at: datetime = NOVEMBER) -> None:
        self.at = at

    def now(self) -> datetime:
        """That day."""
        self.at += timedelta(milliseconds=1)
        return self.at

    def zone(self) -> str:
        """A zone without surprises."""
        return "UTC"


class Company:
    """One company of a running system. Short ids name its rows."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.kernel = system.kernel

    async def do(self, type: str, **fields: Any) -> dict[str, Any]:
        """Do one action by hand, as a form does; gives what came of it."""
        called = await self.kernel.call(f"atlas.{type}", fields, locale="en", by_hand=ByHand())
        assert called.result.ok, called.result.error
        return called.result.data

    async def call(self, name: str, **params: Any) -> Result:
        """Call a capability by hand, and give its whole result."""
        return (await self.kernel.call(f"atlas.{name}", params, locale="en", by_hand=ByHand())).result

    async def execute(self, *actions: dict[str, Any], **more: Any) -> dict[str, Any]:
        """Do a batch by hand."""
        return (await self.call("execute", actions=list(actions), **more)).data

    async def problem(self, type: str, **fields: Any) -> Problem:
        """Why an action is refused."""
        return (await self.error(type, **fields)).problem

    async def error(self, type: str, **fields: Any) -> AuleError:
        """The error with which an action is refused."""
        try:
            called = await self.kernel.call(f"atlas.{type}", fields, locale="en", by_hand=ByHand())
        except AuleError as error:
            return error
        raise AssertionError(f"{type} was not refused: {called.result}")

    async def preview(self, type: str, **fields: Any) -> Records:
        """What a person sees of an action before it is done."""
        shown = await self.kernel.preview(f"atlas.{type}", fields, locale="en")
        assert isinstance(shown.preview, Records)
        return shown.preview

    async def ask(self, type: str, **fields: Any) -> Approval:
        """Call without a hand, as an agent does: what the person is asked."""
        try:
            called = await self.kernel.call(f"atlas.{type}", fields, locale="en")
        except ApprovalRequired as error:
            return await self.kernel.approvals.get(error.problem.subject or "")
        raise AssertionError(f"{type} did not ask: {called.result}")

    async def approve(self, approval: Approval, words: str | None = None) -> Result:
        """Approve one thing, and give what came of it."""
        await self.kernel.decide(approval.id, "approve", content_hash=approval.binds.content_hash, answer=words)
        assert approval.run is not None
        await self.system.until_still(approval.run)
        events = await self.system.events(approval.run)
        return next(e.data.result for e in reversed(events) if isinstance(e.data, (CallCompleted, CallFailed)))

    async def allow(self, type: str, *, words: str | None = None, **fields: Any) -> dict[str, Any]:
        """Call, approve what is shown, and give what came of it."""
        result = await self.approve(await self.ask(type, **fields), words)
        assert result.ok, result.error
        return result.data

    async def undo(self, change: str) -> None:
        """Take a change back."""
        await self.kernel.undo(f"change:{change}")

    async def queries(self) -> RowQueries:
        """The rows of the only company."""
        return RowQueries(self.kernel.database, (await companies(self.kernel.database))[0].id)

    async def row(self, short: str) -> Row:
        """A row by its short id."""
        found = await (await self.queries()).find(short)
        assert len(found) == 1, f"{short}: {len(found)} rows"
        return found[0]

    async def record(self, short: str) -> dict[str, Any]:
        """The fields of a row as JSON reads them."""
        return json.loads((await self.row(short)).doc)

    async def rows(self) -> list[tuple[Any, ...]]:
        """Every row there is, all columns: what must be the same again after an undo."""
        return list(await self.kernel.database.fetch(_ALL))


@asynccontextmanager
async def acme(
    path: Path, *, pillars: Sequence[str] = ("Financeiro",), at: datetime = NOVEMBER, **more: Any
) -> AsyncGenerator[Company]:
    """A running system with the company ACME, its cycle and these pillars; it is a day in November 2026."""
    around = replace(boot.ambient(), clock=Calendar(at))
    async with system(path, ambient=around, **more) as running:
        company = Company(running)
        await company.do("create_company", name="ACME")
        await company.do("create_cycle", name="Plano 2026", period_start="2026-01-01", period_end="2026-12-31")
        for name in pillars:
            await company.do("create_pillar", name=name)
        yield company
