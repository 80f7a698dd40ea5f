"""Models: what there is, what it can do, what is worth having."""

from __future__ import annotations

from fastapi import APIRouter

from aule.contracts.errors import NotFound
from aule.contracts.talk.catalog import Machine, ProbeFacts, Recommended
from aule.server.bodies import Discovered, Models, ProbeRequest
from aule.server.json_bodies import JsonRoute
from aule.server.params import System

router = APIRouter(prefix="/v1/models", tags=["models"], route_class=JsonRoute)


@router.get("")
async def list_models(kernel: System) -> Models:
    """Every provider and model there is, and which one each role uses."""
    switchboard = kernel.models
    models = await switchboard.models()
    return Models(providers=switchboard.providers(), models=models, roles=switchboard.roles())


@router.post("/discover")
async def discover_models(kernel: System) -> Discovered:
    """Look around this machine for model servers and keys."""
    return Discovered(found=await kernel.models.discover())


@router.post("/probe")
async def probe_model(body: ProbeRequest, kernel: System) -> ProbeFacts:
    """Try a model out: text, streaming, JSON, tool calls, Portuguese."""
    known = [provider.id for provider in kernel.models.providers()]
    if body.provider not in known:
        raise NotFound(f"There is no provider {body.provider!r}", hint="Add it in Settings.", candidates=known[:10])
    return await kernel.probe(body.provider, body.model)


@router.get("/machine")
async def get_machine(kernel: System) -> Machine:
    """How much memory this machine has, the model advised for it, and the command that fetches it."""
    return kernel.models.machine()


@router.get("/recommended")
async def list_recommended_models(kernel: System) -> list[Recommended]:
    """Local models worth having."""
    return kernel.models.recommended()
