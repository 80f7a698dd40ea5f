"""Files teachers bring: found, read within limits, and the sheet that has students chosen."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace

from aule.apps.school.api_wrapper.fonte import fonte_ligada
from aule.apps.school.importing.marks import Said
from aule.apps.school.importing.refusals import Refusal
from aule.apps.school.importing.sheets.columns import Headed, read_columns
from aule.apps.school.importing.sheets.csv_grid import open_csv
from aule.apps.school.importing.sheets.grid import Grid
from aule.apps.school.importing.sheets.xlsx_grid import is_xlsx, open_xlsx
from aule.apps.school.importing.terms import read_term
from aule.sdk import Context

MOST_BYTES = 50 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of a file with its columns known."""

    name: str
    """Of the file."""
    grid: Grid
    headed: Headed
    notes: list[Said]


async def open_sheet(context: Context, arquivo: str, planilha: str, mapa: Mapping[str, str]) -> Sheet:
    """Return the sheet of a file that was brought: the one that is wanted, or the first that has students."""
    name, content = await brought(context, arquivo)
    sheet = await asyncio.to_thread(read_sheet, name, content, planilha, mapa)
    sheet.notes.extend(await kept_here(context))
    return sheet


async def kept_here(context: Context) -> list[Said]:
    """Return what to say where a platform is connected: what is imported stays here, and does not reach it."""
    fonte = await fonte_ligada(context)
    if fonte is None or fonte.perfil == "ponto_school":  # which has no marks of its own
        return []
    return [Said("kept_here", {"where": fonte.base_url})]


async def brought(context: Context, arquivo: str) -> tuple[str, bytes]:
    """Return the name and the bytes of a file, by the artifact's id or name."""
    kept = await context.artifact(arquivo)
    with await context.opened(kept, MOST_BYTES) as file:
        return kept.name, await asyncio.to_thread(file.read)


def read_sheet(name: str, content: bytes, planilha: str = "", mapa: Mapping[str, str] | None = None) -> Sheet:
    """Read a file and find its headings."""
    if not content.strip():
        raise Refusal("empty")
    grids = open_xlsx(content, name, planilha) if is_xlsx(content) else [open_csv(content, name)]
    why: Refusal | None = None
    for grid in grids:
        try:
            headed = read_columns(grid.rows, mapa)
        except Refusal as refusal:
            why = why or refusal
            continue
        headed = replace(headed, term=headed.term or read_term(grid.sheet))
        return Sheet(name, grid, headed, _notes(grid))
    raise why or Refusal("empty")


def _notes(grid: Grid) -> list[Said]:
    notes: list[Said] = []
    if len(grid.sheets) > 1:
        others = ", ".join(repr(sheet) for sheet in grid.sheets if sheet != grid.sheet)
        notes.append(Said("other_sheets", {"sheet": grid.sheet, "others": others[:200]}))
    if grid.hidden:
        notes.append(Said("hidden_sheets", {"names": ", ".join(map(repr, grid.hidden))[:200]}))
    counted = (("unworked", grid.unworked), ("mended_text", grid.mended), ("broken_text", grid.broken))
    notes += [Said(key, {"count": count}) for key, count in counted if count]
    return notes
