"""Runs that stand still for every reason there is, and how each of them ends: what a generation of the corpus holds."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aule.contracts.access.approval import Approval, StepEdit
from aule.contracts.model import JsonObject
from aule.contracts.runs.graph import Graph, Interrupt, OnError, Question, Repeat, Step, StepCall, StepKind
from aule.contracts.runs.run import Run, RunStatus
from aule.kernel.engine.graphs.envelope import content_hash_of
from aule.kernel.engine.run_request import RunRequest
from aule.sdk import App, Context, Effect, errors
from aule.testing.system import System

DEADLINE = 20.0


def trade() -> App:
    """The app the runs were started with; it may be replaced by a better one, but not take anything away."""
    app = App("trade")

    @app.capability(effect=Effect.READ)
    async def price(of: str) -> JsonObject:
        """Say what something costs."""
        return {"of": of, "price": len(of)}

    @app.capability(effect=Effect.WRITE, targets=["what"])
    async def order(what: str) -> str:
        """RunRequest something; nobody can take that back."""
        return f"ordered {what}"

    @app.capability(effect=Effect.WRITE, targets=["what"])
    async def vanish(what: str) -> str:
        """Begin an order and never be heard of again."""
        await asyncio.Event().wait()
        return what

    @app.capability(effect=Effect.WRITE, reversible=True)
    async def note(context: Context, words: str) -> str:
        """Remember something."""
        await context.remember(words)
        return words

    @app.capability(effect=Effect.READ)
    async def refuse() -> str:
        """Fail for good."""
        raise errors.Refused("The shop is closed.")

    return app


@dataclass(frozen=True, slots=True)
class Story:
    """A run as it was left, and what has to become of it."""

    graph: Graph
    inputs: JsonObject = field(default_factory=dict[str, Any])
    allowed: bool = True
    """Whether its effects were allowed when it was started."""
    rests: Callable[[Run, list[Approval], list[str]], bool] = lambda run, asked, types: run.status is RunStatus.WAITING
    """Whether it has come to where it was left."""
    paused: bool = False


def call(id: str, capability: str, *before: str, params: JsonObject | None = None, **more: Any) -> Step:
    """A step that calls the app."""
    use = StepCall(capability=f"trade.{capability}", params=params or {})
    return Step(id=id, kind=StepKind.CALL, call=use, dependencies=list(before), **more)


_BRANCHES = Graph(
    state={"tea": {}, "cup": {}},
    nodes=[
        call("start", "price", params={"of": "water"}),
        call("tea", "price", "start", params={"of": "tea"}, interrupt=Interrupt(after=True), writes=["tea"]),
        call("cup", "order", "start", params={"what": "cup"}, interrupt=Interrupt(before=True), writes=["cup"]),
        call("sum", "note", "tea", "cup", params={"words": "{{state.tea.price}} and {{state.cup}}"}),
    ],
    output="{{steps.sum.result}}",
)
_PEOPLE = Graph(
    inputs={"name": {"type": "string"}},
    nodes=[
        Step(
            id="ask",
            kind=StepKind.HUMAN,
            question=Question(message="What for {{inputs.name}}?", options=["tea", "cake"]),
        ),
        call("buy", "price", "ask", params={"of": "{{steps.ask.result}}"}),
    ],
    output={"for": "{{inputs.name}}", "price": "{{steps.buy.result.price}}"},
)
_EACH = Step(
    id="each",
    kind=StepKind.WORKFLOW,
    graph=_PEOPLE,
    repeat=Repeat(for_each="{{inputs.people}}", max=5),
    inputs={"name": "{{item}}"},
)
_SHIP = {"of": "ship"}

STORIES: dict[str, Story] = {
    "branches": Story(_BRANCHES, rests=lambda run, asked, types: run.status is RunStatus.WAITING and len(asked) == 2),
    "people": Story(
        Graph(inputs={"people": {"type": "array"}}, nodes=[_EACH], output="{{steps.each.result}}"),
        inputs={"people": ["Ana", "Bea"]},
        rests=lambda run, asked, types: run.status is RunStatus.WAITING and len(asked) == 2,
    ),
    "asking": Story(Graph(nodes=[call("buy", "order", params={"what": "bread"})]), allowed=False),
    "replan": Story(
        Graph(
            nodes=[call("shop", "refuse", on_error=OnError.REPLAN), call("after", "price", "shop", params={"of": "x"})]
        )
    ),
    "cut": Story(
        Graph(
            nodes=[call("gone", "vanish", params={"what": "ship"}), call("after", "price", "gone", params={"of": "x"})]
        ),
        rests=lambda run, asked, types: "call.started" in types,
    ),
    "paused": Story(
        Graph(nodes=[call("one", "price", params={"of": "one"}, interrupt=Interrupt(before=True))]), paused=True
    ),
}


async def leave(aule: System, name: str) -> Run:
    """Start a story and let it come to where it is left."""
    story = STORIES[name]
    order = RunRequest(
        id=f"run_{name}",
        graph=story.graph,
        inputs=story.inputs,
        title=name,
        project="home",
        approve=content_hash_of(story.graph) if story.allowed else None,
    )
    run = await aule.kernel.engine.start(order)
    async with asyncio.timeout(DEADLINE):
        while not story.rests(run, await aule.kernel.approvals.pending(run=run.id), await aule.types(run.id)):
            await asyncio.sleep(0)
            run = await aule.kernel.runs.get(run.id)
    return await aule.kernel.engine.pause(run.id) if story.paused else run


async def finish(aule: System, name: str) -> JsonObject:
    """Answer everything a story waits for, until it has ended; tells what it came to."""
    id = f"run_{name}"
    if (await aule.kernel.runs.get(id)).status is RunStatus.PAUSED:  # also what was cut off too long ago to go on alone
        await aule.kernel.engine.resume(id)
    async with asyncio.timeout(DEADLINE):
        while not (run := await aule.kernel.runs.get(id)).status.is_final:
            for approval in await aule.kernel.approvals.pending(run=id):
                option, answer, edit = _say(approval)
                seen = approval.binds.content_hash
                await aule.kernel.decide(approval.id, option, content_hash=seen, answer=answer, edit=edit)
            await asyncio.sleep(0)
    whole = await aule.kernel.engine.graph(id)
    told = {"status": run.status, "output": whole.output, "steps": {s.place: s.status for s in whole.steps}}
    return json.loads(json.dumps(told))


def _say(approval: Approval) -> tuple[str, str | None, StepEdit | None]:
    """The answer to what is asked: by the options there are."""
    options = [option.id for option in approval.options]
    if "done" in options:
        return "done", None, StepEdit(result="it arrived")
    for option in approval.options:
        if option.label == "tea":
            return option.id, None, None
    return ("approve" if "approve" in options else "skip"), None, None
