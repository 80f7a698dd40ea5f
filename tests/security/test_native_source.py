"""Hostile source in full Python: its walls are those of the box, and nothing it tells is believed (TL-10)."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest
from tests.sandbox.box.levels import until

from aule.contracts.access.sandbox import Level
from aule.contracts.errors import Unavailable
from aule.sandbox.limited.child import limited_level
from aule.sandbox.source.source_box import SourceAnswer, SourceBox, SourceCall

pytestmark = pytest.mark.skipif(limited_level() is not Level.BUBBLEWRAP, reason="needs bubblewrap")

LEFT = Path("/tmp/left-by-full-python")
_LIBC = "import ctypes, os\nlibc = ctypes.CDLL(None, use_errno=True)\n"

REACHES = {
    "a file of the home": "def run(secret):\n    return open(secret).read()\n",
    "a file past Python": f"{_LIBC}def run(secret):\n    return libc.open(secret.encode(), 0)\n",
    "a password file": "def run(secret):\n    return open('/etc/shadow').read()\n",
    "writing": f"def run(secret):\n    return open('{LEFT}', 'w').write('x')\n",
    "writing past Python": f"{_LIBC}def run(secret):\n    return libc.open(b'{LEFT}', 65, 0o600)\n",
    "writing beside its code": "import os\ndef run(secret):\n    return open(os.__file__, 'a').write('x')\n",
    "a socket": "import socket\ndef run(secret):\n    return str(socket.socket())\n",
    "a socket past Python": f"{_LIBC}def run(secret):\n    return libc.socket(2, 1, 0)\n",
    "a socket of files": f"{_LIBC}def run(secret):\n    return libc.socket(1, 1, 0)\n",
    "a program": "import subprocess\ndef run(secret):\n    return subprocess.run(['id']).returncode\n",
    "a shell": "import os\ndef run(secret):\n    return os.system('id')\n",
    "a debugger": f"{_LIBC}def run(secret):\n    return libc.ptrace(16, 1, 0, 0)\n",
    "a mount": f"{_LIBC}def run(secret):\n    return libc.mount(b'none', b'/mnt', b'tmpfs', 0, None)\n",
}
"""Source that reaches for what it was not given."""

ENDS = {
    "an endless loop": ("def run():\n    while True:\n        pass\n", ("time", "crashed")),
    "a loop that swallows its end": (
        "def run():\n    while True:\n        try:\n            while True:\n                pass\n"
        "        except BaseException:\n            pass\n",
        ("time", "crashed"),
    ),
    "a sleep": (f"{_LIBC}def run():\n    libc.sleep(60)\n    return 1\n", ("time",)),
    "a memory bomb": ("def run():\n    return len(bytearray(1 << 33))\n", ("memory",)),
    "a growing list": ("def run():\n    kept = []\n    while True:\n        kept.append('x' * 1000000)\n", ("memory",)),
    "a large result": ("def run():\n    return 'x' * 100000\n", ("output",)),
    "a printing flood": ("def run():\n    while True:\n        print('x' * 1000)\n", ("output",)),
    "a flood past Python": (
        "import os\ndef run():\n    while True:\n        os.write(1, b'x' * 65536)\n",
        ("crashed", "time"),
    ),
    "its own end": ("import os\ndef run():\n    os._exit(0)\n", ("crashed",)),
    "the end of a program": ("import sys\ndef run():\n    sys.exit(3)\n", ("error",)),
    "a signal to itself": ("import os\ndef run():\n    os.kill(os.getpid(), 9)\n", ("crashed", "error")),
    "a crash": ("import ctypes\ndef run():\n    return ctypes.string_at(0)\n", ("crashed", "error")),
    "deep recursion": ("def run():\n    return run()\n", ("error",)),
    "not a number": ("def run():\n    return float('nan')\n", ("result",)),
    "an object": ("def run():\n    return object()\n", ("result",)),
    "no Python": ("def run(:\n", ("syntax",)),
    "threads": (
        "import threading\ndef spin():\n    while True:\n        pass\ndef run():\n"
        "    for _ in range(20):\n        threading.Thread(target=spin).start()\n    return 1\n",
        ("done", "error", "time"),
    ),
}
"""Source that takes too much or ends in its own way, and what may come of it."""

FORGED = {
    "a result that is too large": '{"kind": "done", "result": "' + "x" * 9_000 + '"}',
    "a result that is no number": '{"kind": "done", "result": NaN}',
    "an unknown outcome": '{"kind": "approved", "result": 1}',
    "a call of nothing": '{"kind": "call", "name": 7, "params": {}}',
    "a call with a list": '{"kind": "call", "name": "core.now", "params": [1]}',
    "no object": "[1, 2]",
    "nesting": "[" * 20_000,
    "a line that is a text": '{"kind": "error", "message": 5, "line": "x"}',
    "nothing": "",
}
"""Lines that source writes in place of its worker."""


@pytest.fixture
async def box() -> Any:
    """A source box."""
    made = SourceBox()
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
    source = """
import statistics
from dataclasses import dataclass


@dataclass
class Mark:
    value: float


class Exam(Mark):
    pass


def marks():
    yield from (Exam(value) for value in (7, 8, 9))


def run():
    print("said aloud")
    return {"mean": statistics.mean(each.value for each in marks()), "ours": "aule" in __import__("sys").modules}
"""
    answer = await box.run(asked(source))
    assert (answer.outcome, answer.result) == ("done", {"mean": 8, "ours": False}), answer
    assert answer.printed == "said aloud\n"


async def test_clock_and_chance_stand_still_in_tests(box: SourceBox) -> None:
    """TL-10: two runs of one test give the same, and two calls do not."""
    source = """
import datetime, random, time, uuid


def run():
    return [random.random(), str(datetime.datetime.now()), str(datetime.date.today()), time.time(), str(uuid.uuid4())]
"""
    one, other = [await box.run(asked(source, is_fixed=True)) for _ in range(2)]
    free: SourceAnswer = await box.run(asked(source))
    assert one.result == other.result and one.result[1] == "2026-01-15 12:00:00"
    assert free.result[0] != one.result[0]


def children() -> list[int]:
    """Return the native workers this process has started."""
    listed = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()
    return [int(each) for each in listed if b"native_worker" in Path(f"/proc/{each}/cmdline").read_bytes()]


@pytest.mark.parametrize("level", [Level.LANDLOCK, Level.NONE], ids=str)
async def test_where_there_is_no_box_full_python_is_refused(level: Level) -> None:
    """TL-10: no weaker walls are taken instead; the message says what is missing."""
    with pytest.raises(Unavailable) as refused:
        await SourceBox(walls=lambda: level).run(asked("def run():\n    return 1\n"))
    assert (refused.value.problem.code, "bubblewrap" in str(refused.value)) == ("no_box", True)
