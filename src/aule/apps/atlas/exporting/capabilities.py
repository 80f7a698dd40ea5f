"""Exporting as capabilities and downloads: the whole company, or its key results and check-ins as a table."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated

from aule.apps.atlas.app import atlas
from aule.apps.atlas.exporting.envelope import envelope
from aule.apps.atlas.exporting.sheet import What, sheet
from aule.apps.atlas.scope import company_of
from aule.sdk import Context, Download, Effect, Model, Reading

JSON = "application/json"
CSV = "text/csv"
LONGEST_S = 1_800

Company = Annotated[str, "The company by id, short id or name; none: the only one, else the last used."]


class Exported(Model):
    """A company as a file."""

    artifact: str
    name: str
    size: int


@atlas.capability(
    effect=Effect.READ,
    title={"en": "Export a company", "pt": "Exportar uma empresa"},
    timeout_s=LONGEST_S,
)
async def export(context: Context, company: Company = "") -> Exported:
    """Write a whole company to a file, exactly as it came in; the file can be imported again, here or elsewhere."""
    reading = context.reading
    async with reading.snapshot() as source:
        row = await company_of(source, company or reading.about)
        name = file_name(row.title, "json", reading)
        kept = await context.keep_pieces(name, JSON, envelope(source, row.id, reading.now))
    context.cite(row.title)
    return Exported(artifact=kept.id, name=kept.name, size=kept.size)


@atlas.capability(
    effect=Effect.READ,
    title={"en": "Export key results as CSV", "pt": "Exportar KRs em CSV"},
    timeout_s=LONGEST_S,
)
async def export_csv(
    context: Context,
    what: Annotated[What, "Key results with a column for each month, or check-ins."] = "key_results",
    company: Company = "",
) -> Exported:
    """Write key results, or check-ins, to a table for spreadsheets, which can be edited and imported again."""
    reading = context.reading
    async with reading.snapshot() as source:
        row = await company_of(source, company or reading.about)
        name = file_name(row.title, "csv", reading)
        kept = await context.keep_pieces(name, CSV, sheet(source, row.id, what, context.locale))
    context.cite(row.title)
    return Exported(artifact=kept.id, name=kept.name, size=kept.size)


@atlas.download("export")
async def export_file(reading: Reading, company: str = "") -> Download:
    """A whole company as one JSON document, exactly as it came in."""
    row = await company_of(reading, company)

    async def pieces() -> AsyncIterator[bytes]:
        async with reading.snapshot() as source:
            async for piece in envelope(source, row.id, reading.now):
                yield piece

    return Download(file_name(row.title, "json", reading), JSON, pieces())


@atlas.download("export_csv")
async def export_csv_file(reading: Reading, company: str = "", what: What = "key_results") -> Download:
    """Key results with a column for each month, or check-ins, for spreadsheets."""
    row = await company_of(reading, company)

    async def pieces() -> AsyncIterator[bytes]:
        async with reading.snapshot() as source:
            async for piece in sheet(source, row.id, what, reading.locale):
                yield piece

    return Download(file_name(row.title, "csv", reading), CSV, pieces())


def file_name(title: str, ending: str, reading: Reading) -> str:
    """Return what an export is called: the company and the day."""
    kept = "".join(character if character.isalnum() or character in " -_." else " " for character in title)
    return f"{' '.join(kept.split())[:80] or 'atlas'} {reading.today.isoformat()}.{ending}"
