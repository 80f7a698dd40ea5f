"""Sentences of an answer as tokens: words, numbers, quotations and punctuation, in segments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from aule.understanding.alignment import LONGEST, align

_ENDS = re.compile(r"(?<=[.!?…])\s+|\n+")
_FENCED = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
_BULLET = re.compile(r"^\s*(?:[-*•–+]\s+|\d+[.)]\s+|#+\s+|\|)?\s*(?:\[[ xX]\]\s*)?")
_HEADING = re.compile(r"^\*\*[^*]+[^*.!…]\*\*:?$")
_PICTURES = re.compile("[\u2600-\u27bf\U0001f000-\U0001faff\ufe0f✅✔]+")
_TOKEN = re.compile(
    r"(?P<quote>[\"“«][^\"“”«»\n]{1,300}[\"”»]|(?<!\w)['‘][^'‘’\n]{2,200}['’](?!\w)|`[^`\n]{1,300}`)"
    r"|(?P<path>(?<![\w/])(?=[\w.-]*/?[\w./-]*[A-Za-z])(?:[\w.-]+/)+[\w.-]*\w|(?<![\w/.])[\w-]+\.[a-z][a-z0-9]{1,4}(?![\w.]\w))"
    r"|(?P<number>(?<!\w)[-+−]?\d+(?:[.,:/]\d+)*(?:\s?%)?(?![\w]))"
    r"|(?P<word>[^\W_]+(?:[-'’_][^\W_]+)*)"
    r"|(?P<sign>[^\w\s])"
)
_BREAKS = frozenset(",;:—–!?()[]|→…")
_TURNS = frozenset({"mas", "but", "porem", "however", "entao", "so", "therefore", "portanto", "because", "porque"})

Kind = Literal["quote", "path", "number", "word", "sign"]


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a sentence: its text, plain and folded, and its position."""

    kind: Kind
    text: str
    said: str
    start: int
    end: int
    segment: int
    opened: str = ""
    """The punctuation before its segment."""


@dataclass(frozen=True, slots=True)
class AnswerSentence:
    """One sentence, folded letter by letter and split into tokens."""

    whole: str
    said: str
    tokens: tuple[Token, ...]

    @property
    def is_question(self) -> bool:
        """Whether it ends with a question mark."""
        return self.whole.rstrip("\"”»'*_ )").endswith("?")

    def starts(self, place: int) -> bool:
        """Tell whether a token is the first of its segment."""
        return place == 0 or self.tokens[place - 1].segment != self.tokens[place].segment

    def before(self, place: int, *, segment: bool = True) -> str:
        """Return the folded text before a token, of its segment or of the whole sentence; quotations are left out."""
        here = self.tokens[place].segment
        kept = [each for each in self.tokens[:place] if each.kind != "quote" and (not segment or each.segment == here)]
        return " ".join(each.said for each in kept)


def sentences(text: str) -> Iterator[AnswerSentence]:
    """Yield the sentences of an answer; quotations and code count as no statement."""
    for piece in _ENDS.split(_FENCED.sub("\n", text)):
        whole = piece.strip()[:LONGEST]
        if not whole or whole.startswith((">", "#")) or _HEADING.match(whole):
            continue
        clean = _PICTURES.sub(" ", whole.replace("**", "").replace("__", ""))
        yield _read(whole, _BULLET.sub("", clean, count=1).strip())


def _read(whole: str, clean: str) -> AnswerSentence:
    said = align(clean)
    tokens: list[Token] = []
    segment, opened = 0, ""
    for match in _TOKEN.finditer(clean):
        kind = match.lastgroup or "sign"
        word = said[match.start() : match.end()]
        if kind == "sign" and match[0] in _BREAKS:
            segment, opened = segment + 1, match[0]
            continue
        if kind == "sign":
            continue
        if kind == "word" and word in _TURNS:
            segment, opened = segment + 1, ""
        if match[0].endswith("uí"):  # the accent alone tells `incluí` from `inclui`
            word = word[:-1] + "í"
        tokens.append(Token(kind, match[0], word, match.start(), match.end(), segment, opened))  # pyright: ignore[reportArgumentType]
    return AnswerSentence(whole, said, tuple(tokens))
