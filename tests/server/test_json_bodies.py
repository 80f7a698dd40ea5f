"""JSON bodies are read strictly: what cannot be stored, hashed or sent on is refused at the door."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aule.contracts.errors import AuleError, Invalid
from aule.server.json_bodies import UnsupportedMediaType, check_media_type, parse
from aule.text.hashing import content_hash
from aule.text.strict_json import DEEPEST

values: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(values)
def test_every_honest_value_comes_through_unchanged(value: Any) -> None:
    assert parse(json.dumps(value).encode()) == value
    assert parse(json.dumps(value, ensure_ascii=False).encode()) == value


@given(st.binary(max_size=200))
def test_any_bytes_are_a_value_that_can_be_hashed_or_a_clear_refusal(body: bytes) -> None:
    try:
        value = parse(body)
    except Invalid as error:
        assert error.problem.field == "body" and error.problem.hint
    else:
        assert content_hash(value)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", "invalid_json"),
        (b"", "invalid_json"),
        (b"\xff\xfe", "invalid_json"),
        (b"{'a': 1}", "invalid_json"),
        (b"NaN", "invalid_json"),
        (b'{"a": 1, "a": 1}', "invalid_json"),
        (b'{"a": [{"b": 1, "c": 2, "b": 3}]}', "invalid_json"),
        (rb'{"a": 1, "\u0061": 2}', "invalid_json"),
        (b'{"a": -Infinity}', "invalid_json"),
        (b"1e999", "invalid_json"),
        (b"9007199254740992", "invalid_json"),
        (b"1" * 100_000, "invalid_json"),
        (b"[" * 100_000, "invalid_json"),
        (b'{"a":' * 50_000 + b"1" + b"}" * 50_000, "invalid_json"),
        (b"[" * (DEEPEST + 1) + b"]" * (DEEPEST + 1), "invalid_json"),
        (rb'"\ud800"', "invalid_text"),
        (rb'{"\uDFFF": 1}', "invalid_text"),
        (rb'{"a": ["x\ud800\ud800"]}', "invalid_text"),
        (rb'"\udc00\ud800"', "invalid_text"),
    ],
)
def test_hostile_bodies_are_refused_with_a_code(body: bytes, code: str) -> None:
    with pytest.raises(Invalid) as refused:
        parse(body)
    assert (refused.value.problem.code, refused.value.status) == (code, 422)
    assert len(refused.value.problem.message) < 200


def test_what_looks_hostile_and_is_not_comes_through() -> None:
    assert parse(rb'"\ud83d\ude00"') == "😀"
    assert parse(rb'"\\ud800"') == r"\ud800"
    assert parse(b"[" * DEEPEST + b"]" * DEEPEST) is not None
    assert parse(b'"' + b"[" * 1000 + b'"') == "[" * 1000


@pytest.mark.parametrize("kind", [None, "", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
def test_only_json_that_says_so_is_read(kind: str | None) -> None:
    with pytest.raises(UnsupportedMediaType):
        check_media_type(kind)


@pytest.mark.parametrize(
    "kind", ["application/json", "Application/JSON; charset=utf-8", "application/merge-patch+json"]
)
def test_json_by_any_of_its_names_is_read(kind: str) -> None:
    check_media_type(kind)


def test_the_refusals_are_told_as_errors_of_ours() -> None:
    assert issubclass(UnsupportedMediaType, AuleError) and UnsupportedMediaType.status == 415
