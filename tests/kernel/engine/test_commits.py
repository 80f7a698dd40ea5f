"""What a run costs the disk: an effect is on record for good before it begins, and that is all that is waited for."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from aule.contracts.events.facts import CallCompleted, CallStarted
from aule.contracts.runs.graph import Graph, Step, StepCall, StepKind
from aule.contracts.runs.run import RunStatus
from aule.kernel.engine.run_request import RunRequest
from aule.sdk import App, Approve, Context, Effect
from aule.testing.system import System, system

STEPS = 12


class Post:
    """An app with an effect that looks at the log when it happens."""

    def __init__(self) -> None:
        self.seen: list[tuple[int, int]] = []
        self.aule: System | None = None

    def app(self) -> App:
        """The app `post`."""
        app = App("post")

        @app.capability(effect=Effect.WRITE, approval=Approve.AUTO)
        async def send(context: Context, n: int) -> int:
            """Send something; nobody can take that back."""
            assert self.aule is not None
            told = [event.data for event in await self.aule.kernel.journal.read(None, run=context.run.id)]
            began = [fact for fact in told if isinstance(fact, CallStarted)]
            ended = [fact for fact in told if isinstance(fact, CallCompleted)]
            self.seen.append((len(began), len(ended)))
            return n

        @app.capability(effect=Effect.READ)
        async def look(n: int) -> int:
            """Look at something."""
            return n

        return app


@pytest.fixture
def post() -> Post:
    return Post()


@pytest.fixture
async def aule(tmp_path: Path, post: Post) -> AsyncGenerator[System]:
    async with system(tmp_path, apps=[post.app()]) as running:
        post.aule = running
        yield running


def chain(capability: str) -> Graph:
    """Steps one after the other."""
    return Graph(
        nodes=[
            Step(
                id=f"s{number}",
                kind=StepKind.CALL,
                call=StepCall(capability=capability, params={"n": number}),
                dependencies=[f"s{number - 1}"] if number else [],
            )
            for number in range(STEPS)
        ]
    )


async def commits(aule: System, graph: Graph) -> list[bool]:
    """Run a graph; tells of each commit on the way whether it was to survive a power cut."""
    found: list[bool] = []
    database: Any = aule.kernel.database
    transaction = database.transaction

    @asynccontextmanager
    async def counted(*, durable: bool = False) -> AsyncGenerator[Any]:
        found.append(durable)
        async with transaction(durable=durable) as begun:
            yield begun

    database.transaction = counted
    run = await aule.kernel.engine.start(RunRequest(graph=graph, inputs={}, title="Trial", project="home"))
    assert (await aule.kernel.driver.wait(run.id)).status is RunStatus.DONE
    return found


async def test_each_effect_is_on_record_before_it_begins_and_so_is_all_before_it(aule: System, post: Post) -> None:
    """K-7, OS-22: one commit for each, which holds the end of the one before it too."""
    found = await commits(aule, chain("post.send"))
    assert post.seen == [(number + 1, number) for number in range(STEPS)]
    assert STEPS <= found.count(True) <= STEPS + 1
    assert len(found) <= STEPS + 3


async def test_steps_that_only_look_wait_for_no_disk(aule: System) -> None:
    """OS-22: what nobody has to fear for is not waited for."""
    assert True not in await commits(aule, chain("post.look"))
