"""Marks, attendance and work of one class as they are, or of all classes added up by the database."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import BigInteger, BindParameter, Select, and_, bindparam, case, exists, func, or_, select

from aule.apps.school import tables as t
from aule.apps.school.mathematics.attendance import Attendance, attendance
from aule.apps.school.mathematics.engagement import Handed
from aule.apps.school.mathematics.marks import Exam, Mark
from aule.sdk import Source

_TURMA: BindParameter[str] = bindparam("turma")
_DE: BindParameter[str] = bindparam("de")
_ATE: BindParameter[str] = bindparam("ate")
_HOJE: BindParameter[str] = bindparam("hoje")
_a, _n = t.avaliacoes.c, t.notas.c
_LANCADA = and_(_n.situacao == "lancada", _n.valor.is_not(None))
_MISSING = or_(_n.situacao == "ausente", _n.situacao == "nao_entregue")


class Marked(NamedTuple):
    """A mark with the points of its questions, where they were noted."""

    avaliacao: str
    aluno: str
    valor: float | None
    situacao: str
    pontos: Mapping[int, float] | None


class Day(NamedTuple):
    """Whether a student was there."""

    aluno: str
    data: str
    presenca: str
    carga: int


class Due(NamedTuple):
    """Work a student had to hand in."""

    aluno: str
    prazo: str
    entregue_em: str | None
    situacao: str


class Level(NamedTuple):
    """How a student took part on a day."""

    aluno: str
    data: str
    nivel: int


class Added(NamedTuple):
    """Marks of a student in a subject, added up, without tests that were sat again."""

    turma: str
    materia: str
    aluno: str
    pontos: float
    pesos: float
    faltantes: float
    """Weight of what was missed: it counts where the school counts it as zero."""
    notas: int
    faltas: int


@dataclass(frozen=True, slots=True)
class Taken:
    """How the students of all classes took part, by class and student."""

    presencas: Mapping[str, Mapping[str, Attendance]]
    entregas: Mapping[str, Mapping[str, Handed]]
    niveis: Mapping[str, Mapping[str, float]]


NOBODY = Taken({}, {}, {})


_MARKS = (
    select(_n.avaliacao_id, _n.aluno_id, _n.valor, _n.situacao, _n.itens)
    .select_from(t.avaliacoes.join(t.notas, _n.avaliacao_id == _a.id))
    .where(_a.turma_id == _TURMA)
)
_f, _e, _p = t.frequencias.c, t.entregas.c, t.participacoes.c
_DAYS = select(_f.aluno_id, _f.data, _f.presenca, _f.carga).where(_f.turma_id == _TURMA)
_DUE = select(_e.aluno_id, _e.prazo, _e.entregue_em, _e.situacao).where(_e.turma_id == _TURMA)
_LEVELS = select(_p.aluno_id, _p.data, _p.nivel).where(_p.turma_id == _TURMA)
_ROSTER = (
    select(t.matriculas.c.turma_id, t.matriculas.c.aluno_id)
    .select_from(t.matriculas.join(t.alunos, t.alunos.c.id == t.matriculas.c.aluno_id))
    .where(t.matriculas.c.fim.is_(None), t.alunos.c.ativo == 1)
)
_later = t.avaliacoes.alias("resits")
_IS_RESAT = or_(
    _a.substitui_avaliacao_id.is_not(None),
    _a.id.in_(select(_later.c.substitui_avaliacao_id).where(_later.c.substitui_avaliacao_id.is_not(None))),
)
_RESAT_EXAMS = select(
    _a.turma_id, _a.id, _a.materia_id, _a.data, _a.valor_maximo, _a.peso, _a.substitui_avaliacao_id
).where(_IS_RESAT)
_RESAT_MARKS = (
    select(_a.turma_id, _n.avaliacao_id, _n.aluno_id, _n.valor, _n.situacao)
    .select_from(t.avaliacoes.join(t.notas, _n.avaliacao_id == _a.id))
    .where(_IS_RESAT)
)
_SUMS: Select[*tuple[Any, ...]] = (
    select(
        _a.turma_id,
        _a.materia_id,
        _n.aluno_id,
        func.coalesce(func.sum(case((_LANCADA, _a.peso * _n.valor / _a.valor_maximo))), 0.0),
        func.coalesce(func.sum(case((_LANCADA, _a.peso))), 0.0),
        func.coalesce(func.sum(case((_MISSING, _a.peso))), 0.0),
        func.coalesce(func.sum(case((_LANCADA, 1))), 0),
        func.coalesce(func.sum(case((_MISSING, 1))), 0),
    )
    .select_from(t.avaliacoes.join(t.notas, _n.avaliacao_id == _a.id))
    .where(_a.data.between(_DE, _ATE), ~_IS_RESAT)
    .group_by(_a.turma_id, _a.materia_id, _n.aluno_id)
)
_TESTS = (
    select(_a.turma_id, _a.materia_id, func.count())
    .where(_a.data.between(_DE, _ATE), ~_IS_RESAT, exists().where(_n.avaliacao_id == _a.id, _LANCADA))
    .group_by(_a.turma_id, _a.materia_id)
)
_WITH_ITEMS = (
    select(_a.turma_id, func.count())
    .select_from(t.avaliacoes.join(t.notas, _n.avaliacao_id == _a.id))
    .where(_a.data.between(_DE, _ATE), _n.itens.is_not(None))
    .group_by(_a.turma_id)
)
_SOME_ITEMS = select(func.count()).select_from(
    select(_n.avaliacao_id).where(_n.itens.is_not(None)).limit(bindparam("most", type_=BigInteger)).subquery()
)
_PRESENCE = (
    select(_f.turma_id, _f.aluno_id, _f.presenca, func.sum(_f.carga))
    .where(_f.data.between(_DE, _ATE))
    .group_by(_f.turma_id, _f.aluno_id, _f.presenca)
)
_HANDED = (
    select(
        _e.turma_id,
        _e.aluno_id,
        func.count(),
        func.count(_e.entregue_em),
        func.coalesce(func.sum(case((_e.entregue_em <= _e.prazo, 1))), 0),
    )
    .where(_e.prazo.between(_DE, _ATE), or_(_e.prazo <= _HOJE, _e.entregue_em.is_not(None)))
    .where(_e.situacao != "dispensado")
    .group_by(_e.turma_id, _e.aluno_id)
)
_LEVEL = (
    select(_p.turma_id, _p.aluno_id, func.avg(_p.nivel))
    .where(_p.data.between(_DE, _ATE))
    .group_by(_p.turma_id, _p.aluno_id)
)
_DRAFTS = select(func.count()).select_from(t.atividades).where(t.atividades.c.status == "rascunho")


class Columns:
    """What is counted, read without making anything of the rows."""

    def __init__(self, source: Source) -> None:
        self.source = source

    async def marks(self, turma_id: str) -> list[Marked]:
        """Return all marks in the tests of a class."""
        found = await self.source.fetch(_MARKS, turma=turma_id)
        return [Marked(test, aluno, valor, how, _points(itens)) for test, aluno, valor, how, itens in found]

    async def days(self, turma_id: str) -> list[Day]:
        """Return all attendance of a class."""
        return [Day(*row) for row in await self.source.fetch(_DAYS, turma=turma_id)]

    async def due(self, turma_id: str) -> list[Due]:
        """Return all work of a class."""
        return [Due(*row) for row in await self.source.fetch(_DUE, turma=turma_id)]

    async def levels(self, turma_id: str) -> list[Level]:
        """Return how a class took part."""
        return [Level(*row) for row in await self.source.fetch(_LEVELS, turma=turma_id)]

    async def roster(self) -> dict[str, list[str]]:
        """Return the students of each class."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for turma, aluno in await self.source.fetch(_ROSTER):
            found[turma].append(aluno)
        return found

    async def sums(self, de: str, ate: str) -> dict[str, list[Added]]:
        """Return marks of all classes between two days, added up; those of tests with resits are not in it."""
        found: defaultdict[str, list[Added]] = defaultdict(list)
        for turma, materia, aluno, pontos, pesos, faltantes, notas, faltas in await self.source.fetch(
            _SUMS, de=de, ate=ate
        ):
            figures = (float(pontos), float(pesos), float(faltantes), int(notas), int(faltas))
            found[turma].append(Added(turma, materia, aluno, *figures))
        return found

    async def resat(self) -> tuple[dict[str, dict[str, Exam]], dict[str, list[Mark]]]:
        """Return tests that are resits or have one, and all marks in them, by class."""
        exams: defaultdict[str, dict[str, Exam]] = defaultdict(dict)
        for turma, *row in await self.source.fetch(_RESAT_EXAMS):
            exams[turma][row[0]] = Exam(*row)
        marks: defaultdict[str, list[Mark]] = defaultdict(list)
        for turma, *row in await self.source.fetch(_RESAT_MARKS) if exams else []:
            marks[turma].append(Mark(*row))
        return exams, marks

    async def tests(self, de: str, ate: str) -> dict[tuple[str, str], int]:
        """Return how many tests with marks, by class and subject; those that are resits or have one are not in it."""
        found = await self.source.fetch(_TESTS, de=de, ate=ate)
        return {(turma, materia): int(count) for turma, materia, count in found}

    async def with_items(self, de: str, ate: str, most: int) -> dict[str, int]:
        """Return how many marks have the points of their questions, by class.

        Nothing where there are more than so many.
        """
        if int((await self.source.fetch(_SOME_ITEMS, most=most + 1))[0][0]) > most:
            return {}
        return {turma: int(count) for turma, count in await self.source.fetch(_WITH_ITEMS, de=de, ate=ate)}

    async def drafts(self) -> int:
        """Return how many activities nobody has looked over."""
        return int((await self.source.fetch(_DRAFTS))[0][0])

    async def presence(self, de: str, ate: str) -> dict[str, dict[str, Attendance]]:
        """Return attendance of all classes between two days, by class and student."""
        noted: defaultdict[str, defaultdict[str, list[tuple[str, int]]]] = defaultdict(lambda: defaultdict(list))
        for turma, aluno, presenca, carga in await self.source.fetch(_PRESENCE, de=de, ate=ate):
            noted[turma][aluno].append((presenca, int(carga)))
        return {turma: {aluno: attendance(each) for aluno, each in of.items()} for turma, of in noted.items()}

    async def taken(self, de: str, ate: str, hoje: str) -> Taken:
        """Return how all classes took part between two days."""
        entregas: defaultdict[str, dict[str, Handed]] = defaultdict(dict)
        for turma, aluno, *counts in await self.source.fetch(_HANDED, de=de, ate=ate, hoje=hoje):
            entregas[turma][aluno] = Handed(*(int(count) for count in counts))
        niveis: defaultdict[str, dict[str, float]] = defaultdict(dict)
        for turma, aluno, nivel in await self.source.fetch(_LEVEL, de=de, ate=ate):
            niveis[turma][aluno] = float(nivel)
        return Taken(await self.presence(de, ate), entregas, niveis)


def _points(itens: str | None) -> dict[int, float] | None:
    if not itens:
        return None
    noted: list[dict[str, Any]] = json.loads(itens)
    return {int(each["n"]): float(each["pontos"]) for each in noted} or None
