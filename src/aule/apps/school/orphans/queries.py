"""Looking for things whose owner is gone."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sqlalchemy import Select, bindparam, select

from aule.apps.school.table_mapping import KINDS
from aule.sdk import Source

BELONGS = (
    ("turma", "escola_id", "escola"),
    ("aluno", "escola_id", "escola"),
    ("periodo", "escola_id", "escola"),
    ("matricula", "turma_id", "turma"),
    ("matricula", "aluno_id", "aluno"),
    ("avaliacao", "turma_id", "turma"),
    ("avaliacao", "materia_id", "materia"),
    ("plano", "turma_id", "turma"),
    ("nota", "avaliacao_id", "avaliacao"),
    ("nota", "aluno_id", "aluno"),
    ("entrega", "atividade_id", "atividade"),
    ("frequencia", "turma_id", "turma"),
    ("frequencia", "aluno_id", "aluno"),
    ("participacao", "turma_id", "turma"),
)
"""Kinds that make no sense without another: by which column they name it."""


async def orphan(source: Source, kind: str, column: str, above: str) -> str | None:
    """Return the name, or else the id, of something whose owner is not there; mostly none."""
    missed = await source.fetch(_missed(kind, column, above))
    if not missed:
        return None
    return str((await source.fetch(_left(kind, column), owner=missed[0][0]))[0][0])


@lru_cache
def _missed(kind: str, column: str, above: str) -> Select[*tuple[Any, ...]]:
    """Return owners that are named and not there: each is looked up once, over an index alone."""
    c, there = KINDS[kind].table.c, KINDS[above].table.c.id
    owners = select(c[column].label("owner")).where(c[column] != "").distinct().subquery()
    return select(owners.c.owner).where(~select(there).where(there == owners.c.owner).exists()).limit(1)


@lru_cache
def _left(kind: str, column: str) -> Select[*tuple[Any, ...]]:
    """Return the name of one that belongs to an owner, or the student it is about."""
    found = KINDS[kind]
    c = found.table.c
    named = c[found.title] if found.title else c["aluno_id"]
    return select(named).where(c[column] == bindparam("owner")).limit(1)
