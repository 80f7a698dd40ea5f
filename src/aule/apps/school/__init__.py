"""School Power: a teacher's classes, marks, activities and calendar, with Jota, who plans and asks first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aule.apps.school.parts import school

__all__ = ["school"]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Load the app when it is wanted: its commands speak the HTTP API and need nothing of it."""
        if name != "school":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from aule.apps.school.parts import school

        return school
