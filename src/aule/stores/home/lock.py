"""The lock on a data directory: one holder at a time, let go by the system itself when the holder dies."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType

from aule.contracts.errors import Busy
from aule.stores.home.atomic import PRIVATE, write_all


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds the data directory. Plain data: every command reads it, and most of them load no pydantic."""

    pid: int
    command: str = ""
    since: str = ""


class Lock:
    """Held until `release`, the end of the `with` block, or the end of the process, `kill -9` included.

    The file itself stays: removing it would let two processes lock two different files of one name.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor: int | None = descriptor

    @classmethod
    def take(cls, path: Path, holder: Holder) -> Lock:
        """Take the lock at once, or raise `Busy` naming the holder."""
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, PRIVATE)
        with contextlib.ExitStack() as unless_taken:
            unless_taken.callback(os.close, descriptor)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise _busy(path) from None
            os.ftruncate(descriptor, 0)
            write_all(descriptor, json.dumps(asdict(holder)).encode())
            unless_taken.pop_all()
        return cls(descriptor)

    def release(self) -> None:
        """Let others in. Doing it twice does nothing."""
        if self._descriptor is None:
            return
        descriptor, self._descriptor = self._descriptor, None
        os.ftruncate(descriptor, 0)
        os.close(descriptor)

    def __enter__(self) -> Lock:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def is_held(path: Path) -> bool:
    """Whether a living process holds the lock now."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False


def read_holder(path: Path) -> Holder | None:
    """Who wrote their name into the lock file last; only meaningful while the lock is held."""
    try:
        match json.loads(path.read_bytes()[:4096]):
            case {"pid": int(pid), "command": str(command), "since": str(since)}:
                return Holder(pid, command, since)
            case {"pid": int(pid)}:
                return Holder(pid)
            case _:
                return None
    except (OSError, ValueError):
        return None


def _busy(path: Path) -> Busy:
    holder = read_holder(path)
    who = "another process"
    if holder is not None:
        who = f"{holder.command or 'a process'!r} (process {holder.pid}, since {holder.since or 'an unknown time'})"
    return Busy(
        f"The data directory {str(path.parent)!r} is in use by {who}.",
        hint="Wait until it ends, stop it, or use another directory with AULE_HOME.",
    )
