"""WebSockets of the server; loaded with the first one, as the desktop follows the log without them."""

from __future__ import annotations

from uvicorn.protocols.websockets.wsproto_impl import WSProtocol

from aule.server.connections import Connection
from aule.server.front import CONNECTION


class WebSocketProtocol(WSProtocol):
    """A WebSocket that is counted as the connection it came over."""

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        connection: Connection | None = self.app_state.get(CONNECTION)
        if connection is not None:
            connection.abort()
        super().connection_lost(exc)
