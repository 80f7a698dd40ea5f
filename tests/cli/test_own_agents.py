"""`aule agents`: from a file and back to one, and to a version."""

from __future__ import annotations

from pathlib import Path

from tests.apps.studio.files import AGENTS
from tests.cli.command_line import CommandLine


def test_an_agent_comes_from_a_file_goes_back_to_a_version_and_into_a_file(here: CommandLine, tmp_path: Path) -> None:
    """ST-1: the command line speaks the same API; a draft saves nothing."""
    file = tmp_path / "AGENTS.md"
    file.write_text(AGENTS)
    looked = here.run("agents", "import", str(file), "--draft", "--json")
    assert (looked.code, looked.document["agent"]["id"]) == (0, "orchard")
    assert here.run("agents", "export", "orchard").code == 2
    brought = here.run("agents", "import", str(file))
    assert brought.code == 0 and brought.out.startswith("orchard  Orchard")
    assert "Orchard" in here.run("agents", "list").out
    assert here.run("agents", "restore", "orchard", "1").out.strip() == "orchard v2"
    versions = here.run("agents", "versions", "orchard", "--json").document["items"]
    assert [each["version"] for each in versions] == [2, 1]
    written = here.run("agents", "export", "orchard", "--format", "agents_md")
    assert written.out.startswith(AGENTS)
    assert here.run("agents", "export", "orchard", "--format", "odd").code == 2


ECHO = """\
id: echo
title: Echo
inputs: {request: string}
steps:
  - {id: clock, title: Look at the clock, capability: core.now}
output: "Heard: {{inputs.request}}"
"""


def test_an_agent_takes_the_steps_of_a_workflow_and_answers_by_them(here: CommandLine, tmp_path: Path) -> None:
    """ST-1: shown, taken and removed by one command; in between, the steps answer."""
    agent, workflow = tmp_path / "AGENTS.md", tmp_path / "echo.yaml"
    agent.write_text(AGENTS)
    workflow.write_text(ECHO)
    assert here.run("agents", "import", str(agent)).code == 0
    assert here.run("workflows", "import", str(workflow)).code == 0
    assert here.run("agents", "flow", "orchard").out == ""
    assert "Look at the clock" in here.run("agents", "flow", "orchard", "--from", "echo").out
    assert "Heard: good morning" in here.run("ask", "good morning", "--agent", "orchard").out
    assert here.run("agents", "flow", "orchard", "--from", "echo", "--remove").code == 2
    assert here.run("agents", "flow", "orchard", "--remove", "--json").document["flow_graph"] is None
