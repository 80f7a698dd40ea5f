"""The sample company in one click, and out again in one click."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import date
from typing import Annotated

from aule.apps.atlas.app import atlas
from aule.apps.atlas.exporting import queries as stacks
from aule.apps.atlas.importing.import_run import carry_out, preview
from aule.apps.atlas.importing.planner import Choice
from aule.apps.atlas.importing.relations import in_order
from aule.apps.atlas.rows.kinds import COMPANIES
from aule.apps.atlas.rows.queries import Row, RowQueries, Source
from aule.apps.atlas.sample.bakery import bakery
from aule.apps.atlas.sample.rows import sample, sample_id
from aule.apps.atlas.scope import OURS, scope_of
from aule.apps.atlas.tables import rows
from aule.apps.atlas.words import say
from aule.sdk import Context, Effect, Model, Records, RowWrite, TableCount, errors


class SampleCompany(Model):
    """The sample company, as it was added or removed."""

    company: str
    company_name: str
    rows: int
    """How many rows came or went; none if it was there already."""


async def _preview_add(context: Context) -> Records:
    if (row := await _there(context)) is not None:
        summary = say("sample_is_there", context.locale, row=row.title)
        return Records(summary=summary, records=[], total=0)
    return await preview(context, sample(context.locale, context.reading.today), Choice(), "")


@atlas.capability(
    effect=Effect.WRITE,
    title={"en": "Add the sample company", "pt": "Adicionar a empresa de exemplo"},
    reversible=True,
    idempotent=True,
    preview=_preview_add,
)
async def add_sample(context: Context) -> SampleCompany:
    """Add a sample company to look around in: a small chain of bakeries with objectives, key results and check-ins."""
    await context.write_turn()
    if (row := await _there(context)) is not None:
        return SampleCompany(company=row.short, company_name=row.title, rows=0)
    name = bakery().name.say(context.locale)
    title = say("sample_added", context.locale, name=name)
    done = await carry_out(context, sample(context.locale, context.reading.today), Choice(), "", title)
    count = sum(table.insert + table.update for table in done.tables.values())
    return SampleCompany(company=done.company, company_name=done.company_name, rows=count)


async def _preview_remove(context: Context, company: str) -> Records:
    async with context.reading.snapshot() as source:
        row = await _sample(source, company, context.reading.today)
        counts = await stacks.exported(source, row.id)
    tables = [TableCount(name=table, delete=counts[table]) for table in in_order(counts) if table != OURS[0]]
    summary = say("remove_sample", context.locale, row=row.title)
    return Records(summary=summary, records=[], tables=tables, total=sum(table.delete for table in tables))


@atlas.capability(
    effect=Effect.WRITE,
    title={"en": "Remove the sample company", "pt": "Remover a empresa de exemplo"},
    reversible=True,
    preview=_preview_remove,
)
async def remove_sample(
    context: Context, company: Annotated[str, "The sample company; none: the one there is."] = ""
) -> SampleCompany:
    """Remove the sample company with everything in it; no other company can be removed this way."""
    await context.write_turn()
    count = 0
    async with context.reading.snapshot() as source:
        row = await _sample(source, company, context.reading.today)
        title = say("sample_removed", context.locale, row=row.title)
        async with context.bulk(entity=f"atlas:{row.short}", op="delete", title=title) as bulk:
            now = context.ambient.timestamp()
            async for page in _pages(source, row.id):
                gone = [{**each.values, "deleted": now, "changed_at": now} for each in page]
                writes = [RowWrite(rows, each.values, after) for each, after in zip(page, gone, strict=True)]
                await bulk.put(rows, writes)
                count += len(page)
    return SampleCompany(company=row.short, company_name=row.title, rows=count)


async def _pages(source: Source, company: str) -> AsyncIterator[list[Row]]:
    for table in in_order(await stacks.exported(source, company)):
        async for page in stacks.pages(source, company, table):
            yield page


async def _there(context: Context) -> Row | None:
    return await RowQueries(context.reading, sample_id()).row(COMPANIES, sample_id())


async def _sample(source: Source, company: str, today: date) -> Row:
    """Return the sample company; any other is refused."""
    if not company.strip():
        row = await RowQueries(source, sample_id()).row(COMPANIES, sample_id())
        if row is None:
            raise errors.NotFound("There is no sample company.", hint="Add it with atlas.add_sample.")
        return row
    scope = await scope_of(source, company, today=today)
    if not scope.is_sample:
        raise errors.Refused(
            f"{scope.company.title!r} is not the sample company, so it is not removed.",
            code="not_the_sample",
            hint="Leave `company` out to remove the sample.",
        )
    return scope.company
