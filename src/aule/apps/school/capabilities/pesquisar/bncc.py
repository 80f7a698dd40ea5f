"""Searching the national curriculum."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import Field

from aule.apps.school.app import school
from aule.apps.school.bncc import skills
from aule.apps.school.item_views import HabilidadeAchada
from aule.apps.school.names import ano_serie_de
from aule.apps.school.words import counted, say
from aule.sdk import Context, Effect, Model, errors

_YEAR = re.compile(r"^(EI[1-3]|EF[1-9]|EM[1-3])$")


class HabilidadesAchadas(Model):
    """Skills of the BNCC that fit."""

    total: int
    habilidades: list[HabilidadeAchada]
    resumo: str


def checked_year(ano_serie: str, locale: str) -> str:
    """Return a year as the catalogue writes it: `EF7`, whether somebody says so or `7º ano`."""
    clean = ano_serie_de(ano_serie) or ano_serie.strip().upper()
    if clean and not _YEAR.match(clean):
        raise errors.Invalid(
            say("is_not_a_school_year", locale, ano_serie=ano_serie),
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
    codigo: Annotated[str | None, "A code, such as EF07MA17, or the beginning of one."] = None,
    componente: Annotated[str | None, "A subject: `Matemática`, `MA`."] = None,
    ano_serie: Annotated[str | None, "A year: `EF7`, `7º ano`. Codes of blocks of years (67, 69) count."] = None,
    busca_texto: Annotated[str | None, "Words, with or without accents."] = None,
    max_resultados: Annotated[int, Field(ge=1, le=50)] = 5,
) -> HabilidadesAchadas:
    """Search skills of the BNCC by code, subject, year or words."""
    year = checked_year(ano_serie or "", context.locale)
    found = skills.search(codigo or busca_texto or "", component=componente or "", ano_serie=year)
    context.cite("bncc.dev", rows=len(found))
    codes = ", ".join(each.codigo for each in found[:3]) + ("…" if len(found) > 3 else "")
    many = counted("habilidade", len(found), context.locale)
    resumo = say("found_skills", context.locale, many=many) + (f": {codes}" if codes else "")
    return HabilidadesAchadas(total=len(found), habilidades=found[:max_resultados], resumo=resumo)
