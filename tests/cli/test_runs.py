"""`aule runs` for graphs: what a person does at a terminal, without a server."""

from __future__ import annotations

from pathlib import Path

from tests.cli.command_line import CommandLine

NOTES = """\
id: notes
title: Notes
state: {files: any}
steps:
  - {id: look, capability: core.list_dir, writes: [files], interrupt: before}
  - {id: note, capability: core.create_note, params: {title: Files, text: "Found: {{state.files}}"}, depends_on: [look]}
"""


def test_a_run_waits_is_decided_step_by_step_and_tried_again(here: CommandLine, tmp_path: Path) -> None:
    """OS-22: each command is a process of its own; the run is rows in between."""
    document = tmp_path / "notes.yaml"
    document.write_text(NOTES)
    assert here.run("workflows", "import", str(document)).code == 0
    started = here.run("workflows", "run", "notes", "--json")
    assert started.code == 4, started.err
    run = started.document["run"]
    assert "? look  waiting" in here.run("runs", "show", run).out
    first = started.document["approvals"][0]["id"]
    decided = here.run("approvals", "decide", first, "approve", "--json")
    assert decided.code == 4, decided.err
    second = decided.document["approvals"][0]
    assert second["kind"] == "write"
    followed = here.run("runs", "follow", run, "--json")
    assert [each["id"] for each in followed.document["approvals"]] == [second["id"]], "what is decided is over"
    refused = here.run("approvals", "decide", second["id"], "deny", "--json")
    assert (refused.code != 0, refused.document["status"]) == (True, "failed")
    assert "✗ note" in here.run("runs", "show", run).out
    again = here.run("runs", "retry", run, "--json")
    assert again.code == 4, again.err
    third = again.document["approvals"][0]["id"]
    assert here.run("approvals", "decide", third, "approve", "--json").document["status"] == "done"
    listed = here.run("runs", "list", "--workflow", "notes", "--json").document
    assert [each["status"] for each in listed] == ["done", "failed"]
    assert here.run("runs", "fork", run, "note", "--state", "[]").code == 2
