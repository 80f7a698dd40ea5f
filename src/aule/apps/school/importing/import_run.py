"""An import from its file to its result: planned and shown, or planned and written as one change that can be undone."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from aule.apps.school.entities import Aluno, Avaliacao, Frequencia, Kept, MatriculaTurma, Nota
from aule.apps.school.importing.attendance_plan import Attending, Key
from aule.apps.school.importing.marks_plan import Grading
from aule.apps.school.importing.target import Target
from aule.apps.school.importing.words import say
from aule.apps.school.queries import SchoolQueries
from aule.apps.school.record_changes import stamped
from aule.apps.school.table_mapping import kind_of, row_of
from aule.sdk import Context, Model, RowWrite

SOME = 2_000
"""Rows that are put at once."""
Rows = Mapping[Any, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Batch:
    """Rows of one table to write."""

    of: type[Model]
    writes: Sequence[RowWrite]


async def write(context: Context, batches: Sequence[Batch], *, entity: str, title: str, told: dict[str, int]) -> int:
    """Write rows as one undoable change, telling how far it is; nothing is done where there is nothing.

    Gives how many rows were written.
    """
    total = sum(len(batch.writes) for batch in batches)
    if not total:
        return 0
    done = 0
    async with context.bulk(entity=f"school:{entity}", op="import", title=title) as bulk:
        for batch in batches:
            table = kind_of(batch.of).table
            for start in range(0, len(batch.writes), SOME):
                some = batch.writes[start : start + SOME]
                await bulk.put(table, some)
                done += len(some)
                if total > SOME:
                    words = say("writing", context.locale, done=done, total=total)
                    context.progress(words, round(0.3 + 0.69 * done / total, 3))
        bulk.tell(after={name: count for name, count in told.items() if count})
    return total


def kept_writes(context: Context, entities: Sequence[tuple[Kept, Kept | None]], rows: Rows) -> Iterator[RowWrite]:
    """Yield rows of entities, each with what it was before."""
    for after, before in entities:
        row = rows.get(after.id) if before is not None else None
        yield RowWrite(kind_of(after).table, row, row_of(stamped(context, after, before)))


async def around_batches(
    context: Context, queries: SchoolQueries, target: Target, made: Sequence[Aluno], joining: Sequence[Aluno]
) -> list[Batch]:
    """Return what stands around the cells: the school, subjects, the class, students who are made or come into it."""
    batches: list[Batch] = []
    if target.new_escola:
        batches.append(_batch(context, [(target.escola, None)]))
    if target.new_materias:
        batches.append(_batch(context, [(each, None) for each in target.new_materias]))
    if target.before is None:
        batches.append(_batch(context, [(target.turma, None)]))
    elif target.is_changed:
        rows = {row["id"]: row for row in await queries.raw(type(target.turma), [target.turma.id])}
        batches.append(_batch(context, [(target.turma, target.before)], rows))
    own = [each.model_copy(update={"escola_id": target.escola.id}) for each in made]
    if own:
        batches.append(_batch(context, [(each, None) for each in own]))
    if own or joining:
        batches.append(await _enrolments(context, queries, target, [*own, *joining]))
    return batches


def test_batches(context: Context, plan: Grading, rows: Rows) -> list[Batch]:
    """Return the tests of a plan that are made or change."""
    wanted = [(each.after, each.before) for each in plan.tests if each.is_new or each.is_changed]
    return [Batch(Avaliacao, list(kept_writes(context, wanted, rows)))] if wanted else []


def mark_batch(plan: Grading, rows: Rows) -> Batch:
    """Return the marks of a plan that are made or change."""
    table = kind_of(Nota).table
    writes: list[RowWrite] = []
    for cell in plan.cells:
        if cell.op not in ("criar", "alterar") or cell.after is None:
            continue
        before = rows.get(cell.key) if cell.op == "alterar" else None
        test, student = cell.key
        after = {
            "avaliacao_id": test,
            "aluno_id": student,
            "valor": cell.after.valor,
            "situacao": cell.after.situacao,
            "itens": before["itens"] if before is not None else None,
            "observacao": before["observacao"] if before is not None else "",
        }
        writes.append(RowWrite(table, before, after))
    return Batch(Nota, writes)


def day_batch(plan: Attending, turma_id: str, rows: Mapping[Key, Mapping[str, Any]]) -> Batch:
    """Return the records of attendance that are made or change."""
    table = kind_of(Frequencia).table
    writes: list[RowWrite] = []
    for cell in plan.cells:
        if cell.op not in ("criar", "alterar") or cell.after is None:
            continue
        when, materia, student = cell.key
        after = {
            "turma_id": turma_id,
            "data": when,
            "materia_id": materia,
            "aluno_id": student,
            "presenca": cell.after.presenca,
            "carga": cell.after.carga,
        }
        writes.append(RowWrite(table, rows.get(cell.key) if cell.op == "alterar" else None, after))
    return Batch(Frequencia, writes)


async def rows_by(
    queries: SchoolQueries, of: type[Model], column: str, values: Sequence[str], *keys: str
) -> dict[Any, Any]:
    """Return whole rows with their stamps that have one of these values in a column, by some of their columns."""
    found = await queries.raw_by(of, column, values)

    def keyed() -> dict[Any, Any]:
        if len(keys) == 1:
            return {row[keys[0]]: row for row in found}
        return {tuple(row[key] for key in keys): row for row in found}

    return await asyncio.to_thread(keyed)


def _batch(context: Context, entities: Sequence[tuple[Kept, Kept | None]], rows: Rows | None = None) -> Batch:
    return Batch(type(entities[0][0]), list(kept_writes(context, entities, rows or {})))


async def _enrolments(context: Context, queries: SchoolQueries, target: Target, students: Sequence[Aluno]) -> Batch:
    """Return these students in the class from today on; who left it comes back."""
    rows: dict[str, Any] = {}
    if target.before is not None:
        rows = await rows_by(queries, MatriculaTurma, "turma_id", [target.turma.id], "aluno_id")
    today = context.reading.today.isoformat()
    table = kind_of(MatriculaTurma).table
    return Batch(
        MatriculaTurma,
        [
            RowWrite(
                table,
                rows.get(each.id),
                row_of(MatriculaTurma(aluno_id=each.id, turma_id=target.turma.id, inicio=today)),
            )
            for each in students
        ],
    )
