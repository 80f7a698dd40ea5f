"""Plugins: what a warm call of one takes over a plain call, and what twenty of them add to a start.

Both calls pass the whole gate, in one process: the plain one is a reading capability of the core that computes nothing,
the other one runs the example that converts temperatures, each time in a fresh instance.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from aule.contracts.settings import Settings
from aule.testing.system import System, system
from benchmarks.measuring import Figures, check

CALLS = 300
STARTS = 15
PLUGINS = 20
EXAMPLES = Path(__file__).parents[1] / "examples" / "plugins"


def measure() -> Figures:
    """Print and give the figures."""
    sys.path.insert(0, str(EXAMPLES))
    with TemporaryDirectory() as folder:
        return asyncio.run(_measured(Path(folder)))


async def _measured(folder: Path) -> Figures:
    async with system(folder / "with") as aule:
        await _add(aule)
        plain, quick_plain = await _taken(lambda: aule.kernel.call("core.now", {}))
        warm, quick_warm = await _taken(lambda: aule.kernel.call("plugin.celsius_to_fahrenheit", {"celsius": 37}))
    async with system(folder / "without") as aule:
        await aule.kernel.save_settings(Settings.model_validate({"policy": {"allow": ["*"]}}), expected=None)
        await aule.kernel.call("core.now", {})
    before, after = [], list[float]()
    for _ in range(STARTS):  # by turns, so that what else the machine does counts for both
        before.append(await _start(folder / "without"))
        after.append(await _start(folder / "with"))
    figures: dict[str, Any] = {
        "plain_call_ms": plain,
        "plugin_call_ms": warm,
        "over_plain_ms": round(warm - plain, 3),
        "over_plain_fastest_tenth_ms": round(quick_warm - quick_plain, 3),
        "start_ms": round(median(before[1:]), 1),
        "start_with_plugins_ms": round(median(after[1:]), 1),
    }
    check("a warm call of a plugin, over a plain call", figures["over_plain_ms"], 5, "ms")
    check("a start with 20 plugins, over one without", figures["start_with_plugins_ms"] - figures["start_ms"], 10, "ms")
    return figures


async def _add(aule: System) -> None:
    """Put twenty plugins into their folder and approve them; nothing asks."""
    from build import build  # pyright: ignore (the examples build themselves)

    await aule.kernel.save_settings(Settings.model_validate({"policy": {"allow": ["*"]}}), expected=None)
    place = aule.home.path / "plugins"
    made = build("celsius_to_fahrenheit", place)
    for number in range(1, PLUGINS):
        name = f"measured_{number}_it"
        shutil.copytree(made, place / name)
        told = (place / name / "plugin.toml").read_text("utf-8").replace("celsius_to_fahrenheit", name)
        (place / name / "plugin.toml").write_text(told, "utf-8")
    for name in sorted(each.name for each in place.iterdir()):
        await aule.kernel.call("plugins.approve_plugin", {"name": name})


async def _taken(call: Callable[[], Awaitable[Any]]) -> tuple[float, float]:
    """Return the median, and what the fastest tenth stays below: a busy machine slows the median down."""
    taken: list[float] = []
    for _ in range(CALLS):
        began = time.perf_counter()
        await call()
        taken.append((time.perf_counter() - began) * 1000)
    warm = sorted(taken[20:])
    return round(median(warm), 3), round(warm[len(warm) // 10], 3)


async def _start(home: Path) -> float:
    began = time.perf_counter()
    async with system(home):
        return (time.perf_counter() - began) * 1000
