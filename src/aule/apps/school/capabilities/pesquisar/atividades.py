"""Searching activities, and questions out of them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from aule.apps.school.app import school
from aule.apps.school.capabilities.params import Limit, Materia, Turma
from aule.apps.school.entities import Atividade, Dificuldade, Questao
from aule.apps.school.names import chave
from aule.apps.school.source import Filtro, source_of
from aule.apps.school.words import counted, say
from aule.sdk import Context, Effect, Model

_BANK = 500
"""How many of the latest activities questions are looked for in."""


class AtividadeAchada(Model):
    """An activity that was found."""

    id: str
    titulo: str
    tipo: str
    materia: str
    ano_serie: str
    turma: str
    habilidades: list[str]
    status: str
    n_questoes: int
    created_at: str
    usos: int
    """Lessons, tests and events that use it."""


class AtividadesAchadas(Model):
    """Activities that were found."""

    total: int
    atividades: list[AtividadeAchada]
    resumo: str


class QuestaoAchada(Questao):
    """A question with the activity it stands in."""

    atividade_id: str
    atividade: str


class QuestoesAchadas(Model):
    """Questions out of the teacher's own activities."""

    total: int
    questoes: list[QuestaoAchada]
    resumo: str


@school.capability(
    effect=Effect.READ,
    category="PESQUISAR",
    title={"en": "Search my activities", "pt": "Pesquisar minhas atividades"},
)
async def pesquisar_atividades_conta(
    context: Context,
    materia: Materia | None = None,
    tipo: Annotated[str | None, "A type of the catalogue, such as `lista-exercicios`."] = None,
    limit: Limit = 50,
    busca: Annotated[str | None, "Words of the title."] = None,
    turma_id: Turma | None = None,
) -> AtividadesAchadas:
    """Search the activities the teacher has, the latest first."""
    source = await source_of(context)
    filtro = Filtro(
        busca=chave(busca or ""),
        turma_id=(await source.turma(turma_id)).id if turma_id else "",
        materia_id=(await source.materia(materia)).id if materia else "",
        tipo=(tipo or "").strip(),
        limit=limit,
    )
    total, found = await source.page(Atividade, filtro)
    materias = {each.id: each.nome for each in await source.materias()}
    turmas = {each.id: each.nome for each in await source.turmas()}
    uses = await source.usos([each.id for each in found]) if source.is_here else {}
    context.cite(source.nome, rows=len(found))
    atividades = [
        AtividadeAchada(
            id=each.id,
            titulo=each.titulo,
            tipo=each.tipo,
            materia=materias.get(each.materia_id or "", ""),
            ano_serie=each.ano_serie,
            turma=turmas.get(each.turma_id or "", ""),
            habilidades=each.habilidades,
            status=each.status,
            n_questoes=len(each.conteudo.questoes),
            created_at=each.created_at,
            usos=len(uses.get(each.id, ())),
        )
        for each in found
    ]
    resumo = counted("atividade", total, context.locale)
    return AtividadesAchadas(total=total, atividades=atividades, resumo=resumo)


@school.capability(
    effect=Effect.READ,
    category="PESQUISAR",
    title={"en": "Search my questions", "pt": "Pesquisar banco de questões"},
)
async def pesquisar_banco_questoes(
    context: Context,
    materia: Materia | None = None,
    habilidade: Annotated[str | None, "A BNCC code, such as `EF07MA17`."] = None,
    tipo: Annotated[str | None, "A kind of question, such as `multipla_escolha`."] = None,
    dificuldade: Dificuldade | None = None,
    limit: Annotated[int, Field(ge=1, le=100)] = 20,
) -> QuestoesAchadas:
    """Find questions in the teacher's own past activities; none is ever made up."""
    source = await source_of(context)
    subject = (await source.materia(materia)).id if materia else ""
    _, found = await source.page(Atividade, Filtro(materia_id=subject, limit=_BANK))
    every = [
        QuestaoAchada(**each.model_dump(), atividade_id=activity.id, atividade=activity.titulo)
        for activity in found
        for each in activity.conteudo.questoes
        if _fits(activity, each, (habilidade or "").strip().upper(), (tipo or "").strip(), dificuldade)
    ]
    once = list({chave(each.enunciado): each for each in reversed(every)}.values())[::-1]
    context.cite(source.nome, rows=len(once))
    many = counted("questao", len(once), context.locale)
    resumo = say("found_activities", context.locale, many=many)
    return QuestoesAchadas(total=len(once), questoes=once[:limit], resumo=resumo)


def _fits(activity: Atividade, question: Questao, skill: str, tipo: str, dificuldade: str | None) -> bool:
    skills = question.habilidades or activity.habilidades
    return (
        (not skill or skill in skills)
        and (not tipo or question.tipo == tipo)
        and (dificuldade is None or question.dificuldade == dificuldade)
    )
