"""Terms that headings name, such as `1º Bim`, and the days a school says they end on."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from aule.apps.school.entities import PeriodoLetivo
from aule.apps.school.names import chave

Kind = Literal["bimestre", "trimestre", "semestre", ""]
"""Which part of a year; empty where a heading says `etapa` or `unidade`, which each school counts its own way."""
_PARTS: Mapping[Kind, int] = {"bimestre": 4, "trimestre": 3, "semestre": 2, "": 4}
_NAMES: Mapping[str, Kind] = {
    **dict.fromkeys(("bim", "bimestre", "bimestral", "bimester", "quarter"), "bimestre"),
    **dict.fromkeys(("tri", "trim", "trimestre", "trimestral", "trimester"), "trimestre"),
    **dict.fromkeys(("sem", "semestre", "semestral", "semester"), "semestre"),
    **dict.fromkeys(("etapa", "unidade", "periodo", "ciclo", "term"), ""),
}
_NUMBERS: Mapping[str, int] = {
    **{str(place): place for place in range(1, 5)},
    **{f"{place}{end}": place for place in range(1, 5) for end in ("o", "a")},
    **{"1st": 1, "2nd": 2, "3rd": 3, "4th": 4, "i": 1, "ii": 2, "iii": 3, "iv": 4},
    **{"primeiro": 1, "segundo": 2, "terceiro": 3, "quarto": 4},
    **{"primeira": 1, "segunda": 2, "terceira": 3, "quarta": 4},
}
_JOINED = re.compile(r"^(?:([1-4])[oa]?(bim|tri|trim)|(bim|trim|b)([1-4]))$")
_FILLERS = frozenset({"no", "n", "num", "numero", "do", "da", "de", "nota", "notas", "media", "final", "letivo"})
_FIRST_DAY, _LAST_DAY = (2, 1), (12, 20)
"""The usual school year, for schools that have not said when theirs is."""


@dataclass(frozen=True, slots=True)
class Term:
    """A part of a school year as a heading names it."""

    kind: Kind
    number: int

    @property
    def name(self) -> str:
        """The term as periods are written: `bimestre:1`."""
        return f"{self.kind or 'etapa'}:{self.number}"


@dataclass(frozen=True, slots=True)
class Span:
    """The days of a term."""

    first: str
    last: str
    is_guessed: bool = False
    """Whether the school has not said when the term is."""

    def has(self, day: str) -> bool:
        """Tell whether a day lies in the span."""
        return self.first <= day <= self.last


class Terms:
    """The terms of one school in one year."""

    def __init__(self, periods: Sequence[PeriodoLetivo], year: int) -> None:
        own = [each for each in periods if str(year) in (each.inicio[:4], each.fim[:4])]
        self._spans = {(each.tipo, each.numero): Span(each.inicio, each.fim) for each in own}
        self._year = year

    def span(self, term: Term) -> Span:
        """Give the days of a term; where the school has not set it up, an equal part of its year."""
        kinds: tuple[str, ...] = (term.kind,) if term.kind else ("bimestre", "trimestre", "semestre")
        found = next((self._spans[kind, term.number] for kind in kinds if (kind, term.number) in self._spans), None)
        return found or self._guessed(term)

    def _guessed(self, term: Term) -> Span:
        whole = self._spans.get(("ano", 1))
        first = date.fromisoformat(whole.first) if whole is not None else date(self._year, *_FIRST_DAY)
        last = date.fromisoformat(whole.last) if whole is not None else date(self._year, *_LAST_DAY)
        length = (last - first).days + 1
        parts = max(_PARTS[term.kind], term.number)
        start = first + timedelta(days=length * (term.number - 1) // parts)
        end = first + timedelta(days=length * term.number // parts - 1)
        return Span(start.isoformat(), end.isoformat(), is_guessed=True)


def read_term(text: str) -> Term | None:
    """Read the one term a text names: `1º Bim`, `Bimestre 2`, `III Trimestre`; nothing where it names none or two."""
    words = [word for word in chave(text).split() if word not in _FILLERS]
    found = {term for place in range(len(words)) if (term := _term_at(words, place)) is not None}
    return found.pop() if len(found) == 1 else None


def _term_at(words: Sequence[str], place: int) -> Term | None:
    """Return the term that is named at a word."""
    word = words[place]
    if (joined := _JOINED.match(word)) is not None:
        is_letter = "b" in joined.groups()
        name = "bim" if is_letter else str(joined[2] or joined[3])
        return None if is_letter and len(words) > 1 else _checked(_NAMES[name], int(joined[1] or joined[4]))
    kind = _NAMES.get(word)
    if kind is None or (not kind and len(words) > 2):  # "Prova da unidade 3" is about a book
        return None
    before = words[place - 1] if place and words[place - 1] in _NUMBERS else ""
    after = words[place + 1] if place + 1 < len(words) and words[place + 1] in _NUMBERS else ""
    if word == "sem" and not before:  # "sem 2" may as well be a week, or "without"
        return None
    if before and place > 1 and words[place - 2] == "e":  # "1º e 2º bim" are two
        return None
    number = after if after and (not before or before.isdigit()) else before  # "Avaliação 2 Bimestre 1" is of the 1st
    return _checked(kind, _NUMBERS[number]) if number else None


def _checked(kind: Kind, number: int) -> Term | None:
    return Term(kind, number) if number <= _PARTS[kind] else None
