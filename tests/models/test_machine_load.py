"""The load of this machine, as files of the system tell it."""

from __future__ import annotations

from pathlib import Path

import httpx
from hypothesis import given
from hypothesis import strategies as st

from aule.contracts.views import GraphicsLoad, MemoryLoad
from aule.models.local.machine_load import (
    ProcessorTimes,
    read_graphics_load,
    read_memory_load,
    read_processor_times,
)
from aule.server.app import create_app
from aule.testing.system import system


def put(root: Path, name: str, text: str) -> None:
    """Write a file as the system has it."""
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text)


def test_the_load_of_processors_memory_and_card_is_read_from_files(tmp_path: Path) -> None:
    """ST-15."""
    put(tmp_path, "proc/stat", "cpu  100 0 50 800 50 0 0 0 30 0\ncpu0 1 2 3 4\n")
    put(tmp_path, "proc/meminfo", "MemTotal: 1000 kB\nMemFree: 100 kB\nMemAvailable: 400 kB\nHugePages_Total: 0\n")
    card = "sys/class/drm/card1/device"
    for name, value in {"mem_info_vram_total": 8_000, "mem_info_vram_used": 2_000, "gpu_busy_percent": 37}.items():
        put(tmp_path, f"{card}/{name}", f"{value}\n")
    assert read_processor_times(tmp_path) == ProcessorTimes(busy=150, idle=850)
    assert read_memory_load(tmp_path) == MemoryLoad(used=600 * 1024, total=1000 * 1024)
    assert read_graphics_load(tmp_path) == GraphicsLoad(load=0.37, used=2_000, total=8_000)


def test_a_system_that_tells_nothing_is_left_out(tmp_path: Path) -> None:
    """ST-15: on other systems these are simply not there."""
    put(tmp_path, "proc/stat", "intr 1 2 3\n")
    assert read_processor_times(tmp_path) is None
    assert read_memory_load(tmp_path) is None
    assert read_graphics_load(tmp_path) is None


@given(*[st.integers(0, 10**9)] * 4)
def test_a_load_is_a_share_whatever_the_counters_say(busy: int, idle: int, then_busy: int, then_idle: int) -> None:
    """ST-15: counters may stand still or jump."""
    assert 0 <= ProcessorTimes(then_busy, then_idle).load_since(ProcessorTimes(busy, idle)) <= 1


async def test_the_desktop_is_told_what_this_machine_does(tmp_path: Path) -> None:
    """ST-15: through the door; one worker where nobody shares the database."""
    async with system(tmp_path) as aule:
        door = httpx.ASGITransport(app=create_app(aule.kernel))
        async with httpx.AsyncClient(transport=door, base_url="http://127.0.0.1") as client:
            answer = await client.get("/v1/machine")
            budgets = await client.get("/v1/budgets")
        assert answer.status_code == 200, answer.text
        told = answer.json()
        assert told["workers"] == 1 and (told["cpu"] is None or 0 <= told["cpu"] <= 1)
        assert [each["budget"]["of"] for each in budgets.json()] == ["all"]
