"""From findings to the next move: rules, then the planner, then one question, and never for ever (PL-13…PL-16)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.kernel.planning.sound import TS, call, facts, plan, project, step

from aule.contracts.plans.plan import Assumption, Clarification, Plan, PlanContext, PlanStatus, Risk
from aule.kernel.planning.critic.acceptance import accept
from aule.kernel.planning.critic.fixes import mend
from aule.kernel.planning.critic.review import review
from aule.kernel.planning.router import (
    AskMove,
    MendMove,
    Move,
    ReadyMove,
    RepairMove,
    StuckMove,
    TeamLimits,
    is_ready,
    next_move,
)

OPEN = "Protect the routes [NEEDS CLARIFICATION: which routes?]"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small project all these plans are for."""
    return project(tmp_path_factory.mktemp("shop"))


def asked(**more: Any) -> Clarification:
    given = {"id": "c1", "question": "Where?", "related_steps": ["1"], "code": "C08", "field": "file", "asked_at": TS}
    return Clarification(**{**given, **more})


def move(root: Path, made: Plan, rounds: int = 1, **more: Any) -> Move:
    return next_move(made, review(made, facts(root, made)), rounds, **more)


def reviewed(root: Path, made: Plan) -> Plan:
    return made.model_copy(update={"feedback": review(made, facts(root, made))})


def test_a_sound_plan_is_ready(root: Path) -> None:
    assert move(root, plan()) == ReadyMove()


def test_warnings_and_remarks_do_not_stand_in_the_way(root: Path) -> None:
    made = plan(step("1", description="Improve the check of the token where appropriate."), status="reviewing")
    assert move(root, made) == ReadyMove()


def test_rules_mend_what_they_can_before_anybody_is_asked(root: Path) -> None:
    """PL-13: a misspelt path, lines out of range, a file that exists, a deletion without a gate, a reference."""
    made = plan(
        step("1", file="src/routes/user.ts", line_start=1, line_end=99),
        step("2", title="Again", file="src/routes/posts.ts", file_action="create"),
        step("3", title="Drop", file="src/lib/strings.ts", file_action="delete"),
        clarifications=[asked(critical=False, code=None, related_steps=["9"])],
    )
    for _ in range(3):
        findings = review(made, facts(root, made))
        if not isinstance(next_move(made, findings, 1), MendMove):
            break
        mended = mend(made, findings, facts(root, made))
        assert mended is not None
        made = mended
    one, two, three = made.steps
    assert (one.file, one.line_start, one.line_end) == ("src/routes/users.ts", None, None)
    assert two.file_action == "modify"
    assert three.approval == "before"
    assert made.risks[-1].severity == "high" and made.risks[-1].mitigation
    assert made.clarifications[0].related_steps == []
    assert move(root, made) == ReadyMove()


def test_steps_are_put_in_order_and_doubles_dropped_while_nobody_has_seen_the_plan(root: Path) -> None:
    steps = [
        step("3", title="Three", dependencies=["2"]),
        step("1", title="One", file="src/routes/posts.ts"),
        step("2", title="Two", dependencies=["1"], file="src/lib/strings.ts"),
        step("4", title="one", file="src/routes/posts.ts", dependencies=["2"]),
        step("5", title="Five", dependencies=["4"], file="package.json"),
    ]
    draft = plan(*steps)
    findings = review(draft, facts(root, draft))
    assert isinstance(next_move(draft, findings, 1), MendMove)
    mended = mend(draft, findings, facts(root, draft))
    assert mended is not None
    again = mend(mended, review(mended, facts(root, mended)), facts(root, mended)) or mended
    assert "4" not in [each.id for each in again.steps]
    assert sorted(each.id for each in again.steps) == ["1", "2", "3", "5"]


def test_an_order_a_person_gave_is_not_turned_round_behind_their_back(root: Path) -> None:
    """C05 only warns then; one click mends it."""
    steps = [step("2", title="Two", dependencies=["1"]), step("1", title="One", file="src/routes/posts.ts")]
    made = plan(*steps, status=PlanStatus.REVIEWING)
    findings = review(made, facts(root, made))
    assert next_move(made, findings, 1) == ReadyMove()
    assert mend(made, findings, facts(root, made)) is None
    clicked = mend(made, findings, facts(root, made), warnings=True)
    assert clicked is not None and [each.id for each in clicked.steps] == ["1", "2"]


def test_the_planner_tries_twice_and_then_a_person_is_asked(root: Path) -> None:
    made = plan(step("1", validation=""))
    assert isinstance(move(root, made, 1), RepairMove)
    assert isinstance(move(root, made, 2), RepairMove)
    third = move(root, made, 3)
    assert isinstance(third, AskMove) and third.finding.code == "C07"


def test_a_planner_that_changed_nothing_is_not_asked_again(root: Path) -> None:
    made = plan(step("1", validation=""))
    findings = review(made, facts(root, made))
    assert isinstance(next_move(made, findings, 2, before=findings), AskMove)


