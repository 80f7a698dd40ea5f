"""Hostile source in full Python inside WebAssembly: it reaches nothing, and ends within its limits (TL-10)."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.sandbox.box.levels import until
from tests.security.full_python import CHANCE, ENDS, FORGED, LEFT, LIBRARY, REACHES
from tests.wasm_python import GROUP, BuiltAtOnce, box_in, needs_wasm_python

from aule.ambient import ambient
from aule.contracts.access.sandbox import Level
from aule.contracts.errors import Cancelled, Unavailable
from aule.sandbox.source.calls import CallAnswer, SourceCall, WishedCall
from aule.sandbox.source.source_box import SourceBox
from aule.sandbox.wasm.modules import ModuleStore

pytestmark = [needs_wasm_python, pytest.mark.xdist_group(GROUP)]

MORE_REACHES = {
    "foreign functions": "import ctypes\ndef run(secret):\n    return ctypes.CDLL(None)\n",
    "a listing": "import os\ndef run(secret):\n    return os.listdir('/')\n",
    "a variable of the environment": "import os\ndef run(secret):\n    return os.environ['HOME']\n",
    "the web": (
        "import urllib.request\ndef run(secret):\n    return urllib.request.urlopen('http://127.0.0.1').read().decode()\n"
    ),
    "our own code": "import aule\ndef run(secret):\n    return 1\n",
    "functions of the host": (
        "import componentize_py_runtime as host\ndef run(secret):\n    return host.call_import(0, [secret], 1)\n"
    ),
    "its memory by an address": (
        "import array\ndef run(secret):\n    at = array.array('B', [1]).buffer_info()[0]\n"
        "    return memoryview(b'x').cast('B')[at]\n"
    ),
}
"""What else source inside WebAssembly may try."""
MORE_ENDS = {
    "recursion without a limit": (
        "import sys\ndef run():\n    sys.setrecursionlimit(10 ** 8)\n    return run()\n",
        ("crashed", "error", "memory", "time"),
    ),
    "a pattern that never ends": ("import re\ndef run():\n    return re.match('(a+)+$', 'a' * 60 + 'b')\n", ("time",)),
    "a number without end": ("def run():\n    return len(str(9 ** 9 ** 9))\n", ("time", "memory", "error")),
    "a sleep": ("import time\ndef run():\n    time.sleep(3600)\n    return 1\n", ("done",)),
    "waiting for input": ("def run():\n    return input()\n", ("error",)),
    "nested source": ("x = " + "[" * 5_000 + "]" * 5_000 + "\ndef run():\n    return 1\n", ("syntax", "crashed")),
    "a crash": (
        "import componentize_py_runtime as host\ndef run():\n    return host.call_import(10 ** 6, [], 7)\n",
        ("crashed", "error"),
    ),
}
"""What else it may do to take too much; a sleep takes no time."""
ENDED = {name: each for name, each in ENDS.items() if "ctypes" not in each[0]} | MORE_ENDS
SPOILS = """
import builtins, json, sys
json.spoiled = builtins.spoiled = "secret"
sys.modules["spoiled"] = json
json.dumps = lambda *given, **more: '{"kind": "done", "result": "spoiled"}'
left = "secret"


def run():
    return 1
"""
SEES = """
import builtins, json, sys


def run():
    kept = [hasattr(json, "spoiled"), hasattr(builtins, "spoiled"), "spoiled" in sys.modules, "left" in globals()]
    return [*kept, json.dumps([1])]
