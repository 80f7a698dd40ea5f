"""Capabilities: what the system can do, and doing it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Header

from aule.contracts.capability import Capability
from aule.contracts.views import Called, Page
from aule.server.bodies import CallBody
from aule.server.json_bodies import JsonRoute
from aule.server.params import PLAIN, Id, System

router = APIRouter(prefix="/v1/capabilities", tags=["capabilities"], route_class=JsonRoute)


@router.get("")
async def list_capabilities(kernel: System) -> Page[Capability]:
    """Everything the system can do."""
    return Page[Capability](items=kernel.capabilities())


@router.get("/{name}")
async def get_capability(name: Id, kernel: System) -> Capability:
    """One capability with its parameters, effect and words of help."""
    return kernel.registry.resolve(name).capability


@router.post("/{name}/call")
async def call_capability(
    name: Id,
    body: CallBody,
    kernel: System,
    key: Annotated[
        str | None,
        Header(
            alias="Idempotency-Key", min_length=1, max_length=200, pattern=PLAIN, description="Same key, same call."
        ),
    ] = None,
) -> Called:
    """Use a capability. A 409 `approval_required` or `needs_input` names the approval in `subject`."""
    return await kernel.call(name, body.params, project=body.project, locale=body.locale, key=key)
