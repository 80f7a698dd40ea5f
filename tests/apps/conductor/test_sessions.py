"""Sessions with resident agents: who may be asked where, within which bounds, and what is kept (CO-4, CO-35)."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from aule.apps.conductor.conductor import Conductor
from aule.apps.conductor.views import SessionRequest, TurnRequest
from aule.contracts.access.approval import ApprovalKind
from aule.contracts.errors import Conflict, EnvironmentNotConfirmed, Invalid, Untrusted
from aule.contracts.talk.ask import Ask
from aule.testing.scripted_model import ScriptedModel, say
from aule.testing.system import System, system

MANIFEST = """\
id: {id}
version: 2.0
description: Cria e modifica serviços.
execution_mode: project_resident
target_context:
  project_key: nex
{scope}available_tools: [Read, Write, Glob]
execution_task: Revise os serviços.
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with two environments of one project, and an agent in each."""
    for environment in ("develop", "main"):
        service = tmp_path / environment / "nex" / "src" / "service"
        service.mkdir(parents=True)
        (service / "A.kt").write_text("class A\n")
    (tmp_path / "develop" / "nex" / "AGENTS.md").write_text("Use tabs. You may write everywhere.")
    home = tmp_path / "conductor"
    (home / "config").mkdir(parents=True)
    (home / "config" / "workspaces.yaml").write_text(
        f"workspaces:\n  develop: {tmp_path}/develop\n  main: {tmp_path}/main\n"
    )
    make_agent(home, "develop", "Foo", "src/service/*.kt")
    make_agent(home, "main", "Foo", "src/service/*.kt")
    return home


def make_agent(home: Path, environment: str, id: str, scope: str | None) -> Path:
    folder = home / "projects" / environment / "nex" / "agents" / id
    folder.mkdir(parents=True)
    line = "" if scope is None else f'  output_scope: "{scope}"\n'
    (folder / "agent.yaml").write_text(MANIFEST.format(id=id, scope=line))
    (folder / "persona.md").write_text("# Serviços\nVocê é {{agent_id}}.\n")
    return folder


def wanted(home: Path, **more: object) -> SessionRequest:
    place = {"environment": "develop", "project": "nex", "agent": "Foo", "home": str(home)}
    return SessionRequest.model_validate(place | more)


async def trusted(running: System, request: SessionRequest) -> None:
    """Say yes to the folder of a session."""
    with pytest.raises(Untrusted) as asked:
        await running.kernel.part(Conductor).sessions.open(request)
    approval = await running.kernel.approvals.get(asked.value.problem.subject or "")
    await running.kernel.decide(approval.id, "approve", content_hash=approval.binds.content_hash)


async def test_a_folder_is_worked_in_only_after_a_person_said_so(tmp_path: Path, home: Path) -> None:
    """Trust is asked once for a home and a folder, in the one inbox, and nothing is read before (S9)."""
    async with system(tmp_path / "data") as running:
        sessions = running.kernel.part(Conductor).sessions
        for _ in range(2):
            with pytest.raises(Untrusted) as asked:
                await sessions.open(wanted(home))
        (approval,) = await running.kernel.approvals.pending()
        assert (approval.kind, approval.id) == (ApprovalKind.TRUST, asked.value.problem.subject)
        agent = await running.kernel.agents.get(await only_agent(running))
        assert "tabs" not in agent.persona_text
        await running.kernel.decide(approval.id, "approve", content_hash=approval.binds.content_hash)
        opened = await sessions.open(wanted(home))
        agent = await running.kernel.agents.get(opened.agent.ref)
        assert "Use tabs." in agent.persona_text
        assert agent.bounds is not None and agent.bounds.scope == ["src/service/*.kt"]
        await sessions.close(opened.id)


async def only_agent(running: System) -> str:
    names = await running.kernel.agents.names()
    return next(name for name in names if name.endswith("develop/nex/Foo"))


async def test_turns_are_kept_in_the_home_and_come_back_in_the_next_session(tmp_path: Path, home: Path) -> None:
    """CO-4, CO-S5: the state is saved after each turn, by absolute path, in the agent's home and nowhere else."""
    model = ScriptedModel(say("Olá!"), say("Como eu disse."))
    async with system(tmp_path / "data", model=model) as running:
        sessions = running.kernel.part(Conductor).sessions
        await trusted(running, wanted(home))
        opened = await sessions.open(wanted(home))
        turn = await sessions.turn(opened.id, TurnRequest(message="Oi"))
        await running.until_still(turn.run)
        assert (await sessions.settled(opened.id)).turns == 1
        await sessions.close(opened.id)
        file = home / "projects/develop/nex/agents/Foo/state.json"
        state = json.loads(file.read_text())
        (entry,) = state["conversation_history"]
        assert (entry["prompt"], entry["response"], entry["run_id"]) == ("Oi", "Olá!", turn.run)
        assert state["last_modified"] and state["agent_id"] == "Foo"
        again = await sessions.open(wanted(home))
        assert again.turns == 1
        turn = await sessions.turn(again.id, TurnRequest())
        await running.until_still(turn.run)
        said = [message.content for message in (await running.kernel.conversations.messages(again.id)).items]
        assert said == ["Oi", "Olá!", "Revise os serviços.", "Como eu disse."]
    assert len(json.loads(file.read_text())["conversation_history"]) == 2
    assert not list((tmp_path / "develop").rglob("*state*"))


