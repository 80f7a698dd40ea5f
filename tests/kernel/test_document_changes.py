"""Whatever people do to their documents is on record and can be taken back, or the conflict is told."""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aule.contracts.access.agent import Agent
from aule.contracts.access.change import Change
from aule.contracts.errors import Conflict, NotFound
from aule.contracts.runs.run import RunStatus
from aule.contracts.talk.ask import Ask
from aule.contracts.talk.memory import Layer, MemoryItem, MemoryKind
from aule.sdk import App, Approve, Context, Effect
from aule.stores.repositories.changes import Wanted
from aule.testing import call, say
from aule.testing.scripted_model import ScriptedModel
from aule.testing.system import System, system


async def test_a_removed_conversation_comes_back_with_its_messages(tmp_path: Path) -> None:
    """OS-8, OS-9b: it is hidden, not destroyed; and it comes back where it stood in the list."""
    async with system(tmp_path, say("Hello."), say("Still here.")) as aule:
        run = await aule.ask("Keep this talk")
        id = run.session_id
        assert id is not None
        kernel = aule.kernel
        before = await kernel.conversations.get(id)
        said = (await kernel.conversations.messages(id)).items
        removed = await kernel.documents.delete_conversation(id)
        assert await kernel.conversations.find(id) is None
        assert (await kernel.conversations.messages(id)).items == []
        assert (await kernel.conversations.list()).items == []
        with pytest.raises(NotFound):
            await aule.ask("are you there?", conversation_id=id)
        await kernel.undo(f"change:{removed.change}")
        back = await kernel.conversations.get(id)
        assert back == before.model_copy(update={"version": before.version + 1})
        assert (await kernel.conversations.messages(id)).items == said
        again = await aule.ask("go on", conversation_id=id)
        assert again.status is RunStatus.DONE


async def test_removing_a_conversation_again_by_undoing_stops_its_turn(tmp_path: Path) -> None:
    """K-8: a removal is a removal, whichever way it came about."""
    script = [say("Hi."), call("core.ask_user", {"question": "Which one?"})]
    async with system(tmp_path, *script) as aule:
        run = await aule.ask("hello")
        id = run.session_id
        assert id is not None
        removed = await aule.kernel.documents.delete_conversation(id)
        back = await aule.kernel.undo(f"change:{removed.change}")
        waiting = await aule.ask("ask me something", conversation_id=id)
        assert waiting.status is RunStatus.WAITING
        await aule.kernel.undo(f"run:{back.id}")
        assert (await aule.kernel.runs.get(waiting.id)).status is RunStatus.CANCELLED
        assert await aule.kernel.approvals.pending() == []


async def test_no_turn_goes_on_in_a_conversation_that_was_removed_meanwhile(tmp_path: Path) -> None:
    """OS-8: an ask and a removal at the same moment: one of them comes first, and nothing runs unseen."""
    model = ScriptedModel(say("Hi."), call("core.ask_user", {"question": "Which?"}))
    async with system(tmp_path, model=model) as aule:
        id = (await aule.ask("hello")).session_id
        assert id is not None
        ask = Ask(message="again", conversation_id=id)
        outcomes = await asyncio.gather(
            aule.kernel.ask(ask), aule.kernel.documents.delete_conversation(id), return_exceptions=True
        )
        assert not isinstance(outcomes[1], BaseException)
        assert await aule.kernel.runs.unfinished() == []
        model._script.clear()  # pyright: ignore - how far it came depends on the moment


