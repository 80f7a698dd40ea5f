"""What a graph cannot get around: what was allowed, whom it works for, and the room there is for everybody."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.kernel.engine.test_engine import Shop, decide, graph, look, put, start, statuses

from aule.contracts.access.agent import Agent, Budget
from aule.contracts.access.approval import StepEdit
from aule.contracts.access.capability import Policy
from aule.contracts.events.facts import RunStarted
from aule.contracts.runs.bounds import Bounds
from aule.contracts.runs.finding import Faulty
from aule.contracts.runs.graph import Check, Graph, Interrupt, Question, Repeat, Step, StepCall, StepKind
from aule.contracts.runs.run import Run, RunKind, RunStatus
from aule.kernel.engine.graphs.bindings import is_literal
from aule.kernel.engine.graphs.check import MOST_FINDINGS
from aule.kernel.engine.graphs.envelope import content_hash_of
from aule.kernel.engine.run_request import RunRequest
from aule.kernel.runs.dispatch import LocalDispatcher
from aule.kernel.workflows.library import StartOptions
from aule.sdk import App, Effect
from aule.testing.system import System, system

LARGE = 300_000
SECRET = "sk-very-secret-value-1234"


def post(sent: list[Any]) -> App:
    """An app whose capabilities say little about what they touch."""
    app = App("post")

    @app.capability(effect=Effect.EXTERNAL)
    async def mail(to: str, text: str = "") -> str:
        """Send a letter."""
        sent.append(to)
        return to

    @app.capability(effect=Effect.WRITE, targets=["n"])
    async def mark(n: int | bool) -> str:
        """Mark a number."""
        sent.append(n)
        return "marked"

    @app.capability(effect=Effect.READ)
    async def yes() -> bool:
        """Say yes."""
        return True

    @app.capability(effect=Effect.READ)
    async def pages(count: int = 1) -> list[str]:
        """Give large pages."""
        return ["x" * LARGE] * count

    return app


@pytest.fixture
def sent() -> list[Any]:
    return []


@pytest.fixture
def shop() -> Shop:
    return Shop()


@pytest.fixture
async def aule(tmp_path: Path, shop: Shop, sent: list[Any]) -> AsyncGenerator[System]:
    """A running system with the shop and the post."""
    async with system(tmp_path, apps=[shop.app(), post(sent)]) as running:
        yield running


def use(id: str, capability: str, *before: str, **params: Any) -> Step:
    """A step that uses a capability."""
    call = StepCall(capability=capability, params=params)
    return Step(id=id, kind=StepKind.CALL, call=call, dependencies=list(before))


async def keep(aule: System, *texts: str) -> None:
    """Keep workflows."""
    library = aule.kernel.library
    for text in texts:
        await library.save(await library.read(text), expected=None)


async def until(holds: Callable[[], Awaitable[bool]]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(20):
        while True:
            if await holds():
                return
            await asyncio.sleep(0)


async def test_what_says_nothing_of_its_targets_is_allowed_only_as_it_was_seen(aule: System, sent: list[Any]) -> None:
    """K-3, K-4: a letter to somebody who is only known later asks, whoever else was to get one."""
    what = graph(use("a", "post.mail", to="ana"), look("who"), use("b", "post.mail", "a", "who", to="{{state.who}}"))
    run = await start(aule, what, approve=content_hash_of(what))
    assert (run.status, sent) == (RunStatus.WAITING, ["ana"])
    assert (await decide(aule, "approve")).status is RunStatus.DONE
    assert sent == ["ana", "WHO"]


async def test_true_is_not_the_number_that_was_seen(aule: System, sent: list[Any]) -> None:
    """K-4: targets are compared as JSON."""
    marks = (
        use("a", "post.mark", n=1),
        use("yes", "post.yes"),
        use("b", "post.mark", "a", "yes", n={"$from": "yes.result"}),
    )
    run = await start(aule, what := graph(*marks), approve=content_hash_of(what))
    assert (run.status, sent) == (RunStatus.WAITING, [1])


async def test_those_a_graph_works_for_have_their_say_also_when_it_is_run_again(aule: System, shop: Shop) -> None:
    """K-3: what an agent above may not do, no workflow does for one below it."""
    bold = Agent(id="bold", name="Bold", policy=Policy(allow=["*"]))
    careful = Agent(id="careful", name="Careful", policy=Policy(deny=["shop.put"]))
    for agent in (bold, careful):
        await aule.kernel.documents.save_agent(agent, expected=None)
    now = aule.kernel.ambient.timestamp()
    top = Run(
        id="run_top", kind=RunKind.TURN, title="Top", agent="careful", project="home", budget=Budget(), started_at=now
    )
    below = top.model_copy(update={"id": "run_below", "agent": "bold", "parent": "run_top", "depth": 1})
    for each in (top, below):
        await aule.kernel.journal.write(RunStarted(started=each), run=each.id)
    run = await start(aule, graph(put("p", name="n")), agent="bold", parent=below)
    again = await aule.until_still((await aule.kernel.engine.rerun(run.id)).id)
    for each in (run, again):
        assert each.error is not None and each.error.code == "blocked_by_policy"
    assert shop.done == []


RUNS_ITSELF = "id: w\ntitle: W\nsteps: [{id: a, capability: core.run_workflow, params: {workflow: w}}]\n"
INNER = """\
id: inner
title: Inner
steps:
  - {id: a, capability: shop.wait, params: {what: x}}
  - {id: b, capability: shop.look, params: {what: y}, depends_on: [a]}
