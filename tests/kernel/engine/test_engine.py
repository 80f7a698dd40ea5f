"""Runs of graphs as people meet them: they flow, stop where they should, are changed, tried again and taken over."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from aule.ambient import SystemClock, ambient
from aule.contracts.access.agent import Budget
from aule.contracts.access.approval import ApprovalKind, ApprovalStatus, Choices, StepEdit
from aule.contracts.errors import Conflict, Invalid
from aule.contracts.events.facts import CallFailed, TurnSpoke
from aule.contracts.runs.flow import StepStatus
from aule.contracts.runs.graph import Graph, Interrupt, OnError, Question, Repeat, Retry, Step, StepCall, StepKind
from aule.contracts.runs.run import Run, RunKind, RunStatus
from aule.kernel.engine.graphs.envelope import content_hash_of
from aule.kernel.engine.run_request import RunRequest
from aule.kernel.engine.work import claims
from aule.kernel.runs.dispatch import LocalDispatcher
from aule.sdk import App, Effect
from aule.testing.scripted_model import call, say
from aule.testing.system import System, system

TOOLS: list[list[str] | None] = [None, ["shop.look"], ["shop.*"], ["shop.look", "shop.put"]]


class Shop:
    """An app whose steps are counted, fail on request, and wait at doors."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.failures: dict[str, int] = {}
        self.door = asyncio.Event()

    def app(self) -> App:
        """The app `shop`."""
        app = App("shop")

        @app.capability(effect=Effect.READ)
        async def look(what: str) -> str:
            """Look at something."""
            self.done.append(what)
            if self.failures.get(what, 0) > 0:
                self.failures[what] -= 1
                raise Invalid(f"{what!r} cannot be seen.")
            return what.upper()

        @app.capability(effect=Effect.READ)
        async def wait(what: str) -> str:
            """Wait at the door."""
            await self.door.wait()
            self.done.append(what)
            return what

        @app.capability(effect=Effect.WRITE, targets=["name"])
        async def put(name: str, text: str = "") -> str:
            """Put something somewhere."""
            self.done.append(f"put {name} {text}".strip())
            return name

        return app


@pytest.fixture
def shop() -> Shop:
    return Shop()


@pytest.fixture
async def aule(tmp_path: Path, shop: Shop) -> AsyncGenerator[System]:
    """A running system with the shop."""
    async with system(tmp_path, apps=[shop.app()]) as running:
        yield running


def look(id: str, *before: str, what: Any = None, **more: Any) -> Step:
    """A step that looks at something and keeps it under its own name."""
    params = {"what": id if what is None else what}
    return Step(
        id=id,
        kind=StepKind.CALL,
        call=StepCall(capability=more.pop("capability", "shop.look"), params=params),
        dependencies=list(before),
        writes=[id],
        **more,
    )


def put(id: str, *before: str, name: Any, **more: Any) -> Step:
    """A step that puts something somewhere."""
    params = StepCall(capability="shop.put", params={"name": name, **more.pop("params", {})})
    return Step(id=id, kind=StepKind.CALL, call=params, dependencies=list(before), **more)


def graph(*steps: Step, **more: Any) -> Graph:
    """A graph whose steps share what they write."""
    keys = {key: {} for step in steps for key in step.writes}
    return Graph(nodes=list(steps), state={**keys, **more.pop("state", {})}, **more)


def diamond(**of_b: Any) -> Graph:
    """A → B, A → C, [B, C] → D."""
    a = look("a", what="{{inputs.topic}}")
    b, c = look("b", "a", what="b of {{state.a}}", **of_b), look("c", "a", what={"$from": "a.result"})
    return graph(a, b, c, look("d", "b", "c", what="{{state.b}} + {{state.c}}"), inputs={"topic": {"type": "string"}})


async def start(aule: System, what: Graph, inputs: dict[str, Any] | None = None, **more: Any) -> Run:
    """Have a graph run until it stands still."""
    order = RunRequest(graph=what, inputs=inputs or {}, title="Trial", project="home", **more)
    return await aule.until_still((await aule.kernel.engine.start(order)).id)


async def decide(aule: System, option: str, *, edit: StepEdit | None = None, answer: str | None = None) -> Run:
    """Decide the one thing that waits, and wait until its graph stands still again."""
    approval = await aule.pending()
    await aule.kernel.decide(approval.id, option, content_hash=approval.binds.content_hash, edit=edit, answer=answer)
    run = await aule.kernel.runs.get(approval.run or "")
    return await aule.until_still(run.parent if run.step is not None and run.parent else run.id)


