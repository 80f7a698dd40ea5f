"""Python as a component: `componentize-py` puts source and CPython into one file, where it is installed."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
import tempfile
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from aule.child_processes import end_child
from aule.contracts.errors import Invalid, TimedOut, Unavailable

BUILD_S = 240
MOST_TOLD = 600
_PROGRAM = "componentize-py"


def python_compiler() -> str | None:
    """Return the program that makes components of Python: beside this Python, or on the path."""
    beside = shutil.which(_PROGRAM, path=str(Path(sys.executable).parent))
    return beside or shutil.which(_PROGRAM)


def compiler_version() -> str:
    """Return the version of the program that makes components of Python; none where it is elsewhere on the path."""
    try:
        return version(_PROGRAM)
    except PackageNotFoundError:
        return ""


async def build_component(world: str, sources: Mapping[str, str], entry: str) -> bytes:
    """Return the component of Python modules, by their places; `entry` is the one that has the class of the world.

    What stands at the top of a module is run while the component is built, inside WebAssembly.
    """
    program = python_compiler()
    if program is None:
        raise Unavailable(
            "A tool becomes a plugin by a compiler that is not installed here.",
            code="no_python_compiler",
            hint='Install it: `pip install "aule[wasm-python]"`, then try again.',
        )
    with tempfile.TemporaryDirectory(prefix="aule-component-") as folder:
        place = Path(folder)
        for name, content in {"plugin.wit": world, **{f"{name}.py": text for name, text in sources.items()}}.items():
            await asyncio.to_thread(_put, place / name, content)
        made = place / "made.wasm"
        words = ["-q", "-d", str(place / "plugin.wit"), "-w", "plugin", "componentize", entry]
        await _run([program, *words, "-p", folder, "-o", str(made)], folder)
        return await asyncio.to_thread(made.read_bytes)


def _put(place: Path, content: str) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(content, "utf-8")


async def _run(command: list[str], folder: str) -> None:
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
        env={"PATH": os.defpath, "HOME": folder, "TMPDIR": folder, "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"},
        cwd=folder,
    )
    try:
        async with asyncio.timeout(BUILD_S):
            _, told = await process.communicate()
    except TimeoutError:
        process.kill()
        raise TimedOut("Building the component took too long.", hint="Try again when less is going on.") from None
    except BaseException:
        process.kill()
        raise
    finally:
        await end_child(process)
    if process.returncode != 0:
        said = told.decode("utf-8", "replace").strip()[-MOST_TOLD:]
        raise Invalid(
            f"The component could not be built: {said}", code="component_not_built", hint="Look at its imports."
        )
