"""Searching the national curriculum."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import Field

from aule.apps.school.app import school
from aule.apps.school.bncc import skills
from aule.apps.school.item_views import HabilidadeAchada
from aule.apps.school.words import said
from aule.sdk import Context, Effect, Model, errors

_YEAR = re.compile(r"^(EI[1-3]|EF[1-9]|EM[1-3])$")


class HabilidadesAchadas(Model):
    """Skills of the BNCC that fit."""

    total: int
    habilidades: list[HabilidadeAchada]
    resumo: str


def checked_year(ano_serie: str, locale: str) -> str:
    """A year as the catalogue writes it: `EF7`."""
    clean = ano_serie.strip().upper()
    if clean and not _YEAR.match(clean):
        raise errors.Invalid(
            said(locale, en=f"{ano_serie!r} is not a school year.", pt=f"{ano_serie!r} não é um ano escolar."),
            code="invalid_param",
            field="ano_serie",
            hint="EI1–EI3, EF1–EF9, EM1–EM3.",
        )
    return clean


@school.capability(
    effect=Effect.READ, category="PESQUISAR", title={"en": "Search the BNCC", "pt": "Pesquisar habilidades da BNCC"}
)
async def pesquisar_bncc(
    context: Context,
    codigo: Annotated[str, "A code, such as EF07MA17, or the beginning of one."] = "",
    componente: Annotated[str, "A subject: `Matemática`, `MA`."] = "",
    ano_serie: Annotated[str, "A year: `EF7`. Codes of blocks of years (67, 69) count."] = "",
    busca_texto: Annotated[str, "Words, with or without accents."] = "",
    max_resultados: Annotated[int, Field(ge=1, le=50)] = 5,
) -> HabilidadesAchadas:
    """Search skills of the BNCC by code, subject, year or words."""
    year = checked_year(ano_serie, context.locale)
    found = skills.search(codigo or busca_texto, component=componente, ano_serie=year)
    context.cite("bncc.dev", rows=len(found))
    codes = ", ".join(each.codigo for each in found[:3])
    resumo = said(
        context.locale,
        en=f"{len(found)} skills found{f': {codes}' if codes else ''}",
        pt=f"{len(found)} habilidades encontradas{f': {codes}' if codes else ''}",
    )
    return HabilidadesAchadas(total=len(found), habilidades=found[:max_resultados], resumo=resumo)
