"""Ranking: which of the chunks that were found come first, and which of them are one passage. Pure functions."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aule.apps.knowledge.index.queries import IndexedDocument, StoredChunk
from aule.apps.knowledge.index.terms import Question, folded, generic_terms, numbers_in, stems
from aule.apps.knowledge.records import SECTION_BREAK

WORDS_WEIGHT = 0.25
"""What the share of the question's words counts beside the nearness in meaning: measured between 0.2 and 0.3."""
HEADING_SHARE = 0.6
"""What a word counts that stands only in the title or the heading."""
GENERIC_SHARE = 0.3
"""What a word counts that only says which kind of answer is expected."""
STRICT_LOSS = 0.15
"""What a passage loses that lacks a number or a code of the question, and twice that for quoted words."""
HEADING_LOSS = 0.2
"""What a passage loses that is nothing but its heading: it says what follows, and answers nothing."""
SAME_TEXT = 0.9
"""The share of words from which on two passages say the same."""
LONGEST_PASSAGE = 1_600
"""Characters of a passage that neighbours are joined to."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A chunk that may be what is looked for."""

    document: IndexedDocument
    chunk: StoredChunk
    similarity: float


@dataclass(frozen=True, slots=True)
class Found:
    """A passage of a document, as it stands there, and how well it fits."""

    document: IndexedDocument
    page: int
    section: str
    kind: str
    start: int
    end: int
    text: str
    score: float
    similarity: float
    coverage: float
    """The share of the question's words that are in it or its headings, the rarer the more."""
    positions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rarity:
    """How rare words are in all that is indexed."""

    frequencies: Mapping[str, int]
    total: int

    def of(self, term: str) -> float:
        """Return how much a term tells: the rarer, the more."""
        share = GENERIC_SHARE if term in generic_terms() else 1.0
        return share * math.log(1 + max(self.total, 1) / (0.5 + self.frequencies.get(term, 0)))


def rank(question: Question, candidates: Sequence[Candidate], rarity: Rarity, k: int) -> list[Found]:
    """Return the best passages, best first: neighbours joined, and what says the same only once."""
    weights = {term: rarity.of(term) for term in question.terms}
    total = sum(weights.values()) or 1.0
    scored = [_scored(question, candidate, weights, total) for candidate in candidates]
    scored.sort(key=lambda found: (-found.score, found.document.id, found.start))
    kept: list[Found] = []
    seen: list[frozenset[str]] = []
    for found in scored[: 4 * k]:
        words = frozenset(stems(found.text))
        if not any(_say_the_same(words, other) for other in seen):
            kept.append(found)
            seen.append(words)
    return join_neighbours(kept, k)


def join_neighbours(ordered: Sequence[Found], k: int) -> list[Found]:
    """Return passages of which those that follow each other in one section are one, in the order of their best."""
    joined: list[Found] = []
    for found in ordered[: 2 * k]:
        place = next((place for place, other in enumerate(joined) if _are_neighbours(other, found)), None)
        if place is not None and len(joined[place].text) + len(found.text) <= LONGEST_PASSAGE:
            joined[place] = _join(joined[place], found)
        elif len(joined) < k:
            joined.append(found)
    return joined


def _scored(question: Question, candidate: Candidate, weights: Mapping[str, float], total: float) -> Found:
    chunk, document = candidate.chunk, candidate.document
    words = set(stems(chunk.text))
    headings = set(stems(f"{document.title} {chunk.section}"))
    covered = sum(
        weight * (1 if term in words else HEADING_SHARE if term in headings else 0) for term, weight in weights.items()
    )
    coverage = covered / total
    score = candidate.similarity + WORDS_WEIGHT * coverage - _loss(question, document, chunk, words | headings)
    return Found(
        document,
        chunk.page,
        chunk.section,
        chunk.kind,
        chunk.start,
        chunk.end,
        chunk.text,
        score,
        candidate.similarity,
        coverage,
        (chunk.position,),
    )


def _loss(question: Question, document: IndexedDocument, chunk: StoredChunk, words: set[str]) -> float:
    loss = STRICT_LOSS * bool(missing_strict(question, f"{document.title}\n{chunk.section}\n{chunk.text}", words))
    loss += HEADING_LOSS * (" ".join(chunk.text.split()) == chunk.section.rpartition(SECTION_BREAK)[2])
    if question.quoted:
        text = folded(chunk.text)
        loss += 2 * STRICT_LOSS * any(quoted not in text for quoted in question.quoted)
    return loss


def missing_strict(question: Question, text: str, words: set[str]) -> list[str]:
    """Return the numbers and codes of a question that a text lacks."""
    if not question.strict:
        return []
    known = words | numbers_in(text)
    return [each for each in question.strict if each not in known]


def _say_the_same(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool(one) and len(one & other) >= SAME_TEXT * len(one | other)


def _are_neighbours(one: Found, other: Found) -> bool:
    if one.document.id != other.document.id or one.section != other.section or "table" in (one.kind, other.kind):
        return False
    return other.positions[0] == one.positions[-1] + 1 or other.positions[-1] == one.positions[0] - 1


def _join(one: Found, other: Found) -> Found:
    """Return two passages as one; its text is what both cover, to be read from the pages where there is a gap."""
    first, second = (one, other) if one.positions[0] < other.positions[0] else (other, one)
    overlap = first.end - second.start
    text = first.text + second.text[overlap:] if overlap >= 0 else ""
    return Found(
        one.document,
        first.page,
        first.section,
        first.kind,
        first.start,
        max(first.end, second.end),
        text or first.text + "\n\n" + second.text,
        max(one.score, other.score),
        max(one.similarity, other.similarity),
        max(one.coverage, other.coverage),
        (*first.positions, *second.positions),
    )
