"""Pulling: a platform's records become records here, each matched with what came before; nothing is ever removed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from aule.apps.school.api_wrapper.queries import linked
from aule.apps.school.api_wrapper.remote import REST
from aule.apps.school.embedded import Write
from aule.apps.school.entities import (
    Aluno,
    Atividade,
    Avaliacao,
    Escola,
    EventoCalendario,
    Frequencia,
    Kept,
    Materia,
    MatriculaTurma,
    Nota,
    Turma,
)
from aule.apps.school.queries import Filtro, SchoolQueries
from aule.apps.school.record_changes import new_id, stamped
from aule.apps.school.table_mapping import Entity, entity_of, is_same, kind_of, row_of
from aule.apps.school.words import say
from aule.sdk import Model, TableCount, errors

if TYPE_CHECKING:
    from aule.apps.school.api_wrapper.rest import RestSource
    from aule.sdk import Context

MOST = 50_000
"""Records one pull takes."""
_KEEPS = frozenset({"id", "created_at", "updated_at", "necessidades", "external_ids", "extra"})
"""What stays as it is here, whatever the platform says."""


@dataclass(slots=True)
class Pull:
    """What would be written, and how much is already so."""

    context: Context
    source: RestSource
    writes: list[Write] = field(default_factory=list[Write])
    same: Counter[str] = field(default_factory=Counter[str])
    left_out: list[str] = field(default_factory=list[str])
    """What belongs to something nobody knows."""
    _ids: dict[tuple[type[Kept], str], str] = field(default_factory=dict[tuple[type[Kept], str], str])

    @property
    def here(self) -> SchoolQueries:
        """What is kept here."""
        return SchoolQueries(self.context.reading)

    @property
    def counts(self) -> list[TableCount]:
        """How many of each kind are new, changed, and already so."""
        made = Counter((kind_of(_thing(each)).name, each.before is None) for each in self.writes)
        names = dict.fromkeys([*(name for name, _ in made), *self.same])
        return [
            TableCount(name=name, create=made[name, True], update=made[name, False], unchanged=self.same[name])
            for name in names
        ]

    async def classes(self, turma: str) -> list[Turma]:
        """Pull schools, subjects, and one class or all; return the classes as the platform calls them."""
        wanted = [await self.source.turma(turma)] if turma else await self.source.turmas()
        await self._take(Escola, [each for each in await self.source.escolas() if each.id])
        await self._take(Materia, await self.source.materias())
        known = await self.here.escolas()
        own = known[0].id if known else next((_id(each) for each in self.writes if isinstance(each.after, Escola)), "")
        fitted = [
            each.model_copy(
                update={
                    "escola_id": self._ids.get((Escola, each.escola_id), own),
                    "materias": [self._ids[Materia, id] for id in each.materias if (Materia, id) in self._ids],
                }
            )
            for each in wanted
        ]
        await self._take(Turma, fitted)
        return wanted

    async def students(self, turma: Turma) -> None:
        """Pull the students of a class."""
        here = self._ids[Turma, turma.id]
        students = await self.source.alunos(turma.id, ativo=None)
        own = next(
            (each.after.escola_id for each in self.writes if isinstance(each.after, Turma) and each.after.id == here),
            "",
        )
        if not own and (kept := await self.here.get(Turma, here)) is not None:
            own = kept.escola_id
        await self._take(Aluno, [each.model_copy(update={"escola_id": own}) for each in students])
        enrolled = {each.aluno_id for each in await self.here.matriculas(here)}
        for each in students:
            id = self._ids[Aluno, each.id]
            if id not in enrolled:
                today = self.context.reading.today.isoformat()
                self._write(Write(None, MatriculaTurma(aluno_id=id, turma_id=here, inicio=today)))

    async def marks(self, turma: Turma) -> None:
        """Pull tests and marks of a class."""
        tests = await self.source.avaliacoes(turma.id)
        await self._take(Avaliacao, [fitted for each in tests if (fitted := self._fitted(each)) is not None])
        notas = await self.source.notas(turma.id)
        rows = await self.here.raw_by(Nota, "avaliacao_id", {self._ids.get((Avaliacao, each.id), "") for each in tests})
        self._records(
            notas, {(row["avaliacao_id"], row["aluno_id"]): row for row in rows}, ("avaliacao_id", "aluno_id")
        )

    async def attendance(self, turma: Turma) -> None:
        """Pull the attendance of a class."""
        registros = await self.source.daily(Frequencia, turma.id)
        rows = await self.here.raw_by(Frequencia, "turma_id", [self._ids[Turma, turma.id]])
        keys = ("turma_id", "data", "materia_id", "aluno_id")
        self._records(registros, {tuple(row[key] for key in keys): row for row in rows}, keys)

    async def work(self) -> None:
        """Pull activities and the calendar."""
        _, activities = await self.source.page(Atividade, Filtro(limit=MOST))
        await self._take(Atividade, [fitted for each in activities if (fitted := self._fitted(each)) is not None])
        events = await self.source.eventos("0001-01-01", "9999-12-31")
        await self._take(EventoCalendario, [fitted for each in events if (fitted := self._fitted(each)) is not None])

    def _fitted(self, entity: Entity) -> Entity | None:
        """Return an entity with what it belongs to, as it is called here.

        What it only mentions is left out if unknown.
        """
        changes: dict[str, Any] = {}
        for name, of in (("turma_id", Turma), ("materia_id", Materia), ("atividade_id", Atividade)):
            id = getattr(entity, name, None)
            if not id:
                continue
            known = self._ids.get((of, id))
            if known is None and isinstance(entity, Avaliacao) and name != "atividade_id":
                self.left_out.append(entity.titulo)
                return None
            changes[name] = known
        if hasattr(entity, "atividades"):
            mentioned: list[str] = getattr(entity, "atividades", [])
            changes["atividades"] = [self._ids[Atividade, id] for id in mentioned if (Atividade, id) in self._ids]
        if hasattr(entity, "aula_id"):
            changes["aula_id"] = None
        return entity.model_copy(update=changes)

    async def _take(self, of: type[Entity], entities: Iterable[Entity]) -> None:
        """Match entities with those here, by the id the platform gave them, and keep what is new or changed."""
        every = list({each.id: each for each in entities if (of, each.id) not in self._ids}.values())
        rows = {str(row["id"]): row for row in await self.here.raw(of, [each.id for each in every])}
        known = {entity_of(of, row).external_ids.get(REST, id): row for id, row in rows.items()}
        known |= await self._matched(of)
        for each in every:
            row = known.get(each.id)
            before = None if row is None else entity_of(of, row)
            id = before.id if before is not None else self._free(of, each.id, rows)
            self._ids[of, each.id] = id
            if before is None:
                fresh = each.model_copy(update={"id": id, "external_ids": {**each.external_ids, REST: each.id}})
                self._write(Write(None, stamped(self.context, fresh)))
            else:
                changes = {name: getattr(each, name) for name in of.model_fields if name not in _KEEPS}
                after = stamped(self.context, before.model_copy(update=changes), before)
                self._write(Write(before, after, row))

    async def _matched(self, of: type[Kept]) -> dict[str, dict[str, Any]]:
        """Return rows that came from the platform before, by what it calls them."""
        rows = await linked(self.context.reading, kind_of(of), REST)
        return {id: row for row in rows if (id := entity_of(of, row).external_ids.get(REST))}

    def _free(self, of: type[Kept], id: str, taken: dict[str, Any]) -> str:
        """Return the platform's own id, where it is one of ours and free; else a fresh one."""
        is_ours = re.fullmatch(rf"{kind_of(of).prefix}_[0-9a-z]{{1,40}}", id) is not None
        return id if is_ours and id not in taken else new_id(self.context, of)

    def _records(
        self, found: Iterable[Nota | Frequencia], rows: dict[Any, dict[str, Any]], keys: tuple[str, ...]
    ) -> None:
        places: dict[str, type[Kept]] = {"avaliacao_id": Avaliacao, "aluno_id": Aluno, "turma_id": Turma}
        for each in found:
            mapped = {
                name: self._ids.get((of, getattr(each, name))) for name, of in places.items() if hasattr(each, name)
            }
            if None in mapped.values():
                self.left_out.append(f"{kind_of(each).name} {each.aluno_id}")
                continue
            if isinstance(each, Frequencia):
                mapped["materia_id"] = self._ids.get((Materia, each.materia_id), "")
            after = each.model_copy(update=mapped)
            row = rows.get(tuple(getattr(after, key) for key in keys))
            self._write(Write(None if row is None else entity_of(type(each), row), after, row))

    def _write(self, write: Write) -> None:
        thing = _thing(write)
        if write.row is not None and is_same(write.row, row_of(thing)):
            self.same[kind_of(thing).name] += 1
            return
        self.writes.append(write)
        if len(self.writes) > MOST:
            raise errors.TooLarge(
                say("too_many_records", self.context.locale, most=MOST),
                hint=say("name_one_class", self.context.locale),
            )


def _thing(write: Write) -> Model:
    assert write.after is not None, "a pull removes nothing"
    return write.after


def _id(write: Write) -> str:
    return str(getattr(write.after, "id", ""))
