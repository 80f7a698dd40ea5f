"""How a class performs, as a connected platform tells it: asked first, where it works that out itself (LT-25)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, cast

from pydantic import ValidationError

from aule.apps.school.analysis.results import DesempenhoTurma
from aule.apps.school.analysis.spans import shown
from aule.apps.school.api_wrapper import refusals
from aule.apps.school.entities import Turma
from aule.apps.school.periodos import resolver
from aule.apps.school.words import say
from aule.sdk import errors

if TYPE_CHECKING:
    from aule.apps.school.api_wrapper.rest import RestSource
    from aule.sdk import Context

NAME = "desempenho"
MOST_NAMED = 20
_LONGEST = 120
_COUNTS = ("total_alunos", "alunos_com_nota", "n_avaliacoes")
_NUMBERS = ("media_geral", "mediana", "desvio_padrao", "abaixo_da_media", "pct_abaixo", "delta")


async def desempenho(context: Context, source: RestSource, turma: Turma, periodo: str) -> DesempenhoTurma | None:
    """Return what the platform says of a class; none where it has no such address, and marks have to be added up."""
    if not source.wire.has(NAME):
        return None
    there = await source.id_there(Turma, turma.id)
    try:
        answer = await source.wire.ask("GET", source.wire.path(NAME, there), name=NAME, query={"periodo": periodo})
    except (errors.NotFound, refusals.SemRecurso):
        return None
    given: Any = answer.body
    if not isinstance(given, dict):
        raise refusals.wrong(source.nome, NAME, context.locale)
    body = cast(dict[str, Any], given)
    hoje, terms = context.reading.today, await source.periodos(turma.escola_id)
    span = shown(resolver(periodo, hoje, terms, ano_letivo=turma.ano_letivo), [], hoje, context.locale)
    told = _told(source, turma, body, context.locale)
    try:
        return DesempenhoTurma.model_validate({**told, "periodo": span, "raw_data": body})
    except ValidationError as error:
        place = ".".join(str(part) for part in error.errors()[0]["loc"])[:80]
        raise refusals.wrong(source.nome, f"{NAME} ({place})", context.locale) from None


def _told(source: RestSource, turma: Turma, body: dict[str, Any], locale: str) -> dict[str, Any]:
    """Return the figures it tells; what is no figure at all is refused, what it does not say is not known."""
    for name in (*_COUNTS, *_NUMBERS):
        value = body.get(name)
        is_number = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
        if value is not None and not is_number:
            raise refusals.wrong(source.nome, f"{NAME} ({name})", locale)
    counts = {name: body.get(name) or 0 for name in _COUNTS}
    gaps, critical = _names(body.get("gaps")), _names(body.get("materias_criticas"))
    resumo = say(
        "performance_there",
        locale,
        turma=turma.nome,
        media=say("unknown_mean", locale) if body.get("media_geral") is None else body["media_geral"],
        alunos=counts["total_alunos"],
    )
    parts = [resumo]
    parts += [say("gaps_there", locale, names=", ".join(gaps))] if gaps else []
    parts += [say("critical_there", locale, names=", ".join(critical))] if critical else []
    return {
        **counts,
        **{name: body.get(name) for name in _NUMBERS},
        "turma_id": turma.id,
        "turma_nome": turma.nome,
        "distribuicao": _ours(body.get("distribuicao"), "n"),
        "gaps_principais": _ours(body.get("gaps_principais", body.get("gaps")), "habilidade"),
        "materias_criticas": _ours(body.get("materias_criticas"), "materia"),
        "dados_insuficientes": [],
        "tendencia": str(body.get("tendencia") or "")[:_LONGEST],
        "resumo": " ".join(parts),
        "texto": "\n\n".join(parts),
    }


def _ours(value: Any, key: str) -> list[Any]:
    """Return the entries that are in the form of the contract; others stand in words and in `raw_data`."""
    entries = cast(list[Any], value) if isinstance(value, list) else []
    known = [cast(dict[str, Any], each) for each in entries if isinstance(each, dict)]
    return [each for each in known if key in each][:MOST_NAMED]


def _names(value: Any) -> list[str]:
    """Return what the entries of a list are called, however the platform writes them."""
    entries = cast(list[Any], value) if isinstance(value, list) else []
    return [name[:_LONGEST] for each in entries[:MOST_NAMED] if (name := _name(each))]


def _name(value: Any) -> str:
    match value:
        case str() if value.strip():
            return " ".join(value.split())
        case {"habilidade": {"codigo": str(code)}}:
            return code
        case {"materia": {"nome": str(name)}} | {"nome": str(name)} | {"titulo": str(name)} | {"codigo": str(name)}:
            return " ".join(name.split())
        case _:
            return ""
