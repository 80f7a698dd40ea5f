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
