"""Names in a sentence: quoted titles, paths, proper names and codes, looked up in a run's inputs and outputs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from aule.kernel.agents.answer_checks.claim import Claim, spoken_of
from aule.kernel.agents.answer_checks.deed import ClaimEvidence
from aule.kernel.agents.answer_checks.lexicon import grammar, lexicon
from aule.kernel.agents.answer_checks.sentence import AnswerSentence, Token
from aule.kernel.agents.answer_checks.vocabulary import Vocabulary
from aule.text.words import fold
from aule.understanding.vocabulary import EMPTY, MONTHS, WEEKDAYS

_PATH = re.compile(r"^[\w.~-]*(?:/[\w.@-]+)+/?$|^[\w-][\w.-]*\.[A-Za-z0-9]{1,8}$|^\.[\w.-]+$")
_MEASURE = re.compile(
    r"^\d+(?:[.,]\d+)?(?:h\d*|min|s|ms|kb|mb|gb|km|kg|cm|g|m|x\d*|px|am|pm|AM|PM|k|mi|o|a|st|nd|rd|th|º|ª|°|bytes)$"
)
_CODE = re.compile(r"^(?=.*\d)(?=.*[^\W\d_])[\w-]+$")
_WORD = re.compile(r"[^\W_]+")
_PREPOSITIONS = grammar("prepositions")
_ARTICLES = grammar("articles")
_SOURCES = re.compile(
    r"\b(?:from|based on|using|out of|like|de|do|da|a partir d[eoa]|com base (?:em|n[oa])|usando|segundo|conforme)\s+"
    r"(?:the |your |o |a )?(?:file |note |arquivo |nota )?$"
)
_NO_NAMES = grammar("no_names")
_LINKS = grammar("links")


@dataclass(frozen=True, slots=True)
class MentionedName:
    """A thing that a sentence names."""

    text: str
    kind: Literal["title", "path", "proper", "code"]
    place: int
    """Its first token."""


def are_known(
    sentence: AnswerSentence,
    claims: Sequence[Claim],
    evidence: ClaimEvidence,
    whole: ClaimEvidence,
    question: ClaimEvidence,
    vocabulary: Vocabulary,
) -> bool:
    """Return whether the deeds were done to what a sentence names.

    A name that only says where or for whom may come from elsewhere in the run, or from the person's words.
    """
    names = list(names_in(sentence, claims, vocabulary))
    sources = [each for each in names if each.kind == "path" and _is_source(each, sentence)]
    for each in names if len(sources) == len(names) else [each for each in names if each not in sources]:
        if _is_known(each, evidence):
            continue
        has_other = each.kind == "proper" and any(_is_known(other, evidence) for other in names)
        if _is_beside(each, sentence) and (has_other or _is_known(each, whole) or _is_known(each, question)):
            continue
        if evidence.has_bare_ids and (each.kind == "proper" or _is_known(each, question)):
            continue
        return False
    return True


def names_in(sentence: AnswerSentence, claims: Sequence[Claim], vocabulary: Vocabulary) -> Iterator[MentionedName]:
    """Yield the names of a sentence."""
    place, meant = 0, spoken_of(sentence, claims)
    while place < len(sentence.tokens):
        token = sentence.tokens[place]
        size = 1
        if token.segment not in meant:
            pass
        elif token.kind == "quote":
            inner = token.text[1:-1].strip()
            yield MentionedName(inner, "path" if _PATH.match(inner) else "title", place)
        elif token.kind == "path":
            yield MentionedName(token.text, "path", place)
        elif token.kind == "word" and _CODE.match(token.said) and not _MEASURE.match(token.text):
            yield MentionedName(token.said, "code", place)
        elif size := _proper(sentence, place, vocabulary):
            yield MentionedName(" ".join(each.text for each in sentence.tokens[place : place + size]), "proper", place)
        place += max(size, 1)


def _proper(sentence: AnswerSentence, place: int, vocabulary: Vocabulary) -> int:
    """Return the number of tokens of a proper name that begins here; 0 where there is none."""
    if not _is_large(sentence.tokens[place], vocabulary):
        return 0
    size = 1
    while place + size < len(sentence.tokens):
        token = sentence.tokens[place + size]
        if token.segment != sentence.tokens[place].segment:
            break
        if _is_large(token, vocabulary):
            size += 1
            continue
        following = sentence.tokens[place + size + 1 : place + size + 2]
        if token.said in {"de", "da", "do", "das", "dos"} and following and _is_large(following[0], vocabulary):
            size += 2
            continue
        break
    opens = place == 0 or sentence.starts(place)
    if opens and size == 1:  # the first word of a sentence has a capital anyway
        return 1 if place == 0 and _is_subject(sentence) else 0
    return size


def _is_large(token: Token, vocabulary: Vocabulary) -> bool:
    word = token.said
    if token.kind != "word" or not token.text[0].isupper() or len(word) < 2:
        return False
    plain = word.removesuffix("'s").removesuffix("’s")
    if plain in _NO_NAMES or plain in EMPTY or plain in MONTHS or plain in WEEKDAYS or "-feira" in plain:
        return False
    return plain not in vocabulary.things and plain not in vocabulary.forms and plain not in lexicon().nouns


def _is_subject(sentence: AnswerSentence) -> bool:
    """Tell whether the first word of a sentence is followed by what is said of it."""
    return len(sentence.tokens) > 1 and sentence.tokens[1].said in {"foi", "foram", "was", "has", "ficou", "is", "esta"}


def _is_known(name: MentionedName, evidence: ClaimEvidence) -> bool:
    if name.kind == "path":
        return evidence.mentions_path(name.text)
    if name.kind == "code":
        return evidence.mentions_code(name.text)
    folded = fold(name.text)
    for alike in lexicon().statuses:
        if folded in alike:
            return any(each in text for each in alike for text in evidence.texts) or not evidence.texts
    words = [word.removesuffix("s") for word in _WORD.findall(folded) if word not in _LINKS and len(word) > 1]
    return not words or any(_known(words, bag) * 2 > len(words) for bag in evidence.bags)


def _known(words: list[str], bag: frozenset[str]) -> int:
    return sum(word in bag or f"{word}s" in bag for word in words)


def _is_beside(name: MentionedName, sentence: AnswerSentence) -> bool:
    """Tell whether a name stands behind a preposition: it says where, of what or for whom."""
    before = [each.said for each in sentence.tokens[max(0, name.place - 3) : name.place]]
    while before and before[-1] in _ARTICLES:
        before.pop()
    return bool(before) and before[-1] in _PREPOSITIONS and name.kind != "path"


def _is_source(name: MentionedName, sentence: AnswerSentence) -> bool:
    return _SOURCES.search(sentence.said[: sentence.tokens[name.place].start]) is not None
