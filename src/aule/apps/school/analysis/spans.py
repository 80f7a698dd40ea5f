"""Spans of time as they are shown and chosen: `bimestre:1` is the "1º bimestre"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from aule.apps.school.entities import PeriodoLetivo
from aule.apps.school.periodos import Intervalo, configurado
from aule.apps.school.views import PeriodoOpcao
from aule.apps.school.words import day, said
from aule.sdk import Model
from aule.text.messages import is_portuguese

TERM = "bimestre_atual"
MONTH = "ultimo_mes"
_NAMES: dict[str, tuple[str, str]] = {
    "ultimo_mes": ("Last 30 days", "Últimos 30 dias"),
    "ultima_semana": ("Last 7 days", "Últimos 7 dias"),
    "mes_atual": ("This month", "Este mês"),
    "mes_anterior": ("Last month", "Mês passado"),
    "bimestre_atual": ("This two-month term", "Este bimestre"),
    "trimestre_atual": ("This three-month term", "Este trimestre"),
    "semestre_atual": ("This semester", "Este semestre"),
    "ano_letivo": ("School year", "Ano letivo"),
    "tudo": ("Everything", "Tudo"),
}
_TERMS: dict[str, tuple[str, str]] = {
    "bimestre": ("two-month term", "bimestre"),
    "trimestre": ("three-month term", "trimestre"),
    "semestre": ("semester", "semestre"),
}


class Periodo(Model):
    """From which day to which."""

    inicio: str
    fim: str
    texto: str = ""


def usual(hoje: date, periodos: Sequence[PeriodoLetivo]) -> str:
    """What is looked at where nobody says: the present term where terms are known, else the last month."""
    return TERM if configurado("bimestre", hoje, periodos) else MONTH


def shown(window: Intervalo, days: Iterable[str], hoje: date, locale: str) -> Periodo:
    """A span as it is shown; of everything, the days there is something on."""
    if window.inicio > date.min:
        return Periodo(inicio=window.de, fim=window.ate, texto=name(window.texto, locale))
    known = [*days, hoje.isoformat()]
    return Periodo(inicio=min(known), fim=max(known), texto=name(window.texto, locale))


def name(valor: str, locale: str) -> str:
    """What people call a span."""
    if valor in _NAMES:
        return _NAMES[valor][is_portuguese(locale)]
    tipo, _, number = valor.partition(":")
    if tipo in _TERMS and number:
        return said(locale, en=f"{_TERMS[tipo][0]} {number}".capitalize(), pt=f"{number}º {_TERMS[tipo][1]}")
    first, _, last = valor.partition("..")
    if last:
        return said(
            locale, en=f"{day(first, locale)} to {day(last, locale)}", pt=f"{day(first, locale)} a {day(last, locale)}"
        )
    return f"{valor[5:7]}/{valor[:4]}" if len(valor) == 7 else valor


def between(span: Periodo, locale: str) -> str:
    """A span inside a sentence: `entre 17/03 e 15/04`; with years where they differ."""
    first, last = date.fromisoformat(span.inicio), date.fromisoformat(span.fim)
    if is_portuguese(locale):
        form = "%d/%m" if first.year == last.year else "%d/%m/%Y"
        return f"entre {first.strftime(form)} e {last.strftime(form)}"
    return f"between {day(first, locale)} and {day(last, locale)}"


def options(periodos: Sequence[PeriodoLetivo], hoje: date, locale: str) -> list[PeriodoOpcao]:
    """Spans that can be chosen: the plain ones, and terms of this year where they are known."""
    values = ["ultimo_mes", "mes_atual"]
    year = str(hoje.year)
    for tipo in _TERMS:
        numbers = sorted({each.numero for each in periodos if each.tipo == tipo and each.inicio[:4] == year})
        values += [f"{tipo}:{number}" for number in numbers]
    if any(year in (each.inicio[:4], each.fim[:4]) for each in periodos):
        values.append("ano_letivo")
    return [PeriodoOpcao(valor=each, texto=name(each, locale)) for each in [*values, "tudo"]]
