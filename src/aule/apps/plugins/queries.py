"""Reading what was approved of plugins and what they keep: every query the app asks its tables."""

from __future__ import annotations

from sqlalchemy import BindParameter, bindparam, func, select

from aule.apps.plugins import tables as t
from aule.apps.plugins.records import ApprovedPlugin
from aule.sdk import Row, Source, fetch_row, fetch_rows

_NAME: BindParameter[str] = bindparam("name")
_KEY: BindParameter[str] = bindparam("key")
_ALL = select(t.approved).order_by(t.approved.c.name)
_ONE = select(t.approved).where(t.approved.c.name == _NAME)
_STAMP = select(t.approved.c.name, t.approved.c.stamp).where(
    t.capabilities.c.name == _NAME, t.capabilities.c.plugin == t.approved.c.name
)
_CAPABILITIES = select(t.capabilities).where(t.capabilities.c.plugin == _NAME).order_by(t.capabilities.c.name)
_CAPABILITY = select(t.capabilities).where(t.capabilities.c.name == _NAME)
_VALUE = select(t.values).where(t.values.c.plugin == _NAME, t.values.c.key == _KEY)
_VALUES = select(t.values).where(t.values.c.plugin == _NAME).order_by(t.values.c.key)
_SIZE = select(func.coalesce(func.sum(func.length(t.values.c.value) + func.length(t.values.c.key)), 0)).where(
    t.values.c.plugin == _NAME
)


async def row(source: Source, name: str) -> Row | None:
    """Return the row of an approved plugin, or None."""
    return await fetch_row(source, t.approved, _ONE, name=name)


async def approved(source: Source, name: str) -> ApprovedPlugin | None:
    """Return what was approved of a plugin, or None."""
    found = await row(source, name)
    return None if found is None else ApprovedPlugin.model_validate_json(found["doc"])


async def all_approved(source: Source) -> list[ApprovedPlugin]:
    """Return every approved plugin, by name."""
    return [ApprovedPlugin.model_validate_json(each["doc"]) for each in await fetch_rows(source, t.approved, _ALL)]


async def plugin_and_stamp(source: Source, capability: str) -> tuple[str, str] | None:
    """Return the plugin behind a capability, and what tells whether its row was written since."""
    return next(((str(name), str(stamp)) for name, stamp in await source.fetch(_STAMP, name=capability)), None)


async def capability_rows(source: Source, plugin: str) -> list[Row]:
    """Return the rows of the capabilities a plugin brings."""
    return await fetch_rows(source, t.capabilities, _CAPABILITIES, name=plugin)


async def plugin_of(source: Source, capability: str) -> str | None:
    """Return the plugin that brings a capability, or None."""
    found = await fetch_rows(source, t.capabilities, _CAPABILITY, name=capability)
    return next((str(each["plugin"]) for each in found), None)


async def value_row(source: Source, plugin: str, key: str) -> Row | None:
    """Return the row of a value a plugin keeps, or None."""
    return await fetch_row(source, t.values, _VALUE, name=plugin, key=key)


async def value_rows(source: Source, plugin: str) -> list[Row]:
    """Return the rows of all values a plugin keeps."""
    return await fetch_rows(source, t.values, _VALUES, name=plugin)


async def kept_size(source: Source, plugin: str) -> int:
    """Return how many characters the keys and values of a plugin have together."""
    return next((int(size or 0) for (size,) in await source.fetch(_SIZE, name=plugin)), 0)
