"""The log: a flood of entries stays small, and a disk without room does not flood the terminal."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from aule.cli.log import LONGEST, MOST_IN_ALL, MOST_OF_A_KIND, logging_to
from aule.stores.home.directory import Home

log = logging.getLogger("aule.flood")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path)
    home.prepare()
    return home


def test_a_flood_of_one_kind_is_cut_and_says_so(home: Home, capfd: pytest.CaptureFixture[str]) -> None:
    with logging_to(home, on_terminal=True):
        for number in range(10_000):
            log.warning("Somebody knocked %d times", number)
        log.warning("Something else happened")
    kept = (home.logs / "aule.log").read_text("utf-8").splitlines()
    assert MOST_OF_A_KIND < len(kept) <= 2 * MOST_OF_A_KIND + 2  # a minute may end in between
    assert "more entries like this one are left out" in kept[MOST_OF_A_KIND - 1]
    assert kept[-1].endswith("Something else happened")
    assert len(capfd.readouterr().err.splitlines()) == len(kept)


def test_a_flood_of_many_kinds_and_of_long_ones_is_cut(home: Home) -> None:
    with logging_to(home):
        for number in range(5_000):
            log.warning(f"Kind {number}")
        log.warning("x" * 1_000_000)
    kept = (home.logs / "aule.log").read_text("utf-8")
    assert MOST_IN_ALL <= len(kept.splitlines()) <= 2 * MOST_IN_ALL + 2
    assert len(kept) < MOST_IN_ALL * 2 * 200 + LONGEST * 2
