"""Workflows for apps that write or show them: documents read and written, schemas checked, what a graph would ask."""

from __future__ import annotations

from aule.kernel.capabilities.context.workflow_port import WorkflowDraft
from aule.kernel.engine.graphs.envelope import called_in
from aule.kernel.engine.graphs.schemas import faults_of, problems_with
from aule.kernel.planning.graph_estimate import estimate_of_graph
from aule.kernel.workflows.document_reader import workflow_of
from aule.kernel.workflows.document_writer import document, form_of
from aule.kernel.workflows.library import RESERVED, StartOptions
from aule.kernel.workflows.text import ParsedText, TextPosition, UnreadableText, place_of, read_text

__all__ = [
    "RESERVED",
    "ParsedText",
    "StartOptions",
    "TextPosition",
    "UnreadableText",
    "WorkflowDraft",
    "called_in",
    "document",
    "estimate_of_graph",
    "faults_of",
    "form_of",
    "place_of",
    "problems_with",
    "read_text",
    "workflow_of",
]
