"""The shapes and what is to be reached: throughput, size, resume, flatness, idle. `python -m benchmarks engine`.

Equal guarantees: LangGraph's `durability="sync"` (each step is stored before the next begins) is what we are held
against; its `async` and `exit` are printed beside it. SQLite's `synchronous` is the same on both sides. The goals are
for LangGraph's own form of the same graph; where it has a cheaper way to the same result, that one is printed too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.engine import peers, postgres
from benchmarks.engine.protocol import Asked
from benchmarks.engine.rounds import (
    LIMIT,
    OURS,
    PEER,
    Entrant,
    entrants,
    fastest,
    interleaved,
    latencies,
    once,
    resumed,
    summed,
)
from benchmarks.measuring import Figures

ROUNDS = 5
FASTER, SOONER, SMALLER = 4.0, 2.0, 2.0
"""How many times faster, sooner and smaller than the peer we mean to be."""
FLAT = 1.5
"""How much dearer a step of the longest run may be than one of the cheapest."""
LENGTHS = (10, 100, 1_000, 10_000)
PEER_LENGTHS = LENGTHS[:-1]
"""A graph of 10,000 nodes takes LangGraph hours and some 8 GB of checkpoints: cost grows with the square."""
IDLE_RUNS, IDLE_S = 10_000, 10
MOST_IDLE_MB, MOST_IDLE_CPU = 10.0, 0.05


@dataclass(frozen=True, slots=True)
class Shape:
    """One thing to do, and the ways the peer can do it."""

    name: str
    title: str
    asked: Asked
    same: Sequence[Mapping[str, Any]]
    """The peer's ways that are the same graph as ours."""
    cheaper: Sequence[Mapping[str, Any]] = ()
    """Its other ways to the same result."""


SHAPES = (
    Shape(
        "chain",
        "1,000 steps, one after the other",
        Asked("chain", "", steps=1_000),
        [{"form": "chain", "saver": "sync"}, {"form": "chain", "saver": "async"}],
        [{"form": "loop", "saver": "sync"}, {"form": "loop+delta", "saver": "sync"}],
    ),
    Shape(
        "runs",
        "300 runs of 3 steps, 16 at once",
        Asked("runs", "", steps=3, runs=300),
        [
            {"form": "chain", "saver": "sync"},
            {"form": "one_by_one", "saver": "sync"},
            {"form": "chain", "saver": "async"},
        ],
    ),
    Shape(
        "wide",
        "1,000 steps: 1, then 998 at once, then 1",
        Asked("wide", "", steps=1_000),
        [{"form": "edges", "saver": "sync"}, {"form": "edges", "saver": "async"}],
        [{"form": "send", "saver": "async"}, {"form": "send+delta", "saver": "async"}],
    ),
)
EFFECTS = Asked("effects", "", steps=1_000, synchronous="FULL")


def measure() -> Figures:
    """Everything on SQLite, then on Postgres."""
    peers.make()
    figures: Figures = {"throughput": {}, "resume": {}}
    for shape in SHAPES:
        for synchronous in ("NORMAL", "FULL"):
            figures["throughput"][f"{shape.name} {synchronous}"] = throughput(shape, synchronous)
    figures["effects FULL"] = effects()
    for synchronous in ("NORMAL", "FULL"):
        for form in ("before", "after"):
            figures["resume"][f"{form} {synchronous}"] = resume(form, synchronous)
    figures["cost of a step"] = flatness()
    figures["idle"] = idle()
    figures["postgres"] = postgres.measure()
    return figures


def throughput(shape: Shape, synchronous: str) -> Figures:
    """A shape at one `synchronous`: time and size."""
    asked = replace(shape.asked, synchronous=synchronous)
    best, tried = fastest(entrants(PEER, *shape.same), asked)
    ours, limit = entrants(OURS)[0], entrants(LIMIT)[0]
    cheaper: list[Entrant] = []
    if shape.cheaper:
        found, more = fastest(entrants(PEER, *shape.cheaper), asked)
        cheaper, tried = [found], tried | more
    looser = [Entrant(PEER, {**best.way, "durability": mode}) for mode in ("async", "exit")]
    told = interleaved([ours, best, limit, *cheaper], asked, ROUNDS)
    told |= interleaved(looser, asked, 2)
    figures = {name: summed(rounds) for name, rounds in told.items()}
    print(f"\n{shape.title}, synchronous={synchronous}")
    _table(figures, ours.name)
    _goal("times faster than LangGraph", figures[best.name]["median_s"] / figures[ours.name]["median_s"], FASTER)
    size = figures[best.name]["grown_bytes"] / max(figures[ours.name]["grown_bytes"], 1)
    _goal("times smaller than its file", size, SMALLER)
    return {"against": best.name, "tried_s": tried, "contenders": figures}


def effects() -> Figures:
    """Steps that change something: each is stored for good before it begins and when it ended, on both sides."""
    ours, peer = entrants(OURS)[0], Entrant(PEER, {"form": "chain", "saver": "sync"})
    loop = Entrant(PEER, {"form": "loop", "saver": "sync"})
    told = interleaved([ours, peer, loop], EFFECTS, ROUNDS)
    figures = {name: summed(rounds) for name, rounds in told.items()}
    print("\n1,000 steps with an effect, one after the other, synchronous=FULL")
    _table(figures, ours.name)
    _goal("times faster than LangGraph", figures[peer.name]["median_s"] / figures[ours.name]["median_s"], FASTER)
    return {"against": peer.name, "contenders": figures}


