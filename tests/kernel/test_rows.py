"""Rows of apps: written with their change or not at all, guarded by stamps, taken back in any order that fits."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Column, LargeBinary, MetaData, Table, Text
from tests.kernel.garden import Garden, allow_all, open_garden, plant, plants, rows_of, stamped_rows

from aule.contracts.access.change import OWNER
from aule.contracts.errors import Cancelled, Conflict, WriteBlocked
from aule.contracts.runs.run import RunStatus
from aule.contracts.settings import Settings
from aule.sdk import App, Context, Effect, RowWrite
from aule.testing.system import System, system


@asynccontextmanager
async def gardening(path: Path, garden: Garden | None = None) -> AsyncGenerator[tuple[System, Garden]]:
    """A system with a garden in which nothing asks."""
    garden = garden or open_garden()
    async with system(path, apps=[garden.app]) as aule:
        garden.source = aule.kernel.database
        await allow_all(aule)
        yield aule, garden


async def test_a_change_of_rows_is_seen_in_the_history_and_taken_back(tmp_path: Path) -> None:
    """K-7, K-8: in the same transaction as its record; before and after are for reading."""
    async with gardening(tmp_path) as (aule, _):
        made = await aule.kernel.call("garden.grow", {"name": "rose", "height": 1})
        edited = await aule.kernel.call("garden.grow", {"name": "rose", "height": 2})
        assert await stamped_rows(aule) == [("north", "rose", 2.0, None, None, edited.result.changes[0])]
        change = await aule.kernel.changes.get(edited.result.changes[0])
        assert (change.app, change.entity, change.before, change.after) == (
            "garden",
            "garden:rose",
            {"height": 1.0},
            {"height": 2.0},
        )
        assert change.rows is not None and change.rows.tables == {"garden_plants": 1} and change.rows.made == {}
        diff = await aule.kernel.change_log.diff(change.id)
        assert diff.text is not None and "-height: 1.0\n+height: 2.0" in diff.text
        too_early = await aule.kernel.preview_undo(f"run:{made.run}")
        assert [(item.action, item.conflict) for item in too_early.items] == [("remove", "it was altered since")]
        with pytest.raises(Conflict) as caught:
            await aule.kernel.undo(f"run:{made.run}")
        assert caught.value.problem.code == "undo_conflict"
        preview = await aule.kernel.preview_undo(f"run:{edited.run}")
        assert [(item.action, item.conflict) for item in preview.items] == [("restore", None)]
        undo = await aule.kernel.undo(f"run:{edited.run}")
        assert await stamped_rows(aule) == [("north", "rose", 1.0, None, None, made.result.changes[0])]
        await aule.kernel.undo(f"run:{undo.id}")
        assert await rows_of(aule) == [("north", "rose", 2.0, None, None)]
        await aule.kernel.undo(f"change:{edited.result.changes[0]}")
        await aule.kernel.undo(f"run:{made.run}")
        assert await rows_of(aule) == []


async def test_changes_of_one_call_are_undone_together_also_when_they_wrote_the_same_row(tmp_path: Path) -> None:
    """K-8: all or nothing; a step builds on what the one before it wrote."""
    async with gardening(tmp_path) as (aule, _):
        await aule.kernel.call("garden.grow", {"name": "oak", "height": 1})
        steps = [["rose", 1], ["rose", 2], ["oak", 5], ["lily", 1], ["lily", None], ["oak", None]]
        called = await aule.kernel.call("garden.tend", {"steps": steps})
        assert await rows_of(aule) == [("north", "rose", 2.0, None, None)]
        changes = [await aule.kernel.changes.get(id) for id in called.result.changes]
        assert len(changes) == 6 and len({change.group for change in changes}) == 1 and changes[0].group is not None
        await aule.kernel.undo(f"change:{changes[2].id}")
        assert await rows_of(aule) == [("north", "oak", 1.0, None, None)]


async def test_a_call_that_fails_writes_nothing(tmp_path: Path) -> None:
    async with gardening(tmp_path) as (aule, _):
        with pytest.raises(Exception, match="rain"):
            await aule.kernel.call("garden.tend", {"steps": [["rose", 1]], "fail": True})
        assert (await rows_of(aule), (await aule.kernel.changes.list()).items) == ([], [])
        await aule.kernel.call("garden.grow", {"name": "rose", "height": 1})  # and keeps nobody from writing


async def test_of_two_writers_one_wins_and_the_other_hears_of_it(tmp_path: Path) -> None:
    """K-8: a row that is no longer as it was read is a conflict that names it, and nothing is written."""
    async with gardening(tmp_path) as (aule, garden):
        slow = asyncio.create_task(aule.kernel.call("garden.grow_carelessly", {"name": "rose", "height": 9}))
        await garden.held.wait()
        await aule.kernel.call("garden.grow", {"name": "rose", "height": 1})
        garden.go_on.set()
        with pytest.raises(Conflict) as caught:
            await slow
        problem = caught.value.problem
        assert (problem.code, problem.subject) == ("row_changed", "garden_plants/north/rose")
        assert await rows_of(aule) == [("north", "rose", 1.0, None, None)]
        garden.held.clear()
        garden.go_on.clear()
        slow = asyncio.create_task(aule.kernel.call("garden.grow_carelessly", {"name": "rose", "height": 9}))
        await garden.held.wait()
        await aule.kernel.call("garden.uproot", {"name": "rose"})
        garden.go_on.set()
        with pytest.raises(Conflict, match="removed"):
            await slow
        assert [type for type in await aule.types() if type == "call.failed"] == ["call.failed", "call.failed"]


async def test_whoever_takes_turns_never_collides(tmp_path: Path) -> None:
    """A turn is held from reading until what was written is on record."""
    async with gardening(tmp_path) as (aule, garden):
        first = asyncio.create_task(aule.kernel.call("garden.grow", {"name": "rose", "height": 1, "hold": True}))
        await garden.held.wait()
        others = [
            asyncio.create_task(aule.kernel.call("garden.grow", {"name": "rose", "height": height}))
            for height in range(2, 12)
        ]
        garden.go_on.set()
        await asyncio.gather(first, *others)
        assert len((await aule.kernel.changes.list()).items) == 11


async def test_an_undo_that_would_leave_nonsense_is_refused_by_the_app(tmp_path: Path) -> None:
    """AT-51: what was built on a row since keeps it; the preview knows that already."""
    async with gardening(tmp_path) as (aule, _):
        oak = await aule.kernel.call("garden.grow", {"name": "oak", "height": 3})
        await aule.kernel.call("garden.grow", {"name": "ivy", "height": 1, "climbs": "oak"})
        preview = await aule.kernel.preview_undo(f"run:{oak.run}")
        assert [item.conflict for item in preview.items] == ["'ivy' would climb nothing"]
        with pytest.raises(Conflict, match="would climb nothing"):
            await aule.kernel.undo(f"run:{oak.run}")
        with pytest.raises(Conflict, match="would climb nothing"):  # also when nobody looked first
            await aule.kernel.change_log.undo(f"run:{oak.run}", await aule.kernel.runs.get(oak.run), OWNER)
        assert len(await rows_of(aule)) == 2


async def test_a_bed_is_sown_at_once_or_not_at_all(tmp_path: Path) -> None:
    """AT-42: nobody sees half of it; what was there before comes back from one content."""
    async with gardening(tmp_path) as (aule, garden):
        first = asyncio.create_task(aule.kernel.call("garden.sow", {"count": 3_000, "hold": True}))
        await garden.held.wait()
        assert await rows_of(aule) == []
        garden.go_on.set()
        sown = await first
        assert (sown.result.data, len(await rows_of(aule))) == (3_000, 3_000)
        before = await stamped_rows(aule)
        again = await aule.kernel.call("garden.sow", {"count": 2_100, "replace": True, "sign": "keep off"})
        sign, change = [await aule.kernel.changes.get(id) for id in again.result.changes]
        assert sign.group == change.group is not None
        assert change.after == {"plants": 2_100}
        assert change.rows is not None and change.rows.replaced == [] and change.rows.blob is not None
        assert aule.kernel.blobs.get(change.rows.blob).count(b"\n") == 2_100
        preview = await aule.kernel.preview_undo(f"run:{again.run}")
        assert [(item.action, item.conflict) for item in preview.items] == [("restore", None), ("remove", None)]
        undo = await aule.kernel.undo(f"run:{again.run}")
        assert await stamped_rows(aule) == before
        await aule.kernel.undo(f"run:{undo.id}")
        assert {row[-1] for row in await stamped_rows(aule)} == {sign.id, change.id, sown.result.changes[0]}
        await aule.kernel.undo(f"change:{change.id}")
        await aule.kernel.undo(f"run:{sown.run}")
        assert await rows_of(aule) == []


async def test_a_bulk_that_is_stopped_leaves_nothing(tmp_path: Path) -> None:
    """Neither rows, nor a file beside the database, nor a turn that is never given back."""
    async with gardening(tmp_path) as (aule, garden):
        sowing = asyncio.create_task(aule.kernel.call("garden.sow", {"count": 2_000, "hold": True}))
        await garden.held.wait()
        assert _staged(tmp_path) != []
        run = (await aule.kernel.runs.list()).items[0]
        await aule.kernel.cancel(run.id)
        with pytest.raises(Cancelled):
            await sowing
        assert (await aule.kernel.runs.get(run.id)).status is RunStatus.CANCELLED
        assert (await rows_of(aule), _staged(tmp_path)) == ([], [])
        await aule.kernel.call("garden.grow", {"name": "rose", "height": 1})


async def test_a_bulk_over_something_that_changed_is_a_conflict(tmp_path: Path) -> None:
    async with gardening(tmp_path) as (aule, _):
        await aule.kernel.call("garden.sow", {"count": 10})
        before = await stamped_rows(aule)
        with pytest.raises(Conflict) as caught:
            await aule.kernel.call("garden.sow", {"count": 20})  # ten of these places are taken
        assert caught.value.problem.code == "row_changed"
        assert (caught.value.problem.subject or "").startswith("garden_plants/south/seed 00000")
        assert await stamped_rows(aule) == before


async def test_where_nothing_is_written_rows_are_refused(tmp_path: Path) -> None:
    """CO-26: they cannot be proposed, so the call says that it was not done."""
    async with gardening(tmp_path) as (aule, _):
        await aule.kernel.save_settings(
            Settings.model_validate({"policy": {"allow": ["*"], "on_write": "propose"}}), expected=None
        )
        for call, params in (("garden.grow", {"name": "rose", "height": 1}), ("garden.sow", {"count": 2})):
            with pytest.raises(WriteBlocked):
                await aule.kernel.call(call, params)
        assert await rows_of(aule) == []


async def test_what_is_read_of_a_change_has_no_secrets(tmp_path: Path) -> None:
    """S-3: the rows keep what was written; what people and models read of the change does not."""
    garden = open_garden()

    @garden.app.capability(effect=Effect.WRITE, reversible=True)
    async def label(context: Context, text: str) -> str:
        """Put a label on a plant."""
        writes = [RowWrite(plants, None, plant(text))]
        return await context.change_rows(writes, entity="garden:label", op="label", title=text, after={"text": text})

    async with gardening(tmp_path, garden) as (aule, _):
        await aule.kernel.set_secret("gate", "open-sesame-42")
        called = await aule.kernel.call("garden.label", {"text": "open-sesame-42"})
        change = await aule.kernel.changes.get(called.result.changes[0])
        assert "sesame" not in f"{change.title} {change.after}"
        assert await rows_of(aule) == [("north", "open-sesame-42", None, None, None)]


def test_a_table_that_could_not_be_taken_back_is_refused() -> None:
    """The mistake is said when the app is made, not when somebody wants to undo."""
    for name, columns in {
        "weather": [Column("id", Text, primary_key=True), Column("stamp", Text)],
        "sky_weather": [Column("id", Text, primary_key=True)],
        "sky_clouds": [Column("id", Text), Column("stamp", Text)],
        "sky_pictures": [Column("id", Text, primary_key=True), Column("stamp", Text), Column("b", LargeBinary)],
    }.items():
        tables = MetaData()
        Table(name, tables, *columns)
        with pytest.raises(TypeError):
            App("sky", tables=tables)
    with pytest.raises(ValueError, match="another id"):
        App("memory", tables=MetaData())


_NAME = st.sampled_from(["rose", "oak", "ivy"])
_STEP = st.tuples(_NAME, st.one_of(st.none(), st.integers(0, 9)))
_CALLS = st.lists(st.lists(_STEP, min_size=1, max_size=4), min_size=1, max_size=6)


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(calls=_CALLS)
async def test_any_sequence_of_changes_is_undone_in_reverse_step_by_step(calls: list[list[tuple[str, Any]]]) -> None:
    """K-8, AT-S9: after each undo all rows, stamps included, are as they were before that call."""
    with tempfile.TemporaryDirectory() as folder:
        async with gardening(Path(folder)) as (aule, _):
            states, runs = [await stamped_rows(aule)], list[str]()
            for steps in calls:
                called = await aule.kernel.call("garden.tend", {"steps": [list(step) for step in steps]})
                if called.result.changes:
                    runs.append(called.run)
                    states.append(await stamped_rows(aule))
            for run, before, after in zip(runs[::-1], states[-2::-1], states[:0:-1], strict=True):
                undo = await aule.kernel.undo(f"run:{run}")
                assert await stamped_rows(aule) == before
                again = await aule.kernel.undo(f"run:{undo.id}")
                assert await stamped_rows(aule) == after
                await aule.kernel.undo(f"run:{again.id}")
                assert await stamped_rows(aule) == before


def _staged(home: Path) -> list[Path]:
    """What stands beside the database."""
    return list(home.glob("aule.db.staged-*"))
