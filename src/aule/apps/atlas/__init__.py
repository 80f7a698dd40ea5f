"""Atlas: a company's strategy by chat, with real ids, previews, undo and exact round trips."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aule.apps.atlas.parts import atlas

__all__ = ["atlas"]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Load the app when it is wanted: its commands speak the HTTP API and need nothing of it."""
        if name != "atlas":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from aule.apps.atlas.parts import atlas

        return atlas
