"""A plan is approved, carried out and planned anew twice, dying around every write: the end is always the same."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, Literal

from aule.contracts.access.change import ChangeStatus
from aule.contracts.errors import NotFound
from aule.contracts.events.plans import PlanReplanned
from aule.contracts.events.steps import RunPlanned
from aule.contracts.plans.plan import PlanStatus, PlanStep, PlanStepKind
from aule.contracts.runs.graph import StepCall
from aule.contracts.runs.run import Run, RunKind
from aule.contracts.talk.brain import Piece, Prompt, Speech, Spent
from aule.kernel.engine.graphs.envelope import content_hash_of
from aule.kernel.plans.execution import PlanStart
from aule.stores.repositories.runs import Which
from aule.testing.scripted_model import last_words
from aule.testing.system import System, system
from tests.kernel.plans.school import DEADLINE, School, another_way, kept, plan_of, step, until_reported
from tests.simulation.engine_moments import Album, Hasty, connecting, photographed
from tests.simulation.engine_storm import prepare

MOST = 10
"""Deaths that are tried; there are more moments."""


def write(id: str, path: str, *after: str) -> PlanStep:
    """A step that writes a file."""
    call = StepCall(capability="core.write_file", params={"path": path, "content": f"{path}\n"})
    return PlanStep(
        id=id,
        title=f"Write {path}",
        description=f"Write the file {path} so that the next step finds it.",
        validation=f"The file {path} exists.",
        kind=PlanStepKind.CALL,
        call=call,
        dependencies=list(after),
    )


PLAN = plan_of(
    write("1", "a.txt"),
    step("2", "marks", "1", group="9Z"),
    write("3", "b.txt", "2"),
    write("4", "c.txt", "3"),
)
WAYS = {
    "2": another_way(write("3", "b.txt", "1"), step("5", "marks", "3", group="8X"), write("4", "c.txt", "5")),
    "5": another_way(write("6", "d.txt", "3"), write("4", "c.txt", "6")),
}


class SteadyModel:
    """A model that always thinks the same of the same failure, and has no words for reports."""

    provider = model = "steady"
    tier: Literal[0, 1, 2] = 2
    context_length = 32_000

    async def respond(self, prompt: Prompt) -> AsyncGenerator[Piece]:
        """Another way for a step that failed; anything else is answered with nothing that can be used."""
        asked = last_words(prompt.history)
        for failed, way in WAYS.items():
            if f"Step {failed} failed" in asked:
                yield way.pieces[0]  # pyright: ignore[reportReturnType]
                break
        else:
            yield Speech("-")
        yield Spent()

    def assert_done(self) -> None:
        """There is no script to come to the end of."""


async def live(home: Path) -> dict[str, Any]:
    """Bring the plan to its end, from wherever it stands; what a person is asked they allow."""
    school = School()
    school.failing = {"9Z", "8X"}
    async with system(home, apps=[school.app()], model=SteadyModel()) as aule:  # pyright: ignore[reportArgumentType]
        kernel = aule.kernel
        try:
            view = await kernel.plans.get(PLAN.id)
        except NotFound:
            view = await kept(aule, PLAN)
        if view.plan.status is PlanStatus.DRAFT:  # it died before the critic had looked at it
            view = await kernel.plans.review(PLAN.id, None)
        if view.plan.status in (PlanStatus.READY, PlanStatus.APPROVED):
            seen = (view.plan.version, view.card.content_hash)
            await kernel.plans.run(PLAN.id, PlanStart(), seen)
        async with asyncio.timeout(DEADLINE):
            while not (plan := (await kernel.plans.get(PLAN.id)).plan).status.is_final:
                for approval in [each for each in await kernel.approvals.pending() if each.run is not None]:
                    await kernel.decide(approval.id, "execute", content_hash=approval.binds.content_hash)
                await asyncio.sleep(0.001)
            assert plan.run is not None
            assert [run.id for run in (await kernel.runs.list(Which(kind=RunKind.PLAN))).items] == [plan.run.run_id]
            await until_reported(aule, plan.run.run_id)
        return await told(aule, await kernel.runs.get(plan.run.run_id))


async def told(aule: System, run: Run) -> dict[str, Any]:
    """What became of it."""
    events = [event.data for event in await aule.events(run.id)]
    loaded = await aule.kernel.engine.load(run.id)
    changes = [each for each in await aule.kernel.changes.of_run(run.id) if each.status is ChangeStatus.APPLIED]
    planned = [fact for fact in events if isinstance(fact, RunPlanned)]
    plan = (await aule.kernel.plans.get(PLAN.id)).plan
    return {
        "status": (run.status, plan.status),
        "version": plan.version,
        "steps": {each.id: each.status.value for each in plan.steps},
        "changes": Counter(each.entity for each in changes),
        "files": {path.name: path.read_text() for path in sorted(aule.workspace.glob("*.txt"))},
        "replanned": [
            (fact.step, fact.within, fact.added, fact.dropped) for fact in events if isinstance(fact, PlanReplanned)
        ],
        "derived": [later.derived_from == content_hash_of(earlier.graph) for earlier, later in pairwise(planned)],
        "allowed": loaded.run.envelope is not None,
        # A write that is found to be done already says that it created nothing.
        "memory": Counter(fact.item.content.partition(":")[0] for fact in events if fact.type == "memory.saved"),
        "reports": [fact.report.made_by for fact in events if fact.type == "report.written"],
    }


async def test_dying_around_any_write_while_a_plan_is_planned_anew_changes_nothing_of_its_end(tmp_path: Path) -> None:
    """K-4, K-7, SP-44: no effect twice, no replan twice, what was derived stays allowed, one report, one memory."""
    site = await prepare(tmp_path)
    album = Album(site.restore(site.fresh), site.folder / "first")
    with photographed(album):
        whole = await live(site.home)
    assert whole["steps"] == {"1": "done", "2": "failed", "3": "done", "5": "failed", "6": "done", "4": "done"}
    assert whole["files"] == {name: f"{name}\n" for name in ("a.txt", "b.txt", "c.txt", "d.txt")}
    assert whole["replanned"] == [("2", True, ["5"], []), ("5", False, ["6"], [])]
    assert whole["derived"] == [True, True]
    assert whole["allowed"]
    assert set(whole["memory"].values()) == {1}
    pictures = Random(5).sample(album.pictures, min(MOST, len(album.pictures)))
    with connecting(Hasty):
        for picture in pictures:
            site.restore(picture)
            assert await live(site.home) == whole, f"after dying at {picture.name} of {len(album.pictures)}"
    album.throw_away()
