"""A school in the tables here: what is said is resolved, and what is written is one undoable change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from aule.apps.school.entities import (
    Aluno,
    Avaliacao,
    Frequencia,
    Kept,
    MatriculaTurma,
    Nota,
)
from aule.apps.school.resolver import Resolved
from aule.apps.school.table_mapping import entity_of, is_same, kind_of, row_of, title_of
from aule.sdk import Model, RowWrite, errors

if TYPE_CHECKING:
    from aule.sdk import Context


@dataclass(frozen=True, slots=True)
class Write:
    """One thing as it was read and as it is to be; none before: it is new, none after: it goes."""

    before: Model | None
    after: Model | None
    row: dict[str, Any] | None = None
    """The whole row it was read from, where it is at hand."""


class Embedded(Resolved):
    """The tables of this system as a source."""

    def __init__(self, context: Context) -> None:
        super().__init__(context.reading, context.locale)
        self.context = context

    async def save(self, entity: Kept, before: Kept | None = None, *, title: str) -> str:
        """Make something, or edit what was read as `before`; gives the change, or nothing where it already is so."""
        op = "create" if before is None else "update"
        return await self.change([Write(before, entity)], about=entity.id, op=op, title=title)

    async def remove(self, entity: Kept, *, title: str) -> str:
        """Remove something alone."""
        return await self.change([Write(entity, None)], about=entity.id, op="delete", title=title)

    async def save_notas(self, avaliacao: Avaliacao, notas: Sequence[Nota], *, title: str) -> int:
        """Write marks of a test as one change; gives how many were not so before."""
        rows = {row["aluno_id"]: row for row in await self.raw_by(Nota, "avaliacao_id", [avaliacao.id])}
        writes = [_over(each, rows.get(each.aluno_id)) for each in notas]
        changed = [write for write in writes if write.before != write.after]
        if changed:
            await self.change(changed, about=avaliacao.id, op="update", title=title)
        return len(changed)

    async def save_frequencias(self, turma_id: str, registros: Sequence[Frequencia], *, title: str) -> int:
        """Write attendance of a class as one change; gives how many records were not so before."""
        if not registros:
            return 0
        days = [each.data for each in registros]
        found = await self.raw_days(Frequencia, turma_id, min(days), max(days))
        rows = {(row["data"], row["materia_id"], row["aluno_id"]): row for row in found}
        writes = [_over(each, rows.get((each.data, each.materia_id, each.aluno_id))) for each in registros]
        changed = [write for write in writes if write.before != write.after]
        if changed:
            await self.change(changed, about=turma_id, op="update", title=title)
        return len(changed)

    async def enrol(self, aluno: Aluno, matricula: MatriculaTurma, *, title: str, is_new: bool) -> str:
        """Put a student into a class; with `is_new` the student is made too."""
        there = {each.turma_id: each for each in await self.matriculas_de(aluno.id)}
        writes = [Write(there.get(matricula.turma_id), matricula)]
        if is_new:
            writes.insert(0, Write(None, aluno))
        return await self.change(writes, about=aluno.id, op="create" if is_new else "update", title=title)

    async def change(self, writes: Sequence[Write], *, about: str, op: str, title: str) -> str:
        """Write several things as one undoable change about one of them; what already is so is left alone.

        The call has to hold its turn (`context.write_turn()`) since it read them.
        """
        await self.context.write_turn()
        prepared = [made for write in writes if (made := await self._prepared(write)) is not None]
        if not prepared:
            return ""
        first = writes[0]
        return await self.context.change_rows(
            prepared,
            entity=f"school:{about}",
            op=op,
            title=title,
            before=_told(first.before),
            after=_told(first.after),
        )

    async def _prepared(self, write: Write) -> RowWrite | None:
        """Return the rows of a write, with the stamp of what is there now; none where nothing would change."""
        thing = write.after if write.after is not None else write.before
        if thing is None:
            return None
        kind = kind_of(thing)
        before = write.row or await self._raw(write.before)
        if write.after is None:
            return RowWrite(kind.table, before, None)
        after = row_of(write.after)
        if before is not None and is_same(before, after):
            return None
        return RowWrite(kind.table, before, after)

    async def _raw(self, before: Model | None) -> dict[str, Any] | None:
        """Return the row something was read from; if it is another by now, that is a conflict."""
        if before is None:
            return None
        kind = kind_of(before)
        keys = [str(column.name) for column in kind.table.primary_key.columns]
        row = row_of(before)
        first = "aluno_id" if "aluno_id" in keys else keys[0]
        found = [
            each
            for each in await self.raw_by(type(before), first, [row[first]])
            if all(each[name] == row[name] for name in keys)
        ]
        if not found or entity_of(type(before), found[0]) != before:
            raise errors.Conflict(
                f"{title_of(before) or kind.name!r} changed meanwhile.", code="row_changed", hint="Look at it again."
            )
        return found[0]


def _over(after: Model, row: dict[str, Any] | None) -> Write:
    """Return a record over the row that is there."""
    return Write(None if row is None else entity_of(type(after), row), after, row)


def _told(entity: Model | None) -> dict[str, Any] | None:
    """Return an entity as a change tells it: without what is sensitive or only for finding."""
    if entity is None:
        return None
    return entity.model_dump(mode="json", exclude={"necessidades", "external_ids", "extra"})
