"""Nothing of an imported document vanishes: each value is in the plan, or kept and told."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.kernel.planning.older_plans import CODEACT, SCOPE, SOURCES, TASK_XML, TASKMASTER, WORK_PLAN, spoiled
from tests.kernel.planning.plans import TS, plans
from tests.kernel.planning.test_reading import SEED

from aule.contracts.errors import Invalid
from aule.contracts.model import JsonObject
from aule.contracts.plans.plan import Plan, PlanStatus, PlanStepKind, PlanStepStatus
from aule.contracts.plans.views import SourceReport
from aule.kernel.planning.document.content import is_same
from aule.kernel.planning.document.keys import to_file
from aule.kernel.planning.document.reader import read_plan
from aule.kernel.planning.document.source_form import as_it_was, written_back
from aule.kernel.planning.document.source_values import leaves, report_of, values_of
from aule.kernel.planning.document.xml_tree import UnreadableXml
from aule.kernel.planning.formats import FORMATS, export_plan, import_plan, read_document


def imported(files: Mapping[str, str]) -> Plan:
    return import_plan(files, id="def456", project="shop", now=TS).plan


def report(plan: Plan) -> SourceReport:
    assert plan.original is not None
    return report_of(plan.original, plan)


def check_nothing_vanished(files: Mapping[str, str], plan: Plan) -> None:
    """Every value of the files is told once; what is told to be in the plan is there, all of it is kept as it was."""
    original = plan.original
    assert original is not None
    names = [name for name in files if name not in original.files]
    assert {**original.files, **{name: files[name] for name in names}} == dict(files)
    assert [json.loads(files[name]) for name in names] == ([original.document] if names else [])
    values, told = list(values_of(original)), report(plan)
    assert told.read_count + told.kept_count == len(values)
    places = [each.path for each in (*told.read, *told.kept)]
    assert sorted(places) == sorted(path for path, _ in values)
    said = " ".join(" ".join(str(value).split()) for _, value in leaves(to_file(plan)))
    for each in told.read:
        if not each.value.endswith("…"):
            shown = " ".join(each.value.split())
            assert shown in said or shown.lower() in said.lower(), each
    again = Plan.model_validate_json(plan.model_dump_json())
    assert again.original == original


@pytest.mark.parametrize("name", SOURCES)
def test_every_value_of_every_format_is_in_the_plan_or_kept_and_told(name: str) -> None:
    """PL-5, LT-40."""
    plan = imported(SOURCES[name])
    check_nothing_vanished(SOURCES[name], plan)
    written = read_plan(to_file(plan), id=plan.id, project=plan.project, now=TS).plan
    assert written.original == plan.original


@pytest.mark.parametrize(
    "document", [SEED, SCOPE, WORK_PLAN, CODEACT, TASKMASTER], ids=["seed", "scope", "work", "codeact", "taskmaster"]
)
@given(data=st.data())
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_nothing_of_a_document_nobody_foresaw_vanishes(document: JsonObject, data: st.DataObject) -> None:
    changed = data.draw(spoiled(document))
    files = {"plan.json": json.dumps(changed)}
    try:
        plan = imported(files)
    except Invalid as refusal:
        assert str(refusal)  # it was told, and nothing was taken
        return
    check_nothing_vanished(files, plan)


@given(lines=st.lists(st.text("ab#-*[]x` .:1é<", max_size=30), max_size=20))
@settings(max_examples=25, deadline=None)
def test_nothing_of_a_page_nobody_foresaw_vanishes(lines: list[str]) -> None:
    files = {"page.md": "# A\n\n## Steps\n\n### 1. First\n" + "\n".join(lines) + "\n\n- [ ] one\n"}
    try:
        plan = imported(files)
    except Invalid:
        return
    check_nothing_vanished(files, plan)


@given(plan=plans)
@settings(max_examples=6, deadline=None)
def test_what_goes_out_comes_back_with_nothing_lost_on_the_way(plan: Plan) -> None:
    for format in [each for each in FORMATS if each not in ("workflow", "github")]:  # nobody reads those as plans
        files = export_plan(plan, format)
        with suppress(Invalid):  # a plan without steps has no list of them
            check_nothing_vanished(files, imported(files))


def test_an_older_plan_keeps_what_plans_have_no_place_for() -> None:
    """The parts a plan knows are read, all others stay under their own names."""
    plan = imported({"plan.json": json.dumps(SCOPE)})
    assert plan.goal.startswith("Só o dono")
    assert [each.text for each in plan.context.assumptions] == ["O banco é MongoDB", "Em um cookie httpOnly"]
    assert plan.context.dependencies == ["express@4.18.2"]
    assert [step.status for step in plan.steps] == [PlanStepStatus.DONE, PlanStepStatus.RUNNING]
    kept = {each.path for each in report(plan).kept}
    for path in (
        "glossary[0].term",
        "components[0].technology",
        "userFlows[0].actor",
        "atomicTasks[0].estimatedEffort",
    ):
        assert path in kept
    assert {"functionalRequirements[0].priority", "proposedArchitecture", "maturityScore"} <= kept
    assert plan.original is not None and plan.original.document == SCOPE


def test_a_work_plan_keeps_goal_files_dependencies_and_actions() -> None:
    plan = imported(SOURCES["work plan"])
    assert (plan.title, plan.goal, plan.origin.prompt) == (
        "Login form",
        "People sign in with a form.",
        "please add a login form",
    )
    first, second = plan.steps
    assert (first.file, first.files, first.line_start, first.file_action) == (
        "src/Login.tsx",
        ["src/App.tsx"],
        1,
        "create",
    )
    assert "Write Login.tsx with a form" in first.description and "A new file" in first.description
    assert first.check is not None and first.check.command == "npm test"
    assert (first.status, first.validation) == (PlanStepStatus.DONE, "npm test: All tests pass")
    assert (second.kind, second.question, second.dependencies) == (
        PlanStepKind.HUMAN,
        "Which palette is the right one?",
        ["step-1"],
    )
    assert [each.answer for each in plan.clarifications] == ["Those of the brand"]
    assert plan.success_criteria == ["A person can sign in"]
    assert plan.context.files_analyzed == ["src/App.tsx"]


def test_a_codeact_plan_keeps_its_goal_its_files_and_its_order() -> None:
    plan = imported(SOURCES["codeact"])
    assert (plan.goal, plan.version, plan.created_at) == (
        "Cache what the retriever finds",
        3,
        "2025-10-09T08:53:20.000Z",
    )
    assert plan.context.files_analyzed == ["src/retriever.ts", "src/db.ts"]
    assert [(step.id, step.file, step.files, step.dependencies) for step in plan.steps] == [
        ("task-1", "src/cache.ts", ["src/config.ts"], []),
        ("task-2", "src/retriever.ts", [], ["task-1"]),
    ]
    assert "The oldest entry goes first" in plan.steps[0].description


def test_a_task_in_xml_is_read_in_both_languages() -> None:
    plan = imported(SOURCES["task in XML"])
    assert (plan.title, plan.goal) == ("Fazer o cadastro", "Uma página para novos clientes.")
    assert [(step.id, step.status, step.dependencies) for step in plan.steps] == [
        ("s1", PlanStepStatus.DONE, []),
        ("s2", PlanStepStatus.PENDING, ["s1"]),
        ("s2a", PlanStepStatus.PENDING, ["s2"]),
    ]
    assert plan.steps[0].validation == "Três campos na tela; Rótulos ligados"
    assert "export const a = 1 < 2" in plan.steps[0].description
    assert (plan.steps[1].file, plan.steps[1].files) == ("src/rules.ts", ["src/Form.tsx"])
    assert plan.success_criteria == ["O cliente aparece na lista", "Tudo foi revisto"]
    assert plan.context.dependencies == ["react@18"]


def test_a_task_page_has_its_headings_for_steps_and_not_its_boxes() -> None:
    plan = imported(SOURCES["task page"])
    assert [(step.title, step.status, step.dependencies) for step in plan.steps] == [
        ("Write the cache", PlanStepStatus.DONE, []),
        ("Use it", PlanStepStatus.PENDING, ["1"]),
    ]
    assert (plan.steps[0].file, plan.steps[0].validation) == ("src/cache.ts", "Old entries go first")
    assert plan.steps[1].rationale == "Nothing is gained before."
    assert plan.goal == "Repeated questions are answered from a cache."
    assert plan.success_criteria == ["Half of all questions come from the cache"]


@pytest.mark.parametrize(
    "text",
    [
        '<!DOCTYPE t [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><task><title>&b;</title></task>',
        '<!DOCTYPE t SYSTEM "file:///etc/passwd"><task/>',
        "<task>" * 200 + "</task>" * 200,
        "<task>" + "<a/>" * 30_000 + "</task>",
        "<task><title>open",
        "<",
    ],
)
def test_xml_that_could_do_harm_is_an_error_with_words(text: str) -> None:
    with pytest.raises(UnreadableXml):
        imported({"task.xml": text})


@pytest.mark.parametrize("document", [SEED, SCOPE], ids=["first form", "second generation"])
def test_a_plan_file_goes_back_exactly_as_it_came(document: JsonObject) -> None:
    """LT-40: the export in the seed's JSON is exact; what was changed here is the only difference."""
    plan = imported({"plan.json": json.dumps(document)})
    [(path, text)] = export_plan(plan, "cappy").items()
    assert (path, json.loads(text)) == (f".cappy/plans/plan-{document['id']}.json", document)
    renamed = plan.model_copy(update={"title": "Outro", "version": 8})
    back = json.loads(next(iter(export_plan(renamed, "cappy").values())))
    assert back == {**document, "title": "Outro", "version": 8}


