"""Each: what a sentence says of each of several people: `Ana 8,5, Bruno 7`, `faltaram o Pedro e a Júlia`.

People are known names and words in capitals that are no title; in a sentence without capitals, the words beside what
is said of somebody. A value belongs to whom it leads to (`8 pro Caio`), else to whom it follows (`Caio 8`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, cast

from aule.understanding.alignment import compiled, whole_word
from aule.understanding.filling.choices import find_choices
from aule.understanding.filling.edges import courtesies
from aule.understanding.filling.fields import Field, FieldKind
from aule.understanding.sentence import Word, Wording
from aule.understanding.values.days import Days
from aule.understanding.values.marks import Mark, MarkKind
from aule.understanding.values.names import Mention
from aule.understanding.values.numerals import Figure
from aule.understanding.values.terms import in_time
from aule.understanding.vocabulary import BETWEEN, COMMANDS, EMPTY, LEADS, MONTHS, NOT, NOT_PROPER, WEEKDAYS

_LONGEST_NAME = 3
_LISTED = ":"
_ARTICLES = frozenset({"a", "an", "um", "uma"})
_INSIDE_NAME = frozenset({"da", "de", "do", "dos", "das"})
_SMALL = "so|only|just|foi|foram|was|were|para|pra|pro|pros|pras|do|da|dos|das|de|for|to|of|o|a|os|as|the|no"
_TO = rf"\s+(?:(?:(?:{_SMALL})\s+){{0,3}})"
_LEADS_TO = re.compile(_TO + "$")
_JOINED = re.compile(r"[\s,/&]*(?:\b(?:e|and|o|a|os|as|pro|pra|para|do|da|for|the|to|nem|nor)\b[\s,]*)*")
_JOINT = re.compile(r"(?:\s*,|\s+(?:e|and))\s+(?:(?:o|a|the)\s+)?$")
_AND = re.compile(r"(\s+(?:e|and|o|a)(?:\s+(?:o|a))?\s+)")
_TITLE_LINK = r"(?:\s+(?:chamad[oa]|called|named|de|da|do|dos|das|of))*\s+$"
_GENITIVE = re.compile(r"['’]s$")
_SEPARATOR = re.compile(r"[,;:/\n()]|[.!?](?=\s|$)")


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence, and what of it is used already."""

    wording: Wording
    marks: Sequence[Mark]
    taken: Sequence[tuple[int, int]]
    today: date
    nouns: Sequence[str] = ()
    """Words behind which a title stands, and nobody's name: `prova`, `handed in`."""
    things: Sequence[str] = ()
    """Those of them that are words for the thing."""
    everybody: Sequence[str] = ()
    """Words for all others, which are nobody's name: `o resto`."""

    def is_free(self, start: int, end: int) -> bool:
        """Tell whether nothing has taken this place."""
        return not any(first < end and start < last for first, last in self.taken)


@dataclass(frozen=True, slots=True)
class _Person:
    start: int
    end: int
    name: str


@dataclass(frozen=True, slots=True)
class _Spot:
    """A value that is said of somebody, and where."""

    start: int
    end: int
    part: str
    value: Any


def read_each(field: Field, told: Told) -> tuple[list[dict[str, Any]], list[tuple[int, int]]]:
    """Return one row for each person with what is said of them, and the places of all of it."""
    who, *parts = field.parts
    spots = sorted(_spots(parts, told), key=lambda each: each.start)
    days = [each.name for each in parts if each.kind is FieldKind.DAY]
    said = [each for each in spots if each.part not in days] or list(_anchors(field, told)) or spots
    said = _before_list(said, told) if field.nouns else said
    people = _people(who, field, told) or list(_plain_people(said, told))
    if not people:
        return [], []
    people, spots = _behind_colon(people, spots, told)
    used = _assign(people, spots, told)
    rows = [
        {who.name: person.name, **{each.part: each.value for each in mine}}
        for person, mine in zip(people, used, strict=True)
    ]
    _share_days(parts, rows, spots)
    needed = [each.name for each in parts if each.is_main]
    kept = [
        place for place, row in enumerate(rows) if (len(row) > 1 if needed else not _is_denied(people, place, told))
    ]
    places = [(people[place].start, people[place].end) for place in kept]
    places += [(each.start, each.end) for place in kept for each in used[place]]
    return [rows[place] for place in kept], places


