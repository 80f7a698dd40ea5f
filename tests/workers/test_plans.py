"""A plan on a database that several processes share: carried out, planned anew and asked about as anywhere else."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.kernel.plans.school import School, another_way, approved, plan_of, step, until_marked, until_reported

from aule.contracts.plans.plan import PlanStatus
from aule.contracts.runs.run import RunStatus
from aule.testing.system import system

pytestmark = pytest.mark.xdist_group("workers")


async def test_on_a_shared_database_a_replan_asks_for_the_difference(tmp_path: Path, url: str) -> None:
    """K-4, K-S3, SP-44: what was derived stays allowed when the run is loaded again after the decision."""
    school = School()
    school.failing = {"9Z"}
    plan = plan_of(
        step("1", "make", group="7A", title="A"),
        step("2", "marks", "1", group="9Z"),
        step("3", "make", "2", group="7A", title="B"),
    )
    other = [step("4", "make", "1", group="7A", title="C"), step("3", "make", "4", group="7A", title="B")]
    async with system(tmp_path, another_way(*other), apps=[school.app()], database_url=url) as aule:
        run = await approved(aule, plan)
        assert run.status is RunStatus.WAITING
        assert school.made == ["A"]
        ended = await aule.decide("execute")
        assert ended.status is RunStatus.DONE_WITH_FAILURES
        assert school.made == ["A", "C", "B"]
        marked = await until_marked(aule, plan.id, lambda now: now.status.is_final)
        assert (marked.status, marked.version) == (PlanStatus.DONE_WITH_FAILURES, 2)
        assert [line.step for line in (await until_reported(aule, run.id)).done] == ["1", "4", "3"]
        types = await aule.types()
        assert types.count("report.written") == 1
