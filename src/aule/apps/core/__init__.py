"""The core app: files and notes in the workspace, and what every agent needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aule.apps.core.parts import core

__all__ = ["core"]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Load the app when it is wanted: a start needs only what the catalogue says of it."""
        if name != "core":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from aule.apps.core.parts import core

        return core
