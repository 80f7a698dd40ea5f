"""Lists of activities, lessons, tests and plans, the latest first."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from aule.apps.school.app import school
from aule.apps.school.bncc.skills import of_year
from aule.apps.school.entities import Atividade, Aula, Avaliacao, Materia, PlanoEnsino, Turma
from aule.apps.school.item_views import AulaResumo, AvaliacaoResumo, Lista, PlanoResumo
from aule.apps.school.mathematics.rounding import shown
from aule.apps.school.names import chave
from aule.apps.school.queries import Filtro, SchoolQueries
from aule.apps.school.reading.lines import activity_line
from aule.apps.school.resolver import Resolved
from aule.apps.school.views import Nome
from aule.sdk import Reading

Limit = Annotated[int, Field(ge=1, le=500)]


async def _narrowed(
    source: Resolved, busca: str, turma: str, materia: str, *, tipo: str = "", limit: int = 100
) -> Filtro:
    return Filtro(
        busca=chave(busca),
        turma_id=(await source.turma(turma, field="turma")).id if turma else "",
        materia_id=(await source.materia(materia)).id if materia else "",
        tipo=tipo,
        limit=limit,
    )


async def _names(queries: SchoolQueries) -> tuple[dict[str, Materia], dict[str, Turma]]:
    return {each.id: each for each in await queries.materias()}, {each.id: each for each in await queries.turmas()}


@school.view("atividades")
async def atividades(
    reading: Reading, busca: str = "", turma: str = "", materia: str = "", tipo: str = "", limit: Limit = 100
) -> Lista:
    """Activities that fit: by words of the title, class, subject and type."""
    queries = SchoolQueries(reading)
    filtro = await _narrowed(Resolved(reading, reading.locale), busca, turma, materia, tipo=tipo, limit=limit)
    materias, turmas = await _names(queries)
    subjects, classes = ({id: each.nome for id, each in known.items()} for known in (materias, turmas))
    found = await queries.listadas(filtro)
    return Lista(
        total=await queries.total(Atividade, filtro),
        atividades=[activity_line(each, subjects, classes) for each in found],
    )


@school.view("aulas")
async def aulas(reading: Reading, busca: str = "", turma: str = "", materia: str = "", limit: Limit = 100) -> Lista:
    """Lessons that fit: by words of the title, class and subject."""
    queries = SchoolQueries(reading)
    filtro = await _narrowed(Resolved(reading, reading.locale), busca, turma, materia, limit=limit)
    materias, turmas = await _names(queries)
    lines = [
        AulaResumo(
            id=each.id,
            titulo=each.titulo,
            data=each.data,
            turma=_name(turmas, each.turma_id),
            materia=_name(materias, each.materia_id),
            duracao_min=each.duracao_min,
            n_atividades=len(each.atividades),
            status=each.status,
        )
        for each in await queries.listed(Aula, filtro)
    ]
    return Lista(total=await queries.total(Aula, filtro), aulas=lines)


@school.view("avaliacoes")
async def avaliacoes(
    reading: Reading, busca: str = "", turma: str = "", materia: str = "", tipo: str = "", limit: Limit = 100
) -> Lista:
    """Tests that fit, with how many marks each has and their plain mean."""
    queries = SchoolQueries(reading)
    filtro = await _narrowed(Resolved(reading, reading.locale), busca, turma, materia, tipo=tipo, limit=limit)
    materias, turmas = await _names(queries)
    found = await queries.listed(Avaliacao, filtro)
    tally, sizes = await queries.lancadas_em([each.id for each in found]), await queries.tamanhos()
    lines = [
        AvaliacaoResumo(
            id=each.id,
            titulo=each.titulo,
            tipo=each.tipo,
            data=each.data,
            turma=Nome(id=each.turma_id, nome=_name(turmas, each.turma_id)),
            materia=Nome(id=each.materia_id, nome=_name(materias, each.materia_id)),
            valor_maximo=each.valor_maximo,
            lancadas=tally.get(each.id, (0, None))[0],
            total_alunos=sizes.get(each.turma_id, 0),
            media=shown(tally.get(each.id, (0, None))[1], 1),
        )
        for each in found
    ]
    return Lista(total=await queries.total(Avaliacao, filtro), avaliacoes=lines)


@school.view("planos")
async def planos(reading: Reading, turma: str = "", materia: str = "", limit: Limit = 100) -> Lista:
    """Teaching plans that fit, with how much of the curriculum is in each."""
    queries = SchoolQueries(reading)
    filtro = await _narrowed(Resolved(reading, reading.locale), "", turma, materia, limit=limit)
    materias, turmas = await _names(queries)
    lines = [_plan(each, materias, turmas) for each in await queries.listed(PlanoEnsino, filtro)]
    return Lista(total=await queries.total(PlanoEnsino, filtro), planos=lines)


def _plan(plano: PlanoEnsino, materias: dict[str, Materia], turmas: dict[str, Turma]) -> PlanoResumo:
    materia, turma = materias.get(plano.materia_id), turmas.get(plano.turma_id)
    wanted = {each.codigo for each in of_year(materia.nome, turma.ano_serie)} if materia and turma else set[str]()
    named = {code for unit in plano.unidades for code in unit.habilidades}
    return PlanoResumo(
        id=plano.id,
        turma=Nome(id=plano.turma_id, nome=turma.nome if turma else ""),
        materia=Nome(id=plano.materia_id, nome=materia.nome if materia else ""),
        periodo=plano.periodo,
        n_unidades=len(plano.unidades),
        incluidas=len(named & wanted) if wanted else len(named),
        habilidades_total=len(wanted),
    )


def _name(known: dict[str, Materia] | dict[str, Turma], id: str | None) -> str:
    return known[id].nome if id is not None and id in known else ""
