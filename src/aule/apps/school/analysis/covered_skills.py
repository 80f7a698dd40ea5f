"""Which skills a class works on: those of its plans, lessons, activities and tests."""

from __future__ import annotations

from aule.apps.school.analysis.records import Records
from aule.apps.school.entities import Atividade, Aula
from aule.apps.school.resolver import Resolved
from aule.apps.school.source import Filtro

_MANY = 500
"""So many activities and lessons are looked at, the latest first."""


async def worked_on(source: Resolved, found: Records, materia: str | None = None) -> list[str]:
    """Return codes of the skills a class works on, in the order of the alphabet."""
    tests = [each for each in found.avaliacoes if materia in (None, each.materia_id)]
    codes = {code for test in tests for item in test.itens for code in item.habilidades}
    wanted = Filtro(turma_id=found.turma.id, materia_id=materia or "", limit=_MANY)
    return sorted(codes | await (_here(source, wanted) if source.is_here else _there(source, wanted)))


async def _here(source: Resolved, wanted: Filtro) -> set[str]:
    activities = [each.atividade.habilidades for each in await source.listadas(wanted)]
    lessons = [
        each.habilidades for each in await source.aulas(wanted.turma_id) if wanted.materia_id in ("", each.materia_id)
    ]
    units = [
        unit.habilidades
        for plan in await source.planos(wanted.turma_id)
        if wanted.materia_id in ("", plan.materia_id)
        for unit in plan.unidades
    ]
    return {code for those in (*activities, *lessons, *units) for code in those}


async def _there(source: Resolved, wanted: Filtro) -> set[str]:
    """Return the skills that another platform tells of."""
    _, activities = await source.page(Atividade, wanted)
    _, lessons = await source.page(Aula, wanted)
    return {code for each in (*activities, *lessons) for code in each.habilidades}
