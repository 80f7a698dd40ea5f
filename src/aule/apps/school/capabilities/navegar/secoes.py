"""Opening screens for the teacher."""

from __future__ import annotations

from typing import Annotated, Literal
from urllib.parse import urlencode

from aule.apps.school.app import school
from aule.apps.school.capabilities.params import Atividade
from aule.apps.school.source import source_of
from aule.apps.school.words import say
from aule.contracts.events.facts import UiNavigated
from aule.sdk import Context, Effect, Model

Secao = Literal[
    "inicio",
    "turmas",
    "atividades",
    "aulas",
    "avaliacoes",
    "planos",
    "calendario",
    "desempenho",
    "biblioteca",
    "configuracoes",
]
Modo = Annotated[
    Literal["visualizar", "editar", "apresentar", "ver"],
    "How it is opened: to look at it, to edit it, or full-screen for the class; `ver` is `visualizar`.",
]
_LOOKING = ("visualizar", "ver")
_PATHS: dict[str, str] = {
    "inicio": "/school",
    "biblioteca": "/school/atividades",
    "configuracoes": "/settings",
}


class Aberto(Model):
    """A screen that was opened."""

    url: str
    resumo: str


def _open(context: Context, url: str, name: str) -> Aberto:
    context.staged.append(UiNavigated(path=url))
    return Aberto(url=url, resumo=say("opened", context.locale, name=name))


@school.capability(
    effect=Effect.NAVIGATE, category="NAVEGAR", title={"en": "Go to a section", "pt": "Ir para uma seção"}
)
async def ir_para_secao(
    context: Context,
    secao: Secao,
    params: Annotated[dict[str, str], "What the section is opened with: `id`, `turma`, `busca` …"] | None = None,
) -> Aberto:
    """Open a section of School Power: home, classes, activities, lessons, tests, plans, calendar or performance."""
    given = dict(params or {})
    url = _PATHS.get(secao, f"/school/{secao}")
    id = given.pop("id", "") or (given.pop("turma_id", "") if secao == "turmas" else "")
    if id and secao == "turmas":
        turma = await (await source_of(context)).turma(id, field="params.id")
        url = f"/school/turmas/{turma.id}"
    elif id and secao in ("atividades", "aulas", "avaliacoes", "planos"):
        url = f"/school/{secao}/{id}"
    return _open(context, url + (f"?{urlencode(given)}" if given else ""), say(f"section_{secao}", context.locale))


@school.capability(
    effect=Effect.NAVIGATE, category="NAVEGAR", title={"en": "Open an activity", "pt": "Abrir atividade"}
)
async def abrir_atividade(context: Context, atividade_id: Atividade, modo: Modo = "visualizar") -> Aberto:
    """Open an activity to look at it, to edit it, or to show it to the class."""
    found = await (await source_of(context)).atividade(atividade_id)
    suffix = "" if modo in _LOOKING else f"?modo={modo}"
    return _open(context, f"/school/atividades/{found.id}{suffix}", found.titulo)
