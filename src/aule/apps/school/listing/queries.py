"""Lists that can be narrowed: a statement for each way, made once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sqlalchemy import BigInteger, BindParameter, Select, bindparam, func, select

from aule.apps.school.table_mapping import KINDS, Kind

FIRST_DAY, LAST_DAY = "0001-01-01", "9999-12-31"
ESCAPE = "\\"
"""What stands before a character of a pattern that means itself."""
_MOST: BindParameter[int] = bindparam("most", type_=BigInteger)
_SKIP: BindParameter[int] = bindparam("skip", type_=BigInteger)
Statement = Select[*tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Filtro:
    """What a list is narrowed to; empty means any."""

    busca: str = ""
    """Folded words the title holds."""
    turma_id: str = ""
    materia_id: str = ""
    tipo: str = ""
    de: str = FIRST_DAY
    ate: str = LAST_DAY
    limit: int = 50
    skip: int = 0


@dataclass(frozen=True, slots=True)
class Asked:
    """The statements of one kind of list, and what fills them."""

    whole: Statement
    light: Statement
    count: Statement
    params: dict[str, Any]
    paged: dict[str, Any]


def asked_for(kind: Kind, filtro: Filtro) -> Asked:
    """Return the statements for a list that is narrowed like this."""
    params: dict[str, Any] = {}
    if filtro.busca and "chave" in kind.columns:
        params["busca"] = f"%{literal(filtro.busca)}%"
    if filtro.turma_id:
        params["turma"] = filtro.turma_id
    if filtro.materia_id:
        params["materia"] = filtro.materia_id
    if filtro.tipo and "tipo" in kind.columns:
        params["tipo"] = filtro.tipo
    if "data" in kind.columns and (filtro.de > FIRST_DAY or filtro.ate < LAST_DAY):
        params.update(de=filtro.de, ate=filtro.ate)
    whole, light, count = _lists(kind.name, tuple(params))
    return Asked(whole, light, count, params, {**params, "most": filtro.limit, "skip": filtro.skip})


@lru_cache
def _lists(kind: str, given: tuple[str, ...]) -> tuple[Statement, Statement, Statement]:
    table = KINDS[kind].table
    c = table.c
    where: list[Any] = []
    if "busca" in given:
        where.append(c.chave.like(bindparam("busca"), escape=ESCAPE))
    if "turma" in given:
        where.append(c.turma_id == bindparam("turma"))
    if "materia" in given:
        where.append(c.materia_id == bindparam("materia"))
    if "tipo" in given:
        where.append(c.tipo == bindparam("tipo"))
    if "de" in given:
        where.append(c.data.between(bindparam("de"), bindparam("ate")))
    latest = (func.coalesce(c.data, LAST_DAY).desc(),) if "data" in c else ()
    light = select(*(column for column in table.columns if column.name != "conteudo"))
    whole, light = (
        each.where(*where).order_by(*latest, c.created_at.desc(), c.id.desc()).limit(_MOST).offset(_SKIP)
        for each in (select(*table.columns), light)
    )
    return whole, light, select(func.count()).select_from(table).where(*where)


def literal(part: str) -> str:
    """Return text as a pattern that means nothing but itself."""
    return part.replace(ESCAPE, ESCAPE * 2).replace("%", f"{ESCAPE}%").replace("_", f"{ESCAPE}_")
