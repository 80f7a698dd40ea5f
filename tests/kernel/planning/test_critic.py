"""The critic's rules: a sound plan passes, and each of the 25 checks finds what it is there for (PL-11)."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from tests.kernel.planning.sound import call, facts, plan, project, step

from aule.contracts.plans.plan import (
    Assumption,
    Clarification,
    Feedback,
    Plan,
    PlanContext,
    PlanStepKind,
    PlanStepStatus,
    Risk,
    StepCheck,
)
from aule.contracts.runs.graph import Repeat
from aule.kernel.planning.critic.kinds import KINDS
from aule.kernel.planning.critic.review import CHECKS, ESSENTIAL, review
from aule.kernel.planning.critic.texts import TEXTS

EXISTING = {"file": "src/routes/users.ts", "file_action": "create"}
TYPO = {"file": "src/routes/user.ts"}
LOST = {"file": "src/nowhere/thing.ts"}
TOKEN = "ghp_" + "a1B2" * 10


def asked(**more: Any) -> Clarification:
    return Clarification(**{"id": "c1", "question": "Which routes?", "related_steps": ["1"], **more})


def context(**more: Any) -> PlanContext:
    return plan().context.model_copy(update=more)


def found(root: Path, made: Plan, **more: Any) -> list[Feedback]:
    return [each for each in review(made, facts(root, made, **more)) if each.severity != "info"]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small project all these plans are for."""
    return project(tmp_path_factory.mktemp("shop"))


def test_a_sound_plan_passes_every_check(root: Path) -> None:
    made = plan()
    assert review(made, facts(root, made)) == []


