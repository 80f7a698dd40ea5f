"""The watcher of `make dev`: which changes start the server again."""

from __future__ import annotations

import os
from pathlib import Path

from scripts.dev import find_changes, read_stamps


def test_written_added_and_removed_sources_are_noticed(tmp_path: Path) -> None:
    """What the server reads at its start counts; what is built from other sources does not."""
    kept, removed = tmp_path / "kept.py", tmp_path / "removed.toml"
    for path in (kept, removed):
        path.write_text("")
    before = read_stamps(tmp_path)
    assert find_changes(before, read_stamps(tmp_path)) == []

    os.utime(kept, ns=(0, 0))
    removed.unlink()
    (tmp_path / "apps").mkdir()
    (tmp_path / "apps" / "added.py").write_text("")
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "built.md").write_text("")
    (tmp_path / "picture.png").write_text("")
    assert find_changes(before, read_stamps(tmp_path)) == [tmp_path / "apps" / "added.py", kept, removed]
