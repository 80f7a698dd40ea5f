"""Putting a lesson or activities onto a day: one event, however many activities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Required, TypedDict, Unpack

from aule.apps.school import agenda
from aule.apps.school.app import school
from aule.apps.school.capabilities.params import Aula, Hora, Turma
from aule.apps.school.capabilities.pesquisar.calendario import Conflito, days
from aule.apps.school.embedded import Write
from aule.apps.school.entities import Aula as Lesson
from aule.apps.school.entities import EventoCalendario, Repeticao
from aule.apps.school.record_changes import edited, new_id, record_of, records, stamped
from aule.apps.school.source import Embedded, SchoolSource, source_of
from aule.apps.school.words import counted, day, say
from aule.sdk import Context, Effect, Model, Records, errors


class NovaData(TypedDict, total=False):
    """What goes onto the calendar, and when."""

    aula_id: Annotated[Aula | None, "The lesson. At least one of `aula_id` and `atividade_ids` is needed."]
    atividade_ids: Annotated[list[str] | None, "Activities: ids or titles. They stay together as one event."]
    data: Required[
        Annotated[str, "A day `AAAA-MM-DD`, or a range `AAAA-MM-DD..AAAA-MM-DD`: then the first free weekday in it."]
    ]
    hora_inicio: Hora
    hora_fim: Hora
    turma_id: Annotated[Turma | None, "The class. Left out: that of the lesson or the activities."]
    repeticao: Annotated[Repeticao, "How it repeats."]
    titulo: Annotated[str | None, "What the event is called. Left out: after what is in it."]


class NoCalendario(Model):
    """Where it stands in the calendar."""

    evento_id: str
    titulo: str
    data: str
    turma: str
    atividades: list[str]
    conflitos: list[Conflito]
    resumo: str


@dataclass(frozen=True, slots=True)
class _Plan:
    """What would be written."""

    evento: EventoCalendario
    aula: Lesson | None
    turma: str
    names: dict[str, str]
    conflitos: list[Conflito]
    is_chosen: bool
    """Whether the day was picked out of a range."""


async def _planned(context: Context, given: NovaData) -> _Plan:
    source = await source_of(context)
    aula = await source.aula(said_id) if (said_id := given.get("aula_id")) else None
    atividades = [await source.atividade(each) for each in given.get("atividade_ids") or () if each]
    if aula is None and not atividades:
        raise errors.Invalid(
            say("nothing_to_schedule", context.locale),
            code="invalid_param",
            field="atividade_ids",
            hint=say("give_lesson_or_activities", context.locale),
        )
    turma = await _class_of(source, given.get("turma_id"), [aula, *atividades])
    listed = list(dict.fromkeys([*(aula.atividades if aula else ()), *(each.id for each in atividades)]))
    first, last = _range(given["data"], context.locale)
    turmas = {each.id: each.nome for each in await source.turmas()}
    found = await days(source, first, last, "", list(turmas))
    own = [each for each in found if aula is None or each.evento.id != aula.id]
    hoje = context.reading.today.isoformat()
    data = first if first == last else agenda.first_free(own, first, last, turma_id=turma, hoje=hoje)
    start, end = given.get("hora_inicio"), given.get("hora_fim")
    agenda.check_hours(start, end, context.locale)
    evento = EventoCalendario(
        id=new_id(context, EventoCalendario),
        titulo=given.get("titulo") or _title(aula, [each.titulo for each in atividades], context.locale),
        data=data,
        hora_inicio=start or None,
        hora_fim=end or None,
        dia_todo=not start,
        repeticao=given.get("repeticao") or "none",
        turma_id=turma or None,
        aula_id=aula.id if aula else None,
        atividades=listed,
        criado_por="agent" if context.actor.type == "agent" else "user",
    )
    conflitos = [
        Conflito(dia=data, eventos=[evento.titulo, each.evento.titulo])
        for each in own
        if each.dia == data and agenda.collide(evento, each.evento)
    ]
    names = {**turmas, **{each.id: each.titulo for each in atividades}}
    if aula is not None:
        names[aula.id] = aula.titulo
    return _Plan(evento, aula, turmas.get(turma, ""), names, conflitos, first != last)


async def _preview(context: Context, **given: Unpack[NovaData]) -> Records:
    plan = await _planned(context, given)
    when = day(plan.evento.data, context.locale)
    summary = say("add_event", context.locale, evento=plan.evento.titulo, when=when)
    warnings = [say("on_that_day", context.locale, other=each.eventos[1]) for each in plan.conflitos]
    record = record_of("create", plan.evento, path=[plan.turma], names=plan.names)
    return records(summary, [record], warnings=warnings)


@school.capability(
    effect=Effect.WRITE,
    category="ADICIONAR",
    title={"en": "Add to the calendar", "pt": "Adicionar ao calendário"},
    reversible=True,
    preview=_preview,
    targets=["turma_id"],
)
async def adicionar_aula_calendario(context: Context, **given: Unpack[NovaData]) -> NoCalendario:
    """Put a lesson, or activities, onto a day of the calendar; of a range of days the first free weekday is taken."""
    await context.write_turn()
    plan = await _planned(context, given)
    evento = stamped(context, plan.evento)
    title = say("change_event_added", context.locale, evento=evento.titulo)
    source = await source_of(context)
    if isinstance(source, Embedded):
        writes = [Write(None, evento)]
        if plan.aula is not None and plan.aula.data != evento.data:
            writes.append(Write(plan.aula, edited(context, plan.aula, data=evento.data)))
        await source.change(writes, about=evento.id, op="create", title=title)
    else:
        await source.save(evento, title=title)
    for each in plan.conflitos:
        other = say("on_that_day", context.locale, other=each.eventos[1])
        context.warn("conflito_no_calendario", other)
    when = day(evento.data, context.locale)
    resumo = say("event_added", context.locale, evento=evento.titulo, when=when)
    if len(evento.atividades) > 1:
        resumo += f" ({counted('atividade', len(evento.atividades), context.locale)})"
    return NoCalendario(
        evento_id=evento.id,
        titulo=evento.titulo,
        data=evento.data,
        turma=plan.turma,
        atividades=evento.atividades,
        conflitos=plan.conflitos,
        resumo=resumo,
    )


def _range(text: str, locale: str) -> tuple[str, str]:
    first, dots, last = text.partition("..")
    de = agenda.check_day(first, "data", locale)
    ate = agenda.check_day(last, "data", locale) if dots else de
    agenda.check_span(de, ate, "data", locale)
    return de, ate


async def _class_of(source: SchoolSource, said_turma: str | None, things: Sequence[object]) -> str:
    """Return the class that was named, else the one all of these are for."""
    if said_turma:
        return (await source.turma(said_turma)).id
    ids = {id for each in things if each is not None and (id := getattr(each, "turma_id", None))}
    return ids.pop() if len(ids) == 1 else ""


def _title(aula: Lesson | None, titles: Sequence[str], locale: str) -> str:
    if aula is not None:
        return aula.titulo
    if len(titles) == 1:
        return titles[0]
    kind, colon, _ = titles[0].partition(": ")
    same = f"{kind}{colon}" if colon and all(each.startswith(f"{kind}{colon}") for each in titles) else ""
    short = [titles[0], *(each.removeprefix(same) for each in titles[1:])]  # "Lista: frações e potências"
    joined = f"{', '.join(short[:-1])} {say('and', locale)} {short[-1]}"
    return joined if len(joined) <= 200 else joined[:199].rsplit(" ", 1)[0] + "…"
