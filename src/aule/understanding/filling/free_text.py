"""Free text: what somebody wants written, looked for or done, word for word.

Such a text begins behind the words that lead to it (`anota aí que …`) and runs to the end of the sentence, whatever
days and numbers stand in it. Where it stands before its verb (`…, anota aí`), it is what stands there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from aule.understanding.alignment import whole_word
from aule.understanding.filling.edges import COLON, EDGE, EDGE_PUNCTUATION, courtesies
from aule.understanding.filling.fields import Field, Frame
from aule.understanding.filling.segments import Segment
from aule.understanding.sentence import Word, Wording
from aule.understanding.vocabulary import ADVERBS, ARTICLES, BEFORE_FILES, COMMANDS, EMPTY, LEADS, POINTING, words_of

_THAT = frozenset({"que", "q", "that"})
_TO = frozenset(["de", "do", "da", "to", "para", "pra", "pro", "of"])
_ABOUT = frozenset({"sobre", "about"})
_POINTED_WORDS, _SHORT = 2, 2
_HOW = words_of("texts", "asking")
"""Words with which a question that is looked for may begin."""
_GREETINGS = words_of("texts", "greetings")
"""Words of courtesy that stand before a wish; behind its verb they belong to the text."""
_ANSWERS = words_of("texts", "answers")
"""Words that may be all that somebody says."""
_INTO = words_of("texts", "into")
"""Words between an order and the thing it puts a text into: `guarda numa nota`."""
_NEXT_SENTENCE = re.compile(r"[.?!]\s+(?=\w)")
_TELL = re.compile(r"(?:,|\s(?:e|and))\s+(?:(?:depois|then)\s+)?(?:me\s+(\w+)|(\w+)\s+me)\b")
"""Another wish behind a command or a question: `… e me mostra o resultado`, `… and tell me`."""
_BREAK = re.compile(r"[,;.!?]\s+(?:e\s+|and\s+)?|\s+[–—-]\s+|\s+(?:e|and)\s+")


@dataclass(slots=True)
class _Peel:
    """How far the words that lead to a text reach."""

    end: int = 0
    has_verb: bool = False
    has_lead: bool = False
    is_final: bool = False


class FreeText:
    """Finds the free texts of one frame in a sentence, beside what is taken already."""

    def __init__(self, wording: Wording, taken: Sequence[tuple[int, int]], frame: Frame) -> None:
        self._wording = wording
        self._taken = sorted(taken)
        self._frame = frame
        self._courtesies = courtesies(wording)

    def find(self, field: Field, start: int = 0) -> Segment | None:
        """Return the text of a field, from a place on."""
        whole = len(self._wording.text)
        if (announced := self._announced(field, start)) is not None:
            return announced
        colon = COLON.search(self._wording.unquoted, start) if field.is_behind_colon else None
        if colon is not None and (text := self._text(field, colon.end(), whole)) is not None:
            return text
        peel = self._peel(field, start)
        if not peel.is_final and (colon := self._colon_behind_value(max(start, peel.end))) is not None:
            return self._text(field, colon, whole)
        if peel.has_lead:
            is_sure = peel.is_final or peel.has_verb or field.is_main or self._begins_quote(peel.end)
            return self._text(field, peel.end, whole) if is_sure else None
        verb = self._first_verb(field, start)
        if verb is not None:
            found = self._text(field, self._peel(field, verb.start).end, whole)
            return found or self._text(field, self._skip_courtesy(start), verb.start)
        if (marked := self._marked(field, start)) is not None:
            return marked
        quote = next(
            (each for each in self._wording.quotes if each.start >= start and self._is_free(each.start, each.end)), None
        )
        if quote is not None and field.is_main and not field.is_bare:
            return Segment(quote.start, quote.end, quote.text)
        return self._text(field, self._skip_courtesy(start), whole) if field.is_main else None

    def _announced(self, field: Field, start: int) -> Segment | None:
        """Return what stands behind the first of the words that announce the field."""
        found = [place for noun in field.nouns if (place := whole_word(noun).search(self._wording.unquoted, start))]
        found = [each for each in found if self._is_free(*each.span())]
        for place in sorted(found, key=lambda each: (each.start(), -each.end())):
            start = self._peel_nouns(field, place.end())
            if (text := self._text(field, start, len(self._wording.text))) is not None:
                return text
        return None

    def _marked(self, field: Field, start: int) -> Segment | None:
        """What stands behind a phrase that leads to the text, further on in a sentence that no known verb begins."""
        strong = [each for each in field.before if " " in each or each in _ABOUT]
        found = [place for phrase in strong if (place := whole_word(phrase).search(self._wording.unquoted, start))]
        found = [each for each in found if self._is_free(*each.span())]
        first = min(found, key=lambda each: (each.start(), -each.end()), default=None)
        return None if first is None else self._text(field, first.end(), len(self._wording.text))

    def _peel_nouns(self, field: Field, start: int) -> int:
        """Return the end of further words that announce the field: `que falam | do tema`."""
        for word in [each for each in self._wording.words if each.start >= start][:4]:
            if (end := self._phrase_at((*field.nouns, *field.ignore), word)) is not None:
                start = end
            elif word.folded not in EDGE or word.folded in ("e", "and"):
                break
        return start

    def _colon_behind_value(self, start: int) -> int | None:
        """Return where the text behind a value and a colon begins: `no fim do regras.md: nada de cigarro`."""
        for _, end in self._taken:
            colon = COLON.match(self._wording.unquoted, end)
            if end >= start and colon is not None and self._wording.text[colon.end() :].strip():
                return colon.end()
        return None

    def _is_free(self, start: int, end: int) -> bool:
        return not any(first < end and start < last for first, last in self._taken)

    def _peel(self, field: Field, start: int) -> _Peel:
        """Go over the words that lead to a text: courtesy, verb, nouns, values that are taken, `que`."""
        peel = _Peel(start)
        words = [word for word in self._wording.words if word.start >= start]
        place = 0
        while place < len(words) and not peel.is_final:
            word = words[place]
            if peel.has_lead and (colon := COLON.match(self._wording.unquoted, self._before_colon(word))) is not None:
                is_verb = not peel.has_verb and self._phrase_at(field.verbs, word) is not None
                peel.end, peel.is_final = colon.end(), not is_verb
                if peel.is_final:
                    break
            if self._quote_at(word.start) and self._is_free(word.start, word.end):
                break
            reached = self._step(field, word, words[place + 1 : place + 2], peel)
            if reached is None:
                break
            while place < len(words) and words[place].start < reached:
                place += 1
        return peel

    def _step(self, field: Field, word: Word, behind: Sequence[Word], peel: _Peel) -> int | None:
        """Return where the next word begins, if this one leads to the text."""
        taken = next((end for start, end in self._taken if start <= word.start < end), None)
        if taken is not None:
            peel.end, peel.has_lead = taken, True
            return taken
        if (end := self._phrase_at(field.before, word)) is not None:
            peel.end, peel.has_lead, peel.is_final = end, True, True
            return end
        if (not peel.has_verb or field.is_bare) and (end := self._phrase_at(field.verbs, word)) is not None:
            peel.end, peel.has_lead, peel.has_verb = end, True, True
            return end
        if (end := self._phrase_at(self._nouns(field), word)) is not None:
            peel.end, peel.has_lead = end, True
            return end
        return self._small_step(field, word, behind, peel)

    def _small_step(self, field: Field, word: Word, behind: Sequence[Word], peel: _Peel) -> int | None:
        is_next = not self._wording.folded[peel.end : word.start].strip(" ,")
        if peel.has_lead and is_next and word.folded in _THAT:
            if behind and self._phrase_at(field.before, behind[0]) is not None:
                return word.end
            peel.end, peel.is_final = word.end, True
            return word.end
        if peel.has_lead and is_next and self._wording.text[word.start : word.end] in ("é", "É"):
            peel.end, peel.is_final = word.end, True
            return word.end
        is_greeting = peel.has_verb and word.folded in _GREETINGS
        if not is_greeting and (end := self._courtesy_at(word)) is not None:
            peel.end = end if peel.has_lead and is_next else peel.end
            return end
        if peel.has_lead and is_next and word.folded in _TO:
            if not (behind and self._leads(field, behind[0])):
                peel.end, peel.is_final = word.end, True
            return word.end
        if peel.has_lead and is_next and self._is_thing(word):
            peel.end = word.end
            return word.end
        is_small = word.folded in EMPTY | LEADS | POINTING and not self._is_capital(word)
        is_command = word.folded in COMMANDS and (not field.verbs or self._makes_thing(word))
        return word.end if is_small or is_command or word.folded in self._others(field) else None

    def _is_thing(self, word: Word) -> bool:
        """Tell whether a word is what people call the thing whose name stands before it: `the handbook | project`."""
        is_behind = any(
            end <= word.start and not self._wording.text[end : word.start].strip() for _, end in self._taken
        )
        return is_behind and any(word.folded in each.things for each in self._frame.fields)

    def _is_capital(self, word: Word) -> bool:
        """Tell whether a word alone is written in capitals, as a name in code is: `grep MAX`."""
        is_capital = word.end - word.start > _SHORT and self._wording.text[word.start : word.end].isupper()
        return is_capital and not self._wording.text.isupper()

    def _makes_thing(self, verb: Word) -> bool:
        """Tell whether a verb is about the thing of the frame itself: `cria uma nota`."""
        small = EMPTY | LEADS
        behind = next((word for word in self._wording.words_behind(verb.end) if word.folded not in small), None)
        return behind is not None and self._phrase_at(self._frame.nouns, behind) is not None

    def _leads(self, field: Field, word: Word) -> bool:
        is_taken = any(start <= word.start < end for start, end in self._taken)
        return is_taken or word.folded in ARTICLES or self._phrase_at(self._nouns(field), word) is not None

    def _text(self, field: Field, start: int, end: int) -> Segment | None:
        """Return the text between two places, without what is taken and what leads to that."""
        end = min([end, *self._stops(field, start), self._end_of_saying(field, start, end)])
        if (quote := self._quote_alone(field, start, end)) is not None:
            return quote
        pieces: list[tuple[int, int]] = []
        for first, last in [*self._taken, (end, end)]:
            if last <= start or first > end:
                continue
            is_last = first >= len(self._wording.text)
            start = self._skip_courtesy(start) if pieces else start
            piece = self._piece(start, min(first, end), is_last=is_last, field=field)
            if piece is not None and not (pieces and self._only_leads(field, piece)):
                pieces.append(piece)
            start = max(start, last)
        if not pieces:
            return None
        if self._is_pointed_at(*pieces[0]) and len(pieces) == 1:
            return None
        text = " ".join(self._wording.text[first:last] for first, last in pieces)
        return Segment(pieces[0][0], pieces[-1][1], text)

    def _end_of_saying(self, field: Field, start: int, end: int) -> int:
        """Where a text ends for an order that comes behind it, and what is looked for with its sentence as well."""
        if field.is_bare and (ended := _NEXT_SENTENCE.search(self._wording.unquoted, start + 1, end)) is not None:
            end = ended.start()
        for tell in _TELL.finditer(self._wording.unquoted, start + 1, end) if field.is_bare else ():
            if (tell[1] or tell[2]) in COMMANDS:
                return tell.start()
        for break_ in reversed(list(_BREAK.finditer(self._wording.unquoted, start + 1, end))):
            if self._is_order(field, break_.end(), end):
                return break_.start()
        return end

    def _is_order(self, field: Field, start: int, end: int) -> bool:
        """Tell whether a clause only says what to do with the text before it.

        `guarda isso numa nota`, `monta um plano`.
        """
        words = [word for word in self._wording.words if start <= word.start and word.end <= end]
        words = [word for word in words if not self._is_courtesy(word) and word.folded not in LEADS]
        verb = self._phrase_at(field.verbs, words[0]) if words else None
        if not words or not (words[0].folded in COMMANDS or verb is not None):
            return False
        if len(words) == 1:
            return verb is not None and not words[0].folded.endswith("r")
        own = frozenset(word for phrase in self._nouns(field) for word in phrase.split())
        points = any(word.folded in POINTING or word.folded in own for word in words[1:])
        known = EMPTY | POINTING | own | _INTO
        return points and all(word.folded in known for word in words[1:] if word.start >= (verb or 0))

    def _only_leads(self, field: Field, piece: tuple[int, int]) -> bool:
        """Tell whether a part behind a value holds only words that belong to that value: `the notes | folder`."""
        words = [word.folded for word in self._wording.words if piece[0] <= word.start < piece[1]]
        return all(word in EMPTY or word in self._others(field) for word in words)

    def _is_pointed_at(self, start: int, end: int) -> bool:
        """Tell whether a text is only pointed at and not said: `esse resumo`, `that summary`."""
        words = [word.folded for word in self._wording.words if start <= word.start < end]
        before = [word.folded for word in self._wording.words_before(start)[:1]]
        if len(words) == 1 and before and before[0] in POINTING:
            return True
        return len(words) <= _POINTED_WORDS and words[0] in POINTING

    def _piece(self, start: int, end: int, *, is_last: bool, field: Field) -> tuple[int, int] | None:
        """Return a part of the text without courtesy at its ends.

        Before a value, without the words that lead to the value.
        """
        words = [word for word in self._wording.words if start <= word.start and word.end <= end]
        while words and field.is_bare and words[0].folded in ARTICLES | EDGE | _ABOUT:
            if words[0].folded in _HOW and len(words) > 1:
                break
            start = words.pop(0).end
        leading = self._others(field)
        small = EDGE | ARTICLES | leading
        small |= BEFORE_FILES if field.is_bare else EDGE
        while len(words) > 1 and (self._is_polite(words[-1]) or (field.is_bare and words[-1].folded in small)):
            if self._wording.text[words[-1].start - 1] in "-./":
                break  # part of a file or of an option of a command
            end = words.pop().start
        while words and not is_last and words[-1].folded in small:
            end = words.pop().start
        empty = EMPTY | POINTING | (frozenset(field.ignore) if is_last else leading)
        empty -= frozenset() if field.is_bare else _ANSWERS
        if all((word.folded in empty and not self._is_capital(word)) or self._is_polite(word) for word in words):
            return None
        text = self._wording.text[start:end]
        bare = text.lstrip(" \t\n,;:–—").rstrip(
            EDGE_PUNCTUATION.replace(")", "").replace("'", "").replace('"', "") + "”"
        )
        first = start + len(text) - len(text.lstrip(" \t\n,;:–—"))
        return (first, first + len(bare)) if bare else None

    def _stops(self, field: Field, start: int) -> list[int]:
        """Return where the text of another field begins behind this one: `troca X | por Y`."""
        others = [each for each in self._frame.fields if each is not field and each.is_whole]
        found = [
            whole_word(phrase).search(self._wording.unquoted, start + 1) for each in others for phrase in each.before
        ]
        return [each.start() for each in found if each is not None and self._wording.text[start : each.start()].strip()]

    def _quote_alone(self, field: Field, start: int, end: int) -> Segment | None:
        """Return a quotation with which the text begins and beside which nothing of weight stands."""
        for quote in self._wording.quotes:
            between = [word for word in self._wording.words if start <= word.start < quote.start]
            if quote.start < start or any(word.folded not in EMPTY and word.folded not in POINTING for word in between):
                continue
            behind = self._piece(quote.end, self._next_taken(quote.end, end), is_last=False, field=field)
            is_alone = behind is None or field.is_bare
            is_free = self._is_free(quote.start, quote.end)
            return Segment(quote.start, quote.end, quote.text) if is_alone and is_free else None
        return None

    def _next_taken(self, start: int, end: int) -> int:
        return min([end, *(first for first, _ in self._taken if first >= start)])

    def _begins_quote(self, place: int) -> bool:
        return re.match(r"[\s:,]*[\"'“‘«`]", self._wording.text[place:]) is not None

    def _quote_at(self, place: int) -> bool:
        return any(each.start <= place < each.end for each in self._wording.quotes)

    def _before_colon(self, word: Word) -> int:
        """Return where the space before a word begins."""
        return len(self._wording.unquoted[: word.start].rstrip(" :"))

    def _first_verb(self, field: Field, start: int) -> Word | None:
        words = [word for word in self._wording.words if word.start >= start and not self._quote_at(word.start)]
        return next((word for word in words if self._phrase_at(field.verbs, word)), None)

    def _phrase_at(self, phrases: Sequence[str], word: Word) -> int | None:
        """Return the end of the longest of some phrases that begins with a word."""
        said = self._wording.folded
        for phrase in phrases:
            end = word.start + len(phrase)
            if said.startswith(phrase, word.start) and not said[end : end + 1].isalnum():
                return end
        return None

    def _nouns(self, field: Field) -> tuple[str, ...]:
        own = {*self._frame.nouns, *field.nouns, *field.things, *field.ignore}
        return tuple(sorted(own, key=lambda each: -len(each)))

    def _others(self, field: Field) -> frozenset[str]:
        """Return words that lead to the values of other fields."""
        phrases = [
            phrase
            for each in self._frame.fields
            if each is not field
            for phrase in (*each.before, *each.things, *each.nouns)
        ]
        return frozenset(word for phrase in (*phrases, *self._frame.nouns, *field.ignore) for word in phrase.split())

    def _skip_courtesy(self, place: int) -> int:
        for word in self._wording.words:
            if word.start < place:
                continue
            if not (self._is_courtesy(word) or word.folded in LEADS):
                break
            place = word.end
        return place

    def _is_polite(self, word: Word) -> bool:
        """Tell whether a word is courtesy and no adverb of the text before it: `quebrou de novo`."""
        end = self._courtesy_at(word)
        return end is not None and not any(
            start <= word.start < last and self._wording.folded[start:last] in ADVERBS
            for start, last in self._courtesies
        )

    def _is_courtesy(self, word: Word) -> bool:
        return self._courtesy_at(word) is not None

    def _courtesy_at(self, word: Word) -> int | None:
        return next((end for start, end in self._courtesies if start <= word.start and word.end <= end), None)
