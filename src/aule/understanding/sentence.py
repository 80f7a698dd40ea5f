"""A sentence as understanding reads it: its words with their places, and what is quoted in it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from aule.understanding.alignment import QUOTED, align, blank_quotes, whole_word

_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")


@dataclass(frozen=True, slots=True)
class Word:
    """One word: where it stands, and how it is compared."""

    start: int
    end: int
    folded: str


@dataclass(frozen=True, slots=True)
class Quote:
    """Something in quotation marks: the place of all of it, and what stands between the marks."""

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Wording:
    """What somebody said, folded letter by letter so that every place in it is a place in the text."""

    text: str

    @cached_property
    def folded(self) -> str:
        """The text without case and accents."""
        return align(self.text)

    @cached_property
    def unquoted(self) -> str:
        """The folded text with blanks where something is quoted."""
        return blank_quotes(self.folded)

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """Its words in order."""
        return tuple(Word(*found.span(), found[0]) for found in _WORD.finditer(self.folded))

    @cached_property
    def quotes(self) -> tuple[Quote, ...]:
        """What is quoted in it, in order."""
        found = QUOTED.finditer(self.text)
        return tuple(Quote(*each.span(), next(filter(None, each.groups()))) for each in found)

    def words_before(self, place: int) -> list[Word]:
        """Return the words that end before a place, the nearest first."""
        return [word for word in self.words if word.end <= place][::-1]

    def words_behind(self, place: int) -> list[Word]:
        """Return the words that begin at or behind a place, the nearest first."""
        return [word for word in self.words if word.start >= place]

    def find(self, phrase: str, start: int = 0) -> tuple[int, int] | None:
        """Return where a folded phrase stands as whole words, outside of quotations."""
        if phrase not in self.unquoted:  # mostly so, and cheaper than a pattern
            return None
        found = whole_word(phrase, r"(?!-\d)").search(self.unquoted, start)
        return None if found is None else found.span()
