"""Terminal injection: a command run from a terminal types nothing into it (S13)."""

from __future__ import annotations

import os
import pty
import select
import sys
import tempfile
import time
from pathlib import Path

import pytest
from tests.sandbox.box.levels import LEVELS, needs

from aule.contracts.access.sandbox import Level

_SHELL = """
import asyncio, fcntl, os, select, struct, sys, termios
from pathlib import Path
from aule.sandbox.box import BoxCommand, Level, Space, run
from aule.sandbox.box.spaces import NOBODY

level, work = Level(sys.argv[1]), Path(sys.argv[2])
if os.geteuid() == 0 and level is Level.LANDLOCK:
    os.chown(work, NOBODY, NOBODY)
(work / "type.py").write_text('''
import fcntl, os, termios
for place in (0, 1, 2, "/dev/tty", "/dev/console", "/proc/self/fd/0", "/dev/pts/0"):
    try:
        handle = place if isinstance(place, int) else os.open(place, os.O_RDWR)
        for letter in b"id\\\\n":
            fcntl.ioctl(handle, termios.TIOCSTI, bytes([letter]))
        print("typed at", place)
    except OSError as error:
        print("no", place, error.errno)
''')
out = asyncio.run(run(BoxCommand("/usr/bin/python3 type.py", Space(work, home=work)), level))
waiting = struct.unpack("i", fcntl.ioctl(0, termios.FIONREAD, b"0000"))[0]
print("ENDED", "typed at" in out.stdout.text, waiting, out.stdout.text.count("no "), flush=True)
"""


@pytest.mark.parametrize("level", LEVELS, ids=str)
def test_a_command_types_nothing_into_the_terminal_it_was_run_from(level: Level) -> None:
    needs(level)
    if not Path("/usr/bin/python3").exists():
        pytest.skip("the box has no Python to attack with")
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        (Path(folder) / "work").mkdir()
        pid, terminal = pty.fork()
        if pid == 0:
            os.execv(sys.executable, [sys.executable, "-c", _SHELL, level.value, str(Path(folder) / "work")])
        said = _heard(terminal, 30)
        os.waitpid(pid, 0)
        os.close(terminal)
    assert "ENDED False 0 7" in said, said


def _heard(terminal: int, seconds: float) -> str:
    said, deadline = "", time.monotonic() + seconds
    while "ENDED" not in said or "\n" not in said.partition("ENDED")[2]:
        ready, _, _ = select.select([terminal], [], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            break
        try:
            said += os.read(terminal, 4096).decode("utf-8", "replace")
        except OSError:
            break
    return said
