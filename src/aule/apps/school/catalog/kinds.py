"""Kinds of activities: the 67 of the catalogue, and what each is called."""

from __future__ import annotations

import json
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path

from aule.apps.school.item_views import TipoAtividade
from aule.apps.school.names import chave
from aule.apps.school.words import say
from aule.sdk import errors

CATEGORIES = (
    "pratica",
    "avaliacao",
    "planejamento",
    "escrita",
    "organizacao",
    "engajamento",
    "comunicacao",
    "diferenciacao",
    "estudo",
)


@lru_cache(maxsize=1)
def kinds() -> tuple[TipoAtividade, ...]:
    """Return all kinds, in the order of the catalogue."""
    path = Path(__file__).with_name("tipos_atividades.json")
    return tuple(TipoAtividade.model_validate(each) for each in json.loads(path.read_text(encoding="utf-8")))


def kind_name(id: str) -> str:
    """Return what a kind is called: `Lista de exercícios`; an unknown one goes by its id."""
    return next((each.nome for each in kinds() if each.id == id), id)


def has_questions(id: str) -> bool:
    """Tell whether a kind is made of as many questions as somebody asks for; a rubric or a letter home is not."""
    return any(each.id == id and "quantidade" in each.campos_opcionais for each in kinds())


def kind_of(meant: str, locale: str = "pt-BR") -> TipoAtividade:
    """Return the kind that is meant, by its id or name; an unknown one is an error and never a new kind."""
    folded = chave(meant)
    for each in kinds():
        if folded in (chave(each.id), chave(each.nome)):
            return each
    near = get_close_matches(folded, [chave(each.id) for each in kinds()], n=5, cutoff=0.5)
    raise errors.Invalid(
        say("no_kind_of_activity", locale, meant=meant),
        code="invalid_param",
        field="tipo",
        candidates=[each.id for each in kinds() if chave(each.id) in near] or [each.id for each in kinds()[:5]],
        hint=say("see_all_kinds", locale),
    )
