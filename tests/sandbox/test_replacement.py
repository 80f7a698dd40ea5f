"""Replacing files: only what was read is replaced, whoever else is at work, and nothing about the file is lost."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from aule.contracts.errors import ChangedMeanwhile, NotFound
from aule.sandbox.names import TEMPORARY_PREFIX
from aule.sandbox.workspace import Workspace
from aule.text.hashing import bytes_hash

PROCESSES, WRITES = 3, 15


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "workspace"
    root.mkdir()
    return root


def test_a_replaced_file_keeps_its_permissions_its_owner_and_its_attributes(root: Path) -> None:
    """K-8: what a person said about a file in other ways than by its content stays."""
    path = root / "a.txt"
    path.write_text("one")
    path.chmod(0o640)
    os.setxattr(path, "user.note", b"from Ana")
    if os.geteuid() == 0:  # only root may give a file to somebody else
        os.chown(path, 1234, 1234)
    before = path.stat()
    with Workspace.open(root) as workspace:
        workspace.write("a.txt", b"two", base=bytes_hash(b"one"))
    after = path.stat()
    assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)
    assert os.getxattr(path, "user.note") == b"from Ana"


def test_a_file_that_may_not_be_written_by_its_owner_is_replaced_all_the_same(root: Path) -> None:
    path = root / "a.txt"
    path.write_text("one")
    path.chmod(0o444)
    with Workspace.open(root) as workspace:
        workspace.write("a.txt", b"two", base=bytes_hash(b"one"))
    assert (path.read_text(), path.stat().st_mode & 0o777) == ("two", 0o444)


def test_a_file_that_is_being_saved_in_place_is_not_replaced(root: Path) -> None:
    """K-8: an editor has emptied the file and not yet written it; what it is about to write must not be lost."""
    path = root / "a.txt"
    path.write_text("old\n")
    with Workspace.open(root) as workspace:
        with path.open("w") as editor:
            assert workspace.read("a.txt") == b""
            with pytest.raises(ChangedMeanwhile, match="is being written by another program"):
                workspace.write("a.txt", b"a line\n", base=bytes_hash(b""))
            with pytest.raises(ChangedMeanwhile, match="is being written by another program"):
                workspace.remove("a.txt", base=bytes_hash(b""))
            editor.write("all of it\n")
        assert path.read_text() == "all of it\n"
        workspace.write("a.txt", b"all of it\na line\n", base=bytes_hash(b"all of it\n"))
    assert path.read_text() == "all of it\na line\n"
    assert [each.name for each in root.iterdir()] == ["a.txt"]


def test_editors_that_save_in_place_and_by_renaming_lose_nothing_to_appends(root: Path) -> None:
    """K-8: each save of an editor is whole, and what was appended to it is there until the next save."""
    path = root / "a.txt"
    path.write_text("save 0\n")
    saved, stop = list[str](), threading.Event()

    def edit() -> None:
        for number in range(1, 121):
            text = f"save {number}\n" + "x" * 20_000 + "\n"
            if number % 2:
                beside = path.with_name("beside")
                beside.write_text(text)
                os.replace(beside, path)
            else:
                path.write_text(text)
            saved.append(text)
        stop.set()

    editor = threading.Thread(target=edit)
    editor.start()
    with Workspace.open(root) as workspace:
        while not stop.is_set():
            text = workspace.read("a.txt")
            try:
                workspace.write("a.txt", text + b"mine\n", base=bytes_hash(text))
            except ChangedMeanwhile:
                continue
            head = text.decode().partition("mine\n")[0]
            assert head in ("save 0\n", *saved) or head.startswith(f"save {len(saved) + 1}\n"), head[:20]
    editor.join()
    assert path.read_text().startswith(saved[-1]), "the last save of the editor stands"


def test_files_are_made_in_folders_that_others_remove_as_empty(root: Path) -> None:
    """K-8: whoever writes a file makes its folder again; nobody is told that the path is not there."""
    failed = list[Exception]()

    def make(who: int) -> None:
        with Workspace.open(root) as workspace:
            for number in range(25):
                path = f"sub/deep/{who}-{number}.txt"
                try:
                    workspace.write(path, b"x", base=None)
                    workspace.remove(path, ["sub", "sub/deep"], base=bytes_hash(b"x"))
                except (NotFound, ChangedMeanwhile) as error:
                    failed.append(error)

    threads = [threading.Thread(target=make, args=(who,)) for who in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert list(root.iterdir()) == []


def test_clearing_up_after_a_killed_process_does_not_disturb_a_living_one(root: Path) -> None:
    """K-8: in a folder of the project too, the old file is looked at before anybody takes it away."""
    (root / "sub").mkdir()
    (root / "sub" / f"{TEMPORARY_PREFIX}dead").write_text("left behind")
    (root / "sub/a.txt").write_text("0")
    stop = threading.Event()

    def sweep() -> None:
        with Workspace.open(root) as workspace:
            while not stop.is_set():
                workspace.sweep("sub/a.txt")

    sweeper = threading.Thread(target=sweep)
    sweeper.start()
    try:
        with Workspace.open(root) as workspace:
            for number in range(60):
                workspace.write("sub/a.txt", f"{number + 1}".encode(), base=bytes_hash(f"{number}".encode()))
            for _ in range(30):
                workspace.write("sub/b.txt", b"x", base=None)
                workspace.remove("sub/b.txt", base=bytes_hash(b"x"))
    finally:
        stop.set()
        sweeper.join()
    assert [(each.name, each.read_text()) for each in (root / "sub").iterdir()] == [("a.txt", "60")]


@pytest.mark.parametrize("links", ["1", "0"])
def test_a_file_system_with_plain_renames_only_loses_nothing_among_our_processes(root: Path, links: str) -> None:
    """K-8: where names cannot be exchanged, or not even linked, the lock on the folder still holds."""
    (root / "lines.txt").touch()
    command = [sys.executable, "-m", "tests.sandbox.plain_files", str(root)]
    started = [subprocess.Popen([*command, f"p{number}", str(WRITES), links]) for number in range(PROCESSES)]
    assert [process.wait(60) for process in started] == [0] * PROCESSES
    told = [line for each in root.parent.glob("*.told") for line in each.read_text().splitlines()]
    lines = sorted(f"line {line}" for line in (root / "lines.txt").read_text().splitlines())
    assert lines == sorted(line for line in told if line.startswith("line"))
    assert len(lines) == PROCESSES * WRITES
    made = sorted(f"made {path.stem} {path.read_text()}" for path in (root / "made").iterdir())
    assert made == sorted(line for line in told if line.startswith("made"))
    assert len(made) == WRITES
    assert list(root.rglob(f"{TEMPORARY_PREFIX}*")) == []
