"""Conductor: agents that live beside projects, sessions with them, and workflow files they work through."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aule.apps.conductor.parts import conductor

__all__ = ["conductor"]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Load the app when it is wanted: its commands speak the HTTP API and need nothing of it."""
        if name != "conductor":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from aule.apps.conductor.parts import conductor

        return conductor
