"""A workspace with proposals laid over it looks exactly as it would if they were in place."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aule.contracts.errors import AuleError, Invalid, NotFound
from aule.sandbox.layers import ProposedFile
from aule.sandbox.workspace import Workspace

_PATH = st.sampled_from(["a.md", "b.txt", "d/c.md", "d/e/f.md", ".hidden/x.md", "node_modules/y.md", "g/h.bin"])
_FILES = st.dictionaries(_PATH, st.sampled_from([b"", b"needle\n", b"hay\nneedle hay\n", b"\x00bin"]), max_size=5)
_EDITS = st.dictionaries(_PATH, st.none() | st.sampled_from([b"", b"needle\nneedle\n", b"other\n"]), max_size=5)


@given(_FILES, _EDITS)
@settings(max_examples=60, deadline=None)
def test_what_is_proposed_is_seen_as_if_it_were_there(files: dict[str, bytes], edits: dict[str, bytes | None]) -> None:
    """CO-30: listed, walked, found, searched, read and measured."""
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        for root in (Path(one), Path(two)):
            for path, content in files.items():
                _put(root, path, content)
        for path, content in edits.items():
            _put(Path(two), path, content)
        with Workspace.open(one) as below, Workspace.open(two) as real:
            view = below.over({path: _laid(content) for path, content in edits.items()})
            for look in _looks([*files, *edits, "d", "d/e", "g", ".", "nothing"]):
                assert _seen(look, view) == _seen(look, real)
            assert asyncio.run(_lines(view)) == asyncio.run(_lines(real))
            assert {path: (Path(one) / path).read_bytes() for path in files} == files, "nothing was written"


def test_a_proposal_gets_around_nothing_that_a_write_is_refused(tmp_path: Path) -> None:
    """CO-21, CO-22: a link stays a link, a file is no folder, and the guard stays at its door."""
    (tmp_path / "real.md").write_text("x")
    (tmp_path / "link.md").symlink_to("real.md")
    with Workspace.open(tmp_path) as workspace:
        view = workspace.over({"link.md": _laid(b"y"), "new": _laid(b"z")})
        with pytest.raises(AuleError):
            view.replaced("link.md")
        with pytest.raises(Invalid):
            view.replaced("new/inner.md")
        refused: list[str] = []

        def guard(path: str) -> None:
            refused.append(path)
            raise NotFound(path)

        for guarded in (view.within(guard), workspace.within(guard).over({"new": _laid(b"z")})):
            with pytest.raises(NotFound):
                guarded.check_writable("new")
        assert refused == ["new", "new"]


def _looks(paths: list[str]) -> list[Callable[[Workspace], Any]]:
    def entries(found: list[Any]) -> list[tuple[str, str, int]]:
        return sorted((entry.path, entry.kind, entry.size) for entry in found)

    looks: list[Callable[[Workspace], Any]] = [
        lambda at: entries(at.walk().entries),
        lambda at: entries(at.walk("d").entries),
        lambda at: entries(at.find("*.md")[0]),
        lambda at: entries(at.find("d/**/*.md")[0]),
        lambda at: entries(at.own_files()),
    ]
    for path in paths:
        looks += [
            lambda at, path=path: at.read(path),
            lambda at, path=path: entries(at.list(path)),
            lambda at, path=path: entries([found]) if (found := at.stat(path, hashed=True)) else None,
            lambda at, path=path: at.replaced(path),
        ]
    return looks


def _seen(look: Callable[[Workspace], Any], at: Workspace) -> Any:
    try:
        return look(at)
    except AuleError as error:
        return type(error)


async def _lines(at: Workspace) -> list[tuple[str, int, str]]:
    found = await at.search("needle")
    return sorted((line.path, line.line, line.text) for line in found.lines)


def _laid(content: bytes | None) -> ProposedFile:
    return ProposedFile(None) if content is None else ProposedFile(lambda: content, len(content))


def _put(root: Path, path: str, content: bytes | None) -> None:
    file = root / path
    if content is None:
        file.unlink(missing_ok=True)
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
