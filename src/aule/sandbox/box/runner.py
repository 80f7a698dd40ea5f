"""Runs a command in a box: starts it, reads its output, watches it, and ends all its processes."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import sys
import time
from collections.abc import AsyncGenerator, Generator
from dataclasses import dataclass, field
from types import TracebackType
from typing import Literal

from aule.child_processes import end_child
from aule.contracts.access.sandbox import Level
from aule.contracts.errors import Invalid, Unavailable
from aule.sandbox.box import bubblewrap, landlock
from aule.sandbox.box.box_port import Answer, BoxPort, box_port
from aule.sandbox.box.cgroups import ControlGroup, group
from aule.sandbox.box.limits import USUAL, BoxLimits
from aule.sandbox.box.output import Capture, Heard, Printed
from aule.sandbox.box.spaces import Space
from aule.sandbox.box.watch import INTERVAL_S, BoxWatch, Excess

Stopped = Literal["time", "output"] | Excess
"""Which limit the command exceeded when we ended it."""

_GRACE_S = 1.0
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True)
class BoxCommand:
    """A command with its space, folder, time limit, environment and limits."""

    command: str
    space: Space
    folder: str = "."
    """The working directory, relative to the root of the space."""
    timeout_s: float = 30
    env: dict[str, str] = field(default_factory=dict[str, str])
    limits: BoxLimits = USUAL
    answer: Answer | None = None
    """Answers connections to the one port of the box's own network that leads out of it; none without."""


@dataclass(frozen=True, slots=True)
class BoxOutcome:
    """The exit and the output of a command."""

    exit_code: int | None
    """None when it did not end by itself."""
    signal: str | None
    stopped: Stopped | None
    stdout: Printed
    stderr: Printed
    duration_s: float
    level: Level

    @property
    def timed_out(self) -> bool:
        """Whether it exceeded its time limit."""
        return self.stopped == "time"


async def run(order: BoxCommand, level: Level, heard: Heard | None = None) -> BoxOutcome:
    """Run a command in a box of this level. Whatever happens, none of its processes is left running."""
    check_command(order)
    began = time.monotonic()
    out, err = (Capture(name, order.limits.printed, heard) for name in ("stdout", "stderr"))
    async with box_port(order.answer) as port:
        with (
            group(order.limits) as counted,
            open_handles(order, level, port) as (command, handle, passed),
            BoxStatus(handle) as status,
        ):
            process = await start_box(order.space, level, command, passed, counted)
            try:
                while passed:
                    os.close(passed.pop())
                async with _answered(port):
                    stopped = await _follow(process, (out, err), order, counted)
            finally:
                await asyncio.shield(end_box(process, level, status))
            code = status.exit_code
    if code is None and stopped is None:
        raise broken_box(level, err.printed(2_000).text)
    shown = order.limits.shown
    return BoxOutcome(
        exit_code=code if stopped is None else None,
        signal="SIGKILL" if stopped else _signal(code),
        stopped=stopped,
        stdout=out.printed(shown),
        stderr=err.printed(shown),
        duration_s=time.monotonic() - began,
        level=level,
    )


@contextlib.asynccontextmanager
async def _answered(port: BoxPort | None) -> AsyncGenerator[None]:
    """Answer connections to a box's port during the block."""
    if port is None:
        yield
        return
    serving = asyncio.create_task(port.serve())
    try:
        yield
    finally:
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)


def check_command(order: BoxCommand) -> None:
    """Refuse NUL in words: it would end an argument, and the rest would be read by the box itself."""
    words = [order.command, order.folder, *order.env, *order.env.values()]
    if any("\0" in word for word in words) or not all(map(_VARIABLE.fullmatch, order.env)):
        raise Invalid(
            "A command has no NUL in it, and variables have ordinary names.",
            code="invalid_command",
            field="command",
            hint="Leave it out, or give the variable a name of letters, digits and underscores.",
        )


@contextlib.contextmanager
def open_handles(
    order: BoxCommand, level: Level, port: BoxPort | None = None
) -> Generator[tuple[list[str], int, list[int]]]:
    """Open the box's command line, its status handle, and the handles passed to it."""
    status, telling = os.pipe2(os.O_CLOEXEC)
    passed = [telling]
    open_until_end = contextlib.ExitStack()
    try:
        match level:
            case Level.BUBBLEWRAP:
                devices = open_until_end.enter_context(bubblewrap.own_devices(order.space))
                words = bubblewrap.arguments(order.space, order.folder, order.limits, devices)
                passed += [
                    _memory(os.fsencode("\0".join(words))),
                    _memory(bubblewrap.syscall_filter(has_network=order.space.has_network)),
                ]
                command = [bubblewrap.program() or "bwrap", "--args", str(passed[1]), "--seccomp", str(passed[2])]
                command += ["--json-status-fd", str(telling), "--"]
                inside = bubblewrap.command(order.command, order.limits, order.timeout_s, order.env)
                if port is not None:
                    passed.append(os.dup(port.theirs))
                    inside = port.around(inside, order.space, passed[-1])
                command += inside
            case Level.LANDLOCK if order.space.has_network or port is not None:
                raise broken_box(level, "only bubblewrap gives a command the network")
            case Level.LANDLOCK:
                told = landlock.request(
                    order.space, order.folder, order.command, order.limits, order.timeout_s, order.env
                )
                passed.append(_memory(told))
                command = [sys.executable, "-I", "-S", str(landlock.LAUNCHER), str(passed[1]), str(telling)]
            case Level.NONE:
                raise broken_box(level, "there is no box on this machine")
        yield command, status, passed
    finally:
        open_until_end.close()
        for handle in (status, *passed):
            os.close(handle)


