"""One suite of attacks for every box: each level holds all of them, as root and as an ordinary user (S13, S15, OS-17).

The table is in `box_attacks` (from inside) and `box_plants` (what is left behind); `box_stage` runs it.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest
from tests.sandbox.box.levels import LEVELS, needs
from tests.security.box_attacks import INSIDE
from tests.security.box_stage import attack

from aule.contracts.access.sandbox import Level

pytestmark = pytest.mark.anyio
USER = 47_110
"""A user that owns nothing on this machine."""


@pytest.fixture
def folder() -> Generator[Path]:
    """A folder that everybody gets to, so that it is the box that holds, not the permissions above it."""
    made = Path(tempfile.mkdtemp(prefix="aule-attack-", dir="/var/tmp"))
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


@pytest.mark.parametrize("level", LEVELS, ids=str)
async def test_no_attack_gets_through(level: Level, folder: Path) -> None:
    needs(level)
    found = await attack(level, folder)
    assert found.through == []
    assert len(found.tried) == len(set(found.tried)) >= 200


@pytest.mark.skipif(os.geteuid() != 0, reason="this is an ordinary user already, so the test above is this one")
@pytest.mark.parametrize("level", LEVELS, ids=str)
async def test_no_attack_gets_through_where_everything_runs_as_an_ordinary_user(level: Level, folder: Path) -> None:
    needs(level)
    for name in ("own", "temporary"):
        (folder / name).mkdir()
        os.chown(folder / name, USER, USER)
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.security.box_child", level.value, str(folder), str(USER)),
        env={**os.environ, "TMPDIR": str(folder / "temporary"), "HOME": str(folder / "own")},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    said, trouble = await child.communicate()
    assert child.returncode == 0, trouble.decode()[-4000:]
    told = json.loads(said.decode().splitlines()[-1])
    assert (told["user"], told["through"]) == (USER, [])
    assert len(told["tried"]) >= 200


def test_the_table_has_no_attack_twice() -> None:
    assert len({each.words for each in INSIDE}) == len({each.name for each in INSIDE}) == len(INSIDE) >= 120
