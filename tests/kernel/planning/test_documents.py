"""The plan as a document: its file says the same, merging keeps what both did, a diff leads from one to the other."""

from __future__ import annotations

import json
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernel.planning.patches import apply_patch
from tests.kernel.planning.plans import TS, plans, some_words, values, words

from aule.contracts.errors import Invalid, NotFound
from aule.contracts.plans.plan import Clarification, Plan, PlanStatus, PlanStep, PlanStepStatus, Risk
from aule.contracts.plans.views import PlanEdit
from aule.kernel.planning.document.content import alike, content_of, hash_of, is_same, with_content_of, with_hash
from aule.kernel.planning.document.keys import to_file
from aule.kernel.planning.document.parser import dump, parse
from aule.kernel.planning.document.reader import read_plan
from aule.kernel.planning.document.schema import plan_schema
from aule.kernel.planning.edits.differences import diff
from aule.kernel.planning.edits.edits import apply_edits
from aule.kernel.planning.edits.json_patch import patch_between
from aule.kernel.planning.edits.merge import merge

quickly = settings(deadline=None, max_examples=40)
SCHEMA = jsonschema_rs.validator_for(plan_schema())


def a_plan(**more: Any) -> Plan:
    steps = [PlanStep(id=str(n), title=f"Step {n}", dependencies=[str(n - 1)] if n > 1 else []) for n in range(1, 5)]
    given: dict[str, Any] = {"id": "abc123", "title": "T", "project": "shop", "created_at": TS, "updated_at": TS}
    return with_hash(Plan(**{**given, "steps": steps, **more}))


@given(plan=plans)
@quickly
def test_a_file_says_what_its_plan_says(plan: Plan) -> None:
    """PL-5: what the system writes is valid, and reading it gives the same plan, with nothing to repair."""
    document = to_file(with_hash(plan))
    SCHEMA.validate(json.loads(dump(document)))
    read = read_plan(parse(dump(document)).document, id=plan.id, project=plan.project, now=TS)
    assert read.warnings == []
    assert read.plan == with_hash(plan)


@given(plan=plans, other=plans, extra=st.dictionaries(words.map(lambda text: f"x {text}"), values, max_size=3))
@quickly
def test_keys_nobody_knows_stay_in_their_place(plan: Plan, other: Plan, extra: dict[str, Any]) -> None:
    before = {"first": 1, **to_file(plan), **extra}
    for step in before["steps"]:
        step["jira"] = step["id"]
    after = to_file(other, before)
    assert list(after)[: len(before)] == list(before)
    assert {name: after[name] for name in extra} == extra
    known = {step.id for step in plan.steps}
    assert [step.get("jira") for step in after["steps"]] == [
        step.id if step.id in known else None for step in other.steps
    ]
    assert to_file(other, after) == after
    again = read_plan(after, id=other.id, project=other.project, now=TS).plan
    assert is_same(again, with_hash(other))


@given(one=plans, other=plans)
@quickly
def test_a_diff_leads_from_one_version_to_the_other(one: Plan, other: Plan) -> None:
    found = diff(one, other)
    assert alike(apply_patch(to_file(one), found.patch), to_file(other))
    assert (found.changes == []) == is_same(one, other)
    assert diff(one, one).patch == []


@given(before=values, after=values)
@quickly
def test_a_patch_between_any_two_values_fits(before: Any, after: Any) -> None:
    assert alike(apply_patch(before, patch_between(before, after)), after)


def test_an_element_put_into_a_list_or_taken_out_of_it_is_one_operation() -> None:
    steps = [{"id": f"s{number}", "title": f"Step {number}"} for number in range(40)]
    new = {"id": "new", "title": "New"}
    more = [*steps[:5], new, *steps[5:]]
    assert patch_between({"steps": steps}, {"steps": more}) == [{"op": "add", "path": "/steps/5", "value": new}]
    assert patch_between({"steps": more}, {"steps": steps}) == [{"op": "remove", "path": "/steps/5"}]
    assert patch_between([1, 2], [True, 2]) == [{"op": "replace", "path": "/0", "value": True}]


