"""Places of findings in the document: the line of the step, or of the key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, cast

from aule.contracts.model import JsonObject
from aule.contracts.runs.finding import Finding
from aule.kernel.workflows.text import ParsedText, Place

_KEYS = {
    "dependencies": ("depends_on",),
    "call": ("capability",),
    "graph": ("workflow",),
    "question.message": ("ask",),
    "repeat.for_each": ("for_each",),
}
"""Parts of a graph under the names they have in a document."""


def placed(findings: Iterable[Finding], read: ParsedText) -> list[Finding]:
    """Return findings with their lines, where the document has lines."""
    if not read.marks:
        return list(findings)
    steps = dict(_steps(cast("JsonObject", read.value), (), ""))
    return [_placed(finding, steps, read) for finding in findings]


def _placed(finding: Finding, steps: dict[str, Place], read: ParsedText) -> Finding:
    if finding.line is not None:
        return finding
    place, is_own = _closest(finding.step, steps)
    if finding.field is not None and is_own:
        keys = _KEYS.get(finding.field, tuple(finding.field.replace("[", ".").replace("]", "").split(".")))
        place = (*place, *(int(key) if key.isdigit() else key for key in keys))
    mark = read.mark(place)
    return finding if mark is None else finding.model_copy(update={"line": mark.line, "column": mark.column})


def _closest(step: str | None, steps: dict[str, Place]) -> tuple[Place, bool]:
    """Return the place of a step, or of the step around it whose workflow is stored elsewhere."""
    name = step
    while name:
        if name in steps:
            return steps[name], name == step
        name = name.rpartition("/")[0]
    return (), step is None


def _steps(value: JsonObject, place: Place, prefix: str) -> Iterator[tuple[str, Place]]:
    graph: Any = value.get("graph")
    if isinstance(graph, dict):
        value, place = cast("JsonObject", graph), (*place, "graph")
    for name in ("steps", "nodes"):
        listed: Any = value.get(name)
        for number, step in enumerate(cast("list[JsonObject]", listed) if isinstance(listed, list) else []):
            own = f"{prefix}{step.get('id')}"
            yield own, (*place, name, number)
            yield from _steps(step, (*place, name, number), f"{own}/")
