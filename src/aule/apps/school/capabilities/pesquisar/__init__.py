"""Reading what there is."""

from aule.apps.school.capabilities.pesquisar import atividades, aulas, bncc, calendario, desempenho, tipos, turmas

__all__ = ["atividades", "aulas", "bncc", "calendario", "desempenho", "tipos", "turmas"]
