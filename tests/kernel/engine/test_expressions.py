"""Conditions of steps: one small grammar, nothing else is ever evaluated."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aule.contracts.errors import Invalid
from aule.kernel.engine.graphs.expressions import Sight, asks_how_it_stands, evaluate, parse, paths_in
from aule.kernel.engine.graphs.paths import MISSING, parse_path

VALUES: dict[str, Any] = {
    "state": {"topic": "ants", "score": 7.5, "count": 0, "tags": ["a", "b"], "nested": {"x": [{"y": 1}]}, "on": True},
    "inputs": {"name": "Ana"},
    "steps": {"search": {"status": "done", "result": {"rows": 3}}},
}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("abc", min_size=1, max_size=2), inner, max_size=3)
    ),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("state.topic == 'ants'", True),
        ('state.topic != "ants"', False),
        ("state.score > 7 and state.score < 8", True),
        ("state.score >= 7.5 && state.score <= 7.5", True),
        ("not state.count", True),
        ("!state.on || inputs.name == 'Ana'", True),
        ("state.nested.x[0].y == 1", True),
        ("state['topic'] == 'ants'", True),
        ("steps.search.result.rows == 3", True),
        ("state.gone == null", True),
        ("state.gone.deeper[9] == null", True),
        ("true or state.count > 'x'", True),
        ("not (true and false)", True),
        ("false and true or true", True),
        ("true or true and false", True),
        ("state.count == false", False),
        ("state.on == 1", False),
        ("success()", True),
        ("failure() or always()", True),
        ("${{ success() }}", True),
        ("-1.5e2 < 0", True),
        (r"'it\'s' == 'it\'s'", True),
        ("state.tags[1] == 'b'", True),
    ],
)
def test_conditions_come_to_what_they_say(text: str, value: Any) -> None:
    """OS-21: == != < > and or not, success() failure() always(), also in the spelling of YAML files."""
    assert evaluate(parse(text), Sight(VALUES)) == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "()",
        "state.topic ==",
        "== 1",
        "1 == 2 == 3",
        "state.topic = 'x'",
        "open('x')",
        "success(1)",
        "success(",
        "state.__class__",
        "state['__class__']",
        "state.x.__globals__.y",
        "__import__('os')",
        "state.topic; 1",
        "state.topic[",
        "state.topic[-1]",
        "state.topic[1:2]",
        "state..x",
        ".x",
        "lambda: 1",
        "[1, 2]",
        "{'a': 1}",
        "`ls`",
        "1 + 1",
        "'open",
        "and",
        "not",
        "(" * 60 + "1" + ")" * 60,
        "not " * 100 + "true",
        " or ".join(["true"] * 200),
        "x" * 3_000,
    ],
)
def test_anything_else_is_refused_with_a_hint(text: str) -> None:
    """OS-21: nothing else is ever evaluated."""
    with pytest.raises(Invalid) as refused:
        parse(text)
    assert refused.value.problem.hint


def test_what_cannot_be_compared_says_so() -> None:
    with pytest.raises(Invalid, match=r'7\.5 < "ants" cannot be compared'):
        evaluate(parse("state.score < state.topic"), Sight(VALUES))
    with pytest.raises(Invalid, match="null > 1 cannot be compared"):
        evaluate(parse("state.gone > 1"), Sight(VALUES))


def test_a_condition_names_what_it_looks_at() -> None:
    expression = parse("state.a > 1 and (not steps.b.status == 'done' or success())")
    assert {str(path) for path in paths_in(expression)} == {"state.a", "steps.b.status"}
    assert asks_how_it_stands(expression)
    assert not asks_how_it_stands(parse("state.a > 1"))


@given(st.text(max_size=120))
def test_any_text_is_an_expression_or_refused(text: str) -> None:
    """Hostile input: never anything but a value or `Invalid`."""
    with contextlib.suppress(Invalid):
        evaluate(parse(text), Sight(VALUES))


@given(JSON)
def test_every_place_in_a_value_has_a_path_that_finds_it(value: Any) -> None:
    def places(inner: Any, path: str) -> None:
        assert parse_path(path).within({"state": value}) == inner
        if isinstance(inner, dict):
            for key, each in inner.items():
                places(each, f"{path}.{key}")
        elif isinstance(inner, list):
            for index, each in enumerate(inner):
                places(each, f"{path}[{index}]")

    places(value, "state")
    assert parse_path("state.zz[7]").within({"state": {"a": value}}) is MISSING


def test_a_field_of_a_list_is_that_field_of_each_item_that_has_it() -> None:
    """A2.1: `$from` on a repeated step yields the list of its iterations' values."""
    made = {"state": {"made": [{"id": "a", "of": {"n": 1}}, {"of": {"n": 2}}, {"id": "c"}], "none": [], "words": ["x"]}}
    assert parse_path("state.made.id").within(made) == ["a", "c"]
    assert parse_path("state.made.of.n").within(made) == [1, 2]
    assert parse_path("state.none.id").within(made) == []
    assert parse_path("state.words.id").within(made) is MISSING
