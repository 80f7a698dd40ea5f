"""Schedules whose clock is set: by 40 days forth and back, by an hour, or that slept. Nothing runs twice, none stays
silent."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.kernel.mornings import START, Hands, Morning, morning

from aule.contracts.runs.schedule import Missed, Overlap
from aule.kernel.schedules.ticker import LOOK_S, pause
from aule.testing import say

FAR = timedelta(days=40)


async def _next(day: Morning) -> str | None:
    (view,) = (await day.aule.kernel.schedules.kept.list()).items
    return view.next_at


@pytest.mark.parametrize(
    ("missed", "begun", "told"),
    [
        (Missed.SKIP, 0, [("03-02T07:00", "missed")]),
        (Missed.ONCE, 1, [("03-02T07:00", None)]),
        (Missed.ALL, 40, [(f"{START + timedelta(days=n):%m-%d}T07:00", None) for n in range(40)]),
    ],
)
async def test_a_clock_that_went_forty_days_ahead_and_back_fires_each_time_once(
    tmp_path: Path, missed: Missed, begun: int, told: list[tuple[str, str | None]]
) -> None:
    """OS-19: what is due after the clock was set back is due again, and what has run does not run again."""
    later = 0 if missed is Missed.ALL else 3
    async with morning(tmp_path, *[say("News.")] * (begun + later)) as day:
        await day.make(missed=missed, overlap=Overlap.PARALLEL)
        await day.at(START + FAR)
        assert (await day.fired(), len(await day.runs())) == (told, begun)
        await day.at(START + timedelta(hours=2))  # right again
        assert await _next(day) == "2026-03-03T07:00:00.000Z"
        assert len(await day.runs()) == begun
        for n in (1, 2, 3):
            await day.at(START + timedelta(days=n, minutes=1))
        runs = await day.runs()
        assert len({run.id for run in runs}) == len(runs)
        assert len(runs) == begun + later
        assert await _next(day) == "2026-03-06T07:00:00.000Z"


async def test_a_clock_that_was_set_back_while_the_system_was_off_silences_nothing(tmp_path: Path) -> None:
    """OS-19: also a schedule that was made while the clock was wrong."""
    ahead = Hands(START + FAR)
    async with morning(tmp_path, say("Early."), clock=ahead) as day:
        await day.make()
        await day.make(title="Often", interval_s=3600)
        await day.at(START + FAR + timedelta(minutes=1))
        await day.runs()
    async with morning(tmp_path, clock=Hands()) as day:
        await day.at(START)
        views = (await day.aule.kernel.schedules.kept.list()).items
        assert {view.schedule.title: view.next_at for view in views} == {
            "Morning": "2026-03-02T07:00:00.000Z",
            "Often": "2026-03-02T07:59:00.000Z",
        }
        assert [view.last_run is None for view in views if view.schedule.title == "Morning"] == [False]


@pytest.mark.parametrize(
    ("fields", "fired"),
    [
        ({"missed": Missed.SKIP}, [("03-02T07:00", "missed")]),
        ({"missed": Missed.ONCE}, [("03-02T07:00", None)]),
    ],
)
async def test_an_hour_forth_and_back_is_told_once(
    tmp_path: Path, fields: dict[str, Any], fired: list[tuple[str, str | None]]
) -> None:
    """OS-19: the hour that came twice brings nothing twice."""
    async with morning(tmp_path, say("News.")) as day:
        await day.make(**fields)
        await day.at(START + timedelta(hours=1))
        assert await day.fired() == fired
        await day.at(START)
        await day.at(START + timedelta(minutes=2))
        started = [run.id for run in await day.runs()]
        assert len(started) == 1  # on time at last, or the one that began an hour too early
        assert await _next(day) == "2026-03-03T07:00:00.000Z"


def test_a_clock_is_looked_at_every_minute_however_far_the_next_time_is() -> None:
    """A machine that slept for days, or whose clock was set, is not an hour late."""
    now = datetime(2026, 3, 2, tzinfo=UTC)
    far = [timedelta(seconds=1), timedelta(minutes=5), timedelta(days=2), FAR]
    assert [pause(now, now + each) for each in far] == [1.0, LOOK_S, LOOK_S, LOOK_S]
    assert LOOK_S <= 60
