"""Schedules in words: their rhythm and their times, as people say them, in both languages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from aule.contracts.runs.schedule import Schedule
from aule.kernel.times.clocks import coming_times, zone_of
from aule.text.messages import language_in

_DAYS = {
    "en": ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"),
    "pt": ("domingo", "segunda", "terça", "quarta", "quinta", "sexta", "sábado"),
}
_MONTHS = {
    "en": ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"),
    "pt": ("jan.", "fev.", "mar.", "abr.", "maio", "jun.", "jul.", "ago.", "set.", "out.", "nov.", "dez."),
}
_UNITS = (
    (86_400, {"en": ("day", "days"), "pt": ("dia", "dias")}),
    (3_600, {"en": ("hour", "hours"), "pt": ("hora", "horas")}),
    (60, {"en": ("minute", "minutes"), "pt": ("minuto", "minutos")}),
    (1, {"en": ("second", "seconds"), "pt": ("segundo", "segundos")}),
)
_DAILY = re.compile(r"^(\d{1,2}) (\d{1,2}) \* \* (\*|[0-7](?:[,-][0-7])*)$")
_MINUTELY = re.compile(r"^\*/(\d{1,2}) \* \* \* \*$")


def rhythm(schedule: Schedule, locale: str) -> str | None:
    """How often, in words: "every 30 minutes", "Monday to Friday at 07:00"; None where there are no simple ones."""
    language = language_in(locale)
    if schedule.interval_s is not None:
        return _every(schedule.interval_s, language)
    if schedule.cron is None:
        return "once" if language == "en" else "uma vez"
    cron = " ".join(schedule.cron.split())
    if match := _MINUTELY.match(cron):
        minutes = int(match[1])
        return _every(minutes * 60, language) if minutes and 60 % minutes == 0 else None
    if match := _DAILY.match(cron):
        return _on_days(match[3], f"{int(match[2]):02d}:{int(match[1]):02d}", language)
    return None


def moments(schedule: Schedule, now: datetime, locale: str, count: int = 5) -> list[str]:
    """The next times, each with its day, in the schedule's zone."""
    zone, language = zone_of(schedule.timezone), language_in(locale)
    return [_moment(due.astimezone(zone), language) for due in coming_times(schedule, now, count)]


def _every(seconds: int, language: str) -> str:
    for size, names in _UNITS:
        if seconds % size == 0:
            count = seconds // size
            one, many = names[language]
            if language == "en":
                return f"every {one}" if count == 1 else f"every {count} {many}"
            return f"a cada {one}" if count == 1 else f"a cada {count} {many}"
    raise AssertionError("a second divides everything")


def _on_days(field: str, at: str, language: str) -> str:
    names = _DAYS[language]
    if field == "*":
        return f"every day at {at}" if language == "en" else f"todo dia às {at}"
    if match := re.match(r"^([0-7])-([0-7])$", field):
        first, last = names[int(match[1]) % 7], names[int(match[2]) % 7]
        return f"{first} to {last} at {at}" if language == "en" else f"de {first} a {last} às {at}"
    listed = _listed([names[int(day) % 7] for day in re.findall(r"[0-7]", field)], language)
    return f"{listed} at {at}" if language == "en" else f"{listed} às {at}"


def _listed(names: Sequence[str], language: str) -> str:
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} {'and' if language == 'en' else 'e'} {names[-1]}"


def _moment(at: datetime, language: str) -> str:
    day, month = _DAYS[language][(at.weekday() + 1) % 7], _MONTHS[language][at.month - 1]
    if language == "en":
        return f"{day}, {at.day} {month} {at.year}, {at:%H:%M}"
    return f"{day}, {at.day} de {month} de {at.year}, {at:%H:%M}"
