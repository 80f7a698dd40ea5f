"""Plugins: what a warm call of one takes over a plain call, and what many of them and MCP servers add to a start.

Both calls pass the whole gate, in one process: the plain one is a reading capability of the core that computes nothing,
the other one runs the example that converts temperatures, each time in a fresh instance. Beside the time that passes,
the processor time of this process and all below it is told, which does not depend on what else the machine does.
"""

from __future__ import annotations

import asyncio
import os
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
from benchmarks.measuring import Figures, check, tree_processor_s

CALLS = 600
STARTS = 15
PLUGINS = 20
SERVERS = 5
EXAMPLES = Path(__file__).parents[1] / "examples" / "plugins"


def measure() -> Figures:
    """Print and give the figures."""
    sys.path.insert(0, str(EXAMPLES))
    with TemporaryDirectory() as folder:
        return asyncio.run(_measured(Path(folder)))


async def _measured(folder: Path) -> Figures:
    async with system(folder / "with") as aule:
        await _add(aule)
        plain, quick_plain, busy_plain = await _taken(lambda: aule.kernel.call("core.now", {}))
        convert = ("plugin.celsius_to_fahrenheit", {"celsius": 37})
        warm, quick_warm, busy_warm = await _taken(lambda: aule.kernel.call(*convert))
    async with system(folder / "without") as aule:
        await aule.kernel.save_settings(Settings.model_validate({"policy": {"allow": ["*"]}}), expected=None)
        await aule.kernel.call("core.now", {})
    before, after = list[tuple[float, float]](), list[tuple[float, float]]()
    for _ in range(STARTS):  # by turns, so that what else the machine does counts for both
        before.append(await _start(folder / "without"))
        after.append(await _start(folder / "with"))
    (start, busy_start), (later, busy_later) = _medians(before[1:]), _medians(after[1:])
    figures: dict[str, Any] = {
        "plain_call_ms": plain,
        "plugin_call_ms": warm,
        "over_plain_ms": round(warm - plain, 3),
        "over_plain_fastest_tenth_ms": round(quick_warm - quick_plain, 3),
        "plain_call_processor_ms": busy_plain,
        "plugin_call_processor_ms": busy_warm,
        "over_plain_processor_ms": round(busy_warm - busy_plain, 3),
        "start_ms": start,
        "start_with_all_ms": later,
        "start_processor_ms": busy_start,
        "start_with_all_processor_ms": busy_later,
    }
    check("a warm call of a plugin, over a plain call", figures["over_plain_ms"], 5, "ms")
    check("the same in processor time, with its child's", figures["over_plain_processor_ms"], 5, "ms")
    check("a start with 20 plugins and 5 MCP servers, over one without", later - start, 10, "ms")
    check("the same in processor time", busy_later - busy_start, 5, "ms")
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
    for number in range(SERVERS):
        server = {"command": [sys.executable, "-c", "pass"], "folders": [sys.prefix]}
        await aule.kernel.call("mcp.save_server", {"id": f"server{number}", "server": server})


async def _taken(call: Callable[[], Awaitable[Any]]) -> tuple[float, float, float]:
    """Return the median, what the fastest tenth stays below, and the processor time of one, in milliseconds."""
    for _ in range(20):
        await call()
    taken: list[float] = []
    busy = tree_processor_s(os.getpid())
    for _ in range(CALLS):
        began = time.perf_counter()
        await call()
        taken.append((time.perf_counter() - began) * 1000)
    busy = (tree_processor_s(os.getpid()) - busy) * 1000 / CALLS
    taken.sort()
    return round(median(taken), 3), round(taken[len(taken) // 10], 3), round(busy, 3)


def _medians(starts: list[tuple[float, float]]) -> tuple[float, float]:
    return round(median(each for each, _ in starts), 1), round(median(each for _, each in starts), 1)


async def _start(home: Path) -> tuple[float, float]:
    began, busy = time.perf_counter(), time.process_time()
    async with system(home):
        return (time.perf_counter() - began) * 1000, (time.process_time() - busy) * 1000
