"""Reading a school: every query the app asks its tables, each of them a few indexed look-ups.

Statements are made once. What a class has is asked by the class, so that it takes no longer in a large school.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sqlalchemy import BigInteger, BindParameter, Column, Select, bindparam, func, or_, select

from aule.apps.school import tables as t
from aule.apps.school.entities import (
    Aluno,
    Atividade,
    Aula,
    Avaliacao,
    Entrega,
    Escola,
    EventoCalendario,
    Frequencia,
    Materia,
    MatriculaTurma,
    Nota,
    Participacao,
    PeriodoLetivo,
    PlanoEnsino,
    Turma,
)
from aule.apps.school.listing.queries import ESCAPE, FIRST_DAY, LAST_DAY, Filtro, asked_for, literal
from aule.apps.school.table_mapping import BY_ENTITY, KINDS, Entity, Record, as_row, entity_of
from aule.sdk import Model, Source

__all__ = ["FIRST_DAY", "LAST_DAY", "Filtro", "Listada", "SchoolQueries", "literal"]

_CHUNKS = (1, 8, 64, 500)
"""How many ids one question names; the statements for these are made once."""
_MOST: BindParameter[int] = bindparam("most", type_=BigInteger)
_DE: BindParameter[str] = bindparam("de")
_ATE: BindParameter[str] = bindparam("ate")
_TURMA: BindParameter[str] = bindparam("turma")
_ALUNO: BindParameter[str] = bindparam("aluno")
Statement = Select[*tuple[Any, ...]]


def _all(kind: str) -> Statement:
    return select(*KINDS[kind].table.columns)


_ESCOLAS = _all("escola").order_by(t.escolas.c.created_at, t.escolas.c.id)
_PERIODOS = _all("periodo").order_by(t.periodos.c.inicio, t.periodos.c.id)
_MATERIAS = _all("materia").order_by(t.materias.c.chave, t.materias.c.id)
_TURMAS = _all("turma").order_by(t.turmas.c.chave, t.turmas.c.id)
_IN_TURMA = t.matriculas.join(t.alunos, t.matriculas.c.aluno_id == t.alunos.c.id)
_ALUNOS = (
    select(*t.alunos.columns)
    .select_from(_IN_TURMA)
    .where(t.matriculas.c.turma_id == _TURMA, t.matriculas.c.fim.is_(None))
    .order_by(t.alunos.c.chave, t.alunos.c.id)
)
_MATRICULAS = _all("matricula").where(t.matriculas.c.turma_id == _TURMA)
_MATRICULAS_OF = _all("matricula").where(t.matriculas.c.aluno_id == _ALUNO)
_SIZES = (
    select(t.matriculas.c.turma_id, func.count())
    .select_from(_IN_TURMA)
    .where(t.matriculas.c.fim.is_(None), t.alunos.c.ativo == 1)
    .group_by(t.matriculas.c.turma_id)
)
_AVALIACOES = (
    _all("avaliacao")
    .where(t.avaliacoes.c.turma_id == _TURMA, t.avaliacoes.c.data.between(_DE, _ATE))
    .order_by(t.avaliacoes.c.data, t.avaliacoes.c.id)
)
_OF_TURMA = select(t.avaliacoes.c.id).where(t.avaliacoes.c.turma_id == _TURMA, t.avaliacoes.c.data.between(_DE, _ATE))
_NOTAS = _all("nota").where(t.notas.c.avaliacao_id.in_(_OF_TURMA))
_NOTAS_OF_TEST = _all("nota").where(t.notas.c.avaliacao_id == bindparam("avaliacao"))
_NOTAS_OF = _all("nota").where(t.notas.c.aluno_id == _ALUNO)


def _by_day(kind: str, day: str) -> Statement:
    c = KINDS[kind].table.c
    return _all(kind).where(c.turma_id == _TURMA, c[day].between(_DE, _ATE)).order_by(c[day], c.aluno_id)


def _of_aluno(kind: str, day: str) -> Statement:
    c = KINDS[kind].table.c
    return _all(kind).where(c.aluno_id == _ALUNO).order_by(c[day])


_DAILY: Mapping[type[Model], tuple[Statement, Statement]] = {
    Frequencia: (_by_day("frequencia", "data"), _of_aluno("frequencia", "data")),
    Participacao: (_by_day("participacao", "data"), _of_aluno("participacao", "data")),
    Entrega: (_by_day("entrega", "prazo"), _of_aluno("entrega", "prazo")),
}
_ENTREGAS_OF = _all("entrega").where(t.entregas.c.atividade_id == bindparam("atividade"))
_EVENTOS = (
    _all("evento")
    .where(t.eventos.c.data <= _ATE, or_(t.eventos.c.data >= _DE, t.eventos.c.repeticao != "none"))
    .order_by(t.eventos.c.data, t.eventos.c.hora_inicio, t.eventos.c.id)
)
_EVENTOS_OF_TURMA = _EVENTOS.where(or_(t.eventos.c.turma_id == _TURMA, t.eventos.c.turma_id.is_(None)))
_TALLY = (
    select(t.notas.c.avaliacao_id, func.count(), func.avg(t.notas.c.valor))
    .where(t.notas.c.situacao == "lancada")
    .group_by(t.notas.c.avaliacao_id)
)
_TALLY_OF_TURMA = _TALLY.where(t.notas.c.avaliacao_id.in_(_OF_TURMA))


@dataclass(frozen=True, slots=True)
class Listada:
    """An activity in a list, without what is in it."""

    atividade: Atividade
    n_questoes: int


class SchoolQueries:
    """What a school keeps, read from a database or inside a transaction."""

    def __init__(self, source: Source) -> None:
        self.source = source

    # One thing, or some by their ids

    async def get(self, of: type[Entity], id: str) -> Entity | None:
        """Return the record of a kind with exactly this id."""
        found = await self.many(of, [id])
        return found[0] if found else None

    async def many(self, of: type[Entity], ids: Iterable[str]) -> list[Entity]:
        """Return the records of a kind with these ids, in no order."""
        return [entity_of(of, row) for row in await self.raw(of, ids)]

    async def raw(self, of: type[Model], ids: Iterable[str]) -> list[dict[str, Any]]:
        """Return whole rows with these ids, each with its stamp."""
        return await self.raw_by(of, "id", ids)

    async def raw_by(self, of: type[Model], column: str, values: Iterable[str]) -> list[dict[str, Any]]:
        """Return whole rows that have one of these values in a column, each with its stamp."""
        kind = BY_ENTITY[of]
        return [
            as_row(kind, row)
            for some in _chunked(values)
            for row in await self.source.fetch(_by(kind.name, column, len(some)), **_listed(some))
        ]

    async def by(self, of: type[Record], column: str, values: Iterable[str]) -> list[Record]:
        """Return those that have one of these values in a column, in no order."""
        return [entity_of(of, row) for row in await self.raw_by(of, column, values)]

    async def named(self, of: type[Entity], chave: str, most: int = 50) -> list[Entity]:
        """Return the records whose folded name is exactly this."""
        return await self._some(of, _named(BY_ENTITY[of].name), chave=chave, most=most)

    async def containing(self, of: type[Entity], part: str, most: int = 50) -> list[Entity]:
        """Return the records whose folded name contains this; `%` and `_` stand for themselves."""
        pattern = f"%{literal(part)}%"
        return await self._some(of, _like(BY_ENTITY[of].name), pattern=pattern, most=most)

    async def counts(self) -> dict[str, int]:
        """Return how many there are of each kind that has ids."""
        names = [kind.name for kind in KINDS.values() if kind.prefix]
        return {name: int((await self.source.fetch(_count(name)))[0][0]) for name in names}

    # The school, its classes and students

    async def escolas(self) -> list[Escola]:
        """Return all schools, in the order they came."""
        return await self._some(Escola, _ESCOLAS)

    async def periodos(self, escola_id: str = "") -> list[PeriodoLetivo]:
        """Return terms, of one school or of all, by their first day."""
        found = await self._some(PeriodoLetivo, _PERIODOS)
        return [each for each in found if not escola_id or each.escola_id == escola_id]

    async def materias(self) -> list[Materia]:
        """Return all subjects by name."""
        return await self._some(Materia, _MATERIAS)

    async def turmas(self, escola_id: str = "") -> list[Turma]:
        """Return classes, of one school or of all, by name."""
        found = await self._some(Turma, _TURMAS)
        return [each for each in found if not escola_id or each.escola_id == escola_id]

    async def alunos(self, turma_id: str, *, ativo: bool | None = True) -> list[Aluno]:
        """Return who is in a class now, by name; with `ativo=None` also who no longer is active."""
        found = await self._some(Aluno, _ALUNOS, turma=turma_id)
        return [each for each in found if ativo is None or each.ativo is ativo]

    async def matriculas(self, turma_id: str) -> list[MatriculaTurma]:
        """Return who is or was in a class."""
        return await self._some(MatriculaTurma, _MATRICULAS, turma=turma_id)

    async def matriculas_de(self, aluno_id: str) -> list[MatriculaTurma]:
        """Return which classes a student is or was in."""
        return await self._some(MatriculaTurma, _MATRICULAS_OF, aluno=aluno_id)

    async def tamanhos(self) -> dict[str, int]:
        """Return how many active students each class has, by its id."""
        return {str(turma): int(count) for turma, count in await self.source.fetch(_SIZES)}

    # Tests and marks

    async def avaliacoes(self, turma_id: str, de: str = FIRST_DAY, ate: str = LAST_DAY) -> list[Avaliacao]:
        """Return the tests of a class between two days, the earliest first."""
        return await self._some(Avaliacao, _AVALIACOES, turma=turma_id, de=de, ate=ate)

    async def notas(self, turma_id: str, de: str = FIRST_DAY, ate: str = LAST_DAY) -> list[Nota]:
        """Return all marks in the tests of a class between two days."""
        return await self._some(Nota, _NOTAS, turma=turma_id, de=de, ate=ate)

    async def notas_da_avaliacao(self, avaliacao_id: str) -> list[Nota]:
        """Return all marks in one test."""
        return await self._some(Nota, _NOTAS_OF_TEST, avaliacao=avaliacao_id)

    async def notas_do_aluno(self, aluno_id: str) -> list[Nota]:
        """Return all marks of one student."""
        return await self._some(Nota, _NOTAS_OF, aluno=aluno_id)

    async def lancadas(self, turma_id: str = "") -> dict[str, tuple[int, float | None]]:
        """Return how many marks each test has and their plain mean, by its id; of one class or of all."""
        if turma_id:
            found = await self.source.fetch(_TALLY_OF_TURMA, turma=turma_id, de=FIRST_DAY, ate=LAST_DAY)
        else:
            found = await self.source.fetch(_TALLY)
        return {str(id): (int(count), None if mean is None else float(mean)) for id, count, mean in found}

    async def lancadas_em(self, ids: Iterable[str]) -> dict[str, tuple[int, float | None]]:
        """Return how many marks these tests have."""
        found = [
            row for some in _chunked(ids) for row in await self.source.fetch(_tally_of(len(some)), **_listed(some))
        ]
        return {str(id): (int(count), None if mean is None else float(mean)) for id, count, mean in found}

    # Days: attendance, taking part, handing in

    async def daily(self, of: type[Record], turma_id: str, de: str = FIRST_DAY, ate: str = LAST_DAY) -> list[Record]:
        """Return attendance, taking part or handing in of a class between two days: `daily(Frequencia, id)`."""
        return await self._some(of, _DAILY[of][0], turma=turma_id, de=de, ate=ate)

    async def entregas_da_atividade(self, atividade_id: str) -> list[Entrega]:
        """Return who had to hand an activity in."""
        return await self._some(Entrega, _ENTREGAS_OF, atividade=atividade_id)

    async def raw_days(self, of: type[Model], turma_id: str, de: str, ate: str) -> list[dict[str, Any]]:
        """Return whole rows of attendance, taking part or handing in between two days, each with its stamp."""
        found = await self.source.fetch(_DAILY[of][0], turma=turma_id, de=de, ate=ate)
        return [as_row(BY_ENTITY[of], row) for row in found]

    async def do_aluno(self, of: type[Record], aluno_id: str) -> list[Record]:
        """Return attendance, taking part or handing in of one student: `do_aluno(Frequencia, id)`."""
        return await self._some(of, _DAILY[of][1], aluno=aluno_id)

    # Lists, the latest first

    async def listadas(self, filtro: Filtro | None = None) -> list[Listada]:
        """Return activities that fit, without their questions."""
        kind = KINDS["atividade"]
        names = [name for name in kind.columns if name != "conteudo"]
        asked = asked_for(kind, filtro or Filtro())
        found = await self.source.fetch(asked.light, **asked.paged)
        rows = [dict(zip(names, each, strict=True)) for each in found]
        return [Listada(entity_of(Atividade, row), int(row["n_questoes"])) for row in rows]

    async def listed(self, of: type[Entity], filtro: Filtro | None = None) -> list[Entity]:
        """Return lessons, tests, plans or activities that fit, whole."""
        asked = asked_for(BY_ENTITY[of], filtro or Filtro())
        return await self._some(of, asked.whole, **asked.paged)

    async def total(self, of: type[Entity], filtro: Filtro | None = None) -> int:
        """Return how many fit, however many are shown."""
        asked = asked_for(BY_ENTITY[of], filtro or Filtro())
        return int((await self.source.fetch(asked.count, **asked.params))[0][0])

    async def page(self, of: type[Entity], filtro: Filtro | None = None) -> tuple[int, list[Entity]]:
        """Return those that fit: how many there are, and the latest of them, whole."""
        return await self.total(of, filtro), await self.listed(of, filtro)

    async def usos(self, ids: Iterable[str]) -> dict[str, list[tuple[str, str]]]:
        """Return which lessons, events and tests use these activities: `aula:…` and titles, by the activity's id."""
        wanted = set(ids)
        used: dict[str, list[tuple[str, str]]] = {id: [] for id in wanted}
        if not wanted:
            return used
        for kind in ("aula", "evento"):
            for id, titulo, listed in await self.source.fetch(_using(kind)):
                for each in wanted.intersection(json.loads(listed)):
                    used[each].append((f"{kind}:{id}", str(titulo)))
        for test in await self.by(Avaliacao, "atividade_id", sorted(wanted)):
            used[test.atividade_id or ""].append((f"avaliacao:{test.id}", test.titulo))
        return used

    async def aulas(self, turma_id: str, de: str = FIRST_DAY, ate: str = LAST_DAY) -> list[Aula]:
        """Return lessons of a class between two days, the latest first."""
        return await self.listed(Aula, Filtro(turma_id=turma_id, de=de, ate=ate, limit=10_000))

    async def planos(self, turma_id: str) -> list[PlanoEnsino]:
        """Return teaching plans of a class."""
        return await self.by(PlanoEnsino, "turma_id", [turma_id])

    async def eventos(self, de: str, ate: str, turma_id: str = "") -> list[EventoCalendario]:
        """Return events that may fall between two days: those of these days, and all that repeat."""
        statement = _EVENTOS_OF_TURMA if turma_id else _EVENTOS
        extra = {"turma": turma_id} if turma_id else {}
        return await self._some(EventoCalendario, statement, de=de, ate=ate, **extra)

    async def _some(self, of: type[Record], statement: Statement, **params: Any) -> list[Record]:
        kind = BY_ENTITY[of]
        return [entity_of(of, as_row(kind, row)) for row in await self.source.fetch(statement, **params)]