SPOILED: dict[str, tuple[Callable[[], Plan], str]] = {
    # what was done to the plan: the finding it must lead to, as code, severity, step and who can mend it
    "no steps": (lambda: plan().model_copy(update={"steps": []}), "C01 critical - planner"),
    "no goal": (lambda: plan(goal=" "), "C01 critical - planner"),
    "a title that is too long": (lambda: plan().model_copy(update={"title": "x" * 121}), "C01 critical - planner"),
    "a call without a call": (lambda: plan(step("1", kind="call", file=None)), "C01 critical 1 planner"),
    "a repetition nobody can count": (lambda: plan(step("1", repeat=Repeat())), "C01 critical 1 planner"),
    "a condition nobody can read": (lambda: plan(step("1", when="((")), "C01 critical 1 planner"),
    "two steps of one id": (
        lambda: plan(step("1"), step("1", title="Another one", file="src/routes/posts.ts")),
        "C02 critical 1 planner",
    ),
    "a dependency that is not there": (lambda: plan(step("1", dependencies=["9"])), "C03 critical 1 planner"),
    "a step that waits for itself": (lambda: plan(step("1", dependencies=["1"])), "C04 critical 1 planner"),
    "an order that cannot be": (
        lambda: plan(step("1", dependencies=["2"]), step("2", file="src/routes/posts.ts")),
        "C05 warning 1 code",
    ),
    "nothing said": (lambda: plan(step("1", description="")), "C06 critical 1 planner"),
    "too little said": (lambda: plan(step("1", description="Do it now")), "C06 critical 1 planner"),
    "a placeholder": (lambda: plan(step("1", description="T" + "ODO: describe this step")), "C06 critical 1 planner"),
    "three dots": (lambda: plan(step("1", description="…")), "C06 critical 1 planner"),
    "something left open": (
        lambda: plan(step("1", description="Protect the routes [NEEDS CLARIFICATION: which routes?]")),
        "C06 critical 1 person",
    ),
    "no validation of an edit": (lambda: plan(step("1", validation="")), "C07 critical 1 planner"),
    "a validation nobody can measure": (lambda: plan(step("1", validation="It works well")), "C07 critical 1 planner"),
    "no validation of a call that writes": (
        lambda: plan(call("1", "school.rename_group", {"id": "g", "name": "7A"}, validation="")),
        "C07 warning 1 planner",
    ),
    "no path": (lambda: plan(step("1", file=None)), "C08 critical 1 person"),
    "a path that leads out": (lambda: plan(step("1", file="../elsewhere.ts")), "C08 critical 1 planner"),
    "a path of the system": (lambda: plan(step("1", file=".git/hooks/pre-commit")), "C08 critical 1 planner"),
    "a file that is not there": (lambda: plan(step("1", **LOST)), "C08 critical 1 planner"),
    "a misspelt file": (lambda: plan(step("1", **TYPO)), "C08 critical 1 code"),
    "a file that is there already": (lambda: plan(step("1", **EXISTING)), "C08 critical 1 code"),
    "a misspelt folder": (
        lambda: plan(step("1", file="src/service/auth.ts", file_action="create")),
        "C08 critical 1 person",
    ),
    "a file as a folder": (
        lambda: plan(step("1", file="package.json/auth.ts", file_action="create")),
        "C08 critical 1 planner",
    ),
    "lines the wrong way round": (lambda: plan(step("1", line_start=9, line_end=3)), "C09 warning 1 code"),
    "lines the file does not have": (lambda: plan(step("1", line_start=19, line_end=30)), "C09 critical 1 code"),
    "a capability that does not exist": (lambda: plan(call("1", "school.find_gap", {})), "C10 critical 1 planner"),
    "a parameter that does not exist": (
        lambda: plan(call("1", "school.find_gaps", {"group": "7A", "mots": 3})),
        "C10 critical 1 planner",
    ),
    "a parameter that is missing": (lambda: plan(call("1", "school.find_gaps", {})), "C10 critical 1 person"),
    "a parameter of another type": (
        lambda: plan(call("1", "school.find_gaps", {"group": "7A", "most": []})),
        "C10 critical 1 planner",
    ),
    "an agent nobody knows": (lambda: plan(step("1", agent="nobody")), "C10 critical 1 planner"),
    "a tool nobody knows": (lambda: plan(step("1", tools=["school.*", "core.*"])), "C10 critical 1 planner"),
    "a binding to no step": (
        lambda: plan(call("1", "school.find_gaps", {"group": {"$from": "9.result.data.x"}})),
        "C11 critical 1 planner",
    ),
    "a binding nobody can read": (
        lambda: plan(call("1", "school.find_gaps", {"group": {"$form": "1"}})),
        "C11 critical 1 planner",
    ),
    "an item of no list": (
        lambda: plan(call("1", "school.find_gaps", {"group": {"$item": "title"}})),
        "C11 critical 1 planner",
    ),
    "vague words": (
        lambda: plan(step("1", description="Improve the check of the token where appropriate, etc.")),
        "C12 warning 1 planner",
    ),
    "a high risk and nothing done": (
        lambda: plan(risks=[Risk(id="r1", description="Users are locked out", severity="high")]),
        "C13 critical - planner",
    ),
    "no criteria": (lambda: plan(success_criteria=[" "]), "C14 critical - planner"),
    "an open question": (lambda: plan(clarifications=[asked()]), "C15 critical 1 person"),
    "an answer without a trace": (
        lambda: plan(clarifications=[asked(answer="Everything below /admin", status="answered")]),
        "C16 warning - planner",
    ),
    "a question about no step": (
        lambda: plan(clarifications=[asked(critical=False, related_steps=["9"])]),
        "C17 warning - code",
    ),
    "a finding about no step": (
        lambda: plan(feedback=[Feedback(code="C06", step_id="9", issue="?", severity="info")]),
        "C17 warning - code",
    ),
    "a question that is settled": (
        lambda: plan(clarifications=[asked(code="C08", field="file")]),
        "C17 warning - code",
    ),
    "six files in a step": (
        lambda: plan(step("1", file_action=None, files=[f"src/routes/{n}.ts" for n in "abcdef"])),
        "C18 warning 1 -",
    ),
    "a deletion without a gate": (lambda: plan(step("1", file_action="delete")), "C19 critical 1 code"),
    "a capability that deletes": (lambda: plan(call("1", "school.delete_group", {"id": "7A"})), "C19 critical 1 code"),
    "a migration": (
        lambda: plan(step("1", description="Run the migration that moves every user to the new table.")),
        "C19 critical 1 code",
    ),
    "a command that destroys": (
        lambda: plan(call("1", "school.run_command", {"command": "git push --force origin main"})),
        "C19 critical 1 code",
    ),
    "a token in a step": (lambda: plan(step("1", description=f"Use the key {TOKEN} here")), "C21 critical 1 -"),
    "a password in the goal": (lambda: plan(goal="Log in with password=hunter2abc"), "C21 critical - -"),
    "a file that went away": (lambda: plan(context=context(files_analyzed=["src/gone.ts"])), "C22 warning - -"),
    "a file that changed": (
        lambda: plan(context=context(file_hashes={"src/routes/posts.ts": "sha256:00"})),
        "C22 warning - -",
    ),
    "a library nobody listed": (lambda: plan(context=context(dependencies=["left-pad@1.0.0"])), "C23 warning - -"),
    "a library of another version": (lambda: plan(context=context(dependencies=["express@5.0.0"])), "C23 warning - -"),
    "a step that is there twice": (
        lambda: plan(step("1", title="Protect routes"), step("2", title="protect  Routes!")),
        "C24 warning 2 code",
    ),
    "an assumption nobody confirmed": (
        lambda: plan(context=context(assumptions=[Assumption(text="MongoDB", critical=True)])),
        "C25 critical - person",
    ),
}