async def statuses(aule: System, run: Run) -> dict[str, str]:
    """How each step of a run stands."""
    return {step.place: step.status.value for step in (await aule.kernel.engine.graph(run.id)).steps}


async def test_a_diamond_runs_and_its_state_flows(aule: System, shop: Shop) -> None:
    """OS-21: A → B, A → C, [B, C] → D."""
    run = await start(aule, diamond(), {"topic": "tea"})
    assert run.status is RunStatus.DONE
    assert shop.done[0] == "tea"
    assert sorted(shop.done[1:3]) == ["TEA", "b of TEA"]
    found = await aule.kernel.engine.graph(run.id)
    assert found.state["d"] == "B OF TEA + TEA"
    assert found.output == found.state
    assert {step.place: step.after for step in found.steps}["d"] == ["b", "c"]


async def test_an_interrupt_pauses_one_branch_shows_what_comes_and_resumes(aule: System, shop: Shop) -> None:
    """OS-21: the other branch goes on meanwhile; the person sees the parameters they let through."""
    run = await start(aule, diamond(interrupt=Interrupt(before=True, message="Really?")), {"topic": "tea"})
    assert run.status is RunStatus.WAITING
    assert await statuses(aule, run) == {"a": "done", "b": "waiting", "c": "done", "d": "pending"}
    asked = await aule.pending()
    assert (asked.kind, asked.step, asked.title) == (ApprovalKind.STEP, "b", "Really?")
    assert asked.preview is not None and "b of TEA" in asked.preview.model_dump_json()
    assert aule.kernel.engine.graphs.segment(run.id) is None
    run = await decide(aule, "approve")
    assert run.status is RunStatus.DONE
    assert shop.done.count("tea") == 1


async def test_interrupts_nest_and_stand_side_by_side_and_outlive_a_restart(tmp_path: Path, shop: Shop) -> None:
    """OS-22: one in a graph inside a graph, one beside it; answered after a restart, in any order."""
    inner = graph(look("x", interrupt=Interrupt(after=True)), look("y", "x", what="{{state.x}}!"))
    middle = graph(Step(id="in", kind=StepKind.WORKFLOW, graph=inner, writes=["got"]))
    top = graph(
        Step(id="deep", kind=StepKind.WORKFLOW, graph=middle),
        look("side", interrupt=Interrupt(before=True)),
        look("end", "deep", "side"),
    )
    async with system(tmp_path, apps=[shop.app()]) as first:
        run = await start(first, top)
        assert await statuses(first, run) == {
            "deep": "running",
            "deep/in": "running",
            "deep/in/x": "waiting",
            "deep/in/y": "pending",
            "side": "waiting",
            "end": "pending",
        }
    async with system(tmp_path, apps=[shop.app()]) as second:
        for place in ("deep/in/x", "side"):
            asked = next(each for each in await second.kernel.approvals.pending() if each.step == place)
            await second.kernel.decide(asked.id, "approve", content_hash=asked.binds.content_hash)
            run = await second.until_still(run.id)
        assert run.status is RunStatus.DONE
    assert shop.done == ["x", "X!", "side", "end"] or sorted(shop.done) == ["X!", "end", "side", "x"]


@pytest.mark.parametrize("turns", range(7))
async def test_whoever_goes_away_while_deciding_has_decided_or_has_not(aule: System, shop: Shop, turns: int) -> None:
    """However little they waited, nothing stands in between: the run goes on, or the question stands."""
    run = await start(aule, graph(look("a", interrupt=Interrupt(before=True))))
    asked = await aule.pending()
    aule.kernel.journal.put(TurnSpoke(step=1, delta="so that the decision has to wait"), run=run.id)
    deciding = asyncio.create_task(
        aule.kernel.decide(asked.id, "approve", content_hash=asked.binds.content_hash), name="somebody who goes away"
    )
    for _ in range(turns):
        await asyncio.sleep(0)
    deciding.cancel()
    await asyncio.wait([deciding])
    for _ in range(20):
        await asyncio.sleep(0)
    run = await aule.until_still(run.id)
    if (await aule.kernel.approvals.get(asked.id)).status is ApprovalStatus.PENDING:
        assert deciding.cancelled() and run.status is RunStatus.WAITING and shop.done == []
        run = await decide(aule, "approve")
    assert run.status is RunStatus.DONE and shop.done == ["a"]


