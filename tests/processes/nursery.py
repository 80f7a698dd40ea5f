"""Processes of the program that need not load it first: each a real one, forked from one that has everything loaded.

Starting an interpreter and importing the program takes more than a second; the tests start it hundreds of times.
"""

from __future__ import annotations

import atexit
import io
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0
"""Seconds after which a process that was to end has failed."""


class Process:
    """A process that was forked off, with the few moves of `subprocess.Popen` that tests make."""

    stdout: IO[str]
    """What it says."""

    def __init__(self, report: int) -> None:
        self.stdout = io.StringIO()  # until somebody listens
        self._report = os.fdopen(report, "rb", buffering=0)
        self._told = b""
        self.returncode: int | None = None
        assert self._hears(PATIENCE, lines=1), "no process began"
        self.pid = int(self._told.split(b"\n")[0])

    def poll(self) -> int | None:
        """How it ended; none while it lives."""
        return self._ended(0)

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended, and tell how: the code it left with, or minus the signal that ended it."""
        code = self._ended(timeout)
        if code is None:
            raise subprocess.TimeoutExpired(str(self.pid), timeout or 0)
        return code

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it lives."""
        if self.poll() is None:
            with suppress(ProcessLookupError):  # it was buried already, and that is still on its way to us
                os.kill(self.pid, number)

    def kill(self) -> None:
        """End it as a power cut does."""
        self.send_signal(signal.SIGKILL)

    def end(self) -> None:
        """End it, if it lives, and let go of it."""
        self.kill()
        self.wait(PATIENCE)
        self.stdout.close()

    def _ended(self, timeout: float | None) -> int | None:
        if self.returncode is None and self._hears(timeout, lines=2):
            self.returncode = int(self._told.split(b"\n")[1])
            self._report.close()
        return self.returncode

    def _hears(self, timeout: float | None, *, lines: int) -> bool:
        """Whether so much was told of it, after as long as it takes or is given."""
        while self._told.count(b"\n") < lines:
            if not select.select([self._report], [], [], timeout)[0]:
                return False
            heard = self._report.read(64)
            assert heard, "the process they are forked from is gone"
            self._told += heard
        return True


@dataclass(frozen=True)
class Ended:
    """How a process ended and what it said."""

    code: int
    out: str
    err: str


class Nursery:
    """Where they come from."""

    def __init__(self) -> None:
        self._door, theirs = socket.socketpair()
        self._lock = threading.Lock()
        with theirs:
            command = [sys.executable, "-m", "tests.processes.cradle", str(theirs.fileno())]
            alone = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}  # only a process without threads can fork
            self._cradle = subprocess.Popen(
                command, cwd=ROOT, env=alone, stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()]
            )

    def close(self) -> None:
        """Fork no more; those that live go on."""
        self._door.close()
        self._cradle.wait(PATIENCE)

    def start(
        self,
        *words: str,
        module: str = "aule",
        env: Mapping[str, str] | None = None,
        cwd: Path = ROOT,
        stderr: IO[Any] | None = None,
    ) -> Process:
        """Start the program, or another module, with words behind its name; its output can be read."""
        reading, writing = os.pipe()
        with os.fdopen(writing, "wb") as out, open(os.devnull, "rb") as nothing:
            streams = (nothing.fileno(), out.fileno(), 2 if stderr is None else stderr.fileno())
            process = self._fork({"words": words, "module": module, "env": env, "cwd": cwd}, streams)
        process.stdout = os.fdopen(reading, encoding="utf-8")
        return process

    def start_on(self, terminal: int, *words: str, env: Mapping[str, str]) -> Process:
        """Start the program on a terminal."""
        return self._fork({"words": words, "module": "aule", "env": env, "cwd": ROOT}, (terminal,) * 3)

    def run(
        self,
        *words: str,
        module: str = "aule",
        env: Mapping[str, str] | None = None,
        cwd: Path = ROOT,
        stdin: str = "",
        timeout: float = PATIENCE,
    ) -> Ended:
        """Run the program, or another module, to its end."""
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            given.write(stdin.encode())
            given.seek(0)
            streams = (given.fileno(), out.fileno(), err.fileno())
            process = self._fork({"words": words, "module": module, "env": env, "cwd": cwd}, streams)
            try:
                code = process.wait(timeout)
            except subprocess.TimeoutExpired:
                process.kill()
                raise
            out.seek(0)
            err.seek(0)
            return Ended(code, out.read().decode(), err.read().decode())

    def _fork(self, what: dict[str, Any], streams: tuple[int, int, int]) -> Process:
        env = dict(os.environ if what["env"] is None else what["env"])
        message = json.dumps({**what, "env": env, "cwd": str(what["cwd"])}).encode() + b"\n"
        reading, writing = os.pipe()
        with os.fdopen(writing, "wb") as report, self._lock:
            sent = socket.send_fds(self._door, [message], [*streams, report.fileno()])
            self._door.sendall(message[sent:])
            return Process(reading)


@cache
def nursery() -> Nursery:
    """The one nursery of this process, made when it is first needed."""
    made = Nursery()
    atexit.register(made.close)
    return made
