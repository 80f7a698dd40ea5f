"""Guidelines against a model that tries to break them, and interrupts that hold a run for a person."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from aule.contracts.access.agent import Agent
from aule.contracts.access.capability import Policy
from aule.contracts.access.guidelines import (
    AgentInterrupt,
    AskRule,
    FilesRule,
    Guideline,
    LanguageRule,
    NeverRule,
    OmitRule,
    SaidRule,
)
from aule.contracts.runs.run import RunStatus
from aule.contracts.settings import Settings
from aule.contracts.talk.ask import Ask
from aule.testing import ScriptedModel, call, say
from aule.testing.scripted_model import Response
from aule.testing.system import System, system

NEVER = [NeverRule(rule="never", what="effect:delete")]
REMOVE = {"path": "kept.txt"}
PATCH = "*** Begin Patch\n*** Delete File: kept.txt\n*** End Patch\n"
WORKFLOW = """
id: clean
title: Clean
steps:
  - {id: remove, capability: core.delete_file, params: {path: kept.txt}}
"""
WRITTEN = f"<tool_call>{json.dumps({'name': 'core.delete_file', 'arguments': REMOVE})}</tool_call>"


async def keep(aule: System, id: str = "careful", **fields: Any) -> None:
    """Save an agent that may do everything without asking, but for what its rules say."""
    await aule.kernel.save_settings(Settings(policy=Policy(allow=["*"])), expected=None)
    agent = Agent(id=id, name=id.title(), policy=Policy(allow=["*"]), **fields)
    await aule.kernel.documents.save_agent(agent, expected=None)


def prepared(aule: System) -> Path:
    aule.workspace.mkdir(parents=True, exist_ok=True)
    kept = aule.workspace / "kept.txt"
    kept.write_text("words")
    return kept


BREAKS: dict[str, list[Response]] = {
    "direct": [call("core.delete_file", REMOVE).to("clean"), say("I may not.").to("clean")],
    "delegation": [
        call("core.delegate", {"briefs": [{"task": "remove it", "agent": "bold"}]}).to("clean"),
        call("core.delete_file", REMOVE).to("remove it"),
        say("I may not.").to("remove it"),
        say("Not done.").to("clean"),
    ],
    "written_out": [say(WRITTEN).to("clean"), say("I may not.").to("clean")],
    "workflow_step": [
        call("core.create_workflow", {"document": WORKFLOW}).to("clean"),
        call("core.run_workflow", {"workflow": "clean"}).to("clean"),
        say("I may not.").to("clean"),
    ],
    "in_passing": [call("core.apply_patch", {"patch": PATCH}).to("clean"), say("I may not.").to("clean")],
}


@pytest.mark.parametrize("way", BREAKS)
async def test_a_guideline_holds_against_a_model_that_tries_to_break_it(tmp_path: Path, way: str) -> None:
    """ST-1: by a direct call, by handing it to a bolder agent, by a call written out, and in passing of a patch."""
    async with system(tmp_path, model=ScriptedModel(*BREAKS[way])) as aule:
        kept = prepared(aule)
        await keep(aule, guidelines=NEVER)
        await keep(aule, "bold")
        await aule.ask("clean up: delete the file kept.txt", agent="careful")
        failed = [event for event in await aule.events() if event.type == "call.failed"]
        assert failed[0].data.result.error.code == "blocked_by_policy"  # pyright: ignore
        assert kept.read_text() == "words"


async def test_an_agent_that_never_deletes_asks_before_each_command(tmp_path: Path) -> None:
    """ST-1: a command may delete as well, so nothing lets one pass by itself."""
    async with system(tmp_path, call("core.exec", {"command": "rm kept.txt"})) as aule:
        prepared(aule)
        await keep(aule, guidelines=NEVER)
        run = await aule.ask("clean", agent="careful", locale="pt-BR")
        assert run.status is RunStatus.WAITING
        assert "Um comando poderia" in (await aule.pending()).body


async def test_only_files_in_a_folder_are_changed_by_whoever_works_for_the_agent(tmp_path: Path) -> None:
    """ST-1: `docs` means what is below it, and no policy opens the rest."""
    model = ScriptedModel(
        call("core.delegate", {"briefs": [{"task": "write it", "agent": "bold"}]}).to("all"),
        call("core.write_file", {"path": "other.md", "content": "x"}).to("write it"),
        call("core.write_file", {"path": "docs/a.md", "content": "x"}).to("write it"),
        say("One of two.").to("write it"),
        say("One of two.").to("all"),
    )
    async with system(tmp_path, model=model) as aule:
        prepared(aule)
        await keep(aule, guidelines=[FilesRule(rule="files", paths=["docs"])])
        await keep(aule, "bold")
        await aule.ask("do all", agent="careful")
        failed = [event for event in await aule.events() if event.type == "call.failed"]
        assert [event.data.result.error.code for event in failed] == ["output_scope_violation"]  # pyright: ignore
        assert (aule.workspace / "docs/a.md").read_text() == "x"
        assert not (aule.workspace / "other.md").exists()


async def test_an_answer_that_breaks_a_guideline_is_never_shown(tmp_path: Path) -> None:
    """ST-1: it is asked for again, with the reason; no delta, message or step of the talk holds it."""
    rules = [
        OmitRule(rule="omit", text="budget"),
        LanguageRule(rule="language", language="en"),
        SaidRule(rule="said", when="you greet", do="Be kind."),
    ]
    script = [say("The budget is three.", deltas=4), say("O valor não é para todos."), say("I cannot tell.")]
    async with system(tmp_path, *script) as aule:
        await keep(aule, guidelines=rules)
        run = await aule.ask("how much?", agent="careful")
        told = [event for event in await aule.events(run.id) if event.type not in ("turn.refused", "run.started")]
        assert run.status is RunStatus.DONE
        assert (await aule.messages(run))[-1].content == "I cannot tell."
        assert not any("budget" in event.data.model_dump_json() for event in told)
        refused = [event.data.rules for event in await aule.events(run.id) if event.type == "turn.refused"]  # pyright: ignore
        assert refused == [["Answers never mention “budget”."], ["Answers in English."]]
        system_prompt = aule.model.prompts[0].system
        assert "Your rules that the system checks:\n- Answers never mention “budget”." in system_prompt
        assert "Your guidelines:\n- When you greet: Be kind." in system_prompt


async def test_a_model_that_never_keeps_a_guideline_gives_no_answer(tmp_path: Path) -> None:
    """ST-1: after two corrections the turn fails, and says which rule it was."""
    async with system(tmp_path, *[say("Budget!")] * 3) as aule:
        await keep(aule, guidelines=[OmitRule(rule="omit", text="budget")])
        run = await aule.ask("quanto?", agent="careful", locale="pt-BR")
        assert (run.status, run.error and run.error.code) == (RunStatus.FAILED, "guideline_broken")
        told = (await aule.messages(run))[-1].content
        assert told.startswith("A resposta de Careful foi retida") and "Budget!" not in told


async def test_an_agent_speaks_with_the_text_of_the_persona_it_builds_on(tmp_path: Path) -> None:
    """ST-1: `persona_id` lends its words, and no right."""
    async with system(tmp_path, say("Done.")) as aule:
        await keep(aule, "voice", persona_text="You speak like a sailor.")
        await keep(aule, persona_id="voice", persona_text="You check invoices.")
        await aule.ask("go", agent="careful")
        assert aule.model.prompts[0].system.startswith("You speak like a sailor.\n\nYou check invoices.")


async def _interrupted(aule: System, *rules: Guideline, **more: Any) -> None:
    prepared(aule)
    await keep(aule, guidelines=list(rules), **more)


@pytest.mark.parametrize("way", ["guideline", "interrupt"])
async def test_a_person_is_asked_before_what_everything_else_allows(tmp_path: Path, way: str) -> None:
    """ST-1: `ask before` and an interrupt before both wait in the inbox, and a yes lets exactly that pass."""
    script = [call("core.read_file", {"path": "kept.txt"}), say("It says: words.")]
    async with system(tmp_path, *script) as aule:
        if way == "guideline":
            await _interrupted(aule, AskRule(rule="ask", what="core.read_file"))
        else:
            await _interrupted(aule, interrupts=[AgentInterrupt(moment="before", what="effect:read", message="Look?")])
        run = await aule.ask("read it", agent="careful")
        assert run.status is RunStatus.WAITING
        assert ("Look?" in (await aule.pending()).body) is (way == "interrupt")
        assert (await aule.decide()).status is RunStatus.DONE


@pytest.mark.parametrize("option", ["approve", "deny"])
async def test_a_result_waits_for_the_person_after_a_restart_and_the_call_is_made_once(
    tmp_path: Path, option: str
) -> None:
    """ST-1: an interrupt after holds the result; the agent goes on with it, or without it, in another life."""
    append = {"path": "kept.txt", "content": "!"}
    after = AgentInterrupt(moment="after", what="core.append_file")
    async with system(tmp_path, call("core.append_file", append)) as aule:
        await _interrupted(aule, interrupts=[after])
        run = await aule.ask("append", agent="careful")
        assert run.status is RunStatus.WAITING
        pending = await aule.pending()
        assert (pending.kind, pending.title) == ("step", "Append to a file is done. Let Careful go on with the result?")
    model = ScriptedModel(say("Went on."))
    async with system(tmp_path, model=model) as aule:
        assert (await aule.pending()).id == pending.id
        run = await aule.decide(option)
        assert (aule.workspace / "kept.txt").read_text() == "words\n!"
        seen = model.prompts[0].history[-1].result  # pyright: ignore
        assert (seen.ok, seen.data is None) == ((True, False) if option == "approve" else (False, True))  # pyright: ignore
        assert (await aule.messages(run))[-1].content == "Went on."
        started = [event for event in await aule.events(run.id) if event.type == "call.started"]
        assert len(started) == 1


@pytest.mark.parametrize("option", ["approve", "deny"])
async def test_a_step_of_a_workflow_that_an_agent_runs_waits_after_its_call(tmp_path: Path, option: str) -> None:
    """ST-1: the engine holds the result too, makes the call once, and goes on or fails."""
    document = """
id: note
title: Note
steps:
  - {id: add, capability: core.append_file, params: {path: kept.txt, content: "!"}}
  - {id: look, depends_on: [add], capability: core.read_file, params: {path: kept.txt}}
"""
    script = [
        call("core.create_workflow", {"document": document}),
        call("core.run_workflow", {"workflow": "note"}),
        say("Went on."),
    ]
    async with system(tmp_path, *script) as aule:
        await _interrupted(aule, interrupts=[AgentInterrupt(moment="after", what="core.append_file")])
        asked = await aule.kernel.ask(Ask(message="note", locale="en", agent="careful"))
        async for event in aule.kernel.journal.follow(asked.cursor):
            if event.type == "approval.requested":
                break
        pending = await aule.pending()
        assert pending.subject.startswith("result:") and pending.run != asked.run
        await aule.kernel.decide(pending.id, option, content_hash=pending.binds.content_hash)
        await aule.until_still(asked.run)
        assert (aule.workspace / "kept.txt").read_text() == "words\n!"
        reads = [event for event in await aule.events() if event.type == "call.started"]
        names = [event.data.capability for event in reads]  # pyright: ignore
        assert names.count("core.append_file") == 1
        assert names.count("core.read_file") == (1 if option == "approve" else 0)
