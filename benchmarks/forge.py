"""Tools made here: what a warm call of one takes over a plain call, and what twenty of them add to a start.

Both calls pass the whole gate, in one process: the plain one is a reading capability of the core that computes nothing.
A start is that of the kernel; the one without tools is on the same data, with the rows of the tools taken out. Full
Python in WebAssembly is built once, by the first tool that needs it; its first call in a process starts a child.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from aule.apps.forge.capabilities.drafts import fill_draft
from aule.apps.forge.start import Forge
from aule.contracts.settings import Settings
from aule.testing.system import System, system
from benchmarks.measuring import Figures, check

CALLS = 300
STARTS = 15
TOOLS = 20
_WORDS = {"en": "Median", "pt": "Mediana"}
_MEDIAN: dict[str, Any] = {
    "title": _WORDS,
    "description": _WORDS,
    "params": {"type": "object", "properties": {"marks": {"type": "array"}}, "required": ["marks"]},
    "returns": {"type": "number"},
    "source": "import statistics\n\n\ndef run(marks):\n    return statistics.median(marks)\n",
    "examples": [{"params": {"marks": [1, 9, 5]}, "result": 5}],
    "runtime": "wasm_python",
}


def measure() -> Figures:
    """Print and give the figures."""
    with TemporaryDirectory() as folder:
        return asyncio.run(_measured(Path(folder)))


async def _measured(folder: Path) -> Figures:
    async with system(folder / "with") as aule:
        await _make(aule)
        plain, quick_plain = await _taken(lambda: aule.kernel.call("core.now", {}))
        warm, quick_warm = await _taken(lambda: aule.kernel.call("tool.unit_0", {"value": 100}))
        began = time.perf_counter()
        await aule.kernel.call("forge.create_tool", {"name": "median_of", "tool": _MEDIAN, "scope": "home"})
        build_s = time.perf_counter() - began
    async with system(folder / "with") as aule:
        began = time.perf_counter()
        await aule.kernel.call("tool.median_of", {"marks": [1, 9, 5]})
        first = (time.perf_counter() - began) * 1000
        wasm, quick_wasm = await _taken(lambda: aule.kernel.call("tool.median_of", {"marks": [1, 9, 5]}))
    shutil.copytree(folder / "with", folder / "without")
    with sqlite3.connect(folder / "without" / "aule.db") as database:
        database.execute("DELETE FROM forge_tools")
    before, after = [], list[float]()
    for _ in range(STARTS):  # by turns, so that what else the machine does counts for both
        before.append(await _start(folder / "without"))
        after.append(await _start(folder / "with"))
    figures: dict[str, Any] = {
        "plain_call_ms": plain,
        "tool_call_ms": warm,
        "over_plain_ms": round(warm - plain, 3),
        "over_plain_fastest_tenth_ms": round(quick_warm - quick_plain, 3),
        "wasm_python_build_s": round(build_s, 1),
        "wasm_python_first_call_ms": round(first, 1),
        "wasm_python_over_plain_ms": round(wasm - plain, 3),
        "wasm_python_over_plain_fastest_tenth_ms": round(quick_wasm - quick_plain, 3),
        "start_ms": round(median(before[1:]), 1),
        "start_with_tools_ms": round(median(after[1:]), 1),
    }
    check("a warm call of a tool, over a plain call", figures["over_plain_ms"], 3, "ms")
    check("full Python in WebAssembly, built once", figures["wasm_python_build_s"], 60, "s")
    check("a warm call of it, over a plain call", figures["wasm_python_over_plain_fastest_tenth_ms"], 20, "ms")
    check("a start with 20 tools, over one without", figures["start_with_tools_ms"] - figures["start_ms"], 10, "ms")
    return figures


async def _make(aule: System) -> None:
    """Make twenty tools; nothing asks."""
    settings = Settings.model_validate({"policy": {"allow": ["*"]}})
    await aule.kernel.save_settings(settings, expected=None)
    await aule.kernel.loads.load("forge")
    own = aule.kernel.part(Forge)
    for number in range(TOOLS):
        values = {"from_unit": "a", "to_unit": "b", "factor": number + 2}
        drafted = await fill_draft(own, f"unit_{number}", "unit_conversion", values, ("A unit", "en"))
        tool = drafted.tool.model_dump(mode="json")
        await aule.kernel.call("forge.create_tool", {"name": f"unit_{number}", "tool": tool, "scope": "home"})


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
