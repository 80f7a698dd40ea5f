"""What documents are made from: the part of a source that is read for them."""

from __future__ import annotations

from typing import Protocol

from aule.apps.school.entities import (
    Aluno,
    Atividade,
    Aula,
    Avaliacao,
    Escola,
    EventoCalendario,
    Materia,
    Nota,
    PlanoEnsino,
    Turma,
)


class Library(Protocol):
    """Things by their id or name, and what belongs to a class."""

    async def escola(self, said: str = "") -> Escola:
        """Return the school that is meant."""
        ...

    async def turma(self, said: str, *, field: str = "turma_id") -> Turma:
        """Return the class that is meant."""
        ...

    async def turmas(self) -> list[Turma]:
        """Return all classes."""
        ...

    async def materia(self, said: str, *, field: str = "materia") -> Materia:
        """Return the subject that is meant."""
        ...

    async def atividade(self, said: str, *, field: str = "atividade_id") -> Atividade:
        """Return the activity that is meant."""
        ...

    async def aula(self, said: str, *, field: str = "aula_id") -> Aula:
        """Return the lesson that is meant."""
        ...

    async def avaliacao(self, said: str, *, field: str = "avaliacao_id") -> Avaliacao:
        """Return the test that is meant."""
        ...

    async def plano(self, said: str, *, field: str = "plano_id") -> PlanoEnsino:
        """Return the teaching plan that is meant."""
        ...

    async def alunos(self, turma_id: str, *, ativo: bool | None = True) -> list[Aluno]:
        """Pull the students of a class."""
        ...

    async def avaliacoes(self, turma_id: str, de: str = ..., ate: str = ...) -> list[Avaliacao]:
        """Return tests of a class between two days."""
        ...

    async def notas(self, turma_id: str, de: str = ..., ate: str = ...) -> list[Nota]:
        """Return all marks of a class between two days."""
        ...

    async def eventos(self, de: str, ate: str, turma_id: str = "") -> list[EventoCalendario]:
        """Return events that may fall between two days."""
        ...
