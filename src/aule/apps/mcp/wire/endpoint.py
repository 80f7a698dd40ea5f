"""The endpoint."""

from __future__ import annotations

from aule.sdk.http import Routes

wire = Routes(prefix="/v1/mcp", tags=["mcp"])
