"""The paths that ARCHITECTURE tells of are those of the code, and short enough to be followed."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MOST_STATIONS = 15
STATION = re.compile(r"^(\d+)\. `([a-z_/]+\.py)` `([A-Za-z_.]+)`", re.M)


def _paths() -> dict[str, list[tuple[str, str]]]:
    """Return the stations of each path: module and name."""
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    section = text[text.index("## Four paths") : text.index("## Rules that keep it one way")]
    parts = re.split(r"^\*\*(One \w+)\*\*", section, flags=re.M)[1:]
    return {
        title: [(module, name) for _, module, name in STATION.findall(body)]
        for title, body in zip(parts[::2], parts[1::2], strict=True)
    }


def _names(module: str) -> set[str]:
    """Return the functions, classes and methods of a module."""
    tree = ast.parse((ROOT / "src" / "aule" / module).read_text("utf-8"))
    found: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            functions = (each for each in node.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef))
            found |= {f"{node.name}.{each.name}" for each in functions}
    return found


def test_there_are_four_paths() -> None:
    """An ask, a call, a step and a plan."""
    assert list(_paths()) == ["One ask", "One call", "One step", "One plan"]


@pytest.mark.parametrize("title", ["One ask", "One call", "One step", "One plan"])
def test_a_path_is_short_and_each_of_its_stations_exists(title: str) -> None:
    """Somebody who follows it finds every function where it is said to be."""
    stations = _paths()[title]
    assert 8 <= len(stations) <= MOST_STATIONS
    missing = [(module, name) for module, name in stations if name not in _names(module)]
    assert not missing
