"""The long trial of the run engine: `make soak`, or `python -m tests.simulation.engine_soak --seeds 220 --kills 300`.

First each plot of the corpus dies at every single write and at some moments twice; then real processes are killed.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import sys
import tempfile
import time
from dataclasses import asdict
from pathlib import Path

from tests.simulation.engine_kills import kill_again_and_again
from tests.simulation.engine_storm import Site, Tally, prepare, storm


def main() -> int:
    """Run the trial and print what was tried."""
    asked = _arguments()
    folder = Path(tempfile.mkdtemp(prefix="aule-soak-"))
    os.environ["AULE_FORBID_MODELS"] = "1"
    began = time.monotonic()
    try:
        site = asyncio.run(prepare(folder))
        seeds = range(asked.first, asked.first + asked.seeds)
        if asked.moments != 0:
            tally = asyncio.run(_storms(seeds, site, asked.moments, asked.doubles))
            told = ", ".join(f"{count} {name}" for name, count in asdict(tally).items())
            print(f"every write: {told}; all the same, {time.monotonic() - began:.0f} s", flush=True)
        began = time.monotonic()
        killed = kill_again_and_again(seeds, asked.kills, site)
        print(f"kill -9: {killed} kills over {len(seeds)} plots; all the same, {time.monotonic() - began:.0f} s")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return 0


async def _storms(seeds: range, site: Site, most: int | None, doubles: int) -> Tally:
    tally = Tally()
    for seed in seeds:
        tally += await storm(seed, site, most=most, doubles=doubles)
        if tally.plots % 20 == 0:
            print(f"  {tally.plots} plots, {tally.deaths} deaths", flush=True)
    return tally


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seeds", type=int, default=220, help="how many plots")
    parser.add_argument("--first", type=int, default=0, help="the first of them")
    parser.add_argument("--kills", type=int, default=300, help="how many processes are killed")
    parser.add_argument("--moments", type=int, default=None, help="deaths a plot; all of them when left out")
    parser.add_argument("--doubles", type=int, default=3, help="deaths a plot after which the next life dies as well")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
