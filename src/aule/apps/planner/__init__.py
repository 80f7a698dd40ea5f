"""The planner app: the agents that make, review and carry out plans, and plans that need no model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aule.apps.planner.parts import planner

__all__ = ["planner"]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Load the app when it is wanted: a start needs only what the catalogue says of it."""
        if name != "planner":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from aule.apps.planner.parts import planner

        return planner
