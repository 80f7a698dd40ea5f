"""Spans of time as teachers say them: `ultimo_mes`, `bimestre:2`, `2026-03` (SP-2)."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from aule.apps.school.entities import PeriodoLetivo
from aule.sdk import errors
from aule.text.words import fold

PADRAO = "ultimo_mes"
FORMAS = (
    "ultimo_mes, ultima_semana, mes_atual, mes_anterior, bimestre_atual, bimestre:N, trimestre_atual, trimestre:N, "
    "semestre_atual, semestre:N, ano_letivo, tudo, AAAA-MM, AAAA-MM-DD..AAAA-MM-DD"
)
"""What can be said, for descriptions of parameters."""
_MONTH = re.compile(r"^(\d{4})-(\d{2})$")
_DAYS = re.compile(r"^(\d{4}-\d{2}-\d{2})\s*(?:\.\.|a|ate)\s*(\d{4}-\d{2}-\d{2})$")
_TERM = re.compile(r"^(bimestre|trimestre|semestre)_?(atual|[:_]?\s*\d{1,2})$")
_NTH = re.compile(r"^(\d{1,2}|primeiro|segundo|terceiro|quarto)[oº]?_?(bimestre|trimestre|semestre)$")
_ORDINALS = {"primeiro": 1, "segundo": 2, "terceiro": 3, "quarto": 4}
_SAID = {
    "ultimos_30_dias": "ultimo_mes",
    "mes_passado": "mes_anterior",
    "este_mes": "mes_atual",
    "neste_mes": "mes_atual",
    "este_bimestre": "bimestre_atual",
    "este_trimestre": "trimestre_atual",
    "este_semestre": "semestre_atual",
    "ano": "ano_letivo",
    "ano_atual": "ano_letivo",
    "este_ano": "ano_letivo",
    "semana_passada": "ultima_semana",
    "ultimos_7_dias": "ultima_semana",
}


@dataclass(frozen=True, slots=True)
class Intervalo:
    """Days from one to another, both included, and how they were asked for."""

    inicio: date
    fim: date
    texto: str

    @property
    def de(self) -> str:
        """The first day, `AAAA-MM-DD`."""
        return self.inicio.isoformat()

    @property
    def ate(self) -> str:
        """The last day, `AAAA-MM-DD`."""
        return self.fim.isoformat()

    @property
    def dias(self) -> int:
        """The number of days in the span."""
        return (self.fim - self.inicio).days + 1


def resolver(
    texto: str, hoje: date, periodos: Sequence[PeriodoLetivo], *, ano_letivo: int | None = None, field: str = "periodo"
) -> Intervalo:
    """Return the days a span means as of a day. Terms are never guessed: without rows of them that is an error.

    `ano_letivo` is the year a class is of: it counts where no school year is on record.
    """
    words = _folded(texto) or PADRAO
    words = _SAID.get(words, words)
    plain = _plain(words, hoje)
    if plain is not None:
        return Intervalo(*plain, words)
    try:
        if (month := _MONTH.match(words)) is not None:
            first = date(int(month[1]), int(month[2]), 1)
            return Intervalo(first, _end_of_month(first), words)
        if (days := _DAYS.match(fold(texto).strip())) is not None:
            return _ordered(date.fromisoformat(days[1]), date.fromisoformat(days[2]), texto, field)
    except ValueError as wrong:
        raise _unknown(texto, field) from wrong
    if words == "ano_letivo":
        return _year(hoje, periodos, ano_letivo, field)
    if (nth := _NTH.match(words)) is not None:
        words = f"{nth[2]}:{_ORDINALS.get(nth[1]) or int(nth[1])}"
    if (term := _TERM.match(words)) is not None:
        return _term(term[1], term[2], hoje, periodos, field)
    raise _unknown(texto, field)


def anterior(intervalo: Intervalo) -> Intervalo:
    """Return the span of equal length right before another."""
    if intervalo.inicio.toordinal() <= intervalo.dias:  # there are no days before all days
        return Intervalo(date.min, date.min, f"antes de {intervalo.texto}")
    fim = intervalo.inicio - timedelta(days=1)
    return Intervalo(fim - timedelta(days=intervalo.dias - 1), fim, f"antes de {intervalo.texto}")


def configurado(tipo: str, hoje: date, periodos: Sequence[PeriodoLetivo]) -> bool:
    """Tell whether a day lies in a term of this kind, so that `<tipo>_atual` means something."""
    return any(each.tipo == tipo and each.inicio <= hoje.isoformat() <= each.fim for each in periodos)


def _folded(texto: str) -> str:
    return re.sub(r"[\s-]+(?=[a-z])|(?<=[a-z])[\s-]+", "_", fold(texto.strip().replace("º", "").replace("ª", "")))


def _plain(words: str, hoje: date) -> tuple[date, date] | None:
    """Return spans that need no rows."""
    first = hoje.replace(day=1)
    match words:
        case "ultimo_mes":
            return hoje - timedelta(days=29), hoje
        case "ultima_semana":
            return hoje - timedelta(days=6), hoje
        case "mes_atual":
            return first, _end_of_month(first)
        case "mes_anterior":
            last = first - timedelta(days=1)
            return last.replace(day=1), last
        case "hoje":
            return hoje, hoje
        case "tudo":
            return date.min, date.max
        case _:
            return None


def _year(hoje: date, periodos: Sequence[PeriodoLetivo], ano_letivo: int | None, field: str) -> Intervalo:
    """Return the school year on record; else the calendar year a class is of.

    Else from the first of its terms to the last.
    """
    year = str(ano_letivo or hoje.year)
    own = [each for each in periodos if year in (each.inicio[:4], each.fim[:4])]
    rows = [each for each in own if each.tipo == "ano"]
    if not rows and ano_letivo is not None:
        return Intervalo(date(ano_letivo, 1, 1), date(ano_letivo, 12, 31), "ano_letivo")
    if not (rows or own):
        raise _missing("ano letivo", field)
    inicio, fim = min(each.inicio for each in rows or own), max(each.fim for each in rows or own)
    return Intervalo(date.fromisoformat(inicio), date.fromisoformat(fim), "ano_letivo")


def _term(tipo: str, which: str, hoje: date, periodos: Sequence[PeriodoLetivo], field: str) -> Intervalo:
    rows = [each for each in periodos if each.tipo == tipo]
    if which == "atual":
        found = [each for each in rows if each.inicio <= hoje.isoformat() <= each.fim]
        words, named = f"{tipo}_atual", f"{tipo} com a data de hoje"
    else:
        number = int(which.lstrip(":_ "))
        words, named = f"{tipo}:{number}", f"{number}º {tipo}"
        same = [each for each in rows if each.numero == number]
        found = [each for each in same if each.inicio[:4] == str(hoje.year)]
        found = found or sorted((each for each in same if each.inicio <= hoje.isoformat()), key=lambda e: e.inicio)[-1:]
    if not found:
        raise _missing(named, field, rows)
    return Intervalo(date.fromisoformat(found[0].inicio), date.fromisoformat(found[0].fim), words)


def _end_of_month(first: date) -> date:
    return first.replace(day=monthrange(first.year, first.month)[1])


def _ordered(first: date, last: date, texto: str, field: str) -> Intervalo:
    if last < first:
        raise errors.Invalid(
            f"O período {texto!r} termina antes de começar.", code="invalid_param", field=field, hint="Troque os dias."
        )
    return Intervalo(first, last, f"{first.isoformat()}..{last.isoformat()}")


def _missing(named: str, field: str, rows: Sequence[PeriodoLetivo] = ()) -> errors.Invalid:
    known = ", ".join(f"{each.tipo}:{each.numero} ({each.inicio} a {each.fim})" for each in rows[:8])
    return errors.Invalid(
        f"Não há {named} cadastrado.",
        code="periodo_nao_configurado",
        field=field,
        hint=f"Há: {known}." if known else "Cadastre os períodos com criar_periodo, ou diga as datas.",
    )


def _unknown(texto: str, field: str) -> errors.Invalid:
    return errors.Invalid(
        f"O período {texto!r} não foi entendido.", code="invalid_param", field=field, hint=f"Use {FORMAS}."
    )