async def test_a_person_corrects_the_result_and_the_state_before_it_goes_on(aule: System) -> None:
    """OS-21: edit state and resume."""
    steps = (look("a", interrupt=Interrupt(after=True)), look("b", "a", what="{{state.a}} {{state.tone}}"))
    run = await start(aule, graph(*steps, state={"tone": {"type": "string", "default": "dry"}}))
    approval = await aule.pending()
    for edit, wrong in ((StepEdit(state={"tone": 7}), "tone"), (StepEdit(state={"ghost": 1}), "ghost")):
        with pytest.raises(Invalid, match=wrong):
            await aule.kernel.decide(approval.id, "approve", content_hash=approval.binds.content_hash, edit=edit)
    run = await decide(aule, "approve", edit=StepEdit(state={"tone": "warm"}, result="Better"))
    assert run.status is RunStatus.DONE
    assert (await aule.kernel.engine.graph(run.id)).state == {"a": "Better", "b": "BETTER WARM", "tone": "warm"}


@pytest.mark.parametrize("fails", [0, 1], ids=["at once", "after the run was tried again"])
async def test_a_key_that_a_person_set_holds_over_what_the_step_itself_wrote(
    aule: System, shop: Shop, fails: int
) -> None:
    """LT-5: at an interrupt after the step, for later steps, for the output, and in a run that takes it over."""
    shop.failures["MINE B"] = fails
    first = look("a", interrupt=Interrupt(after=True))
    later = look("c", "a", "b", what="{{state.a}} {{state.b}}")
    run = await start(aule, graph(first, look("b"), later, state={"free": {"default": 1}}))
    run = await decide(aule, "approve", edit=StepEdit(state={"a": "MINE", "free": 2}))
    if fails:
        assert run.status is RunStatus.FAILED
        run = await aule.until_still((await aule.kernel.engine.retry(run.id)).id)
    assert run.status is RunStatus.DONE
    found = await aule.kernel.engine.graph(run.id)
    assert found.state == found.output == {"a": "MINE", "b": "B", "c": "MINE B", "free": 2}
    assert (await aule.kernel.engine.step(run.id, "a")).result == "A", "what the step gave is on record as it was"
    forked = await aule.until_still((await aule.kernel.engine.fork(run.id, "a")).id)
    assert (await aule.kernel.engine.graph(forked.id)).state == {"b": "B", "free": 2}, "done again, it is set anew"
    await aule.kernel.cancel(forked.id)
    bare = found.graph.model_copy(update={"state": {key: {} for key in ("a", "b", "c")}})
    forked = await aule.until_still((await aule.kernel.engine.fork(run.id, "c", graph=bare)).id)
    assert (await aule.kernel.engine.graph(forked.id)).state == {"a": "MINE", "b": "B", "c": "MINE B"}


async def test_a_key_that_a_person_set_stands_beside_others_of_the_same_step_and_over_a_corrected_result(
    aule: System,
) -> None:
    """LT-5: only what they named is theirs; what they took away stays away."""
    step = Step(
        id="a",
        kind=StepKind.WORKFLOW,
        graph=Graph(nodes=[look("x")], state={"x": {}}, output={"one": 1, "two": 2, "three": 3}),
        writes=["one", "two", "three"],
        interrupt=Interrupt(after=True),
    )
    run = await start(aule, graph(step))
    corrected = {"one": 10, "two": 20, "three": 30}
    run = await decide(aule, "approve", edit=StepEdit(state={"two": "MINE", "three": None}, result=corrected))
    assert (await aule.kernel.engine.graph(run.id)).state == {"one": 10, "two": "MINE", "three": None}


@pytest.mark.parametrize(
    ("edit", "kept"), [({"state": {}}, "A"), ({"result": None}, None)], ids=["left out, it stays", "null takes it away"]
)
async def test_a_result_goes_only_when_a_person_says_null(aule: System, edit: dict[str, Any], kept: str | None) -> None:
    """OS-21: what is not named in an edit is not touched by it, also after the edit was kept and read again."""
    run = await start(aule, graph(look("a", interrupt=Interrupt(after=True))))
    run = await decide(aule, "approve", edit=StepEdit.model_validate(edit))
    assert run.status is RunStatus.DONE
    assert (await aule.kernel.engine.graph(run.id)).state == {"a": kept}
    assert (await aule.kernel.approvals.list(run=run.id)).items[0].edit == StepEdit.model_validate(edit)


