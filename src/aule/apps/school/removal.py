"""What goes when something goes: things that belong to it go too, things that only name it stay without it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from aule.apps.school.embedded import Embedded, Write
from aule.apps.school.entities import (
    Aluno,
    Atividade,
    Aula,
    Avaliacao,
    Entrega,
    EventoCalendario,
    Frequencia,
    Kept,
    Materia,
    MatriculaTurma,
    Nota,
    Participacao,
    PlanoEnsino,
    Turma,
)
from aule.apps.school.queries import SchoolQueries
from aule.apps.school.record_changes import edited, record_of, records
from aule.apps.school.table_mapping import entity_of, kind_of, row_of, title_of
from aule.apps.school.words import counted, say
from aule.sdk import Cascade, Model, Records, RowWrite

if TYPE_CHECKING:
    from aule.sdk import Context

_MANY = 400
"""From so many rows on they are written away from the loop."""
_OF_TURMA: tuple[type[Model], ...] = (MatriculaTurma, Entrega, Frequencia, Participacao)
OF_STUDENT: tuple[type[Model], ...] = (MatriculaTurma, Nota, Frequencia, Entrega, Participacao)
"""What a student has, and what goes with them."""
_EXAMPLES = 5


@dataclass(frozen=True, slots=True)
class Removal:
    """Something that goes, with all that goes or changes with it."""

    thing: Kept
    writes: list[Write]

    @property
    def counts(self) -> dict[str, int]:
        """How many of each kind go with it, and how many only lose the link to it (`aula_link`)."""
        every = Counter[str]()
        for write in self.writes[1:]:
            thing = write.after if write.after is not None else write.before
            if thing is not None:
                every[kind_of(thing).name + ("" if write.after is None else "_link")] += 1
        return dict(every)

    @property
    def examples(self) -> list[str]:
        """Names of some things that go with the removed one."""
        named = [title_of(write.before) for write in self.writes[1:] if write.before is not None]
        return [name for name in named if name][:_EXAMPLES]


async def removal(context: Context, queries: SchoolQueries, thing: Kept) -> Removal:
    """Return all that has to be written when something goes."""
    gather = _GATHER.get(type(thing))
    more = await gather(context, queries, thing) if gather else []
    return Removal(thing, [Write(thing, None), *more])


async def _of_activity(context: Context, queries: SchoolQueries, thing: Kept) -> list[Write]:
    writes = _gone(Entrega, await queries.raw_by(Entrega, "atividade_id", [thing.id]))
    for each in await queries.by(Avaliacao, "atividade_id", [thing.id]):
        writes.append(Write(each, edited(context, each, atividade_id=None)))
    uses = [ref.partition(":") for ref, _ in (await queries.usos([thing.id]))[thing.id]]
    for aula in await queries.many(Aula, [id for kind, _, id in uses if kind == "aula"]):
        writes.append(Write(aula, edited(context, aula, atividades=_without(aula.atividades, thing.id))))
    for event in await queries.many(EventoCalendario, [id for kind, _, id in uses if kind == "evento"]):
        left = _without(event.atividades, thing.id)
        is_empty = not left and event.aula_id is None
        writes.append(Write(event, None if is_empty else edited(context, event, atividades=left)))
    return writes


async def _of_lesson(context: Context, queries: SchoolQueries, thing: Kept) -> list[Write]:
    events = await queries.by(EventoCalendario, "aula_id", [thing.id])
    own: set[str] = set(thing.atividades) if isinstance(thing, Aula) else set()
    return [
        Write(each, None if set(each.atividades) <= own else edited(context, each, aula_id=None)) for each in events
    ]


async def _of_test(context: Context, queries: SchoolQueries, thing: Kept) -> list[Write]:
    writes = _gone(Nota, await queries.raw_by(Nota, "avaliacao_id", [thing.id]))
    for each in await queries.by(Avaliacao, "substitui_avaliacao_id", [thing.id]):
        writes.append(Write(each, edited(context, each, substitui_avaliacao_id=None)))
    return writes


async def _of_class(context: Context, queries: SchoolQueries, thing: Kept) -> list[Write]:
    """Return a class with everything that happened in it.

    Its students stay in the school, its activities with the teacher.
    """
    own = [thing.id]
    writes: list[Write] = []
    tests = await queries.by(Avaliacao, "turma_id", own)
    writes += _gone(Nota, await queries.raw_by(Nota, "avaliacao_id", [each.id for each in tests]))
    writes += [Write(each, None) for each in tests]
    for of in _OF_TURMA:
        writes += _gone(of, await queries.raw_by(of, "turma_id", own))
    for kept in (Aula, PlanoEnsino, EventoCalendario):
        writes += [Write(each, None) for each in await queries.by(kept, "turma_id", own)]
    for each in await queries.by(Atividade, "turma_id", own):
        writes.append(Write(each, edited(context, each, turma_id=None)))
    return writes


async def _of_student(context: Context, queries: SchoolQueries, thing: Kept) -> list[Write]:
    return [each for of in OF_STUDENT for each in _gone(of, await queries.raw_by(of, "aluno_id", [thing.id]))]


async def _of_subject(context: Context, queries: SchoolQueries, thing: Kept) -> list[Write]:
    """Return what to write when a subject is removed from its classes, activities and lessons.

    What is of it in tests and plans is not touched.
    """
    writes = [
        Write(each, edited(context, each, materias=_without(each.materias, thing.id)))
        for each in await queries.turmas()
        if thing.id in each.materias
    ]
    for of in (Atividade, Aula):
        for each in await queries.by(of, "materia_id", [thing.id]):
            writes.append(Write(each, edited(context, each, materia_id=None)))
    return writes


_Gather = Callable[["Context", SchoolQueries, Kept], Awaitable[list[Write]]]
_GATHER: Mapping[type[Kept], _Gather] = {
    Atividade: _of_activity,
    Aula: _of_lesson,
    Avaliacao: _of_test,
    Turma: _of_class,
    Aluno: _of_student,
    Materia: _of_subject,
}


def show(plan: Removal, locale: str, *, confirm: str | None = None) -> Records:
    """Return a preview of a removal: the thing, and all that goes with it."""
    counts = plan.counts
    record = record_of("delete", plan.thing)
    if counts:
        record = record.model_copy(update={"cascade": Cascade(counts=counts, examples=plan.examples)})
    name = title_of(plan.thing)
    summary = say("remove_named", locale, name=name)
    going = [counted(kind, count, locale) for kind, count in counts.items() if not kind.endswith("_link")]
    if going:
        summary += say("with_going", locale, going=", ".join(going))
    return records(summary, [record], confirm=confirm)


async def carry_out(context: Context, queries: SchoolQueries, plan: Removal, title: str) -> None:
    """Remove it, as one undoable change however much goes with it."""
    if len(plan.writes) <= _MANY:
        await Embedded(context).change(plan.writes, about=plan.thing.id, op="delete", title=title)
        return
    async with context.bulk(entity=f"school:{plan.thing.id}", op="delete", title=title) as bulk:
        for of, writes in (await row_writes(queries, plan)).items():
            await bulk.put(kind_of(of).table, writes)


async def row_writes(queries: SchoolQueries, plan: Removal) -> dict[type[Model], list[RowWrite]]:
    """Return whole rows of all that goes or changes with something, by what they are."""
    by_kind: dict[type[Model], list[Write]] = {}
    for write in plan.writes:
        thing = write.before if write.before is not None else write.after
        if thing is not None:
            by_kind.setdefault(type(thing), []).append(write)
    return {of: await _rows(queries, writes) for of, writes in by_kind.items()}


async def _rows(queries: SchoolQueries, writes: Sequence[Write]) -> list[RowWrite]:
    """Return whole rows of one kind."""
    wanted = [write.before.id for write in writes if write.row is None and isinstance(write.before, Kept)]
    first = writes[0].before
    found = {row["id"]: row for row in await queries.raw(type(first), wanted)} if wanted and first is not None else {}
    table = _table(writes[0])
    return [
        RowWrite(
            table,
            write.row or found.get(getattr(write.before, "id", "")),
            None if write.after is None else row_of(write.after),
        )
        for write in writes
    ]


def _table(write: Write) -> Any:
    thing = write.before if write.before is not None else write.after
    assert thing is not None
    return kind_of(thing).table


def _gone(of: type[Model], rows: Sequence[dict[str, Any]]) -> list[Write]:
    return [Write(entity_of(of, row), None, row) for row in rows]


def _without(ids: Sequence[str], id: str) -> list[str]:
    return [each for each in ids if each != id]
