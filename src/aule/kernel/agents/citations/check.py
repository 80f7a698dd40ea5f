"""The check of citations: whether the passages a sentence cites say what it says.

A sentence is supported when each of its marks names a passage, when its numbers, dates, names and quotations stand in
those passages, and when it is near to them in words or in meaning. What is not sure is not supported.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, Protocol

from aule.contracts.talk.sources import CheckedSentence, Grounding, Passage
from aule.kernel.agents.citations.lists import words_in
from aule.kernel.agents.citations.particulars import Day, Number, Particulars, is_plain_word, particulars_of
from aule.kernel.agents.citations.placement import STEM, is_misplaced
from aule.kernel.agents.citations.places import find_place
from aule.kernel.agents.citations.sentence import CitedSentence, cited_sentences
from aule.text.words import fold, words
from aule.understanding.vocabulary import EMPTY, ENGLISH, PORTUGUESE


class Language(Protocol):
    """What is known of texts and words beside their letters."""

    async def encode(self, texts: Sequence[str]) -> Any:
        """Return a vector of length one for each text: the nearer two in meaning, the larger their product."""
        ...

    async def common_words(self, words: Sequence[str]) -> list[bool]:
        """Return of each word whether it is more often written small than with a capital letter."""
        ...


Reason = Literal["missing", "number", "date", "name", "quotation", "negation", "far"]

NEAR_WORDS = 0.6
"""The share of a sentence's words that makes it near to a passage without asking for its meaning."""
NEAR_MEANING = 0.35
"""The least product of the vectors of a sentence and the nearest sentence of a passage, where words differ.

Of faithful sentences in other words 95 % are above it, of sentences about something else 1 %.
"""
NEAR_WITH_VALUES = 0.27
"""The same for a sentence with numbers, dates or names, all of which the passage has."""
SAME_STATEMENT = 0.75
"""The share of words that two sentences have in common when one is the other, with a no more or less."""
_SENTENCES = re.compile(r"(?<=[.!?;])\s+|\n+")


@dataclass(frozen=True)
class _Evidence:
    """The passages a sentence cites, as it is compared with them."""

    passages: Sequence[Passage]

    @cached_property
    def text(self) -> str:
        """What the passages say, without the titles above them."""
        return "\n".join(each.text for each in self.passages)

    @cached_property
    def whole(self) -> str:
        """The passages under their titles and headings."""
        return "\n".join(f"{each.title}\n{each.section}\n{each.text}" for each in self.passages)

    @cached_property
    def particulars(self) -> Particulars:
        return particulars_of(self.whole)

    @cached_property
    def folded(self) -> str:
        return " ".join(fold(self.whole).split())

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(words(self.whole))

    @cached_property
    def stems(self) -> frozenset[str]:
        return frozenset(word[:STEM] for word in self.words)

    @cached_property
    def sentences(self) -> list[str]:
        return [each for each in _SENTENCES.split(self.text) if each.strip()]


async def check_citations(
    answer: str, passages: Sequence[Passage], language: Language, asked: str = ""
) -> Grounding | None:
    """Return how far an answer is supported by the passages it cites; none where it states nothing.

    A sentence without a mark rests on the marks that follow in its paragraph, if those passages support it. `asked` is
    what the person said: its names may be repeated.
    """
    known = {each.mark: each for each in passages}
    found = cited_sentences(answer)
    checked: list[CheckedSentence] = []
    for place, sentence in enumerate(found):
        if not sentence.marks and not sentence.is_statement:
            continue
        marks = sentence.marks or _marks_behind(found, place)
        reason = await _reason_against(sentence, marks, known, language, asked) if marks else None
        if not sentence.marks and (reason is not None or not marks):
            verdict, marks, reason = "uncited", (), None
        else:
            verdict = "supported" if reason is None else "unsupported"
        found_in = [known[mark] for mark in marks if verdict == "supported"]
        places = [await find_place(sentence.words, each, language) for each in found_in]
        checked.append(
            CheckedSentence(
                start=sentence.start,
                end=sentence.end,
                marks=list(marks),
                verdict=verdict,
                reason=reason or "",
                places=[each for each in places if each is not None],
            )
        )
    if not checked:
        return None
    supported = sum(each.verdict == "supported" for each in checked)
    whole = "grounded" if supported == len(checked) else "partly" if supported else "not_grounded"
    return Grounding(verdict=whole, sentences=checked)


def _marks_behind(found: Sequence[CitedSentence], place: int) -> tuple[int, ...]:
    """Return the marks of the next sentence of the same paragraph that has some."""
    for each in found[place + 1 :]:
        if each.paragraph != found[place].paragraph:
            break
        if each.marks:
            return each.marks
    return ()


async def _reason_against(
    sentence: CitedSentence, marks: Sequence[int], known: dict[int, Passage], language: Language, asked: str
) -> Reason | None:
    """Return why passages do not support a sentence; none where they do."""
    if any(mark not in known for mark in marks):
        return "missing"
    evidence = _Evidence([known[mark] for mark in marks])
    reason = _reason_in_particular(sentence.words, evidence, asked)
    if reason is not None:
        return reason
    if await _opens_with_a_name(sentence.words, evidence, asked, language):
        return "name"
    share = _share(sentence.words, evidence.stems)
    if _is_denied(sentence.words, evidence):
        return "negation"
    least = NEAR_WITH_VALUES if _has_values(sentence.words) else NEAR_MEANING
    if share >= NEAR_WORDS or await _nearness(sentence.words, evidence, language) >= least:
        return None
    return "far"


