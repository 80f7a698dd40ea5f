"""Direct calls: the owner uses a capability without an agent, one call at a time."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from aule.contracts.access.agent import Conduct
from aule.contracts.access.approval import Approval
from aule.contracts.access.capability import Call, Capability, Policy, Result
from aule.contracts.access.change import OWNER, Actor
from aule.contracts.ambient import Ambient
from aule.contracts.errors import ApprovalRequired, Cancelled, Conflict
from aule.contracts.events.facts import ApprovalRequested, CallCompleted, CallFailed, CallStarted
from aule.contracts.model import JsonObject
from aule.contracts.project import Project
from aule.contracts.runs.run import Run, RunKind
from aule.contracts.views import Called, CallPreview
from aule.kernel.asks import Asks
from aule.kernel.capabilities.gate.caller import ByHand, Caller
from aule.kernel.capabilities.gate.gate import Gate
from aule.kernel.capabilities.registry import Registry
from aule.kernel.journal import Journal
from aule.kernel.runs.driver import Driver
from aule.stores.repositories.approvals import Approvals
from aule.stores.repositories.runs import Runs
from aule.text.hashing import bytes_hash


@dataclass(frozen=True, slots=True)
class DirectCalls:
    """Makes direct calls, and shows what they would do. Each of them is a run of its own."""

    ambient: Ambient
    journal: Journal
    registry: Registry
    gate: Gate
    driver: Driver
    asks: Asks

    async def call(
        self,
        name: str,
        params: JsonObject,
        place: Project,
        locale: str,
        *,
        key: str | None = None,
        hand: ByHand | None = None,
    ) -> Called:
        """Make a call; the same key never makes it twice."""
        run = self._run(self.registry.get(name), place, locale, key)
        call = Call(id=self.ambient.ids.new("call"), capability=name, params=params, idempotency_key=key or run.id)
        actor = OWNER if hand is None or hand.token is None else Actor(type="user", id=hand.token)
        return await self._made(call, Caller(run, actor, place, hand=hand), is_known=key is not None)

    async def put_forward(self, call: Call, place: Project, locale: str) -> str:
        """Put somebody else's call to the owner, as a run of its own: nothing happens before they say yes to it."""
        key = f"{call.idempotency_key}/proposed"
        run = self._run(self.registry.get(call.capability), place, locale, key)
        asked = Call(
            id=self.ambient.ids.new("call"), capability=call.capability, params=call.params, idempotency_key=key
        )
        caller = Caller(
            run, OWNER, place, above=(Conduct(policy=Policy(ask=[call.capability])),)
        )  # whatever else is allowed
        try:
            await self._made(asked, caller, is_known=True)
        except ApprovalRequired as waiting:
            return waiting.problem.subject or ""
        return ""

    async def _made(self, call: Call, caller: Caller, *, is_known: bool) -> Called:
        await self.registry.prepare([call.capability])
        item, params = self.registry.meant(call.capability, call.params)
        bound, run = item.signature.bind(params), caller.run
        if is_known:
            async with self.asks.opening:  # two calls with one key take turns: the second finds the first
                earlier = await Runs(self.journal.source).find(run.id)
                if earlier is not None:
                    return await self._earlier(earlier, item.capability.name, bound.json)
                task = await self.driver.begin(run, lambda: self.gate.invoke(call, caller))
        else:
            task = self.driver.start_work(run, lambda: self.gate.invoke(call, caller))
        # Shielded: a run never depends on the connection that asked for it.
        try:
            return Called(run=run.id, result=await asyncio.shield(task))
        except asyncio.CancelledError:
            if self.driver.is_closing or not task.cancelled():
                raise
            raise Cancelled(f"{item.capability.name!r} was stopped.", subject=run.id) from None

    async def preview(self, name: str, params: JsonObject, place: Project, locale: str) -> CallPreview:
        """What a call would do, as the owner gets to see it."""
        run = self._run(self.registry.get(name), place, locale, None)
        call = Call(id=self.ambient.ids.new("call"), capability=name, params=params, idempotency_key=run.id)
        shown, call = await self.gate.shown(call, Caller(run, OWNER, place))
        return CallPreview(preview=shown.preview, content_hash=shown.hash, params=call.bound_params or {})

    def _run(self, capability: Capability, place: Project, locale: str, key: str | None) -> Run:
        return Run.new(
            self.ambient,
            RunKind.CALL,
            capability.title_in(locale),
            project=place.id,
            locale=locale,
            id=None if key is None else f"run_{bytes_hash(key.encode())[:26]}",
            budget=self.asks.settings().limits.run,
        )

    async def _earlier(self, run: Run, capability: str, params: JsonObject) -> Called:
        """What an earlier call with the same key came to: it is never made twice, and no other is made for it."""
        events = [event.data for event in await self.journal.read(None, run=run.id)]
        own = ""  # calls in its course begin after it
        for data in events:
            match data:
                case CallStarted(id=own, capability=name, params=bound):
                    same = (name, bound) == (capability, self.gate.redacted(params))
                case ApprovalRequested(approval=Approval(call=Call(id=own) as call)):
                    same = (call.capability, call.bound_params) == (capability, params)
                case CallFailed(id=own, capability=name):
                    same = name == capability
                case _:
                    continue
            if not same:
                raise Conflict("This key was used for another call.", code="key_reused", hint="Use a new key.")
            break
        for data in events:
            if isinstance(data, (CallCompleted, CallFailed)) and data.id == own:
                return Called(run=run.id, result=data.result)
        for approval in await Approvals(self.journal.source).pending(run=run.id):
            raise ApprovalRequired(f"{approval.title!r} needs your approval.", subject=approval.id)
        problem = run.error or Conflict("This call is still under way.", code="under_way").problem
        return Called(run=run.id, result=Result(ok=False, error=problem))
