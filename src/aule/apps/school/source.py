"""Where a school's data come from: the tables here, or another platform over HTTP; capabilities cannot tell (SP-50)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from aule.apps.school.api_wrapper.switch import Switch
from aule.apps.school.embedded import Embedded
from aule.apps.school.entities import (
    Aluno,
    Atividade,
    Aula,
    Avaliacao,
    Entrega,
    Escola,
    EventoCalendario,
    Frequencia,
    Kept,
    Materia,
    MatriculaTurma,
    Nota,
    Participacao,
    PeriodoLetivo,
    PlanoEnsino,
    Turma,
)
from aule.apps.school.queries import FIRST_DAY, LAST_DAY, Filtro

if TYPE_CHECKING:
    from aule.sdk import Context

__all__ = ["FIRST_DAY", "LAST_DAY", "Embedded", "Filtro", "SchoolSource", "embedded", "local_of", "source_of"]


class SchoolSource(Protocol):
    """What capabilities read a school with, and write it. What is `said` is an id or a name (SP-1)."""

    @property
    def nome(self) -> str:
        """What results cite: `local`, or the address of the platform."""
        ...

    async def escolas(self) -> list[Escola]:
        """Return all schools."""
        ...

    async def escola(self, said: str = "") -> Escola:
        """Return the school that is meant; the only one, where nothing is said."""
        ...

    async def periodos(self, escola_id: str = "") -> list[PeriodoLetivo]:
        """Return terms, by their first day."""
        ...

    async def materias(self) -> list[Materia]:
        """Return all subjects."""
        ...

    async def materia(self, said: str, *, field: str = "materia") -> Materia:
        """Return the subject that is meant."""
        ...

    async def turmas(self) -> list[Turma]:
        """Return all classes."""
        ...

    async def turma(self, said: str, *, field: str = "turma_id") -> Turma:
        """Return the class that is meant."""
        ...

    async def alunos(self, turma_id: str, *, ativo: bool | None = True) -> list[Aluno]:
        """Pull the students of a class."""
        ...

    async def aluno(self, said: str, *, turma_id: str = "", field: str = "aluno_id") -> Aluno:
        """Return the student that is meant, of a class or of all."""
        ...

    async def avaliacoes(self, turma_id: str, de: str = FIRST_DAY, ate: str = LAST_DAY) -> list[Avaliacao]:
        """Return tests of a class between two days."""
        ...

    async def avaliacao(self, said: str, *, field: str = "avaliacao_id") -> Avaliacao:
        """Return the test that is meant."""
        ...

    async def notas(self, turma_id: str, de: str = FIRST_DAY, ate: str = LAST_DAY) -> list[Nota]:
        """Return all marks in the tests of a class between two days."""
        ...

    async def notas_da_avaliacao(self, avaliacao_id: str) -> list[Nota]:
        """Return all marks in one test."""
        ...

    async def frequencias(self, turma_id: str, de: str = FIRST_DAY, ate: str = LAST_DAY) -> list[Frequencia]:
        """Return attendance of a class between two days."""
        ...

    async def entregas(self, turma_id: str, de: str = FIRST_DAY, ate: str = LAST_DAY) -> list[Entrega]:
        """Return what a class had to hand in between two days."""
        ...

    async def participacoes(self, turma_id: str, de: str = FIRST_DAY, ate: str = LAST_DAY) -> list[Participacao]:
        """Return how a class took part between two days."""
        ...

    async def atividades(self, filtro: Filtro | None = None) -> tuple[int, list[Atividade]]:
        """Return activities that fit: how many there are, and the latest of them, whole."""
        ...

    async def atividade(self, said: str, *, field: str = "atividade_id") -> Atividade:
        """Return the activity that is meant."""
        ...

    async def aulas(self, filtro: Filtro | None = None) -> tuple[int, list[Aula]]:
        """Return lessons that fit: how many there are, and the latest of them."""
        ...

    async def aula(self, said: str, *, field: str = "aula_id") -> Aula:
        """Return the lesson that is meant."""
        ...

    async def plano(self, said: str, *, field: str = "plano_id") -> PlanoEnsino:
        """Return the teaching plan that is meant."""
        ...

    async def evento(self, said: str, *, field: str = "evento_id") -> EventoCalendario:
        """Return the event that is meant."""
        ...

    async def eventos(self, de: str, ate: str, turma_id: str = "") -> list[EventoCalendario]:
        """Return events that may fall between two days; those that repeat stand with their first day."""
        ...

    async def save(self, entity: Kept, before: Kept | None = None, *, title: str) -> str:
        """Make something, or edit what was read as `before`; gives the change, or nothing where it already is so."""
        ...

    async def remove(self, entity: Kept, *, title: str) -> str:
        """Remove something alone."""
        ...

    async def save_notas(self, avaliacao: Avaliacao, notas: Sequence[Nota], *, title: str) -> int:
        """Write marks of a test; gives how many were not so before."""
        ...

    async def enrol(self, aluno: Aluno, matricula: MatriculaTurma, *, title: str, is_new: bool) -> str:
        """Put a student into a class; with `is_new` the student is made too."""
        ...


def source_of(context: Context) -> SchoolSource:
    """Return where the data of this call come from: the platform that is connected, or the tables here."""
    return Switch(context)


def embedded(context: Context) -> Embedded:
    """Return the tables here, whatever else is connected."""
    return Embedded(context)


async def local_of(source: SchoolSource) -> Embedded | None:
    """Return the tables here, where this source is they; none where another platform answers."""
    chosen = await source.chosen() if isinstance(source, Switch) else source
    return chosen if isinstance(chosen, Embedded) else None
