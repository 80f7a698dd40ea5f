"""The record of calls, the types of artifacts, and messages that were set aside, on every store."""

from __future__ import annotations

from random import Random
from typing import Any, TypeGuard

import pytest
from sqlalchemy import update
from tests.conformance.test_readers import holding, tell
from tests.conformance.world import DAY, a_conversation, a_message, a_run, an_artifact, opened

from aule.contracts.access.capability import Result
from aule.contracts.errors import Invalid, Problem
from aule.contracts.events.facts import (
    ArtifactSaved,
    CallCompleted,
    CallFailed,
    CallStarted,
    ConversationOpened,
    ConversationRewound,
    Fact,
    MessageAdded,
    RunStarted,
)
from aule.stores.database import Database
from aule.stores.log.calls import Calls
from aule.stores.log.projections import Entry
from aule.stores.repositories.artifacts import Artifacts
from aule.stores.repositories.conversations import Conversations
from aule.stores.tables import events

pytestmark = pytest.mark.xdist_group("postgres")

RUN = RunStarted(started=a_run(agent="ana", session_id="con_1"))


def begun(id: str, capability: str = "core.now", effect: str = "read", **params: object) -> CallStarted:
    return CallStarted(id=id, capability=capability, title="", effect=effect, params=params)


def ended(id: str, capability: str = "core.now", **more: Any) -> CallCompleted:
    return CallCompleted(id=id, capability=capability, result=Result(ok=True, **more))


async def test_a_call_is_running_until_it_came_back(url: str) -> None:
    """OS-9b: with what, by whom, and what came of it."""
    problem = Problem(code="not_found", message="gone")
    facts: list[Fact] = [
        RUN,
        begun("call_1", text="x\x00" * 2_000),
        begun("call_2", "core.read", path="a"),
        ended("call_2", "core.read", data="much", changes=["chg_1"], duration_ms=2.5),
        CallFailed(id="call_3", capability="core.read", result=Result(ok=False, error=problem)),
    ]
    async with holding(url, *facts) as database:
        calls = Calls(database)
        [running] = (await calls.list("core.now")).items
        assert (running.status, running.agent, running.duration_ms, running.error) == ("running", "ana", None, None)
        assert len(running.params["text"]) == 2_001, "long texts are shortened"
        assert [(call.id, call.capability) for call in await calls.open("run_1")] == [("call_1", "core.now")]
        refused, done = (await calls.list("core.read")).items
        assert (done.status, done.params, done.changes, done.duration_ms) == ("done", {"path": "a"}, ["chg_1"], 2.5)
        assert (refused.status, refused.params, refused.error) == ("failed", {}, problem)
        await tell(database, begun("call_1", text="again"))
        [again] = (await calls.list("core.now")).items
        assert (again.status, again.params) == ("running", {"text": "again"})
        await tell(database, ended("call_1"))
        assert await calls.open("run_1") == []
        assert (await calls.list("core.never")).items == []


async def test_what_was_done_is_counted_once_for_all_attempts_at_it(url: str) -> None:
    """K-4: calls that only looked, or were refused before they began, do not count; neither do those of other runs."""
    refused = CallFailed(id="call_d0001", capability="core.write", result=Result(ok=False))
    facts: list[Fact] = [RUN, refused, begun("call_a0001", "core.write", "write"), ended("call_a0001", "core.write")]
    facts += [begun(f"call_{thing}", "core.write", "write") for thing in ("b0001", "b0002", "c0001")]
    facts += [begun("call_e0001"), begun("call_f0001", "core.delete", "delete")]
    async with holding(url, *facts) as database:
        calls = Calls(database)
        assert await calls.made("run_1", "core.write", besides="call_x0001") == 3
        assert await calls.made("run_1", "core.write", besides="call_b0003") == 2
        assert await calls.made("run_1", "core.delete", besides="call_x0001") == 1
        assert await calls.made("run_1", "core.now", besides="call_x0001") == 0
        assert await calls.made("run_2", "core.write", besides="call_x0001") == 0


