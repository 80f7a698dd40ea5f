"""Hostile homes, projects and models: nobody gets more than a person gave, by whatever way (CO-24, CO-35, S9)."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest
from tests.apps.conductor.test_plans import edit
from tests.apps.conductor.test_sessions import MANIFEST, home, make_agent, trusted, wanted
from tests.kernel.plans.school import plan_of

from aule.apps.conductor.conductor import Conductor
from aule.apps.conductor.homes.fences import anywhere, fenced
from aule.apps.conductor.views import ResidentPlace, SessionRequest, TurnRequest
from aule.contracts.access.capability import OnWrite
from aule.contracts.errors import AuleError
from aule.contracts.events.facts import ArtifactSaved, CallCompleted, CallFailed
from aule.contracts.project import Artifact
from aule.contracts.talk.ask import Ask
from aule.kernel.planning.document.keys import to_file
from aule.kernel.plans.execution import PlanStart
from aule.sandbox.scope import Scope
from aule.testing.scripted_model import ScriptedModel, call, say
from aule.testing.system import System, system

__all__ = ["home"]

META = """\
id: Maker
version: 2.0
description: Makes agents.
execution_mode: meta_agent
available_tools: [Read, Write, conductor.create_agent]
"""
NEW = {"environment": "develop", "project": "nex", "id": "Evil", "description": "All of it.", "output_scope": ["**"]}


def make_meta(home: Path) -> None:
    folder = home / "projects/_common/agents/Maker"
    folder.mkdir(parents=True)
    (folder / "agent.yaml").write_text(META)
    (folder / "persona.md").write_text("# Maker\nYou make agents.\n")


async def one_turn(running: System, request: SessionRequest) -> str:
    """Let an agent do what its script says in one turn; gives the run."""
    sessions = running.kernel.part(Conductor).sessions
    opened = await sessions.open(request)
    turn = await sessions.turn(opened.id, TurnRequest(message="Do it."))
    await running.until_still(turn.run)
    await sessions.close(opened.id)
    return turn.run


async def codes(running: System) -> list[str]:
    failed = [event.data.result.error for event in await running.events() if isinstance(event.data, CallFailed)]
    return [error.code for error in failed if error is not None]


@pytest.mark.parametrize("on_write", ["fail", "propose"])
async def test_no_agent_is_made_where_nothing_is_written(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch, on_write: OnWrite
) -> None:
    """CO-30: under `fail` and `propose` nobody is asked, so a meta agent makes no agents either."""
    monkeypatch.setenv("AULE_CONDUCTOR_HOME", str(home))
    make_meta(home)
    model = ScriptedModel(call("conductor.create_agent", NEW), say("Done."))
    request = SessionRequest(environment="develop", project="nex", agent="Maker", mode="one_shot", on_write=on_write)
    async with system(tmp_path / "data", model=model) as running:
        await trusted(running, request)
        await one_turn(running, request)
        assert await codes(running) == ["write_blocked"]
    assert not (home / "projects/develop/nex/agents/Evil").exists()


async def test_a_policy_that_proposes_makes_no_agents_unasked(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AULE_CONDUCTOR_HOME", str(home))
    async with system(tmp_path / "data") as running:
        settings = running.kernel.settings.current()
        policy = settings.policy.model_copy(update={"on_write": "propose"})
        await running.kernel.save_settings(settings.model_copy(update={"policy": policy}), expected=None)
        with pytest.raises(AuleError):
            await running.kernel.call("conductor.create_agent", NEW, locale="en")
    assert not (home / "projects/develop/nex/agents/Evil").exists()


async def test_a_meta_agent_without_a_scope_writes_no_file_of_the_project(tmp_path: Path, home: Path) -> None:
    """Whoever names no scope only reads, whatever kind of agent it is, and whatever a session says about writing."""
    make_meta(home)
    model = ScriptedModel(call("core.write_file", {"path": "evil.txt", "content": "x"}), say("Done."))
    request = wanted(home, agent="Maker", mode="one_shot", on_write="apply")
    async with system(tmp_path / "data", model=model) as running:
        await trusted(running, request)
        await one_turn(running, request)
        assert await codes(running) == ["output_scope_violation"]
    assert not (tmp_path / "develop/nex/evil.txt").exists()


@pytest.mark.parametrize("lent", [None, ["**"]])
async def test_a_home_inside_its_project_is_written_by_no_agent(tmp_path: Path, lent: list[str] | None) -> None:
    """CO-24: rights are read from the home at each use, so an agent that writes there would give itself more."""
    project = tmp_path / "develop" / "nex"
    home = project / "tools [x]" / "conductor"
    (home / "config").mkdir(parents=True)
    (home / "config/workspaces.yaml").write_text(f"workspaces:\n  develop: {tmp_path}/develop\n")
    folder = make_agent(home, "develop", "Foo", None if lent else "**")
    inside = folder.relative_to(project).as_posix()
    wider = MANIFEST.format(id="Foo", scope='  output_scope: "**"\n') + "on_write: apply\n"
    script = [
        call("core.write_file", {"path": f"{inside}/agent.yaml", "content": wider}),
        call("core.write_file", {"path": f"{inside}/memory/more.md", "content": "You may do all."}),
        call("core.write_file", {"path": "fine.txt", "content": "fine"}),
        say("Done."),
    ]
    request = wanted(home, mode="repl", output_scope=lent or [], on_write="apply")
    async with system(tmp_path / "data", model=ScriptedModel(*script)) as running:
        await trusted(running, request)
        before = (folder / "agent.yaml").read_text()
        await one_turn(running, request)
        assert await codes(running) == ["output_scope_violation"] * 2
    assert (folder / "agent.yaml").read_text() == before and not (folder / "memory").exists()
    assert (project / "fine.txt").read_text() == "fine"


@pytest.mark.parametrize("where", [".", "projects", "projects/develop/nex/agents"])
async def test_a_project_that_lies_in_a_home_is_only_read(tmp_path: Path, home: Path, where: str) -> None:
    """CO-24: a file that calls the home itself a project gives nobody the right to write there."""
    place = home / where
    (home / "config/workspaces.yaml").write_text(
        f"workspaces:\n  develop:\n    root: {tmp_path}/develop\n    projects: {{nex: {place}}}\n"
    )
    (home / "projects/develop/nex/agents/Foo/agent.yaml").write_text(
        MANIFEST.format(id="Foo", scope='  output_scope: "**"\n')
    )
    model = ScriptedModel(call("core.write_file", {"path": "x.txt", "content": "x"}), say("Done."))
    request = wanted(home, mode="one_shot", on_write="apply")
    async with system(tmp_path / "data", model=model) as running:
        await trusted(running, request)
        await one_turn(running, request)
        assert await codes(running) == ["output_scope_violation"]
    assert not (place / "x.txt").exists()


async def test_a_plan_does_not_lead_past_trust(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """S9: a step that names a resident agent reads nothing of a folder that nobody trusted to its home."""
    monkeypatch.setenv("AULE_CONDUCTOR_HOME", str(home))
    script = [
        call("core.read_file", {"path": "AGENTS.md"}).to("Step 1"),
        call("core.write_file", {"path": "src/service/B.kt", "content": "class B\n"}).to("Step 1"),
        say("FAILED: I could not.").to("Step 1"),
    ]
    async with system(tmp_path / "data", *script) as running:
        project = await running.kernel.part(Conductor).sessions.place(tmp_path / "develop/nex", "nex", "develop")
        plan = plan_of(edit("src/service/B.kt", agent="develop/nex/Foo"))
        view = await running.kernel.plans.keep(to_file(plan, None), project.id)
        run = await running.kernel.plans.run(plan.id, PlanStart(), (view.plan.version, view.card.content_hash))
        await running.until_still(run.id)
        done = [event.data.capability for event in await running.events() if isinstance(event.data, CallCompleted)]
        assert "core.read_file" not in done and "core.write_file" not in done
    assert not (tmp_path / "develop/nex/src/service/B.kt").exists()


@pytest.mark.parametrize("kind", ["link", "pipe", "folder"])
async def test_a_strange_lock_or_state_is_told_and_never_followed(tmp_path: Path, home: Path, kind: str) -> None:
    """What stands where the lock and the state should be neither hangs anybody nor is written through."""
    folder = home / "projects/develop/nex/agents/Foo"
    victim = tmp_path / "victim.json"
    victim.write_text("{}")
    for name in (".session.lock", "state.json"):
        match kind:
            case "link":
                (folder / name).symlink_to(victim)
            case "pipe":
                os.mkfifo(folder / name)
            case _:
                (folder / name).mkdir()
    async with system(tmp_path / "data") as running:
        await running.kernel.part(Conductor).look(str(home), "en")
        await running.kernel.part(Conductor).agent(wanted_place(home), "en")
        with pytest.raises(AuleError):
            await trusted(running, wanted(home))
            await running.kernel.part(Conductor).sessions.open(wanted(home))
    assert victim.read_text() == "{}"


def wanted_place(home: Path) -> ResidentPlace:
    return ResidentPlace(environment="develop", project="nex", agent="Foo", home=str(home))


async def test_a_session_lets_go_of_its_home_whatever_became_of_it(tmp_path: Path, home: Path) -> None:
    """CO-4: a state that cannot be written is told; the lock is free all the same, and closing twice is no defect."""
    state = home / "projects/develop/nex/agents/Foo/state.json"
    async with system(tmp_path / "data", model=ScriptedModel(say("Hi."))) as running:
        sessions = running.kernel.part(Conductor).sessions
        await trusted(running, wanted(home))
        opened = await sessions.open(wanted(home))
        state.unlink(missing_ok=True)
        state.mkdir()
        turn = await sessions.turn(opened.id, TurnRequest(message="Hello"))
        await running.until_still(turn.run)
        assert "file_closed" in [note.code for note in (await sessions.settled(opened.id)).notes]
        both = await asyncio.gather(sessions.close(opened.id), sessions.close(opened.id), return_exceptions=True)
        codes = sorted(each.problem.code for each in both if isinstance(each, AuleError))
        assert codes == ["misconfigured", "session_closed"]
        state.rmdir()
        again = await sessions.open(wanted(home))
        await sessions.close(again.id)


async def test_an_agent_asked_without_a_session_leaves_no_conversation_behind(tmp_path: Path, home: Path) -> None:
    """CO-4, LI-1: refused words begin nothing."""
    async with system(tmp_path / "data") as running:
        sessions, conversations = running.kernel.part(Conductor).sessions, running.kernel.conversations
        await trusted(running, wanted(home))
        opened = await sessions.open(wanted(home))
        await sessions.close(opened.id)
        [there] = (await conversations.list()).items
        with pytest.raises(AuleError, match="asked in a session"):
            await running.kernel.ask(Ask(message="Hello", agent=there.agent))
        assert [each.id for each in (await conversations.list()).items] == [there.id]


@pytest.mark.parametrize("kind", ["file", "link"])
async def test_patches_lead_nowhere_else(tmp_path: Path, home: Path, kind: str) -> None:
    """What was not written is kept as a proposal, also where the home has no place for its patch."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    if kind == "file":
        (home / "runs").write_text("x")
    else:
        (home / "runs").symlink_to(elsewhere)
    model = ScriptedModel(call("core.write_file", {"path": "src/service/B.kt", "content": "class B\n"}), say("Done."))
    async with system(tmp_path / "data", model=model) as running:
        await trusted(running, wanted(home))
        run = await one_turn(running, wanted(home, mode="one_shot", on_write="propose"))
        assert len(await running.kernel.part(Conductor).sessions.patches.proposals(run)) == 1
    assert not list(elsewhere.rglob("*.patch"))


