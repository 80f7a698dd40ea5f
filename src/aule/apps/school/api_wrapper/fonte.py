"""Which platform is connected, and where on it things are found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from aule.apps.school.connection import Fonte
from aule.apps.school.queries import SchoolQueries

if TYPE_CHECKING:
    from aule.sdk import Context

FONTE = "fon_principal"
"""There is one at a time."""
USUARIO = "usuario"
"""The field of `extra` that says who one is at the platform."""

PATHS: Mapping[str, str] = {
    "escolas": "/escolas",
    "periodos": "/periodos",
    "materias": "/materias",
    "turmas": "/turmas",
    "turma": "/turmas/{id}",
    "alunos": "/turmas/{id}/alunos",
    "aluno": "/alunos/{id}",
    "desempenho": "/turmas/{id}/desempenho",
    "notas": "/turmas/{id}/notas",
    "frequencia": "/turmas/{id}/frequencia",
    "entregas": "/turmas/{id}/entregas",
    "participacoes": "/turmas/{id}/participacoes",
    "notas_da_avaliacao": "/avaliacoes/{id}/notas",
    "atividades": "/atividades",
    "atividade": "/atividades/{id}",
    "aulas": "/aulas",
    "aula": "/aulas/{id}",
    "avaliacoes": "/avaliacoes",
    "avaliacao": "/avaliacoes/{id}",
    "planos": "/planos-ensino",
    "plano": "/planos-ensino/{id}",
    "eventos": "/calendario/eventos",
    "evento": "/calendario/eventos/{id}",
}
"""Where the contract has things (SP-50)."""

PONTO_SCHOOL: Mapping[str, str | None] = {
    **dict.fromkeys(PATHS),
    "desempenho": "/turmas/{id}/desempenho",
    "atividades": "/api/atividades/usuario/{usuario}",
    "atividades_novas": "/api/atividades",
    "atividade": "/api/atividades/{id}",
    "eventos": "/api/calendar/events/{usuario}/range",
    "eventos_novos": "/api/calendar/events",
    "evento": "/api/calendar/events/{id}",
}
"""Ponto.School has activities and a calendar, and may tell how a class performs (LT-25): classes and marks always come
from here (SP-51)."""

NAMES = frozenset({*PATHS, *PONTO_SCHOOL})


def paths_of(fonte: Fonte) -> dict[str, str | None]:
    """Return where the connected platform has things: by its profile, and what the owner says otherwise."""
    base: Mapping[str, str | None] = PONTO_SCHOOL if fonte.perfil == "ponto_school" else PATHS
    return {**base, **fonte.path_map}


async def fonte_de(context: Context) -> Fonte | None:
    """Return the platform as it is set up, connected or not."""
    return await SchoolQueries(context.reading).get(Fonte, FONTE)


async def fonte_ligada(context: Context) -> Fonte | None:
    """Return the platform the data come from now; none: they are those here."""
    found = await fonte_de(context)
    return found if found is not None and found.ligada and found.tipo == "rest" else None
