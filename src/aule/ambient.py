"""The real clock, ids and chance: the one place that may ask the machine for them."""

from __future__ import annotations

import asyncio
import os
import random
import secrets
import time
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from zoneinfo import available_timezones

from aule.contracts.ambient import Ambient

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"


class SystemClock:
    """The real time."""

    def now(self) -> datetime:
        """The present moment, in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Seconds on a clock that never goes back."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)

    def zone(self) -> str:
        """The time zone of this machine: `TZ`, or what its clock is linked to; UTC when it does not tell."""
        linked = Path("/etc/localtime").resolve().as_posix().partition("zoneinfo/")[2]
        for name in (os.environ.get("TZ", "").lstrip(":"), linked):
            if name and _is_zone(name):
                return name
        return "UTC"


@lru_cache(maxsize=16)
def _is_zone(name: str) -> bool:
    """Whether there is such a time zone; all of them are looked through, so it is asked once for each name."""
    return name in available_timezones()


class SystemIds:
    """Ids that sort by time and cannot be guessed."""

    def __init__(self) -> None:
        self._last = 0

    def new(self, prefix: str) -> str:
        """A new id: ten characters of time, ten of chance. Ids made later sort later, in this process always."""
        now = max(time.time_ns() // 1_000, self._last + 1)
        self._last = now
        return f"{prefix}_{_encode(now, 11)}{_encode(secrets.randbits(45), 9)}"

    def secret(self) -> str:
        """A new unguessable token."""
        return secrets.token_urlsafe(32)


class SystemDice:
    """Real chance."""

    def random(self) -> float:
        """A number in [0, 1)."""
        return random.random()


def ambient() -> Ambient:
    """The real clock, ids and chance."""
    return Ambient(SystemClock(), SystemIds(), SystemDice())


def _encode(number: int, length: int) -> str:
    digits: list[str] = []
    for _ in range(length):
        number, rest = divmod(number, 32)
        digits.append(_ALPHABET[rest])
    return "".join(reversed(digits))
