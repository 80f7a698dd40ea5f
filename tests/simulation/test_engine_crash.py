"""Made-up runs that die at every write, at moments of real processes, and twice: the end is always the same.

This is a short sample; `make soak` tries the whole corpus.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from tests.simulation.engine_storm import prepare, storm

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("seed", [0, 2, 5, 7, 13])
async def test_dying_around_any_write_of_a_graph_changes_nothing_of_its_end(tmp_path: Path, seed: int) -> None:
    """K-6, K-7, K-S4, OS-22: same report, no finished step again, no effect twice; what nobody knows is asked."""
    tally = await storm(seed, await prepare(tmp_path), most=8, doubles=1)
    assert tally.deaths >= 5


async def test_killing_the_process_again_and_again_changes_nothing_of_its_end(tmp_path: Path) -> None:
    """K-7: real kills at any time and at chosen commits, with many runs under way on one data directory."""
    command = [sys.executable, "-m", "tests.simulation.engine_soak", "--first", "1000", "--seeds", "4"]
    trial = await asyncio.to_thread(
        subprocess.run,
        [*command, "--moments", "0", "--kills", "12"],
        capture_output=True,
        text=True,
        timeout=240,
        cwd=ROOT,
    )
    assert trial.returncode == 0, trial.stdout + trial.stderr
    assert "kill -9: 12 kills over 4 plots" in trial.stdout
