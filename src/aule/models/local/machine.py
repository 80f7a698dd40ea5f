"""The machine: how much memory there is for a model, read from what the system tells without running anything."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from aule.contracts.talk.catalog import Machine, MachineSize

GB = 1024**3
_LIMITS = ("sys/fs/cgroup/memory.max", "sys/fs/cgroup/memory/memory.limit_in_bytes")
"""Where a container says how much of the machine it may use."""
_CARDS = "sys/class/drm/card*/device/mem_info_vram_total"
_NEARLY = 0.9
"""Firmware and graphics keep some of what is built in: a machine sold with 16 GB tells 15."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Bytes of memory; none where the system does not tell."""

    main: int | None
    card: int | None = None


def read_memory(root: Path = Path("/")) -> Memory:
    """Return the memory programs here may use, and that of the largest graphics card that tells it."""
    built_in = _built_in()
    limits = [found for name in _LIMITS if (found := _number(root / name)) is not None]
    cards = [found for each in root.glob(_CARDS) if (found := _number(each)) is not None]
    return Memory(min([built_in, *limits]) if built_in is not None else None, max(cards, default=None))


def machine_of(memory: Memory, sizes: Sequence[MachineSize]) -> Machine:
    """Return a machine with the largest model that fits into its memory, or into that of its card."""
    most = max(memory.main or 0, memory.card or 0) / GB
    fitting = [size for size in sizes if most >= size.memory_gb * _NEARLY]
    return Machine(
        memory_gb=_in_gb(memory.main),
        gpu_gb=_in_gb(memory.card),
        advised=max(fitting, key=lambda size: size.memory_gb, default=None),
        sizes=list(sizes),
    )


def _built_in() -> int | None:
    if sys.platform == "win32":
        return None  # it would take a call into the system's libraries; advice then comes as a table
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError):
        return None


def _number(path: Path) -> int | None:
    try:
        return int(path.read_text("ascii"))
    except (OSError, ValueError):  # not there, or `max`: no limit
        return None


def _in_gb(size: int | None) -> float | None:
    return None if size is None else round(size / GB, 1)