def _has_values(sentence: str) -> bool:
    said = particulars_of(sentence)
    return bool(said.numbers or said.days or said.hours or said.names)


def _reason_in_particular(sentence: str, there: _Evidence, asked: str) -> Reason | None:
    """Return which particular of a sentence does not stand in the passages: a number, a date, a name, a quotation."""
    said = particulars_of(sentence)
    given = there.particulars
    if not all(_has_number(each, given.numbers) for each in said.numbers) or is_misplaced(sentence, there.text):
        return "number"
    months = given.months | {month for _, month, _ in given.days}
    if not (all(_has_day(each, given.days) for each in said.days) and said.months <= months):
        return "date"
    if not (said.weekdays <= given.weekdays and said.hours <= given.hours):
        return "date"
    if not all(each in there.folded for each in said.quotations):
        return "quotation"
    repeated = frozenset(words(asked))
    if not all(_has_name(each, there, repeated) for each in said.names):
        return "name"
    return None


async def _opens_with_a_name(sentence: str, there: _Evidence, asked: str, language: Language) -> bool:
    """Tell whether the first word of a sentence may be a name that the passages do not have, where they have others."""
    opening = particulars_of(sentence).opening
    if not opening or _may_open(opening, there, frozenset(words(asked))) or not _has_other_names(sentence, there):
        return False
    return not (await language.common_words([opening_word(sentence)]))[0]


def opening_word(sentence: str) -> str:
    """Return the first word of a sentence as it is written."""
    found = re.search(r"[^\W\d_]+", sentence)
    return found[0] if found else ""


def _has_number(number: Number, given: frozenset[Number]) -> bool:
    return any(each.value == number.value and number.unit in ("", each.unit) for each in given)


def _has_day(day: Day, given: frozenset[Day]) -> bool:
    return any(day[1:] == each[1:] and (day[0] is None or each[0] is None or day[0] == each[0]) for each in given)


def _has_name(name: str, there: _Evidence, repeated: frozenset[str]) -> bool:
    parts = words(name)
    return all(_is_there(part, there.words) or part in repeated for part in parts)


def _is_there(word: str, given: frozenset[str]) -> bool:
    """Tell whether a word is among others, in the singular or the plural."""
    return word in given or word.removesuffix("s") in given or f"{word}s" in given


def _may_open(word: str, there: _Evidence, repeated: frozenset[str]) -> bool:
    """Tell whether the first word of a sentence is surely no name that the passage does not know.

    It has a capital letter either way. A word that begins like one of the passage is the same word in another form.
    """
    parts = words(word)
    if not parts or is_plain_word(parts[0]) or parts[0] in words_in("openings") or parts[0] in repeated:
        return True
    return _is_there(parts[0], there.words) or (len(parts[0]) > STEM and parts[0][:STEM] in there.stems)


def _has_other_names(sentence: str, there: _Evidence) -> bool:
    """Tell whether the sentence of the text that is nearest in words names somebody whom this one does not."""
    said, content = frozenset(words(sentence)), [each for each in words(sentence)[1:] if each not in EMPTY]
    nearest = max(there.sentences, key=lambda each: _common(content, each), default="")
    named = particulars_of(nearest)
    return any(part not in said for name in (*named.names, named.opening) for part in words(name))


def _common(content: Sequence[str], sentence: str) -> int:
    there = frozenset(word[:STEM] for word in words(sentence))
    return sum(word[:STEM] in there for word in content)


def _share(sentence: str, stems: frozenset[str]) -> float:
    """Return the share of a sentence's words that stand in a text, in any form."""
    content = [word for word in words(sentence) if word not in EMPTY and not word.isdigit()]
    return sum(word[:STEM] in stems for word in content) / len(content) if content else 1.0


def _is_denied(sentence: str, evidence: _Evidence) -> bool:
    """Tell whether the passage says the same words with a no more or less."""
    stems = frozenset(word[:STEM] for word in words(sentence))
    content = [word for word in words(sentence) if word not in EMPTY]
    best, same = 0.0, True
    for each in evidence.sentences:
        there = frozenset(word[:STEM] for word in words(each))
        share = sum(word[:STEM] in there for word in content) / len(content) if content else 0.0
        if share > best or (share == best and not same):
            best, same = share, _denials(each) % 2 == _denials(sentence) % 2
    return bool(stems) and best >= SAME_STATEMENT and not same


def _denials(text: str) -> int:
    said = words(text.replace("n't", "nt").replace("n’t", "nt"))
    is_portuguese = sum(word in PORTUGUESE for word in said) > sum(word in ENGLISH for word in said)
    return sum(word in words_in("negations") and not (word == "no" and is_portuguese) for word in said)


async def _nearness(sentence: str, evidence: _Evidence, language: Language) -> float:
    """Return how near a sentence is in meaning to the nearest sentence of the passages, or to all of them together."""
    texts = [sentence, evidence.whole, *evidence.sentences]
    vectors = await language.encode(texts)
    return float(max(vectors[1:] @ vectors[0]))
