"""`aule trace` and `aule metrics` as a person types them (ST-10, ST-12)."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.command_line import CommandLine


def test_a_run_is_shown_as_a_waterfall_saved_compared_and_counted(here: CommandLine, tmp_path: Path) -> None:
    """ST-10, ST-11, ST-12: the same figures as over HTTP, in lines of text."""
    runs = [here.run("call", "core.list_dir", "--json").document["run"] for _ in range(2)]
    shown = here.run("trace", runs[0])
    assert shown.code == 0 and "█" in shown.out and "1 calls" in shown.out
    assert len(here.run("trace", runs[0], "--json").document["spans"]) == 2
    saved = tmp_path / "trace.json"
    assert here.run("trace", runs[0], "--out", str(saved)).code == 0
    assert json.loads(saved.read_text())["format"] == "aule.trace"
    assert here.run("trace", runs[0], "--compare", runs[1]).code == 0
    counted = here.run("metrics", "--group", "capability", "--rebuild")
    assert counted.code == 0 and "2" in counted.out
    assert here.run("metrics", "--json").document["totals"]["runs"] >= 2
