"""Words with what they mean: given by the teacher, or of our own small vocabulary of a theme."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from aule.apps.school.names import chave
from aule.text.words import fold

OTHERS = frozenset({"sistema solar", "celula", "gramatica"})
"""Themes of the vocabulary that are not of maths."""
_SEPARATED = re.compile(r"\s*(?:[:=]|\s[-–—]\s)\s*")
_LINES = re.compile(r"[\n;]+")
_LETTERS = re.compile(r"[^A-Z]")


@dataclass(frozen=True, slots=True)
class Term:
    """A word and what it means."""

    word: str
    clue: str = ""

    @property
    def letters(self) -> str:
        """The word as a grid has it: capitals with no accents, spaces or hyphens."""
        return _LETTERS.sub("", fold(self.word).upper())


def given_terms(text: str) -> list[Term]:
    """Return words a teacher wrote: `fração: parte de um todo; dobro: duas vezes`, or only words with commas."""
    found: list[Term] = []
    for line in _LINES.split(text):
        parts = _SEPARATED.split(line.strip(" .•*\t"), maxsplit=1)
        if len(parts) == 2 and parts[0] and parts[1] and len(parts[0].split()) <= 4:
            found.append(Term(parts[0].strip(), parts[1].strip()))
    if not found:
        words = [word.strip(" .•*") for word in re.split(r"[,\n;]+", text)]
        found = [Term(word) for word in words if word and len(word.split()) <= 3]
        found = found if len(found) >= 4 else []
    return different(found)


def vocabulary(theme: str, codes: Sequence[str], materia: str = "") -> list[Term]:
    """Return our own words of a theme, or of the subject of the skills; none where there are none.

    `materia` is the letters of the subject: with another one, words of maths do not count.
    """
    said = f" {chave(theme)} "
    table = {phrase: terms for phrase, terms in _table().items() if materia in ("", "MA") or phrase in OTHERS}
    found = [term for phrase, terms in table.items() if f" {phrase}" in said for term in terms]
    if not found and any(code[4:6] == "MA" for code in codes):
        found = [term for phrase, terms in table.items() for term in terms if phrase not in OTHERS]
    return different(found)


def different(terms: Sequence[Term]) -> list[Term]:
    """Return each word once, the first one of it."""
    return list({term.letters: term for term in reversed(terms) if len(term.letters) >= 3}.values())[::-1]


@lru_cache(maxsize=1)
def _table() -> dict[str, list[Term]]:
    path = Path(__file__).with_name("vocabulary.json")
    entries: dict[str, dict[str, str]] = json.loads(path.read_text(encoding="utf-8"))
    return {phrase: [Term(word, clue) for word, clue in words.items()] for phrase, words in entries.items()}
