"""The attacks on the box as an ordinary user sees them: `python -m tests.security.box_child LEVEL FOLDER USER`.

A process that root started gives up all its rights for good, takes the system's Python for its own, as a user would who
installed the program, and prints what got through. Everything is loaded before: root's own files are out of reach then.
"""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import ctypes
import encodings
import importlib
import json
import os
import pkgutil
import sys
from pathlib import Path

from tests.apps.core.calls import calls
from tests.security.box_stage import attack

from aule.contracts.access.sandbox import Level
from aule.sandbox.box import cgroups

_DUMPABLE = 4


def main() -> None:
    """Attack, and tell it as JSON."""
    level, folder, user = Level(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
    asyncio.run(_load_everything(folder / "warm"))
    _give_up_rights(user)
    own = folder / "own"
    found = asyncio.run(attack(level, own))
    print(json.dumps({"user": os.getuid(), "tried": found.tried, "through": found.through}))


async def _load_everything(folder: Path) -> None:
    for module in pkgutil.iter_modules(encodings.__path__):
        if module.name not in ("mbcs", "oem"):  # other systems have these
            importlib.import_module(f"encodings.{module.name}")
            with contextlib.suppress(LookupError):
                codecs.lookup(module.name)
    async with calls(folder) as core:
        odd = r"$'a\xff\nb'"
        result = await core.write(
            "exec", command=f"echo x > x; mkdir .husky; echo x > .husky/pre-commit; echo x > {odd}"
        )
        await core.system.kernel.undo(f"run:{(await core.system.kernel.changes.list(limit=1)).items[0].run}")
        assert result.ok


def _give_up_rights(user: int) -> None:
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    ctypes.CDLL(None).prctl(_DUMPABLE, 1, 0, 0, 0)
    os.umask(0o022)
    sys.executable, sys.base_prefix = "/usr/bin/python3", "/usr"
    cgroups._parents.cache_clear()  # pyright: ignore[reportPrivateUsage] - root's groups are not this user's


if __name__ == "__main__":
    main()
