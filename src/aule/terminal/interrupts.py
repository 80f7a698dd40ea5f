"""Work that Ctrl-C or a deadline ends."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Coroutine
from typing import Any, TypeVar

from aule.contracts.errors import Cancelled, TimedOut

T = TypeVar("T")


async def interruptible(work: Coroutine[Any, Any, T], *, seconds: float | None = None) -> T:
    """Await something that Ctrl-C stops with `Cancelled`, and a deadline with `TimedOut`."""
    loop = asyncio.get_running_loop()
    task = asyncio.ensure_future(work)
    loop.add_signal_handler(signal.SIGINT, task.cancel)
    try:
        async with asyncio.timeout(seconds):
            return await task
    except TimeoutError:
        raise TimedOut(f"It took longer than {seconds:g} seconds.", hint="Raise --timeout.") from None
    except asyncio.CancelledError:
        raise Cancelled("Stopped.") from None
    finally:
        loop.remove_signal_handler(signal.SIGINT)
