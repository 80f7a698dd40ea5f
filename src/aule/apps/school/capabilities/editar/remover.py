"""Removing things, with what belongs to them; each is shown first and can be undone."""

from __future__ import annotations

from typing import Annotated

from aule.apps.school.app import school
from aule.apps.school.capabilities.params import Aluno, Atividade, Aula, Avaliacao, Evento, Materia, Turma
from aule.apps.school.embedded import Write
from aule.apps.school.entities import Avaliacao as Test
from aule.apps.school.entities import Kept, MatriculaTurma, PeriodoLetivo, PlanoEnsino
from aule.apps.school.names import not_found
from aule.apps.school.record_changes import records
from aule.apps.school.removal import Removal, carry_out, removal, show
from aule.apps.school.source import Embedded, embedded, source_of
from aule.apps.school.table_mapping import kind_of, title_of
from aule.apps.school.words import named, say
from aule.sdk import Context, Effect, FieldChange, Model, RecordChange, Records, errors

Plano = Annotated[str, "The teaching plan, by its id."]
Periodo = Annotated[str, "The term, by its id."]


class Removido(Model):
    """What was removed, and how much went with it."""

    id: str
    titulo: str
    junto: dict[str, int]
    """What went with it; `…_link` are things that stayed and only lost the link."""
    resumo: str


async def _remove(context: Context, thing: Kept) -> Removido:
    """Remove something from where it is kept."""
    name = title_of(thing)
    noun = named(kind_of(thing).name, context.locale)
    title = say("removed", context.locale, noun=noun, name=name)
    source = await source_of(context)
    if not isinstance(source, Embedded):
        await source.remove(thing, title=title)
        return Removido(id=thing.id, titulo=name, junto={}, resumo=title)
    plan = await removal(context, source, thing)
    await carry_out(context, source, plan, title)
    return Removido(id=thing.id, titulo=name, junto=plan.counts, resumo=title)


async def _plan(context: Context, thing: Kept) -> Removal:
    source = await source_of(context)
    return await removal(context, source, thing) if source.is_here else Removal(thing, [Write(thing, None)])


async def _show_activity(context: Context, atividade_id: str) -> Records:
    return show(await _plan(context, await (await source_of(context)).atividade(atividade_id)), context.locale)


@school.capability(
    effect=Effect.DELETE,
    category="EDITAR",
    title={"en": "Remove an activity", "pt": "Remover atividade"},
    reversible=True,
    preview=_show_activity,
    targets=["atividade_id"],
)
async def remover_atividade(context: Context, atividade_id: Atividade) -> Removido:
    """Remove an activity; lessons, tests and events that use it stay without it."""
    await context.write_turn()
    return await _remove(context, await (await source_of(context)).atividade(atividade_id))


async def _show_lesson(context: Context, aula_id: str) -> Records:
    return show(await _plan(context, await (await source_of(context)).aula(aula_id)), context.locale)


@school.capability(
    effect=Effect.DELETE,
    category="EDITAR",
    title={"en": "Remove a lesson", "pt": "Remover aula"},
    reversible=True,
    preview=_show_lesson,
    targets=["aula_id"],
)
async def remover_aula(context: Context, aula_id: Aula) -> Removido:
    """Remove a lesson and its place in the calendar; its activities stay."""
    await context.write_turn()
    return await _remove(context, await (await source_of(context)).aula(aula_id))


async def _show_test(context: Context, avaliacao_id: str) -> Records:
    return show(await _plan(context, await (await source_of(context)).avaliacao(avaliacao_id)), context.locale)


@school.capability(
    effect=Effect.DELETE,
    category="EDITAR",
    title={"en": "Remove a test", "pt": "Remover avaliação"},
    reversible=True,
    preview=_show_test,
    targets=["avaliacao_id"],
)
async def remover_avaliacao(context: Context, avaliacao_id: Avaliacao) -> Removido:
    """Remove a test with all its marks."""
    await context.write_turn()
    return await _remove(context, await (await source_of(context)).avaliacao(avaliacao_id))


async def _show_plan(context: Context, plano_id: str) -> Records:
    return show(await _plan(context, await (await source_of(context)).plano(plano_id)), context.locale)


@school.capability(
    effect=Effect.DELETE,
    category="EDITAR",
    title={"en": "Remove a teaching plan", "pt": "Remover plano de ensino"},
    reversible=True,
    preview=_show_plan,
    targets=["plano_id"],
)
async def remover_plano(context: Context, plano_id: Plano) -> Removido:
    """Remove a teaching plan."""
    await context.write_turn()
    return await _remove(context, await (await source_of(context)).plano(plano_id))


async def _show_event(context: Context, evento_id: str) -> Records:
    return show(await _plan(context, await (await source_of(context)).evento(evento_id)), context.locale)


