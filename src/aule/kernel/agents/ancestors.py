"""Runs above a run, and the agents they work for: their rules and budgets hold for it too."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from aule.contracts.access.agent import Agent
from aule.contracts.runs.run import Run


async def runs_above(run: Run, get: Callable[[str], Awaitable[Run]]) -> list[Run]:
    """Return the runs that a run is part of, from the top down."""
    found: list[Run] = []
    parent = run.parent
    while parent is not None:
        found.insert(0, await get(parent))
        parent = found[0].parent
    return found


async def agents_of(runs: Sequence[Run], get: Callable[[str], Awaitable[Agent]]) -> list[Agent]:
    """Return the agents that runs are carried out by, in their order; a run of the owner has none."""
    return [await agent_of(run, get) for run in runs if run.agent is not None]


async def agent_of(run: Run, get: Callable[[str], Awaitable[Agent]]) -> Agent:
    """Return the agent that a run is carried out by: the one that is tried in it, else the one that is kept."""
    if run.trial is not None and run.trial.agent is not None:
        return run.trial.agent
    return await get(run.agent or "assistant")
