"""Canvases beside their graphs: what is drawn of steps that are gone is told, and left out when a workflow is saved."""

from __future__ import annotations

from collections.abc import Iterator

from aule.contracts.runs.canvas import INPUTS, OUTPUT, Canvas
from aule.contracts.runs.finding import Finding
from aule.contracts.runs.graph import Graph
from aule.contracts.runs.workflow import Workflow


def fit_canvas(workflow: Workflow, current: Workflow | None) -> Workflow:
    """Return a workflow whose canvas has only steps that there are; one with nothing on it is none.

    A document that says nothing of a canvas keeps the one there is: people who write steps did not take a drawing away.
    """
    canvas = workflow.canvas if workflow.canvas is not None or current is None else current.canvas
    if canvas is None:
        return workflow
    known = _drawn(workflow.graph)
    fitting = canvas.model_copy(
        update={
            "positions": {key: point for key, point in canvas.positions.items() if key in known},
            "pins": {key: value for key, value in canvas.pins.items() if key in known},
        }
    )
    return workflow.model_copy(update={"canvas": fitting if fitting != Canvas() else None})


def notes_on_canvas(workflow: Workflow) -> Iterator[Finding]:
    """Yield what is drawn of steps that are gone; saving leaves it out."""
    if workflow.canvas is None:
        return
    known = _drawn(workflow.graph)
    for field in ("positions", "pins"):
        for key in getattr(workflow.canvas, field):
            if key not in known:
                message = f"The canvas has {key[:80]!r}, which is no step: it is left out when the workflow is saved"
                hint = "Take it out, or name a step."
                yield Finding(
                    code="canvas_without_step",
                    step=None,
                    field=f"canvas.{field}",
                    message=message,
                    hint=hint,
                    blocks=False,
                )


def _drawn(graph: Graph) -> set[str]:
    return {INPUTS, OUTPUT, *_places(graph, "")}


def _places(graph: Graph, prefix: str) -> Iterator[str]:
    for step in graph.nodes:
        yield f"{prefix}{step.id}"
        if step.graph is not None:
            yield from _places(step.graph, f"{prefix}{step.id}/")