async def test_a_person_changes_what_is_still_to_come(aule: System, shop: Shop) -> None:
    """OS-22: the graph is edited while it waits; what has begun has to stay."""
    before = graph(look("a", interrupt=Interrupt(after=True)), look("b", "a"))
    await start(aule, before)
    after = graph(before.nodes[0], look("c", "a"), look("d", "c"))
    approval = await aule.pending()
    broken = graph(look("a"), look("b", "a"))
    with pytest.raises(Conflict, match="'a' has begun"):
        await aule.kernel.decide(
            approval.id, "approve", content_hash=approval.binds.content_hash, edit=StepEdit(graph=broken)
        )
    run = await decide(aule, "approve", edit=StepEdit(graph=after))
    assert run.status is RunStatus.DONE
    assert shop.done == ["a", "c", "d"]


async def test_a_question_is_answered_and_the_answer_flows(aule: System, shop: Shop) -> None:
    """OS-21: a human step; its answer is what later steps see."""
    ask = Step(
        id="ask", kind=StepKind.HUMAN, question=Question(message="Which class?", options=["7A", "7B"]), writes=["ask"]
    )
    await start(aule, graph(ask, look("use", "ask", what="{{state.ask}}")))
    asked = await aule.pending()
    assert asked.kind is ApprovalKind.QUESTION
    assert [option.id for option in asked.options] == ["option_1", "option_2", "answer"]
    await decide(aule, "option_2")
    assert shop.done == ["7B"]


async def test_words_for_a_person_say_what_they_look_at(aule: System) -> None:
    """OS-21: templates in questions and interrupts are filled in as text; what is not there never stops the asking."""
    ask = Step(
        id="ask",
        kind=StepKind.HUMAN,
        dependencies=["a"],
        question=Question(message="{{inputs.topic}}: {{state.a}} or {{steps.a.result.gone}}? {{inputs.many}}"),
    )
    look_on = Interrupt(before=True, message="Go on with {{steps.ask.result}}?")
    what = graph(look("a"), ask, look("b", "ask", interrupt=look_on), inputs={"topic": {}, "many": {}})
    await start(aule, what, {"topic": "tea", "many": [1, 2]})
    asked = await aule.pending()
    assert asked.title == "tea: A or —? [1, 2]"
    assert isinstance(asked.preview, Choices)
    assert asked.preview.question == asked.title
    await decide(aule, "answer", answer="green")
    assert (await aule.pending()).title == "Go on with green?"


async def test_every_write_asks_and_a_no_fails_the_step(aule: System, shop: Shop) -> None:
    """K-3: a graph nobody allowed is no way around the gate."""
    run = await start(aule, graph(put("p", name="n", on_error=OnError.SKIP), look("after", "p")))
    assert run.status is RunStatus.WAITING
    run = await decide(aule, "deny")
    assert run.status is RunStatus.DONE_WITH_FAILURES
    assert shop.done == ["after"]


async def test_what_a_person_allowed_at_the_start_does_not_ask_again(aule: System, shop: Shop) -> None:
    """K-4: exactly these calls on exactly these targets; a target only known later still asks."""
    what = graph(put("p", name="n"), look("a"), put("q", "a", name="{{state.a}}"))
    with pytest.raises(Conflict, match="not what was shown"):
        await start(aule, what, approve="sha256:other")
    run = await start(aule, what, approve=content_hash_of(what))
    assert run.status is RunStatus.WAITING
    assert "put n" in shop.done
    assert (await aule.pending()).title == "Put: A"
    granted = [each for each in (await aule.kernel.approvals.list(run=run.id)).items if each.kind is ApprovalKind.PLAN]
    assert granted[0].binds.content_hash == content_hash_of(what)
    assert (await decide(aule, "approve")).status is RunStatus.DONE


async def test_what_was_allowed_at_the_start_does_not_hold_for_a_graph_that_was_changed(
    aule: System, shop: Shop
) -> None:
    """K-4: an edit from outside voids it, also after a restart of the segment."""
    before = graph(look("a", interrupt=Interrupt(after=True)), put("p", "a", name="n"))
    await start(aule, before, approve=content_hash_of(before))
    after = graph(before.nodes[0], look("b", "a", interrupt=Interrupt(after=True)), put("p", "b", name="n"))
    run = await decide(aule, "approve", edit=StepEdit(graph=after))
    run = await decide(aule, "approve")
    assert run.status is RunStatus.WAITING
    assert (await aule.pending()).title == "Put: n"
    assert shop.done == ["a", "b"]