@school.capability(
    effect=Effect.DELETE,
    category="EDITAR",
    title={"en": "Remove an event", "pt": "Remover evento"},
    reversible=True,
    preview=_show_event,
    targets=["evento_id"],
)
async def remover_evento(context: Context, evento_id: Evento) -> Removido:
    """Take an event out of the calendar; lessons and activities in it stay."""
    await context.write_turn()
    return await _remove(context, await (await source_of(context)).evento(evento_id))


async def _show_class(context: Context, turma_id: str) -> Records:
    turma = await embedded(context).turma(turma_id)
    return show(await removal(context, embedded(context), turma), context.locale, confirm=turma.nome)


@school.capability(
    effect=Effect.DELETE,
    category="EDITAR",
    title={"en": "Remove a class", "pt": "Remover turma"},
    reversible=True,
    preview=_show_class,
    targets=["turma_id"],
)
async def remover_turma(context: Context, turma_id: Turma) -> Removido:
    """Remove a class with its tests, marks, attendance, lessons and events; students and activities stay."""
    await context.write_turn()
    return await _remove(context, await embedded(context).turma(turma_id))


async def _subject(context: Context, said_materia: str) -> Kept:
    """Return a subject that can go: no test and no plan is of it."""
    source = embedded(context)
    materia = await source.materia(said_materia)
    for of in (Test, PlanoEnsino):
        found = await source.by(of, "materia_id", [materia.id])
        if found:
            noun = named(kind_of(of).name, context.locale)
            raise errors.Conflict(
                say(
                    "subject_still_used",
                    context.locale,
                    materia=materia.nome,
                    count=len(found),
                    noun=noun,
                    title=title_of(found[0]),
                ),
                code="em_uso",
                field="materia",
                hint=say("remove_those_first", context.locale),
            )
    return materia


async def _show_subject(context: Context, materia: str) -> Records:
    return show(await removal(context, embedded(context), await _subject(context, materia)), context.locale)


@school.capability(
    effect=Effect.DELETE,
    category="EDITAR",
    title={"en": "Remove a subject", "pt": "Remover matéria"},
    reversible=True,
    preview=_show_subject,
    targets=["materia"],
)
async def remover_materia(context: Context, materia: Materia) -> Removido:
    """Remove a subject that no test and no plan is of."""
    await context.write_turn()
    return await _remove(context, await _subject(context, materia))


async def _term(context: Context, periodo_id: str) -> Kept:
    found = await embedded(context).get(PeriodoLetivo, periodo_id.strip())
    if found is None:
        raise not_found("periodo", periodo_id, [], field="periodo_id", locale=context.locale)
    return found


async def _show_term(context: Context, periodo_id: str) -> Records:
    return show(Removal(thing := await _term(context, periodo_id), [Write(thing, None)]), context.locale)


@school.capability(
    effect=Effect.DELETE,
    category="EDITAR",
    title={"en": "Remove a term", "pt": "Remover período letivo"},
    reversible=True,
    preview=_show_term,
    targets=["periodo_id"],
)
async def remover_periodo(context: Context, periodo_id: Periodo) -> Removido:
    """Remove a term; nothing that happened in it is touched."""
    await context.write_turn()
    return await _remove(context, await _term(context, periodo_id))


async def _leaving(context: Context, turma_id: str, aluno_id: str) -> tuple[str, str, MatriculaTurma, MatriculaTurma]:
    source = embedded(context)
    turma = await source.turma(turma_id)
    aluno = await source.aluno(aluno_id, turma_id=turma.id)
    found = [each for each in await source.matriculas_de(aluno.id) if each.turma_id == turma.id]
    if not found:
        raise not_found("matricula", aluno.nome, [], field="aluno_id", locale=context.locale)
    return turma.nome, aluno.nome, found[0], found[0].model_copy(update={"fim": context.reading.today.isoformat()})


async def _show_leaving(context: Context, turma_id: str, aluno_id: str) -> Records:
    turma, aluno, before, after = await _leaving(context, turma_id, aluno_id)
    change = FieldChange(name="fim", before=before.fim, after=after.fim)
    record = RecordChange(op="unlink", kind="matricula", title=aluno, path=[turma], fields=[change])
    return records(say("student_leaves", context.locale, aluno=aluno, turma=turma), [record])


@school.capability(
    effect=Effect.WRITE,
    category="EDITAR",
    title={"en": "Take a student out of a class", "pt": "Remover aluno da turma"},
    reversible=True,
    preview=_show_leaving,
    targets=["turma_id"],
)
async def remover_aluno_turma(context: Context, turma_id: Turma, aluno_id: Aluno) -> Removido:
    """End a student's time in a class today; marks and attendance stay."""
    await context.write_turn()
    turma, aluno, before, after = await _leaving(context, turma_id, aluno_id)
    title = say("student_left", context.locale, aluno=aluno, turma=turma)
    await embedded(context).change([Write(before, after)], about=after.aluno_id, op="update", title=title)
    return Removido(id=after.aluno_id, titulo=aluno, junto={}, resumo=title)
