"""A small app with a table of its own, for the tests of rows: plants in beds, some of which climb others."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import BigInteger, Column, Float, Index, MetaData, PrimaryKeyConstraint, Table, Text, bindparam, select

from aule.contracts.settings import Settings
from aule.sdk import App, Context, Effect, RowsTouched, RowWrite, Source, errors
from aule.testing.system import System

metadata = MetaData()
plants = Table(
    "garden_plants",
    metadata,
    Column("bed", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("height", Float),
    Column("place", BigInteger),
    Column("climbs", Text),
    Column("stamp", Text, nullable=False),
    PrimaryKeyConstraint("bed", "name"),
    Index("garden_plants_by_place", "place", unique=True),
    Index("garden_plants_of_change", "stamp"),
)
COLUMNS = tuple(column.name for column in plants.columns)
ONE = select(plants).where(plants.c.bed == bindparam("bed"), plants.c.name == bindparam("plant"))
ALL = select(plants).order_by(plants.c.bed, plants.c.name)
FREE = Settings.model_validate({"policy": {"allow": ["*"]}})
Row = dict[str, Any]


@dataclass
class Garden:
    """The app, and where its calls can be held up."""

    app: App
    held: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when somebody waits in the middle of a call."""
    go_on: asyncio.Event = field(default_factory=asyncio.Event)
    source: Source | None = None

    async def row(self, name: str, bed: str = "north") -> Row | None:
        """A plant as it stands."""
        assert self.source is not None
        found = await self.source.fetch(ONE, bed=bed, plant=name)
        return dict(zip(COLUMNS, found[0], strict=True)) if found else None


def plant(name: str, height: float | None = None, **more: Any) -> Row:
    """A whole row, without its stamp."""
    return {"bed": "north", "name": name, "height": height, "place": None, "climbs": None, **more}


async def rows_of(aule: System) -> list[tuple[Any, ...]]:
    """All plants, without their stamps."""
    return [row[:-1] for row in await stamped_rows(aule)]


async def stamped_rows(aule: System) -> list[tuple[Any, ...]]:
    """All plants as they stand."""
    return await aule.kernel.database.fetch(ALL)


async def allow_all(aule: System) -> None:
    """Nothing asks."""
    await aule.kernel.save_settings(FREE, expected=None)


async def nothing_climbs_the_air(source: Source, touched: RowsTouched) -> None:
    """What climbs a plant needs that plant."""
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in await source.fetch(ALL)]
    names = {row["name"] for row in rows}
    for row in rows:
        if row["climbs"] is not None and row["climbs"] not in names:
            raise errors.Conflict(f"{row['name']!r} would climb nothing")


async def _put(context: Context, name: str, before: Row | None, after: Row | None) -> str:
    op = "plant" if before is None else "uproot" if after is None else "tend"
    told: dict[str, Row | None] = {"before": before, "after": after}
    fields = {key: None if row is None else {"height": row["height"]} for key, row in told.items()}
    writes = [RowWrite(plants, before, after)]
    return await context.change_rows(writes, entity=f"garden:{name}", op=op, title=f"{op} {name}", **fields)


def open_garden() -> Garden:
    """A fresh app."""
    app = App("garden", tables=metadata, check=nothing_climbs_the_air)
    garden = Garden(app)

    @app.capability(effect=Effect.WRITE, reversible=True)
    async def grow(context: Context, name: str, height: float, climbs: str | None = None, hold: bool = False) -> str:
        """Plant something, or say how high it is now."""
        await context.write_turn()
        before = await garden.row(name)
        if hold:
            garden.held.set()
            await garden.go_on.wait()
        return await _put(context, name, before, plant(name, height, climbs=climbs))

    @app.capability(effect=Effect.WRITE, reversible=True)
    async def grow_carelessly(context: Context, name: str, height: float) -> str:
        """Look, wait, and write, without a turn."""
        before = await garden.row(name)
        garden.held.set()
        await garden.go_on.wait()
        return await _put(context, name, before, plant(name, height))

    @app.capability(effect=Effect.WRITE, reversible=True)
    async def uproot(context: Context, name: str) -> str:
        """Remove a plant for good."""
        await context.write_turn()
        return await _put(context, name, await garden.row(name), None)

    _batches(app, garden)
    return garden


def _batches(app: App, garden: Garden) -> None:
    @app.capability(effect=Effect.WRITE, reversible=True)
    async def tend(context: Context, steps: list[list[Any]], fail: bool = False) -> list[str]:
        """Several steps as one: each a name and a height; no height uproots."""
        await context.write_turn()
        known: dict[str, Row | None] = {}
        done: list[str] = []
        for name, height in steps:
            before = known[name] if name in known else await garden.row(name)
            after = None if height is None else plant(name, height)
            if before is None and after is None:
                continue
            done.append(await _put(context, name, before, after))
            known[name] = None if after is None else {**after, "stamp": done[-1]}
        if fail:
            raise errors.Invalid("It began to rain.")
        return done

    @app.capability(effect=Effect.WRITE, reversible=True, timeout_s=300)
    async def sow(context: Context, count: int, hold: bool = False, replace: bool = False, sign: str = "") -> int:
        """Sow a whole bed, maybe with a sign in front of it."""
        await context.write_turn()
        if sign:
            await _put(context, sign, await garden.row(sign), plant(sign, 0.5))
        async with context.bulk(entity="garden:south", op="sow", title=f"Sow {count}") as bulk:
            for start in range(0, count, 1_000):
                names = [f"seed {place:06d}" for place in range(start, min(count, start + 1_000))]
                found = {name: await garden.row(name, "south") for name in names} if replace else {}
                after = [plant(name, float(len(name)), bed="south") for name in names]
                await bulk.put(plants, [RowWrite(plants, found.get(row["name"]), row) for row in after])
                context.progress(f"{start} are sown")
                if hold:
                    garden.held.set()
                    await garden.go_on.wait()
            staged = await bulk.staged.fetch(ALL)
            bulk.tell(after={"plants": len(staged)})
        return len(staged)
