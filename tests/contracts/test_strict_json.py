"""One strict reader of JSON: whatever else it gives, it refuses the same things in every form."""

from __future__ import annotations

import json
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aule.text.strict_json import DEEPEST, NotStrict, Reason, read_exact_json, read_exact_json_at, read_json

READERS = pytest.mark.parametrize("read", [read_json, read_exact_json])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(VALUES)
def test_both_readers_read_the_same_from_plain_values(value: Any) -> None:
    text = f" {json.dumps(value)}\n"
    assert read_json(text) == read_exact_json(text) == value
    assert read_exact_json_at(text, 1) == (value, len(text) - 1)


@READERS
@pytest.mark.parametrize(
    ("text", "reason", "piece"),
    [
        ('{"a": 1, "a": 1}', Reason.KEY_TWICE, "a"),
        ('[{"b": {"c": 1, "c": 2}}]', Reason.KEY_TWICE, "c"),
        ("[NaN]", Reason.NO_NUMBER, "NaN"),
        ("-Infinity", Reason.NO_NUMBER, "-Infinity"),
        ("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1), Reason.TOO_DEEP, ""),
        ("[" * 200_000, Reason.TOO_DEEP, ""),
    ],
)
def test_what_two_programs_could_read_differently_is_refused(
    read: Callable[[str], Any], text: str, reason: Reason, piece: str
) -> None:
    with pytest.raises(NotStrict) as caught:
        read(text)
    assert (caught.value.reason, caught.value.piece) == (reason, piece)


@READERS
@pytest.mark.parametrize("text", ["", "{", "[1] 2", "{'a': 1}", "01"])
def test_what_is_no_json_is_told_with_its_place(read: Callable[[str], Any], text: str) -> None:
    with pytest.raises(json.JSONDecodeError):
        read(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (str(2**53), Reason.LARGE_INTEGER),
        ("9" * 5_000, Reason.LARGE_INTEGER),
        ("1e999", Reason.LARGE_NUMBER),
        ('["\\ud800"]', Reason.HALF_CHARACTER),
        ('{"\\udfff": 1}', Reason.HALF_CHARACTER),
    ],
)
def test_numbers_and_texts_that_others_cannot_hold_are_refused_where_values_are_shared(
    text: str, reason: Reason
) -> None:
    with pytest.raises(NotStrict) as caught:
        read_json(text)
    assert caught.value.reason is reason


def test_exact_numbers_stay_as_they_are_written() -> None:
    read = read_exact_json('[1.10, 1e999, 9007199254740993, "\\ud800"]')
    assert read == [Decimal("1.10"), Decimal("1e999"), 2**53 + 1, "\ud800"]
    assert str(read[0]) == "1.10"


def test_a_depth_of_ones_own_is_kept_to() -> None:
    assert read_json("[[[]]]", deepest=3) == [[[]]]
    with pytest.raises(NotStrict):
        read_json("[[[]]]", deepest=2)
