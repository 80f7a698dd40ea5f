"""Telling of a migration before it happens: every path, and every line that would change."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from aule.apps.conductor.findings import ENGLISH
from aule.apps.conductor.migrating.planning import STATE, Move, Plan, place_of
from aule.apps.conductor.words import say


def describe(plan: Plan, locale: str = ENGLISH) -> list[str]:
    """A plan as lines of text: where each agent goes, file by file, and the differences."""
    lines: list[str] = []
    for move in plan.moves:
        lines += [*_move(plan, move, locale), ""]
    for odd in plan.unusable:
        lines += [f"{place_of(plan.home, odd.folder)}: {note.message}" for note in odd.notes]
    return lines or [say("nothing_to_migrate", locale)]


def _move(plan: Plan, move: Move, locale: str) -> Iterator[str]:
    home = plan.home
    source, target = place_of(home, move.agent.folder), place_of(home, move.target)
    if not move.is_possible:
        yield f"{source}: {say('stays', locale)}"
        for note in move.problems:
            yield f"  {note.message}" + (f" {note.hint}" if note.hint else "")
        return
    yield f"{source} -> {target}"
    for name, each in move.before.items():
        mark = "~" if name in move.contents else "="
        if each != "folder":
            yield f"  {mark} {source}/{name} -> {target}/{name}"
    for name in sorted(move.contents, key=lambda each: each == STATE):
        yield from _diff(move, f"{source}/{name}", f"{target}/{name}", name)
    for note in move.notes:
        yield f"  ! {note.message}"


def _diff(move: Move, source: str, target: str, name: str) -> Iterator[str]:
    before = (move.agent.folder / name).read_bytes().decode("utf-8", "replace").splitlines()
    after = move.contents[name].decode("utf-8", "replace").splitlines()
    yield from (f"  {line}" for line in difflib.unified_diff(before, after, source, target, lineterm=""))
