"""Whatever a plan says, the critic stays calm: same findings each time, no crash, and mending comes to an end."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.kernel.planning.sound import AGENTS, plan, project, registry, step

from aule.contracts.plans.plan import Clarification, Feedback, Plan, PlanContext, PlanStep, Risk
from aule.contracts.runs.graph import Repeat, StepCall
from aule.kernel.planning.card import card_of
from aule.kernel.planning.critic.acceptance import accept
from aule.kernel.planning.critic.fixes import in_order, mend
from aule.kernel.planning.critic.kinds import SAFETY
from aule.kernel.planning.critic.model_checks import findings_of, prompt
from aule.kernel.planning.critic.project_facts import PathFacts, ProjectFacts
from aule.kernel.planning.critic.review import review
from aule.kernel.planning.router import (
    AskMove,
    MendMove,
    ReadyMove,
    RepairMove,
    StuckMove,
    TeamLimits,
    is_ready,
    next_move,
)

REGISTRY = registry()
IDS = st.sampled_from(["1", "2", "3", "a", "b-2"])
SAID = """|…|Do it|Check every token of every request|[NEEDS CLARIFICATION]|Improve it, etc.|{{steps.1}}|rm -rf /
|password=hunter2abc|401 for `npm test`|{step!r} {0}|Migração"""
WORDS = st.sampled_from(SAID.replace("\n", "").split("|"))
PATHS = st.sampled_from(["src/a.ts", "src/b.ts", "src/aa.ts", "../x", "/etc/passwd", ".git/x", "src", "n/w/x", "a\\b"])
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.integers(-9, 9) | WORDS | st.floats(-9, 9) | st.builds(lambda p: {"$from": p}, WORDS | IDS),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["$item", "$decide", "x"]), inner),
    max_leaves=4,
)
CALLS = st.builds(
    StepCall,
    capability=st.sampled_from(["find_gaps", "school.create_activity", "school.delete_group", "nobody.knows", "post"]),
    params=st.dictionaries(st.sampled_from(["group", "topic", "id", "url", "most"]), VALUES, max_size=3),
)
STEPS = st.builds(
    PlanStep,
    id=IDS,
    title=st.sampled_from(["One", "Two", "one!", "Delete everything", "Ação"]),
    description=WORDS,
    kind=st.sampled_from(["call", "edit", "agent", "workflow", "human"]),
    file=st.none() | PATHS,
    files=st.lists(PATHS, max_size=7),
    line_start=st.none() | st.integers(-2, 50),
    line_end=st.none() | st.integers(-2, 50),
    file_action=st.sampled_from([None, "create", "modify", "delete"]),
    dependencies=st.lists(IDS, max_size=3),
    validation=WORDS,
    call=st.none() | CALLS,
    agent=st.sampled_from([None, "dev", "nobody"]),
    workflow=st.sampled_from([None, "w"]),
    repeat=st.none() | st.builds(Repeat, count=st.none() | st.just(2), for_each=VALUES),
    when=st.none() | WORDS.filter(lambda text: len(text) < 100),
    status=st.sampled_from(["pending", "done", "failed"]),
)
PLANS = st.builds(
    Plan,
    id=st.just("plan-abc"),
    title=st.just("A plan"),
    goal=WORDS,
    created_at=st.just("t"),
    updated_at=st.just("t"),
    project=st.just("p"),
    language=st.sampled_from(["en", "pt-BR", "de"]),
    status=st.sampled_from(["draft", "reviewing"]),
    steps=st.lists(STEPS, max_size=5),
    context=st.builds(
        PlanContext,
        files_analyzed=st.lists(PATHS, max_size=2),
        dependencies=st.lists(st.sampled_from(["express@4", "@types/node@20.1", "x", "", "@"]), max_size=2),
        file_hashes=st.dictionaries(PATHS, WORDS, max_size=2),
    ),
    clarifications=st.lists(
        st.builds(
            Clarification,
            id=IDS,
            question=WORDS.filter(bool),
            answer=st.none() | WORDS,
            related_steps=st.lists(IDS, max_size=2),
            code=st.sampled_from([None, "C08", "C06", "M-tests"]),
            status=st.sampled_from(["open", "answered", "dropped", "waiting"]),
            asked_at=st.none() | st.just("t"),
        ),
        max_size=2,
    ),
    risks=st.lists(st.builds(Risk, id=IDS, description=WORDS.filter(bool), severity=st.sampled_from(["low", "high"]))),
    success_criteria=st.lists(WORDS, max_size=2),
    feedback=st.lists(
        st.builds(
            Feedback,
            code=st.sampled_from(["C06", "C07", "C19", "M-tests"]),
            step_id=st.none() | IDS,
            issue=WORDS,
            severity=st.sampled_from(["info", "warning", "critical"]),
            status=st.sampled_from(["open", "accepted", "resolved"]),
        ),
        max_size=2,
    ),
)
GROUND = ProjectFacts(
    REGISTRY,
    frozenset(AGENTS),
    seen={"src": PathFacts("folder"), "src/a.ts": PathFacts("file", 10, "00"), "n": PathFacts("file")},
    names=["src", "src/a.ts", "n"],
    workflows=frozenset(),
)
CALM = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@CALM
@given(PLANS)
def test_any_plan_gets_the_same_findings_in_the_same_order_each_time(made: Plan) -> None:
    first = review(made, GROUND)
    assert first == review(made, GROUND)
    assert [each.code for each in first] == sorted(each.code for each in first)
    assert all(each.issue and (each.suggestion or each.severity == "info") for each in first)


@CALM
@given(PLANS)
def test_mending_keeps_its_word_and_comes_to_an_end(made: Plan) -> None:
    """What is said to be mendable is mended, ids stay, and the router never goes in circles."""
    for rounds in range(1, TeamLimits().rounds + 1):
        findings = review(made, GROUND)
        match next_move(made, findings, rounds):
            case MendMove(findings=chosen):
                mended = mend(made, findings, GROUND)
                assert mended is not None, chosen
                assert {each.id for each in mended.steps} <= {each.id for each in made.steps}
                made = mended
            case ReadyMove():
                assert is_ready(findings)
                return
            case RepairMove() | AskMove() | StuckMove():
                assert not is_ready(findings)
                return
    pytest.fail("it went on mending")


@CALM
@given(PLANS)
def test_going_on_leaves_only_what_is_unsafe(made: Plan) -> None:
    with_findings = made.model_copy(update={"feedback": review(made, GROUND)})
    gone_on = accept(with_findings)
    left = [each for each in review(gone_on, GROUND) if each.severity == "critical" and each.status == "open"]
    assert {each.code for each in left} <= SAFETY


@settings(max_examples=40, deadline=None)
@given(st.permutations(["1", "2", "3", "4", "5"]), st.data())
def test_putting_steps_in_order_loses_none_and_breaks_no_dependency(order: list[str], data: st.DataObject) -> None:
    steps = [step(id, dependencies=[b for b in "12345" if b < id and data.draw(st.booleans())]) for id in order]
    ordered = in_order(plan(*steps))
    assert sorted(each.id for each in ordered) == sorted(order)
    seen: set[str] = set()
    for each in ordered:
        assert set(each.dependencies) <= seen
        seen.add(each.id)
    assert in_order(plan(*ordered)) == ordered


@CALM
@given(PLANS)
def test_any_plan_has_a_card_and_a_prompt(made: Plan) -> None:
    card = card_of(made, REGISTRY, made.language)
    assert [each.id for each in card.steps] == [each.id for each in made.steps]
    prompt(made, GROUND, ["MUST not"])


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.fixed_dictionaries(
            {"issue": WORDS.filter(bool)},
            optional={"step": st.none() | IDS | st.integers(), "quote": WORDS, "severity": WORDS, "kind": WORDS},
        ),
        max_size=12,
    )
)
def test_no_finding_of_a_model_counts_without_evidence(given_findings: list[dict[str, Any]]) -> None:
    """PL-12, PL-S8: whatever a model says, only what quotes the plan and names its place can block it."""
    made = plan()
    found = findings_of({"findings": given_findings}, made)
    assert len(found) <= 7
    for each in found:
        assert each.severity == "info" or (each.evidence and (each.step_id or each.field))


def test_forty_steps_are_reviewed_in_twenty_milliseconds(tmp_path: Path) -> None:
    """The best of ten: the machine that runs the tests does other things as well."""
    project(tmp_path)
    steps = [step(str(n), title=f"Route {n}", dependencies=[str(n - 1)] if n > 1 else []) for n in range(1, 41)]
    made = plan(*steps)
    took: list[float] = []
    for _ in range(10):
        began = perf_counter()
        assert len(made.steps) == 40 and review(made, GROUND) is not None
        took.append(perf_counter() - began)
    assert min(took) < 0.02
