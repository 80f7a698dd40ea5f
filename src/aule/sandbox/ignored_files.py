"""Ignored files of a project: those its `.gitignore` names, and secret files."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from aule.contracts.errors import AuleError, Invalid
from aule.sandbox.entries import Entry
from aule.sandbox.globs import Globs
from aule.sandbox.secret_files import is_secret

if TYPE_CHECKING:
    from aule.sandbox.workspace import Workspace

MOST_RULES = 500


def own_files(workspace: Workspace, max_entries: int) -> list[Entry]:
    """Return the project's own files: not ignored by it, and no secret files."""
    ignored = Ignored.of(workspace)
    entries = workspace.walk(".", max_entries=max_entries).entries
    return [each for each in entries if each.kind == "file" and not is_secret(each.path) and not ignored.has(each.path)]


@dataclass(frozen=True, slots=True)
class Ignored:
    """The paths a project does not count among its own files."""

    ignoring: tuple[Globs, ...] = ()
    keeping: tuple[Globs, ...] = ()

    @classmethod
    def of(cls, workspace: Workspace) -> Ignored:
        """Return the rules of the project's own `.gitignore`; none if it cannot be read."""
        try:
            text = workspace.read(".gitignore", 64 * 1024).decode("utf-8", "replace")
        except AuleError:
            return cls()
        return cls.by(text.splitlines())

    @classmethod
    def by(cls, lines: Iterable[str]) -> Ignored:
        """Return the rules of some lines, written as in a `.gitignore`."""
        stripped = [line.strip() for line in lines][:MOST_RULES]
        rules = [line for line in stripped if line and not line.startswith("#")]
        return cls(
            tuple(_globs(rule) for rule in rules if not rule.startswith("!")),
            tuple(_globs(rule[1:]) for rule in rules if rule.startswith("!")),
        )

    def has(self, path: str) -> bool:
        """Return whether a path is ignored."""
        return any(globs.match(path) for globs in self.ignoring) and not any(
            globs.match(path) for globs in self.keeping
        )


def _globs(rule: str) -> Globs:
    """Return a rule as patterns on whole paths: a name counts in every folder, a folder includes its content."""
    if "{" in rule:  # braces mean nothing to git; expanded, a few lines would be very many patterns
        return _nothing()
    bare = rule.strip("/")
    base = bare if "/" in rule.rstrip("/") else f"**/{bare}"
    try:
        return Globs([f"{base}/**"] if rule.endswith("/") else [base, f"{base}/**"], hidden=True)
    except Invalid:
        return _nothing()


def _nothing() -> Globs:
    return Globs(["!**"])
