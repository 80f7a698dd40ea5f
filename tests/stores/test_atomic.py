"""Atomic files: the old content or the new one, never half of either."""

from __future__ import annotations

import asyncio
import os
import resource
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from aule.stores.home.atomic import Glance, fingerprint, write_atomic


def test_a_write_replaces_the_whole_content_and_sets_the_mode(tmp_path: Path) -> None:
    path = tmp_path / "a"
    write_atomic(path, b"one" * 1000)
    write_atomic(path, b"two", 0o640)
    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode), os.listdir(tmp_path)) == (b"two", 0o640, ["a"])


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(IsADirectoryError):
        write_atomic(tmp_path / "folder", b"x")
    assert os.listdir(tmp_path) == ["folder"]


def test_a_full_disk_leaves_the_old_file_whole(tmp_path: Path) -> None:
    """A size limit stands for the full disk: the write fails in its middle."""
    path = tmp_path / "a"
    path.write_bytes(b"old")
    child = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys, pathlib, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
            "from aule.stores.home.atomic import write_atomic\n"
            "write_atomic(pathlib.Path(sys.argv[1]), b'x' * 1_000_000)",
            str(path),
        ],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)),
        capture_output=True,
        text=True,
    )
    assert "File too large" in child.stderr
    assert (path.read_bytes(), os.listdir(tmp_path)) == (b"old", ["a"])


def test_a_fingerprint_changes_with_every_rewrite_even_of_equal_size(tmp_path: Path) -> None:
    path = tmp_path / "a"
    seen = {fingerprint(path)}
    for content in (b"one", b"two", b"one"):
        before = fingerprint(path)
        write_atomic(path, content)
        assert fingerprint(path) != before
        seen.add(fingerprint(path))
    assert None in seen


def test_a_glance_sees_every_change_from_one_turn_of_the_loop_to_the_next(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    glance = Glance(path)

    async def look() -> None:
        assert glance.fingerprint() is None
        path.write_text("a")
        assert glance.fingerprint() is None, "within a turn it was looked at already"
        glance.again()
        first = glance.fingerprint()
        assert first == fingerprint(path)
        path.write_text("ab")
        await asyncio.sleep(0)
        assert glance.fingerprint() == fingerprint(path) != first

    asyncio.run(look())
    path.unlink()
    asyncio.run(look())


def test_without_a_loop_every_question_is_a_look(tmp_path: Path) -> None:
    path = tmp_path / "a"
    glance = Glance(path)
    assert glance.fingerprint() is None
    path.write_text("a")
    assert glance.fingerprint() == fingerprint(path)
