"""Plans as other tools keep them: what is exported can be read, by the others and by us."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from tests.kernel.planning.plans import TS, plans

from aule.contracts.errors import Invalid
from aule.contracts.plans.plan import Clarification, Plan, PlanStep, PlanStepKind, PlanStepStatus, Risk
from aule.contracts.runs.graph import Repeat, StepCall
from aule.kernel.planning.document.keys import to_file
from aule.kernel.planning.formats import FORMATS, export_plan, import_plan
from aule.kernel.workflows.document_reader import parse

PLAN = Plan(
    id="abc123",
    title='Entrar com "senha": já!',
    goal="People sign in.",
    project="shop",
    created_at=TS,
    updated_at=TS,
    steps=[
        PlanStep(
            id="1",
            title="Look around",
            kind=PlanStepKind.CALL,
            call=StepCall(capability="core.list_dir", params={"path": ".", "on": True}),
            status=PlanStepStatus.DONE,
        ),
        PlanStep(
            id="auth",
            title="Write the service",
            description="Sign and verify tokens: {{not a binding}}",
            kind=PlanStepKind.EDIT,
            file="src/auth.ts",
            dependencies=["1"],
            validation="npm test passes",
        ),
        PlanStep(
            id="3",
            title="Test each file",
            kind=PlanStepKind.AGENT,
            dependencies=["1", "auth"],
            repeat=Repeat(for_each={"$from": "1.result.data.entries"}, max=5),
            approval="before",
        ),
        PlanStep(id="4", title="Which routes?", kind=PlanStepKind.HUMAN, question="Which routes?"),
    ],
    risks=[Risk(id="r1", description="Secrets leak", severity="high", mitigation="Use .env")],
    success_criteria=["401 without a token", "WHEN a token is valid THE SYSTEM SHALL answer 200"],
    clarifications=[Clarification(id="c1", question="Where?", answer="In src/", status="answered")],
)


def imported(files: dict[str, str]) -> Plan:
    return import_plan(files, id="def456", project="shop", now=TS).plan


def test_each_format_has_the_files_its_tool_looks_for() -> None:
    """PL-31."""
    slug = "entrar-com-senha-ja"
    assert {format: sorted(export_plan(PLAN, format)) for format in FORMATS} == {
        "workflow": [f"{slug}.workflow.yaml"],
        "speckit": [f"specs/{slug}/plan.md", f"specs/{slug}/spec.md", f"specs/{slug}/tasks.md"],
        "kiro": [f".kiro/specs/{slug}/{name}.md" for name in ("design", "requirements", "tasks")],
        "taskmaster": [".taskmaster/tasks/tasks.json"],
        "github": [f"issues/{slug}/{name}.md" for name in ("00-plan", "01-1", "02-auth", "03-3", "04-4")],
        "markdown": [f"{slug}.md"],
        "cappy": [".cappy/plans/plan-abc123.json"],
    }
    with pytest.raises(Invalid) as refusal:
        export_plan(PLAN, "word")
    assert refusal.value.problem.candidates == list(FORMATS)


def test_a_plan_becomes_a_workflow_the_library_reads() -> None:
    [text] = export_plan(PLAN, "workflow").values()
    workflow = parse(text)
    assert workflow.title == 'Entrar com "senha": já!'
    assert [(node.id, node.kind, node.dependencies) for node in workflow.graph.nodes] == [
        ("1", "call", []),
        ("auth", "agent", ["1"]),
        ("3", "agent", ["1", "auth"]),
        ("4", "human", []),
    ]
    assert workflow.graph.nodes[0].call == StepCall(capability="core.list_dir", params={"path": ".", "on": True})
    assert workflow.graph.nodes[2].repeat is not None


def test_task_master_lists_are_written_and_read() -> None:
    [text] = export_plan(PLAN, "taskmaster").values()
    tasks = json.loads(text)["master"]["tasks"]
    assert set(tasks[0]) == {
        *("id", "title", "description", "status", "dependencies", "priority", "details", "testStrategy", "subtasks")
    }
    assert [(task["id"], task["status"], task["dependencies"]) for task in tasks] == [
        (1, "done", []),
        (2, "pending", [1]),
        (3, "pending", [1, 2]),
        (4, "pending", []),
    ]
    back = imported({"tasks.json": text})
    assert [(step.id, step.title, step.dependencies) for step in back.steps] == [
        ("1", "Look around", []),
        ("2", "Write the service", ["1"]),
        ("3", "Test each file", ["1", "2"]),
        ("4", "Which routes?", []),
    ]
    older = {
        "tasks": [
            {
                "id": 7,
                "title": "Big",
                "subtasks": [{"id": 1, "title": "a"}, {"id": 2, "title": "b", "dependencies": [1]}],
            }
        ]
    }
    steps = imported({"x/tasks.json": json.dumps(older)}).steps
    assert [(step.id, step.dependencies) for step in steps] == [("7", []), ("7-1", ["7"]), ("7-2", ["7-1", "7"])]


@pytest.mark.parametrize("format", ["speckit", "kiro"])
def test_checklists_are_read_back(format: str) -> None:
    """PL-31: spec-kit's and Kiro's `tasks.md`, with what stands beside it."""
    plan = imported(export_plan(PLAN, format))
    assert [step.title for step in plan.steps][-1] == "Which routes?"
    assert [step.status for step in plan.steps][:2] == [PlanStepStatus.DONE, PlanStepStatus.PENDING]
    second = plan.steps[1]
    assert (second.file, second.dependencies) == ("src/auth.ts", [plan.steps[0].id])
    assert plan.goal


def test_anybodys_list_of_boxes_is_a_plan() -> None:
    text = "# Tidy up\n\n1. [ ] Sort the photos\n   by year\n   - [x] 2024\n- [ ] Throw away `old/list.txt`\n"
    plan = imported({"todo.md": text})
    assert (plan.title, plan.goal) == ("Tidy up", "Tidy up")
    assert [(step.title, step.description, step.dependencies) for step in plan.steps] == [
        ("Sort the photos", "by year", []),
        ("2024", "", ["1"]),
        ("Throw away `old/list.txt`", "", []),
    ]
    assert plan.steps[2].file == "old/list.txt"


def test_a_plan_file_is_imported_as_itself() -> None:
    found = import_plan({"plan-abc123.json": json.dumps(to_file(PLAN))}, id="abc123", project="shop", now=TS)
    assert found.plan.steps == PLAN.steps


@pytest.mark.parametrize(
    "files",
    [
        *({}, {"a.md": "nothing here"}, {"a.json": "[]"}, {"a.json": "{"}, {"a.json": '{"x": "\ud800"}'}),
        *({str(n): "- [ ] x" for n in range(51)}, {"a.md": "x" * 5_000_000}),
    ],
)
def test_what_is_no_plan_is_refused_with_words(files: dict[str, str]) -> None:
    with pytest.raises(Invalid):
        imported(files)


@given(plan=plans)
@settings(deadline=None, max_examples=40)
def test_any_plan_can_be_exported_to_any_format(plan: Plan) -> None:
    for format in FORMATS:
        if format != "workflow" or plan.steps:
            files = export_plan(plan, format)
            assert all(text.strip() for text in files.values())
            assert not any(path.startswith("/") or ".." in path for path in files)
