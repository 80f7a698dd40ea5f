"""Deeds: the successful calls of a run, and the evidence in which claims are looked up."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, cast

from aule.contracts.access.capability import Effect
from aule.contracts.model import JsonObject
from aule.kernel.agents.answer_checks.number import NUMBER, decimal_of, readings
from aule.text.words import fold

MOST_TEXT = 200_000
"""Characters of one deed that are read."""
_WORD = re.compile(r"[^\W_]+")
_ISO = re.compile(r"(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)")
_SLASHED = re.compile(r"(?<![\d/])(\d{1,2})/(\d{1,2})(?:/\d{2,4})?(?![\d/])")
_CLOCK = re.compile(r"(?<!\d)(\d{1,2})(?::|h)(\d{2})(?!\d)")
_ID = re.compile(r"^(?:[a-z]{2,6}[_-][\w-]*\d[\w-]*|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{10,})$")
_IDS = ("id", "uuid", "plan", "run")
_DIGITS = re.compile(rf"(?<![\w.,-])\d+(?:[.,]\d+)?(?=[A-Za-z]{{1,3}}\b)|{NUMBER.pattern}")
"""Numbers in texts, also with a unit right behind: `3.10s`."""
_GRADE = re.compile(r"[º°ª]|\b(?:ano|serie|série)\b|\s")


@dataclass(frozen=True, slots=True)
class Deed:
    """One successful call."""

    capability: str
    effect: Effect
    params: JsonObject = field(default_factory=dict[str, Any])
    result: Any = None


@dataclass(slots=True)
class ClaimEvidence:
    """Texts, numbers, days and times in which the names and figures of a claim are looked up."""

    texts: list[str] = field(default_factory=list[str])
    numbers: set[Decimal] = field(default_factory=set[Decimal])
    words: set[str] = field(default_factory=set[str])
    bags: list[frozenset[str]] = field(default_factory=list[frozenset[str]])
    """The words of each text."""
    days: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])
    times: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])
    has_bare_ids: bool = False
    """Whether something is only named by an id that nothing else in the run explains."""
    room: int = MOST_TEXT

    def take_text(self, text: str) -> None:
        """Add a text: its words, figures, days and times."""
        text = text[: self.room]
        self.room -= len(text)
        folded = fold(text)
        self.texts.append(folded)
        self.numbers |= {Decimal(len(text.split(each))) for each in (",", "\n") if each in text.strip()}
        self.bags.append(frozenset(_WORD.findall(folded)))
        self.words |= self.bags[-1]
        self.days.update((int(month), int(day)) for _, month, day in _ISO.findall(text))
        for first, second in _SLASHED.findall(text):
            self.days |= {(int(second), int(first)), (int(first), int(second))}
        self.times.update((int(hour), int(minute)) for hour, minute in _CLOCK.findall(text))
        if not _ID.match(text):
            self.numbers.update(value for match in _DIGITS.finditer(text) for value, _ in readings(match[0]))

    def mentions_code(self, code: str) -> bool:
        """Tell whether a code such as `7A` is named, also where it is written `7º ano A`."""
        return code in self.words or any(code == _GRADE.sub("", text) or code in text.split() for text in self.texts)

    def mentions_path(self, path: str) -> bool:
        """Tell whether a path is named, as a whole."""
        path = fold(path.removeprefix("./").rstrip("/"))
        return any(re.search(rf"(?:^|[\s/'\"=:]){re.escape(path)}(?:$|[\s/'\",;:])", text) for text in self.texts)


def gather(deeds: Sequence[Deed], others: Sequence[Deed], touched: Iterable[str] = ()) -> ClaimEvidence:
    """Return the evidence of some deeds; ids in them are resolved with the results of all."""
    found = ClaimEvidence()
    named = _named_ids(others)
    for deed in deeds:
        before = found.room
        for value in (*_values(deed.params, found), *_values(deed.result, found)):
            found.take_text(value)
        found.room = max(before, MOST_TEXT // 4)
        for id, siblings in _ids_in([deed.params, deed.result]):
            known = named.get(id, [])
            found.has_bare_ids |= not siblings and not known
            for text in known:
                found.take_text(text)
    for entity in touched:
        found.take_text(entity)
    _count(deeds, found)
    return found


def derived(deeds: Sequence[Deed]) -> set[Decimal]:
    """Return figures that follow from lists of results: counts, sums, averages and differences."""
    found: set[Decimal] = set()
    for rows in (rows for deed in deeds for rows in _lists(deed.result)):
        columns: dict[str, list[Any]] = {}
        for row in rows:
            for key, value in row.items():
                columns.setdefault(key, []).append(value)
        for values in columns.values():
            plain = [value for value in values if isinstance(value, str | int | float)]
            counts = Counter(plain)
            found |= {Decimal(count) for count in counts.values()} | {Decimal(len(rows) - n) for n in counts.values()}
            numbers = [decimal_of(value) for value in plain if not isinstance(value, bool | str)]
            if numbers:
                found |= {sum(numbers, Decimal(0)), sum(numbers, Decimal(0)) / len(numbers)}
    return found


def _count(deeds: Sequence[Deed], found: ClaimEvidence) -> None:
    """Add counts of the calls and their rows, for each kind of call and for all."""
    found.numbers.add(Decimal(len(deeds)))
    for count in Counter(deed.capability for deed in deeds).values():
        found.numbers.add(Decimal(count))
    for values in ([deed.params for deed in deeds], [deed.result for deed in deeds]):
        found.numbers.add(Decimal(sum(len(rows) for value in values for rows in _lists(value))))


def _values(value: Any, found: ClaimEvidence) -> Iterator[str]:
    """Yield the texts in data, and add its numbers and list lengths; unsuccessful parts are left out."""
    match value:
        case bool() | None:
            return
        case int() | float():
            found.numbers.add(decimal_of(value))
        case str():
            yield value
        case list() | tuple():
            items = cast("list[Any]", value)
            found.numbers.add(Decimal(len(items)))
            for each in items:
                yield from _values(each, found)
        case dict():
            fields = cast("dict[str, Any]", value)
            if fields.get("success") is False or fields.get("ok") is False:
                return
            for key, each in fields.items():
                yield from _values(each, found)
                if isinstance(each, dict | list):
                    yield key
        case _:
            yield str(value)


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        fields = cast("dict[str, Any]", value)
        yield fields
        for each in fields.values():
            yield from _objects(each)
    elif isinstance(value, list):
        for each in cast("list[Any]", value):
            yield from _objects(each)


def _lists(value: Any) -> Iterator[list[dict[str, Any]]]:
    """Yield the lists of rows in data."""
    for fields in _objects(value):
        for each in fields.values():
            if isinstance(each, list) and each and all(isinstance(row, dict) for row in cast("list[Any]", each)):
                yield cast("list[dict[str, Any]]", each)


def _named_ids(deeds: Sequence[Deed]) -> dict[str, list[str]]:
    """Return the names that the results of a run give to ids."""
    found: dict[str, list[str]] = {}
    for deed in deeds:
        for fields in _objects(deed.result):
            texts = [each for each in fields.values() if isinstance(each, str) and len(each) <= 300]
            for key in _IDS:
                if isinstance(id := fields.get(key), str):
                    found.setdefault(id, []).extend(text for text in texts if text != id)
    return found


def _ids_in(value: Any) -> Iterator[tuple[str, bool]]:
    """Yield the ids in data, each with whether a name stands beside it."""
    for fields in _objects(value):
        texts = [each for each in fields.values() if isinstance(each, str)]
        is_named = any(not _ID.match(text) and any(map(str.isalpha, text)) for text in texts)
        for each in fields.values():
            for text in cast("list[Any]", each) if isinstance(each, list) else [each]:
                if isinstance(text, str) and _ID.match(text):
                    yield text, is_named


def names_of_actions(deed: Deed) -> set[str]:
    """Return the `type` or `action` of each successful part of a call of many actions."""
    found: set[str] = set()
    for fields in _objects(deed.result):
        if fields.get("success") is not False and isinstance(kind := fields.get("type"), str):
            found.add(kind)
    return found
