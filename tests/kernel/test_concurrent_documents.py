"""Two who change one document at the same time: one of them is told, and nothing that was acknowledged is lost."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from aule.contracts.errors import Conflict
from aule.contracts.runs.schedule import Schedule
from aule.sdk import App, Approve, Context, Effect
from aule.stores.repositories.changes import Wanted
from aule.testing.system import System, system


def _document(title: str) -> str:
    return f"id: report\ntitle: {title}\nsteps:\n  - {{id: look, capability: core.list_notes}}\n"


class Slow:
    """An app whose call changes a document and then waits until the test lets it end."""

    def __init__(self) -> None:
        self.app = App("slow")
        self.staged = asyncio.Event()
        self.go = asyncio.Event()

        @self.app.capability(effect=Effect.WRITE, reversible=True, approval=Approve.AUTO)
        async def revise(context: Context, document: str) -> str:
            """Write down a workflow, slowly."""
            draft = await context.workflows.draft(document, replace=True)
            await context.keep_workflow(draft)
            return await self._wait(draft.workflow.id)

        @self.app.capability(effect=Effect.DELETE, reversible=True, approval=Approve.AUTO)
        async def cancel(context: Context, schedule: str) -> str:
            """Cancel a schedule, slowly."""
            await context.unschedule(schedule)
            return await self._wait(schedule)

        @self.app.capability(effect=Effect.WRITE, reversible=True, approval=Approve.AUTO)
        async def revise_twice(context: Context, first: str, second: str) -> str:
            """Write a workflow down twice in one call."""
            await context.keep_workflow(await context.workflows.draft(first, replace=True))
            await context.keep_workflow(await context.workflows.draft(second, replace=True))
            return "kept"

    async def _wait(self, came: str) -> str:
        self.staged.set()
        await self.go.wait()
        return came

    async def race(self, aule: System, capability: str, params: dict[str, Any], meanwhile: Any) -> None:
        """Make a call, do something else while it is under way, and let it end."""
        calling = asyncio.create_task(aule.kernel.call(f"slow.{capability}", params))
        await self.staged.wait()
        await meanwhile
        self.go.set()
        await calling


async def _keep(aule: System, title: str) -> None:
    library = aule.kernel.library
    workflow = await library.read(_document(title))
    current = await library.workflows.find("report")
    await library.save(workflow, expected=current and current.version)


async def test_what_a_person_saved_while_an_agent_revised_it_is_not_overwritten(tmp_path: Path) -> None:
    """OS-9b: the call is told that it came too late; the person's version stands."""
    slow = Slow()
    async with system(tmp_path, apps=[slow.app]) as aule:
        await _keep(aule, "First")
        with pytest.raises(Conflict) as told:
            await slow.race(aule, "revise", {"document": _document("Agent")}, _keep(aule, "Person"))
        assert (told.value.problem.code, told.value.problem.subject) == ("stale", "workflow:report")
        kept = await aule.kernel.library.workflows.get("report")
        assert (kept.title, kept.version) == ("Person", 2)
        changes = (await aule.kernel.changes.list(Wanted(kind="workflow"))).items
        assert [change.op for change in changes] == ["edit", "create"]


async def test_two_who_make_a_workflow_of_one_name_make_one(tmp_path: Path) -> None:
    """OS-9b: creating never overwrites."""
    slow = Slow()
    async with system(tmp_path, apps=[slow.app]) as aule:
        with pytest.raises(Conflict):
            await slow.race(aule, "revise", {"document": _document("Agent")}, _keep(aule, "Person"))
        assert (await aule.kernel.library.workflows.get("report")).title == "Person"


async def test_a_schedule_that_was_edited_meanwhile_is_not_cancelled(tmp_path: Path) -> None:
    """OS-23: whoever cancels a schedule cancels the one they looked at."""
    slow = Slow()
    async with system(tmp_path, apps=[slow.app]) as aule:
        made = (await aule.kernel.schedules.create(_daily("Water the plants"))).schedule
        edited = made.model_copy(update={"prompt": "Feed the cat"})
        with pytest.raises(Conflict):
            await slow.race(aule, "cancel", {"schedule": made.id}, aule.kernel.schedules.save(edited))
        assert (await aule.kernel.schedules.kept.get(made.id)).schedule.prompt == "Feed the cat"


async def test_a_call_may_change_one_document_twice(tmp_path: Path) -> None:
    """What the call itself did is no conflict, and its changes tell one after the other."""
    slow = Slow()
    async with system(tmp_path, apps=[slow.app]) as aule:
        await aule.kernel.call("slow.revise_twice", {"first": _document("One"), "second": _document("Two")})
        changes = (await aule.kernel.changes.list(Wanted(kind="workflow"))).items
        titles = [(change.before and change.before["title"], (change.after or {})["title"]) for change in changes]
        assert titles == [("One", "Two"), (None, "One")]


async def test_a_session_that_is_opened_twice_at_once_is_one_conversation(tmp_path: Path) -> None:
    """OS-8: the second finds what the first opened, and what was renamed meanwhile stays renamed."""
    async with system(tmp_path) as aule:
        documents = aule.kernel.documents
        talks = await asyncio.gather(*(documents.conversation_for("session-1") for _ in range(8)))
        assert len({talk.created_at for talk in talks}) == 1
        opened = [event for event in await aule.events() if event.type == "conversation.opened"]
        assert len(opened) == 1


def _daily(prompt: str) -> Schedule:
    return Schedule(id="", project="home", prompt=prompt, interval_s=86_400, created_at="", updated_at="")
