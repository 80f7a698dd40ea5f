"""The limit: the same steps in plain asyncio. Nothing is stored; the end of the process loses everything."""

from __future__ import annotations

import asyncio
from typing import Any

from benchmarks.engine.protocol import Asked, Stage, serve

Result = dict[str, Any]


async def note(n: int) -> Result:
    """The step of all contenders."""
    return {"n": n + 1, "note": f"step {n}"}


async def chain(steps: int) -> list[Result]:
    """One step after the other, each given the one before it."""
    results: list[Result] = []
    n = 0
    for _ in range(steps):
        results.append(await note(n))
        n = results[-1]["n"]
        await asyncio.sleep(0)
    return results


async def wide(steps: int) -> list[Result]:
    """One, then all at once, then one."""
    first = await note(0)
    middle = await asyncio.gather(*(note(n) for n in range(steps - 2)))
    return [first, *middle, await note(len(middle))]


async def _prepare_chain(asked: Asked) -> Stage:
    async def work() -> tuple[float, ...]:
        assert len(await chain(asked.steps)) == asked.steps
        return ()

    return Stage(work, _close)


async def _prepare_runs(asked: Asked) -> Stage:
    async def work() -> tuple[float, ...]:
        limit = asyncio.Semaphore(asked.at_once)

        async def run() -> None:
            async with limit:
                assert len(await chain(asked.steps)) == asked.steps

        await asyncio.gather(*(run() for _ in range(asked.runs)))
        return ()

    return Stage(work, _close)


async def _prepare_wide(asked: Asked) -> Stage:
    async def work() -> tuple[float, ...]:
        assert len(await wide(asked.steps)) == asked.steps
        return ()

    return Stage(work, _close)


async def _close() -> None:
    """There is nothing to close."""


if __name__ == "__main__":
    serve({"chain": _prepare_chain, "effects": _prepare_chain, "runs": _prepare_runs, "wide": _prepare_wide})
