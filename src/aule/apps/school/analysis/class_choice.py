"""Looking at a class: what is said becomes the class, the subject and the days that are meant."""

from __future__ import annotations

from datetime import date

from aule.apps.school.analysis.performance import Look
from aule.apps.school.analysis.records import records
from aule.apps.school.analysis.spans import usual
from aule.apps.school.periodos import resolver
from aule.apps.school.resolver import Resolved
from aule.apps.school.source import source_of
from aule.sdk import Context


async def look_at(
    source: Resolved, said: tuple[str, str, str | None], hoje: date, locale: str, *, field: str = "turma_id"
) -> Look:
    """Return a class by what is `said` of class, span and subject; with no span, the usual one."""
    turma_said, periodo, materia_said = said
    turma = await source.turma(turma_said, field=field)
    materia = (await source.materia(materia_said)).id if materia_said else None
    found = await records(source, turma)
    window = resolver(periodo or usual(hoje, found.periodos), hoje, found.periodos, ano_letivo=turma.ano_letivo)
    return Look(found, window, hoje, materia, locale)


async def look_in(context: Context, turma: str, periodo: str, materia: str | None = None) -> Look:
    """Return a class for a call: where it comes from is cited, and how many marks there are."""
    source = await source_of(context)
    look = await look_at(source, (turma, periodo, materia), context.reading.today, context.locale)
    context.cite(look.found.fonte, rows=look.standing.class_stats.n_notas)
    return look
