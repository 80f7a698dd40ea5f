"""Exchanges: one value in place of another, two values that change places, and values that are left out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, cast

from aule.text.words import fold
from aule.understanding.alignment import blank
from aule.understanding.filling.choices import find_choices
from aule.understanding.filling.fields import Field, FieldKind, Frame
from aule.understanding.filling.filler import Said, split_list
from aule.understanding.sentence import Wording
from aule.understanding.values.days import Days
from aule.understanding.values.hours import Hour
from aule.understanding.values.marks import MarkKind
from aule.understanding.values.numerals import Figure

Span = tuple[int, int]
Replaced = tuple[str, Any, list[Span]]
"""A parameter, its new value, and where that was said."""
_ARTICLE = r"(?:(?:o|a|os|as|the|e|eh|era|foi|is|was|at|as|de|da|do|em|no|na|in the|in|on)\s+)*"
_TAIL = r"\s*(?:[,;!?](?!\d)|\.(?=\s|$)|$)"
_VALUE = r"(?:[^,;]|,(?=\d))+?"
_PATTERNS = tuple(
    re.compile(each)
    for each in (
        r"\b(?:troca|troque|trocar|muda|mude|substitui|substitua|swap|replace|switch|change)\s+"
        rf"{_ARTICLE}(?P<old>{_VALUE})\s+(?:por|pelo|pela|pra|para|pro|for|with|by|to)\s+{_ARTICLE}(?P<new>{_VALUE}){_TAIL}",
        rf"\b(?:nao|not)\s+{_ARTICLE}(?P<old>{_VALUE}),\s*(?:but\s+|mas\s+|sim\s+|e sim\s+)?{_ARTICLE}"
        rf"(?P<new>{_VALUE}){_TAIL}",
        rf"\bnao\s+(?:e|era|foi|sao)\s+{_ARTICLE}(?P<old>{_VALUE})\s+(?:e|era|foi|sao|mas|sim)\s+{_ARTICLE}"
        rf"(?P<new>{_VALUE}){_TAIL}",
        rf"^\s*{_ARTICLE}(?P<old>{_VALUE})\s+nao\s*,\s*(?:quis dizer\s+|quero dizer\s+|i mean\s+|mas\s+)?{_ARTICLE}"
        rf"(?P<new>{_VALUE}){_TAIL}",
        rf"^\s*{_ARTICLE}(?P<new>[^;]+?),?\s+(?:e\s+|and\s+)?(?:nao|not|em vez d[aeo]s?|no lugar d[aeo]s?|instead of"
        rf"|rather than)\s+{_ARTICLE}(?P<old>{_VALUE}){_TAIL}",
    )
)
_TWO = re.compile(
    r"\b(?:ao contrario|o contrario|(?:ta|esta|ficou|tao|estao) (?:invertid|trocad)\w+|invert\w+|troquei os|trocados"
    r"|vice.versa|other way (?:a)?round|flip them|swap them|swapped|mixed up the two|backwards|the reverse)\b"
)
_OUT = tuple(
    re.compile(each)
    for each in (
        rf"\b(?:tir\w+|retir\w+|remov\w+|exclui\w*|cort\w+|sem|menos|exceto|without|except|drop|remove|minus)\s+{_ARTICLE}"
        rf"(?:any\s+)?(?P<what>[^,;]+?)(?:\s+(?:da lista|de la|dai|disso|from it|off the list))?{_TAIL}",
        rf"\b(?:deix\w+|leave|keep)\s+{_ARTICLE}(?P<what>[^,;]+?)\s+(?:de fora|fora|out)\b",
        rf"\btake\s+{_ARTICLE}(?P<what>[^,;]+?)\s+(?:off|out)\b",
        rf"\bno\s+(?P<what>deadline|date|weight|due date|description|owner){_TAIL}",
    )
)


def exchanged(frame: Frame, said: Said, before: Mapping[str, Any]) -> list[Replaced]:
    """Return the value that words put in place of one there is: `troca o 8 por 12`, `Raquel, não Rebeca`."""
    for pattern in _PATTERNS:
        for found in pattern.finditer(said.wording.unquoted):
            old, new = found.span("old"), found.span("new")
            had = [each for each in frame.fields[::-1] if each.name in before]
            had.sort(key=lambda each: fold(str(before[each.name])) != said.wording.folded[slice(*old)].strip())
            for each in had:
                value, is_there = _put_in_place(each, before[each.name], said, old, new)
                if is_there and value is not None:
                    return [(each.name, value, [(found.start(), found.end())])]
    return []


def swapped(frame: Frame, said: Said, before: Mapping[str, Any]) -> dict[str, Any]:
    """Return two values of one kind that change places: `opa, é o contrário`."""
    if not _TWO.search(said.wording.folded):
        return {}
    for kinds in ((FieldKind.PATH,), (FieldKind.PERSON,), (FieldKind.NAME, FieldKind.NEW), (FieldKind.NUMBER,)):
        same = [each for each in frame.fields if each.kind in kinds and each.name in before]
        if len(same) == 2:
            one, other = same
            return {one.name: before[other.name], other.name: before[one.name]}
    for each in frame.fields:
        rows = before.get(each.name)
        if each.kind is FieldKind.EACH and isinstance(rows, list) and len(rows) == 2:  # pyright: ignore[reportUnknownArgumentType]
            first, last = (cast("dict[str, Any]", row) for row in cast("list[Any]", rows))
            who = each.parts[0].name
            return {each.name: [{**last, who: first[who]}, {**first, who: last[who]}]}
    return {}


def left_out(frame: Frame, said: Said, before: Mapping[str, Any]) -> list[Replaced]:
    """Return what is taken out: a field by its name, a value by what it says; never all that something has to have."""
    for pattern in _OUT:
        for found in pattern.finditer(said.wording.unquoted):
            what, place = found["what"].strip(), [found.span()]
            for each in frame.fields:
                if each.name not in before:
                    continue
                if not each.is_required and _is_named(each, what):
                    return [(each.name, None, place)]
                kept = _without(before[each.name], what)
                if kept != before[each.name] and (kept or not each.is_required):
                    return [(each.name, kept, place)]
    return []


def _put_in_place(each: Field, value: Any, said: Said, old: Span, new: Span) -> tuple[Any, bool]:
    """Return a value with the new one in place of the old, and whether the old one stands in it."""
    for read in (_as_number, _as_day, _as_hour):
        was, now = read(said, *old), read(said, *new)
        if was is not None and was == value and now is not None:
            return now, True
    if isinstance(value, list):
        return _put_in_list(each, cast("list[Any]", value), said, old, new)
    if each.kind is FieldKind.CHOICE:
        was, now = _as_choice(each, said, *old), _as_choice(each, said, *new)
        return now, was is not None and was == value and now is not None
    if isinstance(value, str):
        return _put_in_text(value, said.wording.text[slice(*old)], _as_name(said, new, each))
    return None, False


def _put_in_list(each: Field, values: list[Any], said: Said, old: Span, new: Span) -> tuple[Any, bool]:
    parts = {one.name: one for one in each.parts}
    result: list[Any] = []
    is_there = False
    for value in values:
        if not isinstance(value, dict):
            now, found = _put_in_place(replace(each, is_list=False), value, said, old, new)
            result.append(now if found else value)
            is_there = is_there or found
            continue
        row = dict(cast("dict[str, Any]", value))
        for name, one in row.items():
            now, found = _put_in_place(parts.get(name, each), one, said, old, new)
            if found and not is_there:
                row[name] = now
                is_there = True
        result.append(row)
    return result, is_there


def _put_in_text(value: str, old: str, new: str) -> tuple[str | None, bool]:
    """Return a text with some words of it replaced: `choveu 40 mm` with 45 in place of 40."""
    found = re.search(rf"(?<!\w){re.escape(old.strip())}(?!\w)", value, re.IGNORECASE)
    if found is None and fold(old.strip()) == fold(value):
        return new.strip(), True
    return (None, False) if found is None else (value[: found.start()] + new.strip() + value[found.end() :], True)


def _as_name(said: Said, place: Span, each: Field) -> str:
    """Return the words at a place; where they name somebody or something, only the name.

    The *Omar* of `Omar owns it`.
    """
    if each.kind in (FieldKind.NEW, FieldKind.TEXT, FieldKind.PATH):
        return said.wording.text[slice(*place)]
    proper = (MarkKind.PROPER, MarkKind.NAME, MarkKind.QUOTE)
    named = [mark for mark in said.marks if mark.kind in proper and place[0] <= mark.start and mark.end <= place[1]]
    return said.wording.text[named[0].start : named[0].end] if named else said.wording.text[slice(*place)]


def _as_number(said: Said, start: int, end: int) -> Any:
    return _of(said, start, end, lambda value: value.number if isinstance(value, Figure) else None)


def _as_day(said: Said, start: int, end: int) -> Any:
    return _of(said, start, end, lambda value: value.iso if isinstance(value, Days) else None)


def _as_hour(said: Said, start: int, end: int) -> Any:
    return _of(said, start, end, lambda value: value.text if isinstance(value, Hour) else None)


def _of(said: Said, start: int, end: int, read: Callable[[Any], Any]) -> Any:
    inner = [mark for mark in said.marks if start <= mark.start and mark.end <= end]
    return next((found for mark in inner if (found := read(mark.value)) is not None), None)


def _as_choice(each: Field, said: Said, start: int, end: int) -> Any:
    text = blank(said.wording.text, ((0, start), (end, len(said.wording.text))))
    found = find_choices(replace(each, nouns=()), Wording(text), ())
    return found[0].value if found else None


def _is_named(each: Field, what: str) -> bool:
    words = (*each.nouns, *each.things, *(fold(label) for label in each.label.values()))
    return any(word and re.search(rf"\b{re.escape(word)}\b", what) for word in words)


def _without(value: Any, what: str) -> Any:
    """Return a value without what is named; a list or rows without that one."""
    if isinstance(value, list):
        kept = [one for one in cast("list[Any]", value) if not _is_about(one, what)]
        return kept
    if not isinstance(value, str):
        return value
    items = split_list(value)
    if len(items) > 1 and any(fold(one) == what for one in items):
        link = " and " if " and " in value else " e "
        kept = [one for one in items if fold(one) != what]
        return link.join(filter(None, (", ".join(kept[:-1]), kept[-1])))
    return None if _is_same(value, what) else value


def _is_about(value: Any, what: str) -> bool:
    if isinstance(value, dict):
        who = next(iter(cast("dict[str, Any]", value).values()), "")
        return isinstance(who, str) and _is_same(who, what)
    return isinstance(value, str) and _is_same(value, what)


def _is_same(value: str, what: str) -> bool:
    """Tell whether words name a value: all of it, or its first word where it is a name."""
    said = fold(value)
    return said == what or (said.split()[:1] == [what] and len(what) > 2)