_EDITS: dict[str, Any] = {"title": some_words, "goal": words, "success_criteria": st.lists(some_words, max_size=2)}
_STEP_EDITS = ("title", "description", "validation", "rationale")


@given(data=st.data())
@quickly
def test_changes_to_different_fields_merge_in_either_order(data: st.DataObject) -> None:
    """PL-20."""
    base = a_plan(risks=[Risk(id="r1", description="It breaks")])
    paths = [*_EDITS, *(f"steps.{n}.{name}" for n in range(1, 5) for name in _STEP_EDITS), "risks.r1.mitigation"]
    chosen = data.draw(st.lists(st.sampled_from(paths), unique=True, max_size=8))
    cut = data.draw(st.integers(0, len(chosen)))
    sides: list[Plan] = []
    for part in (chosen[:cut], chosen[cut:]):
        edits = [PlanEdit(op="set", path=path, value=data.draw(_EDITS.get(path, some_words))) for path in part]
        if data.draw(st.booleans()):
            name = f"new-{len(sides)}"
            edits.append(
                PlanEdit(op="add", value={"id": name, "title": name}, before=data.draw(st.none() | st.just("2")))
            )
        sides.append(apply_edits(base, edits))
    one, other = merge(base, sides[0], sides[1]), merge(base, sides[1], sides[0])
    assert one.conflicts == other.conflicts == []
    assert content_of(one.plan) == content_of(other.plan)
    for side in sides:
        for change in diff(base, side).changes:
            assert change.path in {each.path for each in diff(base, one.plan).changes}


def test_one_moves_a_step_while_the_other_rewrites_it() -> None:
    base = a_plan()
    moved = apply_edits(base, [PlanEdit(op="move", step="4", before="1")])
    rewritten = apply_edits(base, [PlanEdit(op="set", path="steps.4.title", value="New")])
    both = merge(base, moved, rewritten)
    assert both.conflicts == []
    assert [(step.id, step.title) for step in both.plan.steps][0] == ("4", "New")


def test_the_same_field_changed_twice_is_a_conflict_with_both_values() -> None:
    base = a_plan()
    theirs = apply_edits(base, [PlanEdit(op="set", path="steps.2.title", value="A")])
    mine = apply_edits(base, [PlanEdit(op="set", path="steps.2.title", value="B")])
    [clash] = merge(base, theirs, mine).conflicts
    assert (clash.path, clash.base, clash.theirs, clash.mine) == ("steps.2.title", "Step 2", "A", "B")
    assert merge(base, theirs, theirs).conflicts == []
    assert merge(base, theirs, mine, prefer_mine=True).plan.steps[1].title == "B"


def test_a_step_dropped_by_one_and_changed_by_the_other_is_a_conflict() -> None:
    base = a_plan()
    gone = apply_edits(base, [PlanEdit(op="drop", step="2")])
    changed = apply_edits(base, [PlanEdit(op="set", path="steps.2.title", value="B")])
    for theirs, mine in ((gone, changed), (changed, gone)):
        assert [clash.path for clash in merge(base, theirs, mine).conflicts] == ["steps.2"]
    ran = base.model_copy(
        update={"steps": [step.model_copy(update={"status": PlanStepStatus.DONE}) for step in base.steps]}
    )
    assert merge(base, gone, ran).conflicts == []


def test_a_plan_found_ready_as_it_was_is_not_ready_as_it_is() -> None:
    base = a_plan(status=PlanStatus.REVIEWING)
    theirs = apply_edits(base, [PlanEdit(op="set", path="title", value="Other")])
    ready = base.model_copy(update={"status": PlanStatus.READY})
    assert merge(base, theirs, ready).plan.status is PlanStatus.REVIEWING
    assert merge(base, base, ready).plan.status is PlanStatus.READY
    started = base.model_copy(update={"status": PlanStatus.EXECUTING})
    assert [clash.path for clash in merge(base, theirs, started).conflicts] == ["status"]


