"""The calendar as iCalendar (RFC 5545), for the phones and calendars teachers already have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta

from aule.apps.school.entities import EventoCalendario

_RULES = {"daily": "DAILY", "weekly": "WEEKLY", "monthly": "MONTHLY", "yearly": "YEARLY"}
WIDEST = 75
"""Bytes of a line; what is longer goes on in the next."""


def icalendar(events: Sequence[tuple[EventoCalendario, str]], now: datetime) -> bytes:
    """Return events, each with the name of its class, as one calendar."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//aule//school//PT", "CALSCALE:GREGORIAN"]
    for event, class_name in events:
        lines += list(_event(event, class_name, now))
    lines.append("END:VCALENDAR")
    return "".join(f"{folded}\r\n" for line in lines for folded in _folded(line)).encode()


def _event(event: EventoCalendario, class_name: str, now: datetime) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{event.id}@aule"
    yield f"DTSTAMP:{now:%Y%m%dT%H%M%SZ}"
    day = date.fromisoformat(event.data)
    if event.dia_todo or event.hora_inicio is None:
        yield f"DTSTART;VALUE=DATE:{day:%Y%m%d}"
        yield f"DTEND;VALUE=DATE:{day + timedelta(days=1):%Y%m%d}"
    else:
        yield f"DTSTART:{day:%Y%m%d}T{event.hora_inicio.replace(':', '')}00"
        if event.hora_fim is not None:
            yield f"DTEND:{day:%Y%m%d}T{event.hora_fim.replace(':', '')}00"
    if event.repeticao in _RULES:
        yield f"RRULE:FREQ={_RULES[event.repeticao]}"
    yield f"SUMMARY:{_text(event.titulo)}"
    if class_name:
        yield f"LOCATION:{_text(class_name)}"
    if event.etiquetas:
        yield f"CATEGORIES:{','.join(_text(each) for each in event.etiquetas)}"
    yield "END:VEVENT"


def _text(text: str) -> str:
    shown = "".join(each if each.isprintable() or each == "\n" else " " for each in text)
    for mark in ("\\", ";", ","):
        shown = shown.replace(mark, f"\\{mark}")
    return shown.replace("\n", "\\n")


def _folded(line: str) -> Iterator[str]:
    """Yield a line in pieces no wider than the format allows; no character is cut in two."""
    piece, room = "", WIDEST
    for character in line:
        size = len(character.encode())
        if size > room:
            yield piece
            piece, room = " ", WIDEST - 1
        piece += character
        room -= size
    yield piece