async def test_a_step_is_tried_again_as_often_as_it_says(aule: System, shop: Shop) -> None:
    """OS-21: retry with its waits, then what on_error says."""
    shop.failures["a"] = 2
    run = await start(aule, graph(look("a", retry=Retry(max=2, wait_s=0.01))))
    assert run.status is RunStatus.DONE
    detail = await aule.kernel.engine.step(run.id, "a")
    assert [attempt.error is None for attempt in detail.attempts] == [False, False, True]
    assert detail.params == {"what": "a"}


async def test_a_failed_run_is_tried_again_without_repeating_what_was_done(aule: System, shop: Shop) -> None:
    """OS-22: retry takes over what is finished; what came after the failure runs."""
    shop.failures["b"] = 1
    run = await start(aule, graph(look("a"), look("b", "a"), look("c", "b")))
    assert run.status is RunStatus.FAILED
    assert await statuses(aule, run) == {"a": "done", "b": "failed", "c": "skipped"}
    again = await aule.until_still((await aule.kernel.engine.retry(run.id)).id)
    assert (again.status, again.forked_from) == (RunStatus.DONE, run.id)
    assert shop.done == ["a", "b", "b", "c"]
    with pytest.raises(Conflict, match="finished all"):
        await aule.kernel.engine.retry(again.id)


async def test_a_run_is_forked_at_a_step_with_another_state(aule: System, shop: Shop) -> None:
    """OS-21: what does not come after the step is taken over, with what a person sets."""
    run = await start(aule, graph(look("a"), look("b", "a", what="{{state.a}}"), look("c")))
    fork = await aule.until_still((await aule.kernel.engine.fork(run.id, "b", state={"a": "z"})).id)
    assert (await aule.kernel.engine.graph(fork.id)).state == {"a": "z", "b": "Z", "c": "C"}
    assert shop.done.count("c") == 1
    rerun = await aule.until_still((await aule.kernel.engine.rerun(run.id)).id)
    assert rerun.status is RunStatus.DONE
    assert shop.done.count("c") == 2


async def test_a_paused_run_begins_nothing_and_goes_on_when_resumed(aule: System, shop: Shop) -> None:
    """OS-22: what is under way ends and counts; nothing of it is done twice."""
    what = graph(look("slow", capability="shop.wait"), look("next", "slow"))
    order = RunRequest(graph=what, inputs={}, title="Trial", project="home")
    run = await aule.kernel.engine.start(order)
    while not await aule.kernel.journal.read(None, run=run.id, types=["call.started"]):
        await aule.kernel.journal.flush()
    assert (await aule.kernel.engine.pause(run.id)).status is RunStatus.PAUSED
    shop.door.set()
    while aule.kernel.engine.graphs.segment(run.id) is not None:
        await aule.kernel.journal.flush()
    assert shop.done == ["slow"]
    assert (await aule.kernel.runs.get(run.id)).status is RunStatus.PAUSED
    await aule.kernel.engine.resume(run.id)
    assert (await aule.until_still(run.id)).status is RunStatus.DONE
    assert shop.done == ["slow", "next"]


async def test_a_run_resumed_while_a_step_is_still_under_way_keeps_it(aule: System, shop: Shop) -> None:
    """OS-22: pausing and resuming cuts nothing off."""
    what = graph(look("slow", capability="shop.wait"), look("next", "slow"))
    run = await aule.kernel.engine.start(RunRequest(graph=what, inputs={}, title="Trial", project="home"))
    while not await aule.kernel.journal.read(None, run=run.id, types=["call.started"]):
        await aule.kernel.journal.flush()
    await aule.kernel.engine.pause(run.id)
    await aule.kernel.engine.resume(run.id)
    shop.door.set()
    assert (await aule.until_still(run.id)).status is RunStatus.DONE
    assert shop.done == ["slow", "next"]


