"""The calendar between two days."""

from __future__ import annotations

from datetime import timedelta

from aule.apps.school import agenda
from aule.apps.school.app import school
from aule.apps.school.entities import Atividade, Aula, Avaliacao
from aule.apps.school.item_views import Calendario, EventoNoDia
from aule.apps.school.queries import Filtro, SchoolQueries
from aule.apps.school.resolver import Resolved
from aule.apps.school.views import Nome
from aule.sdk import Reading

_MOST = 2_000


@school.view("calendario")
async def calendario(reading: Reading, de: str = "", ate: str = "", turma: str = "") -> Calendario:
    """Events, lessons and tests between two days; with none given, from this Monday for five weeks."""
    monday = reading.today - timedelta(days=reading.today.weekday())
    first = agenda.check_day(de, "de", reading.locale) if de else monday.isoformat()
    last = agenda.check_day(ate, "ate", reading.locale) if ate else (monday + timedelta(days=34)).isoformat()
    agenda.check_span(first, last, "ate", reading.locale)
    queries = SchoolQueries(reading)
    only = (await Resolved(reading, reading.locale).turma(turma, field="turma")).id if turma else ""
    filtro = Filtro(turma_id=only, de=first, ate=last, limit=_MOST)
    found = agenda.occurrences(
        await queries.eventos(first, last, only),
        first,
        last,
        aulas=await queries.listed(Aula, filtro),
        avaliacoes=await queries.listed(Avaliacao, filtro),
    )
    names = {each.id: each.nome for each in await queries.turmas()}
    used = {id for each in found for id in each.evento.atividades}
    titles = {each.id: each.titulo for each in await queries.many(Atividade, used)}
    return Calendario(
        inicio=first,
        fim=last,
        eventos=[
            EventoNoDia(
                evento=each.evento,
                dia=each.dia,
                turma=Nome(id=id, nome=names[id]) if (id := each.evento.turma_id or "") in names else None,
                atividades=[Nome(id=id, nome=titles[id]) for id in each.evento.atividades if id in titles],
                tipo=each.tipo,
            )
            for each in found
        ],
        dias_livres=agenda.free_days(found, first, last, await queries.periodos()),
    )
