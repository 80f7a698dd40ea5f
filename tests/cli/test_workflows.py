"""Workflows on the command line: check, import, run, wait with exit code 4, export, delete, undo (OS-21, K-17)."""

from __future__ import annotations

import json
from pathlib import Path

from dirty_equals import Contains, IsPartialDict, IsStr
from tests.cli.command_line import CommandLine

EXAMPLES = Path(__file__).parents[2] / "examples/workflows"
ADD = """\
id: add
title: Write a greeting
inputs:
  name: string
  times: {type: integer, default: 1}
steps:
  - {id: keep, capability: core.write_file, params: {path: hello.md, content: "Hi {{inputs.name}} × {{inputs.times}}"}}
output: "{{steps.keep.result.path}}"
"""


def test_a_workflow_is_checked_imported_run_exported_and_deleted(here: CommandLine) -> None:
    """OS-21: every verb, for people and for scripts."""
    file = here.home.parent / "add.yaml"
    file.write_text(ADD.replace("core.write_file", "core.write_fil"), "utf-8")
    checked = here.run("workflows", "check", str(file))
    assert (checked.code, checked.out) == (2, Contains(f"{file}:7:", "core.write_fil", "Did you mean"))
    assert here.run("workflows", "import", str(file), "--json").document["error"]["code"] == "invalid_workflow"
    assert here.run("workflows").out == "There is no workflow yet. `aule workflows import FILE` keeps one.\n"
    file.write_text(ADD, "utf-8")
    assert "add is sound: 1 steps." in here.run("workflows", "check", str(file)).out
    assert here.run("workflows", "import", str(file)).out == IsStr(regex="Kept add, version 1\\. .*\n")
    assert here.run("workflows", "import", str(file)).code == 1
    assert here.run("workflows", "import", "-", "--replace", stdin=ADD).out == IsStr(regex="Kept add, version 2.*\n")
    shown = here.run("workflows", "show", "add").out
    assert shown == Contains("capability: core.write_file", "Asks before: core.write_file × 1.")

    missing = here.run("workflows", "run", "add", "--json")
    assert (missing.code, missing.document["error"]["field"]) == (2, "inputs.name")
    waits = here.run("workflows", "run", "add", "--input", "name=Ana", "--json")
    assert (waits.code, waits.document["error"]["code"]) == (4, "approval_required")
    assert waits.document == IsPartialDict(ok=False, status="waiting", output=None)
    given = here.home.parent / "given.yaml"
    given.write_text("name: Ana\ntimes: 2\n", "utf-8")
    ran = here.run("workflows", "run", "add", "--inputs", str(given), "--input", "times=3", "--approve", "--json")
    assert (ran.code, ran.document) == (0, IsPartialDict(ok=True, status="done", output="hello.md", error=None))
    assert (here.home / "projects/home/hello.md").read_text("utf-8") == "Hi Ana × 3"
    [listed] = here.run("workflows", "list", "--json").document
    assert (listed["workflow"]["id"], listed["steps"], listed["last_run"]["status"]) == ("add", 1, "done")

    out = here.run("workflows", "export", "add").out
    assert here.run("workflows", "import", "-", "--replace", stdin=out).code == 0
    assert here.run("workflows", "export", "add").out == out
    assert here.run("workflows", "export", "add", str(here.home.parent), "--format", "json").code == 0
    assert json.loads((here.home.parent / "add.json").read_text("utf-8"))["id"] == "add"
    assert here.run("workflows", "export", "add", str(here.home.parent), "--format", "json").code == 1
    removed = here.run("workflows", "delete", "add")
    assert (removed.code, removed.out) == (0, IsStr(regex=r"(?s)Deleted add\..*`aule undo chg_\w+` brings it back\.\n"))
    assert here.run("workflows", "show", "add").code == 2
    assert here.run("undo").code == 0
    assert here.run("workflows", "show", "add", "--json").document["id"] == "add"


def test_a_run_on_the_command_line_tells_its_steps(here: CommandLine) -> None:
    """Without a server the run is driven by the command itself, and leaves nothing behind."""
    assert here.run("workflows", "import", str(EXAMPLES / "diamond.yaml")).code == 0
    ran = here.run("workflows", "run", "diamond", "--input", "word=ship")
    assert (ran.code, ran.out) == (0, Contains("core.list_dir", "core.list_notes", '"pattern": "ship"'))
    assert here.run("workflows", "run", "nowhere").code == 2
    assert here.run("workflows", "check", "nowhere.yaml").code == 2


