"""The gaps of a class in skills, and what could be done about each."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from aule.apps.school.analysis import sentences
from aule.apps.school.analysis.class_choice import look_in
from aule.apps.school.analysis.covered_skills import worked_on
from aule.apps.school.analysis.performance import Look
from aule.apps.school.analysis.results import GapsAprendizado, HabilidadesDoAluno, Sugestao
from aule.apps.school.analysis.skills import name_of, subject_of
from aule.apps.school.app import school
from aule.apps.school.periodos import FORMAS
from aule.apps.school.source import source_of
from aule.apps.school.views import Gap, Nome
from aule.sdk import Context, Effect

_TYPES = {"alta": "lista-exercicios", "media": "multipla-escolha"}
"""What is proposed for a gap: much practice where it is large, a quick check where it is not."""


@school.capability(
    effect=Effect.READ,
    title={"en": "Analyse learning gaps", "pt": "Analisar lacunas de aprendizado"},
    category="ANALISAR",
    targets=["turma_id"],
)
async def analisar_gaps_aprendizado(
    ctx: Context,
    turma_id: Annotated[str, "The class, by id or name."],
    materia: Annotated[str | None, "Only this subject, by id or name."] = None,
    periodo: Annotated[str, f"Which days: {FORMAS}."] = "ano_letivo",
    nivel: Annotated[Literal["turma", "aluno"], "Of the class, or of each student too."] = "turma",
    max: Annotated[int, Field(ge=1, le=50), "How many gaps at most."] = 10,
) -> GapsAprendizado:
    """Find the skills a class has not got far enough in, with how sure that is and what could be done."""
    look = await look_in(ctx, turma_id, periodo, materia)
    for each in look.avisos:
        ctx.warn(each.code, each.message)
    found = look.skills.gaps[:max]
    known = {each.habilidade.codigo for each in look.skills.all if each.evidencia == "suficiente"}
    worked = await worked_on(await source_of(ctx), look.found, look.materia)
    chosen = {sentences.skill(each) for each in found}
    return GapsAprendizado(
        turma_id=look.found.turma.id,
        turma_nome=look.found.turma.nome,
        materia=look.subject,
        periodo=look.span,
        nivel=nivel,
        alvo=look.found.config.alvo_dominio,
        gaps=found,
        demais=[each for each in look.skills.all if sentences.skill(each) not in chosen],
        habilidades_sem_evidencia=[name_of(code) for code in worked if code not in known],
        sugestoes=[_suggestion(each, ctx.locale) for each in found],
        por_aluno=_students(look) if nivel == "aluno" else [],
        resumo=sentences.gaps(look.skills.gaps, look.found.turma.nome, ctx.locale, has_marks=look.has_marks),
        proximos_passos=look.proximos_passos,
    )


def _suggestion(gap: Gap, locale: str) -> Sugestao:
    return Sugestao(
        habilidade=gap.habilidade,
        tipo_atividade=_TYPES.get(gap.prioridade, "lista-exercicios"),
        tema=subject_of(gap.habilidade),
        motivo=sentences.gap(gap, locale),
    )


def _students(look: Look) -> list[HabilidadesDoAluno]:
    """Return each student's skills below the target, of those with enough evidence."""
    told: list[HabilidadesDoAluno] = []
    for aluno in look.found.alunos:
        weak = [
            each for each in look.skills.of_student(aluno.id) if each.nivel is not None and each.nivel != "desenvolvido"
        ]
        if weak:
            told.append(HabilidadesDoAluno(aluno=Nome(id=aluno.id, nome=aluno.chamado), habilidades=weak))
    return told