"""
OUTER = "id: outer\ntitle: Outer\nsteps: [{id: a, capability: core.run_workflow, params: {workflow: inner}}]\n"


async def test_a_workflow_cannot_run_itself(aule: System) -> None:
    """OS-21: it fails at once, and takes nobody's place."""
    await keep(aule, RUNS_ITSELF)
    run = await aule.kernel.driver.wait((await aule.kernel.library.run("w", StartOptions(inputs={}))).id)
    assert run.error is not None and (run.status, run.error.code) == (RunStatus.FAILED, "depth")
    assert await aule.kernel.runs.children(run.id) == []


async def test_a_run_that_another_waits_for_begins_although_there_is_no_room(aule: System, shop: Shop) -> None:
    """OS-21: whoever waits keeps its place, so the one it waits for must not need one."""
    await keep(aule, INNER, OUTER)
    aule.kernel.engine.graphs.dispatcher = LocalDispatcher(at_once=1)
    await aule.kernel.engine.graphs.start()
    shop.door.set()
    run = await aule.kernel.library.run("outer", StartOptions(inputs={}))
    async with asyncio.timeout(20):
        assert (await aule.kernel.driver.wait(run.id)).status is RunStatus.DONE
    assert shop.done == ["x", "y"]


async def test_stopping_a_run_stops_the_workflow_that_one_of_its_steps_runs(aule: System, shop: Shop) -> None:
    """OS-22: what is under way below ends with it, and nothing more of it begins."""
    await keep(aule, INNER, OUTER)
    run = await aule.kernel.library.run("outer", StartOptions(inputs={}))
    await until(lambda: _is_under_way(aule, run))
    assert (await aule.kernel.cancel(run.id)).status is RunStatus.CANCELLED
    (inner,) = await aule.kernel.runs.children(run.id)
    shop.door.set()
    assert (await aule.kernel.driver.wait(inner.id)).status is RunStatus.CANCELLED
    again = await start(aule, graph(look("z")))
    assert (again.status, shop.done) == (RunStatus.DONE, ["z"])


async def _is_under_way(aule: System, run: Run) -> bool:
    below = await aule.kernel.runs.children(run.id)
    return bool(below) and (await statuses(aule, below[0]))["a"] == "running"


async def test_a_change_that_came_too_late_is_asked_about_again(aule: System, shop: Shop) -> None:
    """OS-22: a step the person took out has begun by the time they are heard; nothing breaks, and they are told."""
    before = graph(
        look("a", interrupt=Interrupt(after=True)),
        look("w", capability="shop.wait"),
        look("b", "w", capability="shop.wait"),
    )
    engine = aule.kernel.engine
    run = await engine.start(RunRequest(graph=before, inputs={}, title="Trial", project="home"))
    await until(lambda: _waits(aule, run))
    asked = await aule.pending()
    edit = StepEdit(graph=graph(*before.nodes[:2]))
    await engine.check_edit(asked, edit)
    shop.door.set()
    shop.door = asyncio.Event()
    await until(lambda: _stands(aule, run, "b", "running"))
    seen = asked.binds.content_hash
    await aule.kernel.inbox.decide(asked.id, "approve", content_hash=seen, answer=None, by="owner", edit=edit)
    engine.graphs.wake(run.id)
    await until(lambda: _waits(aule, run))
    again = await aule.pending()
    assert (again.id != asked.id, again.step, again.body) == (
        True,
        "a",
        "The step 'b' has begun, so it has to stay as it was.",
    )
    shop.door.set()
    assert (await decide(aule, "approve")).status is RunStatus.DONE


async def _stands(aule: System, run: Run, step: str, status: str) -> bool:
    return (await statuses(aule, run))[step] == status


async def _waits(aule: System, run: Run) -> bool:
    return bool(await aule.kernel.approvals.pending(run=run.id))


async def test_what_is_large_is_referred_to_wherever_it_goes(aule: System) -> None:
    """OS-21: items, what a graph inside is given and gives, all repetitions together, and what a fork takes over."""
    inside = Graph(inputs={"page": {}}, nodes=[use("x", "shop.look", what="q")], output="{{inputs.page}}")
    repeat = Repeat(for_each="{{steps.pages.result}}")
    each = use("each", "post.pages", "pages").model_copy(update={"repeat": repeat})
    sub = Step(
        id="sub",
        kind=StepKind.WORKFLOW,
        graph=inside,
        inputs={"page": {"$from": "pages.result[0]"}},
        dependencies=["pages"],
    )
    what = Graph(nodes=[use("pages", "post.pages", count=3), each, sub], output="{{steps.sub.result}}")
    run = await start(aule, what)
    fork = await aule.until_still((await aule.kernel.engine.fork(run.id, "sub")).id)
    for each_run in (run, fork):
        assert each_run.status is RunStatus.DONE
        assert max(len(event.data.model_dump_json()) for event in await aule.events(each_run.id)) < LARGE // 4
        loaded = await aule.kernel.engine.load(each_run.id)
        assert loaded.progress.nodes["sub"].result == "x" * LARGE
        assert loaded.progress.nodes["each"].result == [["x" * LARGE]] * 3


