"""How far a student is in a skill: what their answers show, the recent ones more than the old ones (A.3.2)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import lru_cache
from math import fsum
from typing import Literal, NamedTuple

from aule.apps.school.mathematics.rounding import steady

HALF_LIFE_DAYS = 60
WHOLE_TEST = 0.5
"""What the mark of a whole test weighs as evidence of one of its skills, against single questions."""
ENOUGH_ITEMS = 3
NOT_YET = 0.50

Nivel = Literal["nao_desenvolvido", "em_desenvolvimento", "desenvolvido"]


class Evidence(NamedTuple):
    """One thing a student showed: a share of the points there were."""

    score: float
    pontos_max: float
    data: str
    avaliacao: str = ""


class Mastery(NamedTuple):
    """How far a student is in a skill, and on how many answers that rests."""

    dominio: float
    n: int

    @property
    def is_enough(self) -> bool:
        """Whether there is enough to say something about the student."""
        return self.n >= ENOUGH_ITEMS


class Question(NamedTuple):
    """A question of a test and the skills it is about."""

    pontos_max: float
    skills: Sequence[str]


class Content(NamedTuple):
    """What a test is about."""

    data: str
    maximo: float
    questions: Mapping[int, Question]
    skills: Sequence[str]
    """Of the whole test: skills, or content where no skill is named."""
    is_whole: bool = False
    """Whether every question is about everything the test is about: one content, no skills."""


class Answers(NamedTuple):
    """A student's marked test."""

    avaliacao: str
    aluno: str
    valor: float | None
    pontos: Mapping[int, float] | None
    """Points by number of the question, where they were noted."""


Evidences = dict[str, dict[str, list[Evidence]]]
"""By skill, then by student."""


def mastery(evidence: Iterable[Evidence], as_of: date) -> Mastery | None:
    """Return how far a student is on a day; none without evidence."""
    weighed = [(each.pontos_max * _recency(each.data, as_of), each.score) for each in evidence]
    whole = fsum(weight for weight, _ in weighed)
    if whole <= 0:
        return None
    return Mastery(fsum(weight * score for weight, score in weighed) / whole, len(weighed))


@lru_cache(maxsize=4_096)
def _recency(day: str, as_of: date) -> float:
    """Return what evidence of a day is still worth."""
    return 0.5 ** (max(0, (as_of - date.fromisoformat(day)).days) / HALF_LIFE_DAYS)


def level(dominio: float, alvo: float) -> Nivel:
    """Return what a teacher calls it."""
    if steady(dominio) >= alvo:
        return "desenvolvido"
    return "nao_desenvolvido" if steady(dominio) < min(NOT_YET, alvo) else "em_desenvolvimento"


def evidences(answers: Iterable[Answers], contents: Mapping[str, Content]) -> Evidences:
    """What marked tests show: question by question where points were noted, else the whole test for each skill."""
    found: defaultdict[str, defaultdict[str, list[Evidence]]] = defaultdict(lambda: defaultdict(list))
    for each in answers:
        content = contents.get(each.avaliacao)
        if content is None:
            continue
        for skill, evidence in _shown_by(each, content):
            found[skill][each.aluno].append(evidence)
    return {skill: dict(of) for skill, of in found.items()}


def _shown_by(answers: Answers, content: Content) -> list[tuple[str, Evidence]]:
    day, test = content.data, answers.avaliacao
    if answers.pontos and (content.is_whole or any(each.skills for each in content.questions.values())):
        return [
            (skill, Evidence(points / question.pontos_max, question.pontos_max, day, test))
            for number, points in answers.pontos.items()
            if (question := content.questions.get(number)) is not None
            for skill in (content.skills if content.is_whole else question.skills)
        ]
    if answers.valor is None or not content.skills:
        return []
    weight = content.maximo / len(content.skills) * WHOLE_TEST
    return [(skill, Evidence(answers.valor / content.maximo, weight, day, test)) for skill in content.skills]


def masteries(found: Evidences, as_of: date) -> dict[str, dict[str, Mastery]]:
    """Return how far each student is in each skill."""
    return {
        skill: {aluno: far for aluno, each in of.items() if (far := mastery(each, as_of)) is not None}
        for skill, of in found.items()
    }
