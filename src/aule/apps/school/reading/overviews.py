"""All classes side by side, as a page."""

from __future__ import annotations

from aule.apps.school.analysis.overview import overview
from aule.apps.school.analysis.schoolwide import whole
from aule.apps.school.analysis.spans import usual
from aule.apps.school.app import school
from aule.apps.school.periodos import resolver
from aule.apps.school.resolver import Resolved
from aule.apps.school.views import Desempenho
from aule.sdk import Reading


@school.view("desempenho")
async def desempenho(reading: Reading, periodo: str = "", materia: str = "") -> Desempenho:
    """How all classes perform; with no span, in the present term or else in the last month."""
    hoje = reading.today
    async with reading.snapshot() as held:
        source = Resolved(held, reading.locale)
        only = (await source.materia(materia)).id if materia else None
        all_of = await whole(source)
        window = resolver(periodo or usual(hoje, all_of.periodos), hoje, all_of.periodos, ano_letivo=hoje.year)
        return (await overview(source, all_of, window, hoje, reading.locale, only)).told()
