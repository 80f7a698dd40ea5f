"""Spending: budgets that runs share, checked before each model call and told of at half, four fifths and all.

A call is refused when a budget is spent. Near the end of one, calls wait for those under way, so that runs that think
at the same time in one process overspend it by at most one response.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import get_args

from aule.contracts.access.budget import BudgetStatus, Share, SharedBudget, Unit
from aule.contracts.ambient import Ambient
from aule.contracts.events.facts import BudgetAlerted
from aule.contracts.runs.run import Run, Usage
from aule.contracts.settings import Settings
from aule.kernel.agents.guards import ReachedLimit
from aule.kernel.capabilities.words import say
from aule.kernel.journal import Journal
from aule.stores.repositories.usage import UsageDays
from aule.text.words import tokens

SHARES: tuple[Share, ...] = tuple(sorted(get_args(Share)))
_NOTHING = Usage()


def applies(budget: SharedBudget, run: Run) -> bool:
    """Return whether a run spends from a budget."""
    match budget.of:
        case "all":
            return True
        case "project":
            return budget.id == run.project
        case "agent":
            return budget.id == (run.agent or "assistant")
        case "schedule":
            return budget.id == run.schedule


def spent_units(budget: SharedBudget, usage: Usage) -> dict[Unit, tuple[float, float]]:
    """Return what is spent of each limit that a budget has, with the limit."""
    found: dict[Unit, tuple[float, float]] = {}
    if budget.tokens is not None:
        found["tokens"] = usage.tokens_in + usage.tokens_out, budget.tokens
    if budget.cost is not None:
        found["cost"] = usage.cost, budget.cost
    return found


def spent_share(budget: SharedBudget, usage: Usage) -> float:
    """Return how much of a budget is spent: 1 is all of whichever limit is nearer. What is free spends no money."""
    return max((_share(unit, *each) for unit, each in spent_units(budget, usage).items()), default=0.0)


def reached_share(share: float) -> Share | None:
    """Return the highest share that people are told of, if one is reached."""
    return next((each for each in reversed(SHARES) if share * 100 >= each), None)


def expected_usage(usage: Usage, sent: str) -> Usage:
    """Return what the next response of a turn will take, going by those before it, or by the text that is sent."""
    if usage.model_calls:
        return Usage(tokens_in=(usage.tokens_in + usage.tokens_out) // usage.model_calls)
    return Usage(tokens_in=tokens(sent))


def _share(unit: Unit, spent: float, limit: float) -> float:
    if limit > 0:
        return spent / limit
    return 0.0 if unit == "cost" and spent == 0 else 1.0


@dataclass(slots=True)
class Spending:
    """Admits model calls as long as every budget they spend from has something left."""

    journal: Journal
    usage: UsageDays
    settings: Callable[[], Settings]
    ambient: Ambient
    name: Callable[[SharedBudget], Awaitable[str]]
    """Returns what people call the project, agent or schedule of a budget."""
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    _ended: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the next call ends."""
    _under_way: dict[str, tuple[Run, Usage]] = field(default_factory=dict[str, tuple[Run, Usage]])
    """The model calls that go on, by their runs, with what they are expected to take."""
    _told: dict[tuple[str, ...], Share] = field(default_factory=dict[tuple[str, ...], Share])
    _read: str | None = None
    """The place in the log up to which alerts were read."""

    async def statuses(self) -> list[BudgetStatus]:
        """Return every shared budget with what is spent of it."""
        return [await self._status(budget) for budget in self.settings().limits.budgets]

    async def admit(self, run: Run, expected: Usage) -> ReachedLimit | None:
        """Admit one model call of a run, after those under way where little is left; or return the spent budget.

        A call that was admitted has to be settled when it ends.
        """
        budgets = self._budgets(run)
        while True:
            ended = self._ended
            async with self._lock:
                if (reached := await self._reached(budgets, run.locale)) is not None:
                    return reached
                if await self._has_room(budgets, expected):
                    self._under_way[run.id] = run, expected
                    return None
            await ended.wait()

    async def settle(self, run: Run, usage: Usage) -> None:
        """Note that a call ended, and tell of the budgets of which half, four fifths or all is spent now."""
        try:
            if usage != _NOTHING:
                async with self._lock:
                    await self.journal.flush()  # what it took counts before the next call is admitted
                    await self._alert(self._budgets(run))
        finally:
            self._under_way.pop(run.id, None)
            ended, self._ended = self._ended, asyncio.Event()
            ended.set()

    def _budgets(self, run: Run) -> list[SharedBudget]:
        return [budget for budget in self.settings().limits.budgets if applies(budget, run)]

    async def _spent(self, budget: SharedBudget) -> Usage:
        return await self.usage.spent(budget.of, budget.id, self._since(budget))

    def _since(self, budget: SharedBudget) -> str:
        return budget.first_day(self.ambient.timestamp()[:10])

    async def _reached(self, budgets: Sequence[SharedBudget], locale: str) -> ReachedLimit | None:
        for budget in budgets:
            for unit, (spent, limit) in spent_units(budget, await self._spent(budget)).items():
                if _share(unit, spent, limit) >= 1:
                    words = say(f"budget_{budget.of}_{budget.period}", locale, name=await self.name(budget))
                    amount = say(f"budget_spent_{unit}", locale, spent=_said(unit, spent), limit=_said(unit, limit))
                    return ReachedLimit("max_tokens" if unit == "tokens" else "max_cost", f"{words}: {amount}")
        return None

    async def _has_room(self, budgets: Sequence[SharedBudget], expected: Usage) -> bool:
        """Return whether a call fits beside those under way, as far as can be told beforehand."""
        for budget in budgets:
            others = [usage for run, usage in self._under_way.values() if applies(budget, run)]
            if others and spent_share(budget, sum(others, await self._spent(budget)) + expected) >= 1:
                return False
        return True

    async def _alert(self, budgets: Sequence[SharedBudget]) -> None:
        """Tell of each share that was reached and not yet told of, in this period and at this limit."""
        for budget in budgets:
            for unit, (spent, limit) in spent_units(budget, await self._spent(budget)).items():
                share = reached_share(_share(unit, spent, limit))
                if share is None:
                    continue
                await self._read_alerts()
                alert = BudgetAlerted(
                    budget=budget,
                    name=await self.name(budget),
                    since=self._since(budget),
                    unit=unit,
                    share=share,
                    spent=spent,
                    limit=limit,
                )
                if share > self._told.get(_key(alert), 0):
                    await self.journal.write(alert)
                    self._told[_key(alert)] = share

    async def _read_alerts(self) -> None:
        """Learn of alerts from before this process began, and of those of other processes."""
        for event in await self.journal.read(self._read, topic="budget"):
            self._read = event.seq
            if isinstance(event.data, BudgetAlerted):
                key = _key(event.data)
                self._told[key] = max(event.data.share, self._told.get(key, event.data.share))

    async def _status(self, budget: SharedBudget) -> BudgetStatus:
        usage = await self._spent(budget)
        return BudgetStatus(
            budget=budget,
            name=await self.name(budget),
            since=self._since(budget),
            tokens=usage.tokens_in + usage.tokens_out,
            cost=usage.cost,
            share=round(spent_share(budget, usage), 4),
        )


def _key(alert: BudgetAlerted) -> tuple[str, ...]:
    """Return what an alert is told once for; a limit that was changed is told of again."""
    budget = alert.budget
    return budget.of, budget.id, budget.period, alert.since, alert.unit, f"{alert.limit:g}"


def _said(unit: Unit, amount: float) -> str:
    return f"{amount:.0f}" if unit == "tokens" else f"US$ {amount:.2f}"
