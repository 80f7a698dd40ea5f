"""What the connected providers offer, as far as it was asked lately."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from aule.contracts.errors import AuleError
from aule.contracts.talk.catalog import ModelInfo
from aule.models.providers.catalog import ProviderEntry

KEPT_SECONDS = 60.0
Status = Literal["unknown", "reachable", "unreachable"]


@dataclass(frozen=True, slots=True)
class _Listed:
    entry: ProviderEntry
    at: float
    models: tuple[ModelInfo, ...] = ()
    problem: str | None = None


class Listing:
    """The models of each provider, kept for a while."""

    def __init__(self) -> None:
        self._listed: dict[str, _Listed] = {}

    def of(self, provider: str) -> tuple[ModelInfo, ...]:
        """The models last seen there."""
        listed = self._listed.get(provider)
        return listed.models if listed else ()

    def find(self, provider: str, model: str) -> ModelInfo | None:
        """One model, if it was seen."""
        return next((info for info in self.of(provider) if info.id == model), None)

    def status(self, provider: str) -> tuple[Status, str | None]:
        """Whether the provider answered when last asked."""
        listed = self._listed.get(provider)
        if listed is None:
            return "unknown", None
        return ("unreachable", listed.problem) if listed.problem else ("reachable", None)

    async def refresh(
        self,
        entries: Sequence[ProviderEntry],
        ask: Callable[[ProviderEntry], Awaitable[list[ModelInfo]]],
        now: float,
        *,
        fresh: bool = False,
    ) -> None:
        """Ask every provider whose list is old, all at once."""
        due = [entry for entry in entries if fresh or self._is_old(entry, now)]
        await asyncio.gather(*(self._ask(entry, ask, now) for entry in due))

    def _is_old(self, entry: ProviderEntry, now: float) -> bool:
        listed = self._listed.get(entry.id)
        return listed is None or listed.entry != entry or now - listed.at > KEPT_SECONDS

    async def _ask(
        self, entry: ProviderEntry, ask: Callable[[ProviderEntry], Awaitable[list[ModelInfo]]], now: float
    ) -> None:
        try:
            self._listed[entry.id] = _Listed(entry, now, tuple(await ask(entry)))
        except AuleError as error:
            self._listed[entry.id] = _Listed(entry, now, problem=error.problem.message)
