"""The sample school in one click, and out again in one click."""

from __future__ import annotations

from collections import Counter

from aule.apps.school.app import school
from aule.apps.school.entities import Escola, Materia, Turma
from aule.apps.school.queries import SchoolQueries
from aule.apps.school.sample.layout import sample, sample_id
from aule.apps.school.sample.people import SCHOOL
from aule.apps.school.sample.queries import sample_rows
from aule.apps.school.table_mapping import KINDS, kind_of, row_of
from aule.apps.school.words import say
from aule.sdk import Context, Effect, Model, Records, RowWrite, TableCount, errors


class Amostra(Model):
    """The sample school, as it was added or removed."""

    escola_id: str
    nome: str
    turmas: list[str]
    registros: int
    """How many rows came or went; none if it was there already."""
    resumo: str


def _told(count: int, resumo: str) -> Amostra:
    turmas = [sample_id(Turma, 0), sample_id(Turma, 1)]
    return Amostra(escola_id=sample_id(Escola, 0), nome=SCHOOL, turmas=turmas, registros=count, resumo=resumo)


async def _is_there(context: Context) -> bool:
    return await SchoolQueries(context.reading).get(Escola, sample_id(Escola, 0)) is not None


async def _things(context: Context) -> list[Model]:
    """Return what the sample brings; where the school keeps a subject of that name, the sample uses that one."""
    known = {each.nome: each.id for each in await SchoolQueries(context.reading).materias()}
    every = sample(context.reading.today)
    same = {each.id: known[each.nome] for each in every if isinstance(each, Materia) and each.nome in known}
    if not same:
        return every
    kept = [each for each in every if not (isinstance(each, Materia) and each.id in same)]
    return [_with_subjects(each, same) for each in kept]


def _with_subjects(each: Model, same: dict[str, str]) -> Model:
    if isinstance(each, Turma):
        return each.model_copy(update={"materias": [same.get(id, id) for id in each.materias]})
    id = getattr(each, "materia_id", None)
    return each.model_copy(update={"materia_id": same[id]}) if id in same else each


async def _preview_add(context: Context) -> Records:
    if await _is_there(context):
        return Records(summary=_already(context), records=[], total=0)
    counts = Counter(kind_of(each).name for each in await _things(context))
    tables = [TableCount(name=name, create=counts[name]) for name in KINDS if counts[name]]
    summary = say("add_sample", context.locale, school=SCHOOL)
    return Records(summary=summary, records=[], tables=tables, total=counts.total())


def _already(context: Context) -> str:
    return say("sample_is_there", context.locale)


@school.capability(
    effect=Effect.WRITE,
    category="UTILIDADE",
    title={"en": "Add the sample school", "pt": "Adicionar a escola de amostra"},
    reversible=True,
    idempotent=True,
    preview=_preview_add,
)
async def adicionar_amostra(context: Context) -> Amostra:
    """Add a sample school to look around in: classes 7A and 8B with marks, attendance, activities and a calendar."""
    await context.write_turn()
    if await _is_there(context):
        return _told(0, _already(context))
    things = await _things(context)
    title = say("sample_added", context.locale)
    async with context.bulk(entity=f"school:{sample_id(Escola, 0)}", op="create", title=title) as bulk:
        for name, kind in KINDS.items():
            rows = [RowWrite(kind.table, None, row_of(each)) for each in things if kind_of(each).name == name]
            if rows:
                await bulk.put(kind.table, rows)
    return _told(len(things), title)


async def _preview_remove(context: Context) -> Records:
    found = await _sample(context)
    tables = [TableCount(name=name, delete=len(rows)) for name, rows in found.items()]
    summary = say("remove_sample", context.locale, school=SCHOOL)
    return Records(summary=summary, records=[], tables=tables, total=sum(each.delete for each in tables))


@school.capability(
    effect=Effect.WRITE,
    category="UTILIDADE",
    title={"en": "Remove the sample school", "pt": "Remover a escola de amostra"},
    reversible=True,
    preview=_preview_remove,
)
async def remover_amostra(context: Context) -> Amostra:
    """Remove the sample school with everything in it; nothing of another school is touched."""
    await context.write_turn()
    found = await _sample(context)
    title = say("sample_removed", context.locale)
    async with context.bulk(entity=f"school:{sample_id(Escola, 0)}", op="delete", title=title) as bulk:
        for name, rows in found.items():
            await bulk.put(KINDS[name].table, [RowWrite(KINDS[name].table, row, None) for row in rows])
    return _told(sum(map(len, found.values())), title)


async def _sample(context: Context) -> dict[str, list[dict[str, object]]]:
    """Return all rows of the sample, by kind."""
    if not await _is_there(context):
        raise errors.NotFound(
            say("no_sample", context.locale),
            hint="school.adicionar_amostra",
        )
    return await sample_rows(context.reading)
