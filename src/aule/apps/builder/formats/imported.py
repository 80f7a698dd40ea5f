"""Workflows brought along from files: which program a file is of, and what became of it. Nothing of it is run."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from pydantic import Field

from aule.apps.builder.formats.agent_spec_import import is_agent_spec, read_agent_spec, read_own
from aule.apps.builder.formats.foreign_graph import ForeignGraph, LeftOut, slug
from aule.apps.builder.formats.graph_joins import document_of
from aule.apps.builder.formats.langflow import is_langflow, read_langflow
from aule.apps.builder.formats.n8n import is_n8n, read_n8n
from aule.apps.builder.formats.secrets import without_secrets
from aule.apps.builder.words import say
from aule.contracts.errors import Invalid
from aule.contracts.model import JsonObject, Model
from aule.contracts.runs.workflow import Workflow
from aule.sdk.workflows import UnreadableText, read_text, workflow_of

LARGEST = 1_500_000
"""Characters of a file of another program; their editors put much beside what we read."""
MAX_DEPTH = 64
MAX_DIGITS = 300


class ImportedWorkflow(Model):
    """A workflow as a file of another program tells it."""

    workflow: Workflow
    format: str = Field(description="`n8n`, `langflow`, `agent_spec` or `aule`.")
    left_out: list[LeftOut] = Field(description="What has no counterpart here; each stands as a note on the canvas.")
    notes: list[str] = Field(description="What a person should know.")


@dataclass(frozen=True, slots=True)
class Known:
    """What there is here that a file may name."""

    workflows: Mapping[str, str]
    """Ids of workflows, by folded title."""
    capabilities: frozenset[str]


def import_text(text: str, filename: str, known: Known, locale: str) -> ImportedWorkflow:
    """Return the workflow that a file tells, with what was left out and why."""
    value = _parsed(text, locale)
    if is_agent_spec(value):
        return _agent_spec(value, filename, known, locale)
    if is_langflow(value):
        return _finished(read_langflow(value, _title(value, filename), locale))
    if is_n8n(value):
        return _finished(read_n8n(value, _title(value, filename), known.workflows, locale))
    return ImportedWorkflow(workflow=workflow_of(read_text(text)), format="aule", left_out=[], notes=[])


def _agent_spec(value: JsonObject, filename: str, known: Known, locale: str) -> ImportedWorkflow:
    title = _title(value, filename)
    own = ForeignGraph("agent_spec", title, locale)
    document = read_own(value, own)
    if document is None:
        return _finished(read_agent_spec(value, title, known.capabilities, locale))
    workflow = workflow_of(read_text(json.dumps(document, ensure_ascii=False)))
    return ImportedWorkflow(workflow=workflow, format=own.format, left_out=own.left_out, notes=own.notes)


def _finished(graph: ForeignGraph) -> ImportedWorkflow:
    document = {"id": slug(graph.title, "workflow").replace("_", "-")[:64].strip("-"), **document_of(graph)}
    workflow = workflow_of(read_text(json.dumps(document, ensure_ascii=False)))
    return ImportedWorkflow(workflow=workflow, format=graph.format, left_out=graph.left_out, notes=graph.notes)


def _title(value: JsonObject, filename: str) -> str:
    named = value.get("name")
    title = named if isinstance(named, str) and named.strip() else filename.rpartition(".")[0] or filename
    return without_secrets(" ".join(title.split())[:200]) or "Workflow"


def _parsed(text: str, locale: str) -> JsonObject:
    """Return the object that a text is: JSON strictly, else YAML of our own reader."""
    if len(text) > LARGEST:
        raise Invalid(say("file_too_large", locale, most=LARGEST), code="too_large", field="content")
    stripped = text.removeprefix("\ufeff").strip()
    try:
        value: Any = _read_json(stripped) if stripped[:1] in ("{", "[") else read_text(stripped).value
    except (ValueError, RecursionError) as error:
        raise Invalid(
            say("unreadable", locale, why=str(error)[:200]), code="unreadable_file", field="content"
        ) from None
    except UnreadableText as error:
        raise Invalid(say("unreadable", locale, why=str(error)), code="unreadable_file", field="content") from None
    if isinstance(value, list) and len(cast("list[Any]", value)) == 1:
        value = cast("list[Any]", value)[0]
    if not isinstance(value, dict):
        raise Invalid(say("no_workflow_in_it", locale), code="unreadable_file", field="content")
    return cast("JsonObject", value)


def _read_json(text: str) -> Any:
    value = json.loads(text, parse_constant=_refuse_constant, parse_int=_read_number)
    left = [(value, 1)]
    while left:
        each, depth = left.pop()
        if depth > MAX_DEPTH:
            raise ValueError(f"it is nested more than {MAX_DEPTH} levels deep")
        if isinstance(each, dict):
            left += [(inner, depth + 1) for inner in cast("JsonObject", each).values()]
        elif isinstance(each, list):
            left += [(inner, depth + 1) for inner in cast("list[Any]", each)]
    return value


def _read_number(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise ValueError(f"it holds a number of {len(digits)} digits")
    return int(digits)


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")
