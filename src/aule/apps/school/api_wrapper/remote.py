"""A platform's rows, read as if they stood in the tables here; what it does not have is told, never made up (SP-51)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast

from pydantic import ValidationError

from aule.apps.school.api_wrapper import refusals
from aule.apps.school.entities import (
    Aluno,
    Atividade,
    Aula,
    Avaliacao,
    Entrega,
    Escola,
    EventoCalendario,
    Frequencia,
    Kept,
    Materia,
    Nota,
    Participacao,
    PeriodoLetivo,
    PlanoEnsino,
    Turma,
)
from aule.apps.school.names import chave
from aule.apps.school.queries import FIRST_DAY, LAST_DAY, Filtro, SchoolQueries
from aule.apps.school.resolver import Resolved
from aule.apps.school.table_mapping import Entity, Record, kind_of, title_of
from aule.apps.school.words import named, say
from aule.sdk import Model, errors

if TYPE_CHECKING:
    from aule.apps.school.api_wrapper.wire import Wire
    from aule.sdk import Context

REST = "rest"
"""Under which of the external ids the platform's own id is kept."""
LISTS: dict[type[Kept], str] = {
    Atividade: "atividades",
    Aula: "aulas",
    Avaliacao: "avaliacoes",
    PlanoEnsino: "planos",
    EventoCalendario: "eventos",
    Turma: "turmas",
    Escola: "escolas",
    Materia: "materias",
    PeriodoLetivo: "periodos",
}
ITEMS: dict[type[Kept], str] = {
    Atividade: "atividade",
    Aula: "aula",
    Avaliacao: "avaliacao",
    PlanoEnsino: "plano",
    EventoCalendario: "evento",
    Turma: "turma",
    Aluno: "aluno",
}
DAILY: dict[type[Model], tuple[str, str]] = {
    Frequencia: ("frequencia", "data"),
    Participacao: ("participacoes", "data"),
    Entrega: ("entregas", "prazo"),
}
"""What is asked for by class and days, and which field says the day."""
ONLY_HERE = frozenset(
    {
        *("raw", "raw_by", "raw_days", "counts", "tamanhos", "matriculas", "matriculas_de", "notas_do_aluno"),
        *("lancadas", "lancadas_em", "entregas_da_atividade", "do_aluno", "listadas", "usos", "aulas", "planos"),
    }
)
"""Reads that no platform is asked for: only code that knows its rows stand here (`is_here`) may use them."""
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,119}")


