"""Searching the calendar: what is on, which days are free, what collides."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from aule.apps.school import agenda
from aule.apps.school.app import school
from aule.apps.school.capabilities.params import Dia, Turma
from aule.apps.school.entities import Aula, Avaliacao
from aule.apps.school.resolver import Resolved
from aule.apps.school.source import Filtro, source_of
from aule.apps.school.words import MESSAGES, counted, day, say
from aule.sdk import Context, Effect, Model

_AHEAD = 14
_MOST = 2_000
_NAMED = 6
"""Events one sentence names."""
_LISTED = 30
"""Events an answer lists."""


class EventoAchado(Model):
    """An event on one of its days."""

    id: str
    titulo: str
    dia: str
    hora_inicio: str | None
    hora_fim: str | None
    dia_todo: bool
    turma: str
    tipo: str
    repeticao: str


class Conflito(Model):
    """Two things that stand in each other's way."""

    dia: str
    eventos: list[str]


class CalendarioAchado(Model):
    """What is on between two days."""

    inicio: str
    fim: str
    eventos: list[EventoAchado]
    dias_livres: list[str]
    conflitos: list[Conflito]
    resumo: str
    texto: str = ""
    """The same as an answer to a teacher, in Markdown."""


@school.capability(
    effect=Effect.READ,
    category="PESQUISAR",
    title={"en": "Search the calendar", "pt": "Pesquisar calendário"},
)
async def pesquisar_calendario(
    context: Context, data_inicio: Dia | None = None, data_fim: Dia | None = None, turma_id: Turma | None = None
) -> CalendarioAchado:
    """Look at the calendar: events, lessons and tests between two days (two weeks from today), free days, conflicts."""
    source = await source_of(context)
    de = (
        agenda.check_day(data_inicio, "data_inicio", context.locale)
        if data_inicio
        else context.reading.today.isoformat()
    )
    first = date.fromisoformat(de)
    ahead = (first + timedelta(days=min(_AHEAD, (date.max - first).days))).isoformat()
    ate = agenda.check_day(data_fim, "data_fim", context.locale) if data_fim else ahead
    agenda.check_span(de, ate, "data_fim", context.locale)
    turma = (await source.turma(turma_id)).id if turma_id else ""
    turmas = {each.id: each.nome for each in await source.turmas()}
    found = await days(source, de, ate, turma, list(turmas))
    context.cite(source.nome, rows=len(found))
    free = agenda.free_days(found, de, ate, await source.periodos())
    clashes = [
        Conflito(dia=one.dia, eventos=[one.evento.titulo, other.evento.titulo])
        for one, other in agenda.conflicts(found)
    ]
    told = [_told(each, turmas) for each in found]
    return CalendarioAchado(
        inicio=de,
        fim=ate,
        eventos=told,
        dias_livres=free,
        conflitos=clashes,
        resumo=_summary(told, len(free), len(clashes), context.locale),
        texto=_listed(told, de, ate, context.locale),
    )


async def days(source: Resolved, de: str, ate: str, turma: str, turmas: list[str]) -> list[agenda.Ocorrencia]:
    """Return all that is on between two days, of one class or of all."""
    eventos = await source.eventos(de, ate, turma)
    filtro = Filtro(turma_id=turma, de=de, ate=ate, limit=_MOST)
    if source.is_here:
        avaliacoes = await source.listed(Avaliacao, filtro)
    else:
        avaliacoes = [each for id in ([turma] if turma else turmas) for each in await source.avaliacoes(id, de, ate)]
    _, aulas = await source.page(Aula, filtro)
    return agenda.occurrences(eventos, de, ate, aulas=aulas, avaliacoes=avaliacoes)


def _told(each: agenda.Ocorrencia, turmas: dict[str, str]) -> EventoAchado:
    event = each.evento
    return EventoAchado(
        id=event.id,
        titulo=event.titulo,
        dia=each.dia,
        hora_inicio=event.hora_inicio,
        hora_fim=event.hora_fim,
        dia_todo=event.dia_todo,
        turma=turmas.get(event.turma_id or "", ""),
        tipo=each.tipo,
        repeticao=event.repeticao,
    )


def _summary(events: Sequence[EventoAchado], free: int, clashes: int, locale: str) -> str:
    named = "; ".join(_line(each, locale) for each in events[:_NAMED])
    more = "; …" if len(events) > _NAMED else ""
    parts = [counted("evento", len(events), locale) + (f" ({named}{more})" if named else "")]
    days = counted("dia", free, locale)
    parts.append(MESSAGES.say_count("days_free", free, locale, days=days))
    if clashes:
        parts.append(counted("conflito", clashes, locale))
    return ", ".join(parts)


def _listed(events: Sequence[EventoAchado], de: str, ate: str, locale: str) -> str:
    """Return one line each, in Markdown."""
    span = f"{day(de, locale)}–{day(ate, locale)}"
    if not events:
        return say("nothing_is_scheduled", locale, span=span)
    lines = [f"- {_line(each, locale)}" for each in events[:_LISTED]]
    if (left := len(events) - len(lines)) > 0:
        lines.append(say("and_more", locale, left=left))
    return "\n".join([f"{counted('evento', len(events), locale)} ({span}):", "", *lines])


def _line(event: EventoAchado, locale: str) -> str:
    hour = f" {event.hora_inicio}" if event.hora_inicio else ""
    turma = f" · {event.turma}" if event.turma else ""
    return f"{day(event.dia, locale)}{hour} {event.titulo}{turma}"
