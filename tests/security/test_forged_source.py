"""Hostile source of tools made here: it ends within its limits and reaches nothing (TL-10)."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest
from tests.sandbox.box.levels import until
from tests.wasm_python import box_in

from aule.sandbox.source.calls import SourceCall
from aule.sandbox.source.source_box import SourceBox

LEFT = Path("/tmp/left-by-a-tool")
NESTED = "x = " + "[" * 5_000 + "]" * 5_000 + "\ndef run():\n    return 1\n"

ENDED = {
    "an endless loop": ("def run():\n    while True:\n        pass\n", "time"),
    "an endless loop while it is read": ("while True:\n    pass\ndef run():\n    return 1\n", "time"),
    "a loop that swallows its end": (
        "def run():\n    while True:\n        try:\n            while True:\n                pass\n"
        "        except BaseException:\n            pass\n",
        "time",
    ),
    "a memory bomb": ("def run():\n    kept = []\n    while True:\n        kept.append('x' * 1000000)\n", "memory"),
    "a bomb in one step": ("def run():\n    return len('x' * (1 << 40))\n", "memory"),
    "a doubling bomb": ("def run():\n    text = 'ha'\n    while True:\n        text = text + text\n", "memory"),
    "a number without end": ("def run():\n    return len(str(9 ** 9 ** 9))\n", ("memory", "time", "error")),
    "a shift without end": ("def run():\n    return 1 << (1 << 60)\n", ("memory", "error")),
    "an output flood": ("def run():\n    return ['x' * 100] * 10000\n", "output"),
    "a printing flood": ("def run():\n    while True:\n        print('x' * 1000)\n", ("output", "time")),
    "deep recursion": ("def run():\n    return run()\n", "error"),
    "mutual recursion": ("def a():\n    return run()\ndef run():\n    return a()\n", "error"),
    "a result that nests too deep": (
        "def run():\n    made = []\n    for _ in range(100):\n        made = [made]\n    return made\n",
        "result",
    ),
    "source that nests too deep": (NESTED, ("syntax", "error", "crashed", "memory")),
    "a result that is no data": ("def run():\n    return {1, 2}\n", "result"),
    "keys that are no texts": ("def run():\n    return {1: 2}\n", "result"),
    "not a number": ("def run():\n    return float('nan')\n", "result"),
    "a number JSON would round": ("def run():\n    return 2 ** 70\n", "result"),
    "a pattern that never ends": (
        "import re\ndef run():\n    while True:\n        re.match('(a+)+$', 'a' * 5000 + 'b')\n",
        "time",
    ),
}
"""Source that takes too much or gives what is no data, and what ends it."""

REFUSED = {
    "reading a file": "def run():\n    return open('/etc/passwd').read()\n",
    "writing a file": f"def run():\n    open('{LEFT}', 'w').write('x')\n    return 1\n",
    "a path": "from pathlib import Path\ndef run():\n    return Path('/etc/hostname').read_text()\n",
    "the environment": "import os\ndef run():\n    return dict(os.environ)\n",
    "a variable of the environment": "import os\ndef run():\n    return os.getenv('HOME')['x']\n",
    "a listing": "import os\ndef run():\n    return os.listdir('/')\n",
    "a command": "import os\ndef run():\n    return os.system('id')\n",
    "a program": "import subprocess\ndef run():\n    return subprocess.run(['id'])\n",
    "a socket": "import socket\ndef run():\n    return socket.socket()\n",
    "the web": "import urllib.request\ndef run():\n    return urllib.request.urlopen('http://127.0.0.1').read()\n",
    "foreign functions": "import ctypes\ndef run():\n    return ctypes.CDLL(None)\n",
    "our own code": "import aule\ndef run():\n    return aule.__file__\n",
    "the interpreter around it": "import pydantic_monty\ndef run():\n    return 1\n",
    "an import by name": "def run():\n    return __import__('os').getcwd()\n",
    "an import inside eval": "def run():\n    return eval(\"__import__('os').getcwd()\")\n",
    "builtins": "def run():\n    return __builtins__['open']\n",
    "the classes above": "def run():\n    return ().__class__.__bases__[0].__subclasses__()\n",
    "the classes above, by getattr": "def run():\n    return getattr(getattr((), '__class__'), '__mro__')\n",
    "globals of a function": "def helper():\n    pass\ndef run():\n    return helper.__globals__\n",
    "code of a function": "def helper():\n    pass\ndef run():\n    return helper.__code__.co_consts\n",
    "frames of an error": (
        "def run():\n    try:\n        1 / 0\n    except ZeroDivisionError as error:\n"
        "        return error.__traceback__.tb_frame.f_globals\n"
    ),
    "a format string": "def run():\n    return '{0.__class__.__mro__}'.format(1)\n",
    "another tool": "def run():\n    return tool.text_to_base64(text='a')\n",
    "the next call's parameters": "def run():\n    return __given_before\n",
}
"""Source that reaches for what it was not given."""


@pytest.fixture
async def box(tmp_path: Path) -> Any:
    """A source box."""
    made = box_in(tmp_path / "modules")
    yield made
    await made.close()


def workers() -> list[int]:
    """Return the workers this process has started."""
    children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()
    return [int(each) for each in children if b"sandbox.source.worker" in Path(f"/proc/{each}/cmdline").read_bytes()]


def asked(source: str) -> SourceCall:
    """Return a call of source with small limits."""
    return SourceCall(source, {}, 0.5, 32 * 1024 * 1024, 8_192)


@pytest.mark.parametrize("attack", ENDED)
async def test_source_that_takes_too_much_costs_one_call(box: SourceBox, attack: str) -> None:
    """TL-10: loops, bombs, floods and depths end within their limits, and the next call works."""
    source, wanted = ENDED[attack]
    async with asyncio.timeout(15):
        answer = await box.run(asked(source))
    assert answer.outcome in (wanted if isinstance(wanted, tuple) else (wanted,)), answer
    assert answer.result is None
    after = await box.run(asked("def run():\n    return 1\n"))
    assert (after.outcome, after.result) == ("done", 1)


@pytest.mark.parametrize("attack", REFUSED)
async def test_source_reaches_nothing_it_was_not_given(box: SourceBox, attack: str) -> None:
    """TL-10: no files, no environment, no programs, no network, no way up through objects."""
    answer = await box.run(asked(REFUSED[attack]))
    assert answer.outcome in ("error", "syntax"), answer
    assert answer.result is None
    assert LEFT.name not in os.listdir(LEFT.parent)


async def test_sleeping_is_no_way_to_stay(box: SourceBox) -> None:
    """TL-10: a sleep takes no time, and a thousand of them end."""
    source = "import time\ndef run():\n    for _ in range(100000):\n        time.sleep(60)\n    return 1\n"
    async with asyncio.timeout(10):
        answer = await box.run(asked(source))
    assert (answer.outcome, answer.result) == ("done", 1)


async def test_what_cannot_be_told_as_data_comes_out_as_harmless_text(box: SourceBox) -> None:
    """TL-10: a list that holds itself and half a character neither crash nor leave the box as they are."""
    itself = await box.run(asked("def run():\n    made = []\n    made.append(made)\n    return made\n"))
    half = await box.run(asked("def run():\n    return '\\ud800'\n"))
    assert (itself.result, half.result) == (["[...]"], "\ufffd")


async def test_one_call_leaves_nothing_for_the_next(box: SourceBox) -> None:
    """TL-10: names, modules and chance of a call are gone with it."""
    await box.run(asked("import json\njson.spoiled = 1\nleft = 'secret'\ndef run():\n    return 1\n"))
    after = await box.run(asked("def run():\n    return left\n"))
    assert (after.outcome, "left" in after.message) == ("error", True)


async def test_a_worker_that_is_killed_costs_its_call_and_nothing_else(box: SourceBox) -> None:
    """TL-10: kill -9 of the worker while a call runs; the call is told, the next one runs."""
    assert (await box.run(asked("def run():\n    return 1\n"))).result == 1
    endless = SourceCall("def run():\n    while True:\n        pass\n", {}, 10, 2**25, 99)
    running = asyncio.create_task(box.run(endless, "endless"))
    await until(lambda: box.is_running("endless"))
    for worker in workers():
        os.kill(worker, 9)
    async with asyncio.timeout(5):
        assert (await running).outcome == "crashed"
    assert (await box.run(asked("def run():\n    return 1\n"))).result == 1
