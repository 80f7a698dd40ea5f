"""How MCP is put together with the kernel."""

from __future__ import annotations

from aule.apps.mcp.app import mcp
from aule.apps.mcp.client.connections import Connections
from aule.sdk.system import Kernel


@mcp.on_start
def start(kernel: Kernel) -> Connections:
    """Return the connections of a kernel; none is opened before it is used."""
    return Connections(kernel)
