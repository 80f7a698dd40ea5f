"""What a mark counts for: its share of the most that could be had, and what a resit makes of it (A.3.1)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import Literal, NamedTuple

from aule.apps.school.entities import Config


class Exam(NamedTuple):
    """A test, as far as marks need it."""

    id: str
    materia: str
    data: str
    maximo: float = 10.0
    peso: float = 1.0
    substitui: str | None = None
    """The test it takes the place of: it is a resit."""


class Mark(NamedTuple):
    """A student's mark in a test. A tuple, as very many are read at a time."""

    avaliacao: str
    aluno: str
    valor: float | None
    situacao: str = "lancada"


class Counted(NamedTuple):
    """A mark that counts."""

    avaliacao: str
    """The test it is of; for a resit the one it takes the place of."""
    aluno: str
    materia: str
    data: str
    peso: float
    score: float
    """Share of the most that could be had."""


@dataclass(frozen=True, slots=True)
class Counting:
    """How a school counts what is missing and what was sat again."""

    faltante: Literal["ignorar", "zero"] = "ignorar"
    recuperacao: Literal["maior", "media", "substitui"] = "maior"

    @classmethod
    def of(cls, config: Config) -> Counting:
        """Return how marks count, as the school set it."""
        return cls(config.politica_faltante, config.recuperacao)

    def score(self, valor: float | None, maximo: float, situacao: str) -> float | None:
        """Return what one mark counts; none when it does not."""
        if situacao == "lancada":
            return None if valor is None else valor / maximo
        if situacao in {"ausente", "nao_entregue"} and self.faltante == "zero":
            return 0.0
        return None

    def resat(self, first: float | None, again: list[tuple[str, float]]) -> float | None:
        """Return what a test counts after resits, each with its day."""
        if not again:
            return first
        if self.recuperacao == "substitui":
            return max(again)[1]
        best = max(score for _, score in again)
        if first is None:
            return best
        return max(first, best) if self.recuperacao == "maior" else fmean((first, best))


def roots(exams: Iterable[Exam]) -> dict[str, str]:
    """Return for each resit the test that it replaces; a resit of an unknown test counts as a test of its own."""
    known = {test.id: test for test in exams}
    found: dict[str, str] = {}
    for test in known.values():
        seen = {test.id}
        here = test
        while here.substitui is not None and here.substitui in known and here.substitui not in seen:
            here = known[here.substitui]
            seen.add(here.id)
        if here.id != test.id:
            found[test.id] = here.id
    return found


def counted(marks: Iterable[Mark], tests: Mapping[str, Exam], how: Counting) -> list[Counted]:
    """Return the marks that count, with resits in the place of what they are a resit of; others stay out."""
    resits = roots(tests.values())
    firsts: dict[tuple[str, str], float | None] = {}
    again: defaultdict[tuple[str, str], list[tuple[str, float]]] = defaultdict(list)
    for mark in marks:
        test = tests.get(mark.avaliacao)
        if test is None:
            continue
        root = resits.get(test.id)
        if root is None:
            firsts[mark.aluno, test.id] = how.score(mark.valor, test.maximo, mark.situacao)
        elif mark.situacao == "lancada" and mark.valor is not None:
            again[mark.aluno, root].append((test.data, mark.valor / test.maximo))
    found: list[Counted] = []
    for key in firsts.keys() | again.keys() if again else firsts.keys():
        score = how.resat(firsts.get(key), again[key]) if key in again else firsts[key]
        if score is not None:
            test = tests[key[1]]
            found.append(Counted(test.id, key[0], test.materia, test.data, test.peso, score))
    return found