async def test_a_loop_runs_once_for_each_item_and_no_further_than_allowed(aule: System, shop: Shop) -> None:
    """OS-21: for each, bounded; the results are a list in the order of the items."""
    each = look("each", "list", what={"$item": "name"}, repeat=Repeat(for_each="{{inputs.names}}", max=3))
    what = graph(look("list"), each, inputs={"names": {"type": "array"}})
    run = await start(aule, what, {"names": [{"name": "x"}, {"name": "y"}]})
    assert (await aule.kernel.engine.graph(run.id)).state["each"] == ["X", "Y"]
    found = await aule.kernel.engine.graph(run.id, inside="each")
    assert [(step.place, step.status) for step in found.steps if step.inside == "each"] == [
        ("each[0]", StepStatus.DONE),
        ("each[1]", StepStatus.DONE),
    ]
    run = await start(aule, what, {"names": [{"name": str(n)} for n in range(4)]})
    assert run.status is RunStatus.FAILED
    assert run.error is not None and run.error.code == "too_many_items"


async def test_a_step_that_takes_too_long_fails(aule: System) -> None:
    """OS-21: a timeout per step."""
    run = await start(aule, graph(look("slow", capability="shop.wait", timeout_s=0.05)))
    assert run.error is not None and run.error.code == "timeout"


async def test_a_call_that_its_step_cut_off_does_not_stay_at_work(aule: System) -> None:
    run = await start(aule, graph(look("slow", capability="shop.wait", timeout_s=0.05, on_error=OnError.SKIP)))
    assert run.status is RunStatus.DONE_WITH_FAILURES
    ends = [event.data for event in await aule.events(run.id) if isinstance(event.data, CallFailed)]
    errors = [end.result.error for end in ends]
    assert [error and error.code for error in errors] == ["timeout"]


async def test_more_runs_than_there_is_room_for_wait_for_their_turn(aule: System, shop: Shop) -> None:
    """OS-4: queued, then executing; a limit of runs at once."""
    aule.kernel.engine.graphs.dispatcher = LocalDispatcher(at_once=1)
    await aule.kernel.engine.graphs.start()
    what = graph(look("slow", capability="shop.wait"))
    runs = [
        await aule.kernel.engine.start(RunRequest(graph=what, inputs={}, title=str(n), project="home")) for n in (1, 2)
    ]
    assert [run.status for run in runs] == [RunStatus.EXECUTING, RunStatus.QUEUED]
    shop.door.set()
    assert [(await aule.until_still(run.id)).status for run in runs] == [RunStatus.DONE, RunStatus.DONE]


async def test_starting_twice_under_one_id_runs_once(aule: System, shop: Shop) -> None:
    """K-6: the id is the key."""
    order = RunRequest(graph=graph(look("a")), inputs={}, title="Trial", project="home", id="run_once")
    started = await asyncio.gather(*(aule.kernel.engine.start(order) for _ in range(5)))
    assert {run.id for run in started} == {"run_once"}
    await aule.until_still("run_once")
    assert shop.done == ["a"]


def ask_agent(id: str, prompt: str, *before: str, **more: Any) -> Step:
    """A step that an agent carries out."""
    return Step(id=id, kind=StepKind.AGENT, prompt=prompt, dependencies=list(before), writes=[id], **more)


async def test_an_agent_carries_out_a_step_and_its_answer_flows(tmp_path: Path, shop: Shop) -> None:
    """OS-21: an agent step with a prompt from the state; its run is a child one can look into."""
    script = (call("shop.look", {"what": "tea"}), say("Tea is fine."))
    async with system(tmp_path, *script, apps=[shop.app()]) as aule:
        what = graph(look("a"), ask_agent("b", "Tell about {{state.a}}", "a"), look("c", "b", what="{{state.b}}"))
        run = await start(aule, what)
        assert run.status is RunStatus.DONE
        assert shop.done == ["a", "tea", "Tea is fine."]
        child = (await aule.kernel.runs.children(run.id))[0]
        assert (child.kind, child.step, child.status) == (RunKind.DELEGATE, "b", RunStatus.DONE)
        assert run.usage.tokens_in == child.usage.tokens_in > 0
        assert (await aule.kernel.engine.step(run.id, "b")).step.run == child.id


