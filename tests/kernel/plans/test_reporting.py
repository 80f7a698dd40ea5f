"""What a run did is told in sentences that can be looked up: by a model if all of them hold, else by the template."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.kernel.plans.school import School, another_way, approved, plan_of, step, until_reported

from aule.contracts.errors import Conflict, NotFound
from aule.contracts.plans.plan import Plan
from aule.contracts.runs.flow import StepStatus
from aule.contracts.runs.report import Report
from aule.contracts.runs.run import RunStatus
from aule.kernel.planning.document.keys import to_file
from aule.kernel.plans.execution import PlanStart
from aule.kernel.reports.grounding import find_unsupported
from aule.kernel.reports.report import source_of
from aule.testing.scripted_model import Response, ScriptedModel, say
from aule.testing.system import system

DONE = [{"text": "Looked up how 7A is doing.", "step": "1"}, {"text": "Made the activity “A”.", "step": "2"}]
RESULTS = [{"text": "The mean of 25 students is 7.25; the gaps are “fractions” and “ratios”.", "step": "1"}]


def plan() -> Plan:
    return plan_of(step("1", "marks", group="7A"), step("2", "make", "1", group="7A", title="A"))


def written(**sections: list[dict[str, Any]]) -> Response:
    """A report as a model words it."""
    whole = {"done": DONE, "results": RESULTS, "failed": [], "next": [], **sections}
    return say(json.dumps(whole)).to("Write the report")


async def report_on(path: Path, *script: Response, tier: Any = 2, failing: set[str] | None = None) -> Report:
    """Carry the plan out, and give what is told of it; every sentence has to lead to events of the run."""
    school = School()
    school.failing = failing or set()
    async with system(path, apps=[school.app()], model=ScriptedModel(*script, tier=tier)) as aule:
        run = await approved(aule, plan())
        report = await until_reported(aule, run.id)
        known = {event.seq for event in await aule.events(run.id)}
        for line in [*report.done, *report.results, *report.failed]:
            assert line.events, line
            assert set(line.events) <= known
        return report


async def test_a_models_words_are_taken_when_all_of_them_hold(tmp_path: Path) -> None:
    report = await report_on(tmp_path, written())
    assert report.made_by == "model"
    assert [line.text for line in report.results] == [RESULTS[0]["text"]]
    assert "## What was done\n\n- Looked up how 7A is doing." in report.markdown


async def test_an_invented_number_is_sent_back_once_with_what_nothing_supports(tmp_path: Path) -> None:
    """SP-47: one regeneration with the offending spans."""
    wrong = written(results=[{"text": "The mean is 8.1, said Maria Lopes.", "step": "1"}])
    report = await report_on(tmp_path, wrong, written())
    assert report.made_by == "model"
    assert "8.1" not in report.markdown


async def test_after_two_inventions_the_template_says_it(tmp_path: Path) -> None:
    """SP-47: then a deterministic template report is used; nothing invented is left."""
    wrong = written(results=[{"text": "The mean is 8.1, said Maria Lopes.", "step": "1"}])
    report = await report_on(tmp_path, wrong, wrong)
    assert report.made_by == "template"
    assert "8.1" not in report.markdown
    assert "Maria" not in report.markdown
    assert "mean: 7.25; students: 25" in report.markdown


async def test_a_failure_cannot_be_left_unsaid(tmp_path: Path) -> None:
    """SP-44, SP-46: a report that is silent about what did not work is not taken."""
    silent = written(done=DONE[:1])
    report = await report_on(tmp_path, another_way(), silent, silent, failing={"A"})
    assert report.made_by == "template"
    assert report.status is RunStatus.DONE_WITH_FAILURES
    assert [(line.step, line.text) for line in report.failed] == [("2", "A: 'A' cannot be made.")]
    assert "## What did not work" in report.markdown


async def test_a_failure_told_as_done_is_not_taken(tmp_path: Path) -> None:
    lying = written(failed=[{"text": "All went well.", "step": "2"}])
    assert (await report_on(tmp_path, another_way(), lying, lying, failing={"A"})).made_by == "template"


async def test_without_a_model_the_template_says_it_in_the_plans_language(tmp_path: Path) -> None:
    """SP-46: the sections, in their order, with decimal commas."""
    school = School()
    school.failing = {"A"}
    async with system(tmp_path, apps=[school.app()], model=ScriptedModel(tier=0)) as aule:
        run = await approved(aule, plan().model_copy(update={"language": "pt-BR"}))
        report = await until_reported(aule, run.id)
        assert report.made_by == "template"
        headings = [line for line in report.markdown.splitlines() if line.startswith("## ")]
        assert headings == ["## O que foi feito", "## Resultados", "## O que não deu certo", "## Próximos passos"]
        assert "média: 7,25; alunos: 25" in report.markdown
        assert report.markdown.startswith("Consegui fazer uma parte, 1 de 2 etapas: ")
        evidence = await aule.kernel.plan_reports.evidence(run)
        assert [each.status for each in evidence.steps] == [StepStatus.DONE, StepStatus.FAILED]
        source = source_of(evidence)
        for line in [*report.done, *report.results, *report.failed, *report.next]:
            assert find_unsupported(line.text, source) == [], "the template says only what is there"


async def test_the_conversation_that_asked_hears_the_report_once(tmp_path: Path) -> None:
    """A chat that asked for the plan gets the report as a message at the end of the run; again only on the page."""
    school = School()
    async with system(tmp_path, say("Hello."), apps=[school.app()]) as aule:
        talk = await aule.ask("hello")
        assert talk.session_id is not None
        kept = plan().model_copy(update={"session_id": talk.session_id})
        await aule.kernel.plans.keep(to_file(kept, None), "home")
        found = (await aule.kernel.plans.get(kept.id)).plan
        run = await aule.kernel.plans.execution.start(
            found.model_copy(update={"session_id": talk.session_id}), found.content_hash, PlanStart()
        )
        await aule.until_still(run.id)
        report = await until_reported(aule, run.id)
        await aule.kernel.plan_reports.write(await aule.kernel.runs.get(run.id), anew=True)
        messages = [each for each in await aule.messages(talk) if each.plan == kept.id]
        assert [(each.role, each.content, each.run) for each in messages] == [("assistant", report.markdown, run.id)]


async def test_only_what_has_steps_and_has_ended_is_reported_on(tmp_path: Path) -> None:
    async with system(tmp_path, say("Hello.")) as aule:
        talk = await aule.ask("hello")
        with pytest.raises(NotFound):
            await aule.kernel.plan_reports.get(talk.id)
        with pytest.raises(Conflict):
            await aule.kernel.plan_reports.write(talk)