def test_the_hash_covers_what_would_be_done_and_nothing_else() -> None:
    """K-6: an approval is bound to it."""
    plan = a_plan(clarifications=[Clarification(id="c1", question="Where?", answer="Here")])
    same = {
        "status": PlanStatus.EXECUTING,
        "version": 9,
        "updated_at": "later",
        "steps": [step.model_copy(update={"status": PlanStepStatus.DONE, "result": 1}) for step in plan.steps],
    }
    assert hash_of(plan.model_copy(update=same)) == plan.content_hash
    for path, value in (("title", "x"), ("goal", "x"), ("success_criteria", ["x"]), ("steps.1.description", "x")):
        assert hash_of(apply_edits(plan, [PlanEdit(op="set", path=path, value=value)])) != plan.content_hash
    answered = apply_edits(plan, [PlanEdit(op="set", path="clarifications.c1.answer", value="There")])
    assert answered.content_hash != plan.content_hash
    params = [{"x": 1}, {"x": True}, {"x": "1"}]
    calls = [a_plan(steps=[PlanStep(id="1", title="a", call={"capability": "c", "params": each})]) for each in params]  # pyright: ignore[reportArgumentType]
    assert len({each.content_hash for each in calls}) == 3
    assert not is_same(calls[0], calls[1])


def test_going_back_to_a_version_keeps_how_the_plan_stands() -> None:
    old = a_plan()
    now = apply_edits(old, [PlanEdit(op="set", path="steps.1.title", value="New"), PlanEdit(op="drop", step="4")])
    done = now.steps[0].model_copy(update={"status": PlanStepStatus.DONE, "result": "ok"})
    now = now.model_copy(update={"steps": [done, *now.steps[1:]], "version": 7})
    back = with_content_of(now, old)
    assert is_same(back, old)
    assert (back.version, back.steps[0].status, back.steps[0].result) == (7, PlanStepStatus.DONE, "ok")


def test_edits_keep_ids_and_hand_on_dependencies() -> None:
    plan = apply_edits(
        a_plan(),
        [
            PlanEdit(op="move", step="4", before="1"),
            PlanEdit(op="drop", step="2"),
            PlanEdit(op="add", value={"title": "Extra", "file": "a.py", "dependsOn": [1]}, before="3"),
            PlanEdit(op="set", path="steps.3.lineStart", value=3),
            PlanEdit(op="add", path="risks", value={"description": "Slow", "severity": "low"}),
        ],
    )
    assert [step.id for step in plan.steps] == ["4", "1", "5", "3"]
    assert [step.dependencies for step in plan.steps] == [["3"], [], ["1"], ["1"]]
    assert (plan.steps[2].kind, plan.steps[3].line_start, plan.risks[0].id) == ("edit", 3, "r1")


@pytest.mark.parametrize(
    ("edit", "error", "candidate"),
    [
        (PlanEdit(op="set", path="steps.2.titel", value="x"), Invalid, "steps.2.title"),
        (PlanEdit(op="set", path="tittle", value="x"), Invalid, "title"),
        (PlanEdit(op="set", path="steps.2.status", value="done"), Invalid, None),
        (PlanEdit(op="set", path="status", value="approved"), Invalid, None),
        (PlanEdit(op="set", path="approvals", value=[]), Invalid, None),
        (PlanEdit(op="set", path="steps.9.title", value="x"), NotFound, "1"),
        (PlanEdit(op="move", step="9"), NotFound, "1"),
        (PlanEdit(op="move", step="1", before="9"), NotFound, "1"),
        (PlanEdit(op="set", path="title", value=""), Invalid, None),
        (PlanEdit(op="set", path="steps.1.kind", value="nothing"), Invalid, None),
        (PlanEdit(op="add", value={"id": "1", "title": "again"}), Invalid, None),
        (PlanEdit(op="add", value={}), Invalid, None),
    ],
)
def test_what_cannot_be_edited_is_named_with_what_can(edit: PlanEdit, error: type, candidate: str | None) -> None:
    with pytest.raises(error) as refusal:
        apply_edits(a_plan(), [edit])
    assert candidate is None or candidate in refusal.value.problem.candidates


def test_more_than_is_allowed_is_refused_by_its_place() -> None:
    with pytest.raises(Invalid, match="title"):
        apply_edits(a_plan(), [PlanEdit(op="set", path="title", value="x" * 121)])
