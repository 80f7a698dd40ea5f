"""The switch: which source a call works with is found out at its first question, and stays so."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from aule.apps.school.api_wrapper.fonte import fonte_ligada
from aule.apps.school.embedded import Embedded
from aule.apps.school.queries import FIRST_DAY, LAST_DAY, Filtro

if TYPE_CHECKING:
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
    from aule.apps.school.source import SchoolSource
    from aule.sdk import Context


class Switch:
    """The source of a call: the platform that is connected, or the tables here."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._chosen: SchoolSource | None = None
        self._lock = asyncio.Lock()

    @property
    def nome(self) -> str:
        """What results cite; known once something was read."""
        return "local" if self._chosen is None else self._chosen.nome

    async def chosen(self) -> SchoolSource:
        """Return the source itself."""
        async with self._lock:
            if self._chosen is None:
                fonte = await fonte_ligada(self._context)
                if fonte is None:
                    self._chosen = Embedded(self._context)
                else:
                    from aule.apps.school.api_wrapper.rest import RestSource  # only where a platform is connected

                    self._chosen = RestSource(self._context, fonte)
        return self._chosen

    async def escolas(self) -> list[Escola]:
        """Return all schools."""
        return await (await self.chosen()).escolas()

    async def escola(self, said: str = "") -> Escola:
        """Return the school that is meant; the only one, where nothing is said."""
        return await (await self.chosen()).escola(said)

    async def periodos(self, escola_id: str = "") -> list[PeriodoLetivo]:
        """Return terms, by their first day."""
        return await (await self.chosen()).periodos(escola_id)

    async def materias(self) -> list[Materia]:
        """Return all subjects."""
        return await (await self.chosen()).materias()

    async def materia(self, said: str, *, field: str = "materia") -> Materia:
        """Return the subject that is meant."""
        return await (await self.chosen()).materia(said, field=field)

    async def turmas(self) -> list[Turma]:
        """Return all classes."""
        return await (await self.chosen()).turmas()

    async def turma(self, said: str, *, field: str = "turma_id") -> Turma:
        """Return the class that is meant."""
        return await (await self.chosen()).turma(said, field=field)

    async def alunos(self, turma_id: str, *, ativo: bool | None = True) -> list[Aluno]:
        """Pull the students of a class."""
        return await (await self.chosen()).alunos(turma_id, ativo=ativo)

    async def aluno(self, said: str, *, turma_id: str = "", field: str = "aluno_id") -> Aluno:
        """Return the student that is meant, of a class or of all."""
        return await (await self.chosen()).aluno(said, turma_id=turma_id, field=field)

    async def avaliacoes(self, turma_id: str, de: str = FIRST_DAY, ate: str = LAST_DAY) -> list[Avaliacao]:
        """Return tests of a class between two days."""
        return await (await self.chosen()).avaliacoes(turma_id, de, ate)

    async def avaliacao(self, said: str, *, field: str = "avaliacao_id") -> Avaliacao:
        """Return the test that is meant."""
        return await (await self.chosen()).avaliacao(said, field=field)

    async def notas(self, turma_id: str, de: str = FIRST_DAY, ate: str = LAST_DAY) -> list[Nota]:
        """Return all marks in the tests of a class between two days."""
        return await (await self.chosen()).notas(turma_id, de, ate)

    async def notas_da_avaliacao(self, avaliacao_id: str) -> list[Nota]:
        """Return all marks in one test."""
        return await (await self.chosen()).notas_da_avaliacao(avaliacao_id)

    async def frequencias(self, turma_id: str, de: str = FIRST_DAY, ate: str = LAST_DAY) -> list[Frequencia]:
        """Return attendance of a class between two days."""
        return await (await self.chosen()).frequencias(turma_id, de, ate)

    async def entregas(self, turma_id: str, de: str = FIRST_DAY, ate: str = LAST_DAY) -> list[Entrega]:
        """Return what a class had to hand in between two days."""
        return await (await self.chosen()).entregas(turma_id, de, ate)

    async def participacoes(self, turma_id: str, de: str = FIRST_DAY, ate: str = LAST_DAY) -> list[Participacao]:
        """Return how a class took part between two days."""
        return await (await self.chosen()).participacoes(turma_id, de, ate)

    async def atividades(self, filtro: Filtro | None = None) -> tuple[int, list[Atividade]]:
        """Return activities that fit: how many there are, and the latest of them, whole."""
        return await (await self.chosen()).atividades(filtro)

    async def atividade(self, said: str, *, field: str = "atividade_id") -> Atividade:
        """Return the activity that is meant."""
        return await (await self.chosen()).atividade(said, field=field)

    async def aulas(self, filtro: Filtro | None = None) -> tuple[int, list[Aula]]:
        """Return lessons that fit: how many there are, and the latest of them."""
        return await (await self.chosen()).aulas(filtro)

    async def aula(self, said: str, *, field: str = "aula_id") -> Aula:
        """Return the lesson that is meant."""
        return await (await self.chosen()).aula(said, field=field)

    async def plano(self, said: str, *, field: str = "plano_id") -> PlanoEnsino:
        """Return the teaching plan that is meant."""
        return await (await self.chosen()).plano(said, field=field)

    async def evento(self, said: str, *, field: str = "evento_id") -> EventoCalendario:
        """Return the event that is meant."""
        return await (await self.chosen()).evento(said, field=field)

    async def eventos(self, de: str, ate: str, turma_id: str = "") -> list[EventoCalendario]:
        """Return events that may fall between two days; those that repeat stand with their first day."""
        return await (await self.chosen()).eventos(de, ate, turma_id)

    async def save(self, entity: Kept, before: Kept | None = None, *, title: str) -> str:
        """Make something, or edit what was read as `before`; gives the change, or nothing where it already is so."""
        return await (await self.chosen()).save(entity, before, title=title)

    async def remove(self, entity: Kept, *, title: str) -> str:
        """Remove something alone."""
        return await (await self.chosen()).remove(entity, title=title)

    async def save_notas(self, avaliacao: Avaliacao, notas: Sequence[Nota], *, title: str) -> int:
        """Write marks of a test; gives how many were not so before."""
        return await (await self.chosen()).save_notas(avaliacao, notas, title=title)

    async def enrol(self, aluno: Aluno, matricula: MatriculaTurma, *, title: str, is_new: bool) -> str:
        """Put a student into a class; with `is_new` the student is made too."""
        return await (await self.chosen()).enrol(aluno, matricula, title=title, is_new=is_new)