@given(data=st.data())
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_whatever_is_written_back_reads_as_the_plan_it_was_written_from(data: st.DataObject) -> None:
    """What was changed is changed, and what nobody here understands is still there."""
    document = data.draw(spoiled(SCOPE))
    try:
        plan = read_plan(document, id="abc123", project="shop", now=TS).plan
    except Invalid:
        return
    assert as_it_was(document, plan) == document
    step = data.draw(st.sampled_from(plan.steps)) if plan.steps else None
    steps = [each.model_copy(update={"title": "Another"}) if each is step else each for each in plan.steps]
    edited = plan.model_copy(update={"steps": steps[::-1], "goal": "New", "status": PlanStatus.DONE})
    made = written_back(document, edited)
    assert is_same(read_plan(made, id="abc123", project="shop", now=TS).plan, edited)
    for name in ("glossary", "components", "userFlows", "functionalRequirements", "maturityScore"):
        assert made[name] == document[name]


def test_a_plan_made_here_is_written_in_the_first_form() -> None:
    plan = read_plan(SEED, id="abc123", project="shop", now=TS).plan
    [text] = export_plan(plan, "cappy").values()
    written: dict[str, Any] = json.loads(text)
    assert set(written) == set(SEED)
    assert {name: written[name] for name in SEED if name != "steps"} == {
        name: SEED[name] for name in SEED if name != "steps"
    }
    assert [set(each) - {"lineStart", "lineEnd"} for each in written["steps"]] == [
        set(each) - {"lineStart", "lineEnd"} for each in SEED["steps"]
    ]
    assert [each["status"] for each in written["steps"]] == ["ready", "ready"]


