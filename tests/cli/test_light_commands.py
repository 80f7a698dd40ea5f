"""What a command loads: with a server only what speaking to it takes, without one no more of a kernel than it uses.

Time is not measured here; imports are.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.command_line import CommandLine

HEAVY = {
    "pydantic": "the server has checked its answers; checking them again takes 90 ms to load",
    "httpx": "takes 280 ms to load, for a socket on this machine",
    "fastapi": "serves, and a command asks",
    "starlette": "serves, and a command asks",
    "sqlalchemy": "the server owns the database",
    "aule.kernel": "the kernel is in the server",
    "aule.boot": "builds a kernel",
    "aule.server": "serves, and a command asks",
    "aule.contracts.problems": "errors are plain JSON on their way to a terminal",
    "aule.apps.core": "capabilities are called in the server",
    "prompt_toolkit": "only conversations edit lines",
}
"""What no command loads that speaks to a server, and why."""
TEAM = {
    "aule.boot.plans": "plans are made when somebody wants one",
    "aule.kernel.plans.plans": "plans are made when somebody wants one",
    "aule.kernel.plans.team.team": "plans are made when somebody wants one",
    "aule.kernel.planning.critic": "plans are reviewed when there are some",
}
"""What no command loads that makes no plan, though the kernel is in its process."""
PROGRAM = """
import json, sys
from aule.cli.entry import run
try:
    run()
except SystemExit as end:
    sys.stderr.write(json.dumps({"code": end.code or 0, "loaded": sorted(sys.modules)}))
"""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory):
    """A command line with a server that has a few things to list."""
    aule = CommandLine(tmp_path_factory.mktemp("light") / "aule")
    with aule.server():
        assert aule.run("call", "core.create_note", "title=Tea", "text=green", "--yes").code == 0
        yield aule


@pytest.mark.parametrize(
    "words",
    [
        ["call", "core.list_notes"],
        ["call", "core.create_note", "title=More", "text=x", "--yes"],
        ["call", "core.create_note", "title=Waits", "text=x"],
        ["call", "nope.nope"],
        ["ask", "list my notes"],
        ["plan"],
        ["plan", "new", "plan to write 2 notes about tea"],
        ["undo", "--preview"],
        ["runs"],
        ["approvals", "--json"],
        ["capabilities"],
        ["core", "list-notes"],
        ["events", "--limit", "5"],
        ["history"],
        ["memory"],
        ["projects"],
        ["schedule"],
        ["workflows"],
        ["artifacts"],
        ["understand", "list my notes"],
    ],
    ids=" ".join,
)
def test_a_command_with_a_server_loads_nothing_heavy(served: CommandLine, words: list[str]) -> None:
    """LI-8: start-up is the time of imports, so a command that only speaks to a server makes few of them."""
    command = [sys.executable, "-c", PROGRAM, *words]
    ran = subprocess.run(command, env=served.environment, capture_output=True, text=True, timeout=60, input="")
    told = json.loads(ran.stderr[ran.stderr.rindex('{"code"') :])
    assert {name: why for name, why in HEAVY.items() if name in told["loaded"]} == {}
    assert told["code"] in {0, 2, 4}


@pytest.mark.parametrize(
    ("words", "left_out"),
    [
        (["plan"], {**TEAM, "aule.understanding.front": "nobody said anything", "numpy": "nobody said anything"}),
        (["ask", "list my notes"], {**TEAM, "aule.understanding.values.rhythms": "nothing is to be done again"}),
    ],
    ids=["plan", "ask"],
)
def test_a_command_without_a_server_loads_no_planning_team_for_what_is_no_plan(
    tmp_path: Path, words: list[str], left_out: dict[str, str]
) -> None:
    """LI-8: listing plans reads them, and words that want none are told from others by rules."""
    aule = CommandLine(tmp_path / "aule")
    command = [sys.executable, "-c", PROGRAM, *words]
    ran = subprocess.run(command, env=aule.environment, capture_output=True, text=True, timeout=120, input="")
    told = json.loads(ran.stderr[ran.stderr.rindex('{"code"') :])
    assert {name: why for name, why in left_out.items() if name in told["loaded"]} == {}
    assert told["code"] == 0