"""


@pytest.fixture
async def box(machine_code: Path) -> Any:
    """A source box for which the component was built."""
    made = box_in(machine_code)
    yield made
    await made.close()


def asked(source: str, params: dict[str, Any] | None = None, seconds: float = 2, **more: Any) -> SourceCall:
    """Return a call of full Python in WebAssembly with small limits."""
    return SourceCall(source, params or {}, seconds, 64 * 1024 * 1024, 8_192, runtime="wasm_python", **more)


async def test_full_python_in_wasm_reaches_nothing_it_was_not_given(box: SourceBox, tmp_path: Path) -> None:
    """TL-10: no files of anybody, no network, no programs, no functions of the machine, nothing to write to."""
    secret = tmp_path / "secret"
    secret.write_text("secret")
    through: dict[str, Any] = {}
    for attack, source in {**REACHES, **MORE_REACHES}.items():
        answer = await box.run(asked(source, {"secret": str(secret)}))
        if answer.outcome not in ("error", "crashed") or answer.result is not None:
            through[attack] = answer
    assert through == {}
    assert LEFT.name not in os.listdir(LEFT.parent)
    assert (await box.run(asked("import os\ndef run():\n    return dict(os.environ)\n"))).result == {}


@pytest.mark.parametrize("attack", ENDED)
async def test_full_python_in_wasm_ends_within_its_limits(box: SourceBox, attack: str) -> None:
    """TL-10: loops, bombs and floods cost their own call; the next one works."""
    source, wanted = ENDED[attack]
    async with asyncio.timeout(30):
        answer = await box.run(asked(source))
    assert answer.outcome in wanted, answer
    assert (await box.run(asked("def run():\n    return 1\n"))).result == 1


async def test_nothing_full_python_in_wasm_tells_is_believed_unseen(box: SourceBox) -> None:
    """TL-10: it may write in place of what runs it; what it says is held to the same contract."""
    believed: dict[str, Any] = {}
    for name, line in FORGED.items():
        source = f"import os\ndef run():\n    os.write(1, {line.encode()!r} + b'\\n')\n    os._exit(0)\n"
        answer = await box.run(asked(source))
        if answer.outcome not in ("crashed", "output", "result") or answer.result or answer.wished:
            believed[name] = answer
    assert believed == {}


async def test_one_call_leaves_nothing_for_the_next(box: SourceBox) -> None:
    """TL-10: each call has an instance of its own; what one does to modules, builtins and chance is gone with it."""
    assert (await box.run(asked(SPOILS))).outcome == "done"
    assert (await box.run(asked(SEES))).result == [False, False, False, False, "[1]"]


async def test_full_python_in_wasm_has_the_language_and_its_library(box: SourceBox) -> None:
    """TL-10: inheritance, generators, and modules of the library down to those inside packages."""
    answer = await box.run(asked(LIBRARY))
    assert (answer.outcome, answer.result) == ("done", {"mean": 8, "ours": False}), answer
    assert answer.printed == "said aloud\n"
    inner = "import sqlite3, email.mime.text, xml.etree.ElementTree, encodings.cp1252, zipfile, hashlib\n"
    found = await box.run(
        asked(f"{inner}def run():\n    return hashlib.sha256('ã'.encode('cp1252')).hexdigest()[:4]\n")
    )
    assert found.outcome == "done", found


async def test_a_mistake_tells_its_line(box: SourceBox) -> None:
    """TL-10: as in the other runtimes: the words of the error and the line of the source."""
    answer = await box.run(asked("def run():\n    one = 1\n    return one / 0\n"))
    assert (answer.outcome, answer.message, answer.line) == ("error", "ZeroDivisionError: division by zero", 3)


async def test_clock_and_chance_stand_still_in_tests(box: SourceBox) -> None:
    """TL-10: two runs of one test give the same, whatever asks for them, and two calls do not."""
    one, other = [await box.run(asked(CHANCE, is_fixed=True)) for _ in range(2)]
    free = await box.run(asked(CHANCE))
    moved = await box.run(asked(CHANCE, is_fixed=True, moment="2027-03-01T00:00:00+00:00", seed="another"))
    assert one.result == other.result and one.result[1] == "2026-01-15 12:00:00"
    assert len({each.result[0] for each in (one, free, moved)}) == 3
    assert moved.result[1] == "2027-03-01 00:00:00"


async def test_a_call_it_wishes_for_ends_it_and_it_is_run_again_with_the_answer(box: SourceBox) -> None:
    """TL-11: no `except` holds the end; run again with another answer it may not go another way."""
    source = (
        "def run():\n    try:\n        return call('core.now', {'zone': 'UTC'})['text']\n"
        "    except BaseException:\n        return 'held'\n"
    )
    wished = WishedCall("core.now", {"zone": "UTC"})
    first = await box.run(asked(source, may_call=True))
    assert (first.outcome, first.wished) == ("call", wished)
    again = await box.run(asked(source, may_call=True, answers=(CallAnswer(wished, {"text": "noon"}),)))
    assert (again.outcome, again.result) == ("done", "noon")
    other = WishedCall("core.now", {})
    assert (await box.run(asked(source, may_call=True, answers=(CallAnswer(other, 1),)))).outcome == "replay"


async def test_a_running_call_is_ended_by_its_tag_and_its_child_with_it(box: SourceBox) -> None:
    """TL-10: revoking a tool ends what runs of it at once; no child of it is left."""
    endless = asked("def run():\n    while True:\n        pass\n", seconds=10)
    running = asyncio.create_task(box.run(endless, "endless"))
    await until(lambda: bool(children()))
    box.stop("endless")
    async with asyncio.timeout(5):
        with pytest.raises(Cancelled):
            await running
    await until(lambda: not children())


@pytest.mark.slow
async def test_two_systems_that_build_at_once_do_not_disturb_each_other(built_at_once: BuiltAtOnce) -> None:
    """TL-10: the code is put in its place whole; whoever comes second has the same, which only the owner can read."""
    folder, told = built_at_once.folder, list(built_at_once.told)
    (kept,) = folder.iterdir()
    assert (oct(folder.stat().st_mode)[-3:], oct(kept.stat().st_mode)[-3:]) == ("700", "600")
    another = box_in(folder)
    await another.prepare("wasm_python", lambda: told.append("building a third time"))
    assert told == ["building", "building"]
    assert (await another.run(asked("def run():\n    return 1\n"))).result == 1
    await another.close()


async def test_where_there_are_no_walls_full_python_in_wasm_is_refused(machine_code: Path) -> None:
    """TL-10: WebAssembly alone is no reason to leave the other walls away."""
    box = SourceBox(ModuleStore(machine_code), ambient().clock, walls=lambda: Level.NONE)
    with pytest.raises(Unavailable) as refused:
        await box.run(asked("def run():\n    return 1\n"))
    assert refused.value.problem.code == "no_walls"


async def test_without_the_compiler_the_message_says_how_it_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """TL-10: nothing is built, and nothing is kept."""
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    box = box_in(tmp_path / "modules")
    with pytest.raises(Unavailable) as refused:
        await box.prepare("wasm_python", lambda: None)
    assert refused.value.problem.code == "wasm_python_missing"
    assert 'pip install "aule[wasm-python]"' in str(refused.value.problem.hint)
    assert not (tmp_path / "modules").exists()


def children() -> list[int]:
    """Return the children of this process that run modules."""
    listed = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()
    return [int(each) for each in listed if b"wasm.worker" in Path(f"/proc/{each}/cmdline").read_bytes()]
