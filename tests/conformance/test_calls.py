"""The record of calls, the types of artifacts, and messages that were set aside, on every store."""

from __future__ import annotations

import pytest
from tests.conformance.test_readers import holding, tell
from tests.conformance.world import a_conversation, a_message, a_run, an_artifact

from aule.contracts.capability import Result
from aule.contracts.errors import Problem
from aule.contracts.events import (
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
from aule.stores.artifacts import Artifacts
from aule.stores.calls import Calls
from aule.stores.conversations import Conversations

pytestmark = pytest.mark.xdist_group("postgres")

RUN = RunStarted(started=a_run(agent="ana"))


def begun(id: str, capability: str = "core.now", **params: object) -> CallStarted:
    return CallStarted(id=id, capability=capability, title="", effect="read", params=params)


async def test_a_call_is_running_until_it_came_back(url: str) -> None:
    """OS-9b: with what, by whom, and what came of it."""
    problem = Problem(code="not_found", message="gone")
    facts: list[Fact] = [
        RUN,
        begun("call_1", text="x\x00" * 2_000),
        begun("call_2", "core.read", path="a"),
        CallCompleted(
            id="call_2", capability="core.read", result=Result(ok=True, data="much", changes=["chg_1"], duration_ms=2.5)
        ),
        CallFailed(id="call_3", capability="core.read", result=Result(ok=False, error=problem)),
    ]
    async with holding(url, *facts) as database:
        calls = Calls(database)
        running = await calls.find("call_1")
        assert running is not None
        assert (running.status, running.agent, running.duration_ms, running.error) == ("running", "ana", None, None)
        assert len(running.params["text"]) == 2_001, "long texts are shortened"
        refused, done = (await calls.list(capability="core.read")).items
        assert (done.status, done.params, done.changes, done.duration_ms) == ("done", {"path": "a"}, ["chg_1"], 2.5)
        assert (refused.status, refused.params, refused.error) == ("failed", {}, problem)
        assert len((await calls.list(run="run_1", limit=2)).items) == 2
        await tell(database, begun("call_1", text="again"))
        again = await calls.find("call_1")
        assert again is not None and (again.status, again.params) == ("running", {"text": "again"})


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
