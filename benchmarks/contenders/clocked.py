"""The clock of a contender: warm up, take so many turns, print seconds and CPU seconds of each as JSON.

Half of the turns have the same words each time, half have words that were never said before: who looks at words, and
remembers what came of it, pays for new ones only.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable, Iterable
from itertools import islice, product

WARM_UP = 10
BASE_URL, TURNS = sys.argv[1], int(sys.argv[2])
"""Where the model server listens, and how many turns of each kind to take."""
SAID = "echo 5"
HOW = ("quiet", "loud", "slow", "quick", "plain", "clear", "short", "long", "warm", "cold", "soft", "sharp", "late")
WHAT = ("river", "window", "garden", "letter", "market", "bridge", "forest", "kitchen", "station", "island", "candle")
Turn = Callable[[str], Awaitable[str]]


def report(turn: Turn) -> None:
    """Take the turns and print what they cost."""
    asyncio.run(take(turn))


async def take(turn: Turn) -> None:
    """The same inside a running loop."""
    for words in [SAID] * WARM_UP:
        answer = await turn(words)
        assert answer.strip() == "The answer is 5.", answer
    new = islice((f"echo 5 for the {how} {what}" for what, how in product(WHAT, HOW)), TURNS)
    print(json.dumps({**await _time(turn, [SAID] * TURNS), "new": await _time(turn, new)}))


async def _time(turn: Turn, asked: Iterable[str]) -> dict[str, list[float]]:
    wall: list[float] = []
    cpu: list[float] = []
    for words in asked:
        begun, worked = time.perf_counter(), time.process_time()
        answer = await turn(words)
        wall.append(time.perf_counter() - begun)
        cpu.append(time.process_time() - worked)
        assert answer.strip() == "The answer is 5.", answer
    return {"wall": wall, "cpu": cpu}
