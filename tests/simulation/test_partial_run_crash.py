"""A process that dies while a part of a workflow runs: what was taken over is never run, at whatever commit it dies."""

from __future__ import annotations

from pathlib import Path

from aule.contracts.access.capability import Policy
from aule.contracts.runs.run import Run, RunStatus
from aule.contracts.settings import Settings
from aule.kernel.workflows.library import StartOptions
from aule.kernel.workflows.partial_runs import RunPart
from aule.testing.system import System, system
from tests.simulation.engine_moments import Album, Hasty, connecting, photographed
from tests.simulation.engine_storm import prepare

LINES = """\
id: lines
steps:
  - {id: first, capability: core.append_file, params: {path: log.txt, content: "first\\n"}}
  - {id: second, capability: core.append_file, params: {path: log.txt, content: "second\\n"}, depends_on: first}
  - {id: third, capability: core.append_file, params: {path: log.txt, content: "third\\n"}, depends_on: second}
  - {id: aside, capability: core.append_file, params: {path: other.txt, content: "aside\\n"}}
"""


async def test_a_part_survives_dying_at_every_commit_and_runs_nothing_it_took_over(tmp_path: Path) -> None:
    """ST-21, K-7: each line of the part is written once, and those before it are not written again."""
    site = await prepare(tmp_path)
    async with system(site.home) as aule:
        await aule.kernel.save_settings(Settings(policy=Policy(allow=["*"])), expected=None)
        await aule.kernel.library.save(await aule.kernel.library.read(LINES), expected=None)
        await aule.kernel.library.run("lines", StartOptions(inputs={}))
        await _ended(aule)
    album = Album(site.home, tmp_path / "pictures", lambda number: number % 2 == 0)  # after each commit
    with photographed(album):
        async with system(site.home) as aule:
            await aule.kernel.partial_runs.run("lines", StartOptions(inputs={}), RunPart(start_at="second"))
            whole = await _ended(aule)
    assert whole == ("first\nsecond\nthird\nsecond\nthird\n", "aside\n", {"first": "earlier", "aside": "earlier"})
    begun = 0
    for picture in album.pictures:
        with connecting(Hasty):
            async with system(site.restore(picture)) as aule:
                if len(await _runs(aule)) == 1:
                    continue  # it died before the part was on record
                begun += 1
                assert await _ended(aule) == whole, picture.name
    assert begun >= 4


async def _runs(aule: System) -> list[Run]:
    return [run for run in (await aule.kernel.runs.list(limit=50)).items if run.workflow == "lines"]


async def _ended(aule: System) -> tuple[str, str, dict[str, str]]:
    """Wait until nothing runs, and tell what was written and what the last run took over."""
    last = await aule.until_still((await _runs(aule))[0].id)
    assert last.status is RunStatus.DONE
    steps = (await aule.kernel.engine.graph(last.id)).steps
    origins = {step.place: step.origin for step in steps if step.origin is not None}
    return (aule.workspace / "log.txt").read_text(), (aule.workspace / "other.txt").read_text(), dict(origins)
