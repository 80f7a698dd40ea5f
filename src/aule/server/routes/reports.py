"""Reports: what a run did, in sentences of which each can be looked up."""

from __future__ import annotations

from fastapi import APIRouter

from aule.contracts.runs.report import Report
from aule.server.json_bodies import JsonRoute
from aule.server.params import Id, Planning

router = APIRouter(prefix="/v1/runs", tags=["runs"], route_class=JsonRoute)


@router.get("/{id}/report")
async def get_report(id: Id, kernel: Planning) -> Report:
    """The report on a run; there is none until the run has ended."""
    return await kernel.plan_reports.get(id)


@router.post("/{id}/report")
async def write_report(id: Id, kernel: Planning) -> Report:
    """Write the report on a run that has ended anew."""
    return await kernel.plan_reports.write(await kernel.runs.get(id), anew=True)
