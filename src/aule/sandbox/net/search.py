"""Web search: asks the owner's engines one after the other, within each engine's limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aule.contracts.ambient import Ambient
from aule.contracts.errors import AuleError, Refused, Unavailable
from aule.sandbox.net.answers import TooOften
from aule.sandbox.net.client import WebClient
from aule.sandbox.net.engines import SearchEngine, WebHit

REMEMBERED_S = 600.0
MOST_REMEMBERED = 64
FIRST_PAUSE_S = 30.0
LONGEST_PAUSE_S = 900.0


@dataclass(frozen=True, slots=True)
class WebResults:
    """The results of a search."""

    engine: str
    host: str
    hits: tuple[WebHit, ...]
    failed: tuple[str, ...] = ()
    """Engines that were asked before and failed, with the reason."""


@dataclass(frozen=True, slots=True)
class _Pause:
    until: float
    seconds: float


class WebSearch:
    """Asks engines, caches their answers for a while, and pauses engines that limit requests."""

    def __init__(self, ambient: Ambient) -> None:
        self._ambient = ambient
        self._answers: dict[tuple[str, str], tuple[float, WebResults]] = {}
        self._pauses: dict[str, _Pause] = {}

    async def search(self, client: WebClient, engines: Sequence[SearchEngine], query: str) -> WebResults:
        """Return the first answer among the engines, in their order."""
        question, failed = " ".join(query.split()), list[str]()
        for engine in engines:
            if remembered := self._remembered(engine, question):
                return remembered
            if self._is_paused(engine):
                failed.append(f"{engine.name}: asked too often")
                continue
            try:
                hits = await engine.ask(client, question)
            except TooOften as error:
                self._pause(engine, error.seconds)
                failed.append(f"{engine.name}: asked too often")
            except Refused:  # its address is not allowed: that is an error, not a reason to ask the next
                raise
            except AuleError as error:
                failed.append(f"{engine.name}: {error}")
            else:
                self._pauses.pop(engine.name, None)
                return self._remember(
                    engine, question, WebResults(engine.name, engine.host, tuple(hits), tuple(failed))
                )
        raise Unavailable(
            f"No search engine answered. {'; '.join(failed)}",
            code="search_failed",
            hint="Wait a few minutes, or set up SearXNG or a Brave key in Settings.",
        )

    def _remembered(self, engine: SearchEngine, question: str) -> WebResults | None:
        kept = self._answers.get((engine.name, question.casefold()))
        fresh = kept is not None and self._ambient.clock.monotonic() - kept[0] < REMEMBERED_S
        return kept[1] if kept is not None and fresh else None

    def _remember(self, engine: SearchEngine, question: str, found: WebResults) -> WebResults:
        key = (engine.name, question.casefold())
        self._answers.pop(key, None)
        self._answers[key] = (self._ambient.clock.monotonic(), found)
        while len(self._answers) > MOST_REMEMBERED:
            del self._answers[next(iter(self._answers))]
        return found

    def _is_paused(self, engine: SearchEngine) -> bool:
        pause = self._pauses.get(engine.name)
        return pause is not None and self._ambient.clock.monotonic() < pause.until

    def _pause(self, engine: SearchEngine, asked_for: float | None) -> None:
        """Pause an engine, each time longer, and at least as long as it asked for."""
        before = self._pauses.get(engine.name)
        seconds = FIRST_PAUSE_S if before is None else before.seconds * 2
        seconds = min(max(seconds, asked_for or 0), LONGEST_PAUSE_S)
        self._pauses[engine.name] = _Pause(self._ambient.clock.monotonic() + seconds, seconds)
