"""Rounds: contenders take turns at a shape, each time on a new database, and their figures are set side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.engine.peers import take
from benchmarks.engine.protocol import Asked, Told
from benchmarks.measuring import Figures

OURS, PEER, LIMIT = "ours", "on_langgraph", "bare_asyncio"
SKIPPED = 10
"""Repetitions at the beginning that count as warm-up, where a process does many."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A contender with one way to do the shape."""

    contender: str
    way: Mapping[str, Any]

    @property
    def name(self) -> str:
        """How figures are labelled."""
        return " ".join([self.contender, *(str(value) for value in self.way.values())])


def entrants(contender: str, *ways: Mapping[str, Any]) -> list[Entrant]:
    """A contender's ways to do a shape."""
    return [Entrant(contender, way) for way in ways or [{}]]


def once(entrant: Entrant, asked: Asked) -> Told:
    """One round of one contender."""
    with TemporaryDirectory(prefix="aule-bench-") as folder:
        return take(entrant.contender, replace(asked, folder=folder, **entrant.way))[0]


def fastest(ways: Sequence[Entrant], asked: Asked) -> tuple[Entrant, Figures]:
    """Which way does the shape in the least time, twice each; and what all of them took."""
    tried = {entrant.name: min(once(entrant, asked).seconds for _ in range(2)) for entrant in ways}
    best = min(ways, key=lambda entrant: tried[entrant.name])
    return best, {name: round(seconds, 4) for name, seconds in tried.items()}


def interleaved(
    who: Sequence[Entrant], asked: Asked, rounds: int, do: Callable[[Entrant, Asked], Told] = once
) -> dict[str, list[Told]]:
    """Let them take turns: us, peer, limit, us, peer, limit …"""
    told: dict[str, list[Told]] = {entrant.name: [] for entrant in who}
    for _ in range(rounds):
        for entrant in who:
            told[entrant.name].append(do(entrant, asked))
    return told


def summed(rounds: Sequence[Told]) -> Figures:
    """The middle of several rounds, and how far they lie apart."""
    seconds = [told.seconds for told in rounds]
    return {
        "median_s": round(median(seconds), 4),
        "least_s": round(min(seconds), 4),
        "most_s": round(max(seconds), 4),
        "cpu_s": round(median(told.cpu for told in rounds), 4),
        "bytes": round(median(told.bytes for told in rounds)),
        "grown_bytes": round(median(told.bytes - told.empty for told in rounds)),
        "rounds": len(rounds),
    }


def resumed(entrant: Entrant, asked: Asked) -> Told:
    """Runs that wait, made by one process; then decided one after the other by a new one."""
    with TemporaryDirectory(prefix="aule-bench-") as folder:
        place = replace(asked, folder=folder, **entrant.way)
        take(entrant.contender, replace(place, shape="waiting"))
        return take(entrant.contender, replace(place, shape="resume"))[0]


def latencies(rounds: Sequence[Told]) -> Figures:
    """Median and 95th percentile of all repetitions, in milliseconds; the spread of the rounds' medians."""
    every = sorted(seconds for told in rounds for seconds in told.each[SKIPPED:])
    medians = [median(told.each[SKIPPED:]) for told in rounds]
    return {
        "p50_ms": _ms(median(every)),
        "p95_ms": _ms(every[int(len(every) * 0.95)]),
        "least_p50_ms": _ms(min(medians)),
        "most_p50_ms": _ms(max(medians)),
        "n": len(every),
    }


def folder_bytes(folder: Path) -> int:
    """Everything below a folder."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 3)
