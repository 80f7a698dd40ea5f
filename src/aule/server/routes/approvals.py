"""Approvals: the one inbox of everything that waits for a person."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from aule.contracts.access.approval import Approval, ApprovalStatus, TextDraft
from aule.contracts.views import Page
from aule.server.bodies import Decision, TextEdit
from aule.server.json_bodies import JsonRoute
from aule.server.params import PLAIN, Id, Named, Part, System

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


@router.get("/{id}/draft")
async def get_approval_draft(
    id: Id, kernel: System, path: Annotated[str | None, Query(max_length=1024, pattern=PLAIN)] = None
) -> TextDraft:
    """What would be written to a file, as a text to edit."""
    return await kernel.proposals.draft(id, path)


@router.post("/{id}/edit")
async def edit_approval(id: Id, body: TextEdit, kernel: System) -> Approval:
    """Change what would be written. It is asked anew: the approval comes back with its new diff and hash."""
    return await kernel.proposals.edit(id, body.path, body.content, content_hash=body.content_hash)


@router.post("/{id}/decide")
async def decide_approval(id: Id, body: Decision, kernel: System) -> Approval:
    """Choose an option for exactly what was seen: `content_hash` is that of the approval as it was read."""
    return await kernel.decide(id, body.option, content_hash=body.content_hash, answer=body.answer, edit=body.edit)
