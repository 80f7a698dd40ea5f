"""A box session: a program in a box that is spoken to line by line for as long as it is wanted.

Its environment is sent over its standard input before anything else, so that no list of processes shows it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shlex
from collections import deque
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass

from aule.contracts.access.sandbox import Level
from aule.contracts.errors import AuleError, Unavailable
from aule.sandbox.box.cgroups import ControlGroup, group
from aule.sandbox.box.limits import USUAL, BoxLimits
from aule.sandbox.box.output import plain
from aule.sandbox.box.runner import BoxCommand, BoxStatus, check_command, end_box, open_handles, start_box
from aule.sandbox.box.spaces import Space
from aule.sandbox.box.watch import BoxWatch

LONGEST_LINE = 8 * 1024 * 1024
"""Bytes of one line that a program prints."""
MOST_PRINTED = 64 * 1024 * 1024
"""Bytes that a program prints after a line it was sent before it is ended."""
MOST_LOGGED = 400
"""Lines of its standard error that are kept."""
_LONGEST_LOGGED = 1_000
_PIECE = 64 * 1024
_WATCH_S = 0.5
_SECONDS = 86_400.0
_READ_ENVIRONMENT = 'while IFS= read -r -d "" each && [ -n "$each" ]; do export "$each"; done; exec '


@dataclass(frozen=True, slots=True)
class BoxProgram:
    """A program with its words, its space, its environment and its limits. No shell reads its words."""

    words: Sequence[str]
    space: Space
    env: dict[str, str]
    limits: BoxLimits = USUAL


class ProgramEnded(Unavailable):
    """A program in a box ended, or was ended because it took or printed too much."""

    code = "program_ended"


class BoxSession:
    """A running program in a box: lines go in, lines come out."""

    def __init__(self, process: asyncio.subprocess.Process, input: asyncio.WriteTransport) -> None:
        self._process = process
        self._input = input
        self._log: deque[str] = deque(maxlen=MOST_LOGGED)
        self._why = "it ended"
        self.sent = 0
        """Lines it was sent."""

    @property
    def log(self) -> list[str]:
        """What the program wrote to its standard error last, and what was found out about it."""
        return list(self._log)

    def note(self, line: str) -> None:
        """Add a line to the log."""
        self._log.append(plain(line.rstrip())[:_LONGEST_LOGGED])

    def send(self, line: bytes) -> None:
        """Send one line."""
        if self._input.is_closing() or self._input.get_write_buffer_size() > MOST_PRINTED:
            raise self._ended()
        self._input.write(line + b"\n")
        self.sent += 1

    async def lines(self) -> AsyncGenerator[bytes]:
        """Yield each line the program prints; raise `ProgramEnded` at its end."""
        assert self._process.stdout is not None
        pending, printed, sent = bytearray(), 0, 0
        while piece := await self._process.stdout.read(_PIECE):
            if self.sent != sent:
                printed, sent = 0, self.sent
            printed += len(piece)
            if printed > MOST_PRINTED:
                self.stop(f"it printed more than {MOST_PRINTED} bytes")
                break
            first, *others = piece.split(b"\n")  # what came before is not read again: a long line comes in many pieces
            pending += first
            if len(pending) > LONGEST_LINE:
                self.stop(f"it printed a line of more than {LONGEST_LINE} bytes")
                break
            for other in others:
                yield bytes(pending)
                pending = bytearray(other)
        raise self._ended()

    def stop(self, why: str) -> None:
        """End the program, and remember why."""
        self._why = why
        self.note(f"[{why}]")
        with contextlib.suppress(ProcessLookupError):
            self._process.terminate()

    async def hear_errors(self) -> None:
        """Keep the end of what the program writes to its standard error."""
        assert self._process.stderr is not None
        pending = b""
        while piece := await self._process.stderr.read(_PIECE):
            *lines, pending = (pending + piece)[-_PIECE:].split(b"\n")
            for line in lines[-MOST_LOGGED:]:
                self.note(line.decode("utf-8", "replace"))
        if pending:
            self.note(pending.decode("utf-8", "replace"))

    async def watch(self, watch: BoxWatch) -> None:
        """End the program when it takes too much of the machine."""
        ending = asyncio.ensure_future(self._process.wait())
        try:
            while not (await asyncio.wait([ending], timeout=_WATCH_S))[0]:
                if excess := watch.excess():
                    self.stop(f"it took too much: {excess}")
        finally:
            ending.cancel()

    def _ended(self) -> ProgramEnded:
        return ProgramEnded(f"The program is not there any more: {self._why}.", hint="Its log may tell why.")


@contextlib.asynccontextmanager
async def open_session(program: BoxProgram, level: Level) -> AsyncGenerator[BoxSession]:
    """Run a program in a box for the block. Whatever happens, none of its processes is left running."""
    order = BoxCommand(_READ_ENVIRONMENT + shlex.join(program.words), program.space, ".", _SECONDS)
    order = BoxCommand(order.command, order.space, order.folder, order.timeout_s, {}, program.limits)
    check_command(BoxCommand(order.command, order.space, env=program.env))
    with (
        group(program.limits) as counted,
        open_handles(order, level) as (command, handle, passed),
        BoxStatus(handle) as status,
    ):
        process, input = await _start(order, level, command, passed, counted)
        try:
            while passed:
                os.close(passed.pop())
            session = BoxSession(process, input)
            pairs = (f"{name}={value}\0" for name, value in program.env.items())
            input.write("".join(pairs).encode("utf-8", "surrogateescape") + b"\0")
            watch = BoxWatch(process.pid, program.limits, program.space.root, is_counted=bool(counted.folders))
            followers = [asyncio.create_task(session.hear_errors()), asyncio.create_task(session.watch(watch))]
            try:
                yield session
            finally:
                for each in followers:
                    each.cancel()
                await asyncio.gather(*followers, return_exceptions=True)
        finally:
            _close(input)
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
            await asyncio.shield(end_box(process, level, status))


async def _start(
    order: BoxCommand, level: Level, command: list[str], passed: list[int], counted: ControlGroup
) -> tuple[asyncio.subprocess.Process, asyncio.WriteTransport]:
    """Start the box with a pipe of its own as standard input; the launcher of Landlock listens to its other one."""
    theirs, ours = os.pipe2(os.O_CLOEXEC)
    try:
        input, _ = await asyncio.get_running_loop().connect_write_pipe(asyncio.BaseProtocol, os.fdopen(ours, "wb", 0))
        try:
            return await start_box(order.space, level, command, passed, counted, heard=theirs), input
        except (OSError, AuleError):
            _close(input)
            raise
    finally:
        os.close(theirs)


def _close(input: asyncio.WriteTransport) -> None:
    """Close a pipe unless its other end did: asyncio cannot close it twice."""
    if not input.is_closing():
        input.abort()