def _spots(parts: Sequence[Field], told: Told) -> Iterator[_Spot]:
    """Yield every value of a sentence that may be said of somebody."""
    free = [mark for mark in told.marks if told.is_free(mark.start, mark.end)]
    for part in parts:
        if part.kind is FieldKind.NUMBER:
            for mark in free:
                if mark.kind is MarkKind.NUMBER and _is_value(mark, told):
                    yield _Spot(mark.start, mark.end, part.name, _figure(mark).number)
        if part.kind is FieldKind.DAY:
            for mark in (each for each in free if each.kind is MarkKind.DAY):
                days = in_time(
                    cast("Days", mark.value), told.wording.folded[mark.start : mark.end], told.today, part.when
                )
                yield _Spot(mark.start, mark.end, part.name, days.first.isoformat())
        for found in find_choices(part, told.wording, told.taken):
            yield _Spot(found.start, found.end, part.name, found.value)


def _anchors(field: Field, told: Told) -> Iterator[_Spot]:
    """Yield words that say what somebody did, where no value is said of them: `entregou`."""
    found = [each.span() for noun in field.nouns for each in whole_word(noun).finditer(told.wording.unquoted)]
    yield from (_Spot(*place, "", None) for place in sorted(found))


def _before_list(said: list[_Spot], told: Told) -> list[_Spot]:
    """Return the colon behind what somebody did, where people are listed there: `quem entregou a lista: ana e bia`."""
    colon = re.search(r":(?=\s)", told.wording.unquoted)
    if not said or said[0].part or colon is None or colon.start() < said[0].start:
        return said
    return [_Spot(*colon.span(), _LISTED, None)]


def _figure(mark: Mark) -> Figure:
    return cast("Figure", mark.value)


def _is_value(mark: Mark, told: Told) -> bool:
    """Tell whether a number is said of somebody, and belongs to no title.

    `Prova Bimestral 1`, `prova 2`, `unit 2 test`.
    """
    if _figure(mark).is_article:
        return False
    head, behind = told.wording.folded[: mark.start], told.wording.folded[mark.end :]
    if any(compiled(rf"\s{re.escape(noun)}(?!\w)").match(behind) for noun in told.things):
        return False
    titles = [each for each in told.marks if each.kind is MarkKind.PROPER and _is_title(each.start, each.end, told)]
    if any(each.end <= mark.start and not told.wording.text[each.end : mark.start].strip() for each in titles):
        return False
    return not any(compiled(rf"(?<!\w){re.escape(noun)}\s+$").search(head) for noun in told.nouns if noun not in EMPTY)


def _people(who: Field, field: Field, told: Told) -> list[_Person]:
    found = [
        _Person(mark.start, mark.end, cast("Mention", mark.value).name.title)
        for mark in told.marks
        if mark.kind is MarkKind.NAME and cast("Mention", mark.value).name.kind == (who.of or field.of)
    ]
    for mark in told.marks:
        if mark.kind is MarkKind.PROPER and told.is_free(mark.start, mark.end):
            found += [each for each in _split(told, mark) if not _is_title(each.start, each.end, told)]
    spoken = courtesies(told.wording)  # who speaks is not spoken of: `aqui é a professora Lia`
    found = [each for each in found if not any(start <= each.start and each.end <= end for start, end in spoken)]
    return sorted((_without_genitive(each) for each in found), key=lambda each: each.start)


def _without_genitive(person: _Person) -> _Person:
    """Return somebody without the sign of what is said of them: `Brock's excused`."""
    name = _GENITIVE.sub("", person.name)
    return replace(person, name=name, end=person.end - len(person.name) + len(name))


def _is_title(start: int, end: int, told: Told) -> bool:
    """Tell whether words in capitals are what a test or a lesson is called, and nobody's name."""
    folded = told.wording.folded
    own = folded[start:end]
    if own.split()[0] in NOT_PROPER or any(compiled(rf"{re.escape(noun)}(?!\w)").match(own) for noun in told.nouns):
        return True
    if any(compiled(rf"\s{re.escape(noun)}(?!\w)").match(folded, end) for noun in told.things):
        return True  # `the Gatsby quiz`
    for noun in told.nouns:
        found = compiled(rf"(?<!\w){re.escape(noun)}({_TITLE_LINK})").search(folded[:start])
        is_end = found is not None and found[1].isspace() and noun in told.things and _ends_title(found.start(), told)
        if found is not None and not is_end:
            return True
    return False


