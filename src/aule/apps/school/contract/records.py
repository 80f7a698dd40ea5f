"""Records as another program reads them: by kind, page by page, each in the version it has now."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from aule.apps.school.app import school
from aule.apps.school.entities import (
    Aluno,
    Atividade,
    Aula,
    Avaliacao,
    Entrega,
    EventoCalendario,
    Frequencia,
    Kept,
    Participacao,
    PlanoEnsino,
    Turma,
)
from aule.apps.school.names import ano_serie_de, chave
from aule.apps.school.periodos import resolver
from aule.apps.school.queries import FIRST_DAY, LAST_DAY, Filtro, SchoolQueries
from aule.apps.school.resolver import Resolved
from aule.apps.school.table_mapping import entity_of
from aule.sdk import Model, Reading, errors

Tipo = Literal["turma", "aluno", "atividade", "aula", "avaliacao", "plano", "evento"]
Lista = Literal[
    "escolas",
    "periodos",
    "materias",
    "turmas",
    "alunos",
    "notas",
    "frequencia",
    "entregas",
    "participacoes",
    "avaliacao_notas",
    "atividades",
    "aulas",
    "avaliacoes",
    "planos",
    "eventos",
]
KINDS: dict[str, type[Kept]] = {
    "turma": Turma,
    "aluno": Aluno,
    "atividade": Atividade,
    "aula": Aula,
    "avaliacao": Avaliacao,
    "plano": PlanoEnsino,
    "evento": EventoCalendario,
}
LISTED: dict[str, type[Kept]] = {
    "atividades": Atividade,
    "aulas": Aula,
    "avaliacoes": Avaliacao,
    "planos": PlanoEnsino,
}
_KEPT_BACK = {"necessidades"}
"""What never leaves the machine (SP-61)."""


class Registro(Model):
    """One record, and the version it was read in."""

    dados: dict[str, Any]
    versao: str


class Pagina(Model):
    """Some records of a list."""

    items: list[dict[str, Any]]
    total: int
    next: str | None = None
    """What asks for the page after this one, as `cursor`."""


@school.view("registro")
async def registro(reading: Reading, tipo: Tipo, id: str) -> Registro:
    """One record as it is kept, by its id."""
    of = KINDS[tipo]
    found = await SchoolQueries(reading).raw(of, [id])
    if not found:
        raise errors.NotFound(f"Não há {tipo} {id!r}.", field="id")
    return Registro(dados=told(entity_of(of, found[0])), versao=str(found[0]["stamp"]))


@school.view("registros")
async def registros(  # noqa: PLR0913 (the parameters of a view are its address)
    reading: Reading,
    lista: Lista,
    id: str = "",
    turma_id: str = "",
    materia_id: str = "",
    ano_serie: str = "",
    busca: str = "",
    periodo: str = "",
    de: str = FIRST_DAY,
    ate: str = LAST_DAY,
    limit: Annotated[int, Field(ge=1, le=500)] = 100,
    cursor: str = "",
) -> Pagina:
    """Records of a kind, page by page: those of a class, of a span of time, or all."""
    skip = _place(cursor)
    queries = SchoolQueries(reading)
    if lista in LISTED:
        of = LISTED[lista]
        wanted = Filtro(
            busca=chave(busca), turma_id=turma_id, materia_id=materia_id, de=de, ate=ate, limit=limit, skip=skip
        )
        items, total = await queries.listed(of, wanted), await queries.total(of, wanted)
        return _page([told(each) for each in items], total, skip)
    if lista == "turmas":
        wanted_year = ano_serie_de(ano_serie) or ano_serie.upper()
        found: Sequence[Model] = [each for each in await queries.turmas() if wanted_year in ("", each.ano_serie)]
    elif lista == "eventos":
        found = await queries.eventos(de, ate, turma_id)
    elif lista in ("notas", "frequencia", "entregas", "participacoes"):
        found = await _of_turma(reading, queries, lista, id, periodo)
    else:
        found = await _plain(queries, lista, id)
    part = found[skip : skip + limit]
    return _page([told(each) for each in part], len(found), skip)


async def _plain(queries: SchoolQueries, lista: str, id: str) -> Sequence[Model]:
    if lista == "alunos":
        turma = await Resolved(queries.source).turma(id, field="id")
        return await queries.alunos(turma.id, ativo=None)
    if lista == "avaliacao_notas":
        avaliacao = await Resolved(queries.source).avaliacao(id, field="id")
        return await queries.notas_da_avaliacao(avaliacao.id)
    plain: dict[str, Callable[[], Awaitable[Sequence[Model]]]] = {
        "escolas": queries.escolas,
        "periodos": queries.periodos,
        "materias": queries.materias,
    }
    return await plain[lista]()


_DAILY: dict[str, type[Model]] = {"frequencia": Frequencia, "entregas": Entrega, "participacoes": Participacao}


async def _of_turma(reading: Reading, queries: SchoolQueries, lista: str, id: str, periodo: str) -> Sequence[Model]:
    turma = await Resolved(queries.source).turma(id, field="id")
    span = resolver(periodo or "tudo", reading.today, await queries.periodos(turma.escola_id))
    if lista == "notas":
        return await queries.notas(turma.id, span.de, span.ate)
    return await queries.daily(_DAILY[lista], turma.id, span.de, span.ate)


def told(entity: Model) -> dict[str, Any]:
    """Return a record as another program may read it."""
    return entity.model_dump(mode="json", exclude=_KEPT_BACK if type(entity) is Aluno else None)


def _page(items: list[dict[str, Any]], total: int, skip: int) -> Pagina:
    after = skip + len(items)
    return Pagina(items=items, total=total, next=str(after) if items and after < total else None)


def _place(cursor: str) -> int:
    if not cursor:
        return 0
    if not cursor.isascii() or not cursor.isdigit() or len(cursor) > 9:
        raise errors.Invalid(f"{cursor[:40]!r} is no cursor.", field="cursor", hint="Send the `next` of the last page.")
    return int(cursor)


__all__ = ["KINDS", "Pagina", "Registro", "registro", "registros", "told"]