async def test_every_document_goes_through_make_edit_remove_and_back(tmp_path: Path) -> None:
    """OS-9b, OS-11: a persona, a project, a memory; each change says who, what and where."""
    async with system(tmp_path) as aule:
        documents, kernel = aule.kernel.documents, aule.kernel
        agent = await documents.save_agent(Agent(id="ana", name="Ana"), expected=None)
        agent = await documents.save_agent(agent.model_copy(update={"description": "Kind"}), expected=1)
        gone = await documents.delete_agent("ana", expected=2)
        project = await documents.create_project("School", instructions="Speak simply.")
        project = await documents.save_project(project.model_copy(update={"name": "School 7A"}), expected=1)
        item = await documents.add_memory(a_memory("mem_1", scope="project:school"))
        forgotten = await documents.forget(item.id)
        recorded = (await kernel.changes.list()).items
        assert [(change.op, change.entity, change.title, change.project) for change in reversed(recorded)] == [
            ("create", "agent:ana", "Ana", None),
            ("edit", "agent:ana", "Ana", None),
            ("delete", "agent:ana", "Ana", None),
            ("create", "project:school", "School", "school"),
            ("edit", "project:school", "School 7A", "school"),
            ("create", "memory:mem_1", "Ana likes tea", "school"),
            ("delete", "memory:mem_1", "Ana likes tea", "school"),
        ]
        assert {(change.actor.type, change.actor.id, change.run) for change in recorded} == {("user", "owner", None)}
        for removed in (gone, forgotten):
            preview = await kernel.preview_undo(f"change:{removed.change}")
            assert [(each.action, each.conflict) for each in preview.items] == [("recreate", None)]
            await kernel.undo(f"change:{removed.change}")
        assert await kernel.agents.get("ana") == agent.model_copy(update={"version": 3})
        assert await kernel.memories.get("mem_1") == item.model_copy(update={"version": 2})
        renaming = (await kernel.changes.list(Wanted(entity="project:school"), limit=1)).items[0]
        await kernel.undo(f"change:{renaming.id}")
        assert await kernel.projects.get("school") == project.model_copy(update={"name": "School", "version": 3})


async def test_what_was_edited_since_is_a_conflict_and_nothing_is_touched(tmp_path: Path) -> None:
    """K-8."""
    async with system(tmp_path) as aule:
        documents, kernel = aule.kernel.documents, aule.kernel
        made = await documents.save_agent(Agent(id="ana", name="Ana"), expected=None)
        creation = await latest(aule, "agent:ana")
        edited = await documents.save_agent(made.model_copy(update={"name": "Ana Lúcia"}), expected=1)
        with pytest.raises(Conflict, match="altered since") as caught:
            await kernel.undo(f"change:{creation.id}")
        assert caught.value.problem.code == "undo_conflict"
        assert await kernel.agents.get("ana") == edited
        gone = await documents.delete_agent("ana", expected=2)
        await documents.save_agent(Agent(id="ana", name="Another"), expected=None)
        with pytest.raises(Conflict, match="altered since"):
            await kernel.undo(f"change:{gone.change}")
        assert (await kernel.agents.get("ana")).name == "Another"


async def test_a_version_never_comes_back(tmp_path: Path) -> None:
    """Whoever still holds an old version must not overwrite what an undo or a second beginning brought."""
    async with system(tmp_path) as aule:
        documents, kernel = aule.kernel.documents, aule.kernel
        first = await documents.save_agent(Agent(id="ana", name="A"), expected=None)
        await documents.save_agent(first.model_copy(update={"name": "B"}), expected=1)
        await kernel.undo(f"change:{(await latest(aule, 'agent:ana')).id}")
        now = await kernel.agents.get("ana")
        assert (now.name, now.version) == ("A", 3)
        with pytest.raises(Conflict):
            await documents.save_agent(first.model_copy(update={"name": "C"}), expected=1)
        early = await documents.delete_agent("ana", expected=3)
        anew = await documents.save_agent(Agent(id="ana", name="D"), expected=None)
        assert anew.version == 4
        await documents.delete_agent("ana", expected=4)
        await kernel.undo(f"change:{early.change}")
        back = await kernel.agents.get("ana")
        assert (back.name, back.version) == ("A", 5)


