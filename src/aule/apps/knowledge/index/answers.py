"""Answers without a model: which sentences of the passages answer a question, and whether any of them does.

What is near a question in meaning is not always an answer to it. A few things that can be explained are weighed
together: the best sentence, the word of the question that is least like any of the passage, whether there is an amount,
a date or a name where one is asked for, and whether it speaks of what is counted or named. The weights were fitted by
`scripts/train_answers.py` and are kept beside this.
"""

from __future__ import annotations

import json
import math
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from aule.apps.knowledge.index.expectation import expected_kind, focus_of, has_kind
from aule.apps.knowledge.index.ranking import Found, Rarity, missing_strict
from aule.apps.knowledge.index.sentences import Sentence, sentences_of
from aule.apps.knowledge.index.terms import Question, fillers, generic_terms, stem, stems
from aule.apps.knowledge.records import SECTION_BREAK
from aule.text.words import fold

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

LOOKED_AT = 3
"""Passages that are read closely."""
MOST_LEAD = 0.15
"""How far ahead of all others a passage can be: where there are few documents, that says little."""
MOST_SENTENCES = 40
"""Sentences of a passage that are compared."""
MOST_WORDS = 4_096
"""Words whose vectors are remembered, 2 KB each."""
COVERAGE_WEIGHT = 0.3
SENTENCE_WEIGHT = 0.5
"""What the nearest sentence counts beside the whole passage in which one comes first."""
HEADING_SHARE = 0.7
_UNLIKE, _ALIKE = 0.5, 0.95
"""Single words are never quite unlike: their nearness counts from here to there."""
_WORD = re.compile(r"[^\W_]+")

Encode = Callable[[Sequence[str]], Awaitable["Vectors"]]


@dataclass(frozen=True, slots=True)
class Judged:
    """A passage, how likely it answers the question, and the sentences of it that do."""

    found: Found
    confidence: float
    start: int
    """Where in the passage the sentences begin that answer."""
    end: int
    features: tuple[float, ...]


FEATURES = ("near", "covered", "alike", "weakest", "kind", "focus", "strict", "name", "lead")
"""What is weighed of a passage, in this order; `Judge` says of each how it is worked out."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question as it is compared with passages."""

    question: Question
    words: dict[str, str]
    """The words that tell what is looked for, with what they come to, in their order."""
    weights: dict[str, float]
    vector: Any


class Judge:
    """Reads passages closely. It remembers the vectors of words: the same ones come again and again."""

    def __init__(self) -> None:
        self._words: OrderedDict[str, Any] = OrderedDict()

    async def judge(
        self, question: Question, passages: Sequence[Found], rarity: Rarity, encode: Encode
    ) -> list[Judged]:
        """Return the first passages, the one that fits best when it is read closely first."""
        read = [(found, _sentences(found)[:MOST_SENTENCES]) for found in passages[:LOOKED_AT]]
        read = [(found, sentences) for found, sentences in read if sentences]
        words = _asked_words(question)
        known = {word for found, _ in read for word in _words_of(f"{found.section} {found.text}")}
        known |= {*words, *_focus_words(question)}
        texts = [text for found, sentences in read for text in _texts(found, sentences)]
        vectors = await self._vectors(sorted(known), [question.text, *texts], encode)
        weights = {word: rarity.of(term) for word, term in words.items()}
        asked = _Asked(question, words, weights, vectors[0])
        judged: list[tuple[float, Judged]] = []
        place = 1
        for found, sentences in read:
            rows = vectors[place : place + 2 * len(sentences)]
            place += 2 * len(sentences)
            nearest = float((rows[: len(sentences)] @ asked.vector).max())
            fit = found.score + SENTENCE_WEIGHT * (nearest - found.similarity)
            others = [each.score for each in passages if each is not found]
            lead = min(MOST_LEAD, found.score - max(others)) if others else MOST_LEAD
            judged.append((fit, self._judged(asked, found, sentences, rows, lead)))
        return [each for _, each in sorted(judged, key=lambda pair: -pair[0])]

    async def _vectors(self, words: Sequence[str], texts: Sequence[str], encode: Encode) -> Any:
        missing = [word for word in words if word not in self._words]
        found = await encode([*missing, *texts])
        self._words |= zip(missing, found[: len(missing)], strict=True)
        for word in words:
            self._words.move_to_end(word)
        while len(self._words) > max(MOST_WORDS, len(words)):
            self._words.popitem(last=False)
        return found[len(missing) :]

    def _judged(self, asked: _Asked, found: Found, sentences: Sequence[Sentence], rows: Any, lead: float) -> Judged:
        question, words, weights = asked.question, asked.words, asked.weights
        near = (rows @ asked.vector).reshape(2, -1).max(axis=0)
        headings = set(stems(f"{found.document.title} {found.section}"))
        covered = [
            _share(words, weights, set(stems(f"{sentence.context} {sentence.text}")), headings)
            for sentence in sentences
        ]
        scores = [float(near[place]) + COVERAGE_WEIGHT * covered[place] for place in range(len(sentences))]
        best = max(range(len(sentences)), key=lambda place: scores[place])
        sentence = f"{sentences[best].context} {sentences[best].text}"
        around = found.text[sentences[max(0, best - 1)].start : sentences[min(best + 1, len(sentences) - 1)].end]
        beside = set(stems(around)) | headings
        close = self._similar(words, set(stems(sentence)) | headings, f"{found.section} {sentence}")
        whole = self._similar(words, set(stems(found.text)) | headings, f"{found.section} {found.text}")
        focus = self._similar(_focus_words(question), set(stems(sentence)), sentence)
        features = (
            float(near[best]),
            covered[best],
            sum(weights[word] * close[word] for word in words) / (sum(weights.values()) or 1.0),
            min(whole.values(), default=1.0),
            1.0 if has_kind(around, expected_kind(question.text)) else -1.0,
            max(focus.values(), default=1.0),
            1.0 if missing_strict(question, f"{found.document.title} {found.section} {around}", beside) else 0.0,
            1.0 if any(name not in beside for name in question.names) else 0.0,
            lead,
        )
        return Judged(found, confidence_of(features), *_around(sentences, scores, best), features)

    def _similar(self, asked: dict[str, str], known: set[str], text: str) -> dict[str, float]:
        """Return how near each word of the question is to the nearest word of a passage, from 0 to 1."""
        import numpy as np  # it came with the vectors

        words = _words_of(text)
        if not words:
            return dict.fromkeys(asked, 0.0)
        matrix = np.stack([self._words[word] for word in words])
        near = {word: float((matrix @ self._words[word]).max()) for word in asked}
        return {
            word: 1.0 if term in known else min(1.0, max(0.0, (near[word] - _UNLIKE) / (_ALIKE - _UNLIKE)))
            for word, term in asked.items()
        }


