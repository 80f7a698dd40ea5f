"""The page of events: everything that can happen, from the closed union."""

from __future__ import annotations

from typing import Any, get_args

from aule.contracts.events.facts import Event, Fact, topic_of
from pages.markdown import first_line, kind, table

INTRO = """# Events

Everything that happens is an event in one append-only log: checkpoint, trace, live feed and report at once.
`GET /v1/events` reads it, as JSON pages or as a stream; `aule events --follow` prints it.
Names are in the past tense; the topic is the noun before the dot. The set is closed: this page is all of it.

Every event has the same frame:
"""


def facts() -> list[Any]:
    """The models of the union, in its order."""
    return list(get_args(get_args(Fact)[0]))


def page() -> str:
    """The Markdown of the page."""
    parts = [INTRO, _fields(Event, leave_out=set()), ""]
    topics: dict[str, list[Any]] = {}
    for fact in facts():
        topics.setdefault(topic_of(fact.model_construct()), []).append(fact)
    for topic, members in topics.items():
        parts += [f"## {topic}", ""]
        for fact in members:
            parts += [f"### `{fact.model_fields['type'].default}`", "", first_line(fact), "", _fields(fact), ""]
    return "\n".join(parts)


def _fields(model: Any, leave_out: set[str] | None = None) -> str:
    hidden = {"type"} if leave_out is None else leave_out
    properties: dict[str, Any] = model.model_json_schema().get("properties", {})
    rows = [[f"`{name}`", kind(schema)] for name, schema in properties.items() if name not in hidden]
    return table(["field", "type"], rows) if rows else "It carries nothing more."
