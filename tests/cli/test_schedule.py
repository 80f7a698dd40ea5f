"""Schedules on the command line: added, shown, paused, run, removed and brought back."""

from __future__ import annotations

import pytest
from dirty_equals import Contains, IsPartialDict, IsStr
from tests.cli.command_line import CommandLine

from aule.cli.commands.schedule import seconds_of
from aule.contracts.errors import Invalid


def test_a_schedule_is_added_shown_paused_removed_and_brought_back(here: CommandLine) -> None:
    """OS-19."""
    assert here.run("schedule").out.startswith("Nothing runs by itself yet.")
    pattern = ("--cron", "0 7 * * 1-5", "--tz", "America/Sao_Paulo")
    added = here.run("schedule", "add", "what is new?", *pattern, "--title", "Morning", "--json").document
    schedule = added["schedule"]
    assert schedule == IsPartialDict(prompt="what is new?", timezone="America/Sao_Paulo", created_by="user", version=1)
    id = schedule["id"]
    shown = here.run("schedule", "show", id)
    assert (shown.code, shown.out) == (0, Contains("Morning", "Monday to Friday at 07:00 (America/Sao_Paulo)", "UTC"))
    assert here.run("schedule", "pause", id).out == f"{id} rests.\n"
    assert "paused" in here.run("schedule", "list").out
    assert here.run("schedule", "resume", id).out == IsStr(regex=rf"{id} goes on, due \d.+UTC\.\n")
    removed = here.run("schedule", "remove", id, "--json").document
    assert here.run("schedule", "--json").document == []
    assert here.run("undo", removed["change"]).code == 0
    assert [view["schedule"]["id"] for view in here.run("schedule", "--json").document] == [id]
    assert here.run("schedule", "show", "nothing").code == 2


def test_what_cannot_be_scheduled_is_said_before_anything_is_kept(here: CommandLine) -> None:
    for words in (
        ("go", "--cron", "61 * * * *"),
        ("go", "--every", "often"),
        ("go", "--at", "2020-01-01T00:00"),
        ("go", "--every", "30m", "--cron", "0 7 * * *"),
        ("--every", "30m"),
        ("go", "--every", "30m", "--tz", "Sao Paulo"),
        ("go", "--every", "10s"),
    ):
        refused = here.run("schedule", "add", *words)
        assert refused.code == 2 and "Error" in refused.err
    assert here.run("schedule", "--json").document == []


def test_a_heartbeat_is_switched_on_and_has_nothing_to_do_yet(here: CommandLine) -> None:
    """OS-20: off until switched on."""
    added = here.run("schedule", "add", "--heartbeat", "--json").document
    assert added["schedule"] == IsPartialDict(id="heartbeat-home", heartbeat=True, interval_s=1800)
    ran = here.run("schedule", "run", "heartbeat-home", "--json")
    assert (ran.code, ran.document["error"]["code"]) == (1, "nothing_to_do")


def test_a_schedule_is_run_now_and_watched(here: CommandLine) -> None:
    """OS-19: without a model the recipes answer."""
    id = here.run("schedule", "add", "list my notes", "--every", "1d", "--json").document["schedule"]["id"]
    ran = here.run("schedule", "run", id, "--json")
    assert (ran.code, ran.document["status"], ran.document["schedule"]) == (0, "done", id)
    assert here.run("schedule", "list").out == Contains(id, "ran")


@pytest.mark.parametrize(
    ("span", "seconds"), [("90s", 90), ("30m", 1800), ("2 h", 7200), ("1D", 86_400), ("1w", 604_800)]
)
def test_spans_are_read_as_people_write_them(span: str, seconds: int) -> None:
    assert seconds_of(span) == seconds
    with pytest.raises(Invalid):
        seconds_of(span + "x")
