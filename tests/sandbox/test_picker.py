"""A few letters find a file; hidden folders and those of tools are not looked into."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aule.sandbox import picker
from aule.sandbox.picker import files, fit, pick
from aule.sandbox.workspace import Workspace


def grow(root: Path, *paths: str) -> None:
    for number, path in enumerate(paths):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("x" * number)
        os.utime(root / path, (1_000 + number, 1_000 + number))


def found(root: Path, query: str, limit: int = 20) -> list[str]:
    with Workspace.open(root) as workspace:
        return [entry.path for entry in pick(files(workspace), query, limit)]


def test_letters_in_order_find_a_file_and_the_best_fit_comes_first(tmp_path: Path) -> None:
    """OS-9b: the `#` picker."""
    grow(tmp_path, "notes/report.md", "src/reports/main.py", "report.md", "r-e-p.txt", "Relatório.md")
    assert found(tmp_path, "report") == ["report.md", "notes/report.md", "src/reports/main.py"]
    assert found(tmp_path, "relatorio") == ["Relatório.md"]
    assert found(tmp_path, "nrep") == ["notes/report.md"]
    assert found(tmp_path, "src main") == ["src/reports/main.py"]
    assert found(tmp_path, "zzz") == []


def test_nothing_typed_gives_the_files_changed_last(tmp_path: Path) -> None:
    grow(tmp_path, "a.txt", "b.txt", "c/d.txt")
    assert found(tmp_path, " ", limit=2) == ["c/d.txt", "b.txt"]


def test_hidden_files_folders_of_tools_and_links_are_left_out(tmp_path: Path) -> None:
    grow(tmp_path, "a.txt", ".git/a.txt", "node_modules/x/a.txt", ".env", "b/.a.txt")
    (tmp_path / "link.txt").symlink_to("/etc/passwd")
    (tmp_path / "out").symlink_to("/etc")
    assert found(tmp_path, "") == ["a.txt"]


def test_a_large_tree_is_looked_at_from_the_top_and_not_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    grow(tmp_path, *(f"a/deep/{number}.txt" for number in range(20)), "z.txt")
    monkeypatch.setattr(picker, "MOST_ENTRIES", 5)
    assert found(tmp_path, "z") == ["z.txt"]
    assert len(found(tmp_path, "")) < 5


@given(st.text("abc/._", min_size=1, max_size=12), st.text("abc", min_size=1, max_size=5))
def test_what_fits_holds_the_letters_in_order(path: str, wanted: str) -> None:
    letters = iter(path)
    assert (fit(path, wanted) is not None) == all(letter in letters for letter in wanted)
