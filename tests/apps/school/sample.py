"""A school on a whole running system: laid out at once, acted on as its teacher does, and compared row by row."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import select
from tests.apps.atlas.company import Calendar

from aule import boot
from aule.apps.school.entities import (
    Aluno,
    Avaliacao,
    Escola,
    Materia,
    MatriculaTurma,
    Nota,
    PeriodoLetivo,
    Turma,
)
from aule.apps.school.queries import SchoolQueries
from aule.apps.school.sample.layout import sample, sample_id
from aule.apps.school.table_mapping import KINDS, kind_of, row_of
from aule.apps.school.tables import metadata
from aule.contracts.access.approval import Records
from aule.contracts.access.capability import Result
from aule.contracts.errors import AuleError, Problem
from aule.contracts.views import Called
from aule.kernel.capabilities.gate.owner_confirmation import ByHand
from aule.sdk import Model, RowWrite
from aule.stores.database import Database
from aule.stores.repositories.app_rows import AppRows
from aule.testing.system import System, system

NOVEMBER = datetime(2026, 11, 16, 12, tzinfo=UTC)
"""A Monday in term time."""
TODAY = NOVEMBER.date()
ESCOLA, MATEMATICA = sample_id(Escola, 0), sample_id(Materia, 0)
SEVENTH, EIGHTH = sample_id(Turma, 0), sample_id(Turma, 1)
PROVAS = (sample_id(Avaliacao, 0), sample_id(Avaliacao, 1))


class School:
    """A school of a running system."""

    def __init__(self, system: System, locale: str = "pt-BR") -> None:
        self.system = system
        self.kernel = system.kernel
        self.locale = locale

    async def do(self, name: str, **params: Any) -> dict[str, Any]:
        """Do something by hand, as a form does; gives its data."""
        result = await self.call(name, **params)
        assert result.ok, result.error
        return result.data

    async def call(self, name: str, **params: Any) -> Result:
        """Call a capability by hand, and give its whole result."""
        return (await self.called(name, **params)).result

    async def called(self, name: str, **params: Any) -> Called:
        """Call a capability by hand, and give the call with its run."""
        return await self.kernel.call(f"school.{name}", params, locale=self.locale, by_hand=ByHand())

    async def remove(self, name: str, **params: Any) -> dict[str, Any]:
        """Remove something by hand: look at what goes, type what has to be typed, and let it happen."""
        shown = await self.kernel.preview(f"school.{name}", params, locale=self.locale)
        assert isinstance(shown.preview, Records)
        hand = ByHand(seen=shown.content_hash, confirm=shown.preview.confirm)
        result = (await self.kernel.call(f"school.{name}", params, locale=self.locale, by_hand=hand)).result
        assert result.ok, result.error
        return result.data

    async def problem(self, name: str, **params: Any) -> Problem:
        """Why something is refused."""
        try:
            called = await self.called(name, **params)
        except AuleError as error:
            return error.problem
        assert called.result.error is not None, f"{name} was not refused: {called.result}"
        return called.result.error

    async def preview(self, name: str, **params: Any) -> Records:
        """What a person sees before it is done."""
        shown = await self.kernel.preview(f"school.{name}", params, locale=self.locale)
        assert isinstance(shown.preview, Records)
        return shown.preview

    async def view(self, name: str, **params: Any) -> Any:
        """What a view shows."""
        apps = self.kernel.apps
        return await apps.look(
            apps.view("school", name), {key: [str(value)] for key, value in params.items()}, locale=self.locale
        )

    async def undo(self, change: str) -> None:
        """Take a change back."""
        await self.kernel.undo(f"change:{change}")

    @property
    def queries(self) -> SchoolQueries:
        """What it keeps."""
        return SchoolQueries(self.kernel.database)

    async def rows(self) -> dict[str, list[tuple[Any, ...]]]:
        """Every row there is, by kind, without stamps: what must be the same again after an undo."""
        return {name: await _rows(self.kernel.database, name) for name in KINDS}


@asynccontextmanager
async def school(
    path: Path, things: Iterable[Model] = (), *, at: datetime = NOVEMBER, locale: str = "pt-BR", **more: Any
) -> AsyncGenerator[School]:
    """A running system that keeps these things; it is a Monday in November 2026."""
    around = replace(boot.ambient(), clock=Calendar(at))
    async with system(path, ambient=around, **more) as running:
        await lay(running.kernel.database, things)
        yield School(running, locale)


async def lay(database: Database, things: Iterable[Model]) -> None:
    """Put things into a store at once, without a run; its tables are made where nobody has used the app yet."""
    await database.bring(metadata.sorted_tables)
    writes = [RowWrite(kind_of(each).table, None, row_of(each)) for each in things]
    async with database.transaction(durable=True) as transaction:
        await AppRows(transaction).write(writes, "chg_laid")


def whole_school(today: date = TODAY) -> list[Model]:
    """The whole sample school: 7A and 8B with all that is in it."""
    return sample(today)


def seventh(today: date = TODAY, *, marks: bool = True, terms: bool = True) -> list[Model]:
    """7A with 25 students, and two tests in maths with item data tagged EF07MA17, EF07MA12 and EF07MA02."""
    return [each for each in sample(today) if _is_of_seventh(each, marks=marks, terms=terms)]


def _is_of_seventh(each: Model, *, marks: bool, terms: bool) -> bool:
    if isinstance(each, (Escola, Materia)):
        return True
    if isinstance(each, PeriodoLetivo):
        return terms
    if isinstance(each, (Turma, Aluno)):
        return each.id == SEVENTH or (each.id < sample_id(Aluno, 100) and each.id.startswith("alu"))
    if isinstance(each, MatriculaTurma):
        return each.turma_id == SEVENTH
    if isinstance(each, Avaliacao):
        return marks and each.id in PROVAS
    return marks and isinstance(each, Nota) and each.avaliacao_id in PROVAS


async def _rows(database: Database, kind: str) -> list[tuple[Any, ...]]:
    table = KINDS[kind].table
    columns = [column for column in table.columns if column.name != "stamp"]
    return list(await database.fetch(select(*columns).order_by(*table.primary_key.columns)))