async def test_what_an_agent_remembered_and_a_person_corrected_is_not_taken_back(tmp_path: Path) -> None:
    """K-8: a run's undo never goes over somebody's own edit."""
    async with system(tmp_path) as aule:
        called = await aule.kernel.call("core.memory_save", {"content": "Ana likes tea"})
        [item] = (await aule.kernel.memories.list(now=aule.kernel.ambient.timestamp())).items
        corrected = item.model_copy(update={"content": "Ana likes coffee"})
        await aule.kernel.documents.save_memory(corrected, expected=1)
        with pytest.raises(Conflict, match="altered since"):
            await aule.kernel.undo(f"run:{called.run}")
        assert (await aule.kernel.memories.get(item.id)).content == "Ana likes coffee"


async def test_a_project_that_is_gone_leaves_its_talks_usable(tmp_path: Path) -> None:
    """OS-9b: its conversations stay and go on in the first project; undone, all is as it was."""
    async with system(tmp_path, say("Hi."), say("From home."), say("Back.")) as aule:
        documents, kernel = aule.kernel.documents, aule.kernel
        await documents.create_project("School", instructions="Speak simply.", agent="coder")
        first = await aule.ask("hello", project="school")
        assert (first.project, first.agent) == ("school", "coder")
        assert "Speak simply." in aule.model.prompts[0].system
        id = first.session_id
        assert id is not None
        removed = await documents.delete_project("school", expected=1)
        assert (await kernel.conversations.get(id)).project == "school"
        second = await aule.ask("still there?", conversation_id=id)
        assert (second.status, second.project) == (RunStatus.DONE, "home")
        talk = await kernel.conversations.get(id)
        renamed = await documents.save_conversation(talk.model_copy(update={"title": "T"}), expected=talk.version)
        assert renamed.project == "school"
        fresh = await documents.create_project("School")
        assert fresh.id == "school-2"  # the old one may come back, with its folder
        await kernel.undo(f"change:{removed.change}")
        third = await aule.ask("and now?", conversation_id=id)
        assert third.project == "school"


async def test_who_answers_in_a_project_may_be_gone(tmp_path: Path) -> None:
    """OS-11: then it is the assistant; a choice of one's own always wins."""
    async with system(tmp_path) as aule:
        documents = aule.kernel.documents
        await documents.save_agent(Agent(id="ana", name="Ana"), expected=None)
        await documents.create_project("School", agent="ana")
        assert (await documents.open_conversation(project="school")).agent == "ana"
        assert (await documents.open_conversation(project="school", agent="coder")).agent == "coder"
        await documents.delete_agent("ana", expected=1)
        assert (await documents.open_conversation(project="school")).agent == "assistant"
        with pytest.raises(NotFound):
            await documents.create_project("Other", agent="nobody")


async def test_a_document_reads_as_a_diff(tmp_path: Path) -> None:
    """K-8: the change and the preview of its undo show lines a person can read."""
    async with system(tmp_path) as aule:
        documents, kernel = aule.kernel.documents, aule.kernel
        made = await documents.save_agent(
            Agent(id="ana", name="Ana", persona_text="Be kind.\nBe brief."), expected=None
        )
        await documents.save_agent(made.model_copy(update={"persona_text": "Be kind.\nBe exact."}), expected=1)
        change = await latest(aule, "agent:ana")
        diff = (await kernel.change_log.diff(change.id)).text or ""
        assert [line for line in diff.splitlines() if line[:1] in "+-"][2:] == ["-Be brief.", "+Be exact."]
        [item] = (await kernel.preview_undo(f"change:{change.id}")).items
        assert "-Be exact." in (item.diff or "") and item.action == "restore"


async def test_a_diff_says_why_there_is_none(tmp_path: Path) -> None:
    async with system(tmp_path) as aule:
        await allow_all(aule)
        aule.workspace.mkdir(parents=True, exist_ok=True)
        (aule.workspace / "a.bin").write_bytes(b"\xff\xfe\x00")
        (aule.workspace / "big.txt").write_text("x\n" * 300_000)
        for path, note in (("a.bin", "binary"), ("big.txt", "large")):
            await aule.kernel.call("core.delete_file", {"path": path})
            change = await latest(aule, f"file:home/{path}")
            diff = await aule.kernel.change_log.diff(change.id)
            assert (diff.text, diff.note, change.project) == (None, note, "home")


