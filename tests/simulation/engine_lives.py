"""One life of a system that carries out a plot: it begins or goes on, somebody answers, and the end is told."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

from aule.contracts.access.change import ChangeStatus
from aule.contracts.events.facts import Event, StepCompleted, StepReleased, StepStarted
from aule.contracts.ids import split_ref
from aule.contracts.model import JsonObject, Model
from aule.contracts.runs.run import Run, RunStatus
from aule.kernel.engine.graphs.envelope import content_hash_of
from aule.kernel.engine.run_request import RunRequest
from aule.kernel.kernel import Kernel
from aule.testing.system import System, system
from tests.simulation.engine_corpus import Plot
from tests.simulation.engine_person import Person
from tests.simulation.engine_world import World

DEADLINE = 20.0


class Report(Model):
    """What a run came to, without anything that tells when, or how often the system died on the way."""

    status: RunStatus
    error: str | None
    output: Any
    state: JsonObject
    steps: dict[str, str]
    """How each step stands, by its place."""
    effects: dict[str, int]
    """How often each effect happened."""


async def live(home: Path, plot: Plot) -> Report:
    """Carry a plot out to its end, from wherever it stands; the system is up for as long as that takes."""
    world = World(home)
    async with system(home, apps=[world.app()]) as aule:
        run = await see_through(aule, plot, world)
        check_history(await aule.events(run.id))
        return await report_of(aule, run, plot, world)


async def see_through(aule: System, plot: Plot, world: World) -> Run:
    """Start the run unless it is there already, and answer whatever it asks until it has ended."""
    run, person = await start(aule.kernel, plot), Person(plot, world)
    async with asyncio.timeout(DEADLINE):
        while not run.status.is_final:
            await person.answer_all(aule.kernel, run.id)
            await asyncio.sleep(0.001)
            run = await aule.kernel.runs.get(run.id)
    assert await aule.kernel.approvals.pending(run=run.id) == [], "it ended and still asks"
    return run


async def start(kernel: Kernel, plot: Plot) -> Run:
    """Start the run of a plot; the id makes it the same run however often it is started."""
    order = RunRequest(
        id=f"run_plot{plot.seed}",
        graph=plot.graph,
        inputs={"at": plot.root},
        title=f"Plot {plot.seed}",
        project="home",
        at_once=plot.at_once,
        approve=content_hash_of(plot.graph) if plot.allowed else None,
    )
    return await kernel.engine.start(order)


async def report_of(aule: System, run: Run, plot: Plot, world: World) -> Report:
    """What became of a run."""
    whole = await aule.kernel.engine.graph(run.id)
    steps: dict[str, str] = {}
    await _gather(aule.kernel, run.id, None, steps)
    effects = world.counts(plot.root) + await _on_the_change_log(aule, run.id)
    error = None if run.error is None else f"{run.error.code}: {run.error.message}"
    return Report(
        status=run.status,
        error=error,
        output=whole.output,
        state=whole.state,
        steps=steps,
        effects={f"{what} {at}": count for (what, at), count in sorted(effects.items())},
    )


async def _gather(kernel: Kernel, run: str, inside: str | None, into: dict[str, str]) -> None:
    """How the steps stand, and those inside them."""
    for step in (await kernel.engine.graph(run, inside=inside)).steps:
        if step.inside == inside:
            into[step.place] = step.status.value
            if step.total:
                await _gather(kernel, run, step.place, into)


async def _on_the_change_log(aule: System, run: str) -> Counter[tuple[str, str]]:
    """Effects that stand on the change log, by what is really there: files of the project, and memories."""
    changes = [change for change in await aule.kernel.changes.of_run(run) if change.status is not ChangeStatus.VOID]
    assert all(change.status is ChangeStatus.APPLIED for change in changes), "nobody knows what became of a change"
    found: Counter[tuple[str, str]] = Counter()
    for kind, id in {split_ref(change.entity) for change in changes}:
        if kind == "memory":
            found["note", (await aule.kernel.memories.get(id)).content] += 1
        else:
            found.update(("write", line) for line in (aule.home.path / "projects" / id).read_text().splitlines())
    return found


def check_history(events: list[Event]) -> None:
    """No finished step was begun again, but for those a person wanted done again; nothing was decided twice."""
    finished: set[str] = set()
    for event in events:
        match event.data:
            case StepStarted(step=place) | StepCompleted(step=place):
                assert place not in finished, f"{place!r} was finished, and then {event.type}"
                if isinstance(event.data, StepCompleted):
                    finished.add(place)
            case StepReleased(step=place, option="retry"):
                finished = {
                    each for each in finished if each != place and not each.startswith((f"{place}[", f"{place}/"))
                }
            case _:
                pass
