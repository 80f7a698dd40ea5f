"""A limited child: one of our own modules reads one hostile file, and prints JSON lines.

It gets the file as an open handle, no network, no environment, no folder it could write, and sees of the machine only
the system's programs and our own code. The walls are those of the box; where a machine has none, the limits of the
operating system remain, and `limited_level` says so.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import AsyncGenerator, Generator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from aule.child_processes import close_pipes
from aule.contracts.access.sandbox import Level
from aule.contracts.errors import TimedOut, TooLarge, Unavailable
from aule.sandbox.box import bubblewrap, landlock, seccomp
from aule.sandbox.box.cgroups import group
from aule.sandbox.box.limits import MB, BoxLimits
from aule.sandbox.box.spaces import NOBODY, SETTINGS, SYSTEM, reaches, tools
from aule.sandbox.limited import entry, probe

ENTRY = Path(entry.__file__)
_PIECE = 64 * 1024
_GRACE_S = 2.0
_PROBE_S = 20.0
_ENVIRONMENT = {"LANG": "C.UTF-8"}


@dataclass(frozen=True, slots=True)
class ChildLimits:
    """How much of the machine a limited child may take."""

    memory: int = 1024 * MB
    """Bytes of addresses of each process, and of all together where the system counts that."""
    cpu_s: int = 900
    processes: int = 8
    line: int = 32 * MB
    """Bytes of one printed line."""
    printed: int = 2048 * MB
    """Bytes of all lines together."""
    silent_s: float = 60
    """Seconds it may take to print the next line."""


USUAL_CHILD = ChildLimits()


@dataclass(frozen=True, slots=True)
class LimitedCall:
    """What a limited child is to do."""

    module: str
    """The module that is imported; its function `tell(file, argument)` yields JSON objects."""
    argument: dict[str, Any] = field(default_factory=dict[str, Any])
    """Plain JSON. Other users of the machine can see it, so it holds nothing private."""
    limits: ChildLimits = USUAL_CHILD
    has_programs: bool = False
    """Whether it may run other programs of the system, inside the same walls."""
    programs: tuple[Path, ...] = ()
    """Programs elsewhere that it may run as well; each is seen as a single file, read-only."""


class ChildDied(Unavailable):
    """A limited child ended before all was told: it crashed, or took more memory or time than it may."""

    code = "child_died"


def limited_level() -> Level:
    """Return the strongest walls of this machine for limited children, found by attacking each from inside.

    With `Level.NONE`, only limits of memory, time and output hold. This blocks for a moment the first time.
    """
    try:
        return _strongest()
    except LookupError:
        return Level.NONE


@cache
def _strongest() -> Level:
    """Return the strongest walls that hold. That none do is an error, which is not remembered: they are tried again."""
    is_possible = sys.platform == "linux" and seccomp.supported()
    for level in (Level.BUBBLEWRAP, Level.LANDLOCK) if is_possible else ():
        if holds(level):
            return level
    raise LookupError("no walls")


async def limited_lines(file: int, call: LimitedCall, level: Level | None = None) -> AsyncGenerator[dict[str, Any]]:
    """Yield what a limited child tells of an open file; when nobody listens any more, the child is killed.

    Raises `ChildDied` when it dies on the way, `TimedOut` when it is silent too long, `TooLarge` when it prints too
    much.
    """
    walls = await asyncio.to_thread(limited_level) if level is None else level
    limits = call.limits
    with (
        group(BoxLimits(memory=limits.memory, processes=limits.processes + 8)) as counted,
        _command(call, walls) as (
            command,
            passed,
            is_launched,
        ),
    ):
        # The launcher listens to its own standard input, and gets the file as another handle.
        given = asyncio.subprocess.PIPE if is_launched else file
        process = await asyncio.create_subprocess_exec(
            *counted.around(_with_file(command, file)),
            stdin=given,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            pass_fds=[*passed, *([file] if is_launched else [])],
            env=_ENVIRONMENT,
            cwd="/",
            start_new_session=True,
            limit=_PIECE,
        )
        try:
            async for line in _lines(process, limits):
                if entry.END in line:
                    return
                yield line
        finally:
            await asyncio.shield(_end(process))


async def _lines(process: asyncio.subprocess.Process, limits: ChildLimits) -> AsyncGenerator[dict[str, Any]]:
    assert process.stdout is not None
    pending, printed = bytearray(), 0
    while True:
        try:
            async with asyncio.timeout(limits.silent_s):
                piece = await process.stdout.read(_PIECE)
        except TimeoutError:
            raise TimedOut("The reader took too long.", code="child_silent", hint="Try a smaller file.") from None
        if not piece:
            raise ChildDied("The reader ended before all was read.", hint="Try again; the file may be damaged.")
        pending += piece
        printed += len(piece)
        *whole, rest = pending.split(b"\n") if b"\n" in piece else (pending,)
        for line in whole:
            yield _object(bytes(line))
        pending = bytearray(rest)
        if len(pending) > limits.line or printed > limits.printed:
            raise TooLarge("The reader told more than it may.", hint="Try a smaller file.")


def _object(line: bytes) -> dict[str, Any]:
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict):
        raise ChildDied("The reader told what cannot be understood.", hint="Try again; the file may be damaged.")
    return told  # pyright: ignore[reportUnknownVariableType] (checked by who asked)


async def _end(process: asyncio.subprocess.Process) -> None:
    """End the child and all it started."""
    try:
        await _kill(process)
    finally:
        close_pipes(process)


async def _kill(process: asyncio.subprocess.Process) -> None:
    assert process.stdout is not None
    if process.stdin is not None:
        process.stdin.close()
    for number in (signal.SIGTERM, signal.SIGKILL):
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, number)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_GRACE_S):
                # Whatever the child started holds the same pipe, so its end tells that all are gone.
                while await process.stdout.read(_PIECE):
                    continue
                await process.wait()
                return


_FILE = "FILE"
"""Stands for the number of the file's handle in a command."""


