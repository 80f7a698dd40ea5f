"""Replies: templates with look-ups and nothing else, and data put plainly."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from aule.contracts.capability import Result
from aule.models.language import Language

LONGEST = 4_000
MOST_ROWS = 30
_LOOKUP = re.compile(r"\{([a-zA-Z_][\w.]*)\}")
_TITLES = ("title", "name", "path", "content", "text", "line", "id")
NOTHING = {"pt": "(nada)", "en": "(nothing)"}
MORE = {"pt": "… e mais {n}", "en": "… and {n} more"}
CUT = {"pt": "… (cortado: o resultado completo está na atividade)", "en": "… (cut: activity has the whole result)"}


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
        if isinstance(value, Mapping) and step in value:
            value = value[step]  # pyright: ignore[reportUnknownVariableType]
        elif isinstance(value, list) and step.isdigit() and int(step) < len(value):  # pyright: ignore[reportUnknownArgumentType]
            value = value[int(step)]  # pyright: ignore[reportUnknownVariableType]
        else:
            raise LookupError(path)
    return value  # pyright: ignore[reportUnknownVariableType]


def plain(value: Any, language: Language) -> str:
    """Data as a person reads it: lists as lines, records by their title."""
    match value:
        case None | "" | []:
            text = NOTHING[language]
        case bool():
            text = {"pt": ("não", "sim"), "en": ("no", "yes")}[language][value]
        case str() | int() | float():
            text = str(value)
        case list():
            text = _lines(value, language)  # pyright: ignore[reportUnknownArgumentType]
        case dict() if not value:
            text = NOTHING[language]
        case dict():
            text = _record(value, language)  # pyright: ignore[reportUnknownArgumentType]
        case _:
            text = str(value)
    return text if len(text) <= LONGEST else text[:LONGEST] + "\n" + CUT[language]


def _lines(items: Sequence[Any], language: Language) -> str:
    shown = [f"- {_row(item, language)}" for item in items[:MOST_ROWS]]
    if len(items) > MOST_ROWS:
        shown.append(MORE[language].format(n=len(items) - MOST_ROWS))
    return "\n".join(shown)


def _row(item: Any, language: Language) -> str:
    if not isinstance(item, dict):
        return plain(item, language)
    named = [str(item[key]) for key in _TITLES if isinstance(item.get(key), str) and item[key]]  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]
    if named:
        return named[0] if len(named) == 1 or named[1] == named[0] else f"{named[0]}: {named[1]}"
    return ", ".join(f"{key}: {plain(value, language)}" for key, value in item.items())  # pyright: ignore[reportUnknownVariableType]


def _record(record: Mapping[str, Any], language: Language) -> str:
    """A record with one list in it is that list; else one line a field."""
    lists = [value for value in record.values() if isinstance(value, list)]
    if len(lists) == 1:
        return plain(lists[0], language)
    for key in ("text", "content"):
        if isinstance(record.get(key), str):
            return record[key]
    return "\n".join(f"- {key}: {plain(value, language)}" for key, value in record.items() if value is not None)
