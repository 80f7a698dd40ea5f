"""Segments: the parts of a sentence that are left when its values are taken, for names and texts of any wording."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from aule.understanding.alignment import compiled, whole_word
from aule.understanding.filling.edges import (
    AIM,
    BEFORE_DAY,
    BEFORE_NAME,
    CLAUSE_END,
    COLON,
    EDGE,
    GENITIVE,
    IN_OFFICE,
    IN_PART,
    INTO,
    MADE_OFFICER,
    NAME_END,
    NO_TITLE,
    NOT_FIRST,
    NOW,
    OUT_OF,
    PERSON_LEAD,
    RELATIVE,
    SENTENCE_END,
    VOID,
    WHICH_IS,
    becomes,
    link_of,
)
from aule.understanding.filling.extents import CAPITAL, TIMES, Extents, Segment
from aule.understanding.filling.fields import Field, FieldKind
from aule.understanding.sentence import Word
from aule.understanding.values.marks import MarkKind
from aule.understanding.values.names import is_code
from aule.understanding.vocabulary import COMMANDS, COURTESY, EMPTY

_CALLED = re.compile(
    r"(?:chamad[oa]s?|denominad[oa]s?|com o nome(?: de)?|de nome|intitulad[oa]s?|com o titulo(?: de)?|titulo"
    r"|called|named|titled|entitled)\b"
)
_ABOUT = re.compile(r"\s+(?:on|about|sobre)\s+")
_OF_GROUP = re.compile(r"\s+(?:d[oa]|of|com [oa])\s+(?:(?:turma|class)\s+)?")
_TO_PLACE = re.compile(r"\s+(?:ao|aos|a|pro|pra|to|para [oa])\s+(?:the\s+)?")
_OUT_OF_ALL = re.compile(r"\b(?:das|dos|from (?:the|my))\s+$")
_INSIDE_NAME = 2
_BESIDE = 30
"""Letters behind the noun of a list in which a verb tells that something is added to it."""
_COPULA = re.compile(r"\s+(?:is|é|eh)\s", re.IGNORECASE)
_JOINED = re.compile(r",?\s(?:e|and)\s+(?:(?:ja|also|tambem|then|depois)\s+)?([^\W_]+)")
_LONGEST_TITLE = 4
"""Words of a title that nothing marks as one, beside a text."""
_LED = re.compile(r"\b(?:de|do|da|dos|das|sobre|of|about|on)\s+(?:(?:o|a|os|as|the)\s+)?$")
_TIMED = (FieldKind.DAY, FieldKind.HOUR)
_BEFORE_NOUN = re.compile(r".*\b(?:the|an?|our|my|that)\s+((?:[^\W_]+(?:[-'’][^\W_]+)*\s+){1,5})$")
_ENGLISH = re.compile(r"\b(?:for|in|of|on|from|to|under) (?:the|our|my)\s+(?:[^\W_]+(?:[-'’][^\W_]+)*\s+){1,4}$")


class Segments(Extents):
    """Finds parts of a sentence for one frame, beside what is taken already."""

    def free_quotes(self) -> list[Segment]:
        """Return quotations nobody has taken, in order."""
        return [
            Segment(each.start, each.end, each.text)
            for each in self._wording.quotes
            if self._is_free(each.start, each.end)
        ]

    def proper(self, field: Field | None = None) -> Segment | None:
        """Return the first words in capitals that nobody has taken."""
        free = [each for each in self._marks if each.kind is MarkKind.PROPER and self._is_free(each.start, each.end)]
        free = [each for each in free if not any(start <= each.start < end for start, end in self._orders.courtesies)]
        if not free:
            return None
        is_long = len(re.findall(CAPITAL, self._wording.text[free[0].start : free[0].end])) > 1
        is_title = field is None or field.kind is not FieldKind.NAME or field.is_proper or is_long
        longer = None if is_title else self._from(free[0].start, field)
        return longer or self._titled(free[0].start, free[0].end)

    def code(self) -> Segment | None:
        """Return the first word that looks like an id."""
        for word in self._wording.words:
            if is_code(word.folded) and self._is_free(word.start, word.end):
                return self._segment(word.start, word.end)
        return None

    def code_behind(self, field: Field) -> Segment | None:
        """Return an id right behind a word for the thing: `KR kr-11`, `plano pl-7`."""
        for noun in field.things:
            for found in whole_word(noun, r"(?!-\d)\s*(?:d[eoa]\s+|[a-z]{4,}\s(?=[a-z]{2,12}-\d))?").finditer(
                self._wording.unquoted
            ):
                behind = re.match(r"[a-z]{0,12}[-_]?\d[\w-]*(?!\s20\d\d\b)\b", self._wording.folded[found.end() :])
                if behind and behind[0] and (is_code(behind[0]) or noun in ("kr", "krs")):
                    start = found.end()
                    if self._is_free(start, start + behind.end()):
                        joined = f"{noun}{behind[0]}" if behind[0].isdigit() and noun == "kr" else None
                        text = joined or self._wording.text[start : start + behind.end()]
                        return Segment(start, start + behind.end(), text)
        return None

    def quoted_behind(self, field: Field) -> Segment | None:
        """Return a quotation right behind a word for the thing: `the strategy meeting "March review"`."""
        ends = [end for _, end in self._places_of(field.things)]
        return next((each for each in self.free_quotes() if any(0 <= each.start - end <= 1 for end in ends)), None)

    def ahead_of_noun(self, field: Field) -> Segment | None:
        """Return a name between an English article and the word for the thing: `for the handbook project`."""
        things = {noun for each in self._frame.fields for noun in each.things}
        for start, end in self._places_of(field.things):
            found = self._before_noun(start, field) if _ENGLISH.search(self._wording.unquoted[:start]) else None
            if found is not None and things.isdisjoint(self._wording.folded[found.start : found.end].split()):
                return self._with_about(found, end, field)
        return None

    def behind_noun(self, field: Field) -> Segment | None:
        """Return what stands behind a word for the thing: `a nota Compras`, `o objetivo de crescer`."""
        for start, end in self._places_of(field.things):
            if _OUT_OF_ALL.search(self._wording.unquoted[:start]) and CLAUSE_END.match(self._wording.unquoted, end):
                continue  # `tira robótica das matérias, ninguém usa`
            segment = self._before_noun(start, field) or self._bare_before(start, field)
            segment = self._with_about(segment, end, field) if segment is not None else None
            told = RELATIVE.match(self._wording.unquoted, end)
            place = told.end() if told else self._linked(start, end) if field.is_linked else end
            if segment is None and place is not None:
                segment = self._capital_title(start, end) or self._from(place, field)
            if segment is not None and field.is_announced and (aim := AIM.search(segment.text.lower())) is not None:
                segment = self._segment(segment.start, segment.start + aim.start())
            if segment is not None:
                return segment
        return None

    def _linked(self, start: int, end: int) -> int | None:
        """Return where a name begins that a preposition leads to, that is written as a name, or that says no deed."""
        named = end if self._is_named(self._name_start(end)) else None
        return named if named is not None else link_of(self._wording, start, end)

    def _with_about(self, segment: Segment, end: int, field: Field) -> Segment:
        """Return a name before the word for the thing with what follows behind it: `the pop quiz on rivers`."""
        about = _ABOUT.match(self._wording.unquoted, end)
        if about is None or not self._is_free(*about.span()) or NAME_END.match(self._wording.unquoted, end + 1):
            return segment
        longer = self._from(about.end(), field)
        return segment if longer is None else self._segment(segment.start, longer.end)

    def _before_noun(self, place: int, field: Field | None = None) -> Segment | None:
        """Return a name that stands before the word for the thing, as in English: `the Cold Calls initiative`."""
        found = _BEFORE_NOUN.search(self._wording.unquoted[:place])
        if found is None:
            return None
        begins = self._orders.begins_order(found.start(1))
        words = [word for word in self._wording.words if begins <= word.start < place]
        while words and words[0].folded in NO_TITLE:
            words.pop(0)
        if field is not None and any(word.folded in field.ignore for word in words):
            return None
        if words and field is not None and field.is_proper and not self._is_named(words[0].start):
            return None
        rest = [word for word in words if word.start >= found.start(1)]
        is_name = rest and not any(word.folded in EMPTY or word.folded in BEFORE_NAME for word in rest)
        is_name = is_name or (len(words) > _INSIDE_NAME and self._is_joined(words))
        free = is_name and self._is_free(words[0].start, words[-1].end)
        return self._segment(words[0].start, words[-1].end) if free else None

    def _is_joined(self, words: Sequence[Word]) -> bool:
        """Tell whether words are a name with *of* or *and* in it: `the rivers of Brazil quiz`."""
        first, *inner, last = words
        leads = {marker for each in self._frame.fields for marker in (*each.before, *each.nouns, *each.things)}
        is_plain = not any(word.folded in EMPTY and word.folded not in ("of", "and") for word in (first, *inner, last))
        is_free = first.folded not in leads and first.folded not in COMMANDS
        return is_plain and is_free and first.folded not in EMPTY and last.folded not in EMPTY

    def _bare_before(self, place: int, field: Field) -> Segment | None:
        """Return a name between the verb of an order and the word for the thing: `delete midterm review test`."""
        words: list[Word] = []
        edge = place
        for word in self._wording.words_before(place):
            if self._wording.folded[word.end : edge].strip() or word.folded in VOID or word.folded in BEFORE_NAME:
                break
            words.insert(0, word)
            edge = word.start
        is_order = bool(words) and words[0].folded in COMMANDS and self._orders.is_order(words[0].folded)
        is_order = is_order and not any(
            mark.kind is MarkKind.PROPER and mark.start < place < mark.end for mark in self._marks
        )
        if not is_order or not field.is_required or field.is_proper or len(words) < _INSIDE_NAME:
            return None
        behind = re.match(r"\w+\s+([^\W_]+)", self._wording.folded[place:])
        if behind is not None and behind[1] not in EDGE and behind[1] not in EMPTY and behind[1] not in COURTESY:
            return None
        return self._segment(words[1].start, words[-1].end) if self._is_free(words[1].start, place) else None

    def _places_of(self, nouns: Sequence[str]) -> list[tuple[int, int]]:
        """Return where some nouns stand free, in order, the longest first where several begin at one place."""
        found = [
            each.span()
            for noun in nouns
            for each in whole_word(noun, r"(?!-\d)").finditer(self._wording.unquoted)
            if self._is_free(*each.span())
        ]
        return sorted(found, key=lambda each: (each[0], -each[1]))

    def _capital_title(self, start: int, end: int) -> Segment | None:
        """Return a title whose first word is the noun itself: `a Prova Bimestral 1`."""
        for mark in self._marks:
            if mark.kind is MarkKind.PROPER and mark.start == start and self._is_free(start, mark.end):
                title = self._titled(start, max(end, mark.end))
                return title if title.end > end else None
        return None

    def behind_marker(self, field: Field) -> Segment | None:
        """Return what stands behind one of the words that lead to a field; the longest of those words first."""
        for marker in field.before:
            for found in whole_word(marker.removeprefix("~")).finditer(self._wording.unquoted):
                if marker.startswith("~") and not self._is_weakly_led(found.start(), found.end()):
                    continue
                is_strong = field.is_proper and not marker.startswith("~")
                segment = self._from(found.end(), replace(field, is_proper=False) if is_strong else field)
                if (
                    segment is not None
                    and self._is_free(*found.span())
                    and not self._begins_with(segment, field.things)
                ):
                    nouns = self._frame.nouns if field.kind is FieldKind.TEXT else field.things
                    return self._without_noun(segment, nouns)
        return None

    def _is_weakly_led(self, start: int, end: int) -> bool:
        """Tell whether a small word leads to a name: one in capitals, or all up to a colon: `tarefa no site: …`."""
        if self._is_named(self._name_start(end)):
            return True
        before = self._wording.words_before(start)[:1]
        things = {word for noun in self._frame.nouns for word in noun.split()}
        is_thing = bool(before) and (before[0].folded in things or before[0].folded in COMMANDS)
        ahead = re.match(r"[^,;.!?:]+:\s", self._wording.unquoted[end:])
        return is_thing and ahead is not None and len(ahead[0].split()) <= _LONGEST_TITLE + 1

    def _without_noun(self, segment: Segment, nouns: Sequence[str]) -> Segment:
        """Return a name without the word for the thing behind it: `the board meeting`."""
        text = self._wording.folded[segment.start : segment.end]
        cut = [len(noun) + 1 for noun in nouns if text.endswith(f" {noun}")]
        return self._segment(segment.start, segment.end - max(cut)) if cut else segment

    def _begins_with(self, segment: Segment, nouns: Sequence[str]) -> bool:
        """Tell whether a part of a sentence begins with a word for the thing: `under the pillar Growth`."""
        text = self._wording.folded[segment.start : segment.end]
        is_title = text in nouns and self._is_named(segment.start)  # `no Simulado`
        return not is_title and any(compiled(rf"{re.escape(noun)}(?!\w)").match(text) for noun in nouns)

    def word_behind_marker(self, field: Field) -> Segment | None:
        """Return one word that stands between a word that leads to the field and the end: `grep MAX in src`."""
        for marker in field.before:
            pattern = (
                rf"(?<!\w){re.escape(marker)}\s+(?:(?:o|a|os|as|the|my|meu|minha)\s+)?"
                r"(?P<word>[\w./-]+)\s*(?:[?.!]*$|[,;?]\s|(?<=\s)(?:e|and|aparece|aparecem|tem|consta|is|are|does)\s)"
            )
            found = re.search(pattern, self._wording.unquoted)
            if found is None or not self._is_free(*found.span("word")):
                continue
            is_deed = found["word"] in COMMANDS and re.search(r"[aei]r$", found["word"]) is not None
            if not is_deed and found["word"] not in (*field.ignore, *field.things, *EMPTY):
                return self._trimmed(*found.span("word"))
        return None

    def announced(self, field: Field) -> Segment | None:
        """Return a text behind its own words: what announces it, or what leads to it."""
        if field.nouns and not field.is_main:
            return self._behind_announcement(field)
        return self.behind_marker(field) or (self.behind_thing() if field.kind is FieldKind.NEW else None)

    def behind_thing(self) -> Segment | None:
        """Return what stands behind the word for what the frame is about: `nova reunião Alinhamento`."""
        called = _CALLED.search(self._wording.unquoted)
        if called is not None and (found := self._from(called.end(), None)) is not None:
            return found
        for noun in self._frame.nouns:
            place = whole_word(noun, r"(?!-\d)").search(self._wording.unquoted)
            if place is not None and (ahead := self._before_noun(place.start())) is not None:
                return ahead
            if place is not None and self._first_word(place.end()) in NOT_FIRST:
                continue
            if (
                place is not None
                and self._is_free(*place.span())
                and (found := self._from(self._behind_copula(place.end()), None)) is not None
            ):
                between = WHICH_IS.sub(" ", self._wording.folded[place.end() : found.start])
                is_said = {"that", "que"} & set(between.split())
                return found if self._is_title(found) and not is_said else None
        return None

    def _behind_copula(self, place: int) -> int:
        """Return where a title begins that is said of the thing: `o quarto pilar é gente`."""
        copula = _COPULA.match(self._wording.text, place)
        return copula.end() if copula is not None else place

    def _first_word(self, place: int) -> str:
        found = re.match(r"\s+([^\W_]+)", self._wording.unquoted[place:])
        return found[1] if found is not None and not self._is_named(place + found.start(1)) else ""

    def behind_colon(self) -> Segment | None:
        """Return all behind the first colon."""
        found = COLON.search(self._wording.unquoted)
        if found is None or not self._wording.text[found.end() :].strip():
            return None
        if any(start >= found.end() for start, _ in self._taken):
            return self._from(found.end(), None)
        return self._trimmed(found.end(), len(self._wording.text))

    def person(self, field: Field) -> Segment | None:
        """Return somebody behind a word that leads to them, or before the word for what they do."""
        if (found := self._before_office(field)) is not None:
            return found
        for marker in (*field.before, *field.nouns):
            for found in whole_word(marker.removeprefix("~"), r"\W*").finditer(self._wording.unquoted):
                place: int | None = found.end()
                if marker.startswith("~"):
                    place = place if self._is_handed(field, found.start(), found.end()) else None
                elif marker in field.nouns:
                    place = self._behind_office(found.end())
                segment = self._from(place, field, longest=4) if place is not None else None
                if segment is not None and not segment.text.isdigit():
                    return segment
        return None

    def _before_office(self, field: Field) -> Segment | None:
        """Return somebody before the word for what they do.

        `a Ana é a responsável`, `make Tom the owner`, `Lia runs it`.
        """
        for noun in field.nouns:
            for found in whole_word(noun).finditer(self._wording.unquoted):
                head = self._wording.unquoted[: found.start()]
                for mark in self._marks:
                    between = head[mark.end :] if mark.kind is MarkKind.PROPER and mark.end < len(head) else "?"
                    if IN_OFFICE.fullmatch(between) and self._is_free(mark.start, mark.end):
                        return self._segment(mark.start, mark.end)
                if (made := MADE_OFFICER.search(head)) is not None and self._is_free(*made.span(1)):
                    return self._segment(*made.span(1))
        return None

    def _is_handed(self, field: Field, start: int, end: int) -> bool:
        """Tell whether a name follows, and a verb of giving stands before if the field has such.

        `passa X pro Sérgio`.
        """
        heads = {word.folded for word in self._wording.words_before(start)}
        return self._is_named(self._name_start(end)) and (not field.verbs or not heads.isdisjoint(field.verbs))

    def _behind_office(self, place: int) -> int | None:
        """Return where the person stands behind the word for what they do: `responsável.

        Ana`, `o dono do KR é a Ana`.
        """
        behind = self._wording.unquoted[place:]
        if GENITIVE.match(behind) is None:
            lead = PERSON_LEAD.match(behind)
            return place + (lead.end() if lead else 0)
        for lead in PERSON_LEAD.finditer(behind):
            if lead[1] != "e" or self._wording.text[place + lead.start(1)] in "éÉ":
                return place + lead.end()
        return None

    def rest(self, *, is_name: bool = False) -> Segment | None:
        """Return what is left of a sentence: behind the words of the command, up to the next value."""
        runs = self._runs(is_name=is_name)
        weighed = [(self._weight(run), -place, run) for place, run in enumerate(runs)]
        weighed = [each for each in weighed if each[0]]
        if is_name and weighed:
            weighed = [each for each in weighed if self._orders.is_ordered(each[2][0])] or weighed
            ended = CLAUSE_END.search(self._wording.folded, weighed[0][2][-1].end)
            weighed = [each for each in weighed if ended is None or each[2][0].start < ended.start()]
        if not weighed:
            return None
        run = max(weighed, key=lambda each: each[:2])[2]
        run = run if is_name else self._across_group(run, runs)
        return self._trimmed(run[0].start, self._with_number(run[-1].end))

    def _across_group(self, run: list[Word], runs: Sequence[list[Word]]) -> list[Word]:
        """Return a title with the class in the middle of it: `passeio do 7A ao planetário`."""
        groups = [mark for mark in self._marks if mark.kind is MarkKind.GROUP]
        for before, after in pairwise(runs):
            inner = [mark for mark in groups if before[-1].end < mark.start and mark.end < after[0].start]
            if run not in (before, after) or len(inner) != 1:
                continue
            is_of = _OF_GROUP.fullmatch(self._wording.folded, before[-1].end, inner[0].start)
            if is_of and _TO_PLACE.fullmatch(self._wording.folded, inner[0].end, after[0].start):
                return [*before, *after]
        return run

    def _weight(self, run: Sequence[Word]) -> float:
        """Return how much a run of words says; what a preposition leads to says more."""
        words = sum(word.folded not in EMPTY for word in run)
        words = 0 if all(word.folded in EMPTY or word.folded in NO_TITLE for word in run) else words
        led = _LED.search(self._wording.folded[: run[0].start]) is not None
        return words + 0.5 if words and led else words

    def unused(self) -> list[Word]:
        """Return the words that carry meaning and that neither the frame nor a value has used."""
        return [
            word
            for word in self._wording.words
            if self._is_free(word.start, word.end) and word.folded not in EMPTY and not self._orders.is_command(word)
        ]

    def _put_into(self, place: int) -> Segment | None:
        """Return what stands before the noun of a text it is put into: `add our loyal team to the strengths`."""
        into = INTO.search(self._wording.unquoted[:place])
        if into is None:
            return None
        words = [word for word in self._wording.words if word.end <= into.start()]
        orders = [at for at, word in enumerate(words) if word.folded in COMMANDS and word.folded not in EMPTY]
        words = words[orders[0] + 1 :] if orders else []
        while words and words[0].folded in EDGE:
            words.pop(0)
        text = self._wording.folded[words[0].start : into.start()] if words else ""
        said = [word for word in words if word.folded not in VOID and not self._orders.is_courtesy(word)]
        if not said or re.search(r"[,;:.]\s", text) or not self._is_free(words[0].start, words[-1].end):
            return None
        return None if self._is_thing(words[0].start) else self._trimmed(words[0].start, into.start())

    def _ahead(self, field: Field, place: int) -> Segment | None:
        """Return what stands before the noun of a field.

        `to the lead time KR`, `add our loyal team to the strengths`.
        """
        named = self._before_noun(place) if field.of else None
        return named or (self._put_into(place) if field.kind is not FieldKind.NEW else None)

    def _behind_announcement(self, field: Field) -> Segment | None:
        for noun in field.nouns:
            for found in whole_word(noun).finditer(self._wording.unquoted):
                if self._is_inside(*found.span()):
                    continue
                if field.is_all and self._is_in_part(found.start()):
                    return None
                if (ahead := self._ahead(field, found.start())) is not None:
                    return ahead
                if (segment := self._led_from(field, found.end())) is not None:
                    return segment
                is_verb = field.kind is FieldKind.NEW and noun in COMMANDS and noun not in field.before
                is_whose = field.kind is FieldKind.NEW and GENITIVE.match(self._wording.unquoted[found.end() :])
                is_whose = is_whose or (not _CALLED.match(noun) and self._is_thing(self._name_start(found.end())))
                quotes = [each for each in self.free_quotes() if each.start > found.end()]
                if quotes and field.kind is FieldKind.TEXT:
                    return quotes[0]
                is_whose = is_whose or self._first_word(found.end()) in ("e", "and")
                if not is_verb and not is_whose and (segment := self._from(found.end(), field)) is not None:
                    return segment
                colon = COLON.search(self._wording.unquoted, found.end())
                if colon is not None and not is_verb and (segment := self._from(colon.end(), field)) is not None:
                    return segment
        return None

    def renamed(self, field: Field) -> Segment | None:
        """Return a text behind the word for a name and the one that leads to the new name."""
        for noun in field.nouns:
            for found in whole_word(noun).finditer(self._wording.unquoted):
                if (segment := self._led_from(field, found.end())) is not None:
                    return self._up_to_order(segment)
        return None

    def _up_to_order(self, segment: Segment) -> Segment:
        """Return a name without another wish that is joined to it: `rename it to Our Moon and publish it`."""
        for found in _JOINED.finditer(self._wording.folded, segment.start, segment.end):
            is_capital = self._wording.text[found.start(1)].isupper()
            if not is_capital and self._orders.is_order(found[1]) and self._is_free(*found.span()):
                return self._trimmed(segment.start, found.start()) or segment
        return segment

    def _led_from(self, field: Field, place: int) -> Segment | None:
        found = (self._from(lead, field) for lead in self._leads(field, place))
        return next((each for each in found if each is not None), None)

    def _is_in_part(self, place: int) -> bool:
        """Tell whether a sentence adds something to a list or takes it out, and does not say the list.

        `nos valores`.
        """
        is_out = OUT_OF.search(self._wording.unquoted[:place]) is not None
        return is_out or any(word.folded in IN_PART for word in self._wording.words if word.start < place + _BESIDE)

    def _is_thing(self, place: int) -> bool:
        """Tell whether the word for a thing of the frame stands at a place: `os critérios do plano`."""
        things = [*self._frame.nouns, *(noun for each in self._frame.fields for noun in each.things)]
        is_title = any(mark.kind is MarkKind.PROPER and mark.start == place for mark in self._marks)
        return not is_title and any(
            compiled(rf"{re.escape(noun)}(?!\w)").match(self._wording.folded[place:]) for noun in things
        )

    def _leads(self, field: Field, place: int) -> list[int]:
        """Return where a text begins behind its noun.

        Behind a word that leads to it, with only whose it is between them.
        """
        text = self._wording.unquoted
        found: list[int] = []
        for each in sorted(
            (each for marker in field.before for each in whole_word(marker).finditer(text, place)),
            key=lambda each: (each.start(), -each.end()),
        ):
            is_word = each[0] != "e" or self._wording.text[each.start()] in "éÉ"
            between = text[place : each.start()].strip()
            is_whose = GENITIVE.match(text[place:]) is not None and re.search(r"[,;:]\s", between) is None
            is_bare = between in NOW or is_whose
            if is_word and self._is_free(*each.span()) and (is_bare or field.kind is FieldKind.NEW):
                found.append(each.end())
        return found

    def _is_title(self, found: Segment) -> bool:
        """Tell whether words behind a thing are its title and not the text that it is to hold."""
        if not self._has_whole or found.text[:1].isupper() or self._wording.text[found.start] in "\"'“‘«`":
            return True
        words = [word for word in self._wording.words if found.start <= word.start < found.end]
        if any(words[0].folded in each.ignore for each in self._frame.fields if each.is_whole):
            return False
        is_deed = words[0].folded in COMMANDS or re.search(r"(?:[aei]r|ndo|ing)$", words[0].folded) is not None
        return len(words) <= _LONGEST_TITLE and not is_deed and words[0].folded not in EMPTY

    def _runs(self, *, is_name: bool) -> list[list[Word]]:
        """Return words in a row that nobody has taken and that are no words of the command."""
        runs: list[list[Word]] = [[]]
        ended = self._places_of(
            [phrase for each in self._frame.fields if each.kind in _TIMED for phrase in each.before]
        )
        ended += [(start, mark.end) for mark in self._marks if (start := self._dated(mark)) is not None]
        ended += [*self._orders.ended_places(), *self._named_elsewhere()] if is_name else []
        ended += becomes(self._wording, self._frame.nouns)
        last = 0
        for word in self._wording.words:
            breaks = (CLAUSE_END if is_name else SENTENCE_END).search(
                self._wording.folded[last : word.start]
            ) is not None
            is_first = all(each.folded in EMPTY for each in runs[-1]) or self._orders.is_new_clause(last, word)
            skipped = not self._is_free(word.start, word.end) or self._orders.is_command(word, is_first=is_first)
            skipped = skipped or any(start <= word.start < end for start, end in ended)
            skipped = skipped or (is_name and is_first and NAME_END.fullmatch(word.folded) is not None)
            if breaks or skipped:
                runs.append([])
            if not skipped:
                runs[-1].append(word)
            last = word.end
        found: list[list[Word]] = []
        for run in runs:
            while run and (run[0].folded in EDGE or run[0].folded in EMPTY):
                run.pop(0)
            while run and (run[-1].folded in EDGE or self._is_when(run[-1])):
                run.pop()
            found += [run] if run else []
        return found

    def _is_when(self, word: Word) -> bool:
        """Tell whether a word says only when something is, right before that: `a festa vai ser sexta`."""
        behind = [each for each in self._wording.words_behind(word.end) if each.folded not in EDGE]
        following = next((each for each in behind if each.folded not in BEFORE_DAY), None)
        is_taken = following is not None and any(
            mark.kind in TIMES and mark.start <= following.start < mark.end for mark in self._marks
        )
        return is_taken and word.folded in BEFORE_DAY

    def _named_elsewhere(self) -> list[tuple[int, int]]:
        """Return days and hours, and phrases that lead to another thing: `tira aluguel da pauta`."""
        named = [each for each in self._frame.fields if each.kind is FieldKind.NAME]
        leads = [marker for each in named for marker in each.before if " " in marker and not marker.startswith("~")]
        return [*self._places_of(leads), *((mark.start, mark.end) for mark in self._times)]
