"""`aule evaluations` as a person or a pipeline types it."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.command_line import CommandLine

GOOD = """\
id: clock
title: The clock
agent: assistant
questions:
  - id: time
    words: what time is it?
    expectations:
      - expects: calls
        what: core.now
      - expects: never_writes
"""
BAD = GOOD.replace("id: clock", "id: broken").replace("core.now", "core.exec")


def test_an_evaluation_is_brought_run_and_compared_at_the_command_line(here: CommandLine, tmp_path: Path) -> None:
    """ST-14: the exit code tells a pipeline whether something failed; without a model, rules answer."""
    good, bad = tmp_path / "clock.yaml", tmp_path / "broken.yaml"
    good.write_text(GOOD)
    bad.write_text(BAD)
    assert here.run("evaluations", "import", str(good)).code == 0
    assert here.run("evaluations", "import", str(bad)).code == 0
    assert "The clock" in here.run("evaluations", "list").out
    assert here.run("evaluations", "export", "clock").out.splitlines()[0] == "id: clock"
    ran = here.run("evaluations", "run", "clock")
    assert (ran.code, "passed" in ran.out) == (0, True)
    failed = here.run("evaluations", "run", "broken", "--json")
    trial = json.loads(failed.out)
    assert (failed.code, trial["results"][0]["failed"]) == (1, 1)
    again = json.loads(here.run("evaluations", "run", "broken", "--agent", "researcher", "--json").out)
    assert again["results"][0]["agent"] == "researcher"
    compared = here.run("evaluations", "compare", again["id"], "--with", trial["id"])
    assert (compared.code, "added" in compared.out) == (0, True)
    assert "core.exec" in here.run("evaluations", "show", "broken", "--json").out
    assert here.run("evaluations", "show", "nothing").code != 0
    assert here.run("evaluations", "import", str(tmp_path / "none.yaml")).code != 0
