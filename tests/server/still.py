"""Surroundings that stand still: a clock that moves when told, ids that count."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from aule.contracts.ambient import Ambient


@dataclass
class StillClock:
    """A clock that only moves when a test moves it."""

    moment: datetime = datetime(2026, 3, 1, 12, tzinfo=UTC)
    seconds: float = 0.0

    def now(self) -> datetime:
        return self.moment + timedelta(seconds=self.seconds)

    def monotonic(self) -> float:
        return self.seconds

    async def sleep(self, seconds: float) -> None:
        self.seconds += seconds


@dataclass
class CountedIds:
    """Ids in order, so that a test knows the next one."""

    count: int = 0
    secrets: list[str] = field(default_factory=list[str])

    def new(self, prefix: str) -> str:
        self.count += 1
        return f"{prefix}_{self.count:012d}"

    def secret(self) -> str:
        self.secrets.append(f"secret-{len(self.secrets)}-" + "x" * 24)
        return self.secrets[-1]


class NoDice:
    """Chance that never surprises."""

    def random(self) -> float:
        return 0.5


def still(clock: StillClock | None = None, ids: CountedIds | None = None) -> Ambient:
    """An ambient for tests."""
    return Ambient(clock=clock or StillClock(), ids=ids or CountedIds(), dice=NoDice())
