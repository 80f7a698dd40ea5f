"""`aule tools` as a person types it."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.command_line import CommandLine


def test_tools_are_made_compared_moved_and_revoked_at_the_command_line(here: CommandLine, tmp_path: Path) -> None:
    """TL-11, TL-12: by a sentence without a model; called, exported, brought in under another name, revoked."""
    draft = here.run("tools", "make", "create a tool that converts miles to km")
    assert (draft.code, "Nothing was kept" in draft.out) == (0, True)
    made = here.run("tools", "make", "create a tool that converts miles to km", "--keep")
    assert (made.code, "tool.miles_to_kilometers, version 1, in use" in made.out) == (0, True)
    called = here.run("call", "tool.miles_to_kilometers", "value=2", "--json")
    assert (called.code, "3.218688" in called.out) == (0, True)
    file = tmp_path / "miles.tool.json"
    assert here.run("tools", "export", "miles_to_kilometers", "--to", str(file)).code == 0
    file.write_text(
        file.read_text().replace('"name": "miles_to_kilometers"', '"name": "miles"').replace("From", "from")
    )
    brought = here.run("tools", "import", str(file))
    assert (brought.code, "tool.miles, version 1" in brought.out) == (0, True)
    assert here.run("tools", "restore", "miles", "1").code == 0
    versions = json.loads(here.run("tools", "versions", "miles", "--json").out)["items"]
    assert [each["version"] for each in versions] == [2, 1]
    assert here.run("tools", "diff", "miles", "1", "2").code == 0
    assert "def run(value)" in here.run("tools", "show", "miles").out
    gone = here.run("tools", "revoke", "miles")
    assert (gone.code, "can no longer be called" in gone.out) == (0, True)
    assert here.run("call", "tool.miles", "value=2").code != 0
    listed = here.run("tools", "list").out
    assert ("revoked" in listed, "in use" in listed) == (True, True)
    assert here.run("tools", "import", str(tmp_path / "none")).code != 0
    odd = here.run("tools", "make", "create a tool that converts miles to km", "--runtime", "nowhere")
    assert (odd.code != 0, "wasm_python" in odd.out + odd.err) == (True, True)
