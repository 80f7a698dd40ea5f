"""Reading tools: every query the app asks its tables."""

from __future__ import annotations

from sqlalchemy import BindParameter, bindparam, func, select

from aule.apps.forge import tables as t
from aule.apps.forge.records import ForgedTool
from aule.apps.forge.words import hint, say
from aule.sdk import Row, Source, errors, fetch_row, fetch_rows

_NAME: BindParameter[str] = bindparam("name")
_ALL = select(t.tools).order_by(t.tools.c.name)
_ONE = select(t.tools).where(t.tools.c.name == _NAME)
_STAMP = select(t.tools.c.stamp).where(t.tools.c.name == _NAME)
_VERSIONS = select(t.versions).where(t.versions.c.name == _NAME).order_by(t.versions.c.version.desc())
_LATEST = select(func.max(t.versions.c.version)).where(t.versions.c.name == _NAME)


async def row(source: Source, name: str) -> Row | None:
    """Return the row of a tool, or None."""
    return await fetch_row(source, t.tools, _ONE, name=name)


async def stamp(source: Source, name: str) -> str | None:
    """Return what tells whether the row of a tool was written since."""
    return next((str(found) for (found,) in await source.fetch(_STAMP, name=name)), None)


async def all_tools(source: Source) -> list[ForgedTool]:
    """Return all tools, by name."""
    return [_tool(each) for each in await fetch_rows(source, t.tools, _ALL)]


async def tool(source: Source, name: str, locale: str = "en") -> ForgedTool:
    """Return a tool by its name, with or without `tool.` before it."""
    found = await row(source, name.removeprefix("tool."))
    if found is None:
        known = [each.name for each in await all_tools(source)]
        raise errors.NotFound(
            say("no_tool", locale, name=name), hint=hint("no_tool", locale), candidates=known[:5], field="name"
        )
    return _tool(found)


async def latest_version(source: Source, name: str) -> int:
    """Return the number of the latest version a tool ever had; 0 for one that never was."""
    return next((number or 0 for (number,) in await source.fetch(_LATEST, name=name)), 0)


async def versions(source: Source, name: str) -> list[ForgedTool]:
    """Return every version of a tool, the latest first."""
    return [_tool(each) for each in await fetch_rows(source, t.versions, _VERSIONS, name=name)]


def _tool(row: Row) -> ForgedTool:
    return ForgedTool.model_validate_json(row["doc"])
