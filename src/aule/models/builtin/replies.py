"""Replies: templates with look-ups and nothing else, and data put plainly."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from aule.contracts.access.capability import Result
from aule.models.brains.shapes import list_of, object_of, text_of
from aule.models.builtin.phrases import phrase
from aule.text.messages import Language

LONGEST = 4_000
MOST_ROWS = 30
_LOOKUP = re.compile(r"\{([a-zA-Z_][\w.]*)\}")
_TITLES = ("title", "name", "path", "content", "text", "line")
_SPOKEN = ("texto", "resumo", "message")
"""Fields that are written to be read by a person."""


def render(template: str, slots: Mapping[str, Any], result: Result, language: Language) -> str | None:
    """Fill a template; none when something it looks up is not there."""
    missing = False

    def value(match: re.Match[str]) -> str:
        nonlocal missing
        try:
            return plain(look_up(match[1], {**slots, "result": {"data": result.data}}), language)
        except LookupError:
            missing = True
            return ""

    text = _LOOKUP.sub(value, template)
    return None if missing else text


def look_up(path: str, names: Mapping[str, Any]) -> Any:
    """Follow a dotted path through mappings and lists. Nothing is evaluated."""
    value: Any = names
    for step in path.split("."):
        listed = list_of(value)
        if step in object_of(value):
            value = value[step]
        elif step.isdigit() and int(step) < len(listed):
            value = listed[int(step)]
        else:
            raise LookupError(path)
    return value


def plain(value: Any, language: Language) -> str:
    """Return data as a person reads it: lists as lines, records by their title."""
    if value is None or value in ("", [], {}):
        text = phrase("data_nothing", language)
    elif isinstance(value, bool):
        text = phrase("data_yes" if value else "data_no", language)
    elif isinstance(value, list):
        text = _lines(list_of(value), language)  # pyright: ignore[reportUnknownArgumentType]
    elif isinstance(value, dict):
        text = _record(object_of(value), language)  # pyright: ignore[reportUnknownArgumentType]
    else:
        text = str(value)
    return text if len(text) <= LONGEST else text[:LONGEST] + "\n" + phrase("data_cut", language)


def _lines(items: Sequence[Any], language: Language) -> str:
    shown = [f"- {_row(item, language)}" for item in items[:MOST_ROWS]]
    if len(items) > MOST_ROWS:
        shown.append(phrase("data_more", language, count=len(items) - MOST_ROWS))
    return "\n".join(shown)


def _row(item: Any, language: Language) -> str:
    record = object_of(item)
    if not record:
        return plain(item, language)
    named = [value for key in _TITLES if (value := text_of(record.get(key)))]
    if named:
        return named[0] if len(named) == 1 or named[1] == named[0] else f"{named[0]}: {named[1]}"
    if id := text_of(record.get("id")):
        return id
    return ", ".join(f"{key}: {plain(value, language)}" for key, value in record.items())


def _record(record: Mapping[str, Any], language: Language) -> str:
    """Return a record that says itself what it is, by that; one with one list in it is that list.

    Else one line a field.
    """
    for key in _SPOKEN:
        if isinstance(record.get(key), str) and record[key].strip():
            return record[key]
    lists = [name for name, value in record.items() if isinstance(value, list)]
    if len(lists) == 1:
        return plain(record[lists[0]], language)
    for key in ("text", "content"):
        if isinstance(record.get(key), str):
            return record[key]
    return "\n".join(f"- {key}: {plain(value, language)}" for key, value in record.items() if value is not None)