def resume(form: str, synchronous: str) -> Figures:
    """From a person's decision until the step's own code begins, in a process that knows nothing of the run yet.

    Equal guarantees here too: with us, a decision is stored before what it allows begins. LangGraph's is where the
    approval is a step of its own (`after`), and else where it is put into the state first (`stored`); otherwise the
    step's code begins while the decision is still on its way to the disk, which is printed beside it.
    """
    asked = Asked("resume", "", runs=200, form=form, synchronous=synchronous)
    ours, equal, looser = entrants(OURS)[0], _equal(form), [] if form == "after" else _peers()
    who = [ours, *equal, *looser]
    figures = {name: latencies(rounds) for name, rounds in interleaved(who, asked, ROUNDS, resumed).items()}
    print(f"\ndecision → the step's code, interrupt {form}, synchronous={synchronous}")
    _latencies(figures)
    least = min(figures[entrant.name]["p50_ms"] for entrant in equal)
    _goal("times sooner than LangGraph", least / figures[ours.name]["p50_ms"], SOONER)
    whole = interleaved([ours, *equal, *looser], replace(asked, until="end"), 3, resumed)
    until_end = {name: latencies(rounds) for name, rounds in whole.items()}
    print(f"decision → the run's end is stored, interrupt {form}, synchronous={synchronous}")
    _latencies(until_end)
    return {"code": figures, "end": until_end}


def _equal(form: str) -> list[Entrant]:
    """The peer's ways in which a decision is stored before what it allows begins."""
    return _peers() if form == "after" else _peers(decision="stored")


def _peers(**way: str) -> list[Entrant]:
    return entrants(PEER, *({"saver": saver, **way} for saver in ("sync", "async")))


def _latencies(figures: Mapping[str, Figures]) -> None:
    for name, found in figures.items():
        print(f"  {name:<40} p50 {found['p50_ms']:8.2f} ms   p95 {found['p95_ms']:8.2f} ms")


def flatness() -> Figures:
    """Microseconds a step, from short runs to long ones."""
    print("\nµs a step, by the length of the run")
    figures: Figures = {}
    for who, lengths in ((entrants(OURS)[0], LENGTHS), (Entrant(PEER, {"form": "chain"}), PEER_LENGTHS)):
        costs = {steps: _cost(who, steps) for steps in lengths}
        print(f"  {who.name:<40} " + "   ".join(f"{steps:,}: {cost:,.0f}" for steps, cost in costs.items()))
        figures[who.name] = {str(steps): cost for steps, cost in costs.items()}
    ours = figures[OURS]
    worst = ours[str(LENGTHS[-1])] / min(ours.values())
    print(f"  the longest run's steps are {worst:.2f}× the cheapest; goal ≤ {FLAT:g}×: {_verdict(worst <= FLAT)}")
    return figures


def _cost(who: Entrant, steps: int) -> float:
    rounds = 5 if steps <= 1_000 else 3
    return round(median(once(who, Asked("chain", "", steps=steps)).seconds for _ in range(rounds)) / steps * 1e6, 1)


def idle() -> Figures:
    """What 10,000 runs that wait for a person cost a process that has just started, beside none."""
    cpu: dict[int, list[float]] = {0: [], IDLE_RUNS: []}
    memory: dict[int, list[float]] = {0: [], IDLE_RUNS: []}
    with TemporaryDirectory(prefix="aule-bench-") as none, TemporaryDirectory(prefix="aule-bench-") as many:
        peers.take(OURS, Asked("waiting", many, runs=IDLE_RUNS, form="after"))
        for _ in range(3):
            for folder, runs in ((none, 0), (many, IDLE_RUNS)):
                told = peers.take(OURS, Asked("idle", folder, steps=IDLE_S))[0]
                cpu[runs].append(told.cpu)
                memory[runs].append(told.memory_mb)
    more_cpu = median(cpu[IDLE_RUNS]) - median(cpu[0])
    more_memory = median(memory[IDLE_RUNS]) - median(memory[0])
    print(f"\n{IDLE_RUNS:,} runs that wait, over {IDLE_S} idle seconds, beside none")
    print(f"  processor {median(cpu[0]):.3f} → {median(cpu[IDLE_RUNS]):.3f} s: {_verdict(more_cpu <= MOST_IDLE_CPU)}")
    print(f"  memory {more_memory:+.1f} MB; goal < {MOST_IDLE_MB:g} MB: {_verdict(more_memory < MOST_IDLE_MB)}")
    return {"cpu_s": cpu, "memory_mb": memory}


def _table(figures: Mapping[str, Figures], ours: str) -> None:
    for name, found in figures.items():
        ratio = found["median_s"] / figures[ours]["median_s"]
        print(
            f"  {name:<40} {found['median_s']:8.3f} s ({found['least_s']:.3f}–{found['most_s']:.3f})"
            f"  cpu {found['cpu_s']:7.3f} s  {found['grown_bytes'] / 1e6:8.2f} MB   {ratio:6.2f}× ours"
        )


def _goal(what: str, reached: float, goal: float) -> None:
    print(f"  {reached:.1f} {what}; goal ≥ {goal:g}: {_verdict(reached >= goal)}")


def _verdict(met: bool) -> str:
    return "met" if met else "MISSED"
