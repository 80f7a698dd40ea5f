"""Full Python in WebAssembly for tests: built once by a worker, and its machine code put where a home keeps it."""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
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


@pytest.fixture(scope="session")
def machine_code(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the component was built and compiled, which takes half a minute."""
    folder = tmp_path_factory.mktemp("wasm-python") / "modules"

    async def build() -> None:
        box = box_in(folder)
        await box.prepare("wasm_python", lambda: None)
        await box.close()

    with ThreadPoolExecutor(1) as thread:  # the one this runs in has a loop already where a browser is driven
        thread.submit(asyncio.run, build()).result()
    return folder


def put_into(home: Path, machine_code: Path) -> None:
    """Put what was built where a home keeps it."""
    folder = home / "modules"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for each in machine_code.iterdir():
        os.link(each, folder / each.name)
