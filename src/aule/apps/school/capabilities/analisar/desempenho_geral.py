"""All of a teacher's classes at once."""

from __future__ import annotations

import dataclasses
from contextlib import AsyncExitStack
from typing import Annotated

from aule.apps.school.analysis import attention
from aule.apps.school.analysis.overview import overview
from aule.apps.school.analysis.results import DesempenhoGeral
from aule.apps.school.analysis.schoolwide import whole
from aule.apps.school.analysis.spans import usual
from aule.apps.school.app import school
from aule.apps.school.periodos import FORMAS, resolver
from aule.apps.school.resolver import Resolved
from aule.apps.school.source import source_of
from aule.sdk import Context, Effect


@school.capability(
    effect=Effect.READ,
    title={"en": "Analyse overall performance", "pt": "Analisar desempenho geral"},
    category="ANALISAR",
    targets=["turma_id"],
)
async def analisar_desempenho_geral(
    ctx: Context,
    turma_id: Annotated[str | None, "Only this class, by id or name; else all of them."] = None,
    periodo: Annotated[str | None, f"Which days: {FORMAS}. Else the present term, or the last month."] = None,
) -> DesempenhoGeral:
    """Compare all classes: means, subjects, what goes well, what needs attention, how many students do."""
    hoje = ctx.reading.today
    async with AsyncExitStack() as held:
        source = await source_of(ctx)
        turma = await source.turma(turma_id) if turma_id else None
        if source.is_here:
            source = Resolved(await held.enter_async_context(ctx.reading.snapshot()), ctx.locale)
        all_of = await whole(source)
        if turma is not None:
            all_of = dataclasses.replace(all_of, turmas=[turma])
        year = turma.ano_letivo if turma is not None else hoje.year
        window = resolver(periodo or usual(hoje, all_of.periodos), hoje, all_of.periodos, ano_letivo=year)
        found = await overview(source, all_of, window, hoje, ctx.locale)
    for each in found.avisos:
        ctx.warn(each.code, each.message)
    ctx.cite(all_of.fonte, rows=found.n_notas)
    told = found.told()
    fields = {name: getattr(told, name) for name in type(told).model_fields}
    return DesempenhoGeral(**fields, resumo=attention.summary(found.standings, told.alunos_em_atencao_n, ctx.locale))
