"""Personas, projects, conversations and memories: versioned, never lost, and found again."""

from __future__ import annotations

from pathlib import Path

import pytest

from aule.contracts.access.agent import Agent, Allowed
from aule.contracts.errors import Conflict, NotFound, OutsideScope, Refused
from aule.testing import call, say
from aule.testing.system import system


async def test_the_four_personas_are_there_and_stay(tmp_path: Path) -> None:
    """OS-11: built in, undeletable, cloneable."""
    async with system(tmp_path) as aule:
        documents = aule.kernel.documents
        ids = [agent.id for agent in (await aule.kernel.agents.list()).items]
        assert ids[:4] == ["assistant", "researcher", "creator", "coder"]  # then those that apps bring
        with pytest.raises(Refused):
            await documents.delete_agent("assistant", expected=1)
        builtin = await aule.kernel.agents.get("assistant")
        with pytest.raises(Refused):
            await documents.save_agent(builtin, expected=1)
        clone = await documents.clone_agent("assistant", name="Minha assistente")
        assert (clone.id, clone.builtin, clone.persona_text) == ("minha-assistente", False, builtin.persona_text)
        edited = await documents.save_agent(clone.model_copy(update={"description": "Mine"}), expected=1)
        assert edited.version == 2
        with pytest.raises(Conflict):
            await documents.save_agent(clone, expected=1)
        await documents.delete_agent(clone.id, expected=2)
        with pytest.raises(NotFound):
            await aule.kernel.agents.get(clone.id)


async def test_a_new_persona_is_held_to_its_own_tools(tmp_path: Path) -> None:
    """OS-11."""
    script = [call("core.now"), call("core.list_dir"), say("I can only tell the time.")]
    async with system(tmp_path, *script) as aule:
        clock = Agent(id="clock", name="Clock", capabilities=Allowed(allow=["core.now"]))
        await aule.kernel.documents.save_agent(clock, expected=None)
        run = await aule.ask("what is here?", agent="clock")
        outcomes = [event.type for event in await aule.events(run.id) if event.topic == "call"]
        assert outcomes == ["call.started", "call.completed", "call.failed"]


async def test_a_project_is_a_folder_agents_may_work_in(tmp_path: Path) -> None:
    """E.7: the default root, an existing folder, and never the data directory itself."""
    own = tmp_path / "own"
    own.mkdir()
    (own / "readme.txt").write_text("mine")
    script = [call("core.read_file", {"path": "readme.txt"}), say("It says: mine.")]
    async with system(tmp_path / "home", *script) as aule:
        documents = aule.kernel.documents
        project = await documents.create_project("Minha Escola", root=str(own))
        assert (project.id, project.root) == ("minha-escola", str(own))
        run = await aule.ask("read it", project=project.id)
        assert run.project == "minha-escola"
        assert [event.type for event in await aule.events(run.id) if event.topic == "call"][-1] == "call.completed"
        for bad in (str(tmp_path / "home"), "/", str(tmp_path)):
            with pytest.raises(OutsideScope):
                await documents.create_project("Bad", root=bad)
        again = await documents.create_project("Minha Escola")
        assert again.id == "minha-escola-2"
        await documents.delete_project(project.id, expected=1)
        assert (own / "readme.txt").read_text() == "mine"


async def test_a_conversation_is_renamed_found_and_deleted(tmp_path: Path) -> None:
    """OS-8, OS-10."""
    async with system(tmp_path, say("Hello.")) as aule:
        run = await aule.ask("Planejar a feira de ciências com a turma 7A")
        assert run.session_id is not None
        detail = await aule.kernel.overview.conversation(run.session_id)
        assert detail.conversation.title == "Planejar a feira de ciências com a turma 7A"
        assert [message.role for message in detail.messages] == ["user", "assistant"]
        hits = await aule.kernel.finder.search("ciencias feira")
        assert hits[0].ref == f"conversation:{run.session_id}"
        renamed = detail.conversation.model_copy(update={"title": "Feira"})
        await aule.kernel.documents.save_conversation(renamed, expected=detail.conversation.version)
        assert (await aule.kernel.conversations.get(run.session_id)).title == "Feira"
        await aule.kernel.documents.delete_conversation(run.session_id)
        with pytest.raises(NotFound):
            await aule.kernel.overview.conversation(run.session_id)


async def test_an_opened_conversation_leaves_out_what_complete_responses_repeat(tmp_path: Path) -> None:
    """OS-5: a refresh reads the same turn without its hundreds of pieces."""
    async with system(tmp_path, say("one two three four", deltas=4)) as aule:
        run = await aule.ask("count")
        assert run.session_id is not None
        detail = await aule.kernel.overview.conversation(run.session_id)
        types = [event.type for event in detail.events]
        assert "turn.stepped" in types and "turn.spoke" not in types
        assert detail.cursor == await aule.kernel.journal.cursor()


