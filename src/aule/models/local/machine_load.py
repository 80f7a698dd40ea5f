"""The load of this machine: how busy its processors, memory and graphics card are, read without running anything."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from aule.contracts.views import GraphicsLoad, MemoryLoad

_STAT, _MEMORY = "proc/stat", "proc/meminfo"
_CARDS = "sys/class/drm/card*/device"
_IDLE = (3, 4)
"""The columns of `/proc/stat` that count idle time: idle, and waiting for a disk."""


@dataclass(frozen=True, slots=True)
class ProcessorTimes:
    """How long all processors together were busy and idle since the machine started, in ticks."""

    busy: int
    idle: int

    def load_since(self, earlier: ProcessorTimes) -> float:
        """Return the share of time the processors were busy since an earlier look, from 0 to 1."""
        busy, idle = self.busy - earlier.busy, self.idle - earlier.idle
        total = busy + idle
        return min(max(busy / total, 0.0), 1.0) if total > 0 else 0.0


def read_processor_times(root: Path = Path("/")) -> ProcessorTimes | None:
    """Return how long the processors were busy; none where the system does not tell."""
    words = _text(root / _STAT).partition("\n")[0].split()
    if len(words) < 5 or words[0] != "cpu" or not all(word.isdigit() for word in words[1:]):
        return None
    ticks = [int(word) for word in words[1:9]]  # guests are counted in user time already
    idle = sum(ticks[place] for place in _IDLE if place < len(ticks))
    return ProcessorTimes(sum(ticks) - idle, idle)


def read_memory_load(root: Path = Path("/")) -> MemoryLoad | None:
    """Return how much memory is used; what can be given back at once counts as free."""
    sizes: dict[str, int] = {}
    for line in _text(root / _MEMORY).splitlines():
        name, _, rest = line.partition(":")
        amount = rest.split()
        if amount and amount[0].isdigit():
            sizes[name] = int(amount[0]) * 1024
    total, free = sizes.get("MemTotal"), sizes.get("MemAvailable", sizes.get("MemFree"))
    return None if total is None or free is None else MemoryLoad(used=max(total - free, 0), total=total)


def read_graphics_load(root: Path = Path("/")) -> GraphicsLoad | None:
    """Return the load of the graphics card with the most memory; none where no driver tells it in a file."""
    found: list[GraphicsLoad] = []
    for card in sorted(root.glob(_CARDS)):
        total = _number(card / "mem_info_vram_total")
        if total:
            busy, used = _number(card / "gpu_busy_percent"), _number(card / "mem_info_vram_used") or 0
            found.append(GraphicsLoad(load=None if busy is None else busy / 100, used=used, total=total))
    return max(found, key=lambda each: each.total, default=None)


def _text(path: Path) -> str:
    try:
        return path.read_text("ascii", "replace")
    except OSError:  # another system, or a container that hides it
        return ""


def _number(path: Path) -> int | None:
    text = _text(path).strip()
    return int(text) if text.isdigit() else None