def _with_file(command: list[str], file: int) -> list[str]:
    return [str(file) if word == _FILE else word for word in command]


@contextlib.contextmanager
def _command(call: LimitedCall, level: Level) -> Generator[tuple[list[str], list[int], bool]]:
    """Return the command of a child inside walls, the handles it needs, and whether the launcher starts it."""
    limits = call.limits
    request = {
        "module": call.module,
        "argument": call.argument,
        "paths": [str(place) for place in _code()],
        "has_programs": call.has_programs or bool(call.programs),
        "limits": {"memory": limits.memory, "cpu_s": limits.cpu_s, "written": 0, "open_files": 64, "dumped": 0},
    }
    words = [_python(), "-I", "-S", "-B", str(ENTRY), json.dumps(request)]
    handles: list[int] = []
    try:
        match level:
            case Level.BUBBLEWRAP:
                rules = seccomp.program(sockets=(), is_shared=True, has_our_rights=True)
                handles = [_memory(os.fsencode("\0".join(_walls(call.programs)))), _memory(rules)]
                box = [bubblewrap.program() or "bwrap", "--args", str(handles[0]), "--seccomp", str(handles[1]), "--"]
                yield [*box, *words], handles, False
            case Level.LANDLOCK:
                handles = [_memory(_rules(words, call)), _memory(b"")]
                launcher = [sys.executable, "-I", "-S", str(landlock.LAUNCHER), *map(str, handles), _FILE]
                yield launcher, handles, True
            case Level.NONE:
                yield words, handles, False
    finally:
        for handle in handles:
            os.close(handle)


def _walls(programs: Sequence[Path]) -> list[str]:
    """Return the arguments of bubblewrap: our code and the system's, read-only; no devices, no `/proc`, no `/tmp`.

    Without `/proc`, the file cannot be opened again for writing by the name of its handle.
    """
    words = ["--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv", "--hostname", "box"]
    words += [f"--unshare-{what}" for what in ("user", "ipc", "pid", "net", "uts", "cgroup-try")]
    for name, value in _ENVIRONMENT.items():
        words += ["--setenv", name, value]
    words += bubblewrap.system()
    for place in (*_readable(), *programs):
        words += ["--ro-bind", str(place), str(place)]
    return [*words, "--remount-ro", "/", "--chdir", "/"]


def _rules(command: list[str], call: LimitedCall) -> bytes:
    readable = [*_readable(), *call.programs]
    is_nobody = os.geteuid() == 0 and all(reaches(NOBODY, place) for place in readable)
    return landlock.closed_request(
        {
            "readable": [*SYSTEM, *(f"/etc/{name}" for name in SETTINGS), *map(str, readable)],
            "processes": [str(call.limits.processes)],
            "user": [str(NOBODY)] if is_nobody else [],
            "filter": [seccomp.program(sockets=(), is_shared=True, has_our_rights=True).hex()],
            "folder": ["/"],
            "names": [*_ENVIRONMENT],
            "values": [*_ENVIRONMENT.values()],
            "command": command,
        }
    )


def _readable() -> list[Path]:
    """Return the folders outside the system's that hold Python and our code."""
    return [*tools(), *_code()]


@cache
def _code() -> tuple[Path, ...]:
    """Return the folders that hold our package and the libraries it uses."""
    package = Path(__file__).parents[3]
    places = [package, *(Path(sysconfig.get_path(name)) for name in ("purelib", "platlib"))]
    return tuple(dict.fromkeys(Path(os.path.realpath(place)) for place in places))


def _python() -> str:
    """Return the interpreter itself, not the link to it in an environment that the child does not see."""
    return os.path.realpath(sys.executable)


def _memory(content: bytes) -> int:
    handle = os.memfd_create("limited", os.MFD_CLOEXEC)
    os.write(handle, content)
    os.lseek(handle, 0, os.SEEK_SET)
    return handle


def holds(level: Level) -> bool:
    """Return whether a level can be made here, and withstands a reader that turned against us."""
    if (level is Level.BUBBLEWRAP and not bubblewrap.program()) or (level is Level.LANDLOCK and not landlock.version()):
        return False
    with tempfile.TemporaryDirectory(prefix="aule-probe-") as folder, contextlib.ExitStack() as until_end:
        secret = Path(folder) / "secret"
        secret.write_text("secret")
        call = LimitedCall(probe.__name__, {"do": "reach", "secret": str(secret)})
        file = until_end.enter_context(secret.open("rb"))
        command, passed, is_launched = until_end.enter_context(_command(call, level))
        held, end = os.pipe2(os.O_CLOEXEC)  # the launcher ends the child when its own standard input ends
        until_end.callback(os.close, end)
        until_end.callback(os.close, held)
        try:
            ran = subprocess.run(
                _with_file(command, file.fileno()),
                stdin=held if is_launched else file,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                pass_fds=[*passed, file.fileno()],
                env=_ENVIRONMENT,
                cwd="/",
                timeout=_PROBE_S,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            return False
    return ran.stdout.splitlines()[:1] == [json.dumps({"through": [], "size": 6}).encode()]
