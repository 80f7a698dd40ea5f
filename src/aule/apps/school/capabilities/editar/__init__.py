"""Changing and removing what there is."""

from aule.apps.school.capabilities.editar import (
    atividade,
    aula,
    avaliacao,
    evento,
    frequencia,
    notas,
    registros,
    remover,
)

__all__ = ["atividade", "aula", "avaliacao", "evento", "frequencia", "notas", "registros", "remover"]
