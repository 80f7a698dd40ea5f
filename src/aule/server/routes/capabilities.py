"""Capabilities: what the system can do, and doing it."""

from __future__ import annotations

from fastapi import APIRouter

from aule.contracts.access.capability import SANDBOXED, Capability
from aule.contracts.access.runtimes import RuntimeView, reason_for
from aule.contracts.views import Called, CallPreview, CallRecord, Page
from aule.server.call_bodies import CallBody, PreviewBody
from aule.server.json_bodies import JsonRoute
from aule.server.params import Id, Key, Part, System

router = APIRouter(prefix="/v1/capabilities", tags=["capabilities"], route_class=JsonRoute)


@router.get("")
async def list_capabilities(kernel: System) -> Page[Capability]:
    """Everything the system can do."""
    return Page[Capability](items=kernel.capabilities())


@router.get("/{name}")
async def get_capability(name: Id, kernel: System) -> Capability:
    """One capability with its parameters, effect and words of help."""
    return kernel.registry.get(name)


@router.get("/{name}/runtime")
async def get_capability_runtime(name: Id, kernel: System, locale: str = "en") -> RuntimeView:
    """Where the code of a capability runs, and why there."""
    found = kernel.registry.get(name)
    return RuntimeView(
        runtime=found.runtime, is_sandboxed=found.runtime in SANDBOXED, reason=reason_for(found, locale[:20])
    )


@router.post("/{name}/call")
async def call_capability(name: Id, body: CallBody, kernel: System, key: Key = None) -> Called:
    """Use a capability. A 409 `approval_required` or `needs_input` names the approval in `subject`."""
    where = {"project": body.project, "locale": body.locale}
    return await kernel.call(name, body.params, **where, key=key, by_hand=body.hand)


@router.post("/{name}/preview")
async def preview_capability(name: Id, body: PreviewBody, kernel: System) -> CallPreview:
    """What a call would do; nothing happens. Its `content_hash` goes along as `seen` with a call by hand."""
    return await kernel.preview(name, body.params, project=body.project, locale=body.locale)


@router.get("/{name}/calls")
async def list_calls(name: Id, kernel: System, part: Part) -> Page[CallRecord]:
    """When a capability was used, with what, by whom, and what came of it; the latest first."""
    capability = kernel.registry.get(name).name
    return await kernel.calls.list(capability, limit=part.limit, after=part.after)
