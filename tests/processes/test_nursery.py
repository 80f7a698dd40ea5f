"""Forked processes are as good as started ones: words, streams, environment and end of their own."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import httpx
import pytest
from tests.processes.nursery import nursery


def test_a_process_has_words_streams_and_an_environment_of_its_own(tmp_path: Path) -> None:
    environment = {"AULE_HOME": str(tmp_path / "one"), "LONG": "x" * 200_000}
    said = nursery().run("version", env=environment)
    assert (said.code, said.err) == (0, "") and said.out.startswith("aule ")
    wrong = nursery().run("no-such-thing", env=environment)
    assert (wrong.code, wrong.out) == (2, "") and "no-such-thing" in wrong.err
    asked = nursery().run("ask", "--json", env=environment, stdin="what time is it?\n")
    assert asked.code == 0, asked.err
    assert (tmp_path / "one" / "aule.db").exists()


def test_a_process_runs_until_it_is_told_to_stop_and_tells_how_it_ended(tmp_path: Path) -> None:
    environment = {**os.environ, "AULE_HOME": str(tmp_path / "home")}
    words = ("up", "--no-browser", "--port", "0")
    for number, code in ((signal.SIGTERM, 0), (signal.SIGKILL, -signal.SIGKILL)):
        server = nursery().start(*words, env=environment)
        try:
            address = server.stdout.readline().split()[-1].partition("#")[0]
            assert httpx.get(f"{address}v1/health", trust_env=False, timeout=60).status_code == 200
            assert server.poll() is None
            with pytest.raises(subprocess.TimeoutExpired):
                server.wait(0)
            server.send_signal(number)
            assert server.wait(60) == code == server.poll()
        finally:
            server.end()
