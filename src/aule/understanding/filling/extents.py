"""Extents: where a name or a text begins in a sentence, and where it ends."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from aule.understanding.filling.edges import (
    BEFORE_NAME,
    COLON,
    EDGE,
    EDGE_PUNCTUATION,
    NAME_END,
    QUALITIES,
    SENTENCE_END,
    VOID,
    WHICH_IS,
)
from aule.understanding.filling.fields import Field, FieldKind, Frame
from aule.understanding.filling.orders import Orders
from aule.understanding.sentence import Word, Wording
from aule.understanding.values.days import Days
from aule.understanding.values.marks import Mark, MarkKind, is_of_month
from aule.understanding.values.names import is_code
from aule.understanding.vocabulary import words_of

_CLAUSE = re.compile(r"(?:que|onde|is|in|you|i|for|was|em|como|e|and)\b")
"""Words that begin a clause about a file and not its name: `o anexo que mandei`."""
_IS = re.compile(r"\s[éÉ]\s")
"""What somebody says of a thing; without its accent it would be *and*: `o prazo do projeto site é sexta`."""
_SOMEBODY = re.compile(r"(?:i|you|we|they|eu|voce|vc|que|q|pra|para|pro|from|out of)\s|como \w+[aei]d[oa]s?\b")
"""Words that begin a clause about a thing and not its name: `the workflow I wrote`."""
_ON_DAY = re.compile(r"\b(?:para|pra|pro|for|by|ate)\s+(?:(?:o|a|dia)\s+)*$")
_INFINITIVE = re.compile(r"[aei]r$")
_ONE_NEW = re.compile(r"\b(?:um|uma) \w+ nov[oa]$")
_IN_GROUP = re.compile(r"\b(?:from|for|in|with|no|na|pro|pra|para [oa]|com [oa])\s+(?:(?:turma|class|my)\s+)*$")
_TO_THE = re.compile(r"\s(?:to|at|into|from|with) (?:the|our) (?:[^\W_]+(?:[-'’][^\W_]+)* ){1,4}$")
"""What leads to a name that stands before its noun: `link North hub to the lead time KR`."""
_PARTICLES = frozenset({"in", "on", "up", "off", "out", "over", "to"})
_NEEDS = words_of("leads", "pt") - QUALITIES - {"outro", "outra", "todo", "toda", "todos", "todas", "cada"}
"""Words behind which an infinitive tells of another wish: `preciso mudar`."""
_AGAIN = words_of("segments", "again")
CAPITAL = r"\b[^\W\d_a-zà-ÿ]"
TIMES = (MarkKind.DAY, MarkKind.HOUR)
_NAMES = (FieldKind.NAME, FieldKind.PERSON)
_TYPED = frozenset(
    {FieldKind.NUMBER, FieldKind.CHOICE, FieldKind.DAY, FieldKind.FIRST_DAY, FieldKind.LAST_DAY, FieldKind.HOUR}
)
"""Fields whose nouns are taken together with their values."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a sentence."""

    start: int
    end: int
    text: str

    @property
    def place(self) -> tuple[int, int]:
        """The place of the segment in the sentence."""
        return self.start, self.end


