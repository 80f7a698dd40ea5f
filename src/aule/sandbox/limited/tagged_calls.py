"""Running calls by a tag, so that all calls of one tool or plugin can be ended at once."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from aule.contracts.errors import Cancelled

Answer = TypeVar("Answer")


@dataclass(slots=True)
class TaggedCalls(Generic[Answer]):
    """The calls that run, by their tags."""

    ended: str
    """What whoever waits for a call is told where it was ended by its tag."""
    _running: dict[str, set[asyncio.Task[Answer]]] = field(default_factory=lambda: {})

    async def run(self, call: Coroutine[Any, Any, Answer], tag: str) -> Answer:
        """Wait for a call; `stop(tag)` ends it, and so does cancelling whoever waits."""
        task = asyncio.create_task(call, name=f"call {tag}")
        self._running.setdefault(tag, set()).add(task)
        try:
            return await task
        except asyncio.CancelledError:
            current = asyncio.current_task()
            if current is not None and current.cancelling():  # who waits was cancelled, and the call with it
                task.cancel()
                raise
            raise Cancelled(self.ended, code="tool_stopped") from None
        finally:
            self._running[tag].discard(task)
            if not self._running[tag]:
                del self._running[tag]

    def is_running(self, tag: str) -> bool:
        """Return whether a call with a tag runs."""
        return bool(self._running.get(tag))

    def stop(self, tag: str) -> int:
        """End the running calls with a tag; returns how many there were."""
        tasks = list(self._running.get(tag, ()))
        for task in tasks:
            task.cancel()
        return len(tasks)

    def stop_all(self) -> None:
        """End all running calls."""
        for tag in list(self._running):
            self.stop(tag)
