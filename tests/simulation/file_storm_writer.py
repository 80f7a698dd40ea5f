"""One writer of the file storm: `python -m tests.simulation.file_storm_writer HOME NAME WRITES SEED PROJECT`.

It has a data directory of its own and shares the project's folder with other processes. What it is about to write, and
what became of it, it notes in a file of its own that survives its death.
"""

from __future__ import annotations

import asyncio
import random
import sys
from functools import partial
from pathlib import Path
from typing import Any

from aule.contracts.settings import Settings
from aule.testing.system import System, system
from tests.simulation.storm import Notes

FREE = Settings.model_validate({"policy": {"allow": ["core.*"]}})
AT_ONCE = 8
"""Calls one process has under way at the same time."""
FILES = 3
"""Files that all writers append to."""
PACKED = {"one.txt": "1\n", "two.txt": "2\n", "three.txt": "3\n"}
"""What the archive holds."""


class Writer:
    """Writes in every way there is, as the owner of the files does it from several places."""

    def __init__(self, aule: System, name: str, home: Path, project: Path, dice: random.Random) -> None:
        self._aule, self._name, self._project, self._dice = aule, name, project, dice
        self._notes = Notes(home / "notes.tsv")
        self._places = [asyncio.Lock() for _ in range(AT_ONCE)]
        self._kinds = [
            *[self._append] * 4,
            *[self._edit] * 2,
            *[self._create] * 2,
            *[self._count] * 2,
            self._patch,
            self._move,
            self._delete,
            self._unpack,
        ]

    async def write(self, number: int) -> None:
        """Make one write, of a kind that chance chooses."""
        await self._dice.choice(self._kinds)(f"{self._name}.{number}")

    async def _append(self, key: str) -> None:
        path = f"lines-{self._dice.randrange(FILES)}.txt"
        await self._tried("append", path, key, "core.append_file", path=path, content=key)

    async def _edit(self, key: str) -> None:
        """Each place of the file belongs to one writer, and is edited from what that writer left there."""
        place, slot = self._place()
        async with slot:
            line = await self._line("places.txt", place)
            edit = {"path": "places.txt", "search": line, "replace": f"{place}:{key}"}
            await self._tried("edit", place, key, "core.edit_file", **edit)

    async def _patch(self, key: str) -> None:
        """A line of a file that all patch, and a new file, together."""
        place, slot = self._place()
        async with slot:
            line = await self._line("patches.txt", place)
            patch = (
                f"*** Begin Patch\n*** Update File: patches.txt\n@@\n-{line}\n+{place}:{key}\n"
                f"*** Add File: patched/{key}\n+{key}\n*** End Patch\n"
            )
            await self._tried("patch", place, key, "core.apply_patch", patch=patch)

    async def _move(self, key: str) -> None:
        """One file of each place goes from name to name."""
        place, slot = self._place()
        async with slot:
            [source] = [path.name for path in (self._project / "tokens").glob(f"{place}:*")]
            names = {"source": f"tokens/{source}", "target": f"tokens/{place}:{key}"}
            await self._tried("move", place, key, "core.move_file", **names)

    async def _create(self, key: str) -> None:
        title = f"title {self._dice.randrange(2_000)}"
        await self._tried("create", title, key, "core.create_note", title=title, text=key)

    async def _count(self, key: str) -> None:
        """Read a number and write the next one, if nobody else did so meanwhile."""
        found = await self._call("core.read_file", path="count.txt")
        following = f"{int(found['text']) + 1}\n"
        await self._tried(
            "count", "count.txt", key, "core.write_file", path="count.txt", content=following, base=found["sha256"]
        )

    async def _delete(self, key: str) -> None:
        """Delete a file of one's own from a folder that all make files in."""
        await self._call("core.write_file", path=f"short/{key}", content=f"{key}\n")
        await self._tried("delete", "short", key, "core.delete_file", path=f"short/{key}")

    async def _unpack(self, key: str) -> None:
        await self._tried("unpack", "out", key, "core.extract_archive", path="pack.zip", into=f"out/{key}")

    def _place(self) -> tuple[str, asyncio.Lock]:
        """A place of this writer's own, and the lock that makes its writes there come one after the other."""
        slot = self._dice.randrange(AT_ONCE)
        return f"{self._name.partition('.')[0]}-{slot}", self._places[slot]

    async def _line(self, path: str, place: str) -> str:
        text = (await self._call("core.read_file", path=path, max_lines=5_000))["text"]
        [line] = [line for line in text.splitlines() if line.startswith(f"{place}:")]
        return line

    async def _tried(self, kind: str, place: str, key: str, capability: str, **params: Any) -> None:
        await self._notes.tried(kind, place, key, partial(self._call, capability, **params))

    async def _call(self, capability: str, **params: Any) -> Any:
        return (await self._aule.kernel.call(capability, params, project="storm")).result.data


async def main(home: Path, name: str, writes: int, seed: int, project: Path) -> None:
    """Clear up what an earlier life left, then write."""
    async with system(home) as aule:
        if await aule.kernel.projects.find("storm") is None:
            await aule.kernel.save_settings(FREE, expected=None)
            await aule.kernel.documents.create_project("storm", root=str(project))
        writer = Writer(aule, name, home, project, random.Random(seed))
        numbers = iter(range(writes))

        async def work() -> None:
            for number in numbers:
                await writer.write(number)

        await asyncio.gather(*(work() for _ in range(AT_ONCE)))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), Path(sys.argv[5])))