class RemoteQueries(Resolved):
    """The queries of a platform. What it has no address for is read here, and that is told."""

    is_here = False

    def __init__(self, context: Context, wire: Wire) -> None:
        super().__init__(context.reading, context.locale)
        self.here = SchoolQueries(context.reading)
        self.context = context
        self._told: set[str] = set()
        self.wire = wire
        self.etags: dict[str, str] = {}
        """Which version of a thing was read, by its id there."""

    @property
    def nome(self) -> str:
        """What results cite."""
        return self.wire.host

    async def id_there(self, of: type[Kept], id: str) -> str:
        """Return what the platform calls something that was written from here."""
        known = await self.here.get(of, id)
        return id if known is None else known.external_ids.get(REST, id)

    async def get(self, of: type[Entity], id: str) -> Entity | None:
        """Return the platform's record with exactly this id."""
        name = ITEMS.get(of)
        if name is None or not self.wire.has(name):
            found = await self.here.get(of, id)
            return found or next((each for each in await self._all(of) if each.id == id), None)
        if _ID.fullmatch(id) is None:
            return None
        there = await self.id_there(of, id)
        answer = await self.wire.one(name, there)
        if answer is None:
            return None
        if answer.etag:
            self.etags[there] = answer.etag
        return self._read(of, answer.body)

    async def many(self, of: type[Entity], ids: Iterable[str]) -> list[Entity]:
        """Return the platform's records with these ids, in no order."""
        if of not in LISTS and of not in ITEMS:
            return await self.here.many(of, ids)
        if of in (Turma, Escola, Materia):
            wanted = set(ids)
            return [each for each in await self._all(of) if each.id in wanted]
        return [found for id in dict.fromkeys(ids) if (found := await self.get(of, id)) is not None]

    async def by(self, of: type[Record], column: str, values: Iterable[str]) -> list[Record]:
        """Return those that have one of these values in a field, in no order; a platform is asked class by class."""
        if of is not Aluno or not self.wire.has("alunos"):
            return await self.here.by(of, column, values)
        wanted = set(values)
        every = [each for each in await self._everybody() if getattr(each, column) in wanted]
        return cast(list[Record], every)

    async def named(self, of: type[Entity], chave: str, most: int = 50) -> list[Entity]:
        """Return the platform's records whose folded name is exactly this."""
        return [each for each in await self._known(of, chave) if _key(each) == chave][:most]

    async def containing(self, of: type[Entity], part: str, most: int = 50) -> list[Entity]:
        """Return the platform's records whose folded name contains this."""
        return [each for each in await self._known(of, part) if part in _key(each)][:most]

    async def escolas(self) -> list[Escola]:
        """Return all schools."""
        return await self._all(Escola)

    async def periodos(self, escola_id: str = "") -> list[PeriodoLetivo]:
        """Return terms, by their first day."""
        found = sorted(await self._all(PeriodoLetivo), key=lambda each: each.inicio)
        return [each for each in found if not escola_id or each.escola_id in ("", escola_id)]

    async def materias(self) -> list[Materia]:
        """Return all subjects."""
        return await self._all(Materia)

    async def turmas(self, escola_id: str = "") -> list[Turma]:
        """Return classes, of one school or of all."""
        return [each for each in await self._all(Turma) if not escola_id or each.escola_id == escola_id]

    async def alunos(self, turma_id: str, *, ativo: bool | None = True) -> list[Aluno]:
        """Pull the students of a class."""
        if not self._is_there("alunos"):
            return await self.here.alunos(turma_id, ativo=ativo)
        found = self._list(Aluno, await self.wire.every("alunos", turma_id))
        return sorted((each for each in found if ativo is None or each.ativo is ativo), key=lambda each: each.nome)

    async def avaliacoes(self, turma_id: str, de: str = FIRST_DAY, ate: str = LAST_DAY) -> list[Avaliacao]:
        """Return the tests of a class between two days, the earliest first."""
        if not self._is_there("avaliacoes"):
            return await self.here.avaliacoes(turma_id, de, ate)
        query = {"turma_id": turma_id, **_days(de, ate)}
        found = self._list(Avaliacao, await self.wire.every("avaliacoes", query=query))
        fitting = [each for each in found if each.turma_id == turma_id and de <= each.data <= ate]
        return sorted(fitting, key=lambda each: (each.data, each.id))

    async def notas(self, turma_id: str, de: str = FIRST_DAY, ate: str = LAST_DAY) -> list[Nota]:
        """Return all marks in the tests of a class between two days.

        Test by test, where they are not had all at once.
        """
        if not self._is_there("notas"):
            return await self.here.notas(turma_id, de, ate)
        try:
            return await self._of_turma(Nota, "notas", turma_id, de, ate)
        except (errors.NotFound, refusals.SemRecurso):
            tests = await self.avaliacoes(turma_id, de, ate)
            return [each for test in tests for each in await self.notas_da_avaliacao(test.id)]

    async def notas_da_avaliacao(self, avaliacao_id: str) -> list[Nota]:
        """Return all marks in one test."""
        if not self._is_there("notas_da_avaliacao"):
            return await self.here.notas_da_avaliacao(avaliacao_id)
        id = await self.id_there(Avaliacao, avaliacao_id)
        return self._list(Nota, await self.wire.every("notas_da_avaliacao", id))

    async def daily(self, of: type[Record], turma_id: str, de: str = FIRST_DAY, ate: str = LAST_DAY) -> list[Record]:
        """Return what a class has day by day, or nothing where the platform knows no such thing; that is told."""
        name, day = DAILY[of]
        if not self._is_there(name):
            return await self.here.daily(of, turma_id, de, ate)
        try:
            found = await self._of_turma(of, name, turma_id, de, ate)
        except (errors.NotFound, refusals.SemRecurso):
            self._tell(name, is_left_out=True)
            return []
        return [each for each in found if de <= getattr(each, day) <= ate]

    async def eventos(self, de: str, ate: str, turma_id: str = "") -> list[EventoCalendario]:
        """Return events that may fall between two days."""
        if not self._is_there("eventos"):
            return await self.here.eventos(de, ate, turma_id)
        names = ("start", "end") if self.wire.perfil == "ponto_school" else ("de", "ate")
        found = self._list(EventoCalendario, await self.wire.every("eventos", query={names[0]: de, names[1]: ate}))
        return [
            each
            for each in found
            if each.data <= ate
            and (each.data >= de or each.repeticao != "none")
            and (not turma_id or each.turma_id in (None, turma_id))
        ]

    async def page(self, of: type[Entity], filtro: Filtro | None = None) -> tuple[int, list[Entity]]:
        """Return those that fit: how many there are, and the latest of them."""
        wanted = filtro or Filtro()
        found = await self._fitting(of, wanted)
        return len(found), found[wanted.skip : wanted.skip + wanted.limit]

    async def listed(self, of: type[Entity], filtro: Filtro | None = None) -> list[Entity]:
        """Return lessons, tests, plans or activities that fit, the latest first."""
        return (await self.page(of, filtro))[1]

    async def total(self, of: type[Entity], filtro: Filtro | None = None) -> int:
        """Return how many fit."""
        return (await self.page(of, filtro))[0]

    async def _fitting(self, of: type[Entity], filtro: Filtro) -> list[Entity]:
        found = [each for each in await self._all(of) if _fits(each, filtro)]
        return sorted(found, key=lambda each: (getattr(each, "data", None) or "", each.created_at), reverse=True)

    async def _all(self, of: type[Entity]) -> list[Entity]:
        """Return everything of a kind, from there, or from here where the platform does not have it."""
        name = LISTS.get(of, "")
        if self._is_there(name):
            try:
                return self._list(of, await self.wire.every(name))
            except (errors.NotFound, refusals.SemRecurso):
                self._tell(name)
        return await self.here.listed(of, Filtro(limit=10_000)) if _has_list(of) else await self._kept_here(of)

    async def _kept_here(self, of: type[Entity]) -> list[Entity]:
        here: dict[type[Kept], Any] = {
            Escola: self.here.escolas,
            Materia: self.here.materias,
            Turma: self.here.turmas,
            PeriodoLetivo: self.here.periodos,
        }
        return await here[of]() if of in here else []

    async def _known(self, of: type[Entity], words: str) -> list[Entity]:
        if of is Aluno:
            return cast(list[Entity], await self._everybody())
        found = await self._all(of)
        return [each for each in found if words in _key(each)]

    async def _everybody(self) -> list[Aluno]:
        every = {each.id: each for turma in await self.turmas() for each in await self.alunos(turma.id, ativo=None)}
        return list(every.values())

    async def _of_turma(self, of: type[Record], name: str, turma_id: str, de: str, ate: str) -> list[Record]:
        periodo = "tudo" if (de, ate) == (FIRST_DAY, LAST_DAY) else f"{de}..{ate}"
        return self._list(of, await self.wire.every(name, turma_id, {"periodo": periodo}))

    def _is_there(self, name: str) -> bool:
        if self.wire.has(name):
            return True
        self._tell(name)
        return False

    def _tell(self, name: str, *, is_left_out: bool = False) -> None:
        """Say once that something is not there."""
        if name and name not in self._told:
            self._told.add(name)
            words = say(
                "source_lacks_left_out" if is_left_out else "source_lacks_used_here",
                self.context.locale,
                host=self.wire.host,
                name=name,
            )
            self.context.warn("fonte_sem_recurso", words)

    def _list(self, of: type[Record], items: list[Any]) -> list[Record]:
        return [self._read(of, item) for item in items]

    def _read(self, of: type[Record], item: Any) -> Record:
        """Return something a platform sent, as what it should be; fields nobody knows are kept aside."""
        what = named(kind_of(of).name, self.context.locale)
        if not isinstance(item, dict):
            raise refusals.wrong(self.wire.host, what, self.context.locale)
        try:
            return read_entity(of, cast(dict[str, Any], item))
        except ValidationError as error:
            place = ".".join(str(part) for part in error.errors()[0]["loc"])[:80]
            raise refusals.wrong(self.wire.host, f"{what} ({place})", self.context.locale) from None