def test_what_show_lists_is_allowed_and_a_failing_command_ends_with_a_failure(here: CommandLine) -> None:
    """K-4, K-17: a command that is written out asks no more once it was allowed; a script hears that it failed."""
    text = """\
id: release
steps:
  - {id: test, capability: core.exec, params: {command: "echo broken; exit 3"}, retry: {max: 1, wait_s: 0}}
  - {id: tell, capability: core.exec, params: {command: "echo no > told.txt"}, when: failure(), depends_on: [test]}
"""
    assert here.run("workflows", "import", "-", stdin=text).code == 0
    assert "Asks before: core.exec × 2." in here.run("workflows", "show", "release").out
    ran = here.run("workflows", "run", "release", "--approve")
    assert ran.code == 1, ran
    assert ran.out.count("✗ core.exec: The command 'echo broken; exit 3' ended with exit code 3.\n") == 2
    assert ran.out.count("✓ core.exec") == 1 and "Error (command_failed)" in ran.err
    assert (here.home / "projects/home/told.txt").read_text() == "no\n"
    called = here.run("call", "core.exec", "command=echo out; exit 9", "--yes", "--json")
    assert called.code == 1
    assert called.document == IsPartialDict(ok=False, status="failed", result=IsPartialDict(ok=False))
    assert called.document["result"]["data"] == IsPartialDict(exit_code=9, stdout="out\n")
    late = here.run("call", "core.exec", "command=sleep 9", "timeout_s=0.2", "--yes")
    assert late.code == 7, "too late is told apart from failing"


def test_what_waits_is_shown_with_the_names_of_its_choices_and_with_the_command(here: CommandLine) -> None:
    text = """\
id: choosing
steps:
  - {id: which, ask: Which fruit?, options: [Apple, Pear]}
  - {id: run, capability: core.exec, params: {command: "echo ok"}, interrupt: before, depends_on: [which]}
"""
    assert here.run("workflows", "import", "-", stdin=text).code == 0
    asked = here.run("workflows", "run", "choosing", "--json").document["error"]
    assert asked == IsPartialDict(code="needs_input", candidates=["option_1", "option_2", "answer"])
    assert "Apple (option_1), Pear (option_2)" in asked["hint"]
    in_words = f'aule approvals decide {asked["subject"]} answer "YOUR WORDS"'
    assert in_words in asked["hint"]
    shown = here.run("approvals", "show", asked["subject"]).out
    assert "pending; options: Apple (option_1), Pear (option_2), Answer (answer)\n" in shown and in_words in shown
    silent = here.run("approvals", "decide", asked["subject"], "answer")
    assert silent.code == 2 and in_words in silent.err
    assert here.run("approvals", "decide", asked["subject"], "Pear").code == 4
    [waiting] = here.run("approvals", "list", "--json").document
    shown = here.run("approvals", "show", waiting["id"]).out
    assert shown == Contains("Begin 'run'?", "echo ok", "Begin (approve), Skip (skip)")


def test_what_the_agent_of_a_step_asks_is_named_where_the_run_waits(here: CommandLine) -> None:
    """OS-21, OS-12: a run below it asks, and whoever started the run hears what, and how to decide it."""
    document = """id: note
title: Have a note written
steps:
  - {id: agent, prompt: 'create a note "Ideas" with: learn to sail'}
"""
    assert here.run("workflows", "import", "-", stdin=document).code == 0
    waits = here.run("workflows", "run", "note", "--json")
    assert (waits.code, waits.document["status"]) == (4, "waiting")
    [approval] = waits.document["approvals"]
    assert waits.document["error"]["subject"] == approval["id"]
    assert here.run("approvals", "decide", approval["id"], "approve").code == 0
    assert here.run("runs", "show", waits.document["run"], "--json").document["run"]["status"] == "done"


def test_a_part_is_run_on_the_command_line_and_a_version_is_restored(here: CommandLine) -> None:
    """ST-21, ST-22: from a step on, one step alone, pinned samples, versions."""
    text = """\
id: parts
steps:
  - {id: first, capability: core.append_file, params: {path: log.txt, content: "first "}}
  - {id: second, capability: core.append_file, params: {path: log.txt, content: "{{steps.first.result.path}} "},
     depends_on: first}
"""
    assert here.run("workflows", "import", "-", stdin=text).code == 0
    missing = here.run("workflows", "run", "parts", "--from-step", "second")
    assert missing.code == 2 and "'second' needs the result of 'first'" in missing.err
    assert here.run("workflows", "run", "parts", "--approve").code == 0
    assert here.run("workflows", "run", "parts", "--from-step", "second", "--approve").code == 0
    given = here.run("workflows", "run", "parts", "--only", "second", "--result", 'first:={"path": "x"}', "--approve")
    assert (given.code, given.out) == (0, Contains("Samples stand for the results of: first."))
    assert (here.home / "projects/home/log.txt").read_text("utf-8") == "first \nlog.txt \nlog.txt \nx "
    pinned = text + "canvas: {pins: {first: {path: pinned}}}\n"
    assert here.run("workflows", "import", "-", "--replace", stdin=pinned).code == 0
    waits = here.run("workflows", "run", "parts", "--use-pins", "--json")
    assert (waits.code, waits.document["status"]) == (4, "waiting")
    assert here.run("workflows", "run", "parts", "--use-pins", "--approve").code == 2
    listed = here.run("workflows", "versions", "parts", "--json").document
    assert [(each["version"], each["is_current"]) for each in listed] == [(2, True), (1, False)]
    assert "2 (current)" in here.run("workflows", "versions", "parts").out
    assert "this is version 3" in here.run("workflows", "restore", "parts", "1").out
    assert "pins" not in here.run("workflows", "export", "parts").out
    assert here.run("undo").code == 0
    assert "pins" in here.run("workflows", "export", "parts").out
    assert here.run("workflows", "restore", "parts", "99").code == 2
