"""The fold: whatever a run did, its spans nest and its figures add up (ST-10)."""

from __future__ import annotations

import math
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from aule.apps.insights.traces.drafts import moment_of, timestamp_of
from aule.apps.insights.traces.span import Trace
from aule.apps.insights.traces.tree import TraceSource, trace_of
from aule.contracts.access.capability import Result
from aule.contracts.errors import Problem
from aule.contracts.events import facts
from aule.contracts.events.facts import Event, topic_of
from aule.contracts.kinds import RunKind, RunStatus
from aule.contracts.runs.run import Run, Usage

START = moment_of("2026-03-01T10:00:00.000Z")
PLACES = ("look", "write", "each", "each[0]", "each[1]", "inner/one", "inner/two")
PROBLEM = Problem(code="failed", message="It did not work.")


def usages() -> st.SearchStrategy[Usage]:
    """Return what a model's answer may have cost."""
    return st.builds(
        Usage,
        tokens_in=st.integers(0, 10**6),
        tokens_out=st.integers(0, 10**6),
        cost=st.floats(0, 100, allow_nan=False),
        model_calls=st.integers(0, 3),
    )


def own_facts() -> st.SearchStrategy[Any]:
    """Return anything that may happen in a run, in no sensible order."""
    places, calls = st.sampled_from(PLACES), st.sampled_from(["call_a", "call_b", "call_c"])
    names = st.sampled_from(["core.list_dir", "core.memory_save", "core.delegate"])
    results = st.builds(Result, ok=st.booleans(), data=st.just({"a": 1}), error=st.none() | st.just(PROBLEM))
    return st.one_of(
        st.builds(facts.StepStarted, step=places, attempt=st.integers(1, 3)),
        st.builds(facts.StepCompleted, step=places),
        st.builds(facts.StepFailed, step=places, error=st.just(PROBLEM), again_at=st.none() | st.just(1.0)),
        st.builds(facts.StepSkipped, step=places, reason=st.just("condition")),
        st.builds(facts.StepInterrupted, step=places, moment=st.just("before")),
        st.builds(facts.StepReleased, step=places, option=st.just("approve")),
        st.builds(
            facts.ModelChosen, provider=st.just("p"), model=st.just("m"), tier=st.sampled_from([0, 2]), why=st.just("")
        ),
        st.builds(
            facts.TurnStepped,
            step=st.integers(1, 9),
            text=st.text(max_size=5),
            usage=usages(),
            duration_ms=st.floats(0, 10**5),
        ),
        st.builds(facts.TurnSpoke, step=st.integers(1, 9), delta=st.just("x")),
        st.builds(
            facts.CallStarted,
            id=calls,
            capability=names,
            title=st.just("T"),
            effect=st.just("read"),
            params=st.just({}),
        ),
        st.builds(facts.CallCompleted, id=calls, capability=names, result=results),
        st.builds(facts.MemoryRecalled, items=st.just([])),
        st.builds(facts.RunPaused),
        st.builds(facts.RunResumed, reason=st.sampled_from(["restart", "decision"])),
        st.builds(facts.RunWaiting, approvals=st.just([])),
    )


@st.composite
def traces(draw: st.DrawFn) -> tuple[Trace, list[Event]]:
    """Return the trace of some runs below each other, with events at any times, also ones that run backwards."""
    runs: list[Run] = []
    events: dict[str, list[Event]] = {}
    seq = 0
    for number in range(draw(st.integers(1, 4))):
        above = None if number == 0 else draw(st.sampled_from(runs))
        run = Run(
            id=f"run_{number}",
            kind=draw(st.sampled_from([RunKind.WORKFLOW, RunKind.TURN, RunKind.CALL])),
            parent=above and above.id,
            project="home",
            status=draw(st.sampled_from([RunStatus.EXECUTING, RunStatus.DONE])),
            step=draw(st.sampled_from([None, *PLACES])) if above else None,
            queue=draw(st.sampled_from([None, "default"])),
            started_at=timestamp_of(START + draw(st.integers(-500, 10_000))),
        )
        runs.append(run)
        happened = draw(st.lists(own_facts(), max_size=25))
        if run.status is RunStatus.DONE:
            happened.append(facts.RunFinished(status=draw(st.sampled_from([RunStatus.DONE, RunStatus.FAILED]))))
        at = moment_of(run.started_at)
        for fact in happened:
            seq, at = seq + 1, at + draw(st.integers(-20, 2_000))
            event = Event(
                seq=str(seq), ts=timestamp_of(at), topic=topic_of(fact), type=fact.type, run=run.id, data=fact
            )
            events.setdefault(run.id, []).append(event)
    now = timestamp_of(START + draw(st.integers(-1_000, 10**6)))
    source = TraceSource(runs, events, now, frozenset({"p"}), 30)
    return trace_of(source), [event for each in events.values() for event in each]


@settings(deadline=None, max_examples=150)
@given(traces())
def test_children_lie_within_their_parents_and_the_figures_are_those_of_the_model_calls(
    made: tuple[Trace, list[Event]],
) -> None:
    """ST-10: times nest, tokens and cost of a run are the sum of its model calls, every path leads to the root."""
    trace, events = made
    named = {span.id: span for span in trace.spans}
    assert len(named) == len(trace.spans) and trace.spans[0].parent is None
    for span in trace.spans[1:]:
        above = named[span.parent or ""]
        assert trace.spans.index(above) < trace.spans.index(span)
        assert above.start_ms <= span.start_ms + 0.01
        assert span.start_ms + span.duration_ms <= above.start_ms + above.duration_ms + 0.01
    answers = [event.data for event in events if isinstance(event.data, facts.TurnStepped)]
    root, totals = trace.spans[0], trace.totals
    assert root.tokens_in == totals.tokens_in == sum(each.usage.tokens_in for each in answers)
    assert root.tokens_out == totals.tokens_out == sum(each.usage.tokens_out for each in answers)
    assert math.isclose(totals.cost, sum(each.usage.cost for each in answers), abs_tol=1e-8)
    assert math.isclose(root.cost, totals.cost, abs_tol=1e-8)
    assert trace.critical_path[0] == root.id and set(trace.critical_path) <= set(named)
    assert len(set(trace.critical_path)) == len(trace.critical_path)
    assert 0 <= totals.waited_ms <= root.duration_ms + 0.01
