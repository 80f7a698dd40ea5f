"""Approvals: the one inbox of everything that waits for a person."""

from __future__ import annotations

from fastapi import APIRouter

from aule.contracts.approval import Approval, ApprovalStatus
from aule.contracts.views import Page
from aule.server.bodies import Decision
from aule.server.json_bodies import JsonRoute
from aule.server.params import Id, Named, Part, System

router = APIRouter(prefix="/v1/approvals", tags=["approvals"], route_class=JsonRoute)


@router.get("")
async def list_approvals(
    kernel: System,
    part: Part,
    status: ApprovalStatus | None = None,
    session: Named = None,
    run: Named = None,
) -> Page[Approval]:
    """What waits for a person, or waited; the latest first."""
    return await kernel.approvals.list(status=status, session=session, run=run, limit=part.limit, after=part.after)


@router.get("/{id}")
async def get_approval(id: Id, kernel: System) -> Approval:
    """One approval, with what exactly it binds."""
    return await kernel.approvals.get(id)


@router.post("/{id}/decide")
async def decide_approval(id: Id, body: Decision, kernel: System) -> Approval:
    """Choose an option for exactly what was seen: `content_hash` is that of the approval as it was read."""
    return await kernel.decide(id, body.option, content_hash=body.content_hash, answer=body.answer, edit=body.edit)
