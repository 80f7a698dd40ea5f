"""The events of one run and all its descendants."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

from aule.contracts.events.facts import Event
from aule.contracts.runs.run_tree import RunTree


async def until_still(events: AsyncGenerator[Event, None], root: str) -> AsyncGenerator[Event, None]:
    """The events of a run and its descendants, until it ended or waits for a person."""
    tree = RunTree(root)
    async with aclosing(events):
        async for event in events:
            if not tree.add(event):
                continue
            yield event
            if tree.is_still:
                return
