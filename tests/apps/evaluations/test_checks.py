"""Checks are pure: what each expectation makes of an observation, whatever the answer and the calls are."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from aule.apps.evaluations.checks import check
from aule.apps.evaluations.expectations import Expectation
from aule.apps.evaluations.observation import Observation
from aule.apps.evaluations.records import TrialCheck, TriedCall
from aule.apps.evaluations.results import status_of, worst
from aule.contracts.access.capability import Capability, Effect
from aule.contracts.runs.run import Usage
from aule.contracts.talk.sources import Passage

ANY: TypeAdapter[Expectation] = TypeAdapter(Expectation)


def known(name: str, effect: str) -> Capability:
    """Return a capability."""
    app = name.partition(".")[0]
    fields: dict[str, Any] = {"category": "x", "title": name, "description": "", "params": {}, "returns": {}}
    return Capability(name=name, app=app, effect=Effect(effect), **fields)


KNOWN = {each.name: each for each in (known("core.read_file", "read"), known("core.write_file", "write"))}
READ = TriedCall(capability="core.read_file", title="r", effect="read")
WRITE = TriedCall(capability="core.write_file", title="w", effect="write", is_wished=True, asks=True)
UNKNOWN = TriedCall(capability="no.such", title="n", effect="unknown", problem="none")
HAND = TriedCall(
    capability="core.delegate", title="d", effect="read", params={"briefs": [{"agent": "Bia"}]}, is_wished=True
)
CITED = Passage(mark=2, ref="knowledge:1", title="Tea rules", text="t", start=0, end=1, path="/")


def found(expects: dict[str, Any], **seen: Any) -> TrialCheck:
    """Return what an expectation comes to."""
    return check(ANY.validate_python(expects), Observation(**seen), KNOWN, "en")


CASES: list[tuple[dict[str, Any], dict[str, Any], bool | None]] = [
    ({"expects": "calls", "what": "core.read_file"}, {"calls": [READ]}, True),
    ({"expects": "calls", "what": "core.*"}, {"calls": [WRITE]}, True),
    ({"expects": "calls", "what": "effect:write"}, {"calls": [READ]}, False),
    ({"expects": "never_calls", "what": "effect:write"}, {"calls": [WRITE]}, False),
    ({"expects": "never_calls", "what": "no.such"}, {"calls": [UNKNOWN]}, False),
    ({"expects": "never_calls", "what": "core.*"}, {}, True),
    ({"expects": "never_writes"}, {"calls": [READ]}, True),
    ({"expects": "never_writes"}, {"calls": [READ, WRITE]}, False),
    ({"expects": "never_writes"}, {"calls": [UNKNOWN]}, False),
    ({"expects": "mentions", "text": "café"}, {"answer": "Um CAFE, por favor."}, True),
    ({"expects": "mentions", "text": "tea"}, {"answer": "A team."}, False),
    ({"expects": "mentions", "text": "tea"}, {"answer": ""}, False),
    ({"expects": "never_mentions", "text": "tea"}, {"answer": "Coffee."}, True),
    ({"expects": "never_mentions", "text": "tea"}, {"answer": ""}, False),
    ({"expects": "language", "language": "pt"}, {"answer": "Isto é uma resposta em português, não é?"}, True),
    ({"expects": "language", "language": "pt"}, {"answer": "This is an answer and it is not what you want."}, False),
    ({"expects": "words", "most": 2}, {"answer": "one two"}, True),
    ({"expects": "words", "most": 2}, {"answer": "one two three"}, False),
    ({"expects": "cites"}, {"answer": "So it is [2].", "passages": [CITED]}, True),
    ({"expects": "cites", "document": "TEA"}, {"answer": "So [2].", "passages": [CITED]}, True),
    ({"expects": "cites", "document": "coffee"}, {"answer": "So [2].", "passages": [CITED]}, False),
    ({"expects": "cites"}, {"answer": "So [3].", "passages": [CITED]}, False),
    ({"expects": "asks_person"}, {"calls": [WRITE]}, True),
    ({"expects": "asks_person"}, {"calls": [READ]}, False),
    ({"expects": "hands_over"}, {"calls": [HAND]}, True),
    ({"expects": "hands_over", "to": "bia"}, {"calls": [HAND]}, True),
    ({"expects": "hands_over", "to": "ana"}, {"calls": [HAND]}, False),
    ({"expects": "tokens", "most": 10}, {"usage": Usage(tokens_in=5, tokens_out=6)}, False),
    ({"expects": "cost", "most": 0.5}, {"usage": Usage(cost=0.5)}, True),
    ({"expects": "seconds", "most": 1}, {"seconds": 1.5}, False),
    ({"expects": "shape", "shape": {"type": "object", "required": ["a"]}}, {"answer": '```json\n{"a": 1}\n```'}, True),
    ({"expects": "shape", "shape": {"type": "object", "required": ["a"]}}, {"answer": '{"b": 1}'}, False),
    ({"expects": "shape", "shape": {"type": "object"}}, {"answer": "no"}, False),
    ({"expects": "judged", "criterion": "kind"}, {"answer": "Dear."}, None),
]


@pytest.mark.parametrize(("expects", "seen", "passed"), CASES)
def test_each_expectation_is_decided_by_what_was_done(
    expects: dict[str, Any], seen: dict[str, Any], passed: bool | None
) -> None:
    """ST-3, ST-14: calls, writes, words, language, length, citations, questions, handoffs, cost, shape."""
    assert found(expects, **seen).passed is passed


TEXTS = st.text(max_size=60)
CALLS = st.lists(st.sampled_from([READ, WRITE, UNKNOWN, HAND]), max_size=5)
WHATS = st.sampled_from(["*", "core.*", "core.read_file", "core.write_file", "effect:write", "effect:read", "no.such"])
EXPECTED: st.SearchStrategy[dict[str, Any]] = st.one_of(*(st.just(each) for each, _, _ in CASES))


@given(EXPECTED, TEXTS, CALLS)
def test_a_check_never_fails_itself_and_always_says_why(
    expects: dict[str, Any], answer: str, calls: list[TriedCall]
) -> None:
    """ST-14: whatever was answered, a check comes to yes, no or not checked; only judgements are left open."""
    came = found(expects, answer=answer, calls=calls)
    assert came.why and came.sentence
    assert (came.passed is None) == came.by_model == (expects["expects"] == "judged")
    assert came == found(expects, answer=answer, calls=calls)


@given(WHATS, CALLS)
def test_calling_and_never_calling_are_opposites(what: str, calls: list[TriedCall]) -> None:
    """ST-14: of *calls* and *never calls* the same, exactly one holds; one more call never makes *never* true."""
    does = found({"expects": "calls", "what": what}, calls=calls).passed
    never = found({"expects": "never_calls", "what": what}, calls=calls).passed
    assert does is not never
    more = found({"expects": "never_calls", "what": what}, calls=[*calls, WRITE]).passed
    assert never or not more


@given(st.lists(st.sampled_from([True, False, None]), max_size=6), st.booleans())
def test_what_was_not_checked_never_counts_as_passed(passed: list[bool | None], has_failed: bool) -> None:
    """ST-14: passed is only what was checked, all of it, and held."""
    base = found({"expects": "never_writes"})
    status = status_of([base.model_copy(update={"passed": each}) for each in passed], has_failed=has_failed)
    assert (status == "passed") == (bool(passed) and all(each is True for each in passed) and not has_failed)
    assert worst([status, "passed"]) == status
