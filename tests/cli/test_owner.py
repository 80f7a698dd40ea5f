"""One owner of the data directory at a time: the server, or a command that found none."""

from __future__ import annotations

import fcntl
import json
import os
import signal
import time
from pathlib import Path

import pytest
from dirty_equals import Contains, IsPartialDict
from tests.cli.command_line import PATIENCE, CommandLine, stop


def test_two_commands_at_once_both_succeed(aule: CommandLine) -> None:
    """E.7: the second waits for the first."""
    both = [aule.start("call", "core.now", "--json") for _ in range(2)]
    assert [process.wait(PATIENCE) for process in both] == [0, 0]
    for process in both:
        process.end()
    runs = aule.run("runs", "--json").document
    assert [run["status"] for run in runs] == ["done", "done"]


def test_a_command_uses_the_running_server_and_sees_what_it_does(aule: CommandLine) -> None:
    """E.7: with a server up, a command is its client; both have one log."""
    with aule.server() as server:
        asked = aule.run("ask", "list my notes", "--json")
        assert (asked.code, asked.document["ok"]) == (0, True)
        lock = next(c for c in aule.run("doctor", "--json").document if c["name"] == "lock")
        assert lock["detail"] == Contains(f"port {server['port']}")
        link = aule.run("open", "--no-browser", "--json").document
        assert link["url"].startswith(f"http://127.0.0.1:{server['port']}/#code=")
    assert [run["id"] for run in aule.run("runs", "--json").document] == [asked.document["run"]]
    assert aule.run("open", "--no-browser", "--json").document["error"]["code"] == "no_server"


def test_a_command_during_the_start_of_a_server_waits_for_it(aule: CommandLine) -> None:
    """E.7: the lock is taken before the server can be spoken to."""
    process = aule.start("up", "--port", "0", "--no-browser", "--json")
    try:
        deadline = time.monotonic() + 30
        while not (aule.home / "lock").exists() and time.monotonic() < deadline:
            os.sched_yield()
        assert aule.run("call", "core.now").code == 0
    finally:
        assert stop(process) == 0


def test_what_a_killed_server_left_behind_is_ignored(aule: CommandLine) -> None:
    """E.7: a stale `server.json` misleads nobody, and `kill -9` frees the lock."""
    process = aule.start("up", "--port", "0", "--no-browser", "--json")
    announced = json.loads(process.stdout.readline())
    process.end()
    assert json.loads((aule.home / "server.json").read_text())["port"] == announced["port"]
    assert aule.run("call", "core.now").code == 0


def test_a_busy_directory_is_refused_after_a_wait_naming_the_holder(aule: CommandLine) -> None:
    """E.7."""
    aule.home.mkdir(mode=0o700)
    holder = {"pid": os.getpid(), "command": "a long command", "since": "2026-01-01T00:00:00.000Z"}
    with (aule.home / "lock").open("w") as lock:
        lock.write(json.dumps(holder))
        lock.flush()
        fcntl.flock(lock, fcntl.LOCK_EX)
        begun = time.monotonic()
        ended = aule.run("call", "core.now", "--json")
    assert ended.code == 1
    assert ended.document["error"] == IsPartialDict(code="busy", message=Contains("a long command", str(os.getpid())))
    assert time.monotonic() - begun >= 10


def test_a_second_server_is_refused_and_told_where_the_first_is(aule: CommandLine) -> None:
    with aule.server() as server:
        ended = aule.run("up", "--port", "0", "--no-browser", "--json")
    assert (ended.code, ended.document["error"]["code"]) == (1, "busy")
    assert str(server["port"]) in ended.document["error"]["message"]


def test_a_taken_port_and_an_open_address_are_refused_before_anything_starts(aule: CommandLine, tmp_path: Path) -> None:
    """K-14: beyond this machine only with a token one chose."""
    with CommandLine(tmp_path / "other").server() as server:
        taken = aule.run("up", "--port", str(server["port"]), "--no-browser", "--json")
    assert (taken.code, taken.document["error"]["code"]) == (2, "port_taken")
    open_to_all = aule.run("up", "--host", "0.0.0.0", "--port", "0", "--no-browser", "--json")
    assert (open_to_all.code, open_to_all.document["error"]["code"]) == (2, "unsafe_address")


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_a_server_with_an_open_stream_stops_promptly(aule: CommandLine, end: signal.Signals) -> None:
    process = aule.start("up", "--port", "0", "--no-browser", "--json")
    json.loads(process.stdout.readline())
    follower = aule.start("events", "--follow", "--since", "0", "--json")
    assert json.loads(follower.stdout.readline())["type"] == "project.saved"
    begun = time.monotonic()
    process.send_signal(end)
    assert process.wait(30) == 0
    assert time.monotonic() - begun < 8
    assert follower.wait(PATIENCE) == 1
    process.end()
    follower.end()
    assert not (aule.home / "server.json").exists()
