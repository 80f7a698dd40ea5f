"""What can be made: kinds of activities."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from aule.apps.school.app import school
from aule.apps.school.catalog.kinds import CATEGORIES, kinds
from aule.apps.school.item_views import TipoAtividade
from aule.apps.school.names import chave
from aule.apps.school.words import say
from aule.sdk import Context, Effect, Model, errors


class TiposAtividades(Model):
    """Kinds of activities."""

    total: int
    categorias: list[str]
    tipos: list[TipoAtividade]
    resumo: str


@school.capability(
    effect=Effect.READ,
    category="PESQUISAR",
    title={"en": "Search kinds of activities", "pt": "Pesquisar tipos de atividades"},
    aliases=["pesquisar_atividades_disponiveis"],
)
async def pesquisar_tipos_atividades(
    context: Context,
    categoria: Annotated[str | None, "pratica, avaliacao, planejamento, escrita …; left out: all."] = None,
    limite: Annotated[int, Field(ge=1, le=100)] = 20,
) -> TiposAtividades:
    """Search the kinds of activities that can be made; those that need no model come first."""
    wanted = chave(categoria or "")
    if wanted and wanted not in CATEGORIES:
        raise errors.Invalid(
            say("no_category", context.locale, categoria=categoria),
            code="invalid_param",
            field="categoria",
            candidates=list(CATEGORIES)[:5],
            hint=", ".join(CATEGORIES),
        )
    found = [each for each in kinds() if not wanted or each.categoria == wanted]
    found.sort(key=lambda each: not each.sem_modelo)
    resumo = say("kinds_of_activities", context.locale, count=len(found))
    return TiposAtividades(total=len(found), categorias=list(CATEGORIES), tipos=found[:limite], resumo=resumo)
