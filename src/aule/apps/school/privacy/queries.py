"""Reading who the students are, as little as has to be known to hide them."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select

from aule.apps.school import tables as t
from aule.sdk import Source

_C = t.alunos.c
_ALL = select(_C.nome, _C.nome_social, _C.matricula, _C.responsavel, _C.necessidades, _C.escola_id, _C.id).order_by(
    _C.id
)
_CONFIGS = select(t.escolas.c.id, t.escolas.c.config)


@dataclass(frozen=True, slots=True)
class Student:
    """What a student could be known by."""

    nome: str
    nome_social: str
    matricula: str
    responsavel: str
    necessidades: str
    """JSON, as it is kept."""
    escola_id: str


async def students(source: Source) -> list[Student]:
    """Return everybody, in an order that stays."""
    return [Student(*map(str, row[:6])) for row in await source.fetch(_ALL)]


async def configs(source: Source) -> dict[str, str]:
    """Return how each school counts, as JSON, by its id."""
    return {str(id): str(config) for id, config in await source.fetch(_CONFIGS)}
