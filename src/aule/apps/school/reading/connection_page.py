"""The platform that is connected, as its screen shows it: the address, and what is read and written where (LT-25)."""

from __future__ import annotations

from typing import Literal

from aule.apps.school.api_wrapper.fonte import FONTE, PATHS, PONTO_SCHOOL, USUARIO, paths_of
from aule.apps.school.app import school
from aule.apps.school.connection import Fonte
from aule.apps.school.queries import SchoolQueries
from aule.sdk import Model, Reading

WRITTEN = frozenset(
    {
        *("atividades", "atividade", "aulas", "aula", "avaliacoes", "avaliacao", "planos", "plano"),
        *("eventos", "evento", "alunos", "notas_da_avaliacao", "atividades_novas", "eventos_novos"),
    }
)
"""What is written at a platform that has it; everything else is only read there."""


class Recurso(Model):
    """One thing a platform may have."""

    nome: str
    caminho: str | None
    """Its address there; none: it is read and written here."""
    uso: Literal["leitura", "leitura_e_escrita", "escrita"]


class PaginaFonte(Model):
    """Where the school's data come from."""

    ligada: bool
    base_url: str = ""
    perfil: Literal["escola", "ponto_school"] = "escola"
    usuario: str = ""
    timeout_s: float = 15
    segredo: str = "SCHOOL_SOURCE_TOKEN"
    """Under which name its key is kept."""
    recursos: dict[str, list[Recurso]]
    """What it has, by its profile."""


@school.view("fonte")
async def fonte(reading: Reading) -> PaginaFonte:
    """Where the school's data come from: here, or a platform, and what is read and written there."""
    kept = await SchoolQueries(reading).get(Fonte, FONTE) or Fonte(id=FONTE)
    profiles = {"escola": PATHS, "ponto_school": PONTO_SCHOOL}
    own = paths_of(kept)
    return PaginaFonte(
        ligada=kept.ligada and kept.tipo == "rest",
        base_url=kept.base_url,
        perfil=kept.perfil,
        usuario=str(kept.extra.get(USUARIO, "")),
        timeout_s=kept.timeout_s,
        recursos={
            perfil: [_resource(name, own.get(name) if perfil == kept.perfil else path) for name, path in paths.items()]
            for perfil, paths in profiles.items()
        },
    )


def _resource(nome: str, caminho: str | None) -> Recurso:
    is_written = nome in WRITTEN
    is_only_written = nome.endswith(("_novas", "_novos"))
    uso = "escrita" if is_only_written else "leitura_e_escrita" if is_written else "leitura"
    return Recurso(nome=nome, caminho=caminho, uso=uso)