@lru_cache
def _by(kind: str, column: str, count: int) -> Statement:
    wanted: Column[Any] = KINDS[kind].table.c[column]
    return _all(kind).where(wanted.in_([bindparam(f"value_{place}") for place in range(count)]))


@lru_cache
def _tally_of(count: int) -> Statement:
    return _TALLY.where(t.notas.c.avaliacao_id.in_([bindparam(f"value_{place}") for place in range(count)]))


@lru_cache
def _named(kind: str) -> Statement:
    c = KINDS[kind].table.c
    return _all(kind).where(c.chave == bindparam("chave")).order_by(c.created_at.desc(), c.id).limit(_MOST)


@lru_cache
def _like(kind: str) -> Statement:
    c = KINDS[kind].table.c
    found = _all(kind).where(c.chave.like(bindparam("pattern"), escape=ESCAPE))
    return found.order_by(c.created_at.desc(), c.id).limit(_MOST)


@lru_cache
def _using(kind: str) -> Statement:
    c = KINDS[kind].table.c
    return select(c.id, c.titulo, c.atividades).where(c.atividades != "[]").order_by(c.id)


@lru_cache
def _count(kind: str) -> Statement:
    return select(func.count()).select_from(KINDS[kind].table)


def _chunked(values: Iterable[str]) -> Iterator[list[str]]:
    """Yield the values in lists of a few sizes; a list that is not full says its last one again."""
    wanted = list(dict.fromkeys(values))
    for start in range(0, len(wanted), _CHUNKS[-1]):
        some = wanted[start : start + _CHUNKS[-1]]
        size = next(size for size in _CHUNKS if size >= len(some))
        yield some + [some[-1]] * (size - len(some))


def _listed(values: Sequence[str]) -> dict[str, str]:
    return {f"value_{place}": value for place, value in enumerate(values)}
