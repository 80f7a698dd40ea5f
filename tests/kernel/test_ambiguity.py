"""What may mean several things becomes one question, whose answer takes its place (K-12, AT-12)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.kernel.club import open_club

from aule import boot
from aule.contracts.access.approval import ApprovalKind
from aule.contracts.errors import Ambiguous, Conflict
from aule.contracts.runs.run import RunStatus
from aule.models.switchboard import Switchboard
from aule.stores.home.directory import Home
from aule.testing import ScriptedModel, call, say
from aule.testing.system import System, system


async def test_one_question_then_the_approval_of_what_was_meant_with_restarts_in_between(tmp_path: Path) -> None:
    """AT-12, K-7: a waiting run holds nothing; the question, the answer and the approval are rows."""
    club = open_club("Ana", "Bia", "Ana")
    script = (call("club.remove", {"name": "Ana"}), say("Done."))
    async with system(tmp_path, script[0], apps=[club.app]) as aule:
        run = await aule.ask("remove Ana", locale="pt-BR")
        asked = await aule.pending()
        assert (asked.kind, asked.title) == (ApprovalKind.QUESTION, "Qual deles é “Ana”?")
        assert [(each.id, each.label) for each in asked.options] == [
            ("match:m-1", "Ana — Club › Team (active)"),
            ("match:m-3", "Ana — Club › Team (active)"),
            ("answer", "Responder"),
        ]
        with pytest.raises(Conflict):  # an answer to what was not asked
            await aule.kernel.decide(asked.id, "match:m-3", content_hash="other")
    async with system(tmp_path, apps=[club.app]) as aule:
        await aule.decide("match:m-3")
        approval = await aule.pending()
        assert approval.kind is ApprovalKind.DELETE
        assert (approval.call.params, approval.preview.records[0].id) == ({"name": "m-3"}, "m-3")  # pyright: ignore
        with pytest.raises(Conflict):  # an answer is given once
            await aule.kernel.decide(asked.id, "match:m-1", content_hash=asked.binds.content_hash)
    async with system(tmp_path, script[1], apps=[club.app]) as aule:
        done = await aule.decide("approve", answer="Ana")
        assert (done.id, done.status, list(club.members)) == (run.id, RunStatus.DONE, ["m-1", "m-2"])


async def test_two_that_are_not_clear_are_asked_about_one_after_the_other_inside_a_list(tmp_path: Path) -> None:
    """AT-12: the answer replaces exactly the value at its path."""
    club = open_club("Ana", "Ana", "Bia", "Bia")
    actions: list[dict[str, Any]] = [
        {"type": "greet", "data": {"member": "m-4"}},
        {"type": "greet", "data": {"member": "Ana"}},
        {"type": "greet", "data": {"member": "Bia"}},
    ]
    async with system(tmp_path, call("club.batch", {"actions": actions}), say("Done."), apps=[club.app]) as aule:
        await aule.ask("greet them")
        assert (await aule.pending()).title == "Which one is “Ana”?"
        await aule.decide("match:m-2")
        assert (await aule.pending()).title == "Which one is “Bia”?"
        await aule.decide("answer", answer="m-3")
        approval = await aule.pending()
        named = [each["data"]["member"] for each in approval.call.params["actions"]]  # pyright: ignore
        assert (approval.kind, named) == (ApprovalKind.WRITE, ["m-4", "m-2", "m-3"])
        run = await aule.decide()
        completed = next(each.data for each in await aule.events(run.id) if each.type == "call.completed")
        assert completed.result.data == ["m-4", "m-2", "m-3"]  # pyright: ignore


async def test_at_most_five_are_offered_and_words_that_stay_unclear_end_in_an_error(tmp_path: Path) -> None:
    """AT-12: reading asks too; nobody is asked the same for ever."""
    club = open_club(*["Ana"] * 9)
    async with system(tmp_path, call("club.look_up", {"name": "Ana"}), say("Hm."), apps=[club.app]) as aule:
        run = await aule.ask("who is Ana")
        for _ in range(3):
            assert len((await aule.pending()).options) == 6
            run = await aule.decide("answer", answer="Ana")
        failed = next(each.data for each in await aule.events(run.id) if each.type == "call.failed")
        problem = failed.result.error  # pyright: ignore
        assert (run.status, problem.code, len(problem.matches)) == (  # pyright: ignore
            RunStatus.DONE_WITH_FAILURES,
            "ambiguous_reference",
            9,
        )


async def test_an_answer_that_means_nothing_any_more_fails_the_call(tmp_path: Path) -> None:
    club = open_club("Ana", "Ana")
    async with system(tmp_path, call("club.remove", {"name": "Ana"}), say("Gone."), apps=[club.app]) as aule:
        await aule.ask("remove Ana")
        del club.members["m-2"]
        run = await aule.decide("match:m-2")
        failed = next(each.data for each in await aule.events(run.id) if each.type == "call.failed")
        assert (failed.result.error.code, list(club.members)) == ("not_found", ["m-1"])  # pyright: ignore


async def test_outside_a_conversation_it_is_an_error_with_what_may_be_meant(tmp_path: Path) -> None:
    async with system(tmp_path, apps=[open_club("Ana", "Ana").app]) as aule:
        for act in (aule.kernel.call, aule.kernel.preview):
            with pytest.raises(Ambiguous) as caught:
                await act("club.remove", {"name": "Ana"})
            problem = caught.value.problem
            assert (problem.field, [each.id for each in problem.matches]) == ("name", ["m-1", "m-2"])
        assert await aule.kernel.approvals.pending() == []


async def test_with_no_model_at_all_it_is_the_same_question(tmp_path: Path) -> None:
    """AT-12, K-14: recipes come through the same gate."""
    club = open_club("Ana", "Bia", "Ana")
    home = Home(tmp_path)
    home.prepare()
    kernel = await boot.build(home, boot.ambient(), apps=[club.app], models=Switchboard)
    await kernel.start()
    try:
        aule = System(kernel, ScriptedModel(), home)
        await aule.ask('exclua o membro "Ana" do clube', locale="pt-BR")
        assert (await aule.pending()).title == "Qual deles é “Ana”?"
        await aule.decide("match:m-1")
        run = await aule.decide("approve", answer="Ana")
        assert (run.status, list(club.members)) == (RunStatus.DONE, ["m-2", "m-3"])
        assert (await aule.messages(run))[-1].content == "Removido."
    finally:
        await kernel.stop()
