"""Reading consents: every query the app asks its table."""

from __future__ import annotations

from sqlalchemy import BindParameter, bindparam, select

from aule.apps.registries import tables as t
from aule.apps.registries.records import Consent
from aule.sdk import Row, Source, fetch_rows

_PROJECT: BindParameter[str] = bindparam("project")
_OF_PROJECT = select(t.consents).where(t.consents.c.project == _PROJECT).order_by(t.consents.c.registry)


async def rows(source: Source, project: str) -> dict[str, Row]:
    """Return the rows of a project's consents, by registry."""
    found = await fetch_rows(source, t.consents, _OF_PROJECT, project=project)
    return {str(row["registry"]): row for row in found}


async def consents(source: Source, project: str) -> dict[str, Consent]:
    """Return what the owner allowed in a project, by registry."""
    return {id: Consent.model_validate_json(row["doc"]) for id, row in (await rows(source, project)).items()}