def test_a_posted_document_is_kept_only_when_it_says_more_than_a_plan_can() -> None:
    ours = to_file(read_plan(SEED, id="abc123", project="shop", now=TS).plan)
    assert read_document(ours, id="abc123", project="shop", now=TS).plan.original is None
    kept = read_document(SCOPE, id="abc123", project="shop", now=TS).plan.original
    assert kept is not None and kept.document == SCOPE


def test_what_is_too_long_for_a_plan_is_cut_in_the_plan_and_whole_in_the_original() -> None:
    long = "word " * 4_000
    document = {"title": long, "goal": long, "steps": [{"id": "1", "title": long, "description": long}]}
    read = import_plan({"p.json": json.dumps(document)}, id="def456", project="shop", now=TS)
    assert len(read.plan.goal) <= 8_000 and len(read.plan.steps[0].description) <= 8_000
    assert any("was cut to 8000 characters" in warning for warning in read.warnings)
    assert read.plan.original is not None and read.plan.original.document == document


@pytest.mark.parametrize(
    "line", ["  - files: " + " " * 300_000, "*" * 300_000, "**a " + " " * 300_000 + "b", "#" * 300_000 + " " * 300_000]
)
def test_a_line_that_nobody_writes_takes_no_time(line: str) -> None:
    files = {"page.md": f"# A\n\n## Steps\n\n### 1. First\n{line}\n"}
    check_nothing_vanished(files, imported(files))
    checklist = {"page.md": f"# A\n\n- [ ] First\n{line}\n"}
    check_nothing_vanished(checklist, imported(checklist))


def test_a_task_that_says_another_encoding_is_read_as_the_text_it_is() -> None:
    text = TASK_XML.replace("UTF-8", "ISO-8859-1")
    assert imported({"task.xml": text}).goal == "Uma página para novos clientes."
