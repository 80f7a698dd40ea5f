"""Exports a plan as a workflow document, which the library keeps and runs again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, cast

from aule.contracts.model import JsonObject
from aule.contracts.plans.plan import Plan
from aule.contracts.runs.graph import Graph, OnError, Step, StepKind
from aule.kernel.planning.execution.compile import graph_of
from aule.kernel.planning.formats.words import line, slug

_WORDS = frozenset({"yes", "no", "on", "off", "y", "n", "null", "true", "false"})
"""Plain words that YAML reads as something other than a text."""


def files_of(plan: Plan) -> dict[str, str]:
    """Return the workflow as YAML."""
    graph = graph_of(plan)
    whole: JsonObject = {"id": slug(plan), "title": line(plan.title), "description": plan.goal[:4_000]}
    if graph.inputs:
        whole["inputs"] = graph.inputs
    whole["steps"] = _steps(graph)
    return {f"{slug(plan)}.workflow.yaml": "\n".join(_yaml(whole, 0)) + "\n"}


def _steps(graph: Graph) -> list[JsonObject]:
    return [
        {name: value for name, value in _step(node).items() if value not in (None, "", [], {})} for node in graph.nodes
    ]


def _step(node: Step) -> JsonObject:
    made: JsonObject = {"id": node.id, "title": node.title, "description": node.description[:4_000]}
    match node.kind:
        case StepKind.CALL if node.call is not None:
            made |= {"capability": node.call.capability, "params": node.call.params}
        case StepKind.HUMAN if node.question is not None:
            made |= {"ask": node.question.message, "options": node.question.options}
            made |= {} if node.question.free_text else {"free_text": False}
        case StepKind.WORKFLOW:
            made |= {"workflow": node.workflow, "inputs": node.inputs}
        case _:
            made |= {"prompt": node.prompt or node.description or node.title, "agent": node.agent, "tools": node.tools}
            made["max_turns"] = node.max_turns
    made |= {"depends_on": node.dependencies, "when": node.when, "timeout_s": node.timeout_s}
    if node.repeat is not None:
        if node.repeat.count is not None:
            made["repeat"] = node.repeat.count
        else:
            made |= {"for_each": node.repeat.for_each, "max": node.repeat.max}
    if node.interrupt is not None:
        made["interrupt"] = "before" if node.interrupt.before else "after"
    if node.on_error is not OnError.ABORT:
        made["on_error"] = node.on_error.value
    if node.retry is not None:
        made["retry"] = node.retry.model_dump(mode="json")
    return made


def _yaml(value: Any, depth: int) -> Iterator[str]:
    """Yield lines of YAML: blocks for values with parts, and JSON, which YAML reads, for all others."""
    pad = "  " * depth
    if isinstance(value, dict):
        for name, each in cast("JsonObject", value).items():
            key = name if name.isidentifier() and name not in _WORDS else json.dumps(name)
            yield from _entry(f"{pad}{key}:", each, depth)
    else:
        for each in cast("list[Any]", value):
            inside = list(_yaml(each, depth + 1)) if isinstance(each, dict | list) and each else None
            if inside is None:
                yield f"{pad}- {json.dumps(each, ensure_ascii=False)}"
            else:
                yield f"{pad}- {inside[0].lstrip()}"
                yield from inside[1:]


def _entry(head: str, value: Any, depth: int) -> Iterator[str]:
    if isinstance(value, dict | list) and value:
        yield head
        yield from _yaml(value, depth + 1)
    else:
        yield f"{head} {json.dumps(value, ensure_ascii=False)}"
