"""A process that has the program loaded and waits: each request forks it, and the fork becomes what was asked for.

Run as `python -m tests.processes.cradle FD`, where FD is a socket. A request is JSON with four file descriptors: the
three streams of the new process, and a pipe that is told its id at once and its exit status in the end.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import importlib
import io
import json
import os
import pkgutil
import runpy
import select
import signal
import socket
import sys
import threading
from dataclasses import dataclass, field
from typing import Any, NoReturn

from pydantic import BaseModel

import aule
from aule.boot.system import installed_apps
from aule.models.local import embeddings
from aule.understanding.mask import mask

PIECE = 1 << 16
LATE = (
    *("cryptography.hazmat.primitives.ciphers.aead", "sqlalchemy.dialects.sqlite.aiosqlite", "websockets"),
    *("anyio._backends._asyncio", "concurrent.futures.thread", "rich.markdown"),
)
"""What the program loads only when it needs it."""


def load() -> None:
    """Import everything the program consists of; apps as a whole first, as their parts register in order."""
    recipes = [recipe for app in installed_apps() for recipe in app.recipes]
    names = [each.name for each in pkgutil.walk_packages(aule.__path__, "aule.")]
    for name in (*names, *LATE):
        if ".migrations" not in name and not name.endswith("__main__"):
            with contextlib.suppress(ImportError):  # an extra that is not installed
                importlib.import_module(name)
    sentences = [mask(each) for recipe in recipes for said in recipe.examples.values() for each in said]
    embeddings._examples(sentences)  # pyright: ignore[reportPrivateUsage]
    embeddings._load()  # pyright: ignore[reportPrivateUsage]  # a second for each that would have to understand words
    complete(BaseModel)
    assert threading.active_count() == 1, "a process with threads must not fork"
    gc.collect()
    gc.freeze()  # what is loaded is never looked at again, so that forks go on sharing its memory


def complete(model: type[BaseModel]) -> None:
    """Make the schemas of all models, which each process would otherwise make of those it reads."""
    for each in model.__subclasses__():
        if each.__module__.startswith("aule."):
            each.model_rebuild()
        complete(each)


@dataclass
class Cradle:
    """Forks on request, and tells how those it forked have ended."""

    requests: socket.socket
    born: dict[int, int] = field(default_factory=dict[int, int])
    """The pipe of each process that lives."""

    def wait_for_one_to_become(self) -> dict[str, Any]:
        """Serve requests for as long as anybody is there to make them; returns in the fork, with what it is to be."""
        heard, telling = os.pipe()
        os.set_blocking(telling, False)
        signal.set_wakeup_fd(telling)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        while True:
            ready, _, _ = select.select([self.requests, heard], [], [])
            if heard in ready:
                os.read(heard, 4096)
                self._bury()
            if self.requests in ready:
                message, streams, _, _ = socket.recv_fds(self.requests, PIECE, 4)
                if not message:
                    sys.exit()  # nobody is there any more
                while not message.endswith(b"\n"):
                    message += self.requests.recv(PIECE)
                if (pid := os.fork()) == 0:
                    signal.set_wakeup_fd(-1)
                    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                    for each in (heard, telling, *self.born.values(), streams.pop()):
                        os.close(each)
                    self.requests.close()
                    _take(streams)
                    return json.loads(message)
                self._register(pid, streams)

    def _register(self, pid: int, streams: list[int]) -> None:
        *own, report = streams
        for each in own:
            os.close(each)
        self.born[pid] = report
        _tell(report, pid)

    def _bury(self) -> None:
        while self.born:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                return
            report = self.born.pop(pid)
            _tell(report, os.waitstatus_to_exitcode(status))
            os.close(report)


def _tell(report: int, number: int) -> None:
    with contextlib.suppress(BrokenPipeError):  # whoever asked for it has gone
        os.write(report, f"{number}\n".encode())


def _take(streams: list[int]) -> None:
    for place, stream in enumerate(streams):
        os.dup2(stream, place)
        os.close(stream)


def become(what: dict[str, Any]) -> None:
    """Be the process that was asked for, with its words, its environment and its streams."""
    os.environ.clear()
    os.environ.update(what["env"])
    os.chdir(what["cwd"])
    unbuffered = bool(os.environ.get("PYTHONUNBUFFERED"))
    sys.stdin = _text(0, "rb", sys.__stdin__)
    sys.stdout = _text(1, "wb", sys.__stdout__, unbuffered=unbuffered)
    sys.stderr = _text(2, "wb", sys.__stderr__, unbuffered=True)
    sys.argv = [what["module"], *what["words"]]
    if what["module"] == "aule":
        from aule.cli.main import run

        sys.exit(run())
    sys.modules.pop(what["module"], None)  # it is to run, whether it was loaded or not
    runpy.run_module(what["module"], run_name="__main__", alter_sys=True)


def leave(code: int) -> NoReturn:
    """End as an interpreter does, but for taking apart what was loaded: a fork would have to copy all of it first."""
    threading._shutdown()  # type: ignore[attr-defined]  # waits for its threads
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        sys.exit(code)  # nobody listens any more, and the interpreter has its own words for that
    os._exit(code)


def _text(number: int, mode: str, like: Any, *, unbuffered: bool = False) -> Any:
    binary: Any = open(number, mode, buffering=0 if unbuffered else -1, closefd=False)  # noqa: SIM115 - a standard stream
    return io.TextIOWrapper(
        binary,
        encoding=like.encoding,
        errors=like.errors,
        line_buffering=os.isatty(number),
        write_through=unbuffered,
    )


if __name__ == "__main__":
    load()
    asked = Cradle(socket.socket(fileno=int(sys.argv[1]))).wait_for_one_to_become()
    try:
        become(asked)
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            leave(end.code or 0)
        raise
    leave(0)