async def test_what_is_remembered_comes_back_by_itself_within_its_scope(tmp_path: Path) -> None:
    """OS-18, K-10: the turn shows which memories entered it; other conversations see only the long-term ones."""
    save = call("core.memory_save", {"content": "The test is on Friday", "layer": "session"})
    script = [save, say("Noted."), say("Friday."), say("I do not know.")]
    async with system(tmp_path, *script) as aule:
        first = await aule.ask("remember that the test is on Friday")
        again = await aule.ask("when is the test?", conversation_id=first.session_id)
        assert "memory.recalled" in await aule.types(again.id)
        assert "The test is on Friday" in aule.model.prompts[2].system
        other = await aule.ask("when is the test?")
        assert "memory.recalled" not in await aule.types(other.id)


async def test_working_memory_lasts_as_long_as_its_run(tmp_path: Path) -> None:
    """OS-18: the first of three layers; the next turn does not see it."""
    note = call("core.memory_save", {"content": "step two comes next", "layer": "working"})
    script = [note, call("core.memory_search", {"query": "step"}), say("Step two."), say("Nothing.")]
    async with system(tmp_path, *script) as aule:
        first = await aule.ask("work in steps")
        found = aule.model.prompts[2].history[-1].result.data["items"]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType]
        assert [item["content"] for item in found] == ["step two comes next"]  # pyright: ignore[reportUnknownVariableType]
        again = await aule.ask("which step?", conversation_id=first.session_id)
        assert "memory.recalled" not in await aule.types(again.id)


async def test_a_picture_is_a_run_and_an_artifact_or_a_clear_message(tmp_path: Path) -> None:
    """OS-4, OS-6: without an endpoint the message says what to set; nothing is pretended."""
    async with system(tmp_path) as aule:
        await aule.kernel.save_settings(
            aule.kernel.settings.read().model_copy(
                update={
                    "policy": aule.kernel.settings.read().policy.model_copy(update={"allow": ["core.generate_image"]})
                }
            ),
            expected=None,
        )
        from aule.contracts.errors import ModelUnavailable
        from aule.contracts.settings import ImageEndpoint
        from aule.testing import allow_models
        from aule.testing.openai_server import OpenAIServer

        with pytest.raises(ModelUnavailable, match="No image endpoint"):
            await aule.kernel.call("core.generate_image", {"prompt": "a red fox"})
        async with OpenAIServer() as server:
            with allow_models(server.port):
                image = ImageEndpoint(base_url=server.base_url, model="tiny")
                settings = aule.kernel.settings.read().model_copy(update={"image": image})
                await aule.kernel.save_settings(settings, expected=None)
                called = await aule.kernel.call("core.generate_image", {"prompt": "a red fox"})
        artifact = await aule.kernel.artifacts.get(called.result.data["artifact"])
        assert (artifact.mime, artifact.run, artifact.name) == ("image/png", called.run, "a-red-fox.png")
        assert aule.kernel.blobs.get(artifact.sha256).startswith(b"\x89PNG")
        await aule.kernel.documents.delete_artifact(artifact.id)
        assert (await aule.kernel.artifacts.list()).items == []


async def test_a_conversation_goes_on_when_its_persona_was_deleted(tmp_path: Path) -> None:
    """OS-11: the project's own answers, else the assistant; a persona that was asked by name must be there."""
    async with system(tmp_path, say("I am Ana."), say("I am here."), say("Me too.")) as aule:
        documents = aule.kernel.documents
        ana = await documents.save_agent(Agent(id="ana", name="Ana"), expected=None)
        bia = await documents.save_agent(Agent(id="bia", name="Bia"), expected=None)
        id = (await aule.ask("hello", agent="ana")).session_id
        await documents.delete_agent("ana", expected=ana.version)
        assert (await aule.ask("still there?", conversation_id=id)).agent == "assistant"
        home = await aule.kernel.projects.get("home")
        await documents.save_project(home.model_copy(update={"agent": bia.id}), expected=home.version)
        assert (await aule.ask("and now?", conversation_id=id)).agent == "bia"
        with pytest.raises(NotFound):
            await aule.ask("you", conversation_id=id, agent="ana")


async def test_what_was_edited_since_it_was_seen_is_not_removed(tmp_path: Path) -> None:
    """OS-9b: a removal is about the version somebody looked at, also when two come at the same moment."""
    async with system(tmp_path, say("Hello.")) as aule:
        documents, kernel = aule.kernel.documents, aule.kernel
        called = await kernel.call("core.memory_save", {"content": "Tea, not coffee"})
        [memory] = (await kernel.memories.list(now=kernel.ambient.timestamp())).items
        await documents.save_memory(memory.model_copy(update={"content": "Coffee"}), expected=memory.version)
        with pytest.raises(Conflict):
            await documents.forget(memory.id, expected=memory.version)
        talk = await documents.open_conversation(title="Plan")
        await documents.save_conversation(talk.model_copy(update={"title": "The plan"}), expected=talk.version)
        with pytest.raises(Conflict):
            await documents.delete_conversation(talk.id, expected=talk.version)
        assert called.result.ok and (await kernel.memories.get(memory.id)).content == "Coffee"
        assert (await kernel.conversations.get(talk.id)).title == "The plan"
        await aule.ask("hi", conversation_id=talk.id)
