"""The hands that touch files: from a path to a handle, searching many files, and checking a write scope.

A path is opened beneath the workspace's folder instead of by name, so the floor is a plain `open` of the same files;
both openers are measured. Searching goes over 50,000 small files in 500 folders, once for a word that is rare and once
for a regular expression, with everything a capability does around it left out.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from aule.sandbox.beneath import Opener, best_opener, openat2, walk
from aule.sandbox.scope import Scope
from aule.sandbox.search import Query, search
from aule.sandbox.workspace import Workspace
from benchmarks.measuring import Figures, check, spread

FILES = 50_000
FOLDERS = 500
OPENED = 2_000
LINES = 60
SCOPE = ["src/**/*.{py,ts}", "docs/**", "tests/unit/*_test.py", "!src/generated/**", "!**/*.lock"]
PATHS = ["src/a/b/c/deep.py", "src/generated/x.py", "docs/guide/intro.md", "other/file.txt", "src/.git/config"]


def measure() -> Figures:
    """Print and give the figures."""
    with TemporaryDirectory() as folder:
        root = Path(folder)
        paths = _fill(root)
        opening = _opening(root, paths[:: FILES // OPENED])
        searching = _searching(root)
    scope = _scope()
    check("path → handle, over a plain open", opening["over_ms"] * 1000, 300, "µs")
    check("a word in 50,000 files", searching["word_s"], 10, "s")
    check("a regular expression in 50,000 files", searching["regex_s"], 10, "s")
    check("files by name among 50,000", searching["names_s"], 10, "s")
    check("a path against a write scope", scope["p50_us"], 50, "µs")
    return {"opening": opening, "searching": searching, "scope": scope}


def _fill(root: Path) -> list[str]:
    """Small files of code, some four folders deep, one of which holds the word."""
    line = "    value = compute(first, second)  # what it comes to\n"
    paths: list[str] = []
    for number in range(FILES):
        folder = f"src/{number % 20:02}/{number % FOLDERS:03}/inner"
        path = f"{folder}/module_{number:05}.py"
        if number < FOLDERS:
            (root / folder).mkdir(parents=True)
        (root / path).write_text(f"# module {number}\n" + line * LINES)
        paths.append(path)
    (root / paths[-7]).write_text("the needle in here\n")
    return paths


def _opening(root: Path, paths: list[str]) -> Figures:
    def plain() -> list[float]:
        return [_timed(lambda path=path: _read_plain(f"{root}/{path}")) for path in paths]

    def beneath(opener: Opener) -> list[float]:
        with Workspace.open(root, opener=opener) as workspace:
            return [_timed(lambda path=path: workspace.read(path)) for path in paths]

    plain()
    floor = spread(plain())
    openers = [openat2, walk] if best_opener() is openat2 else [walk]
    figures: Figures = {"plain": floor, **{opener.__name__: spread(beneath(opener)) for opener in openers}}
    figures["over_ms"] = round(max(figures[opener.__name__]["p50_ms"] for opener in openers) - floor["p50_ms"], 4)
    return figures


def _read_plain(path: str) -> bytes:
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return os.read(handle, 1 << 20)
    finally:
        os.close(handle)


def _searching(root: Path) -> Figures:
    with Workspace.open(root) as workspace:
        found = asyncio.run(search(workspace, Query("needle")))
        assert (len(found.lines), found.files, found.complete) == (1, FILES, True), found
        word = _timed(lambda: asyncio.run(search(workspace, Query("needle"))))
        regex = _timed(lambda: asyncio.run(search(workspace, Query(r"\bneed\w+", regex=True, seconds=60))))
        names = _timed(lambda: workspace.find("module_0499*.py"))
    return {"word_s": round(word, 2), "regex_s": round(regex, 2), "names_s": round(names, 2)}


def _scope() -> Figures:
    scope = Scope(SCOPE)
    times = [_timed(lambda path=path: scope.allows(path)) for _ in range(2_000) for path in PATHS]
    told = spread(times)
    return {"p50_us": round(told["p50_ms"] * 1000, 1), "p99_us": round(told["p99_ms"] * 1000, 1), "n": told["n"]}


def _timed(act: Callable[[], object]) -> float:
    before = time.perf_counter()
    act()
    return time.perf_counter() - before
