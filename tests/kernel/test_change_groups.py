"""Files that change together: all of them or none, through failures and kill -9, and back again byte for byte."""

from __future__ import annotations

import asyncio
import signal
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.kernel.half_done import FREE, PATCH, patching
from tests.processes.nursery import nursery

from aule.contracts.access.change import Change, ChangeStatus
from aule.contracts.errors import AuleError, Conflict
from aule.kernel.capabilities.changes.project_files import FileEntities, FilePlace, same_file
from aule.stores.repositories.changes import Wanted
from aule.testing.system import System, system

Tree = dict[str, tuple[bytes, int] | None]


@pytest.mark.parametrize("count", [*range(1, len(PATCH) + 1), *range(-len(PATCH), 0)])
@pytest.mark.parametrize("what", ["do", "undo"])
async def test_killed_in_the_middle_it_is_all_or_nothing_after_the_next_start(
    tmp_path: Path, what: str, count: int
) -> None:
    """K-7, CO-27: wherever kill -9 hits; and no intention stays open."""
    before = await _begun(tmp_path)
    ended = await asyncio.to_thread(nursery().run, str(tmp_path), what, str(count), module="tests.kernel.half_done")
    assert ended.code == -signal.SIGKILL, ended.err
    async with system(tmp_path, apps=[patching()]) as aule:
        now, done = _tree(aule.workspace), _after(before)
        is_last = count == -len(PATCH)
        expected = (done if is_last else before) if what == "do" else (before if is_last else done)
        assert now == expected
        changes = await _all(aule)
        assert {change.status for change in changes} <= {ChangeStatus.APPLIED, ChangeStatus.VOID}
        assert len({change.group for change in changes}) == (1 if what == "do" else 2)
        if now == done:  # it stands whole, so it goes back whole
            await aule.kernel.undo(f"change:{changes[0].id}")
            assert _tree(aule.workspace) == before


@pytest.mark.parametrize("count", range(1, 4))
async def test_killed_while_a_file_is_written_nothing_of_it_is_left_behind(tmp_path: Path, count: int) -> None:
    """K-7: neither half a file beside its place nor a folder that was made for it."""
    before = await _begun(tmp_path)
    ended = await asyncio.to_thread(nursery().run, str(tmp_path), "tear", str(count), module="tests.kernel.half_done")
    assert ended.code == -signal.SIGKILL, ended.err
    assert _tree(tmp_path / "projects/home") != before
    async with system(tmp_path, apps=[patching()]) as aule:
        assert _tree(aule.workspace) == before
        assert {change.status for change in await _all(aule)} == {ChangeStatus.VOID}


@pytest.mark.parametrize(("count", "status"), [(1, ChangeStatus.PROPOSED), (-1, ChangeStatus.ADOPTED)])
async def test_killed_while_a_proposal_is_adopted_it_is_adopted_or_still_waits(
    tmp_path: Path, count: int, status: ChangeStatus
) -> None:
    """K-7, CO-30."""
    before = await _begun(tmp_path)
    ended = await asyncio.to_thread(nursery().run, str(tmp_path), "adopt", str(count), module="tests.kernel.half_done")
    assert ended.code == -signal.SIGKILL, ended.err
    async with system(tmp_path) as aule:
        [proposal] = (await aule.kernel.changes.list(Wanted(status=status))).items
        [adopting] = await _all(aule)
        adopted = status is ChangeStatus.ADOPTED
        assert adopting.status is (ChangeStatus.APPLIED if adopted else ChangeStatus.VOID)
        assert adopting.adopts == proposal.id and (_tree(aule.workspace) == before) is not adopted


