"""An import from its file to its result: planned and shown, or planned, written and checked."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass

from aule.apps.atlas.exporting import queries as stacks
from aule.apps.atlas.exporting.envelope import envelope
from aule.apps.atlas.importing.destinations import Routes
from aule.apps.atlas.importing.merge import Settled
from aule.apps.atlas.importing.parcel import Parcel, not_taken
from aule.apps.atlas.importing.planner import Choice, Planner, refusal, refuse_any
from aule.apps.atlas.importing.relations import in_order
from aule.apps.atlas.importing.staging import Staging
from aule.apps.atlas.importing.tally import Tally, warnings_of
from aule.apps.atlas.importing.target import Target, lost_heading, other_name, target_of
from aule.apps.atlas.importing.verification import Verified, refuse_differing, verify
from aule.apps.atlas.importing.words import say
from aule.apps.atlas.rows.kinds import COMPANIES, PEOPLE
from aule.apps.atlas.rows.queries import Row, RowQueries
from aule.apps.atlas.tables import rows
from aule.apps.atlas.views.company_views import ImportOutcome
from aule.sdk import Bulk, Context, Reading, Records, RowWrite, Source, errors

MOST_STEPS = 100
"""How often one import says how far it is."""
_SOME = 500
_SOME_NOTES = 50
_PLANNED = 0.75
"""The share of the whole that is over when everything is staged."""
_STAY = frozenset({COMPANIES, PEOPLE})


@dataclass(frozen=True, slots=True)
class Plan:
    """An import as it was planned."""

    planner: Planner
    tally: Tally
    people: list[str]
    """Ids of people nobody knows yet."""

    def warnings(self, locale: str) -> list[str]:
        """Return what should be known of it."""
        target, routes = self.planner.target, self.planner.routes
        told = [said.text(locale) for said in self.planner.completion.told()]
        if target.is_other:
            given = str((target.given or {}).get("name") or target.source)
            told.append(say("into_other", locale, given=given[:80], name=target.name))
        elif named := other_name(self.planner.parcel, target):
            told.append(say("into_other", locale, given=named[:80], name=target.name))
        if target.row is None and target.decided.get("rollup_cap", 0) is None:
            told.append(say("hub_settings", locale))
        if self.planner.renamed:
            told.append(say("renamed", locale, count=self.planner.renamed))
        if self.people:
            told.append(say("people", locale, count=len(self.people)))
        lost = lost_heading(self.planner.parcel, target)
        notes = [*self.planner.parcel.notes, *(not_taken(name, value) for name, value in lost.items())]
        told += [note.text(locale) for note in notes[:_SOME_NOTES]]
        if len(notes) > _SOME_NOTES:
            told.append(say("more", locale, count=len(notes) - _SOME_NOTES))
        return warnings_of(routes, told, locale)


async def planned(reading: Reading, source: Source, parcel: Parcel, choice: Choice, company: str) -> Plan:
    """Plan an import without writing anything."""
    target = await target_of(parcel, source, company, reading.locale)
    planner = Planner(parcel, source, target, choice, reading.today)
    tally = Tally(parcel)
    async for _, settled in planner.steps():
        for each in settled:
            tally.add(each)
    tally.skip(planner.routes)
    if choice.mode == "replace" and target.row is not None:
        async for going in absent(planner):
            for row in going:
                tally.remove(row)
    return Plan(planner, tally, await unknown_people(planner))


async def preview(context: Context, parcel: Parcel, choice: Choice, company: str) -> Records:
    """Return what a person sees of an import; rows that cannot be taken stop it unless the others are wanted."""
    async with context.reading.snapshot() as source:
        plan = await planned(context.reading, source, parcel, choice, company)
    refuse_any(plan.planner.routes, choice, context.locale)
    warnings = plan.warnings(context.locale)
    if choice.mode == "replace" and plan.planner.target.row is not None:
        warnings.insert(0, say("snapshot", context.locale))
    return plan.tally.records(plan.planner.target, warnings, context.locale)


async def carry_out(context: Context, parcel: Parcel, choice: Choice, company: str, title: str = "") -> ImportOutcome:
    """Import: every row is staged, read back and compared; then all of them become true together, or none.

    `title` is what the change is called, if not an import.
    """
    await context.write_turn()
    async with context.reading.snapshot() as source:
        target = await target_of(parcel, source, company, context.locale)
        planner = Planner(parcel, source, target, choice, context.reading.today)
        if choice.mode == "replace" and target.row is not None:
            await _keep_former(context, source, target)
        async with AsyncExitStack() as stack:
            return await _Import(context, planner, stack, title).run()


class _Import:
    """One import while it is written."""

    def __init__(self, context: Context, planner: Planner, stack: AsyncExitStack, title: str) -> None:
        self._context = context
        self._planner = planner
        self._stack = stack
        self._tally = Tally(planner.parcel)
        self._bulk: Bulk | None = None
        self._title = title or say("title", context.locale, company=planner.target.name)
        self._entity = ""
        self._told = 0
        now = context.ambient.timestamp()
        self._staging = Staging(planner.target, planner.queries, context.reading.today, now)

    async def run(self) -> ImportOutcome:
        """Write the rows, compare them with the file, and return what was done."""
        planner, context, target = self._planner, self._context, self._planner.target
        await self._staging.begin(planner.parcel.ours)
        row = target.row or target.former
        self._entity = row.short if row is not None else self._staging.upcoming(COMPANIES, target.id)
        people = await self._stage()
        refuse_any(planner.routes, planner.choice, context.locale)
        done = await self._verify()
        if self._bulk is not None:
            self._bulk.tell(after=self._tally.told())
        context.cite(target.name, rows=planner.parcel.total)
        told = ImportOutcome(
            company=self._entity,
            company_name=target.name,
            mode=planner.choice.mode,
            tables=self._tally.tables(),
            skipped=[problem.text(context.locale) for problem in planner.routes.problems[:_SOME]],
            warnings=Plan(planner, self._tally, people).warnings(context.locale),
            verify=done.told(),
        )
        _refuse_nothing(planner.routes, self._tally, told, context.locale)
        return told

    async def _stage(self) -> list[str]:
        planner, staging, done = self._planner, self._staging, 0
        async for table, settled in planner.steps():
            await staging.ready(table)
            await self._put(await asyncio.to_thread(self._writes, settled))
            done += len(settled)
            self._tell("importing", done, table=table)
        self._tally.skip(planner.routes)
        if planner.choice.mode == "replace" and planner.target.row is not None:
            async for going in absent(planner):
                await self._remove(going)
        people = await unknown_people(planner)
        if people:
            await staging.ready(PEOPLE)
            await self._put([staging.person(id) for id in people])
        if (settings := staging.settings()) is not None:
            await self._put([settings])
        return people

    def _writes(self, settled: Sequence[Settled]) -> list[RowWrite]:
        for each in settled:
            self._tally.add(each)
        return [write for each in settled if (write := self._staging.write(each)) is not None]

    async def _remove(self, going: Sequence[Row]) -> None:
        for row in going:
            self._tally.remove(row)
        await self._put([self._staging.remove(row) for row in going])

    async def _put(self, writes: list[RowWrite]) -> None:
        if not writes:
            return
        if self._bulk is None:
            bulk = self._context.bulk(entity=f"atlas:{self._entity}", op="import", title=self._title)
            self._bulk = await self._stack.enter_async_context(bulk)
        await self._bulk.put(rows, writes)

    async def _verify(self) -> Verified:
        planner, done = self._planner, Verified()
        staged = self._bulk.staged if self._bulk is not None else planner.source
        async for count in verify(planner, RowQueries(staged, planner.target.id), done):
            self._tell("verifying", count)
        refuse_differing(done)
        return done

    def _tell(self, key: str, done: int, **values: str) -> None:
        total = self._planner.parcel.total
        share = done / total if total else 1.0
        fraction = share * _PLANNED if key == "importing" else _PLANNED + share * (0.99 - _PLANNED)
        if int(fraction * MOST_STEPS) > self._told:
            self._told = int(fraction * MOST_STEPS)
            told = say(key, self._context.locale, done=done, total=total, **values)
            self._context.progress(told, round(fraction, 3))


def _refuse_nothing(routes: Routes, tally: Tally, told: ImportOutcome, locale: str) -> None:
    """Say that an import failed that took no row at all, because none could be taken."""
    if routes.problem_count and not tally.changes and not tally.total("unchanged"):
        raise errors.Unsuccessful(refusal(routes, locale), given=told, code="nothing_imported")


async def unknown_people(planner: Planner) -> list[str]:
    """Return ids of people that rows name and nobody knows."""
    stack = planner.parcel.stacks.get(PEOPLE)
    wanted = sorted(id for id in planner.routes.people if stack is None or id not in stack.ids)
    known = {row.id for row in await planner.queries.rows(PEOPLE, wanted, deleted=True)}
    return [id for id in wanted if id not in known]


async def _keep_former(context: Context, source: Source, target: Target) -> None:
    """Keep the company as it is, before anything of it goes."""
    context.progress(say("snapshotting", context.locale), 0.0)
    now = context.reading.now
    name = f"{target.name} {now:%Y-%m-%d %H.%M}.json"
    await context.keep_pieces(name, "application/json", envelope(source, target.id, now))


async def absent(planner: Planner) -> AsyncIterator[list[Row]]:
    """Yield the rows of the file's tables that are not in it, and what goes with them, some at a time.

    Tables the file does not have at all are left alone, except for rows that belong to one that goes.
    """
    kept = {table: planner.routes.kept(table) for table in planner.parcel.stacks if table not in _STAY}
    gone: set[tuple[str, str]] = set()
    for table in in_order(kept):
        async for page in stacks.pages(planner.source, planner.target.id, table):
            going = [row for row in page if row.id not in kept[table] and row.key not in gone]
            gone.update(row.key for row in going)
            below = [
                row
                for row in await planner.queries.cascade(going)
                if row.key not in gone and row.id not in kept.get(row.kind, ())
            ]
            gone.update(row.key for row in below)
            if going or below:
                yield [*going, *below]
