"""Putting things together."""

from aule.apps.school.capabilities.adicionar import aluno_turma, atividade_aula, aula_calendario

__all__ = ["aluno_turma", "atividade_aula", "aula_calendario"]
