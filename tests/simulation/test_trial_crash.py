"""A process that dies while agents are tried: at any single commit the trial goes on, and nobody is asked twice."""

from __future__ import annotations

from pathlib import Path

from aule.apps.evaluations import queries
from aule.apps.evaluations.records import TestQuestion, TrialPlan, TriedSubject
from aule.apps.evaluations.trials import TrialBook, run_request
from aule.contracts.access.agent import Agent
from aule.contracts.runs.run import RunStatus
from aule.testing.system import system
from tests.apps.teams.crew import Crew, Move
from tests.simulation.engine_moments import Album, Hasty, connecting, photographed
from tests.simulation.engine_storm import prepare

PARTS: dict[str, list[Move]] = {"ana": [("core.write_file", {"path": "x.md", "content": "x"}), "I would have."]}
DRAFT = Agent(id="ana", name="Ana", persona_text="I am ana.")
PLAN = TrialPlan(
    id="run_trial",
    title="Trial",
    evaluation="set",
    evaluation_version=1,
    questions=[
        TestQuestion.model_validate({"id": id, "words": f"{id} please", "expectations": [{"expects": "never_writes"}]})
        for id in ("red", "blue")
    ],
    subjects=[TriedSubject(agent=DRAFT, version=1, is_draft=True, label="Ana")],
    project="home",
    locale="en",
    started_at="2026-01-01T00:00:00Z",
)
Told = tuple[list[tuple[str, str, str]], list[RunStatus], list[str]]


async def test_a_trial_survives_dying_at_every_commit(tmp_path: Path) -> None:
    """ST-14, K-7: each question is answered once, by one run, and the trial stands on the list once."""
    site = await prepare(tmp_path)
    album = Album(site.home, tmp_path / "pictures", lambda number: number % 2 == 0)  # after each commit
    with photographed(album):
        whole = await _tried(site.home)
    wished = [("red", "failed", "I would have."), ("blue", "failed", "I would have.")]
    assert whole == (wished, [RunStatus.DONE, *[RunStatus.DONE_WITH_FAILURES] * 2], ["run_trial"])
    assert len(album.pictures) >= 8
    for picture in album.pictures:
        with connecting(Hasty):
            assert await _tried(site.restore(picture)) == whole, picture.name


async def _tried(home: Path) -> Told:
    """Start the trial, or go on with it; tell its answers, how its runs ended, and what is on the list."""
    async with system(home, model=Crew(**PARTS)) as aule:
        run = await aule.until_still((await aule.kernel.engine.start(run_request(PLAN))).id)
        trial = await TrialBook(aule.kernel).trial(run.id)
        listed = await queries.trials_of(aule.kernel.database, "set", limit=10)
        tree = await aule.kernel.runs.tree(run.id)
        assert not (aule.workspace / "x.md").exists()
        cells = [(cell.question, cell.status, cell.answer) for cell in trial.cells]
        return cells, [each.status for each in tree], [each.id for each in listed]
