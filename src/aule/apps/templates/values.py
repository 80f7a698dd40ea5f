"""Values of parameters: whether they fit, and what is wrong with them in the person's own words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from aule.apps.templates.words import say
from aule.contracts.errors import Invalid
from aule.contracts.model import JsonObject
from aule.sdk.workflows import problems_with

_LIMITS = {
    "minLength": "too_short",
    "maxLength": "too_long",
    "minItems": "too_few",
    "maxItems": "too_many",
    "minimum": "too_small",
    "maximum": "too_large",
    "exclusiveMinimum": "not_above",
    "exclusiveMaximum": "not_below",
}
"""Messages for the bounds of a schema."""
MOST_CHOICES = 10


def check_values(schemas: Mapping[str, JsonObject], values: JsonObject, locale: str) -> None:
    """Raise `Invalid` with all that is wrong with the values of parameters, the first of them as its field."""
    wrong = list(_wrongs(schemas, values, locale))
    if wrong:
        names = [_label(schema, name) for name, schema in schemas.items()]
        raise Invalid(
            " ".join(message for _, message in wrong),
            code="invalid_params",
            field=f"params.{wrong[0][0]}",
            hint=say("takes", locale, names=", ".join(names)) if names else say("takes_nothing", locale),
        )


def _wrongs(schemas: Mapping[str, JsonObject], values: JsonObject, locale: str) -> Iterator[tuple[str, str]]:
    for name in values:
        if name not in schemas:
            near = get_close_matches(name, list(schemas), n=1, cutoff=0.6)
            key = "unknown_param_near" if near else "unknown_param"
            yield name, say(key, locale, name=name, near="".join(near))
    for name, schema in schemas.items():
        label = _label(schema, name)
        if name not in values:
            if "default" not in schema:
                yield name, say("missing_param", locale, name=label)
        elif next(problems_with(values[name], schema), None) is not None:
            yield name, _wrong_value(label, values[name], schema, locale)


def _wrong_value(label: str, value: Any, schema: JsonObject, locale: str) -> str:
    """Return what is wrong with a value that does not fit its schema."""
    kind = schema.get("type")
    if isinstance(kind, str) and next(problems_with(value, {"type": kind}), None) is not None:
        return say("wrong_type", locale, name=label, type=say(f"type_{kind}", locale))
    if "enum" in schema and next(problems_with(value, {"enum": schema["enum"]}), None) is not None:
        choices = ", ".join(str(each) for each in schema["enum"][:MOST_CHOICES])
        return say("no_choice", locale, name=label, choices=choices)
    for keyword, message in _LIMITS.items():
        if keyword in schema and next(problems_with(value, {keyword: schema[keyword]}), None) is not None:
            return say(message, locale, name=label, limit=schema[keyword])
    return say("unfit", locale, name=label)


def _label(schema: JsonObject, name: str) -> str:
    """Return what people call a parameter."""
    title = schema.get("title")
    return title if isinstance(title, str) and title else name
