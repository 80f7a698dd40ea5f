"""An agent writes a workflow from a sentence, a person approves it, and it runs (OS-21)."""

from __future__ import annotations

from pathlib import Path

import pytest
from dirty_equals import Contains, IsPartialDict, IsStr

from aule.contracts.access.approval import FileDiff
from aule.contracts.errors import AuleError
from aule.contracts.events.facts import CallCompleted, CallFailed
from aule.contracts.model import JsonObject
from aule.contracts.runs.run import RunStatus
from aule.testing.scripted_model import ScriptedModel, call, say
from aule.testing.system import System, system

NOTES = """\
id: count-notes
title: Count the notes
state: {notes: object}
steps:
  - {id: look, capability: core.list_notes, writes: notes}
output: {total: "{{state.notes.total}}"}
"""
WRITE = """\
id: greet
steps: [{id: keep, capability: core.write_file, params: {path: hello.md, content: Hi}}]
"""


async def test_an_agent_makes_a_workflow_from_a_sentence_and_runs_it(tmp_path: Path) -> None:
    """OS-21, OS-23: ask, look at exactly what will be kept, approve, and it runs to its end."""
    script = (
        call("core.create_workflow", {"document": NOTES}),
        call("core.run_workflow", {"workflow": "count-notes"}),
        say("You have no notes yet."),
    )
    async with system(tmp_path / "home", *script) as aule:
        waiting = await aule.ask("Make me a workflow that counts my notes, and run it")
        assert waiting.status is RunStatus.WAITING
        asked = await aule.pending()
        assert (asked.kind, asked.title) == ("write", IsStr(regex="Create a workflow.*"))
        assert isinstance(asked.preview, FileDiff)
        assert (asked.preview.path, asked.preview.is_new) == ("count-notes.yaml", True)
        assert "+    capability: core.list_notes" in asked.preview.diff
        assert await aule.kernel.library.workflows.find("count-notes") is None
        done = await aule.decide()
        assert (done.status, done.error) == (RunStatus.DONE, None)
        kept = await aule.kernel.library.workflows.get("count-notes")
        assert (kept.created_by, kept.version, kept.title) == ("agent", 1, "Count the notes")
        [run] = await aule.kernel.runs.children(done.id)
        assert (run.kind, run.status, run.workflow) == ("workflow", RunStatus.DONE, "count-notes")
        assert (run.agent, run.depth) == (done.agent, 1)
        calls = [event.data for event in await aule.events(done.id) if isinstance(event.data, CallCompleted)]
        assert calls[-1].result.data == {"run": run.id, "status": "done", "output": {"total": 0}, "problem": None}
        undo = await aule.kernel.undo(f"run:{done.id}")
        assert undo.status is RunStatus.DONE
        assert await aule.kernel.library.workflows.find("count-notes") is None


async def test_a_document_with_mistakes_comes_back_with_all_of_them(tmp_path: Path) -> None:
    """The agent can correct it; nobody is asked about something that cannot run."""
    bad = NOTES.replace("core.list_notes", "core.list_note").replace("state.notes.total", "state.gone")
    model = ScriptedModel(call("core.create_workflow", {"document": bad}), say("I could not."))
    async with system(tmp_path / "home", model=model) as aule:
        done = await aule.ask("Count my notes")
        assert done.status is RunStatus.DONE_WITH_FAILURES
        [failed] = [event.data for event in await aule.events(done.id) if isinstance(event.data, CallFailed)]
        assert failed.result.error is not None
        assert failed.result.error.code == "invalid_workflow"
        assert failed.result.error.message == Contains("line 5", "core.list_note", "state.gone")
        assert await aule.kernel.approvals.pending() == []


async def test_a_workflow_is_replaced_only_when_that_is_said_and_shown(tmp_path: Path) -> None:
    async with system(tmp_path / "home") as aule:
        kernel = aule.kernel
        await kernel.library.save(await kernel.library.read(NOTES), expected=None)
        listed = await kernel.call("core.list_workflows", {})
        assert listed.result.data["workflows"] == [IsPartialDict(id="count-notes", steps=1, last_status=None)]
        shown = await kernel.call("core.show_workflow", {"workflow": "count-notes"})
        assert "capability: core.list_notes" in shown.result.data["document"]
        changed = NOTES.replace("Count the notes", "How many notes")
        refused = await _refused(aule, {"document": changed})
        assert refused == "workflow_exists"
        assert await _refused(aule, {"document": changed, "overwrite": True}) == "approval_required"
        asked = await aule.pending()
        assert isinstance(asked.preview, FileDiff)
        assert (asked.preview.added, asked.preview.removed) == (1, 1)
        await aule.decide()
        kept = await kernel.library.workflows.get("count-notes")
        assert (kept.title, kept.version, kept.created_by) == ("How many notes", 2, "user")


async def test_what_asks_inside_a_workflow_still_asks_when_an_agent_runs_it(tmp_path: Path) -> None:
    """S: running a workflow gives an agent no more than its own rights."""
    script = (call("core.run_workflow", {"workflow": "greet"}), say("It waits for you."))
    async with system(tmp_path / "home", *script) as aule:
        kernel = aule.kernel
        await kernel.library.save(await kernel.library.read(WRITE), expected=None)
        done = await aule.ask("Greet")
        assert done.status is RunStatus.DONE
        [run] = await kernel.runs.children(done.id)
        assert run.status is RunStatus.WAITING
        asked = await aule.pending()
        assert (asked.kind, asked.run) == ("write", run.id)
        assert not (aule.workspace / "hello.md").exists()
        ended = await aule.decide()
        assert (ended.id, ended.status) == (run.id, RunStatus.DONE)
        assert (aule.workspace / "hello.md").read_text("utf-8") == "Hi"


async def _refused(aule: System, params: JsonObject) -> str:
    with pytest.raises(AuleError) as refused:
        await aule.kernel.call("core.create_workflow", params)
    return refused.value.problem.code
