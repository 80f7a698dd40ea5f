"""How a class stands, from its real marks."""

from __future__ import annotations

from typing import Annotated

from aule.apps.school.analysis.class_choice import look_in
from aule.apps.school.analysis.performance import performance
from aule.apps.school.analysis.results import DesempenhoTurma
from aule.apps.school.api_wrapper.desempenho import desempenho
from aule.apps.school.app import school
from aule.apps.school.periodos import FORMAS
from aule.apps.school.source import Embedded, source_of
from aule.sdk import Context, Effect


@school.capability(
    effect=Effect.READ,
    title={"en": "Look up how a class performs", "pt": "Pesquisar desempenho da turma"},
    category="PESQUISAR",
    targets=["turma_id"],
)
async def pesquisar_desempenho_turma(
    ctx: Context,
    turma_id: Annotated[str, "The class, by id or name: 7A, 7º ano A."],
    periodo: Annotated[str, f"Which days: {FORMAS}."] = "ultimo_mes",
    materia: Annotated[str | None, "Only this subject, by id or name."] = None,
) -> DesempenhoTurma:
    """Look up how a class stands: means, distribution, gaps, critical subjects, trend. Real marks only."""
    source = await source_of(ctx)
    if not isinstance(source, Embedded) and materia is None:
        told = await desempenho(ctx, source, await source.turma(turma_id), periodo)
        if told is not None:
            ctx.cite(source.nome, rows=told.alunos_com_nota or None)
            return told
    look = await look_in(ctx, turma_id, periodo, materia)
    for each in look.avisos:
        ctx.warn(each.code, each.message)
    return performance(look)
