"""Figures of fields: which number of a sentence is meant for which parameter."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import cast

from aule.understanding.alignment import compiled, whole_word
from aule.understanding.filling.edges import lead_of
from aule.understanding.filling.fields import Field
from aule.understanding.sentence import Wording
from aule.understanding.values.marks import Mark
from aule.understanding.values.numerals import Figure
from aule.understanding.vocabulary import COMMANDS, EMPTY, FEWER, LEADS, MORE, words_of

Taken = tuple[str, int | float, tuple[int, int]]

_MONEY = frozenset({"BRL", "USD", "EUR", "GBP"})
_NEAR = 3
"""Words between a noun and its number."""
_NOT_NEAR = _NEAR + 1.0
_FAR = 4
"""Words of weight between them, where another number may be meant; the only one may stand further away."""
_LED_TO = re.compile(r"\b(?:para|pra|to|ser|be|is)\s+(?:r\$\s*)?$")
_LINKS = words_of("numbers_beside", "links")
_BETWEEN = r"(?:de |of |nov[oa]s? |new |mais |boas? )?"
"""What may stand between a number and the noun behind it: `3 novas questões`."""
_OF = frozenset(("de", "do", "da", "dos", "das", "of"))
_INFINITIVE = re.compile(r"[aei]r$")
_ADDING, _TAKING = words_of("steps", "adding"), words_of("steps", "taking")
_STEP_BEFORE = re.compile(r"(?:\b(?:mais|menos|more|less|by)\s+|[+-])$")
_BY = re.compile(r"\bem\s+$")
_STEP_BEHIND = re.compile(r"\s*(?:pontos?\s+|points?\s+)?(?:a\s+)?(?:mais|menos|more|less)\b")
_STEP_IN = re.compile(
    r"\s*(?:pontos?\s+|points?\s+)?(?:a\s+)?(?:d[eo]|n[oa]|ao|off|from|to|on|in)\s+(?:(?:o|the|its|seu)\s+)?(\w+)"
)
"""What stands between a step and what it changes: `tira 3 do peso`."""
_OF_BEFORE = re.compile(r"\b(?:de|of)\s+$")
_FROM = re.compile(r"\b(?:de|from)\s+$")
_TO = re.compile(r"\s*(?:para|pra|a|ate|to)\s+$")
_HOURS = re.compile(
    r"\s*(?:h|hrs?|horas?|hours?)\b(?:\s*(?:e|and)\s+(?:(?P<half>meia|a half)|(?P<rest>\d{1,2})\b(?!\s?%)))?"
)
_MINUTES = re.compile(r"\s*(?:m|min|mins|minutos?|minutes?)\b")
NOWHERE = (0, 0)
"""The place of a value that stays a part of the text around it."""
_HALF_HOUR = re.compile(r"\b(?:meia hora|half an hour|half hour|half-hour)\b")
_ONE_HOUR = re.compile(
    r"\b(?:an|one|uma) (?:hour|hora)(?P<half>\s+(?:e|and)\s+(?:meia|a half))?\b|\b(?P<other>hour and a half)\b"
)


def take_numbers(fields: Sequence[Field], marks: Sequence[Mark], wording: Wording) -> Iterator[Taken]:
    """Yield the numbers of fields: first those whose noun or unit stands beside them, then what nothing announces."""
    left, waiting = list(marks), list(fields)
    nouns = [noun for field in fields for noun in field.nouns]
    pairs = sorted(
        (
            (_nearness(field, mark, marks, wording, nouns), place, field, mark)
            for place, field in enumerate(waiting)
            for mark in left
        ),
        key=lambda each: (each[0], each[1], each[3].start),
    )
    for nearness, _, field, mark in pairs:
        if nearness <= _NEAR and field in waiting and mark in left:
            waiting.remove(field)
            left.remove(mark)
            yield field.name, _value(field, mark, wording), _with_noun(field, mark, wording)
    done = [each for each in fields if each not in waiting]
    plain = [mark for mark in left if not _figure(mark).is_article and not _ends_name(mark, wording)]
    plain.sort(key=lambda mark: wording.folded[mark.start : mark.end].isalpha())  # `regra de três, uns 15`
    for field in waiting:
        if field.is_main and plain:
            mark = plain.pop(0)
            place = NOWHERE if field.unit == "titled" and _is_titled(mark, wording) else (mark.start, mark.end)
            yield field.name, _value(field, mark, wording), place
        elif (unsaid := _without_number(field, done, wording)) is not None:
            yield unsaid


def _figure(mark: Mark) -> Figure:
    return cast("Figure", mark.value)


def _ends_name(mark: Mark, wording: Wording) -> bool:
    """Tell whether a number in letters stands right behind a word of weight: `world war two`."""
    before = next(iter(wording.words_before(mark.start)), None)
    if (
        before is None
        or not wording.folded[mark.start : mark.end].isalpha()
        or wording.folded[before.end : mark.start].strip()
    ):
        return False
    return not any(before.folded in words for words in (EMPTY, LEADS, COMMANDS, _LINKS))


def _value(field: Field, mark: Mark, wording: Wording) -> int | float:
    number = _figure(mark).number
    behind = wording.folded[mark.end :]
    if field.unit in ("minute", "second") and (hours := _HOURS.match(behind)) is not None:
        minutes = number * 60 + (30 if hours["half"] else int(hours["rest"] or 0))
        return minutes if field.unit == "minute" else minutes * 60
    if field.unit == "second" and _MINUTES.match(behind):
        return number * 60
    if field.unit == "step" and number > 0 and _direction(field, wording, is_wide=True) < 0:
        return -number
    return number


def _nearness(field: Field, mark: Mark, marks: Sequence[Mark], wording: Wording, nouns: Sequence[str]) -> float:
    """Return how near a number stands to a word that announces a field: 0 at best, more than `_NEAR` for not at all."""
    figure, head, behind = _figure(mark), wording.folded[: mark.start], wording.folded[mark.end :]
    match field.unit:
        case "percent" if figure.unit == "percent":
            return 0.5
        case "money" if figure.unit in _MONEY:
            return 0.5
        case "from" if _FROM.search(head) and _is_first_of_two(mark, marks, wording):
            return 0.1
        case "step":
            is_step = figure.is_change or _STEP_BEFORE.search(head) or _STEP_BEHIND.match(behind)
            is_step = (
                is_step or (_BY.search(head) and _direction(field, wording)) or _is_step_of(field, behind, wording)
            )
            return -0.5 if is_step and any(wording.find(noun) for noun in field.nouns) else _NOT_NEAR
        case _ if (field.unit not in ("", "from", "titled") and figure.unit in _MONEY) or (
            figure.is_article and not field.nouns
        ):
            return _NOT_NEAR
        case _:
            pass
    if lead_of(head, field.before) < len(head):
        return -1.0
    if any(_is_behind(noun, mark, marks, wording, nouns) for noun in field.nouns):
        return 0.0
    if _LED_TO.search(head) and any(_is_put_off(noun, behind) for noun in field.nouns):
        return 0.2
    best = min((_before(noun, mark, marks, wording) for noun in (*field.before, *field.nouns)), default=_NOT_NEAR)
    if field.unit == "percent" and figure.unit != "percent" and best > 1:
        return _NOT_NEAR
    return best + 1 if figure.is_article else best


def _is_step_of(field: Field, behind: str, wording: Wording) -> bool:
    """Tell whether a number is added to a field or taken from it: `tira 3 do peso`, `põe mais 2 no peso`."""
    found = _STEP_IN.match(behind)
    return found is not None and found[1] in field.nouns and _direction(field, wording, is_wide=True) != 0


def _is_first_of_two(mark: Mark, marks: Sequence[Mark], wording: Wording) -> bool:
    """Tell whether another number follows as where the first one goes to: `de 8% pra 4%`."""
    return any(other.start > mark.end and _TO.fullmatch(wording.folded[mark.end : other.start]) for other in marks)


def _is_put_off(noun: str, behind: str) -> bool:
    """Tell whether a noun follows with its article, behind where it goes to: `sobe pra 2 mil a meta`."""
    return compiled(rf"\s*(?:o|a|the)\s+{re.escape(noun)}(?!\w)").match(behind) is not None


def _is_behind(noun: str, mark: Mark, marks: Sequence[Mark], wording: Wording, nouns: Sequence[str]) -> bool:
    """Tell whether a noun stands right behind a number and does not announce the next one: `meta 6 peso 5`."""
    found = compiled(rf"\s*{_BETWEEN}{re.escape(noun)}(?!\w)").match(wording.folded[mark.end :])
    if found is None:
        return False
    end = mark.end + found.end()
    others = [other for other in marks if other.start >= end and not _heavy(wording.folded[end : other.start])]
    return not others or any(
        compiled(rf"\s*{_BETWEEN}{re.escape(each)}(?!\w)").match(wording.folded[others[0].end :]) for each in nouns
    )


def _before(noun: str, mark: Mark, marks: Sequence[Mark], wording: Wording) -> float:
    """Return how many words of weight stand between a noun and the number behind it."""
    found = list(whole_word(noun).finditer(wording.folded[: mark.start]))
    if not found:
        return _NOT_NEAR
    between = wording.folded[found[-1].end() : mark.start]
    if re.search(r"[.;!?]\s", between) or any(found[-1].end() <= other.start < mark.start for other in marks):
        return _NOT_NEAR
    words = _heavy(between)
    if words and wording.folded[mark.start : mark.end].isalpha() and _OF_BEFORE.search(between):
        return _NOT_NEAR  # `exercícios de regra de três`
    longer = min(len(noun), 40) / 1000  # of two nouns at one place the longer one says more
    if len(words) <= _FAR:
        return 1 + len(words) * 0.5 - longer
    return _NEAR - longer if len(marks) == 1 and _LED_TO.search(wording.folded[: mark.start]) else _NOT_NEAR


def _heavy(text: str) -> list[str]:
    return [word for word in re.findall(r"\w+", text) if word not in _LINKS]


def _with_noun(field: Field, mark: Mark, wording: Wording) -> tuple[int, int]:
    """Return the place of a number with the noun right behind it."""
    found = [
        compiled(rf"\s*{_BETWEEN}{re.escape(noun)}(?!\w)").match(wording.folded[mark.end :]) for noun in field.nouns
    ]
    return mark.start, mark.end + max((each.end() for each in found if each is not None), default=0)


def _without_number(field: Field, done: Sequence[Field], wording: Wording) -> Taken | None:
    """Return what is said without a number: a step up or down, half an hour."""
    factor = {"minute": 1, "second": 60}.get(field.unit)
    if factor and (half := _HALF_HOUR.search(wording.unquoted)) is not None:
        return field.name, 30 * factor, half.span()
    if factor and (hour := _ONE_HOUR.search(wording.unquoted)) is not None:
        return field.name, (90 if hour["half"] or hour["other"] else 60) * factor, hour.span()
    if (
        field.unit != "step"
        or any(set(each.nouns) & set(field.nouns) for each in done)
        or not _direction(field, wording)
    ):
        return None
    places = [found for noun in field.nouns if (found := wording.find(noun)) is not None]
    return (field.name, _direction(field, wording), places[0]) if places else None


def _direction(field: Field, wording: Wording, *, is_wide: bool = False) -> int:
    """Whether a sentence speaks of more (1) or of less (-1) of a field: the word nearest to what announces it tells.

    Verbs that only say so with a number count where one is known to be a step.
    """
    more, fewer = (MORE | _ADDING, FEWER | _TAKING) if is_wide else (MORE, FEWER)
    nouns = [place for noun in field.nouns if (place := wording.find(noun)) is not None]
    said = [word for word in wording.words if word.folded in more or word.folded in fewer]
    said = [word for word in said if not _INFINITIVE.search(word.folded)] or said
    said.sort(key=lambda word: min((abs(word.start - start) for start, _ in nouns), default=0))
    return 0 if not said else -1 if said[0].folded in fewer else 1


def _is_titled(mark: Mark, wording: Wording) -> bool:
    """Tell whether a number stands inside a title: behind its verb, before what is counted: `abrir 6 lojas`."""
    head, behind = wording.words_before(mark.start)[:1], wording.words_behind(mark.end)[:1]
    if not head or not behind or wording.folded[mark.end : behind[0].start].strip():
        return False
    is_verb = head[0].folded not in _LINKS and not wording.folded[head[0].end : mark.start].strip()
    is_share = _figure(mark).unit == "percent" and behind[0].folded in _OF
    return is_verb and (is_share or behind[0].folded not in _LINKS)
