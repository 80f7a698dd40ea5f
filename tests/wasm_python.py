"""Full Python in WebAssembly for tests: built once for all of them, and its machine code put where a home keeps it."""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from aule.ambient import ambient
from aule.sandbox.source.source_box import SourceBox
from aule.sandbox.wasm.modules import ModuleStore
from aule.sandbox.wasm.python_component import python_compiler

needs_wasm_python = pytest.mark.skipif(
    python_compiler() is None, reason="no compiler of Python for WebAssembly: aule[wasm-python]"
)
GROUP = "wasm_python"
"""Tests of this group share a worker, and so what was built."""


def box_in(folder: Path) -> SourceBox:
    """Return a source box that keeps machine code in a folder."""
    return SourceBox(ModuleStore(folder), ambient().clock)


@dataclass(frozen=True)
class BuiltAtOnce:
    """What two systems made that built the component at the same time, in the same folder."""

    folder: Path
    told: list[str]
    """What each of them said meanwhile."""


def build_twice_at_once(folder: Path) -> BuiltAtOnce:
    """Build and compile the component, which takes half a minute."""
    told: list[str] = []

    async def build() -> None:
        boxes = [box_in(folder), box_in(folder)]
        await asyncio.gather(*(each.prepare("wasm_python", lambda: told.append("building")) for each in boxes))
        await asyncio.gather(*(each.close() for each in boxes))

    with ThreadPoolExecutor(1) as thread:  # the one this runs in has a loop already where a browser is driven
        thread.submit(asyncio.run, build()).result()
    return BuiltAtOnce(folder, told)


def put_into(home: Path, machine_code: Path) -> None:
    """Put what was built where a home keeps it."""
    folder = home / "modules"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for each in machine_code.iterdir():
        os.link(each, folder / each.name)
