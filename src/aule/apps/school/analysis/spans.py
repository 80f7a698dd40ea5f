"""Spans of time as they are shown and chosen: `bimestre:1` is the "1º bimestre"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from aule.apps.school.entities import PeriodoLetivo
from aule.apps.school.periodos import Intervalo, configurado
from aule.apps.school.views import PeriodoOpcao
from aule.apps.school.words import MESSAGES, day, say
from aule.sdk import Model
from aule.text.messages import is_portuguese

TERM = "bimestre_atual"
MONTH = "ultimo_mes"
_TERMS = ("bimestre", "trimestre", "semestre")


class Periodo(Model):
    """From which day to which."""

    inicio: str
    fim: str
    texto: str = ""


def usual(hoje: date, periodos: Sequence[PeriodoLetivo]) -> str:
    """Return what is looked at where nobody says: the present term where terms are known, else the last month."""
    return TERM if configurado("bimestre", hoje, periodos) else MONTH


def shown(window: Intervalo, days: Iterable[str], hoje: date, locale: str) -> Periodo:
    """Return a span as it is shown; of everything, the days there is something on."""
    if window.inicio > date.min:
        return Periodo(inicio=window.de, fim=window.ate, texto=name(window.texto, locale))
    known = [*days, hoje.isoformat()]
    return Periodo(inicio=min(known), fim=max(known), texto=name(window.texto, locale))


def name(valor: str, locale: str) -> str:
    """Return what people call a span."""
    if f"span_{valor}" in MESSAGES:
        return say(f"span_{valor}", locale)
    tipo, _, number = valor.partition(":")
    if tipo in _TERMS and number:
        return say(f"term_{tipo}", locale, number=number)
    first, _, last = valor.partition("..")
    if last:
        return say("span", locale, first=day(first, locale), last=day(last, locale))
    return f"{valor[5:7]}/{valor[:4]}" if len(valor) == 7 else valor


def between(span: Periodo, locale: str) -> str:
    """Return a span inside a sentence: `entre 17/03 e 15/04`; with years where they differ."""
    first, last = date.fromisoformat(span.inicio), date.fromisoformat(span.fim)
    if is_portuguese(locale):
        form = "%d/%m" if first.year == last.year else "%d/%m/%Y"
        return f"entre {first.strftime(form)} e {last.strftime(form)}"
    return f"between {day(first, locale)} and {day(last, locale)}"


def options(periodos: Sequence[PeriodoLetivo], hoje: date, locale: str) -> list[PeriodoOpcao]:
    """Return spans that can be chosen: the plain ones, and terms of this year where they are known."""
    values = ["ultimo_mes", "mes_atual"]
    year = str(hoje.year)
    for tipo in _TERMS:
        numbers = sorted({each.numero for each in periodos if each.tipo == tipo and each.inicio[:4] == year})
        values += [f"{tipo}:{number}" for number in numbers]
    if any(year in (each.inicio[:4], each.fim[:4]) for each in periodos):
        values.append("ano_letivo")
    return [PeriodoOpcao(valor=each, texto=name(each, locale)) for each in [*values, "tudo"]]
