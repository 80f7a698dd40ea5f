"""The clock of a contender: warm up, take so many turns, print seconds and CPU seconds of each as JSON."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable

WARM_UP = 10
BASE_URL, TURNS = sys.argv[1], int(sys.argv[2])
"""Where the model server listens, and how many turns to take."""


def report(turn: Callable[[], Awaitable[str]]) -> None:
    """Take the turns and print what they cost."""
    asyncio.run(take(turn))


async def take(turn: Callable[[], Awaitable[str]]) -> None:
    """The same inside a running loop."""
    for _ in range(WARM_UP):
        answer = await turn()
        assert answer.strip() == "The answer is 5.", answer
    wall: list[float] = []
    cpu: list[float] = []
    for _ in range(TURNS):
        begun, worked = time.perf_counter(), time.process_time()
        await turn()
        wall.append(time.perf_counter() - begun)
        cpu.append(time.process_time() - worked)
    print(json.dumps({"wall": wall, "cpu": cpu}))
