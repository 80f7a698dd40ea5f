"""How a class takes part, and whose attendance is in danger."""

from __future__ import annotations

from typing import Annotated

from aule.apps.school.analysis import sentences
from aule.apps.school.analysis.class_choice import look_in
from aule.apps.school.analysis.class_summary import INDEX, shown_parts
from aule.apps.school.analysis.results import AlunoAtencao, EngajamentoTurma
from aule.apps.school.app import school
from aule.apps.school.mathematics.engagement import band
from aule.apps.school.mathematics.rounding import half_up
from aule.apps.school.periodos import FORMAS
from aule.apps.school.views import Nome
from aule.sdk import Context, Effect


@school.capability(
    effect=Effect.READ,
    title={"en": "Analyse engagement", "pt": "Analisar engajamento"},
    category="ANALISAR",
    targets=["turma_id"],
)
async def analisar_engajamento(
    ctx: Context,
    turma_id: Annotated[str, "The class, by id or name."],
    periodo: Annotated[str, f"Which days: {FORMAS}."] = "ultimo_mes",
) -> EngajamentoTurma:
    """Find how a class takes part: attendance, work handed in, punctuality, participation; and attendance alerts.

    Alerts look at the whole school year, as the law does. They are for the teacher, and decide nothing.
    """
    look = await look_in(ctx, turma_id, periodo)
    standing, turma = look.standing, look.found.turma
    names = {each.id: each.chamado for each in look.found.alunos}
    if all(each.frequencia is None for each in standing.class_stats.taking.values()):
        ctx.warn("sem_frequencia", sentences.no_attendance(turma.nome, look.span, ctx.locale))
    of = standing.engajamento
    alerts = standing.alertas(names)
    low = [
        AlunoAtencao(
            aluno=Nome(id=aluno, nome=names[aluno]),
            indice=half_up(index, INDEX),
            componentes=shown_parts(standing.class_stats.taking[aluno]),
        )
        for aluno, index in standing.engaged.items()
        if band(index) == "baixo"
    ]
    return EngajamentoTurma(
        turma_id=turma.id,
        turma_nome=turma.nome,
        periodo=look.span,
        total_alunos=standing.total,
        n_alunos=of.n_alunos,
        indice=of.indice,
        componentes=of.componentes,
        faixas=of.faixas,
        alunos_atencao=sorted(low, key=lambda each: (each.indice, each.aluno.nome)),
        alertas_frequencia=alerts,
        tendencia=of.tendencia,
        resumo=sentences.engagement(of, turma.nome, alerts, ctx.locale),
    )
