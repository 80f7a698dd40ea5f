"""A process that edits one plan again and again, through a shelf or as an editor that knows nothing of locks.

Each has cells of its own, one field of every step, and writes ever higher numbers into them: at the end every cell
has to hold the last number that was written to it. All of them also write to the goal, where they may clash.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import select
import sys
from pathlib import Path
from typing import Any

from tests.kernel.plans.papers import ID, desk, with_step

from aule.contracts.plans.clash import PlanClash
from aule.contracts.plans.plan import Plan, PlanStep
from aule.kernel.plans.file_plan_store import FilePlanStore

CELLS = {"one": "title", "two": "description", "editor": "rationale"}
STEPS = ("1", "2", "3", "4")


async def through_the_shelf(name: str, root: Path, edits: int) -> dict[str, str]:
    """Edit through a shelf with a store of its own; gives what every cell was left with."""
    chance, left = random.Random(name), dict[str, str]()
    async with desk(root, root.parent / f"{name}.db") as mine:
        for number in range(edits):
            done = False
            while not done:
                done = await _edit(mine.files, name, number, chance.choice(STEPS), left, is_new=chance.random() < 0.02)
    return left


async def _edit(shelf: FilePlanStore, name: str, number: int, step: str, left: dict[str, str], *, is_new: bool) -> bool:
    kept = await shelf.read(ID)
    said = f"{name} {number}"
    if is_new:
        added = PlanStep(id=f"{name}-{number}", title=said)
        plan: Plan = kept.plan.model_copy(update={"steps": [*kept.plan.steps, added]})
        cell = f"added {added.id}"
    elif number % 10 == 0:
        plan, cell = kept.plan.model_copy(update={"goal": said}), "goal"
    else:
        plan, cell = with_step(kept.plan, step, **{CELLS[name]: said}), step
    try:
        await shelf.write(plan, base=kept, author="user", reason=said)
    except PlanClash:
        return False
    left[cell] = said
    return True


def as_an_editor(path: Path, edits: int) -> dict[str, str]:
    """Edit the file as an editor does: read it, think, put another one in its place."""
    chance, left = random.Random("editor"), dict[str, str]()
    for number in range(edits):
        document = _read(path)
        said, step = f"editor {number}", chance.choice(STEPS)
        for each in document["steps"]:
            if each["id"] == step:
                each[CELLS["editor"]] = said
        _save(path, json.dumps(document, indent=1), in_place=chance.random() < 0.3)
        left[step] = said
        _think(path, chance.randrange(1, 7))
    return left


def _save(path: Path, text: str, *, in_place: bool) -> None:
    """As editors do it: some put a new file in the place of the old one, others write into it."""
    if in_place:
        path.write_text(text, encoding="utf-8")
        return
    other = path.with_suffix(".swp")
    other.write_text(text, encoding="utf-8")
    os.replace(other, path)


def _read(path: Path) -> dict[str, Any]:
    return json.loads(path.read_bytes())


def _think(path: Path, times: int) -> None:
    """Look on until others wrote the file a few times: an editor is slower than a program."""
    seen = path.stat().st_ino
    for _ in range(50):
        select.select([], [], [], 0.002)
        now = path.stat().st_ino
        times -= now != seen
        seen = now
        if times <= 0:
            return


def main(name: str, root: Path, edits: int) -> None:
    """Edit, and say what was left in every cell."""
    if name == "editor":
        left = as_an_editor(root / ".aule" / "plans" / f"plan-{ID}.json", edits)
    else:
        left = asyncio.run(through_the_shelf(name, root, edits))
    print(json.dumps(left), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