class Extents:
    """Cuts names and texts out of a sentence, for one frame, beside what is taken already."""

    def __init__(self, wording: Wording, taken: Sequence[tuple[int, int]], frame: Frame, marks: Sequence[Mark]) -> None:
        self._wording = wording
        self._taken = list(taken)
        self._frame = frame
        self._marks = marks
        self._orders = Orders(wording, frame, marks)

    def _from(self, place: int, field: Field | None, longest: int = 14) -> Segment | None:
        """Return the text that begins at a place, up to the next value, mark of a sentence or word of another field."""
        text, start = self._wording.folded, self._name_start(place)
        quote = next((each for each in self._wording.quotes if each.start == start), None)
        if quote is not None:
            return Segment(quote.start, quote.end, quote.text) if self._is_free(quote.start, quote.end) else None
        if field is not None and field.is_proper and not (self._is_named(start) or text[start : start + 4].isdigit()):
            return None
        clause = _CLAUSE if field is not None and field.kind is FieldKind.PATH else _SOMEBODY
        if field is not None and field.kind in (*_NAMES, FieldKind.PATH) and clause.match(text, start):
            return None
        end = self._end_of_title(start, self._stop(start, field), field)
        if field is not None and (
            field.kind in (*_NAMES, FieldKind.PATH) or (field.kind is FieldKind.LIST and field.of)
        ):
            end = self._end_of_name(start, end)
        words = [word for word in self._wording.words if start <= word.start and word.end <= end]
        while words and (self._is_edge(words[-1]) or self._orders.is_courtesy(words[-1])):
            words.pop()
        if not words or all(word.folded in VOID for word in words) or len(words) > longest:
            return None
        if field is not None and self._wording.folded[words[0].start : words[-1].end] in field.ignore:
            return None
        quote = next((each for each in self._wording.quotes if words[0].start < each.start < words[-1].end), None)
        if quote is not None and (field is None or field.kind in (*_NAMES, FieldKind.NEW)):
            return Segment(quote.start, quote.end, quote.text)  # `a reunião estratégica "RM de março"`
        return self._trimmed(words[0].start, self._with_number(words[-1].end))

    def _is_edge(self, word: Word) -> bool:
        """Tell whether a small word ends nothing; in English one may end a clause: `rename it to weekly check in`."""
        is_last = re.match(r"\s*(?:$|[,;.!?](?:\s|$))", self._wording.text[word.end :]) is not None
        return word.folded in EDGE and not (is_last and word.folded in _PARTICLES)

    def _name_start(self, place: int) -> int:
        """Return where a name begins behind a place: articles and words such as *chamado* are none of it."""
        text, start = self._wording.folded, place
        while True:
            skipped = " \t\n-–" if self._has_whole else " \t\n:,-–"
            start = len(text) - len(text[start:].lstrip(skipped))
            word = re.match(r"[^\W_]+(?:-[^\W_]+)*", text[start:])
            if start > 0 and (which := WHICH_IS.match(text, start)) is not None:
                start = which.end()
                continue
            if word is None or word[0] not in BEFORE_NAME or self._is_named(start):
                return start
            if word[0] in QUALITIES and self._begins_name(start + word.end()):
                return start
            start += word.end()

    def _begins_name(self, place: int) -> bool:
        """Tell whether a name goes on behind *new*: `novos clientes`, but not `novo: clientes`, `novo chamado …`."""
        word = re.match(r"\s+([^\W_]+)", self._wording.folded[place:])
        if word is None or word[1] in BEFORE_NAME or word[1] == "que" or self._is_named(place + word.start(1)):
            return False
        return _INFINITIVE.search(word[1]) is None and _ONE_NEW.search(self._wording.folded[:place]) is None

    def _is_named(self, place: int) -> bool:
        """Tell whether a name in capitals, a known name, a quotation or an id begins at a place."""
        kinds = (MarkKind.PROPER, MarkKind.NAME, MarkKind.QUOTE)
        word = re.match(r"[\w-]+", self._wording.folded[place:])
        return any(mark.kind in kinds and mark.start == place for mark in self._marks) or (
            word is not None and is_code(word[0])
        )

    def _end_of_title(self, start: int, end: int, field: Field | None) -> int:
        """Return where the name of a thing ends: with its last capital, where more than one of its words has one."""
        if field is None or field.kind not in _NAMES:
            return end
        is_sure = field.is_proper or field.kind is FieldKind.PERSON
        for mark in self._marks:
            if mark.kind is MarkKind.PROPER and mark.start == start and mark.end < end:
                capitals = re.findall(CAPITAL, self._wording.text[start : mark.end])
                return self._with_number(mark.end) if len(capitals) > 1 or is_sure else end
        return end

    def _end_of_name(self, start: int, end: int) -> int:
        """Return where a name ends for what is said of the thing, or for another wish: `pessoas, bota um objetivo`."""
        if (ended := NAME_END.search(self._wording.folded, start + 1, end)) is not None:
            end = ended.start()
        if (told := _IS.search(self._wording.text, start + 1, end)) is not None:
            end = told.start()
        words = [word for word in self._wording.words if start < word.start]
        for word, following in zip(words, (*words[1:], None), strict=False):
            is_small = self._wording.text[word.start].islower() and not re.search(r"[aei]r$", word.folded)
            is_new = following is not None and following.folded in _AGAIN
            is_new = is_new and not re.search(r"\b(?:o|a|os|as|um|uma|the|an?) $", self._wording.folded[: word.start])
            is_new = is_new or self._orders.is_new_clause(word.start - 2, word)
            is_wish = self._orders.is_order(word.folded) and is_new
            is_need = word.folded in _NEEDS and following is not None and re.search(r"[aei]r$", following.folded)
            if word.start < end and is_small and (is_wish or is_need):
                return word.start
        return end

    @cached_property
    def _has_whole(self) -> bool:
        return any(each.is_whole for each in self._frame.fields)

    def _stop(self, start: int, field: Field | None) -> int:
        """Return where a text that begins at a place ends."""
        text = self._wording.folded
        stops = [first for first, last in self._taken if last > start]
        ended = SENTENCE_END.search(text, start)
        stops.append(len(text) if ended is None else ended.start())
        if self._has_whole and (colon := COLON.search(text, start)) is not None:
            stops.append(colon.start())
        own = (*field.before, *field.things, *field.nouns) if field is not None else self._frame.nouns
        for phrase in dict.fromkeys(self._markers(field)):
            if phrase not in own and (found := self._marker_at(phrase.removeprefix("~"), start)) is not None:
                is_weak = phrase.startswith("~") and not self._is_named(self._name_start(found[1]))
                stops += [] if is_weak else found[:1]
        if field is not None and field.kind is FieldKind.NAME:
            stops += [mark.start for mark in self._times if mark.start >= start]
            stops += [found for mark in self._marks if (found := self._grouped(mark)) is not None and found > start]
            stops += [found.start() for found in COLON.finditer(text, start + 1)][:1]
        stops += [
            each.start() for each in re.compile(r",\s+(\w+)").finditer(text, start) if self._orders.is_order(each[1])
        ][:1]
        if field is not None and field.kind is FieldKind.TEXT and not field.is_whole:
            stops += [found for mark in self._marks if (found := self._dated(mark)) is not None and found > start]
        comma = re.compile(r",\s").search(text, start)
        if comma is not None and (field is None or field.kind not in (FieldKind.TEXT, FieldKind.LIST)):
            stops.append(comma.start())
        stops += [
            word.start for word in self._wording.words if word.start > start and self._orders.is_afterthought(word)
        ][:1]
        return min(stop for stop in stops if stop >= start)

    @cached_property
    def _times(self) -> list[Mark]:
        """The days and hours beside a name; a month that *of* leads to belongs to it: `a prova de março`."""
        return [mark for mark in self._marks if mark.kind in TIMES and not is_of_month(mark, self._wording)]

    def _grouped(self, mark: Mark) -> int | None:
        """Return where the words begin that lead to a class: `the test about Greece from 8B`."""
        lead = _IN_GROUP.search(self._wording.folded[: mark.start]) if mark.kind is MarkKind.GROUP else None
        return lead.start() if lead is not None else None

    def _marker_at(self, phrase: str, start: int) -> tuple[int, int] | None:
        """Return where a word for another field ends a name.

        With the name before it in English, and not inside capitals.
        """
        found = self._wording.find(phrase, start + 1)
        if found is None or self._is_inside(*found):
            return None
        ahead = _TO_THE.search(self._wording.unquoted[start : found[0]])
        return (start + ahead.start(), found[1]) if ahead is not None and ahead.start() > 0 else found

    def _is_inside(self, start: int, end: int) -> bool:
        """Tell whether a place lies inside a name in capitals, behind its first word: `a Ótica Visão Clara`."""
        return any(mark.kind is MarkKind.PROPER and mark.start < start and end <= mark.end for mark in self._marks)

    def _dated(self, mark: Mark) -> int | None:
        """Return where the words begin that lead to one day: `pra amanhã`."""
        if mark.kind is not MarkKind.DAY or cast("Days", mark.value).first != cast("Days", mark.value).last:
            return None
        lead = _ON_DAY.search(self._wording.folded[: mark.start])
        return lead.start() if lead is not None else None

    def _markers(self, field: Field | None) -> list[str]:
        """Return words that begin another field.

        Nouns of things and texts, and what leads to a text that is announced.
        """
        found: list[str] = []
        if field is not None and field.kind is FieldKind.NAME:
            found += self._frame.nouns
        for each in self._frame.fields:
            if each is field:
                continue
            stands_alone = not each.nouns or each.kind in (FieldKind.PERSON, FieldKind.NAME, FieldKind.NUMBER)
            if stands_alone or any(self._wording.find(noun) for noun in each.nouns):
                found += each.before
            things = [f"~{noun}" for noun in each.things] if each.is_proper else each.things
            found += things if each.kind in _TYPED else (*each.nouns, *things)
        return found

    def _is_free(self, start: int, end: int) -> bool:
        return not any(first < end and start < last for first, last in self._taken)

    def _titled(self, start: int, end: int) -> Segment:
        return self._segment(start, self._with_number(end, is_title=True))

    def _with_number(self, end: int, *, is_title: bool = False) -> int:
        """Return the end of a title with the number that belongs to it: `Frações 1`, but not `Planetas 40 minutos`."""
        behind = re.match(r"\s(\d{1,3})(?![\w.,]*\d|\s?%|\s?[a-zº°])", self._wording.folded[end:])
        if behind is None and is_title:
            behind = re.match(r"\s(\d{1,2})(?=\s(\w+))(?![.,]?\d)", self._wording.folded[end:])
            units = {noun for each in self._frame.fields if each.kind is FieldKind.NUMBER for noun in each.nouns}
            behind = None if behind is None or behind[2] in units else behind
        return end + behind.end() if behind and self._is_free(end, end + behind.end()) else end

    def _segment(self, start: int, end: int) -> Segment:
        return Segment(start, end, self._wording.text[start:end])

    def _trimmed(self, start: int, end: int) -> Segment | None:
        end += self._wording.text[end : end + 1] == "%"
        text = self._wording.text[start:end]
        left = len(text) - len(text.lstrip(EDGE_PUNCTUATION))
        bare = text.strip(EDGE_PUNCTUATION)
        return Segment(start + left, start + left + len(bare), bare) if bare else None
