"""Marks, attendance, deliveries and participation of the sample school: drawn from names, so always the same."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from aule.apps.school.entities import (
    Avaliacao,
    Entrega,
    Frequencia,
    ItemNota,
    Nota,
    Participacao,
    Presenca,
)
from aule.apps.school.sample.tests import EXAMS, HARDNESS
from aule.sdk import Model

WEEKS = 10
"""How far back attendance goes."""
_OFTEN_AWAY = {3: 0.34, 17: 0.22}
"""Students by their place in the class, and how often they are missing."""


def draw(*what: object) -> float:
    """Return a number in [0, 1) that is always the same for the same words."""
    digest = hashlib.sha256("\x1e".join(map(str, what)).encode()).digest()
    return int.from_bytes(digest[:6], "big") / 2**48


def ability(student: str) -> float:
    """Return how well a student usually does, from 0.45 to 0.97."""
    return 0.45 + 0.52 * draw("ability", student) ** 0.8


class Records:
    """What happened in the classes of the sample, up to a day."""

    def __init__(self, today: date, first: date) -> None:
        self.today = today
        self.first = first

    def marks(self, students: Sequence[str], tests: Sequence[Avaliacao]) -> Iterator[Nota]:
        """Yield the marks of a class in its tests so far."""
        given: dict[tuple[str, str], float] = {}
        for test in tests:
            exam = EXAMS[int(test.id[-4:])]
            if exam.dias > 0:
                continue
            for student in students:
                if exam.replaces is not None and given.get((test.substitui_avaliacao_id or "", student), 10) >= 5:
                    continue
                mark = self._mark(test, exam.hard, student)
                if mark.valor is not None:
                    given[test.id, student] = mark.valor
                yield mark

    def _mark(self, test: Avaliacao, hard: float, student: str) -> Nota:
        chance = draw("absent", test.id, student)
        if chance < 0.03:
            return Nota(avaliacao_id=test.id, aluno_id=student, situacao="ausente")
        if chance < 0.05 and test.tipo == "trabalho":
            return Nota(avaliacao_id=test.id, aluno_id=student, situacao="nao_entregue")
        if test.itens:
            items = [
                ItemNota(n=item.n, pontos=self._points(test.id, item.n, student, HARDNESS[item.habilidades[0]]))
                for item in test.itens
            ]
            total = sum(item.pontos for item in items)
            return Nota(avaliacao_id=test.id, aluno_id=student, valor=total, situacao="lancada", itens=items)
        usual = ability(student) - hard + 0.16 * (draw("mark", test.id, student) - 0.5)
        valor = round(min(1.0, max(0.1, usual)) * 20) / 2
        return Nota(avaliacao_id=test.id, aluno_id=student, valor=valor, situacao="lancada")

    def _points(self, test: str, n: int, student: str, hard: float) -> float:
        """Return points in one question of one: none, a half or all."""
        left = ability(student) - hard - 0.62 * (draw("item", test, n, student) - 0.5)
        return 1.0 if left > 0.5 else (0.5 if left > 0.32 else 0.0)

    def days(self, turma: str, students: Sequence[str]) -> Iterator[Model]:
        """Yield attendance on three days of each week, and how students took part on one of them."""
        start = self.today - timedelta(weeks=WEEKS)
        for offset in range(WEEKS * 7):
            day = start + timedelta(days=offset)
            if day < self.first or day.weekday() not in (0, 2, 4):
                continue
            for place, student in enumerate(students):
                away = draw("away", day.isoformat(), student) < _OFTEN_AWAY.get(place, 0.05)
                yield Frequencia(
                    turma_id=turma,
                    data=day.isoformat(),
                    aluno_id=student,
                    presenca=_presence(away, draw("why", day.isoformat(), student)),
                )
                if day.weekday() == 2 and not away:
                    level = min(3, int(ability(student) * 2 + 2 * draw("part", day.isoformat(), student)))
                    yield Participacao(turma_id=turma, aluno_id=student, data=day.isoformat(), nivel=level)

    def deliveries(self, turma: str, students: Sequence[str], handed: Sequence[tuple[str, date]]) -> Iterator[Entrega]:
        """Yield what became of activities that had to be handed in."""
        for atividade, prazo in handed:
            for student in students:
                late = int(10 * draw("late", atividade, student)) - 7  # three in ten are late
                is_in = draw("delivered", atividade, student) < 0.35 + 0.65 * ability(student)
                when = min(prazo + timedelta(days=max(late, -1)), self.today)
                is_in = is_in and when <= self.today and prazo <= self.today
                situacao = "entregue" if is_in and when <= prazo else ("atrasada" if is_in else "pendente")
                yield Entrega(
                    atividade_id=atividade,
                    aluno_id=student,
                    turma_id=turma,
                    prazo=prazo.isoformat(),
                    entregue_em=when.isoformat() if is_in else None,
                    situacao=situacao,
                )


def _presence(away: bool, why: float) -> Presenca:
    if not away:
        return "atraso" if why < 0.04 else "presente"
    return "falta_justificada" if why < 0.15 else "falta"
