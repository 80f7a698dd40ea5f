"""The worker for full Python: runs one piece of source in a limited child of its own, which ends with it.

Nothing in this process is a wall: source may do here whatever Python can. The walls are those of the child, and whoever
asked believes nothing it tells without looking.
"""

from __future__ import annotations

import contextlib
import datetime
import json
import os
import random
import resource
import sys
import time
from collections.abc import Iterator
from typing import Any, BinaryIO

from aule.sandbox.source.full_python import run_source
from aule.sandbox.source.values import moment_of

BASE_MEMORY = 256 * 1024 * 1024
"""Bytes of addresses that Python takes for itself."""


def tell(file: BinaryIO, argument: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Answer the one request in a file of JSON lines."""
    del argument
    yield {"ready": True}
    asked = json.loads(file.readline())
    _limit(asked)
    if asked["is_fixed"]:
        _stand_still(asked["moment"], asked["seed"])
    _leave_ours()
    yield run_source(asked)


def _limit(asked: dict[str, Any]) -> None:
    memory, cpu = BASE_MEMORY + asked["memory"], int(asked["seconds"]) + 2
    for what, most in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_CPU, cpu), (resource.RLIMIT_NPROC, 1)):
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(what, (most, most))


def _stand_still(moment: str, seed: str) -> None:
    """Let clock and chance stand still for honest source, so that it does the same when it is run again."""
    now, chance = moment_of(moment), random.Random(seed)

    class FixedDateTime(datetime.datetime):
        """A date and time whose present stands still."""

        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> FixedDateTime:
            """Return the fixed moment."""
            at = now.astimezone(tz) if tz is not None else now.astimezone(datetime.UTC).replace(tzinfo=None)
            return cls(at.year, at.month, at.day, at.hour, at.minute, at.second, at.microsecond, at.tzinfo)

        @classmethod
        def utcnow(cls) -> FixedDateTime:
            """Return the fixed moment in UTC, without a zone."""
            return cls.now()

        @classmethod
        def today(cls) -> FixedDateTime:
            """Return the fixed moment."""
            return cls.now()

    class FixedDate(datetime.date):
        """A date whose present stands still."""

        @classmethod
        def today(cls) -> FixedDate:
            """Return the fixed day."""
            return cls(now.year, now.month, now.day)

    stamp = now.timestamp()
    patched: dict[Any, dict[str, Any]] = {
        datetime: {"datetime": FixedDateTime, "date": FixedDate},
        time: {"time": lambda: stamp, "time_ns": lambda: int(stamp * 1e9), "sleep": _no_sleep},
        os: {"urandom": chance.randbytes},
        random: {"_urandom": chance.randbytes},
    }
    for name in ("monotonic", "perf_counter", "process_time"):
        patched[time][name] = lambda: 0.0
    for module, names in patched.items():
        for name, value in names.items():
            setattr(module, name, value)
    random.seed(seed)


def _no_sleep(seconds: float) -> None:
    """Sleep no time at all."""
    del seconds


def _leave_ours() -> None:
    """Take our own package and the libraries it uses out of the places that imports are looked for in."""
    library = os.path.dirname(os.__file__)
    sys.path[:] = [each for each in sys.path if each == library or each.startswith(f"{library}/lib-dynload")]
