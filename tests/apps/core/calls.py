"""Calling capabilities of a whole running system, and approving what they show."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from aule.contracts.access.approval import Approval, Preview
from aule.contracts.access.capability import Result
from aule.contracts.errors import ApprovalRequired, AuleError, Problem
from aule.contracts.events.facts import CallCompleted, CallFailed
from aule.testing.system import System, system


class Calls:
    """A system whose capabilities are called as its owner."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.workspace = system.workspace

    async def read(self, name: str, **params: Any) -> Result:
        """Call something that needs no approval."""
        return (await self.system.kernel.call(f"core.{name}", params, locale="en")).result

    async def data(self, name: str, **params: Any) -> Any:
        """What such a call gives back."""
        return (await self.read(name, **params)).data

    async def ask(self, name: str, **params: Any) -> Approval:
        """Call something that waits for a person, and give what they are asked."""
        try:
            called = await self.system.kernel.call(f"core.{name}", params, locale="en")
        except ApprovalRequired as error:
            return await self.system.kernel.approvals.get(error.problem.subject or "")
        raise AssertionError(f"{name} did not ask: {called.result}")

    async def preview(self, name: str, **params: Any) -> Preview | None:
        """What the person sees of a call; it is not approved."""
        return (await self.ask(name, **params)).preview

    async def write(self, name: str, **params: Any) -> Result:
        """Call something, approve it as shown, and give what came of it."""
        approval = await self.ask(name, **params)
        return await self.approve(approval)

    async def approve(self, approval: Approval) -> Result:
        """Approve one thing, and give what came of it."""
        await self.system.kernel.decide(approval.id, "approve", content_hash=approval.binds.content_hash)
        assert approval.run is not None
        await self.system.until_still(approval.run)
        events = await self.system.events(approval.run)
        return next(e.data.result for e in reversed(events) if isinstance(e.data, (CallCompleted, CallFailed)))

    async def problem(self, name: str, **params: Any) -> Problem:
        """Why a call is refused."""
        try:
            called = await self.system.kernel.call(f"core.{name}", params, locale="en")
        except AuleError as error:
            return error.problem
        raise AssertionError(f"{name} was not refused: {called.result}")

    def files(self) -> dict[str, bytes]:
        """Everything in the workspace."""
        root = self.workspace
        return {p.relative_to(root).as_posix(): p.read_bytes() for p in sorted(root.rglob("*")) if p.is_file()}


@asynccontextmanager
async def calls(path: Path) -> AsyncGenerator[Calls]:
    """A running system to call."""
    async with system(path) as running:
        yield Calls(running)
