"""Every requirement the project claims to meet names a test that exists."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

ROW = re.compile(r"^\| (?P<id>[A-Z]+-[S\d][\w.]*) \| (?P<sentence>.+?) \| (?P<tests>.+?) \|$", re.MULTILINE)
TEST = re.compile(r"`(?P<file>tests/[\w/]+\.py)::(?P<name>\w+)`")


def rows(root: Path) -> list[tuple[str, str]]:
    text = (root / "docs" / "requirements.md").read_text(encoding="utf-8")
    return [(match["id"], match["tests"]) for match in ROW.finditer(text)]


def test_every_requirement_stands_once_and_names_its_tests(root: Path) -> None:
    found = rows(root)
    assert len(found) >= 30
    assert len({id for id, _ in found}) == len(found)
    assert [id for id, tests in found if not TEST.search(tests)] == []


def test_every_named_test_exists(root: Path) -> None:
    missing: list[str] = []
    for id, tests in rows(root):
        for match in TEST.finditer(tests):
            path = root / match["file"]
            if not path.exists() or match["name"] not in _tests(path):
                missing.append(f"{id}: {match['file']}::{match['name']}")
    assert missing == []


@cache
def _tests(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
