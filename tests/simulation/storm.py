"""What every storm has: processes that write and are killed, what they noted of it, and what must follow from that.

The model knows only what the writers noted in files of their own: a write that was acknowledged is there once, one that
was refused is not there, one that was cut off is there once or not at all.
"""

from __future__ import annotations

import os
import random
import select
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aule.contracts.errors import AuleError
from tests.processes.nursery import Process, nursery


class Notes:
    """Where a writer notes what it is about to write, and what became of it; it survives the writer."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    async def tried(self, kind: str, place: str, key: str, write: Callable[[], Awaitable[Any]]) -> None:
        """Make a write, and note what became of it."""
        self._note("try", kind, place, key)
        try:
            await write()
        except AuleError as error:
            self._note("no", kind, place, key, error.problem.code)
        else:
            self._note("yes", kind, place, key)

    def _note(self, *words: str) -> None:
        os.write(self._file, ("\t".join(words) + "\n").encode())


@dataclass
class Noted:
    """What the writers noted of one kind of write: keys, and the places they were for, by what became of them."""

    acknowledged: dict[str, str] = field(default_factory=dict[str, str])
    refused: Counter[str] = field(default_factory=Counter[str])
    refused_keys: set[str] = field(default_factory=set[str])
    cut_off: dict[str, str] = field(default_factory=dict[str, str])

    def last(self, place: str) -> str | None:
        """The last acknowledged write to a place whose writes were made one after the other."""
        return max((key for key, where in self.acknowledged.items() if where == place), key=order, default=None)

    def possible(self, place: str) -> set[str | None]:
        """Which write a place may show: the last one that was acknowledged, or one that was cut off after it."""
        last = self.last(place)
        later = {key for key, where in self.cut_off.items() if where == place and order(key) > order(last)}
        return {last, *later}


@dataclass(frozen=True)
class Tally:
    """What a storm came to."""

    acknowledged: dict[str, int]
    refused: dict[str, dict[str, int]]
    cut_off: int
    kills: int
    seconds: float

    @property
    def total(self) -> int:
        """How many writes were acknowledged."""
        return sum(self.acknowledged.values())

    @property
    def codes(self) -> set[str]:
        """The codes of all refusals."""
        return {code for codes in self.refused.values() for code in codes}

    def __str__(self) -> str:
        return (
            f"{self.total} writes acknowledged {self.acknowledged}, refused {self.refused}, {self.cut_off} cut off, "
            f"{self.kills} kills, {self.seconds} s"
        )


@dataclass(frozen=True)
class Force:
    """How hard a storm blows."""

    processes: int
    writes: int
    kills: int
    seed: int


def order(key: str | None) -> tuple[int, int]:
    """Later lives, and later writes of one life."""
    if key is None:
        return (0, -1)
    _, life, number = key.split(".")
    return int(life), int(number)


def blow(folder: Path, module: str, words: Iterable[str], force: Force) -> tuple[dict[str, Noted], int]:
    """Let processes write, and kill some of them again and again; gives their notes, and how often one was killed."""
    dice, share, lives, killed = random.Random(force.seed), force.writes // force.processes, Counter[int](), 0
    running: dict[int, Process] = {}
    left, pause = dict.fromkeys(range(force.processes), share), 0.0
    while left or running:
        for number in [each for each in left if each not in running]:
            lives[number] += 1
            own = (folder / f"home-{number}", f"w{number}.{lives[number]}", left[number], dice.randrange(2**31))
            running[number] = nursery().start(*map(str, own), *words, module=module)
        select.select([], [], [], 0.02)
        pause -= 0.02
        for number, process in list(running.items()):
            if process.poll() is not None:
                assert process.returncode == 0, process.stdout.read()
                process.end()
                del running[number], left[number]
        if killed < force.kills and running and pause <= 0:
            pause = dice.uniform(0.1, 0.8)
            victim = dice.choice(list(running))
            if not _has_begun(folder, victim, lives[victim]):
                continue
            running.pop(victim).end()
            killed += 1
            left[victim] = max(1, share - _done(folder, victim))
    return _noted(folder, force.processes), killed


def tally(noted: dict[str, Noted], kills: int, began: float) -> Tally:
    """Count what a storm came to."""
    return Tally(
        {kind: len(each.acknowledged) for kind, each in noted.items()},
        {kind: dict(each.refused) for kind, each in noted.items() if each.refused},
        sum(len(each.cut_off) for each in noted.values()),
        kills,
        round(time.monotonic() - began, 1),
    )


def check_once(kind: str, there: Iterable[str], noted: Noted, place: str | None = None) -> None:
    """Each acknowledged write is there once, and nothing that was refused or that nobody wrote."""
    counts = Counter(there)
    here = {key for key, where in noted.acknowledged.items() if place in (None, where)}
    maybe = {key for key, where in noted.cut_off.items() if place in (None, where)}
    lost = sorted(here - counts.keys())
    assert not lost, f"{kind}: {len(lost)} acknowledged writes are lost, such as {lost[:5]}"
    doubled = [key for key, count in counts.items() if count > 1]
    assert not doubled, f"{kind}: {len(doubled)} are there twice, such as {doubled[:5]}"
    strange = sorted(counts.keys() - here - maybe)
    assert not strange, f"{kind}: {strange[:5]} are there, which were refused or which nobody wrote"


def check_places(kind: str, there: dict[str, str | None], noted: Noted) -> None:
    """Each place shows the last write to it that was acknowledged, or one that was cut off after it."""
    assert there.keys() >= {*noted.acknowledged.values()}, kind
    for place, key in there.items():
        assert key in noted.possible(place), f"{kind}: {place} shows {key}, not one of {noted.possible(place)}"


def check_count(kind: str, there: int, noted: Noted, places: Collection[str] | None = None) -> None:
    """A number that every write made one higher is as high as writes were made."""
    acknowledged = sum(places is None or place in places for place in noted.acknowledged.values())
    most = acknowledged + sum(places is None or place in places for place in noted.cut_off.values())
    assert acknowledged <= there <= most, f"{kind}: {there}, not {acknowledged} to {most}"


def _lines(folder: Path, number: int) -> list[str]:
    notes = folder / f"home-{number}" / "notes.tsv"
    return notes.read_text().splitlines() if notes.exists() else []


def _has_begun(folder: Path, number: int, life: int) -> bool:
    """Whether a life of a process has made a write: one that is killed before clears nothing up and writes nothing."""
    return any(f"\tw{number}.{life}." in line for line in _lines(folder, number)[-50:] if not line.startswith("try"))


def _done(folder: Path, number: int) -> int:
    return sum(line.startswith(("yes", "no")) for line in _lines(folder, number))


def _noted(folder: Path, processes: int) -> dict[str, Noted]:
    found: dict[str, Noted] = {}
    for line in (line for number in range(processes) for line in _lines(folder, number)):
        what, kind, place, key, *code = line.split("\t")
        noted = found.setdefault(kind, Noted())
        if what == "try":
            noted.cut_off[key] = place
            continue
        del noted.cut_off[key]
        if what == "yes":
            noted.acknowledged[key] = place
        else:
            noted.refused[code[0]] += 1
            noted.refused_keys.add(key)
    return found
