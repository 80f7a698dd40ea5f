"""Days of the calendar: when an event falls, which days are free, and what stands in each other's way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from aule.apps.school.entities import Aula, Avaliacao, EventoCalendario, PeriodoLetivo
from aule.apps.school.words import say
from aule.sdk import errors

LONGEST = 400
"""Days one look at the calendar may span."""
SUNDAY, SATURDAY = 6, 5


@dataclass(frozen=True, slots=True)
class Ocorrencia:
    """Something on one of its days."""

    evento: EventoCalendario
    dia: str
    tipo: Literal["evento", "aula", "avaliacao"] = "evento"


def occurrences(
    eventos: Iterable[EventoCalendario],
    de: str,
    ate: str,
    *,
    aulas: Iterable[Aula] = (),
    avaliacoes: Iterable[Avaliacao] = (),
) -> list[Ocorrencia]:
    """All that is on between two days: events as often as they repeat, lessons with a day, and tests, by day and hour.

    A lesson that stands in the calendar as an event of that day is told once.
    """
    found = [Ocorrencia(each, day) for each in eventos for day in days_of(each, de, ate)]
    told = {(each.evento.aula_id, each.dia) for each in found}
    for aula in aulas:
        if aula.data is not None and de <= aula.data <= ate and (aula.id, aula.data) not in told:
            found.append(Ocorrencia(_as_event(aula.id, aula.titulo, aula.data, aula.turma_id), aula.data, "aula"))
    for test in avaliacoes:
        if de <= test.data <= ate:
            found.append(Ocorrencia(_as_event(test.id, test.titulo, test.data, test.turma_id), test.data, "avaliacao"))
    return sorted(found, key=lambda each: (each.dia, each.evento.hora_inicio or "", each.evento.titulo))


def days_of(evento: EventoCalendario, de: str, ate: str) -> Iterator[str]:
    """Yield the days between two on which an event falls; a month without its day is left out."""
    if evento.repeticao == "none":
        if de <= evento.data <= ate:
            yield evento.data
        return
    first = date.fromisoformat(evento.data)
    day = max(first, date.fromisoformat(de))
    while day <= date.fromisoformat(ate):
        if _falls(evento, first, day):
            yield day.isoformat()
        day += timedelta(days=1)


def _falls(evento: EventoCalendario, first: date, day: date) -> bool:
    match evento.repeticao:
        case "daily":
            return True
        case "weekly":
            return day.weekday() == first.weekday()
        case "monthly":
            return day.day == first.day
        case "yearly":
            return (day.month, day.day) == (first.month, first.day)
        case _:
            return day == first


def free_days(found: Sequence[Ocorrencia], de: str, ate: str, periodos: Sequence[PeriodoLetivo]) -> list[str]:
    """Return weekdays between two without anything on, inside the school year where one is on record."""
    taken = {each.dia for each in found}
    return [
        day
        for day in span(de, ate)
        if date.fromisoformat(day).weekday() < SATURDAY
        and day not in taken
        and (not periodos or any(each.inicio <= day <= each.fim for each in periodos))
    ]


def first_free(found: Sequence[Ocorrencia], de: str, ate: str, *, turma_id: str = "", hoje: str = "") -> str:
    """Return the day to take between two: the first weekday on which the class has nothing, not yet gone by; no Sunday.

    Where every weekday has something, a free Saturday, else the first day that is no Sunday.
    """
    days = [day for day in span(de, ate) if date.fromisoformat(day).weekday() != SUNDAY] or list(span(de, ate))
    days = [day for day in days if day >= hoje] or days
    taken = {each.dia for each in found if _takes(each.evento, turma_id)}
    weekdays = [day for day in days if date.fromisoformat(day).weekday() < SATURDAY]
    free = [day for day in weekdays if day not in taken] or [day for day in days if day not in taken]
    return (free or weekdays or days)[0]


def _takes(evento: EventoCalendario, turma_id: str) -> bool:
    """Tell whether a day with this is not free for a class: its own things, and days that are everybody's."""
    return not turma_id or evento.turma_id == turma_id or (evento.turma_id is None and evento.dia_todo)


def conflicts(found: Sequence[Ocorrencia]) -> list[tuple[Ocorrencia, Ocorrencia]]:
    """Return pairs that stand in each other's way.

    At the same hour, or of the same class where one takes the whole day.
    """
    by_day: dict[str, list[Ocorrencia]] = {}
    for each in found:
        by_day.setdefault(each.dia, []).append(each)
    return [
        (one, other)
        for same in by_day.values()
        for place, one in enumerate(same)
        for other in same[place + 1 :]
        if collide(one.evento, other.evento)
    ]


def collide(one: EventoCalendario, other: EventoCalendario) -> bool:
    """Tell whether two events of a day stand in each other's way."""
    if one.id == other.id:
        return False
    if one.hora_inicio and other.hora_inicio:
        return one.hora_inicio < _end(other) and other.hora_inicio < _end(one)
    return one.turma_id is not None and one.turma_id == other.turma_id


def span(de: str, ate: str) -> Iterator[str]:
    """Yield the days from one to another."""
    first, last = date.fromisoformat(de), date.fromisoformat(ate)
    for place in range((last - first).days + 1):
        yield (first + timedelta(days=place)).isoformat()


def check_day(text: str, field: str, locale: str = "pt-BR") -> str:
    """Return a day that is one, `AAAA-MM-DD`."""
    try:
        return date.fromisoformat(text.strip()).isoformat()
    except ValueError:
        raise errors.Invalid(
            say("no_day", locale, text=text),
            code="invalid_param",
            field=field,
            hint=say("write_a_day", locale),
        ) from None


def check_span(de: str, ate: str, field: str, locale: str = "pt-BR") -> None:
    """Refuse days in the wrong order, and more of them than a calendar shows."""
    if ate < de:
        raise errors.Invalid(
            say("days_out_of_order", locale, ate=ate, de=de),
            code="invalid_param",
            field=field,
            hint=say("swap_the_days", locale),
        )
    if (date.fromisoformat(ate) - date.fromisoformat(de)).days > LONGEST:
        raise errors.Invalid(
            say("too_many_days", locale, de=de, ate=ate, most=LONGEST),
            code="invalid_param",
            field=field,
            hint=say("ask_for_fewer", locale),
        )


def check_hours(start: str | None, end: str | None, locale: str = "pt-BR") -> None:
    """Refuse an end that does not come after its beginning."""
    if end and (not start or end <= start):
        raise errors.Invalid(
            say("hours_out_of_order", locale, end=end, start=start),
            code="invalid_param",
            field="hora_fim",
            hint=say("give_both_in_order", locale),
        )


def _end(evento: EventoCalendario) -> str:
    return evento.hora_fim or "23:59"


def _as_event(id: str, titulo: str, data: str, turma_id: str | None) -> EventoCalendario:
    return EventoCalendario(id=id, titulo=titulo, data=data, turma_id=turma_id)
