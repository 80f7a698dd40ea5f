"""kill -9, for real: many plots on one data directory, in processes that end at any time or at a chosen commit.

The parent has no threads and no event loop, so that each life can be forked from it with everything loaded already.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
import traceback
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from pydantic import TypeAdapter

from aule.testing.system import system
from tests.simulation.engine_corpus import Plot, plot_of
from tests.simulation.engine_lives import Report, check_history, live, report_of, see_through
from tests.simulation.engine_moments import Hasty, connecting
from tests.simulation.engine_storm import Site, compare
from tests.simulation.engine_world import World

TOGETHER = 8
"""Plots that are under way at the same time."""
REPORTS = TypeAdapter(list[Report])


@dataclass(frozen=True, slots=True)
class Fate:
    """How a life ends: after some seconds, at a commit, or by itself."""

    seconds: float | None = None
    commit: int | None = None


def kill_again_and_again(seeds: range, kills: int, site: Site) -> int:
    """Carry the plots out, a few at a time, killing their process until there were so many kills; tells how many."""
    killed, chance = 0, Random(f"kills {seeds}")
    for first in range(seeds.start, seeds.stop, TOGETHER):
        plots = [plot_of(seed) for seed in range(first, min(first + TOGETHER, seeds.stop))]
        share = kills * (min(first + TOGETHER, seeds.stop) - seeds.start) // len(seeds) - killed
        killed += _carry_out(plots, share, chance, site)
    return killed


def _carry_out(plots: list[Plot], kills: int, chance: Random, site: Site) -> int:
    expected, found = site.folder / "expected.json", site.folder / "found.json"
    _in_a_life(lambda: _undisturbed(plots, site, expected), Fate())
    killed = 0
    while killed < kills:  # once more from the beginning, when all came to their end too soon
        site.restore(site.fresh)
        while _in_a_life(lambda: _together(plots, site.home, found), _fate(chance, killed < kills)):
            killed += 1
        wanted, got = (REPORTS.validate_json(file.read_bytes()) for file in (expected, found))
        for plot, one, other in zip(plots, wanted, got, strict=True):
            compare(one, other, f"plot {plot.seed} after {killed} kills")
    return killed


def _fate(chance: Random, dies: bool) -> Fate:
    if not dies:
        return Fate()
    return Fate(commit=chance.randint(1, 24)) if chance.random() < 0.6 else Fate(seconds=chance.uniform(0.02, 0.25))


async def _undisturbed(plots: list[Plot], site: Site, into: Path) -> None:
    _keep([await live(site.restore(site.fresh), plot) for plot in plots], into)


def _keep(reports: list[Report], into: Path) -> None:
    into.write_bytes(REPORTS.dump_json(reports))


async def _together(plots: list[Plot], home: Path, into: Path) -> None:
    """All plots at once, from wherever they stand."""
    world = World(home)
    async with system(home, apps=[world.app()]) as aule:
        runs = await asyncio.gather(*(see_through(aule, plot, world) for plot in plots))
        for run in runs:
            check_history(await aule.events(run.id))
        found = [await report_of(aule, run, plot, world) for plot, run in zip(plots, runs, strict=True)]
    _keep(found, into)


def _in_a_life(story: Callable[[], Awaitable[None]], fate: Fate) -> bool:
    """Tell a story in a process of its own; says whether it was killed."""
    child = os.fork()
    if child == 0:
        _live_and_leave(story, fate)
    end = None if fate.seconds is None else time.monotonic() + fate.seconds
    while True:
        done, status = os.waitpid(child, 0 if end is None else os.WNOHANG)
        if done:
            break
        if end is not None and time.monotonic() >= end:
            os.kill(child, signal.SIGKILL)
            end = None
        else:
            time.sleep(0.001)
    was_killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
    if not was_killed and status != 0:
        raise SystemExit(f"a life ended with {status}")
    return was_killed


def _live_and_leave(story: Callable[[], Awaitable[None]], fate: Fate) -> None:
    """The child: never returns into the parent's code."""
    code = 1
    try:
        with connecting(_ending_at(fate.commit)):
            asyncio.run(_run(story))
        code = 0
    except BaseException:  # whatever it is, it is said, and this process ends here
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


async def _run(story: Callable[[], Awaitable[None]]) -> None:
    await story()


def _ending_at(number: int | None) -> type[Hasty]:
    """Connections that kill their process around a commit: before it for odd numbers, after it for even ones."""

    class Ending(Hasty):
        """A connection that ends its process at a commit."""

        seen = 0

        def before_commit(self) -> None:
            Ending.seen += 1
            if Ending.seen == number and number % 2:
                os.kill(os.getpid(), signal.SIGKILL)

        def after_commit(self) -> None:
            if Ending.seen == number:
                os.kill(os.getpid(), signal.SIGKILL)

    return Ending
