"""Searching many files: by handles, in good time, over proposals too, and never into secrets (OS-17)."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from aule.contracts.errors import Invalid, NotFound, OutsideScope
from aule.sandbox import search
from aule.sandbox.layers import ProposedFile
from aule.sandbox.search import FoundLines, Query
from aule.sandbox.workspace import Workspace


async def found(workspace: Workspace, pattern: str, **more: object) -> list[tuple[str, int]]:
    """Where a pattern is, by a plain search and by one for a regular expression."""
    told: list[list[tuple[str, int]]] = []
    for regex in (False, True):
        result: FoundLines = await search.search(workspace, Query(pattern, regex=regex, **more))  # pyright: ignore
        told.append(sorted((line.path, line.line) for line in result.lines))
    assert told[0] == told[1]
    return told[0]


async def test_text_is_found_in_every_encoding_and_never_in_a_secret_file(tmp_path: Path) -> None:
    for path, content in {
        "plain.txt": "x\nação aqui\n".encode(),
        "marked.txt": b"\xef\xbb\xbf" + "ação".encode(),
        "older.txt": "ação\r\n".encode("cp1252"),
        "deep/er/wide.txt": "\ufeffum\nação\n".encode("utf-16-le"),
        "binary": b"\0" + "ação".encode(),
        ".env": "ação".encode(),
        "key.pem": "ação".encode(),
        "deep/credentials.json": "ação".encode(),
        ".hidden": "ação".encode(),
        "node_modules/x.js": "ação".encode(),
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(content)
    (tmp_path / "link.txt").symlink_to("plain.txt")
    with Workspace.open(tmp_path) as workspace:
        expected = [("deep/er/wide.txt", 2), ("marked.txt", 1), ("older.txt", 1), ("plain.txt", 2)]
        assert await found(workspace, "ação") == expected
        assert await found(workspace, "ação", glob="*.pem") == []
        assert await found(workspace, "ação", glob="deep/**/*.txt") == [("deep/er/wide.txt", 2)]
        assert await found(workspace, "ação", path="deep") == [("deep/er/wide.txt", 2)]
        assert await found(workspace, "ação", path="link.txt") == [("link.txt", 2)]
        with pytest.raises(OutsideScope) as caught:
            await search.search(workspace, Query("ação", path=".env"))
        assert caught.value.problem.code == "secret_file"
        with pytest.raises(NotFound):
            await search.search(workspace, Query("ação", path="nowhere"))


async def test_what_is_proposed_is_searched_in_place_of_what_is_there(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("needle\n")
    (tmp_path / "b.txt").write_text("needle\n")
    laid = {
        "a.txt": ProposedFile(lambda: b"thread\n", 7),
        "b.txt": ProposedFile(None),
        "new/c.txt": ProposedFile(lambda: b"x\nneedle\n", 9),
        "new/.hidden": ProposedFile(lambda: b"needle\n", 7),
    }
    with Workspace.open(tmp_path) as workspace:
        view = workspace.over(laid)
        assert await found(view, "needle") == [("new/c.txt", 2)]
        assert await found(view, "needle", path="new") == [("new/c.txt", 2)]
        assert await found(view, "thread") == [("a.txt", 1)]
        assert await found(workspace, "needle") == [("a.txt", 1), ("b.txt", 1)]


async def test_a_search_stops_at_its_limit_and_says_so(tmp_path: Path) -> None:
    """Also when the matching process has enough while more is on its way to it."""
    for number in range(60):
        (tmp_path / f"{number:02}.txt").write_text("needle\n" * 10 + "hay\n" * 20_000)
    with Workspace.open(tmp_path) as workspace:
        for regex in (False, True):
            told = await search.search(workspace, Query("needle", regex=regex, limit=7))
            assert (len(told.lines), told.complete) == (7, False)
        with pytest.raises(Invalid, match="not a regular expression"):
            await search.search(workspace, Query("(", regex=True))


async def test_thousands_of_files_are_searched_in_good_time(tmp_path: Path) -> None:
    """A tenth of what the benchmark does, with as much room as a slow machine needs."""
    for folder in range(50):
        (tmp_path / f"{folder:02}").mkdir()
        for number in range(100):
            (tmp_path / f"{folder:02}" / f"{number:03}.txt").write_text("some hay\n" * 40)
    (tmp_path / "49" / "099.txt").write_text("the needle\n")
    with Workspace.open(tmp_path) as workspace:
        started = time.monotonic()
        assert await found(workspace, "needle") == [("49/099.txt", 1)]
        entries, complete = workspace.find("*.txt", limit=10_000)
        assert (len(entries), complete) == (5_000, True)
        assert time.monotonic() - started < 10
