"""Where what School Power keeps is looked at: what reports link to."""

from __future__ import annotations

from aule.apps.school.app import school

school.shows(
    tur="/school/turmas/{id}",
    alu="/school/alunos/{id}",
    atv="/school/atividades/{id}",
    aul="/school/aulas/{id}",
    ava="/school/avaliacoes/{id}",
    pla="/school/planos/{id}",
    evt="/school/calendario",
)
