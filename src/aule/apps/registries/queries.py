"""Reading consents: every query the app asks its table."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BindParameter, Select, bindparam, select

from aule.apps.registries import tables as t
from aule.apps.registries.records import Consent
from aule.sdk import Source

Row = dict[str, Any]

_PROJECT: BindParameter[str] = bindparam("project")
_OF_PROJECT = select(t.consents).where(t.consents.c.project == _PROJECT).order_by(t.consents.c.registry)


async def rows(source: Source, project: str) -> dict[str, Row]:
    """Return the rows of a project's consents, by registry."""
    names = [str(column.name) for column in t.consents.columns]
    found = [dict(zip(names, row, strict=True)) for row in await _fetched(source, _OF_PROJECT, project)]
    return {str(row["registry"]): row for row in found}


async def consents(source: Source, project: str) -> dict[str, Consent]:
    """Return what the owner allowed in a project, by registry."""
    return {id: Consent.model_validate_json(row["doc"]) for id, row in (await rows(source, project)).items()}


async def _fetched(source: Source, statement: Select[Any], project: str) -> list[Any]:
    return list(await source.fetch(statement, project=project))