@pytest.mark.parametrize("what", SPOILED)
def test_one_spoiled_thing_leads_to_its_finding_and_to_no_other(root: Path, what: str) -> None:
    make, wanted = SPOILED[what]
    assert [told(each) for each in found(root, make())] == [wanted]


def told(each: Feedback) -> str:
    fixed = each.fix or ("person" if each.requires_clarification else "-")
    return f"{each.code} {each.severity} {each.step_id or '-'} {fixed}"


def test_a_cycle_typed_by_hand_is_named_with_its_steps(root: Path) -> None:
    """PL-S2: 2 → 3 → 2, named both ways, in both languages."""
    steps = [
        step("1"),
        step("2", title="Two", dependencies=["3"], file="src/routes/posts.ts"),
        step("3", title="Three", dependencies=["2", "1"], file="src/lib/strings.ts"),
    ]
    for language in ("en", "pt-BR"):
        cycles = [each for each in found(root, plan(*steps, language=language)) if each.code == "C04"]
        assert [each.severity for each in cycles] == ["critical"]
        assert "2 → 3 → 2" in cycles[0].issue


def test_looking_at_a_result_is_waiting_for_it(root: Path) -> None:
    made = plan(
        call("1", "school.find_gaps", {"group": {"$from": "2.result.data"}}),
        call("2", "school.find_gaps", {"group": {"$from": "1.result.data.gaps[0].title"}}),
    )
    assert "C04" in [each.code for each in found(root, made)]


def test_a_binding_is_held_against_what_the_other_step_gives(root: Path) -> None:
    def bound(path: str) -> list[str]:
        params = {"group": "7A", "topic": {"$from": path}}
        steps = call("1", "find_gaps", {"group": "7A"}), call("2", "criar_atividade", params, dependencies=["1"])
        return [each.code for each in found(root, plan(*steps))]

    assert bound("1.result.data.gaps[0].title") == []
    assert bound("1.result.gaps[0].title") == []
    assert bound("1.result.data.gaps[0].name") == ["C11"]
    assert bound("1.result.data.holes") == ["C11"]
    assert bound("1.outcome") == ["C11"]


def test_the_fixed_example_of_a_school_plan_is_sound(root: Path) -> None:
    """Repetition over what another step found, items, and values that are decided later."""
    made = plan(
        call("3", "find_gaps", {"group": "7A", "most": 3}),
        call(
            "4",
            "criar_atividade",
            {"group": "7A", "topic": {"$item": "title"}, "amount": {"$decide": "ten at most"}},
            repeat=Repeat(for_each={"$from": "3.result.data.gaps"}, max=3),
            dependencies=["3"],
        ),
    )
    assert found(root, made) == []


def test_files_that_steps_before_make_are_there_for_those_after(root: Path) -> None:
    made = plan(
        step("1", file="src/services/auth/jwt.ts", file_action="create"),
        step("2", title="Use it", file="src/services/auth/jwt.ts", dependencies=["1"]),
        step("3", title="More", file="src/services/auth/more.ts", file_action=None, dependencies=["2"]),
    )
    assert found(root, made) == []


def test_a_folder_the_person_chose_is_not_doubted_again(root: Path) -> None:
    answer = asked(code="C08", field="file", answer="src/service/", status="answered", applied_in_version=2)
    made = plan(step("1", file="src/service/auth.ts", file_action="create"), clarifications=[answer])
    assert found(root, made) == []


