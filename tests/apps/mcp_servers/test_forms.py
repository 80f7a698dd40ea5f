"""Forms that strangers write: read whole or not at all, whatever they are (TL-20)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aule.apps.mcp.client.forms import MOST_CHOICES, MOST_FIELDS, FormField, Unfit, asks_for_secret, read_form, value_of

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
KEYS = st.sampled_from(
    ["type", "enum", "enumNames", "oneOf", "anyOf", "items", "title", "description", "default", "minimum", "maximum"]
)
SCHEMA = st.dictionaries(KEYS, st.sampled_from(["string", "array", "integer", "number", "boolean"]) | JSON, max_size=6)
FORM = st.fixed_dictionaries(
    {}, optional={"properties": st.dictionaries(st.text(max_size=8), SCHEMA, max_size=10) | JSON, "required": JSON}
)


@given(FORM)
def test_any_schema_is_a_form_that_can_be_shown_or_is_refused(schema: dict[str, Any]) -> None:
    """TL-20: no schema of a stranger does anything else, and what is read is small."""
    try:
        fields = read_form(schema)
    except Unfit:
        return
    assert len(fields) <= MOST_FIELDS
    for field in fields:
        assert len(field.choices) <= MOST_CHOICES and len(field.title) <= 100 and "\n" not in field.title
    asks_for_secret("", fields)


@given(st.sampled_from(["text", "whole", "number", "choices"]), st.text(max_size=30))
def test_a_value_is_of_the_kind_that_was_asked_for_or_is_refused(kind: Any, said: str) -> None:
    """TL-20: what a server is told is JSON of the field's kind, and nothing in between."""
    field = FormField("a", kind, "A", choices=(("x", "One"), ("y", "Two")) if kind == "choices" else ())
    try:
        value = value_of(field, said)
    except Unfit:
        return
    expected = {"text": str, "whole": int, "number": float, "choices": list}[kind]
    assert isinstance(value, expected) and json.loads(json.dumps(value, allow_nan=False)) == value


SECRETS = [
    ("Enter your password", "value"),
    ("Sign in.", "api_key"),
    ("Sign in.", "apiKey"),
    ("Your PASSWORDS, please", "x"),
    ("Digite sua senha", "x"),
    ("Paste the token here", "x"),
    ("What is the PIN of your card?", "x"),
    ("Código de verificação", "x"),
    ("Type your pass\u200bword", "x"),
    ("Your credentials", "x"),
]


@pytest.mark.parametrize(("message", "name"), SECRETS)
def test_words_for_secrets_are_known_in_both_languages(message: str, name: str) -> None:
    """TL-20: a form that would have a password written down is known by its words, also with hidden characters."""
    assert asks_for_secret(message, [FormField(name, "text", name)])


@pytest.mark.parametrize("message", ["How many tokenizers?", "Who are you?", "Spin the wheel", "Which passage?"])
def test_words_that_only_look_like_them_are_not(message: str) -> None:
    """TL-20: other words are asked as they are; a choice or a yes gives no secret away."""
    assert not asks_for_secret(message, [FormField("a", "text", "A")])
    assert not asks_for_secret("Delete your password?", [FormField("a", "truth", "A")])