async def start_box(
    space: Space, level: Level, command: list[str], passed: list[int], counted: ControlGroup, heard: int | None = None
) -> asyncio.subprocess.Process:
    """Start a box; `heard` is an open handle that the command reads as its standard input."""
    user = space.user if level is Level.BUBBLEWRAP else None  # the launcher changes users itself
    if user is not None:
        command = bubblewrap.as_user(command, user)
    return await asyncio.create_subprocess_exec(
        *counted.around(command if heard is None or level is not Level.LANDLOCK else [*command, str(heard)]),
        # The launcher notices our end by it; nothing is ever sent through it.
        stdin=asyncio.subprocess.PIPE if level is Level.LANDLOCK else heard or asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        pass_fds=[*passed, *([] if heard is None else [heard])],
        env={"PATH": "/usr/bin:/bin"},
        cwd="/",
        start_new_session=True,
    )


async def _follow(
    process: asyncio.subprocess.Process, captures: tuple[Capture, Capture], order: BoxCommand, counted: ControlGroup
) -> Stopped | None:
    """Wait until the command has ended and all output is read, or a limit is exceeded."""
    assert process.stdout is not None and process.stderr is not None
    reading = asyncio.gather(captures[0].read(process.stdout), captures[1].read(process.stderr))
    ending = asyncio.gather(reading, process.wait())
    loop = asyncio.get_running_loop()
    deadline = loop.time() + order.timeout_s
    watch = BoxWatch(process.pid, order.limits, order.space.root, is_counted=bool(counted.folders))
    try:
        while True:
            left = deadline - loop.time()
            if left <= 0:
                return "time"
            done, _ = await asyncio.wait([ending], timeout=min(INTERVAL_S, left))
            if any(capture.is_full.is_set() for capture in captures):
                return "output"
            if done:
                return None
            if excess := watch.excess():
                return excess
    finally:
        if not ending.done():
            _kill(process)
            await asyncio.wait([ending], timeout=_GRACE_S)
            ending.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await ending


def _kill(process: asyncio.subprocess.Process) -> None:
    """Tell the box's first process to end, which takes all others with it."""
    with contextlib.suppress(ProcessLookupError):
        process.terminate()


async def end_box(process: asyncio.subprocess.Process, level: Level, status: BoxStatus) -> None:
    """Make sure that the box and all its processes are gone, and close its pipes."""
    if process.stdin is not None:
        process.stdin.close()
    try:
        if process.returncode is None and level is Level.LANDLOCK:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_GRACE_S):
                    await process.wait()
    finally:
        await end_child(process)
    await status.emptied(_GRACE_S)


def _memory(content: bytes) -> int:
    handle = os.memfd_create("box", os.MFD_CLOEXEC)
    os.write(handle, content)
    os.lseek(handle, 0, os.SEEK_SET)
    return handle


def _signal(code: int | None) -> str | None:
    if code is None or code <= 128:
        return None
    try:
        return signal.Signals(code - 128).name
    except ValueError:
        return None


def broken_box(level: Level, why: str) -> Unavailable:
    """Return the error that a box could not be made."""
    return Unavailable(
        f"The command was not run: the box {level.value!r} could not be made ({why.strip()[:500]!r}).",
        code="sandbox_unavailable",
        hint="Run `aule doctor` to see what is missing on this machine.",
    )


class BoxStatus:
    """Reads the status of one box, from its start until it is empty."""

    def __init__(self, handle: int) -> None:
        self._handle = handle
        self._told = b""
        self._first: int | None = None
        os.set_blocking(handle, False)

    def __enter__(self) -> BoxStatus:
        asyncio.get_running_loop().add_reader(self._handle, self.listen)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        asyncio.get_running_loop().remove_reader(self._handle)
        if self._first is not None:
            os.close(self._first)

    def listen(self) -> None:
        """Read the status written so far."""
        try:
            piece = os.read(self._handle, 65536)
        except BlockingIOError:
            return
        if not piece:
            asyncio.get_running_loop().remove_reader(self._handle)
        self._told += piece
        if self._first is None and isinstance(pid := self._find("child-pid"), int):
            with contextlib.suppress(OSError):
                self._first = os.pidfd_open(pid)

    @property
    def exit_code(self) -> int | None:
        """The exit code of the command; None if it never started or was killed."""
        code = self._find("exit-code")
        return code if isinstance(code, int) else None

    async def emptied(self, seconds: float) -> None:
        """Wait until the box's first process is gone: the kernel ends all others before it."""
        self.listen()
        if self._first is None:
            return
        loop, gone = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(self._first, gone.set)
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await gone.wait()
        finally:
            loop.remove_reader(self._first)

    def _find(self, name: str) -> object:
        """Return a value by name; the status is a sequence of JSON objects."""
        decoder, text, place = json.JSONDecoder(), self._told.decode("utf-8", "replace"), 0
        while (place := text.find("{", place)) >= 0:
            try:
                said, place = decoder.raw_decode(text, place)
            except ValueError:
                return None
            if name in said:
                return said[name]
        return None