@pytest.mark.parametrize("seed", range(4))
async def test_pages_of_calls_leave_nothing_out_and_show_nothing_twice(url: str, seed: int) -> None:
    """OS-9b: the latest first, however runs went on side by side, and while more calls come in."""
    chance = Random(seed)
    times = [f"{DAY}T10:00:00.{moment:03d}Z" for moment in range(1_000)]
    numbers = iter(range(10_000))

    def some(count: int, since: int) -> list[Entry]:
        told: list[Entry] = []
        for _ in range(count):
            at, run = since + chance.randrange(40), f"run_{chance.randrange(8)}"
            fact: Fact = begun(f"call_{next(numbers):04d}", chance.choice(["core.now", "core.now", "core.read"]))
            told += [Entry(fact, times[at], run)]
            if chance.random() < 0.7:
                told += [Entry(ended(fact.id, fact.capability), times[at + chance.randrange(200)], run)]
        return told

    async with opened(url) as database:
        first = some(60, 0)
        await write(database, first)
        wanted = sorted(((e.ts, e.fact.id) for e in first if _is_of(e.fact, "core.now")), reverse=True)
        shown: list[tuple[str, str]] = []
        after: str | None = None
        while True:
            page = await Calls(database).list("core.now", limit=7, after=after)
            shown += [(call.ts, call.id) for call in page.items]
            if page.next is None:
                break
            after = page.next
            await write(database, some(5, 500))
        assert shown == wanted


async def write(database: Database, entries: list[Entry]) -> None:
    async with database.transaction() as transaction:
        await transaction.append(entries)


def _is_of(fact: Fact, capability: str) -> TypeGuard[CallStarted]:
    return isinstance(fact, CallStarted) and fact.capability == capability


@pytest.mark.parametrize("after", ["x", "WyJhIiwiYiIsImMiXQ", "WzEsMiwzXQ", "WyIyMDI2Il0"])
async def test_a_place_that_was_never_handed_out_is_refused(url: str, after: str) -> None:
    async with opened(url) as database:
        with pytest.raises(Invalid, match="not a place in a list"):
            await Calls(database).list("core.now", after=after)


async def test_a_row_that_cannot_be_read_hides_no_other_runs_calls(url: str, caplog: pytest.LogCaptureFixture) -> None:
    """It is left as it is and told in the log; pages go on behind it, and the run it is of can be ended."""
    broken = ('{"facts":[{"type":"call.started"}]}', '{"type":"call.started"}', '{"facts":[{"type":"call.')
    async with holding(url, RUN, begun("call_1"), ended("call_1")) as database:
        for number in range(2, 6):
            at = f"{DAY}T10:00:0{number}.000Z"
            await write(database, [Entry(begun(f"call_{number}"), at, f"run_{number}")])
        for data in broken:
            async with database.transaction() as transaction:
                for run in ("run_1", "run_4", "run_5"):
                    await transaction.execute(update(events).where(events.c.run == run).values(data=data))
            first = await Calls(database).list("core.now", limit=1)
            rest = await Calls(database).list("core.now", limit=1, after=first.next)
            assert [call.run for call in (*first.items, *rest.items)] == ["run_3", "run_2"]
            assert rest.next is None
            assert await Calls(database).open("run_1") == []
        assert "cannot be read" in caplog.text


async def test_artifacts_are_listed_by_any_of_several_types(url: str) -> None:
    things = [
        an_artifact("art_1"),
        an_artifact("art_2", type="pdf"),
        an_artifact("art_3", type="text", name="Ação.txt"),
    ]
    async with holding(url, *(ArtifactSaved(artifact=thing) for thing in things)) as database:
        artifacts = Artifacts(database)
        listed = await artifacts.list(types=["pdf", "text"])
        assert [thing.id for thing in listed.items] == ["art_3", "art_2"]
        assert [thing.id for thing in (await artifacts.list(types=["image"], project="home")).items] == ["art_1"]
        assert [thing.id for thing in await artifacts.named("acao.TXT", project="home")] == ["art_3"]
        assert await artifacts.named("acao", project="home") == []


async def test_messages_that_were_set_aside_are_gone_and_later_ones_follow_on(url: str) -> None:
    """OS-8: of this conversation, and of no other."""
    facts: list[Fact] = [ConversationOpened(conversation=a_conversation(f"con_{n}")) for n in (1, 2)]
    facts += [MessageAdded(message=a_message(f"msg_{n}")) for n in range(4)]
    facts += [MessageAdded(message=a_message("msg_9", conversation="con_2"))]
    facts += [ConversationRewound(conversation="con_1", message="msg_2")]
    facts += [MessageAdded(message=a_message("msg_5"))]
    async with holding(url, *facts) as database:
        talks = Conversations(database)
        assert [each.id for each in (await talks.messages("con_1")).items] == ["msg_0", "msg_1", "msg_5"]
        assert [each.id for each in (await talks.messages("con_2")).items] == ["msg_9"]
        await tell(database, ConversationRewound(conversation="con_1", message="msg_9"))
        await tell(database, ConversationRewound(conversation="con_1", message="msg_none"))
        assert len((await talks.messages("con_1")).items) == 3, "a message of another conversation rewinds nothing"