async def test_what_an_agent_made_goes_and_comes_back(tmp_path: Path) -> None:
    """OS-6: undoing a run takes its artifacts along; their content is kept, so a second undo brings them back."""
    app = App("press")

    @app.capability(effect=Effect.WRITE, approval=Approve.AUTO)
    async def print_page(context: Context, text: str) -> str:  # pyright: ignore[reportUnusedFunction]
        """Print a page."""
        return (await context.keep("page.txt", "text/plain", text.encode())).id

    async with system(tmp_path, call("press.print_page", {"text": "Olá"}), say("Printed."), apps=[app]) as aule:
        kernel = aule.kernel
        run = await aule.ask("print it")
        [page] = (await kernel.artifacts.list()).items
        assert (await kernel.overview.run(run.id)).undoable
        undone = await kernel.undo(f"run:{run.id}")
        assert (await kernel.artifacts.list()).items == []
        await kernel.undo(f"run:{undone.id}")
        assert (await kernel.artifacts.list()).items == [page]
        assert kernel.blobs.get(page.sha256) == "Olá".encode()


async def test_undoing_an_edit_while_somebody_edits_loses_neither(tmp_path: Path) -> None:
    """K-8: looking and writing are one transaction; one of the two comes first, the other hears of it."""
    async with system(tmp_path) as aule:
        documents, kernel = aule.kernel.documents, aule.kernel
        made = await documents.save_agent(Agent(id="ana", name="A"), expected=None)
        second = await documents.save_agent(made.model_copy(update={"name": "B"}), expected=1)
        change = await latest(aule, "agent:ana")
        outcomes = await asyncio.gather(
            kernel.undo(f"change:{change.id}"),
            documents.save_agent(second.model_copy(update={"name": "C"}), expected=2),
            kernel.undo(f"change:{change.id}"),
            return_exceptions=True,
        )
        assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 2
        assert (await kernel.agents.get("ana")).name in ("A", "C")


async def test_an_undo_that_is_undone_lets_the_change_stand_again(tmp_path: Path) -> None:
    """K-8: back and forth as often as one likes; each change says whether it holds now."""
    async with system(tmp_path) as aule:
        kernel = aule.kernel
        await kernel.documents.save_agent(Agent(id="ana", name="A"), expected=None)
        made = await latest(aule, "agent:ana")
        for _ in range(3):
            last = await latest(aule, "agent:ana")
            await kernel.undo(f"change:{last.id}")
            assert (await kernel.changes.get(made.id)).undone_by is not None
            assert await kernel.agents.find("ana") is None
            await kernel.undo(f"change:{(await latest(aule, 'agent:ana')).id}")
            assert (await kernel.changes.get(made.id)).undone_by is None
            assert await kernel.agents.find("ana") is not None
        await kernel.undo(f"change:{made.id}")
        assert await kernel.agents.find("ana") is None


_Step = tuple[str, str, int]
_STEPS = st.lists(
    st.tuples(
        st.sampled_from(["make", "edit", "remove", "undo"]),
        st.sampled_from(["agent", "project", "memory", "conversation"]),
        st.integers(0, 3),
    ),
    min_size=1,
    max_size=10,
)


@given(steps=_STEPS)
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_undoing_everything_in_reverse_gives_the_first_state(steps: list[_Step]) -> None:
    """K-8 as a property: whatever was done to documents, undos among it, all of it can be taken back."""

    async def story() -> None:
        with tempfile.TemporaryDirectory() as folder:
            async with system(Path(folder)) as aule:
                talk = await aule.kernel.documents.open_conversation(title="First")
                first = await state(aule)
                for step in steps:
                    await perform(aule, step, talk.id)
                for change in (await aule.kernel.changes.list(limit=200)).items:  # the latest first
                    if (await aule.kernel.changes.get(change.id)).undone_by is None:
                        await aule.kernel.undo(f"change:{change.id}")
                assert await state(aule) == first

    asyncio.run(story())


