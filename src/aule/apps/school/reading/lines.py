"""Things as lines of a list."""

from __future__ import annotations

from collections.abc import Mapping

from aule.apps.school.catalog.kinds import kind_name
from aule.apps.school.queries import Listada
from aule.apps.school.views import AtividadeResumo


def activity_line(listed: Listada, materias: Mapping[str, str], turmas: Mapping[str, str]) -> AtividadeResumo:
    """Return an activity in a list, with the names of what it is of."""
    each = listed.atividade
    return AtividadeResumo(
        id=each.id,
        titulo=each.titulo,
        tipo=each.tipo,
        tipo_nome=type_name(each.tipo),
        materia=materias.get(each.materia_id or "", ""),
        ano_serie=each.ano_serie,
        turma=turmas.get(each.turma_id or "", ""),
        habilidades=each.habilidades,
        status=each.status,
        n_questoes=listed.n_questoes,
        created_at=each.created_at,
        feita_por=each.origem.feita_por,
    )


def type_name(tipo: str) -> str:
    """Return what a type of activity is called."""
    return kind_name(tipo) or tipo.replace("-", " ").capitalize()
