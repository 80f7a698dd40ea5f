"""The register of a class on a day, as it is taken."""

from __future__ import annotations

from aule.apps.school.agenda import check_day
from aule.apps.school.app import school
from aule.apps.school.entities import Frequencia
from aule.apps.school.item_views import AlunoChamada, PaginaChamada
from aule.apps.school.queries import SchoolQueries
from aule.apps.school.resolver import Resolved
from aule.apps.school.views import Nome
from aule.sdk import Reading


@school.view("chamada")
async def chamada(reading: Reading, turma: str, data: str = "", materia: str = "") -> PaginaChamada:
    """Who was there on a day, today if none is given; of one subject, or of the day as a whole."""
    queries = SchoolQueries(reading)
    resolved = Resolved(reading, reading.locale)
    found = await resolved.turma(turma, field="turma")
    subject = await resolved.materia(materia) if materia else None
    day = check_day(data, "data", reading.locale) if data else reading.today.isoformat()
    of = subject.id if subject else ""
    noted = {
        each.aluno_id: each for each in await queries.daily(Frequencia, found.id, day, day) if each.materia_id == of
    }
    students = await queries.alunos(found.id)
    return PaginaChamada(
        turma=Nome(id=found.id, nome=found.nome),
        data=day,
        feita=any(each.id in noted for each in students),
        alunos=[
            AlunoChamada(id=each.id, nome=each.chamado, presenca=noted[each.id].presenca if each.id in noted else None)
            for each in students
        ],
    )