async def test_an_agent_that_needs_a_yes_lets_its_graph_wait_across_a_restart(tmp_path: Path, shop: Shop) -> None:
    """OS-22: nothing is held in memory; neither the model nor a finished call is asked again."""
    wish = call("shop.put", {"name": "n"})
    async with system(tmp_path, call("shop.look", {"what": "tea"}), wish, apps=[shop.app()]) as first:
        run = await start(first, graph(ask_agent("b", "Put it"), look("c", "b", what="{{state.b}}")))
        assert run.status is RunStatus.WAITING
        assert await statuses(first, run) == {"b": "waiting", "c": "pending"}
        assert (await first.pending()).title == "Put: n"
    async with system(tmp_path, say("Done."), apps=[shop.app()]) as second:
        run = await decide(second, "approve")
        assert run.status is RunStatus.DONE
    assert shop.done == ["tea", "put n", "Done."]


@pytest.mark.parametrize("tools", [["shop.look"], ["core.*"], []])
async def test_an_agent_step_has_at_most_the_rights_of_its_tools(tmp_path: Path, shop: Shop, tools: list[str]) -> None:
    """OS-12: the tools of a step, by name or by pattern, are enforced at the gate."""
    script = (call("shop.put", {"name": "n"}), say("I could not."))
    async with system(tmp_path, *script, apps=[shop.app()]) as aule:
        run = await start(aule, graph(ask_agent("b", "Put it", tools=tools)))
        assert run.status is RunStatus.DONE
        assert shop.done == []


async def test_only_an_agent_whose_tools_surely_only_look_goes_beside_others(aule: System) -> None:
    """K-6: it counts with the strongest of its tools, and a pattern may be anything."""
    claim = claims(aule.kernel.registry)
    writes = {str(tools): claim(ask_agent("a", "x", tools=tools), {}).writes for tools in TOOLS}
    assert writes == {"None": True, "['shop.look']": False, "['shop.*']": True, "['shop.look', 'shop.put']": True}


async def test_a_run_that_works_longer_than_its_budget_stops(aule: System, shop: Shop) -> None:
    """OS-21: a budget per run."""
    steps = [look("s0"), *(look(f"s{n}", f"s{n - 1}") for n in range(1, 4))]
    run = await start(aule, graph(*steps), budget=Budget(max_seconds=1e-9))
    assert run.status is RunStatus.FAILED
    assert run.error is not None and run.error.code == "budget_reached"
    assert len(shop.done) < 4


def test_the_hash_of_a_graph_is_of_every_word_of_it() -> None:
    """K-4: what is approved is what was seen."""
    assert content_hash_of(diamond()) == content_hash_of(diamond())
    assert content_hash_of(diamond()) != content_hash_of(diamond(title="B"))


async def test_a_run_that_was_cut_off_long_ago_waits_for_a_person(tmp_path: Path, shop: Shop) -> None:
    """K-4: within a day it goes on by itself, later it would surprise people."""
    what = graph(look("slow", capability="shop.wait"), look("next", "slow"))
    async with system(tmp_path, apps=[shop.app()]) as first:
        run = await first.kernel.engine.start(RunRequest(graph=what, inputs={}, title="Trial", project="home"))
    around = ambient()
    later = replace(around, clock=Later(hours=25))
    async with system(tmp_path, apps=[shop.app()], ambient=later) as second:
        assert (await second.kernel.runs.get(run.id)).status is RunStatus.PAUSED
        shop.door.set()
        await second.kernel.engine.resume(run.id)
        assert (await second.until_still(run.id)).status is RunStatus.DONE
    assert shop.done == ["slow", "next"]


async def test_a_run_in_a_protected_environment_waits_for_a_person_after_it_was_cut_off(
    tmp_path: Path, shop: Shop
) -> None:
    """K-4: where a mistake is dear, nothing goes on by itself."""
    what = graph(look("slow", capability="shop.wait"), look("next", "slow"))
    order = RunRequest(graph=what, inputs={}, title="Trial", project="home", environment="main", is_protected=True)
    async with system(tmp_path, apps=[shop.app()]) as first:
        run = await first.kernel.engine.start(order)
    async with system(tmp_path, apps=[shop.app()]) as second:
        assert (await second.kernel.runs.get(run.id)).status is RunStatus.PAUSED
        shop.door.set()
        await second.kernel.engine.resume(run.id)
        assert (await second.until_still(run.id)).status is RunStatus.DONE


class Later(SystemClock):
    """A clock that is some hours ahead."""

    def __init__(self, hours: float) -> None:
        self._ahead = timedelta(hours=hours)

    def now(self) -> datetime:
        """The time some hours from now."""
        return super().now() + self._ahead