def _ends_title(place: int, told: Told) -> bool:
    """Tell whether a title stands before the word for the thing, as in English: `the unit 2 test`."""
    before = next(iter(told.wording.words_before(place)), None)
    is_beside = before is not None and not told.wording.folded[before.end : place].strip()
    return is_beside and before is not None and before.folded not in EMPTY and before.folded not in COMMANDS


def _split(told: Told, mark: Mark) -> list[_Person]:
    """Return the people whose names are joined by *and*; a title that follows is none of them: `Ana na Prova`."""
    found: list[_Person] = []
    start = mark.start
    own = told.wording.folded[mark.start : mark.end]
    titles = [
        each.start()
        for noun in told.nouns
        for each in compiled(rf"\s(?:\w{{2,3}}\s)?{re.escape(noun)}(?!\w)").finditer(own)
    ]
    for part in _AND.split(told.wording.text[mark.start : mark.start + min(titles, default=len(own))]):
        if not _AND.fullmatch(part):
            found.append(_Person(start, start + len(part), part))
        start += len(part)
    return found


def _plain_people(spots: Sequence[_Spot], told: Told) -> Iterator[_Person]:
    """Yield people in small letters: who stands right before something that is said of them, else right behind it."""
    last = 0
    for spot in spots:
        words = [] if spot.part == _LISTED else _name_before(spot, told, last)
        if words:
            yield from _with_joined(words, told, last)
        else:
            for words in _names_behind(spot, spots, told):
                yield _person(words, told.wording)
                last = words[-1].end
        last = max(last, spot.end)


def _with_joined(words: list[Word], told: Told, last: int) -> Iterator[_Person]:
    """Yield somebody with those who are named together with them: `o joão, a bia e o caio faltaram`."""
    found = [words]
    while (joint := _JOINT.search(told.wording.folded[: found[0][0].start])) is not None:
        before = _name_before(_Spot(joint.start(), joint.start(), "", None), told, last)
        if not before:
            break
        found.insert(0, before)
    yield from (_person(each, told.wording) for each in found)


def _person(words: Sequence[Word], wording: Wording) -> _Person:
    return _Person(words[0].start, words[-1].end, wording.text[words[0].start : words[-1].end])


def _name_before(spot: _Spot, told: Told, last: int) -> list[Word]:
    found: list[Word] = []
    edge = spot.start
    for word in told.wording.words_before(spot.start):
        if word.start < last or _SEPARATOR.search(
            told.wording.folded[word.end : edge].lstrip(" :=-") if not found else told.wording.folded[word.end : edge]
        ):
            break
        if not found and (word.folded in BETWEEN or word.folded in _ARTICLES):
            edge = word.start
            continue
        is_inside = bool(found) and word.folded in _INSIDE_NAME
        if not (is_inside or _may_be_name(word, told)) or len(found) >= _LONGEST_NAME:
            break
        found.insert(0, word)
        edge = word.start
    while found and found[0].folded in _INSIDE_NAME:
        found.pop(0)
    return found if not any(_is_title(word.start, word.end, told) for word in found[:1]) else []


def _names_behind(spot: _Spot, spots: Sequence[_Spot], told: Told) -> Iterator[list[Word]]:
    """Yield the names behind a value, one after the other: `faltaram o pedro, a bia e o caio`."""
    end = spot.end
    stop = min((each.start for each in spots if each.start >= spot.end), default=len(told.wording.text))
    while True:
        gap = re.match(_TO, told.wording.folded[end:]) if end == spot.end else _JOINED.match(told.wording.folded[end:])
        found: list[Word] = []
        place = end + (gap.end() if gap else 0)
        if end == spot.end and (other := _behind_other(end, told)) is not None:
            gap, place = re.match("", ""), other
        for word in told.wording.words_behind(place):
            between = told.wording.folded[place : word.start].strip()
            is_inside = bool(found) and word.folded in _INSIDE_NAME
            if between or word.end > stop or not (is_inside or _may_be_name(word, told)) or len(found) >= _LONGEST_NAME:
                break
            found.append(word)
            place = word.end
        while found and found[-1].folded in _INSIDE_NAME:
            found.pop()
        if not gap or not found or _is_title(found[0].start, found[0].end, told):
            return
        yield found
        end = found[-1].end


def _behind_other(place: int, told: Told) -> int | None:
    """Return where names begin behind another value and a colon: `faltaram no 7A: ana e bia`."""
    colon = re.compile(r":\s+(?:[oa]\s+)?").search(told.wording.folded, place)
    if colon is None:
        return None
    between = [word for word in told.wording.words if place <= word.start < colon.start()]
    is_other = any(not told.is_free(word.start, word.end) for word in between)
    is_bare = all(word.folded in EMPTY or not told.is_free(word.start, word.end) for word in between)
    return colon.end() if is_other and is_bare else None


