"""A value that is left open is decided when its step runs: by a rule, by a model, or by the person (K-5)."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.kernel.engine.test_engine import Shop

from aule.contracts.access.approval import ApprovalKind
from aule.contracts.runs.graph import Graph, Step, StepCall, StepKind
from aule.contracts.runs.run import Run, RunStatus
from aule.kernel.engine.graphs.envelope import content_hash_of
from aule.kernel.engine.run_request import RunRequest
from aule.testing.scripted_model import Response, ScriptedModel, say
from aule.testing.system import System, system

AMONG = ["easy", "hard", "odd"]


def putting(name: Any) -> Graph:
    """A step whose target is left open."""
    return Graph(
        nodes=[Step(id="put", kind=StepKind.CALL, call=StepCall(capability="shop.put", params={"name": name}))]
    )


def left_open(**more: Any) -> dict[str, Any]:
    return {"$decide": {"instruction": "Which one is the easiest?", **more}}


async def carry_out(aule: System, graph: Graph) -> Run:
    """Run a graph as it was seen."""
    order = RunRequest(graph=graph, inputs={}, title="Put", project="home", approve=content_hash_of(graph))
    return await aule.until_still((await aule.kernel.engine.start(order)).id)


@pytest.fixture
def shop() -> Shop:
    return Shop()


@asynccontextmanager
async def running(path: Path, shop: Shop, *script: Response, tier: Any = 2) -> AsyncGenerator[System]:
    async with system(path, apps=[shop.app()], model=ScriptedModel(*script, tier=tier)) as aule:
        yield aule


async def test_a_model_chooses_one_of_what_there_is_and_what_it_chose_still_asks(tmp_path: Path, shop: Shop) -> None:
    """K-4, K-5: a target that was not seen is not allowed; the approval names what was decided, and is kept to."""
    wrong, right = say('{"choice": 9}'), say('{"choice": 2}')
    async with running(tmp_path, shop, wrong, right) as aule:
        run = await carry_out(aule, putting(left_open(among=AMONG)))
        assert run.status is RunStatus.WAITING
        asked = await aule.pending()
        assert asked.call is not None
        assert asked.call.params == {"name": "hard"}
        ended = await aule.decide()
        assert ended.status is RunStatus.DONE
        assert shop.done == ["put hard"], "the model was not asked again"


async def test_words_of_a_model_fill_what_is_open(tmp_path: Path, shop: Shop) -> None:
    async with running(tmp_path, shop, say('{"value": "a name"}')) as aule:
        await carry_out(aule, putting(left_open()))
        assert (await aule.decide()).status is RunStatus.DONE
        assert shop.done == ["put a name"]


@pytest.mark.parametrize(
    ("more", "option", "answer", "done"),
    [({"among": AMONG}, "option_3", None, "put odd"), ({}, "answer", "my own", "put my own")],
)
async def test_without_a_model_the_person_is_asked(
    tmp_path: Path, shop: Shop, more: dict[str, Any], option: str, answer: str | None, done: str
) -> None:
    """K-5, K-17: nothing is answered for the person."""
    async with running(tmp_path, shop, tier=0) as aule:
        run = await carry_out(aule, putting(left_open(**more)))
        assert run.status is RunStatus.WAITING
        asked = await aule.pending()
        assert (asked.kind, asked.title) == (ApprovalKind.QUESTION, "Which one is the easiest?")
        assert (await aule.decide(option, answer=answer)).status is RunStatus.WAITING
        assert (await aule.decide()).status is RunStatus.DONE
        assert shop.done == [done]


async def test_a_rule_decides_by_itself(tmp_path: Path, shop: Shop) -> None:
    async with running(tmp_path, shop) as aule:
        await carry_out(aule, putting(left_open(among=AMONG, rule="last")))
        assert (await aule.decide()).status is RunStatus.DONE
        assert shop.done == ["put odd"]