def read_entity(of: type[Record], item: dict[str, Any]) -> Record:
    """Return a thing as another program wrote it: what has no field of its own goes to `extra`."""
    known = {name: value for name, value in item.items() if name in of.model_fields}
    if issubclass(of, Kept):
        more = {name: value for name, value in item.items() if name not in of.model_fields}
        if more:
            extra = known.get("extra")
            known["extra"] = {**(cast(dict[str, Any], extra) if isinstance(extra, dict) else {}), **more}
        if isinstance(known.get("id"), int):
            known["id"] = str(known["id"])
        if of in (Turma, Aluno, PeriodoLetivo):
            known.setdefault("escola_id", "")
    return of.model_validate(known)


def _key(entity: Model) -> str:
    return chave(title_of(entity))


def _days(de: str, ate: str) -> dict[str, str]:
    return {} if (de, ate) == (FIRST_DAY, LAST_DAY) else {"de": de, "ate": ate}


def _has_list(of: type[Kept]) -> bool:
    return of in (Atividade, Aula, Avaliacao, PlanoEnsino)


def _fits(entity: Kept, filtro: Filtro) -> bool:
    wanted = (("turma_id", filtro.turma_id), ("materia_id", filtro.materia_id), ("tipo", filtro.tipo))
    day = getattr(entity, "data", None)
    is_then = day is None or filtro.de <= day <= filtro.ate
    return (
        is_then
        and all(not value or getattr(entity, name, None) == value for name, value in wanted)
        and (not filtro.busca or filtro.busca in _key(entity))
    )
