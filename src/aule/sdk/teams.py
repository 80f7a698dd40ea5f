"""What an app needs that lets agents work together: conditions, answers with a shape, and limits of runs."""

from __future__ import annotations

from aule.kernel.agents.guards import LIMIT_CODES
from aule.kernel.engine.graphs.expressions import (
    Compared,
    Denied,
    Expression,
    Found,
    Joined,
    Literally,
    Sight,
    evaluate,
    parse,
    paths_in,
)
from aule.models.brains.shapes import parse_object

__all__ = [
    "LIMIT_CODES",
    "Compared",
    "Denied",
    "Expression",
    "Found",
    "Joined",
    "Literally",
    "Sight",
    "evaluate",
    "parse",
    "parse_object",
    "paths_in",
]
