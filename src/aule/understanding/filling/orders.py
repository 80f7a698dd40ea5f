"""Orders: which words of a sentence are the wish itself, and which belong to the name or text it is about."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from aule.understanding.filling.edges import BEFORE_NAME, CLAUSE_END, NAME_END, QUALITIES, STATES, courtesies
from aule.understanding.filling.fields import FieldKind, Frame
from aule.understanding.sentence import Word, Wording
from aule.understanding.values.marks import Mark, MarkKind
from aule.understanding.vocabulary import COMMANDS, DEEDS, EMPTY, LEADS

_SHORT_ORDER = 5
"""Words behind the verb of an order that comes as an afterthought."""
_ARTICLED = re.compile(r"\b(?:the|an|um|uma|[dn]?o|pelo|(?:there's|have|having|got|add|schedule) a)\s+$")
_CLAUSE_END = re.compile(r"[,;.!?:]\s|$")
_OF = frozenset(("de", "do", "da", "of", "for"))
_NEEDED = frozenset(("falta", "faltou", "faltam", "precisa", "precisam"))
_OFFICES = (FieldKind.PERSON, FieldKind.TEXT)
_INFINITIVE = re.compile(r"^to \w|[aei]r$")
_SAYING = frozenset(("que", "that", "se", "if", "which", "quem", "who"))
_PLACED = re.compile(
    r"(?:on|to|from|out|off|back|in|into|over|with|without|for|no|na|do|da|de|ao|pro|pra|para|com|por|em|sem)\b"
)
"""What stands behind a name and tells where or for whom, not what happens: `on the calendar`."""


class Orders:
    """Tells the words of an order from those of a name, for one frame."""

    def __init__(self, wording: Wording, frame: Frame, marks: Sequence[Mark]) -> None:
        self._wording = wording
        self._frame = frame
        self._marks = marks

    def is_afterthought(self, word: Word) -> bool:
        """Tell whether a short order begins at a word behind a comma: `…, cria aí`, `…, põe no calendário`."""
        is_order = word.folded in COMMANDS and not word.folded.endswith(("r", "ing", "ed", "ado", "ada"))
        behind_comma = self._wording.folded[: word.start].rstrip().endswith(",")
        return is_order and behind_comma and len(self._wording.words_behind(word.end)) <= _SHORT_ORDER

    def is_order(self, word: str) -> bool:
        """Tell whether a word behind a comma begins another wish: `o forno quebrou, registra isso`."""
        return word in COMMANDS and word not in EMPTY and not re.search(r"[aei]r$|[aei]d[oa]s?$|ed$|ing$", word)

    def is_new_clause(self, last: int, word: Word) -> bool:
        """Tell whether a comma stands before a word of command: `feira de ciências, põe no calendário`."""
        return "," in self._wording.folded[last : word.start] and word.folded in COMMANDS

    def ended_places(self) -> list[tuple[int, int]]:
        """Return what stands behind a name.

        From a word that says what happens to the thing, up to the end of the clause.
        """
        return [
            (each.start(), each.end() if self._is_placed(each) else self._clause_end(each.end()))
            for each in NAME_END.finditer(self._wording.unquoted)
            if not self._begins_clause(each.start())
        ]

    def _clause_end(self, place: int) -> int:
        found = re.compile(r"[,;.!?]\s|$").search(self._wording.folded, place)
        return found.end() if found is not None else place

    def _is_placed(self, ended: re.Match[str]) -> bool:
        """Tell whether words tell where something is, right behind the verb: `apaga da agenda o simulado`."""
        before = self._wording.words_before(ended.start())
        is_verb = bool(before) and self.is_order(before[0].folded)
        return is_verb and _PLACED.match(ended[0]) is not None

    def _begins_clause(self, place: int) -> bool:
        """Tell whether nothing of weight stands before a place in its clause.

        `we closed February`, `anota que a meta`.
        """
        head = re.split(r"[,;.!?]\s", self._wording.folded[:place])[-1]
        words = [word for word in self._wording.words_before(place) if word.start >= place - len(head)]
        light = EMPTY | LEADS | (COMMANDS if self._wording.folded[place:].split()[0] in _SAYING else frozenset[str]())
        return all(word.folded in light or self.is_courtesy(word) for word in words)

    def is_command(self, word: Word, *, is_first: bool = True) -> bool:
        """Tell whether a word is of the wish itself: a verb, a courtesy, the word for the thing."""
        if self.is_courtesy(word) or self._is_own(word):
            return True
        if any(mark.kind is MarkKind.PROPER and mark.start <= word.start < mark.end for mark in self._marks):
            return False
        if word.folded in COMMANDS and (_ARTICLED.search(self._wording.folded[: word.start]) or self._is_named(word)):
            return False
        if word.folded in QUALITIES and not self._is_of_thing(word):
            return False
        return is_first and (self._gives_order(word.folded) or word.folded in LEADS)

    def _gives_order(self, word: str) -> bool:
        """Tell whether a word is a verb in a form that may give an order: `review`, `criar`, but not `reviews`."""
        return word in COMMANDS and (not word.endswith("s") or word.endswith(("mos", "ss")))

    def _is_named(self, word: Word) -> bool:
        """Tell whether a verb begins a name: behind the verb of the order, or as what a statement is about."""
        before = [each for each in self._wording.words_before(word.start) if not self.is_courtesy(each)]
        head = self._wording.folded[before[0].end : word.start] if before else ""
        if before and not head.strip() and self._is_verb(before[0]) and before[0].folded not in EMPTY:
            return True  # `tira troca de fornecedor da pauta`, `liga reduzir filas a …`
        if not before and self._is_noun(word):
            return True
        if len(before) > 1 and before[0].folded in _OF and self._is_own(before[1]):
            return True  # `the deadline of launch in Mexico`, `o prazo de trocar o forno`
        if before and _INFINITIVE.search(f"{before[0].folded} {word.folded}") and self._is_ordered_later(word):
            return True  # `we want to cut costs, make that an objective`
        if before and before[0].folded in _NEEDED and word.folded not in DEEDS["make"]:
            return True  # `no projeto falta testar o login`
        end = _CLAUSE_END.search(self._wording.folded, word.end)
        clause = self._wording.unquoted[word.end : end.start() if end else None].split()
        place = next((at for at, said in enumerate(clause) if said in STATES), 0)
        is_about = place > 0 and not any(said in self._thing_words or said in _SAYING for said in clause[:place])
        return not before and is_about

    def _is_noun(self, word: Word) -> bool:
        """Tell whether a noun begins the sentence and the order comes behind a comma: `roda de leitura, abre essa`."""
        behind = self._wording.folded[word.end :]
        orders = re.findall(r",\s+([^\W_]+)", behind)
        return re.match(r"\s+(?:de|of)\s", behind) is not None and any(self.is_order(each) for each in orders)

    def _is_ordered_later(self, word: Word) -> bool:
        """Tell whether the order comes in a later clause."""
        words = self._wording.words_behind(word.end)
        return any(
            self.is_order(each.folded) and self.is_new_clause(last.end, each)
            for last, each in zip((word, *words), words, strict=False)
        )

    def _is_verb(self, word: Word) -> bool:
        """Tell whether a word is the verb of an order, in a form that gives one."""
        return self.is_order(word.folded) and not self._is_named(word)

    def _is_of_thing(self, word: Word) -> bool:
        """Tell whether *new* tells of the thing that is made and not of what it is called: `um novo KR`, `nova: …`."""
        following = self._wording.words_behind(word.end)[:2]
        ends = self._wording.folded[word.end :].lstrip()[:1] in ("", ":", ",")
        return ends or any(each.folded in self._thing_words for each in following)

    @cached_property
    def _thing_words(self) -> frozenset[str]:
        things = [*self._frame.nouns, *(noun for each in self._frame.fields for noun in each.things)]
        return frozenset(word for noun in things for word in noun.split())

    @cached_property
    def _own_words(self) -> frozenset[str]:
        """Words for the thing itself and for the fields that have a value."""
        own = [*self._frame.nouns]
        own += [phrase for each in self._frame.fields for phrase in (*each.things, *each.nouns, *each.ignore)]
        return frozenset(phrase for phrase in own if " " not in phrase and phrase not in EMPTY)

    def _is_own(self, word: Word) -> bool:
        """Tell whether a word stands for the thing or for a field, or in a phrase for what somebody does.

        `quem cuida`.
        """
        if word.folded in self._own_words:
            return True
        offices = [noun for each in self._frame.fields if each.kind in _OFFICES for noun in each.nouns]
        places = [place for noun in offices if " " in noun and (place := self._wording.find(noun)) is not None]
        return any(start <= word.start < end for start, end in places)

    def is_ordered(self, word: Word) -> bool:
        """Tell whether what begins at a word stands right behind the verb of an order: `cancela a festa`."""
        before = [each for each in self._wording.words_before(word.start) if not self.is_courtesy(each)]
        while before and before[0].folded in BEFORE_NAME:
            before.pop(0)
        is_beside = bool(before) and CLAUSE_END.search(self._wording.folded[before[0].end : word.start]) is None
        return is_beside and before[0].folded in COMMANDS and before[0].folded not in EMPTY

    def begins_order(self, place: int) -> int:
        """Return where a name begins that a verb leads, with an article in it: `delete the book a venue task`."""
        said = [word.folded for word in self._wording.words_before(place)[:4]]
        match said:
            case ["a" | "an" | "the", verb, "the" | "our" | "my", order] if {verb, order} <= COMMANDS:
                return self._wording.words_before(place)[1].start
            case _:
                return place

    def is_courtesy(self, word: Word) -> bool:
        """Tell whether a word is only polite."""
        is_name = word.start > 0 and self._wording.text[word.start : word.end].istitle()
        is_name = is_name and not re.search(r"[.!?\n]\s*$", self._wording.text[: word.start])
        places = [(start, end) for start, end in self.courtesies if start <= word.start and word.end <= end]
        return any(not is_name or end - start > word.end - word.start for start, end in places)

    @cached_property
    def courtesies(self) -> list[tuple[int, int]]:
        """Where the sentence is only polite."""
        return courtesies(self._wording)