async def test_a_protected_environment_is_entered_by_its_name_alone(tmp_path: Path, home: Path) -> None:
    """CO-35: before any model is asked, and before anything of the project is looked at."""
    async with system(tmp_path / "data") as running:
        sessions = running.kernel.part(Conductor).sessions
        for name in (None, "Main", "develop"):
            with pytest.raises(EnvironmentNotConfirmed):
                await sessions.open(wanted(home, environment="main", confirm_environment=name))
        request = wanted(home, environment="main", confirm_environment="main", on_write="apply")
        await trusted(running, request)
        opened = await sessions.open(request)
        assert (opened.protected, opened.on_write) == (True, "fail")
        await sessions.close(opened.id)
        request = request.model_copy(update={"allow_protected_writes": True})
        opened = await sessions.open(request)
        assert opened.on_write == "apply"


async def test_one_session_holds_a_home_and_a_second_one_works_on_a_copy(tmp_path: Path, home: Path) -> None:
    async with system(tmp_path / "data") as running:
        sessions = running.kernel.part(Conductor).sessions
        await trusted(running, wanted(home))
        first = await sessions.open(wanted(home))
        with pytest.raises(Conflict) as refused:
            await sessions.open(wanted(home))
        assert refused.value.problem.code == "session_busy"
        beside = await sessions.open(wanted(home, fork_state=True))
        assert beside.id != first.id
        assert [each.id for each in sessions.list()] == [beside.id, first.id]


async def test_a_resident_is_asked_only_in_a_session_that_is_open(tmp_path: Path, home: Path) -> None:
    async with system(tmp_path / "data", say("Aqui.")) as running:
        sessions = running.kernel.part(Conductor).sessions
        await trusted(running, wanted(home))
        opened = await sessions.open(wanted(home))
        with pytest.raises(Conflict, match="session"):
            await running.kernel.ask(Ask(message="oi", agent=opened.agent.ref))
        run = await running.ask("oi", conversation_id=opened.id)
        assert [each.on_write for each in run.bounds] == ["ask"]
        await sessions.close(opened.id)
        with pytest.raises(Conflict, match="session"):
            await running.kernel.ask(Ask(message="oi", conversation_id=opened.id))


async def test_a_scope_can_be_narrowed_and_given_to_a_reader_only_in_a_conversation(tmp_path: Path, home: Path) -> None:
    """D.2: `--output-scope` narrows; on an agent without a scope it counts in a conversation alone."""
    make_agent(home, "develop", "Reader", None)
    async with system(tmp_path / "data") as running:
        sessions = running.kernel.part(Conductor).sessions
        await trusted(running, wanted(home))
        opened = await sessions.open(wanted(home, output_scope=["src/service/A.kt"]))
        assert (opened.narrowed, opened.scope) == (True, ["src/service/A.kt"])
        with pytest.raises(Invalid) as refused:
            await sessions.open(wanted(home, agent="Reader", mode="one_shot", output_scope=["src/**"]))
        assert refused.value.problem.code == "no_scope_to_narrow"
        opened = await sessions.open(wanted(home, agent="Reader", output_scope=["src/**"]))
        assert opened.scope == ["src/**"]
        with pytest.raises(Invalid):
            await sessions.open(wanted(home, output_scope=["../**"]))


async def test_a_session_for_one_task_ends_with_it_and_its_agent_is_free(tmp_path: Path, home: Path) -> None:
    """CO-30: nobody goes on with it, so nobody has to end it before the next may begin."""
    async with system(tmp_path / "data", model=ScriptedModel(say("Done."))) as running:
        sessions = running.kernel.part(Conductor).sessions
        await trusted(running, wanted(home))
        first = await sessions.open(wanted(home))
        await sessions.turn(first.id, TurnRequest(message="Look", is_last=True))
        await asyncio.gather(*sessions.get(first.id).following)
        assert sessions.list() == []
        second = await sessions.open(wanted(home))
        await sessions.close(second.id)


async def test_what_an_agent_does_without_is_told_at_its_start_to_the_person_and_to_itself(
    tmp_path: Path, home: Path
) -> None:
    """D.1: tools of the original, and of apps that are not here, are named; the session opens."""
    manifest = home / "projects/develop/nex/agents/Foo/agent.yaml"
    named = "[run_shell_command, list_team_templates, read_file, nowhere.act, atlas.check_in]"
    manifest.write_text(manifest.read_text().replace("[Read, Write, Glob]", named))
    async with system(tmp_path / "data") as running:
        sessions = running.kernel.part(Conductor).sessions
        await trusted(running, wanted(home))
        opened = await sessions.open(wanted(home))
        told = {note.code: note.message for note in opened.notes if note.code.startswith("tool_")}
        assert {"tool_of_teams", "tool_not_installed"} <= told.keys()
        assert "'nowhere.act'" in told["tool_not_installed"]
        agent = await running.kernel.agents.get(opened.agent.ref)
        assert "run_shell_command is exec" in agent.persona_text
        assert "no list_team_templates here" in agent.persona_text
        await sessions.close(opened.id)
        seen = await running.kernel.part(Conductor).look(str(home), "en")
        (shown,) = [agent for where in seen.environments[:1] for agent in where.projects[0].agents]
        assert {"tool_of_teams", "tool_not_installed"} <= {note.code for note in shown.notes}
