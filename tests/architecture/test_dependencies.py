"""What an installation brings along: packages that everybody needs, and none of the large ones that few do."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

LARGE = {"babel", "trafilatura", "dateparser", "regex", "pydantic-ai-slim", "asyncpg", "xllamacpp", "pandas", "pillow"}
"""Packages that are an extra, or that only an extra brings."""
MOST = 60
"""Packages on Linux; it was 51 when this was written."""


def test_an_installation_without_extras_stays_small(root: Path) -> None:
    """LI-3: what the lock installs on Linux with no extra."""
    locked = tomllib.loads((root / "uv.lock").read_text(encoding="utf-8"))
    packages: dict[str, dict[str, Any]] = {each["name"]: each for each in locked["package"]}
    found: set[str] = set()
    waiting = ["aule"]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        for needed in packages[name].get("dependencies", []):
            if not any(word in needed.get("marker", "") for word in ("win32", "Windows", "!= 'linux'", "emscripten")):
                waiting.append(needed["name"])
    assert found & LARGE == set()
    assert len(found) <= MOST, sorted(found)
