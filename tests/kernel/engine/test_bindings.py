"""Parameters that are filled in from what other steps made."""

from __future__ import annotations

from typing import Any

import pytest

from aule.contracts.errors import Invalid
from aule.kernel.engine.graphs.bindings import Decision, resolve, uses_in

SIGHT: dict[str, Any] = {
    "state": {"topic": "ants", "n": 3},
    "inputs": {},
    "steps": {"search": {"status": "done", "result": {"items": [{"name": "a"}], "none": None}}},
    "item": {"name": "b", "tags": ["x"]},
}


@pytest.mark.parametrize(
    ("value", "filled"),
    [
        (5, 5),
        ("plain", "plain"),
        ("About {{state.topic}}, {{ state.n }} times", "About ants, 3 times"),
        ("{{state.n}}", 3),
        ("${{ tasks.search.result.items }}", [{"name": "a"}]),
        ("see {{steps.search.result.items}}", 'see [{"name": "a"}]'),
        ({"$from": "search.result.items[0].name"}, "a"),
        ({"$from": "search.result.none"}, None),
        ({"$item": "tags[0]"}, "x"),
        ({"$item": ""}, SIGHT["item"]),
        ({"deep": [{"$item": "name"}, "{{state.topic}}"]}, {"deep": ["b", "ants"]}),
        (
            {"$decide": {"instruction": "pick", "among": {"$from": "search.result.items"}, "rule": "first"}},
            Decision("pick", [{"name": "a"}], "first"),
        ),
    ],
)
def test_values_are_filled_in_with_their_type(value: Any, filled: Any) -> None:
    """K-5: a template alone keeps the type, inside a sentence it is said."""
    assert resolve(value, SIGHT) == filled


def test_what_a_value_brings_is_never_filled_in_again() -> None:
    """K-16: data stays data, whatever it looks like."""
    sight = {"state": {"topic": "{{state.secret}}", "secret": "s3cret"}}
    assert resolve("{{state.topic}} and {{state.topic}}", sight) == "{{state.secret}} and {{state.secret}}"
    assert resolve({"$from": "x"}, {"steps": {"x": {"$from": "y"}}}) == {"$from": "y"}


def test_everything_a_value_looks_at_is_known_before() -> None:
    value = {"a": ["{{state.topic}} {{inputs.x}}"], "b": {"$decide": {"instruction": "i", "among": {"$from": "s.r"}}}}
    assert [(str(use.path), use.place) for use in uses_in(value)] == [
        ("state.topic", "params.a[0]"),
        ("inputs.x", "params.a[0]"),
        ("steps.s.r", "params.b.among"),
    ]


@pytest.mark.parametrize(
    "value",
    [
        {"$form": "search.result"},
        {"$from": "search", "more": 1},
        {"$from": 5},
        {"$from": "search.__class__"},
        {"$decide": {"instruction": 5}},
        {"$decide": {"instruction": "x", "code": "y"}},
        "{{state.__init__}}",
        "{{os.environ}}",
        "{{state.topic | upper}}",
        "{{ 1 + 1 }}",
        "{{}}",
        "{{state.gone}}",
        {"$item": "gone"},
    ],
)
def test_a_binding_that_cannot_be_understood_or_found_is_refused(value: Any) -> None:
    with pytest.raises(Invalid) as refused:
        resolve(value, SIGHT)
    assert refused.value.problem.hint