@pytest.mark.parametrize("schema", [{"type": "banana"}, {"enum": 5}, {"anyOf": [1]}, {"minimum": "a"}])
async def test_a_changed_graph_with_a_schema_nobody_understands_is_refused(aule: System, schema: Any) -> None:
    """OS-22: a fork is checked as completely as a workflow that is kept."""
    run = await start(aule, graph(look("a")))
    with pytest.raises(Faulty) as caught:
        bent = graph(look("a"), state={"tone": {**schema, "default": "dry"}})
        await aule.kernel.engine.fork(run.id, "a", state={"tone": "x"}, graph=bent)
    assert {finding.code for finding in caught.value.findings} == {"invalid_schema"}


async def test_a_long_list_of_faults_is_told_in_part(aule: System) -> None:
    """OS-21: ten thousand misspelt steps cost no more than the first of them."""
    with pytest.raises(Faulty) as caught:
        await start(aule, Graph(nodes=[use(f"s{n}", f"shop.lok{n}") for n in range(9_000)]))
    assert len(caught.value.findings) == MOST_FINDINGS


def test_a_template_that_never_ends_is_read_at_once() -> None:
    """OS-21: a text that only begins like a template holds nobody up."""
    assert is_literal("{{" + " " * 200_000)
    assert not is_literal("{{ " + " " * 1_000 + "state.x" + " " * 1_000 + "}}")


async def test_a_document_grants_itself_no_more_than_the_owner_spends(aule: System) -> None:
    """K-9: its own budget counts as far as the limits of the settings go."""
    limit = aule.kernel.settings.current().limits.run
    rich = Budget(max_tokens=10**9, max_cost=10**6, max_seconds=5)
    run = await start(aule, graph(look("a")), budget=rich)
    granted = run.budget.max_tokens, run.budget.max_cost, run.budget.max_seconds
    assert granted == (limit.max_tokens, limit.max_cost, 5)


async def test_a_secret_that_somebody_gives_or_answers_is_not_shown_again(aule: System) -> None:
    """K-10: neither where a run is looked at, nor in what a person is asked."""
    aule.kernel.secrets.set("SOME_KEY", SECRET)
    ask = Step(id="ask", kind=StepKind.HUMAN, question=Question(message="Which?"), dependencies=["a"], writes=["ask"])
    write = put("p", "ask", name="{{state.ask}}")
    run = await start(aule, graph(look("a", what="{{inputs.key}}"), ask, write, inputs={"key": {}}), {"key": SECRET})
    run = await decide(aule, "answer", answer=SECRET)
    asked, seen = await aule.pending(), await aule.kernel.engine.graph(run.id)
    told = [asked.title, str(seen.inputs), str(seen.state), str((await aule.kernel.engine.step(run.id, "ask")).result)]
    assert [each for each in told if SECRET in each] == []
    assert (await decide(aule, "approve")).status is RunStatus.DONE


WRITE = StepCall(capability="core.write_file", params={"path": "notes.md", "content": "hello"})


async def test_a_step_writes_without_asking_only_in_a_graph_that_was_allowed_as_it_is(tmp_path: Path) -> None:
    """K-4: what a step says about itself counts for nothing until a person saw it."""
    bounds = Bounds(scope=["*.md"], on_write="apply")
    what = graph(Step(id="write", kind=StepKind.CALL, call=WRITE, bounds=bounds))
    async with system(tmp_path) as aule:
        run = await start(aule, what)
        assert run.status is RunStatus.WAITING
        assert (await aule.pending()).call is not None
        assert not (aule.workspace / "notes.md").exists()
        await aule.kernel.cancel(run.id)
        run = await start(aule, what, approve=content_hash_of(what))
        assert run.status is RunStatus.DONE
        assert (aule.workspace / "notes.md").read_text() == "hello"


async def test_a_check_runs_only_when_it_was_allowed_with_its_graph(aule: System) -> None:
    """K-3: a command is on the card, or it does not run; trying a run again keeps what was allowed with it."""
    step = look("a").model_copy(update={"check": Check(command="test -n x")})
    what = graph(step)
    run = await start(aule, what)
    assert run.status is RunStatus.FAILED
    assert run.error is not None and run.error.code == "check_not_allowed"
    run = await start(aule, what, approve=content_hash_of(what))
    assert run.status is RunStatus.DONE
    again = await aule.until_still((await aule.kernel.engine.rerun(run.id)).id)
    assert again.status is RunStatus.DONE
    other = graph(step.model_copy(update={"check": Check(command="true")}))
    forked = await aule.until_still((await aule.kernel.engine.fork(run.id, "a", graph=other)).id)
    assert forked.error is not None and forked.error.code == "check_not_allowed"
