"""Tables of apps on each database: made and widened at the start, written with guards, read as of one moment."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import Column, Index, MetaData, Table, Text, func, select
from tests.conformance.world import opened
from tests.kernel.garden import ALL, allow_all, open_garden, plant, plants, rows_of, stamped_rows

from aule.contracts.errors import Conflict, Invalid
from aule.stores.database import Database
from aule.stores.repositories.app_rows import AppRows, RowWrite
from aule.stores.staging import form_of
from aule.testing.system import system

pytestmark = pytest.mark.xdist_group("postgres")
HOW_MANY = select(func.count()).select_from(plants)


def _notes(*more: Column[str]) -> Table:
    table = Table("garden_notes", MetaData(), Column("id", Text, primary_key=True), *more, Column("stamp", Text))
    if more:
        Index("garden_notes_by_text", table.c.text)
    return table


async def test_tables_are_made_once_and_widened_later(url: str) -> None:
    """A home of an older version gets them; what is in them stays when an app wants more."""
    narrow, wide = _notes(), _notes(Column("text", Text, nullable=False, server_default="?"))
    async with opened(url) as database:
        await database.bring([narrow])
        async with database.transaction() as transaction:
            await AppRows(transaction).write([RowWrite(narrow, None, {"id": "a"})], "chg_1")
        await database.bring([narrow])
    async with opened(url) as database:
        await database.bring([wide, plants])
        assert await database.fetch(select(wide)) == [("a", "?", "chg_1")]
        await database.bring([narrow])  # an older version of the app leaves alone what it does not know
        assert await database.fetch(select(wide.c.text)) == [("?",)]
        with pytest.raises(TypeError, match="default"):
            await database.bring([_notes(Column("text", Text), Column("late", Text, nullable=False))])


async def test_a_row_is_written_only_where_it_is_as_it_was_read(url: str) -> None:
    """One of several that does not fit means that none is written, and is named."""
    async with opened(url) as database:
        await database.bring([plants])
        rose, oak = plant("rose", 1, place=1), plant("oak", 2, place=2)
        async with database.transaction(durable=True) as transaction:
            await AppRows(transaction).write([RowWrite(plants, None, rose), RowWrite(plants, None, oak)], "chg_1")
        read = {**rose, "stamp": "chg_1"}
        stale = {**oak, "stamp": "chg_0"}
        for wrong, name in (
            (RowWrite(plants, stale, {**oak, "height": 9}), "oak"),
            (RowWrite(plants, stale, None), "oak"),
            (RowWrite(plants, None, oak), "oak"),
            (RowWrite(plants, None, plant("lily", place=2)), "lily"),  # its place is somebody's
            (RowWrite(plants, {**plant("elm"), "stamp": "chg_1"}, plant("elm", 1)), "elm"),
        ):
            with pytest.raises(Conflict) as caught:
                async with database.transaction() as transaction:
                    await AppRows(transaction).write([RowWrite(plants, read, {**rose, "height": 7}), wrong], "chg_2")
            assert (caught.value.problem.code, caught.value.problem.subject) == (
                "row_changed",
                f"garden_plants/north/{name}",
            )
        assert [row[2] for row in await database.fetch(ALL)] == [2.0, 1.0]
        with pytest.raises(Invalid):
            async with database.transaction() as transaction:
                await AppRows(transaction).write([RowWrite(plants, None, plant("\ud800"))], "chg_3")


async def test_a_snapshot_stays_as_it_was(url: str) -> None:
    """Large reads see one moment, and keep nobody from writing."""
    async with opened(url) as database:
        await database.bring([plants])
        await _grow(database, "rose")
        async with database.snapshot() as then:
            await _grow(database, "oak")
            found = await asyncio.gather(then.fetch(HOW_MANY), database.fetch(HOW_MANY), then.fetch(HOW_MANY))
            assert found == [[(1,)], [(2,)], [(1,)]]


async def test_what_is_staged_is_nobodys_business_until_it_is_moved(url: str) -> None:
    """Read by the same statements; moved all at once, or not at all; gone when nobody moves it."""
    async with opened(url) as database:
        await database.bring([plants])
        await _grow(database, "rose")
        await _grow(database, "oak")
        staging = database.staging()
        form = form_of(plants)
        rows = [{**plant("rose", 5), "was_stamp": "rose"}, plant("lily", 1), plant("elm", 2)]
        values = [tuple([{"stamp": "chg_9", "was_stamp": None, **row}[name] for name in form.row]) for row in rows]
        await staging.put(plants, values[:2], [("north", "oak", "oak")])
        await staging.put(plants, values[2:], [])
        assert (await staging.source.fetch(HOW_MANY), await database.fetch(HOW_MANY)) == ([(3,)], [(2,)])
        with pytest.raises(RuntimeError):
            async with database.long_transaction(staging) as transaction:
                await staging.move(transaction)
                raise RuntimeError
        await staging.close()
        assert await database.fetch(HOW_MANY) == [(2,)]
        staging = database.staging()
        await staging.put(plants, values, [("north", "oak", "oak")])
        async with database.long_transaction(staging) as transaction:
            await staging.move(transaction)
            assert await database.fetch(HOW_MANY) == [(2,)]  # whoever reads goes on
        await staging.close()
        assert [row[1:3] for row in await database.fetch(ALL)] == [("elm", 2.0), ("lily", 1.0), ("rose", 5.0)]
        again = database.staging()
        await again.put(plants, [(*values[0][:-2], "chg_10", "rose")], [])
        with pytest.raises(Conflict) as caught:
            async with database.long_transaction(again) as transaction:
                await again.move(transaction)
        assert caught.value.problem.subject == "garden_plants/north/rose"
        await again.close()


async def test_the_same_story_of_rows_on_every_database(tmp_path: Path, url: str) -> None:
    """K-7, K-8, K-9: written, started again, taken back and brought again."""
    home, garden = tmp_path / "home", open_garden()
    async with system(home, apps=[garden.app], database_url=url) as aule:
        garden.source = aule.kernel.database
        await allow_all(aule)
        await aule.kernel.call("garden.tend", {"steps": [["rose", 1], ["oak", 2], ["rose", 3]]})
        sown = await aule.kernel.call("garden.sow", {"count": 2_500})
        resown = await aule.kernel.call("garden.sow", {"count": 60, "replace": True})
        with pytest.raises(Conflict):
            await aule.kernel.call("garden.sow", {"count": 70})
        states = await stamped_rows(aule)
    async with system(home, apps=[garden.app], database_url=url) as aule:
        garden.source = aule.kernel.database
        assert await stamped_rows(aule) == states
        assert not (await aule.kernel.preview_undo(f"run:{sown.run}")).possible
        undo = await aule.kernel.undo(f"run:{resown.run}")
        await aule.kernel.undo(f"run:{undo.id}")
        assert await stamped_rows(aule) == states
        await aule.kernel.undo(f"run:{resown.run}")
        gone = await aule.kernel.undo(f"run:{sown.run}")
        assert await rows_of(aule) == [("north", "oak", 2.0, None, None), ("north", "rose", 3.0, None, None)]
        await aule.kernel.undo(f"run:{gone.id}")
        assert await aule.kernel.database.fetch(HOW_MANY) == [(2_502,)]
        found = (await aule.kernel.changes.list(limit=100)).items
        assert {change.entity.partition(":")[0] for change in found} == {"garden"}


async def _grow(database: Database, name: str) -> None:
    async with database.transaction() as transaction:
        await AppRows(transaction).write([RowWrite(plants, None, plant(name, 1))], name)
