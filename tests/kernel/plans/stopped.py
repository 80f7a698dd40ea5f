"""A process that stops for good at the moment between writing a new file and putting it in its place."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from tests.kernel.plans.papers import ID, desk, with_step

from aule.stores.home import folder


def stop(_directory: int, _temporary: str, _name: str, _is_expected: object) -> bool:
    """Say where it is, and wait to be killed."""
    print("here", flush=True)
    sys.stdin.read()
    raise AssertionError("it should have been killed")


async def main(root: Path, database: Path) -> None:
    """Begin to write a version."""
    folder.replace_if = stop
    async with desk(root, database) as one:
        kept = await one.files.read(ID)
        await one.files.write(with_step(kept.plan, "1", title="Half"), base=kept, author="user")


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), Path(sys.argv[2])))
