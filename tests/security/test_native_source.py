"""Hostile source in full Python: its walls are those of the box, and nothing it tells is believed (TL-10)."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest
from tests.sandbox.box.levels import until
from tests.security.full_python import CHANCE, ENDS, FORGED, LEFT, LIBRARY, REACHES
from tests.wasm_python import box_in

from aule.ambient import ambient
from aule.contracts.access.sandbox import Level
from aule.contracts.errors import Unavailable
from aule.sandbox.limited.child import limited_level
from aule.sandbox.source.calls import SourceAnswer, SourceCall
from aule.sandbox.source.source_box import SourceBox
from aule.sandbox.wasm.modules import ModuleStore

pytestmark = pytest.mark.skipif(limited_level() is not Level.BUBBLEWRAP, reason="needs bubblewrap")


@pytest.fixture
async def box(tmp_path: Path) -> Any:
    """A source box."""
    made = box_in(tmp_path / "modules")
    yield made
    await made.close()


def asked(source: str, params: dict[str, Any] | None = None, **more: Any) -> SourceCall:
    """Return a call of full Python with small limits."""
    return SourceCall(source, params or {}, 1, 64 * 1024 * 1024, 8_192, runtime="native", **more)


@pytest.mark.parametrize("attack", REACHES)
async def test_full_python_reaches_nothing_it_was_not_given(box: SourceBox, tmp_path: Path, attack: str) -> None:
    """TL-10: no files of anybody, no network, no programs, nothing to write to, also past Python."""
    secret = tmp_path / "secret"
    secret.write_text("secret")
    answer = await box.run(asked(REACHES[attack], {"secret": str(secret)}))
    assert answer.outcome in ("error", "crashed") or answer.result == -1, answer
    assert LEFT.name not in os.listdir(LEFT.parent)


@pytest.mark.parametrize("attack", ENDS)
async def test_full_python_ends_within_its_limits(box: SourceBox, attack: str) -> None:
    """TL-10: loops, bombs and floods cost their own call; the next one works."""
    source, wanted = ENDS[attack]
    async with asyncio.timeout(20):
        answer = await box.run(asked(source))
    assert answer.outcome in wanted, answer
    assert (await box.run(asked("def run():\n    return 1\n"))).result == 1
    await until(lambda: not children())


@pytest.mark.parametrize("line", FORGED)
async def test_nothing_full_python_tells_is_believed_unseen(box: SourceBox, line: str) -> None:
    """TL-10: it may take its worker's place; what it says is held to the same contract."""
    source = f"import os\ndef run():\n    os.write(1, {FORGED[line].encode()!r} + b'\\n')\n    os._exit(0)\n"
    answer = await box.run(asked(source))
    assert answer.outcome in ("crashed", "output", "result"), answer
    assert answer.result is None and answer.wished is None


async def test_full_python_has_the_whole_language_and_its_library(box: SourceBox) -> None:
    """TL-10: inheritance, generators and modules that the small interpreter lacks."""
    answer = await box.run(asked(LIBRARY))
    assert (answer.outcome, answer.result) == ("done", {"mean": 8, "ours": False}), answer
    assert answer.printed == "said aloud\n"


async def test_clock_and_chance_stand_still_in_tests(box: SourceBox) -> None:
    """TL-10: two runs of one test give the same, and two calls do not."""
    one, other = [await box.run(asked(CHANCE, is_fixed=True)) for _ in range(2)]
    free: SourceAnswer = await box.run(asked(CHANCE))
    assert one.result == other.result and one.result[1] == "2026-01-15 12:00:00"
    assert free.result[0] != one.result[0]


def children() -> list[int]:
    """Return the native workers this process has started."""
    listed = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()
    return [int(each) for each in listed if b"native_worker" in Path(f"/proc/{each}/cmdline").read_bytes()]


@pytest.mark.parametrize("level", [Level.LANDLOCK, Level.NONE], ids=str)
async def test_where_there_is_no_box_full_python_is_refused(level: Level, tmp_path: Path) -> None:
    """TL-10: no weaker walls are taken instead; the message says what is missing."""
    box = SourceBox(ModuleStore(tmp_path), ambient().clock, walls=lambda: level)
    with pytest.raises(Unavailable) as refused:
        await box.run(asked("def run():\n    return 1\n"))
    assert (refused.value.problem.code, "bubblewrap" in str(refused.value)) == ("no_box", True)
