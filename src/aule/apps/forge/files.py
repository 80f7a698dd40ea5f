"""A tool as one file: JSON that says what it is; only its words, schemas, source and tests count when it comes in."""

from __future__ import annotations

import json
from typing import Any, cast

from pydantic import TypeAdapter, ValidationError

from aule.apps.forge.records import ForgedTool, ToolDraft, ToolName, draft_of
from aule.apps.forge.words import say
from aule.contracts.model import JsonObject
from aule.sdk import errors
from aule.text.strict_json import read_json

FORMAT = "aule.tool/1"
_NAME: TypeAdapter[str] = TypeAdapter(ToolName)


def write_tool_file(tool: ForgedTool) -> str:
    """Return a tool as the text of a file."""
    content: JsonObject = {"format": FORMAT, "name": tool.name, "hash": tool.hash}
    content["tool"] = draft_of(tool).model_dump(mode="json")
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def read_tool_file(content: str, locale: str) -> tuple[str, ToolDraft]:
    """Return the name and the draft in a file; refuse what is no tool, with the reason."""
    try:
        read: Any = read_json(content)
        if not isinstance(read, dict) or cast("JsonObject", read).get("format") != FORMAT:
            raise ValueError(f"it does not begin with format {FORMAT!r}")
        known = cast("JsonObject", read)
        if unknown := set(known) - {"format", "name", "hash", "tool"}:
            raise ValueError(f"{sorted(unknown)[0]!r} is not known here")
        name = _NAME.validate_python(known.get("name"), strict=True)
        return name, ToolDraft.model_validate_json(json.dumps(known.get("tool")), strict=True)
    except (ValueError, errors.AuleError) as error:
        reason = _reason(error) if isinstance(error, ValidationError) else str(error)
        raise errors.Invalid(say("bad_file", locale, reason=reason), code="bad_tool_file", field="content") from None


def _reason(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    place = ".".join(map(str, first["loc"])) or "name"
    return f"{place}: {first['msg']}"
