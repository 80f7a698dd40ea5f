"""Plans in pasted chats of the former program: `[ATLAS_PLAN]…[/ATLAS_PLAN]`, read for a preview, never done (AT-53)."""

from __future__ import annotations

import re
from typing import Any

from aule.apps.atlas.importing.refusals import Refusal
from aule.apps.atlas.rows import exact_json as exact
from aule.sdk import errors

_BLOCK = re.compile(r"\[ATLAS_PLAN\](.*?)(?:\[/ATLAS_PLAN\]|\Z)", re.DOTALL | re.IGNORECASE)
_FENCE = "```"
_LANGUAGE = re.compile(r"[a-z]*", re.IGNORECASE)
LONGEST = 1_000_000
"""Characters of a text that are looked through."""


def has_plan(text: str) -> bool:
    """Tell whether a text holds such a plan."""
    return _BLOCK.search(text[:LONGEST]) is not None


def plan_actions(text: str) -> list[dict[str, Any]]:
    """Return the actions of all plans in a text, in order; `Invalid` names the plan that cannot be read."""
    actions: list[dict[str, Any]] = []
    for number, block in enumerate(_BLOCK.finditer(text[:LONGEST]), start=1):
        try:
            actions += _actions(exact.parse(_unfenced(block[1])))
        except errors.Invalid as error:
            raise Refusal("bad_plan", number=number, why=error.problem.message) from None
    return actions


def _unfenced(text: str) -> str:
    """Return a block without the fence of Markdown around it."""
    text = text.strip()
    if text.startswith(_FENCE):
        text = text[len(_FENCE) :]
        named = _LANGUAGE.match(text)
        text = text[named.end() if named else 0 :]
    return text.removesuffix(_FENCE).strip()


def _actions(document: Any) -> list[dict[str, Any]]:
    found = document.get("actions", document.get("plan")) if exact.is_object(document) else document
    if exact.is_object(found):
        found = found.get("actions")
    if not exact.is_list(found):
        raise errors.Invalid("it has no list of actions")
    for each in found:
        if not exact.is_object(each):
            raise errors.Invalid("one of its actions is not an object")
    return [dict(each) for each in found]
