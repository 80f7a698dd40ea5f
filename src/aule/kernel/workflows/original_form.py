"""Reads workflows as the original wrote them: `name`, `project_id`, steps with `persona_id` and `max_iters`.

Such a document becomes one of our own form. A step's result is shared under the key that begins with the step's id and
that a prompt looks at (`{{state.research_facts}}` is written by `research`), else under `<id>_result`. Where prompts
use several names for one result, they are given the first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, cast

from aule.contracts.model import JsonObject

_OWN = {"name", "project_id"}
_STEP_OWN = {"persona_id", "max_iters"}
_HISTORY = ("status", "created_at", "started_at", "completed_at")
"""What the original says about a run of it: no part of what it does."""
_LOOKS_AT = re.compile(r"\{\{\s*state\.([A-Za-z_][A-Za-z0-9_]*)")
_STEP_RENAMES = {"persona_id": "agent", "max_iters": "max_turns", "interrupts": "interrupt"}


def is_original(value: JsonObject) -> bool:
    """Return whether a document is in the form of the original."""
    steps = value.get("steps")
    if not isinstance(steps, list) or "title" in value or "graph" in value:
        return False
    return bool(_OWN & value.keys()) or any(_STEP_OWN & step.keys() for step in _mappings(cast("list[Any]", steps)))


def in_own_form(value: JsonObject) -> JsonObject:
    """Return a document of the original in our own form; what is not understood stays, and is told where it is read."""
    own = {key: each for key, each in value.items() if key not in _HISTORY}
    if "name" in own:
        own["title"] = own.pop("name")
    if "project_id" in own:
        own["project"] = own.pop("project_id") or None
    steps = cast("list[Any]", own["steps"])
    ran = [str(step.get("id")) for step in _mappings(steps) if step.get("result")]
    if ran and isinstance(about := own.get("description", ""), str):
        own["description"] = f"{about}\n\nImported without the results of: {', '.join(ran)}.".strip()
    keys = _keys_of(steps)
    given = own.get("state")
    if given is None or isinstance(given, dict):
        initial = {key: {"default": each} for key, each in cast("JsonObject", given or {}).items()}
        own["state"] = {**initial, **{names[0]: initial.get(names[0], {}) for names in keys.values()}}
    own["steps"] = [_step(cast("JsonObject", step), keys) if isinstance(step, dict) else step for step in steps]
    return own


def _step(step: JsonObject, keys: dict[str, list[str]]) -> JsonObject:
    own: JsonObject = {}
    for key, each in step.items():
        if key in ("status", "result") or (key in _STEP_RENAMES and not each):
            continue
        own[_STEP_RENAMES.get(key, key)] = each
    if not own.get("tools"):
        own.pop("tools", None)  # the original's empty list allows everything
    elif isinstance(own["tools"], list):
        own["tools"] = [_tool(each) for each in cast("list[Any]", own["tools"])]
    if isinstance(asked := own.get("interrupt"), dict):
        moments = cast("JsonObject", asked)
        if not moments.get("before") and not moments.get("after"):
            own.pop("interrupt")
    if own.get("depends_on") is None:
        own.pop("depends_on", None)
    if isinstance(own.get("prompt"), str):
        first = {name: names[0] for names in keys.values() for name in names}
        own["prompt"] = _LOOKS_AT.sub(lambda found: f"{{{{state.{first.get(found[1], found[1])}", own["prompt"])
    id = step.get("id")
    return own | {"writes": keys[id][:1] if isinstance(id, str) else []}


def _keys_of(steps: list[Any]) -> dict[str, list[str]]:
    """Return, for each step, the names under which prompts look at its result; where none does, one of its own."""
    ids = [step["id"] for step in _mappings(steps) if isinstance(step.get("id"), str)]
    seen = dict.fromkeys(key for step in _mappings(steps) for key in _LOOKS_AT.findall(str(step.get("prompt", ""))))
    looked_at = {id: [key for key in seen if _writer(key, ids) == id] for id in ids}
    return {id: keys or [f"{id.replace('-', '_')}_result"] for id, keys in looked_at.items()}


def _writer(key: str, ids: list[str]) -> str | None:
    """Return the step whose id a key begins with; of several, the one with the longest."""
    fitting = [id for id in ids if key == (name := id.replace("-", "_")) or key.startswith(f"{name}_")]
    return max(fitting, key=len, default=None)


def _tool(name: Any) -> Any:
    return f"core.{name}" if isinstance(name, str) and name and "." not in name and "*" not in name else name


def _mappings(steps: list[Any]) -> Iterator[JsonObject]:
    return (cast("JsonObject", step) for step in steps if isinstance(step, dict))