def confidence_of(features: Sequence[float]) -> float:
    """Return how likely a passage with these features answers, from 0 to 1."""
    weights = fitted()
    weighed = weights["bias"] + sum(weights[name] * value for name, value in zip(FEATURES, features, strict=True))
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, weighed))))


@lru_cache(maxsize=1)
def fitted() -> dict[str, float]:
    """Return the fitted weights, and the confidence from which on a passage is near, and from which on it answers."""
    return json.loads((resources.files("aule.apps.knowledge.index") / "answer_weights.json").read_text("utf-8"))


def is_answered(judged: Sequence[Judged]) -> bool:
    """Tell whether the passages answer: the first is above the measured threshold."""
    return bool(judged) and judged[0].confidence >= fitted()["threshold"]


def is_near(judged: Sequence[Judged]) -> bool:
    """Tell whether the first passage is near enough to be shown where it does not answer."""
    return bool(judged) and judged[0].confidence >= fitted()["faint"]


def _asked_words(question: Question) -> dict[str, str]:
    """Return the words of a question that tell what is looked for, with what they come to."""
    words = {word.lower(): stem(fold(word)) for word in _WORD.findall(question.text)}
    telling = {word: term for word, term in words.items() if term in question.terms and term not in generic_terms()}
    return telling or {word: term for word, term in words.items() if term in question.terms} or words


def _focus_words(question: Question) -> dict[str, str]:
    """Return the word for what is counted, measured or named, with what it comes to; nothing where that is open."""
    focus = focus_of(question.text)
    return {word: stem(fold(word)) for word in _WORD.findall(question.text.lower()) if fold(word) == focus}


def _sentences(found: Found) -> list[Sentence]:
    """Return the sentences of a passage; the heading above it answers nothing."""
    heading = found.section.rpartition(SECTION_BREAK)[2]
    sentences = sentences_of(found.text)
    return [each for each in sentences if each.text != heading] or sentences


def _words_of(text: str) -> list[str]:
    found = dict.fromkeys(word.lower() for word in _WORD.findall(text) if len(word) > 1)
    return [word for word in found if fold(word) not in fillers()]


def _texts(found: Found, sentences: Sequence[Sentence]) -> list[str]:
    """Return what is compared with the question: sentences under their heading, and by themselves."""
    heading = found.section.rpartition(SECTION_BREAK)[2]
    under = [f"{heading}: {sentence.context} {sentence.text}" for sentence in sentences]
    return under + [sentence.text for sentence in sentences]


def _share(asked: dict[str, str], weights: dict[str, float], words: set[str], headings: set[str]) -> float:
    total = sum(weights.values()) or 1.0
    return (
        sum(
            weights[word] * (1.0 if term in words else HEADING_SHARE if term in headings else 0.0)
            for word, term in asked.items()
        )
        / total
    )


def _around(sentences: Sequence[Sentence], scores: Sequence[float], best: int) -> tuple[int, int]:
    """Return where the answer begins and ends: the best sentence, with a neighbour that is nearly as good."""
    first = last = best
    if best + 1 < len(sentences) and scores[best + 1] >= 0.8 * scores[best]:
        last = best + 1
    elif best > 0 and scores[best - 1] >= 0.8 * scores[best]:
        first = best - 1
    return sentences[first].start, sentences[last].end
