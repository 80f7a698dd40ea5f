"""Events of the calendar: making one by hand, and moving or editing one."""

from __future__ import annotations

from typing import Any, Required, TypedDict, Unpack

from aule.apps.school.agenda import check_day, check_hours
from aule.apps.school.app import school
from aule.apps.school.capabilities.params import Dia, Evento, Hora, Text, Turma
from aule.apps.school.entities import EventoCalendario, Repeticao
from aule.apps.school.record_changes import checked, edited, new_id, nothing, picked, record_of, records, stamped
from aule.apps.school.source import source_of
from aule.apps.school.words import day, say
from aule.sdk import Context, Effect, Model, Records


class NovoEvento(TypedDict, total=False):
    """An event to be made."""

    titulo: Required[str]
    data: Required[Dia]
    hora_inicio: Hora
    hora_fim: Hora
    turma_id: Turma | None
    repeticao: Repeticao
    etiquetas: list[str]


class EdicaoEvento(TypedDict, total=False):
    """What to change about an event; what is left out stays as it is, null clears it."""

    evento_id: Required[Evento]
    titulo: Text
    data: Dia
    hora_inicio: Hora
    hora_fim: Hora
    dia_todo: bool
    repeticao: Repeticao
    turma_id: Turma | None
    etiquetas: list[str] | None


class EventoGuardado(Model):
    """An event as it stands now."""

    evento_id: str
    titulo: str
    data: str
    resumo: str


def _told(evento: EventoCalendario, locale: str) -> EventoGuardado:
    when = day(evento.data, locale)
    resumo = say("event_at", locale, evento=evento.titulo, when=when)
    return EventoGuardado(evento_id=evento.id, titulo=evento.titulo, data=evento.data, resumo=resumo)


async def _class(context: Context, said_turma: str | None) -> tuple[str | None, dict[str, str]]:
    if not said_turma:
        return None, {}
    turma = await (await source_of(context)).turma(said_turma)
    return turma.id, {turma.id: turma.nome}


async def _made(context: Context, given: NovoEvento) -> tuple[EventoCalendario, dict[str, str]]:
    turma, names = await _class(context, given.get("turma_id"))
    values: dict[str, Any] = {
        **given,
        "id": new_id(context, EventoCalendario),
        "data": check_day(given["data"], "data", context.locale),
        "turma_id": turma,
        "dia_todo": not given.get("hora_inicio"),
        "criado_por": "agent" if context.actor.type == "agent" else "user",
    }
    made = checked(EventoCalendario, values)
    check_hours(made.hora_inicio, made.hora_fim, context.locale)
    return made, names


async def _preview_new(context: Context, **given: Unpack[NovoEvento]) -> Records:
    made, names = await _made(context, given)
    return records(_told(made, context.locale).resumo, [record_of("create", made, names=names)])


@school.capability(
    effect=Effect.WRITE,
    category="CRIAR",
    title={"en": "Create an event", "pt": "Criar evento"},
    reversible=True,
    preview=_preview_new,
    targets=["turma_id"],
)
async def criar_evento(context: Context, **given: Unpack[NovoEvento]) -> EventoGuardado:
    """Put an event of any kind into the calendar: a meeting, a trip, a deadline."""
    await context.write_turn()
    made = stamped(context, (await _made(context, given))[0])
    title = say("calendar_titled", context.locale, titulo=made.titulo)
    await (await source_of(context)).save(made, title=title)
    return _told(made, context.locale)


async def _planned(context: Context, given: EdicaoEvento) -> tuple[EventoCalendario, EventoCalendario, dict[str, str]]:
    before = await (await source_of(context)).evento(given["evento_id"])
    changes = picked(given, ("titulo", "hora_inicio", "hora_fim", "dia_todo", "repeticao", "etiquetas"))
    names: dict[str, str] = {}
    if "data" in given:
        changes["data"] = check_day(given["data"], "data", context.locale)
    if "turma_id" in given:
        changes["turma_id"], names = await _class(context, given["turma_id"])
    if "hora_inicio" in changes and "dia_todo" not in changes:
        changes["dia_todo"] = not changes["hora_inicio"]
    if changes.get("dia_todo"):
        changes.update(hora_inicio=None, hora_fim=None)
    after = edited(context, before, **changes)
    check_hours(after.hora_inicio, after.hora_fim, context.locale)
    return before, after, names


async def _preview_edit(context: Context, **given: Unpack[EdicaoEvento]) -> Records:
    before, after, names = await _planned(context, given)
    record = record_of("update", after, before, names=names)
    if not record.fields:
        return nothing(context.locale)
    return records(say("edit_named", context.locale, titulo=before.titulo), [record])


@school.capability(
    effect=Effect.WRITE,
    category="EDITAR",
    title={"en": "Edit an event", "pt": "Editar evento"},
    reversible=True,
    preview=_preview_edit,
    targets=["evento_id"],
)
async def editar_evento(context: Context, **given: Unpack[EdicaoEvento]) -> EventoGuardado:
    """Edit an event of the calendar, or move it to another day."""
    await context.write_turn()
    before, after, _ = await _planned(context, given)
    title = say("titled_edited_m", context.locale, titulo=after.titulo)
    await (await source_of(context)).save(after, before, title=title)
    return _told(after, context.locale)