def test_the_question_is_about_what_holds_up_most_steps(root: Path) -> None:
    """PL-16: critical first, then the number of steps behind it, then the order of the plan."""
    made = plan(
        step("1", title="One", file=None),
        step("2", title="Two", description=OPEN, file="src/lib/strings.ts"),
        step("3", title="Three", dependencies=["2"], file="src/routes/posts.ts"),
        step("4", title="Four", dependencies=["3"]),
        step("5", title="Five", file=None),
    )
    first = move(root, made)
    assert isinstance(first, AskMove) and (first.finding.step_id, first.finding.code) == ("2", "C06")
    settled = made.model_copy(update={"steps": [step("2") if each.id == "2" else each for each in made.steps]})
    second = move(root, settled)
    assert isinstance(second, AskMove) and (second.finding.step_id, second.finding.code) == ("1", "C08")


def test_an_open_question_stays_the_question(root: Path) -> None:
    made = plan(step("1", file=None), step("2", description=OPEN), clarifications=[asked()])
    assert isinstance(now := move(root, made), AskMove) and now.clarification == "c1"


def test_what_was_asked_is_never_asked_again(root: Path) -> None:
    """Said "I don't know" to one: the next one comes. Nothing left: it stops and shows what is left."""
    steps = [step("1", file=None), step("2", title="Two", file=None)]
    unknown = asked(status="waiting")
    now = move(root, plan(*steps, clarifications=[unknown]))
    assert isinstance(now, AskMove) and now.finding.step_id == "2"
    both = [unknown, asked(id="c2", related_steps=["2"], status="answered", answer="?", applied_in_version=2)]
    stuck = move(root, plan(*steps, clarifications=both))
    assert isinstance(stuck, StuckMove) and stuck.why == "asked"
    assert [each.step_id for each in stuck.findings] == ["1", "2"]


def test_questions_and_rounds_are_bounded(root: Path) -> None:
    """PL-15: five questions, eight rounds, unless the person says go on."""
    gone = [asked(id=f"c{n}", related_steps=["9"], critical=False, code=None, status="dropped") for n in range(5)]
    made = plan(step("1", file=None), clarifications=[each.model_copy(update={"related_steps": []}) for each in gone])
    assert isinstance(stuck := move(root, made), StuckMove) and stuck.why == "questions"
    assert isinstance(move(root, made, limits=TeamLimits(questions=6)), AskMove)
    assert isinstance(late := move(root, plan(step("1", validation="")), 8), StuckMove) and late.why == "rounds"


def test_what_nobody_can_answer_is_shown_instead_of_asked(root: Path) -> None:
    made = plan(step("1", description="Use password=hunter2abc to log in to the shop."))
    assert isinstance(move(root, made), StuckMove)


def test_a_cycle_never_becomes_ready(root: Path) -> None:
    """PL-S2."""
    made = plan(
        step("1"),
        step("2", title="Two", dependencies=["3"], file="src/lib/strings.ts"),
        step("3", title="Three", dependencies=["2"], file="src/routes/posts.ts"),
    )
    for rounds in range(1, 9):
        assert not isinstance(move(root, made, rounds), ReadyMove | MendMove)
    gone_on = accept(reviewed(root, made))
    assert not is_ready(review(gone_on, facts(root, gone_on)))


def test_going_on_as_it_is_records_assumptions_and_risks_and_is_ready(root: Path) -> None:
    """PL-15: "segue assim mesmo"."""
    made = plan(
        step("1", validation="", file=None),
        context=PlanContext(assumptions=[Assumption(text="MongoDB", critical=True)]),
        clarifications=[asked(code=None, field=None)],
        risks=[Risk(id="r1", description="Slow", severity="high")],
        success_criteria=[],
    )
    before = reviewed(root, made)
    assert {each.code for each in before.feedback if each.severity == "critical"} == {
        "C07", "C08", "C13", "C14", "C15", "C25",
    }  # fmt: skip
    gone_on = accept(before)
    findings = review(gone_on, facts(root, gone_on))
    assert is_ready(findings) and next_move(gone_on, findings, 1) == ReadyMove()
    accepted = [each for each in findings if each.status == "accepted"]
    assert {each.code for each in accepted} == {"C07", "C08", "C13", "C14", "C25"}
    assert gone_on.clarifications[0].status == "dropped"
    assert len(gone_on.risks) == 7 and all(each.mitigation for each in gone_on.risks[1:])
    assert [each.source for each in gone_on.context.assumptions[1:]] == ["accepted"] * 5
    assert accept(gone_on) == gone_on


def test_what_is_unsafe_is_never_waved_through(root: Path) -> None:
    made = plan(
        step("1", title="Wipe", file_action="delete"),
        call("2", "school.nothing", {}),
        step("3", title="Key", description="Use password=hunter2abc to log in to the shop.", dependencies=["9"]),
    )
    gone_on = accept(reviewed(root, made))
    left = {each.code for each in review(gone_on, facts(root, gone_on)) if each.severity == "critical"}
    assert left == {"C03", "C10", "C19", "C21"}


def test_what_was_accepted_comes_back_when_its_step_changes(root: Path) -> None:
    """PL-12."""
    made = accept(reviewed(root, plan(step("1", validation=""))))
    assert is_ready(review(made, facts(root, made)))
    changed = [made.steps[0].model_copy(update={"description": "Now it does something else with the token."})]
    again = made.model_copy(update={"steps": changed})
    assert not is_ready(review(again, facts(root, again)))
