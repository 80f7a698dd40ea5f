"""What an archive removes (`tobedeleted`): found by its sourcedId, with all that goes with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from aule.apps.school.entities import (
    Aluno,
    Avaliacao,
    Escola,
    Kept,
    Materia,
    Nota,
    PeriodoLetivo,
    PlanoEnsino,
    Professor,
    Turma,
)
from aule.apps.school.importing.oneroster.extras import ROWS
from aule.apps.school.importing.oneroster.ledger import ONEROSTER, Ledger, sources_of
from aule.apps.school.importing.oneroster.package import Line
from aule.apps.school.importing.queries import all_rows
from aule.apps.school.queries import SchoolQueries
from aule.apps.school.removal import removal, row_writes
from aule.apps.school.table_mapping import entity_of, kind_of, row_of
from aule.sdk import Context, RowWrite

_TABLES: Sequence[tuple[str, tuple[type[Kept], ...]]] = (
    ("lineItems", (Avaliacao,)),
    ("users", (Aluno, Professor)),
    ("classes", (Turma,)),
    ("courses", (Materia,)),
    ("academicSessions", (PeriodoLetivo,)),
    ("orgs", (Escola,)),
)
"""What rows of a table are here, those that others belong to last."""


class Remover:
    """Removes what an archive says is gone."""

    def __init__(self, context: Context, queries: SchoolQueries, ledger: Ledger) -> None:
        self._context = context
        self._queries = queries
        self._ledger = ledger

    async def remove(self, gone: Mapping[str, list[Line]]) -> None:
        """Find what these rows mean and put its removal into the ledger; rows that mean nothing here are told."""
        await self._marks(gone)
        for table, kinds in _TABLES:
            lines = gone.get(table, [])
            met: set[str] = set()
            for of in kinds if lines else ():
                met |= await self._things(of, {line.id: line for line in lines})
            for line in lines:
                if line.id not in met:
                    self._ledger.leave(line, "or_not_here")
        for line in gone.get("roles", []):
            self._ledger.leave(line, "or_role")

    async def _marks(self, gone: Mapping[str, list[Line]]) -> None:
        lines = gone.get("results", [])
        if not lines:
            return
        tests = {source: row for row in await self._rows(Avaliacao) for source in sources_of(row)}
        people = {source: row for row in await self._rows(Aluno) for source in sources_of(row)}
        wanted = {tests[line["lineItemSourcedId"]]["id"] for line in lines if line["lineItemSourcedId"] in tests}
        rows = {
            (row["avaliacao_id"], row["aluno_id"]): row
            for row in await self._queries.raw_by(Nota, "avaliacao_id", wanted)
        }
        for line in lines:
            test, student = tests.get(line["lineItemSourcedId"]), people.get(line["studentSourcedId"])
            row = rows.get((test["id"], student["id"])) if test is not None and student is not None else None
            if row is None or test is None or student is None:
                self._ledger.leave(line, "or_not_here")
            else:
                self._ledger.marks_gone.append((str(student["nome"]), str(test["titulo"])))
                self._ledger.take(Nota, RowWrite(kind_of(Nota).table, row, None))

    async def _things(self, of: type[Kept], lines: Mapping[str, Line]) -> set[str]:
        """Remove the things these rows mean; gives the sourcedIds that mean something."""
        met: set[str] = set()
        for row in await self._rows(of):
            found = set(sources_of(row)) & lines.keys()
            if not found:
                continue
            met |= found
            pending = self._ledger.pending(of, (row["id"],))
            now = row if pending is None or pending.after is None else pending.after
            rest = [source for source in sources_of(now) if source not in lines]
            thing = entity_of(of, now)
            if rest:
                await self._narrow(thing, row, found, rest)
            elif not await self._is_needed(thing):
                await self._drop(entity_of(of, row))
            else:
                for source in found:
                    self._ledger.refuse(of, lines[source], "or_needed")
        return met

    async def _drop(self, thing: Kept) -> None:
        plan = await removal(self._context, self._queries, thing)
        self._ledger.removals.append(plan)
        for of, writes in (await row_writes(self._queries, plan)).items():
            for write in writes:
                self._ledger.take(of, write)

    async def _narrow(self, thing: Kept, row: Mapping[str, Any], gone: set[str], rest: Sequence[str]) -> None:
        """Take rows away from something that is still meant by others, such as one of the subjects of a class."""
        extra = {name: value for name, value in thing.extra.items() if name not in (ONEROSTER, ROWS)}
        for name in (ONEROSTER, ROWS):
            kept = {key: value for key, value in dict(thing.extra.get(name) or {}).items() if key not in gone}
            if kept:
                extra[name] = kept
        first = thing.external_ids.get(ONEROSTER, "")
        update: dict[str, Any] = {"extra": extra}
        if first in gone:
            update["external_ids"] = {**thing.external_ids, ONEROSTER: rest[0]}
        if isinstance(thing, Turma):
            known = dict(thing.extra.get(ONEROSTER) or {})
            tested = {each.materia_id for each in await self._queries.avaliacoes(thing.id)}
            lost = {known.get(source) for source in gone} - {known.get(source) for source in rest} - tested
            update["materias"] = [each for each in thing.materias if each not in lost]
        after = {**row_of(thing.model_copy(update=update)), "updated_at": self._ledger.now}
        self._ledger.take(type(thing), RowWrite(kind_of(thing).table, row, after))

    async def _is_needed(self, thing: Kept) -> bool:
        """Tell whether something that stays cannot be without it."""
        if isinstance(thing, Materia):
            return await self._has(thing, "materia_id", Avaliacao, PlanoEnsino)
        return isinstance(thing, Escola) and await self._has(thing, "escola_id", Turma, Aluno, PeriodoLetivo)

    async def _has(self, thing: Kept, column: str, *kinds: type[Kept]) -> bool:
        for of in kinds:
            for each in await self._queries.by(of, column, [thing.id]):
                pending = self._ledger.pending(of, (each.id,))
                if pending is None or pending.after is not None:
                    return True
        return False

    async def _rows(self, of: type[Kept]) -> list[dict[str, Any]]:
        return await all_rows(self._queries.source, of)