@pytest.mark.parametrize("place", ["conductor", "tools [x]/{a,b}", ".hidden/..odd", "a*b?c", "ação/Ü"])
def test_a_fence_holds_whatever_a_home_is_called(place: str) -> None:
    """CO-24: the home's own name is no pattern, and its neighbours stay free."""
    root = Path("/code/nex")
    scope = Scope(fenced(["**", "**/.*", "**/.*/**"], root, root / place))
    for inside in (place, f"{place}/agent.yaml", f"{place}/.session.lock", f"{place}/projects/x/y/z.md"):
        assert not scope.allows(inside), inside
    assert scope.allows("src/a.txt") and scope.allows(".github/a.yml")
    assert scope.allows(f"{place}-not/a.txt") or place.startswith(".")
    assert fenced([], root, root / place) == [] == fenced(["**"], root / place, root)
    assert fenced(["**"], root, Path("/code/conductor")) == ["**"]
    assert anywhere(root, Path("/code/conductor")) is None
    assert not Scope(anywhere(root, root / place) or ["**"]).allows(f"{place}/x")


async def test_an_agent_within_bounds_reads_no_artifact_of_another_project(tmp_path: Path, home: Path) -> None:
    """Whoever knows an id knows nothing else: what a resident looks at is its project's."""
    manifest = home / "projects/develop/nex/agents/Foo/agent.yaml"
    manifest.write_text(manifest.read_text().replace("[Read, Write, Glob]", "[Read, read_artifact]"))
    async with system(tmp_path / "data") as running:
        content = b"not yours 4711"
        kept = Artifact(
            id="art_other",
            project="home",
            run=None,
            type="text",
            name="plan.txt",
            mime="text/plain",
            size=len(content),
            sha256=running.kernel.blobs.put(content),
            created_at=running.kernel.ambient.timestamp(),
        )
        await running.kernel.journal.write(ArtifactSaved(artifact=kept))
        running.model.add(call("core.read_artifact", {"artifact": kept.id}), say("Done."))
        await trusted(running, wanted(home))
        run = await one_turn(running, wanted(home, mode="one_shot"))
        assert await codes(running) == ["not_found"]
        told = [event.model_dump_json() for event in await running.events(run)]
        assert not any("4711" in each for each in told)


async def test_looking_at_folders_that_are_no_homes_leaves_no_trace(tmp_path: Path, home: Path) -> None:
    """Whoever asks for a thousand paths fills no file with them."""
    async with system(tmp_path / "data") as running:
        for number in range(20):
            await running.kernel.part(Conductor).look(str(tmp_path / f"nothing-{number}"), "en")
        await running.kernel.part(Conductor).look(str(home), "en")
    text = (tmp_path / "data" / "conductor-homes.json").read_text()
    assert "nothing" not in text and str(home) in text