async def test_a_failure_in_the_middle_takes_back_what_was_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CO-27."""
    put, calls = FileEntities.put, 0

    def failing(self: FileEntities, place: FilePlace, state: Any, folders: list[str], *, instead_of: Any) -> None:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise AuleError("The disk is full.", code="no_space")
        put(self, place, state, folders, instead_of=instead_of)

    before = await _begun(tmp_path)
    async with system(tmp_path, apps=[patching()]) as aule:
        await aule.kernel.save_settings(FREE, expected=None)
        monkeypatch.setattr(FileEntities, "put", failing)
        with pytest.raises(AuleError, match="disk is full"):
            await aule.kernel.call("patching.change", {"files": PATCH})
        assert _tree(aule.workspace) == before
        assert {change.status for change in await _all(aule)} == {ChangeStatus.VOID}


async def test_a_group_is_undone_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    """K-8: undoing one of them is undoing all; one that was altered since keeps all as they are."""
    before = await _begun(tmp_path)
    async with system(tmp_path, apps=[patching()]) as aule:
        await aule.kernel.save_settings(FREE, expected=None)
        called = await aule.kernel.call("patching.change", {"files": PATCH})
        [one, *_] = called.result.changes
        assert len(called.result.changes) == len(PATCH)
        preview = await aule.kernel.preview_undo(f"change:{one}")
        assert len(preview.items) == len(PATCH) and preview.possible
        assert sorted(item.action for item in preview.items) == ["recreate", "remove", "restore", "restore"]
        (aule.workspace / "src/a.txt").write_text("mine")
        after = _tree(aule.workspace)
        with pytest.raises(Conflict):
            await aule.kernel.undo(f"change:{one}")
        assert _tree(aule.workspace) == after
        (aule.workspace / "src/a.txt").write_bytes(b"new\r\nlines")
        undo = await aule.kernel.undo(f"change:{one}")
        assert _tree(aule.workspace) == before
        await aule.kernel.undo(f"run:{undo.id}")
        assert _tree(aule.workspace) == _after(before)


async def test_a_file_named_twice_or_that_cannot_be_written_changes_nothing(tmp_path: Path) -> None:
    before = await _begun(tmp_path)
    async with system(tmp_path, apps=[patching()]) as aule:
        await aule.kernel.save_settings(FREE, expected=None)
        for other in ("./x.txt", ".git/hooks/a"):
            bad = {"x.txt": ["00", None], other: ["01", None]}
            with pytest.raises(AuleError):
                await aule.kernel.call("patching.change", {"files": bad})
        assert _tree(aule.workspace) == before and await _all(aule) == []


async def test_a_run_that_is_stopped_meanwhile_has_done_all_of_it_on_record(tmp_path: Path) -> None:
    """CO-27: stopping never leaves half a patch."""
    before = await _begun(tmp_path)
    async with system(tmp_path, apps=[patching()]) as aule:
        await aule.kernel.save_settings(FREE, expected=None)
        many = {f"many/{number}.txt": [f"{number:04x}" * 400, None] for number in range(150)}
        calling = asyncio.create_task(aule.kernel.call("patching.change", {"files": many}))
        async for event in aule.kernel.follow(None):
            if event.type == "change.intended":
                break
        await asyncio.to_thread(_until, (aule.workspace / "many").exists)
        [run] = (await aule.kernel.runs.list(limit=1)).items
        await aule.kernel.cancel(run.id)
        await asyncio.gather(calling, return_exceptions=True)
        await aule.kernel.journal.flush()
        written = len(_tree(aule.workspace)) - len(before)
        assert written in (0, len(many) + 1)
        changes = await _all(aule)
        assert {change.status for change in changes} == {ChangeStatus.APPLIED if written else ChangeStatus.VOID}
        if written:
            await aule.kernel.undo(f"run:{run.id}")
        assert _tree(aule.workspace) == before


def test_states_without_permission_bits_are_compared_by_content_alone() -> None:
    """K-8: what an older version recorded can still be undone."""
    old, new = {"sha256": "a", "size": 1}, {"sha256": "a", "size": 1, "mode": 0o644}
    assert same_file(old, new) and same_file(None, None) and same_file(new, dict(new))
    assert not same_file(new, {**new, "mode": 0o755}) and not same_file(old, None) and not same_file({}, {})


_PATH = st.sampled_from(["a.txt", "b.bin", "d/c.txt", "d/e/f.txt", "g"])
_CONTENT = st.one_of(
    st.binary(max_size=40),
    st.lists(st.sampled_from(["x", "é", ""]), max_size=4).map(lambda lines: "\r\n".join(lines).encode()),
    st.lists(st.sampled_from(["x", "y"]), max_size=4).map(lambda lines: ("\n".join(lines) + "\n").encode()),
)
_MODE = st.sampled_from([None, 0o600, 0o644, 0o755])
_FILE = st.none() | st.tuples(_CONTENT.map(bytes.hex), _MODE).map(list)
_EDITS = st.lists(st.dictionaries(_PATH, _FILE, min_size=1, max_size=4), min_size=1, max_size=5)


_START = st.dictionaries(_PATH, st.tuples(_CONTENT, st.sampled_from([0o600, 0o644, 0o755])), max_size=4)


@given(start=_START, edits=_EDITS)
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_undoing_everything_newest_first_restores_the_tree_byte_for_byte(
    start: dict[str, tuple[bytes, int]], edits: list[dict[str, Any]]
) -> None:
    """K-8 as a property: binary, either line end, no line feed at the end, permission bits, folders made and left."""

    async def story() -> None:
        with tempfile.TemporaryDirectory() as folder:
            async with system(Path(folder), apps=[patching()]) as aule:
                await aule.kernel.save_settings(FREE, expected=None)
                for path, (content, mode) in start.items():
                    _put(aule.workspace / path, content, mode)
                before, runs = _tree(aule.workspace), list[str]()
                for files in edits:
                    try:
                        runs.append((await aule.kernel.call("patching.change", {"files": files})).run)
                    except AuleError:  # it removes what is not there, or wants a folder where a file is
                        continue
                for run in reversed(runs):
                    if (await aule.kernel.preview_undo(f"run:{run}")).items:
                        await aule.kernel.undo(f"run:{run}")
                assert _tree(aule.workspace) == before

    asyncio.run(story())


async def _begun(home: Path) -> Tree:
    """A project with some files in it."""
    async with system(home) as aule:
        _put(aule.workspace / "gone.txt", b"to go\n", 0o640)
        _put(aule.workspace / "src/a.txt", b"old\nlines\n", 0o644)
        _put(aule.workspace / "src/run.sh", b"#!/bin/sh\n", 0o644)
        return _tree(aule.workspace)


def _after(before: Tree) -> Tree:
    """The tree with the whole patch."""
    new: Tree = {
        "src/a.txt": (b"new\r\nlines", 0o644),
        "src/run.sh": (b"#!/bin/sh\n", 0o755),
        "deep": None,
        "deep/er": None,
        "deep/er/b.bin": (bytes(range(256)), 0o600),
    }
    return {**{path: what for path, what in before.items() if path != "gone.txt"}, **new}


def _put(file: Path, content: bytes, mode: int) -> None:
    if any(parent.is_file() for parent in file.parents) or file.is_dir():
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    file.chmod(mode)


def _tree(root: Path) -> Tree:
    return {
        str(path.relative_to(root)): (path.read_bytes(), path.stat().st_mode & 0o777) if path.is_file() else None
        for path in root.rglob("*")
    }


def _until(holds: Any) -> None:
    while not holds():
        pass


async def _all(aule: System) -> list[Change]:
    """Every change there is, also those that never happened."""
    events = await aule.events()
    ids = dict.fromkeys(event.data.change.id for event in events if event.type == "change.intended")  # pyright: ignore
    return [await aule.kernel.changes.get(id) for id in ids]