async def perform(aule: System, step: _Step, talk: str) -> None:
    """One step of a story; what cannot be done at this point is left out."""
    verb, kind, number = step
    moves: dict[str, Callable[[], Awaitable[Any]]] = {
        "make": lambda: make(aule, kind, number),
        "edit": lambda: edit(aule, kind, number, talk),
        "remove": lambda: remove(aule, kind, number, talk),
        "undo": lambda: undo_some(aule, number),
    }
    with contextlib.suppress(Conflict, NotFound):
        await moves[verb]()


async def make(aule: System, kind: str, number: int) -> None:
    documents = aule.kernel.documents
    match kind:
        case "agent":
            await documents.save_agent(Agent(id=f"a{number}", name=f"A{number}"), expected=None)
        case "project":
            await documents.create_project(f"P{number}")
        case _:
            if await aule.kernel.memories.find(f"mem_{number}") is None:
                await documents.add_memory(a_memory(f"mem_{number}"))


async def edit(aule: System, kind: str, number: int, talk: str) -> None:
    documents, kernel = aule.kernel.documents, aule.kernel
    match kind:
        case "agent":
            agent = await kernel.agents.get(f"a{number}")
            await documents.save_agent(
                agent.model_copy(update={"description": agent.description + "x"}), expected=agent.version
            )
        case "project":
            project = await kernel.projects.get(f"p{number}")
            await documents.save_project(
                project.model_copy(update={"name": project.name + "x"}), expected=project.version
            )
        case "memory":
            item = await kernel.memories.get(f"mem_{number}")
            await documents.save_memory(item.model_copy(update={"pinned": not item.pinned}), expected=item.version)
        case _:
            found = await kernel.conversations.get(talk)
            await documents.save_conversation(
                found.model_copy(update={"title": found.title + str(number)}), expected=found.version
            )


async def remove(aule: System, kind: str, number: int, talk: str) -> None:
    documents, kernel = aule.kernel.documents, aule.kernel
    match kind:
        case "agent":
            await documents.delete_agent(f"a{number}", expected=(await kernel.agents.get(f"a{number}")).version)
        case "project":
            await documents.delete_project(f"p{number}", expected=(await kernel.projects.get(f"p{number}")).version)
        case "memory":
            await documents.forget(f"mem_{number}")
        case _:
            await documents.delete_conversation(talk)


async def undo_some(aule: System, number: int) -> None:
    changes = (await aule.kernel.changes.list(limit=200)).items
    if number < len(changes):
        await aule.kernel.undo(f"change:{changes[number].id}")


async def state(aule: System) -> dict[str, Any]:
    """Every document as it reads, whatever its version."""
    kernel = aule.kernel
    now = kernel.ambient.timestamp()
    everything = [
        *(await kernel.agents.list()).items,
        *await kernel.projects.all(),
        *(await kernel.memories.list(now=now)).items,
        *(await kernel.conversations.list()).items,
    ]
    return {each.id: each.model_dump(exclude={"version", "updated_at"}) for each in everything}


async def latest(aule: System, entity: str) -> Change:
    """The last change of something."""
    change = await aule.kernel.changes.latest(entity)
    assert change is not None
    return change


def a_memory(id: str, scope: str = "user:owner") -> MemoryItem:
    """Something a person wrote down."""
    return MemoryItem(
        id=id,
        layer=Layer.LONG_TERM,
        scope=scope,
        kind=MemoryKind.FACT,
        content="Ana likes tea",
        source="user:owner",
        trust="user",
        created_at="2026-11-15T10:00:00.000Z",
    )


async def allow_all(aule: System) -> None:
    """Let every call through."""
    free = aule.kernel.settings.read()
    policy = free.policy.model_copy(update={"allow": ["core.*"]})
    await aule.kernel.save_settings(free.model_copy(update={"policy": policy}), expected=None)