def test_what_is_done_is_not_reviewed_again(root: Path) -> None:
    made = plan(step("1", status=PlanStepStatus.DONE, description="", validation="", **EXISTING), step("2"))
    assert [each.code for each in found(root, made)] == []


def test_a_gate_and_a_named_risk_make_destruction_acceptable(root: Path) -> None:
    risk = Risk(id="r2", description="Step 1 deletes the routes", severity="high", mitigation="Kept in the history")
    made = plan(step("1", file_action="delete", approval="before"), risks=[risk])
    assert found(root, made) == []


def test_a_machine_check_is_a_validation(root: Path) -> None:
    assert found(root, plan(step("1", validation="", check=StepCheck(command="npm test")))) == []


def test_an_agent_with_limits_may_only_be_given_what_it_can_write(root: Path) -> None:
    """C20 is silent where an agent has no limits of its own."""
    scopes = {"dev": ["src/services/**"]}
    assert [each.code for each in found(root, plan(), scopes=scopes)] == ["C20", "C20"]
    assert found(root, plan(), scopes={"dev": ["src/**"]}) == []
    assert [each.code for each in found(root, plan(), scopes={"dev": ["[broken"]})] == ["C20", "C20"]


def test_a_workflow_has_to_be_kept(root: Path) -> None:
    made = plan(step("1", kind=PlanStepKind.WORKFLOW, workflow="wf_9", file=None, file_action=None))
    assert [each.code for each in found(root, made, workflows={"wf_1"})] == ["C10"]
    assert found(root, made, workflows={"wf_9"}) == []


def test_a_secret_is_never_repeated(root: Path) -> None:
    made = plan(call("1", "school.find_gaps", {"group": TOKEN}))
    findings = found(root, made)
    assert [each.code for each in findings] == ["C21"]
    assert TOKEN not in "".join(each.model_dump_json() for each in findings)


def test_forty_steps_are_still_read_and_forty_one_are_not(root: Path) -> None:
    steps = [step(str(n), title=f"Route number {n}") for n in range(1, 42)]
    assert found(root, plan(*steps[:40])) == []
    assert [each.code for each in found(root, plan(*steps))] == ["C18"]


def test_steps_that_serve_no_criterion_are_only_remarked(root: Path) -> None:
    made = plan(
        step("1"),
        step(
            "2",
            title="Paint",
            description="Colours of the cover",
            rationale="",
            validation="A file",
            file="x/y.md",
            file_action=None,
        ),
    )
    remarks = [each for each in review(made, facts(root, made)) if each.severity == "info"]
    assert [(each.code, each.step_id) for each in remarks] == [("C14", "2")]


def test_apps_without_a_dialogue_are_held_against_the_essential_checks_alone(root: Path) -> None:
    made = plan(call("1", "find_gaps", {}, description="", validation=""), goal="g", success_criteria=[])
    assert [each.code for each in review(made, facts(root, made), ESSENTIAL)] == ["C10"]


def test_every_finding_is_told_in_both_languages_with_the_same_values() -> None:
    def names(text: str) -> set[str]:
        return {name for _, name, _, _ in Formatter().parse(text) if name}

    assert set(TEXTS) == set(KINDS)
    assert {kind.code for kind in KINDS.values()} == {each.code for each in CHECKS}
    assert [each.code for each in CHECKS] == [f"C{number:02}" for number in range(1, 26)]
    for text in TEXTS.values():
        assert names(text.issue) == names(text.issue_pt), text
        assert text.issue != text.issue_pt
        assert all(said[0] in "{" or said[0].isupper() for said in text)


def test_findings_in_a_portuguese_plan_speak_portuguese(root: Path) -> None:
    english = re.compile(r"\b(?:the|step|does|with|which|is not)\b")
    for what, (make, _) in SPOILED.items():
        made = make().model_copy(update={"language": "pt-BR"})
        for each in review(made, facts(root, made)):
            if each.field not in ("title", "when"):  # what a library says of a form stays as it is
                own = re.sub(r"'[^']*'|: .*", "", each.issue)
                assert english.search(own) is None, (what, each.issue)
