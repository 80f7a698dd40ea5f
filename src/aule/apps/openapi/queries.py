"""Reading APIs and pinned operations: every query the app asks its tables."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import BindParameter, bindparam, select

from aule.apps.openapi import tables as t
from aule.apps.openapi.records import Api, Operation
from aule.sdk import Row, Source, errors, fetch_row, fetch_rows

_ID: BindParameter[str] = bindparam("id")
_NAME: BindParameter[str] = bindparam("name")
_ALL = select(t.apis).order_by(t.apis.c.id)
_ONE = select(t.apis).where(t.apis.c.id == _ID)
_OPERATIONS = select(t.operations).where(t.operations.c.api == _ID).order_by(t.operations.c.name)
_OPERATION = select(t.operations).where(t.operations.c.api == _ID, t.operations.c.name == _NAME)
_COLUMNS = (t.operations.c.api, t.operations.c.name, t.operations.c.method, t.operations.c.path, t.operations.c.summary)
_WORDS = select(*_COLUMNS).order_by(t.operations.c.api, t.operations.c.name)


class OperationWords(NamedTuple):
    """What an operation is found by."""

    api: str
    name: str
    method: str
    path: str
    summary: str


async def all_apis(source: Source) -> list[Api]:
    """Return every API, by id."""
    return [Api.model_validate_json(row["doc"]) for row in await fetch_rows(source, t.apis, _ALL)]


async def api_row(source: Source, id: str) -> Row | None:
    """Return the row of an API, or None."""
    return await fetch_row(source, t.apis, _ONE, id=id)


async def api(source: Source, id: str) -> Api:
    """Return the API with an id."""
    row = await api_row(source, id)
    if row is None:
        known = [each.id for each in await all_apis(source)]
        raise errors.NotFound(
            f"There is no API {id!r}.", candidates=known[:5], hint="List them with `aule openapi list`.", field="id"
        )
    return Api.model_validate_json(row["doc"])


async def operation_rows(source: Source, api: str) -> list[Row]:
    """Return the rows of the operations of an API."""
    return await fetch_rows(source, t.operations, _OPERATIONS, id=api)


async def operation(source: Source, api: str, name: str) -> Operation | None:
    """Return an operation of an API, or None."""
    rows = await fetch_rows(source, t.operations, _OPERATION, id=api, name=name)
    return next((Operation.model_validate_json(row["doc"]) for row in rows), None)


async def all_operations(source: Source) -> list[OperationWords]:
    """Return what every operation is found by; their schemas stay where they are."""
    return [OperationWords(*row) for row in await source.fetch(_WORDS)]
