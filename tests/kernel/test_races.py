"""Two things at the same moment: deciding, stopping, steering, undoing. Each ends once, and nothing is lost."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.kernel.shop import open_shop

from aule.contracts.access.approval import Approval
from aule.contracts.errors import ApprovalRequired, Conflict
from aule.contracts.runs.run import RunStatus
from aule.contracts.settings import Settings
from aule.contracts.talk.ask import Ask, Asked
from aule.contracts.talk.brain import Said
from aule.sdk import App, Effect
from aule.testing import ScriptedModel, call, hang, say, wait_for
from aule.testing.system import System, system

FREE = Settings.model_validate({"policy": {"allow": ["core.*", "shop.*"]}})
STORE = call("shop.store", {"path": "a", "text": "b"})


async def test_stopping_a_waiting_turn_from_two_windows_ends_it_once(tmp_path: Path) -> None:
    """OS-2: one end, one interrupted answer."""
    async with system(tmp_path, STORE, apps=[open_shop().app]) as aule:
        run = await aule.ask("store")
        await asyncio.gather(*(aule.kernel.cancel(run.id) for _ in range(3)))
        assert (await aule.types(run.id)).count("run.finished") == 1
        assert [message.role for message in await aule.messages(run)] == ["user", "assistant"]


@pytest.mark.parametrize("first", ["decide", "cancel"])
async def test_a_turn_that_is_stopped_while_it_is_approved_goes_no_further(tmp_path: Path, first: str) -> None:
    """K-7: whichever comes first, nothing happens after the end."""
    model = ScriptedModel(STORE)
    async with system(tmp_path, model=model, apps=[open_shop().app]) as aule:
        run = await aule.ask("store")
        both = [_approve(aule, await aule.pending()), aule.kernel.cancel(run.id)]
        await asyncio.gather(*(both if first == "decide" else both[::-1]), return_exceptions=True)
        assert (await aule.until_still(run.id)).status is RunStatus.CANCELLED
        assert (await aule.types(run.id))[-1] == "run.finished"
        assert len(model.prompts) == 1


async def test_two_approvals_at_once_are_both_carried_out_and_the_end_is_the_last_word(tmp_path: Path) -> None:
    shop = open_shop()
    two = STORE + call("shop.store", {"path": "b", "text": "2"})
    async with system(tmp_path, two, say("Both."), apps=[shop.app]) as aule:
        run = await aule.ask("store")
        await asyncio.gather(*(_approve(aule, approval) for approval in await aule.kernel.approvals.pending()))
        await aule.until_still(run.id)
        assert (await aule.types(run.id))[-1] == "run.finished"
        assert sorted(shop.seen) == ["store a", "store b"]  # which decision is taken first is open


async def test_a_direct_call_approved_in_the_very_moment_of_asking_goes_on(tmp_path: Path) -> None:
    """K-7: the decision comes before the run has said that it waits."""
    shop = open_shop()
    async with system(tmp_path, apps=[shop.app]) as aule:
        cursor = await aule.kernel.journal.cursor()
        calling = asyncio.create_task(aule.kernel.call("shop.store", {"path": "a", "text": "b"}))
        async for event in aule.kernel.journal.follow(cursor):
            if event.type == "approval.requested":
                await _approve(aule, await aule.pending())
                break
        with pytest.raises(ApprovalRequired):
            await calling
        [run] = (await aule.kernel.runs.list()).items
        run = await aule.kernel.driver.wait(run.id)
        assert (run.status, shop.seen) == (RunStatus.DONE, ["store a"])


async def test_a_word_added_while_the_turn_ends_is_heard_or_refused(tmp_path: Path) -> None:
    """OS-12: what was accepted is not dropped."""
    model = ScriptedModel(say("First."), say("En français."))
    async with system(tmp_path, model=model) as aule:
        asked = await aule.kernel.ask(Ask(message="explain", locale="en"))
        await _until(aule, asked, "turn.stepped")
        try:
            await aule.kernel.steer(asked.run, "in French")
            answer = "En français."
        except Conflict:
            answer = "First."
        run = await aule.until_still(asked.run)
        model._script.clear()  # pyright: ignore - which of the two was first is up to the database
        assert (await aule.messages(run))[-1].content == answer
        with pytest.raises(Conflict):
            await aule.kernel.steer(asked.run, "or rather in Greek")


async def test_added_words_are_heard_once_and_in_their_place_also_after_a_wait(tmp_path: Path) -> None:
    """OS-12: the transcript read back is the one the model saw."""
    gate = asyncio.Event()
    script = [wait_for(gate) + call("shop.count"), STORE, say("Fait.")]
    async with system(tmp_path, *script, apps=[open_shop().app]) as aule:
        asked = await aule.kernel.ask(Ask(message="explain", locale="en"))
        await _until(aule, asked, "model.chosen")
        await aule.kernel.steer(asked.run, "in French")
        gate.set()
        await aule.until_still(asked.run)
        seen = aule.model.prompts[-1].history
        await aule.decide()
        again = aule.model.prompts[-1].history
        assert again[: len(seen)] == seen
        assert again.count(Said("user", "in French")) == 1


@pytest.mark.parametrize("ticks", range(12))
async def test_stopping_at_any_moment_of_a_write_leaves_nothing_open(tmp_path: Path, ticks: int) -> None:
    """K-7: no call without an end, no change nobody knows about, no file that is not on record."""
    model = ScriptedModel(STORE, say("Stored."))
    async with system(tmp_path, model=model, apps=[open_shop().app]) as aule:
        await aule.kernel.save_settings(FREE, expected=None)
        asked = await aule.kernel.ask(Ask(message="store", locale="en"))
        await _until(aule, asked, "turn.stepped")
        await _let_pass(ticks)
        await aule.kernel.cancel(asked.run)
        model._script.clear()  # pyright: ignore - how far it came depends on the moment
        types = await aule.types(asked.run)
        assert types.count("call.started") <= types.count("call.completed") + types.count("call.failed")
        assert types[-1] == "run.finished" and types.count("run.finished") == 1
        assert await aule.kernel.changes.intended() == []
        applied = [change for change in (await aule.kernel.changes.list()).items if change.status == "applied"]
        assert len(applied) == (aule.workspace / "a").exists()


async def test_a_capability_that_ignores_the_stop_does_not_keep_the_turn_going(tmp_path: Path) -> None:
    """OS-2: no model is asked, and nothing is paid, after the stop."""
    odd, begun = App("odd"), asyncio.Event()

    @odd.capability(effect=Effect.READ)
    async def stubborn() -> str:
        """Go on whatever happens."""
        begun.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            return "done"
        return "never"

    async with system(tmp_path, call("odd.stubborn"), apps=[odd]) as aule:
        asked = await aule.kernel.ask(Ask(message="go", locale="en"))
        await begun.wait()
        assert (await aule.kernel.cancel(asked.run)).status is RunStatus.CANCELLED
        assert len(aule.model.prompts) == 1
        assert (await aule.types(asked.run))[-1] == "run.finished"


async def test_a_call_cut_off_by_a_shutdown_was_not_stopped_by_the_person(tmp_path: Path) -> None:
    shop = open_shop()
    async with system(tmp_path, apps=[shop.app]) as aule:
        cursor = await aule.kernel.journal.cursor()
        calling = asyncio.create_task(aule.kernel.call("shop.wait", {}))
        async for event in aule.kernel.journal.follow(cursor):
            if event.type == "call.progressed":
                break
        [run] = await aule.kernel.runs.unfinished()
    with pytest.raises(asyncio.CancelledError):
        await calling
    async with system(tmp_path, apps=[shop.app], recover=False) as aule:
        run = await aule.kernel.runs.get(run.id)
        assert (run.status, run.error and run.error.code) == (RunStatus.FAILED, "interrupted")


async def test_sub_agents_cut_off_by_a_shutdown_say_so(tmp_path: Path) -> None:
    asked = await _shut_down_while_delegating(tmp_path)
    async with system(tmp_path, recover=False) as aule:
        tree = await aule.kernel.runs.tree(asked.run)
        assert [(run.status, run.error and run.error.code) for run in tree] == [("failed", "interrupted")] * 3


@pytest.mark.parametrize("ticks", range(0, 12, 2))
async def test_what_was_approved_right_before_a_shutdown_is_done_after_it(tmp_path: Path, ticks: int) -> None:
    """K-4: an orderly end loses no decision that a crash would keep."""
    model = ScriptedModel(STORE, say("Stored."))
    async with system(tmp_path, model=model, apps=[open_shop().app]) as aule:
        run = await aule.ask("store")
        await _approve(aule, await aule.pending())
        await _let_pass(ticks)
        model._script.clear()  # pyright: ignore - how far it came depends on the moment
    async with system(tmp_path, model=ScriptedModel(say("Stored.")), apps=[open_shop().app]) as aule:
        run = await aule.until_still(run.id)
        aule.model._script.clear()  # pyright: ignore
        assert (aule.workspace / "a").read_text() == "b"
        assert (await aule.types(run.id)).count("change.recorded") == 1


@pytest.mark.parametrize("ticks", range(1, 8))
async def test_a_question_whose_sender_went_away_is_answered_all_the_same(tmp_path: Path, ticks: int) -> None:
    """A run never depends on the connection that asked for it: none is left that nobody drives."""
    model = ScriptedModel(say("one"), say("two"))
    async with system(tmp_path, model=model) as aule:
        first = await aule.ask("hello")
        asking = asyncio.create_task(aule.kernel.ask(Ask(message="two", conversation_id=first.session_id)))
        await _let_pass(ticks)
        asking.cancel()
        await asyncio.wait([asking])
        await _prompted(model, 2)
        await _until_nothing_runs(aule)


@pytest.mark.parametrize("ticks", range(1, 12))
async def test_an_undo_whose_sender_went_away_is_done_or_not_begun(tmp_path: Path, ticks: int) -> None:
    """K-8."""
    async with system(tmp_path) as aule:
        await aule.kernel.save_settings(FREE, expected=None)
        called = await aule.kernel.call("core.write_file", {"path": "a.txt", "content": "x"})
        undoing = asyncio.create_task(aule.kernel.undo(f"run:{called.run}"))
        await _let_pass(ticks)
        undoing.cancel()
        await asyncio.wait([undoing])
        await _until_nothing_runs(aule)
        assert await aule.kernel.changes.intended() == []
        assert (aule.workspace / "a.txt").exists() == ("change.undone" not in await aule.types())


async def test_undoing_from_two_windows_undoes_each_change_once(tmp_path: Path) -> None:
    """K-8."""
    there_and_back = [call("core.write_file", {"path": "a", "content": text}) for text in ("2", "1")]
    async with system(tmp_path, there_and_back[0] + there_and_back[1], say("ok")) as aule:
        await aule.kernel.save_settings(FREE, expected=None)
        aule.workspace.mkdir(parents=True, exist_ok=True)
        (aule.workspace / "a").write_text("1")
        run = await aule.ask("go")
        await asyncio.gather(*(aule.kernel.undo(f"run:{run.id}") for _ in range(2)), return_exceptions=True)
        assert (await aule.types()).count("change.undone") == 2


@pytest.mark.parametrize("ticks", range(0, 30, 3))
async def test_stopping_while_sub_agents_are_being_started_leaves_none_behind(tmp_path: Path, ticks: int) -> None:
    """OS-12."""
    briefs = [{"task": f"part {n}"} for n in range(8)]
    model = ScriptedModel(call("core.delegate", {"briefs": briefs}).to("all"), *[hang().to("part")] * 8)
    async with system(tmp_path, model=model) as aule:
        asked = await aule.kernel.ask(Ask(message="do all", locale="en"))
        await _until(aule, asked, "turn.stepped")
        await _let_pass(ticks)
        await aule.kernel.cancel(asked.run)
        model._script.clear()  # pyright: ignore - how far it came depends on the moment
        await aule.kernel.journal.flush()
        assert await aule.kernel.runs.unfinished() == []
        ended = [event.run for event in await aule.events() if event.type == "run.finished"]
        assert len(ended) == len(set(ended))


async def test_a_conversation_with_many_sub_agents_takes_no_second_message(tmp_path: Path) -> None:
    briefs = [{"task": f"part {n}"} for n in range(7)]
    model = ScriptedModel(call("core.delegate", {"briefs": briefs}).to("all"), *[hang().to("part")] * 7)
    async with system(tmp_path, model=model) as aule:
        asked = await aule.kernel.ask(Ask(message="do all", locale="en"))
        await _prompted(model, 8)
        with pytest.raises(Conflict) as caught:
            await aule.kernel.ask(Ask(message="second", conversation_id=asked.conversation_id))
        assert (caught.value.problem.code, caught.value.problem.subject) == ("turn_running", asked.run)


async def test_two_approved_writes_to_one_file_do_not_overwrite_what_was_not_shown(tmp_path: Path) -> None:
    """K-4: the second showed a file that the first has changed meanwhile; it is shown again."""
    model = ScriptedModel(
        call("core.write_file", {"path": "a.txt", "content": "one\n"}).to("first"),
        call("core.write_file", {"path": "a.txt", "content": "two\n"}).to("second"),
        say("Written."),
    )
    async with system(tmp_path, model=model) as aule:
        aule.workspace.mkdir(parents=True, exist_ok=True)
        (aule.workspace / "a.txt").write_text("zero\n")
        runs = [await aule.ask("first"), await aule.ask("second")]
        await asyncio.gather(*(_approve(aule, approval) for approval in await aule.kernel.approvals.pending()))
        statuses = [(await aule.until_still(run.id)).status for run in runs]
        assert sorted(statuses) == ["done", "waiting"]
        again = await aule.pending()
        assert "-zero" not in again.preview.diff  # pyright: ignore


@pytest.mark.parametrize("turn", [STORE, say("I begin") + hang()])
async def test_deleting_a_conversation_stops_its_turn_and_takes_its_question_back(tmp_path: Path, turn) -> None:
    async with system(tmp_path, turn, apps=[open_shop().app]) as aule:
        asked = await aule.kernel.ask(Ask(message="go", locale="en"))
        await _until(aule, asked, "run.waiting", "turn.spoke")
        await aule.kernel.documents.delete_conversation(asked.conversation_id)
        assert (await aule.kernel.runs.get(asked.run)).status is RunStatus.CANCELLED
        assert await aule.kernel.approvals.pending() == []
        assert (await aule.kernel.conversations.messages(asked.conversation_id)).items == []


async def _approve(aule: System, approval: Approval) -> Approval:
    return await aule.kernel.decide(approval.id, "approve", content_hash=approval.binds.content_hash)


async def _until(aule: System, asked: Asked, *types: str) -> None:
    async for event in aule.kernel.journal.follow(asked.cursor, run=asked.run):
        if event.type in types:
            return


async def _let_pass(ticks: int) -> None:
    for _ in range(ticks):
        await asyncio.sleep(0)


async def _prompted(model: ScriptedModel, times: int) -> None:
    async with asyncio.timeout(60):
        while len(model.prompts) < times:  # noqa: ASYNC110 - a model says nothing before its first word
            await asyncio.sleep(0)


async def _until_nothing_runs(aule: System) -> None:
    await aule.kernel.journal.flush()
    async with asyncio.timeout(60):
        while await aule.kernel.runs.unfinished():  # noqa: ASYNC110 - the runs are what is waited for
            await asyncio.sleep(0)


async def _shut_down_while_delegating(path: Path) -> Asked:
    briefs = [{"task": "apples"}, {"task": "pears"}]
    model = ScriptedModel(call("core.delegate", {"briefs": briefs}).to("all"), hang().to("apples"), hang().to("pears"))
    async with system(path, model=model) as aule:
        asked = await aule.kernel.ask(Ask(message="count all", locale="en"))
        await _prompted(model, 3)
        return asked
