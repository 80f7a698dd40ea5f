"""Which boxes this machine has: every test of the box runs in each of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cache

import pytest

from aule.sandbox.box import Level, prove


@cache
def why_not(level: Level) -> str | None:
    """Why a level cannot be tested here; none if it can."""
    proofs = asyncio.run(prove(level, thorough=False))
    broken = [f"{proof.name}: {proof.detail}" for proof in proofs if not proof.held]
    return broken[0] if broken else None


def needs(level: Level) -> None:
    """Skip a test whose box is not on this machine, and say why."""
    from concurrent.futures import ThreadPoolExecutor  # a test may run in a loop already

    with ThreadPoolExecutor(1) as elsewhere:
        reason = elsewhere.submit(why_not, level).result()
    if reason is not None:
        pytest.skip(f"there is no {level.value} on this machine ({reason})")


async def until(holds: Callable[[], bool], seconds: float = 30) -> None:
    """Wait for something that only looking can tell."""
    for _ in range(round(seconds * 100)):
        if holds():
            return
        await asyncio.sleep(0.01)
    raise TimeoutError("it never came to hold")


LEVELS = [Level.BUBBLEWRAP, Level.LANDLOCK]
SOON = 5.0
"""Seconds in which what takes a moment is over on a machine that is busy with something else."""
PATIENCE = 30.0
"""Seconds after which something that was to happen has not: a bound against hanging."""
