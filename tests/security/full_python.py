"""Source for full Python that attacks or takes too much, and what may come of it, wherever full Python runs (TL-10)."""

from __future__ import annotations

from pathlib import Path

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
    "a memory bomb": ("def run():\n    return len(bytearray(1 << 30))\n", ("memory",)),
    "a growing list": ("def run():\n    kept = []\n    while True:\n        kept.append('x' * 1000000)\n", ("memory",)),
    "a large result": ("def run():\n    return 'x' * 100000\n", ("output",)),
    "a printing flood": ("def run():\n    while True:\n        print('x' * 1000)\n", ("output",)),
    "a flood past Python": (
        "import os\ndef run():\n    while True:\n        os.write(1, b'x' * 65536)\n",
        ("crashed", "time", "output"),
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

LIBRARY = """
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
"""Inheritance, generators and modules that the small interpreter lacks."""

CHANCE = """
import datetime, random, time, uuid


def run():
    return [random.random(), str(datetime.datetime.now()), str(datetime.date.today()), time.time(), str(uuid.uuid4())]
"""
"""Tells what time it is and what chance gives."""