def _may_be_name(word: Word, told: Told) -> bool:
    known = word.folded in EMPTY or word.folded in COMMANDS or word.folded in LEADS or word.folded in NOT_PROPER
    dated = word.folded in WEEKDAYS or word.folded in MONTHS or word.folded in BETWEEN
    return (
        word.folded.isalpha()
        and len(word.folded) > 1
        and not known
        and not dated
        and word.folded not in told.everybody
        and told.is_free(word.start, word.end)
    )


def _behind_colon(people: list[_Person], spots: list[_Spot], told: Told) -> tuple[list[_Person], list[_Spot]]:
    """Return people and values behind the first colon, where both stand there: before it stands what they are about."""
    colon = re.search(r":\s", told.wording.unquoted)
    if colon is None:
        return people, spots
    behind = [each for each in people if each.start >= colon.end()]
    values = [each for each in spots if each.start >= colon.end()]
    return (behind, values) if behind and values else (people, spots)


def _assign(people: Sequence[_Person], spots: Sequence[_Spot], told: Told) -> list[list[_Spot]]:
    """Return which values are said of whom."""
    folded = told.wording.folded
    lead: list[_Spot | None] = []
    for person in people:
        before = [each for each in spots if each.end <= person.start]
        near = before[-1] if before else None
        lead.append(near if near and _LEADS_TO.fullmatch(folded[near.end : person.start]) else None)
    if not _numbers_lead(people, spots):
        lead = [
            None if each and isinstance(each.value, int | float) and not isinstance(each.value, bool) else each
            for each in lead
        ]
    owned: list[list[_Spot]] = []
    for place, person in enumerate(people):
        end = people[place + 1].start if place + 1 < len(people) else len(folded)
        mine = [each for each in spots if person.end <= each.start < end and each not in lead]
        own = lead[place]
        last = {each.part: each for each in ([own] if own else []) + mine}
        owned.append(_one_kind(list(last.values())))
    return _shared(people, spots, lead, owned, folded)


def _numbers_lead(people: Sequence[_Person], spots: Sequence[_Spot]) -> bool:
    """Tell whether numbers stand before the people they are of."""
    numbers = [each for each in spots if isinstance(each.value, int | float)]
    return bool(numbers) and numbers[0].start < people[0].start


def _one_kind(mine: list[_Spot]) -> list[_Spot]:
    """Return entries in which a number says all of somebody; a word beside it is about somebody else."""
    numbers = [each for each in mine if isinstance(each.value, int | float) and not isinstance(each.value, bool)]
    return numbers[:1] if numbers else mine


def _shared(
    people: Sequence[_Person],
    spots: Sequence[_Spot],
    lead: Sequence[_Spot | None],
    owned: list[list[_Spot]],
    folded: str,
) -> list[list[_Spot]]:
    """Return what is said once holds for all who are named together: `faltaram o Pedro e a Júlia`, `Ana e Bia 8`."""
    for place in range(1, len(people)):
        joined = _JOINED.fullmatch(folded[people[place - 1].end : people[place].start])
        if not owned[place] and joined and lead[place - 1] is not None:
            owned[place] = owned[place - 1]
    for place in reversed(range(len(people) - 1)):
        if not owned[place] and _JOINED.fullmatch(folded[people[place].end : people[place + 1].start]):
            owned[place] = owned[place + 1]
    words = [each for each in spots if not isinstance(each.value, int | float)]
    return [mine or ([words[0]] if words else []) for mine in owned]


def _share_days(parts: Sequence[Field], rows: list[dict[str, Any]], spots: Sequence[_Spot]) -> None:
    """Give all entries the day that is said once."""
    for part in (each for each in parts if each.kind is FieldKind.DAY):
        said = [each.value for each in spots if each.part == part.name]
        for row in rows:
            if said and part.name not in row:
                row[part.name] = said[0]


def _is_denied(people: Sequence[_Person], place: int, told: Told) -> bool:
    """Tell whether something is said not to hold of somebody: `o Téo não`."""
    end = people[place + 1].start if place + 1 < len(people) else len(told.wording.text)
    return any(people[place].end <= word.start < end and word.folded in NOT for word in told.wording.words)
