"""The source tree as the architecture tests see it: files, and what each one imports, defines and says."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "aule"


@dataclass(frozen=True)
class Source:
    """One Python file."""

    path: Path

    @property
    def name(self) -> str:
        """Where it stands in the repository."""
        return self.path.relative_to(ROOT).as_posix()

    @property
    def room(self) -> str:
        """The room of the package it belongs to: `kernel`, `stores`, …; files beside the rooms are their own."""
        return self.path.relative_to(PACKAGE).parts[0].removesuffix(".py")

    @cached_property
    def text(self) -> str:
        """What it says."""
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        """What it means."""
        return ast.parse(self.text, self.name)

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """Everything in it, one by one."""
        return list(ast.walk(self.tree))

    def imports(self) -> Iterator[tuple[int, str]]:
        """Every module it imports, at the top or inside a function, with the line."""
        for node in self.nodes:
            if isinstance(node, ast.Import):
                yield from ((node.lineno, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                yield node.lineno, node.module or "."

    def functions(self) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
        """Every function and method."""
        for node in self.nodes:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node

    def classes(self) -> Iterator[ast.ClassDef]:
        """Every class."""
        for node in self.nodes:
            if isinstance(node, ast.ClassDef):
                yield node


def sources(*folders: str) -> list[Source]:
    """The Python files under these folders of the repository, in order."""
    return [each for folder in folders for each in _within(folder)]


@cache
def _within(folder: str) -> list[Source]:
    return [_source(path) for path in files(folder) if path.suffix == ".py"]


@cache
def _source(path: Path) -> Source:
    """Read once, for all tests of a process, whichever folder was asked for."""
    return Source(path)


def files(top: str) -> list[Path]:
    """The files under a folder of the repository, or the one file of that name; fetched ones are not ours."""
    start = ROOT / top
    if start.is_file():
        return [start]
    return sorted(path for path in start.rglob("*") if path.is_file() and _is_ours(path))


def _is_ours(path: Path) -> bool:
    parts = path.relative_to(ROOT).parts
    return not any(part.startswith(".") or part in {"node_modules", "__pycache__"} for part in parts)


def package() -> list[Source]:
    """The Python files of the product."""
    return sources("src/aule")


def web() -> list[Path]:
    """The TypeScript files of the shell; what a generator wrote is left out."""
    found = [p for ending in ("*.ts", "*.tsx") for p in (ROOT / "shell" / "src").rglob(ending)]
    return sorted(p for p in found if "generated" not in p.name and "schema" not in p.name)


def called(node: ast.Call) -> str:
    """The dotted name of what is called, as far as it is written out."""
    parts: list[str] = []
    target: ast.expr = node.func
    while isinstance(target, ast.Attribute):
        parts.append(target.attr)
        target = target.value
    if isinstance(target, ast.Name):
        parts.append(target.id)
    return ".".join(reversed(parts))
