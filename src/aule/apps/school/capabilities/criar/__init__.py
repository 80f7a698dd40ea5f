"""Making something new: schools, classes, activities, lessons, tests, teaching plans."""

from aule.apps.school.capabilities.criar import (
    atividade,
    aula,
    avaliacao,
    escola,
    plano_ensino,
    questoes_documento,
    turma,
)

__all__ = ["atividade", "aula", "avaliacao", "escola", "plano_ensino", "questoes_documento", "turma"]
