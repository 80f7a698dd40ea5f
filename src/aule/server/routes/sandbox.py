"""The sandbox: inside which walls commands run on this machine."""

from __future__ import annotations

from fastapi import APIRouter

from aule.contracts.access.sandbox import SandboxView
from aule.server.json_bodies import JsonRoute
from aule.server.params import System

router = APIRouter(tags=["sandbox"], route_class=JsonRoute)


@router.get("/v1/sandbox")
async def get_sandbox(kernel: System) -> SandboxView:
    """The level of the sandbox, found out by attacking it; the first time that takes a moment."""
    return await kernel.commands.sandbox()
