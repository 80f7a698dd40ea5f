"""Random plans, and random changes to them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from aule.contracts.plans.plan import (
    Assumption,
    Clarification,
    Estimate,
    Feedback,
    Plan,
    PlanContext,
    PlanStatus,
    PlanStep,
    PlanStepKind,
    PlanStepStatus,
    Risk,
    StepCheck,
)
from aule.contracts.runs.graph import OnError, Repeat, StepCall

TS = "2026-05-31T10:00:00.000Z"
words = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=12)
some_words = words.filter(lambda text: bool(text.strip())).map(lambda text: " ".join(text.split()))
values: SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats(-9, 9, allow_nan=False, width=16) | words,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(words, inner, max_size=2),
    max_leaves=4,
)
ids = st.sampled_from(["1", "2", "3", "4", "5", "six"])


def _steps(id: str) -> SearchStrategy[PlanStep]:
    return st.builds(
        PlanStep,
        id=st.just(id),
        title=some_words,
        description=words,
        kind=st.sampled_from(PlanStepKind),
        file=st.none() | st.sampled_from(["a.py", "b/c.ts"]),
        line_start=st.none() | st.integers(1, 9),
        file_action=st.none() | st.sampled_from(["create", "modify"]),
        files=st.lists(st.sampled_from(["x", "y"]), max_size=2, unique=True),
        dependencies=st.lists(ids, max_size=2, unique=True),
        validation=words,
        check=st.none() | st.builds(StepCheck, command=some_words),
        rationale=words,
        call=st.none() | st.builds(StepCall, capability=some_words, params=st.dictionaries(words, values, max_size=2)),
        repeat=st.none() | st.builds(Repeat, count=st.integers(1, 3)) | st.builds(Repeat, for_each=st.just({"a": 1})),
        approval=st.none() | st.sampled_from(["before", "after"]),
        on_error=st.sampled_from(OnError),
        estimate=st.none() | st.builds(Estimate, tokens=st.integers(0, 9)),
        status=st.sampled_from(PlanStepStatus),
        result=values,
    )


_clarifications = st.builds(
    Clarification,
    id=st.sampled_from(["c1", "c2"]),
    question=some_words,
    answer=st.none() | some_words,
    related_steps=st.lists(ids, max_size=2),
    status=st.just("answered"),
).map(lambda each: each if each.answer is not None else each.model_copy(update={"status": "waiting"}))
_risks = st.builds(Risk, id=st.sampled_from(["r1", "r2"]), description=some_words, mitigation=words)
_assumptions = st.builds(Assumption, text=some_words, critical=st.booleans())
_contexts = st.builds(
    PlanContext,
    files_analyzed=st.lists(some_words, max_size=2),
    assumptions=st.lists(_assumptions, max_size=2, unique_by=lambda each: each.text),
    file_hashes=st.dictionaries(some_words, some_words, max_size=1),
)
plans: SearchStrategy[Plan] = st.builds(
    Plan,
    id=st.just("abc123"),
    title=some_words,
    goal=words,
    status=st.sampled_from(PlanStatus),
    version=st.integers(1, 99),
    created_at=st.just(TS),
    updated_at=st.just(TS),
    language=st.sampled_from(["en", "pt-BR"]),
    project=st.just("shop"),
    context=_contexts,
    steps=st.lists(ids, max_size=5, unique=True).flatmap(lambda some: st.tuples(*map(_steps, some)).map(list)),
    clarifications=st.lists(_clarifications, max_size=2, unique_by=lambda each: each.id),
    risks=st.lists(_risks, max_size=2, unique_by=lambda each: each.id),
    success_criteria=st.lists(some_words, max_size=2),
    feedback=st.lists(st.builds(Feedback, code=st.just("C06"), issue=some_words, severity=st.just("info")), max_size=1),
)
