"""Descriptors of tools: taken from strangers, checked, cleaned, hashed and compared. Pure."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, cast

from aule.apps.mcp.records import Descriptor, LeftOutTool, ToolView
from aule.contracts.model import JsonObject
from aule.text.foreign_text import Place, mark, without_hidden
from aule.text.hashing import content_hash

MOST_TOOLS = 500
LONGEST_DESCRIPTOR = 32_000
"""Characters of one descriptor as JSON."""
LONGEST_DESCRIPTION = 600
LONGEST_NOTE = 200
DEEPEST = 12
MOST_NODES = 1_000
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}")
_COMMENT = re.compile(r"<!--.*?(?:-->|$)", re.DOTALL)
_COUNTED = ("name", "title", "description", "inputSchema", "outputSchema", "annotations")
_HINTS = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")


class Unfit(ValueError):
    """A descriptor that is not taken, and why."""


def read_descriptors(tools: Iterable[JsonObject]) -> tuple[dict[str, Descriptor], list[LeftOutTool]]:
    """Return the tools of a server that can be taken, by name, and those that cannot."""
    found: dict[str, Descriptor] = {}
    left_out: list[LeftOutTool] = []
    twice: set[str] = set()
    for place, each in enumerate(tools):
        shown = clean(str(each.get("name", "")), 100) or f"#{place + 1}"
        if place >= MOST_TOOLS:
            left_out.append(LeftOutTool(name="…", why=f"a server may offer {MOST_TOOLS} tools"))
            break
        try:
            read = read_descriptor(each)
        except Unfit as why:
            left_out.append(LeftOutTool(name=shown, why=str(why)))
            continue
        if read.name.casefold() in {name.casefold() for name in found} | twice:
            twice.add(read.name.casefold())
            left_out.append(LeftOutTool(name=shown, why="two tools have this name"))
        else:
            found[read.name] = read
    for name in [name for name in found if name.casefold() in twice]:
        del found[name]
    return dict(sorted(found.items())), left_out


def read_descriptor(tool: JsonObject) -> Descriptor:
    """Return a tool as it is shown and pinned; raise `Unfit` for one that is not taken."""
    raw = {key: tool[key] for key in _COUNTED if tool.get(key) is not None}
    name = raw.get("name")
    if not isinstance(name, str) or _NAME.fullmatch(name) is None:
        raise Unfit("its name is not a plain name")
    schema = raw.get("inputSchema")
    if not isinstance(schema, dict):
        raise Unfit("it has no schema of its parameters")
    check_schema(schema, "parameters")
    check_schema(raw.get("outputSchema", {}), "results")
    try:
        if len(json.dumps(raw)) > LONGEST_DESCRIPTOR:
            raise Unfit(f"its description is longer than {LONGEST_DESCRIPTOR} characters")
        hashed = content_hash(raw)
    except (ValueError, RecursionError) as error:
        raise error if isinstance(error, Unfit) else Unfit("its description cannot be hashed") from None
    given = raw.get("annotations")
    said: Mapping[str, Any] = cast("Mapping[str, Any]", given) if isinstance(given, dict) else {}
    return Descriptor(
        name=name,
        title=clean(str(raw.get("title", "")), 100),
        description=clean(str(raw.get("description", "")), LONGEST_DESCRIPTION),
        parameters=_cleaned_schema(cast("JsonObject", schema)),
        hints={key: said[key] for key in _HINTS if isinstance(said.get(key), bool)},
        hash=hashed,
        raw=raw,
    )


def read_prompts(prompts: Iterable[JsonObject]) -> tuple[dict[str, Descriptor], list[LeftOutTool]]:
    """Return the prompts of a server that can be taken, by name, as tools whose arguments are texts; and the others."""
    return read_descriptors(map(_as_tool, prompts))


def _as_tool(prompt: JsonObject) -> JsonObject:
    given = prompt.get("arguments")
    listed = [cast("JsonObject", each) for each in cast("list[Any]", given or []) if isinstance(each, dict)]
    properties = {
        str(each.get("name", "")): {"type": "string", "description": str(each.get("description") or "")}
        for each in listed
    }
    required = [str(each.get("name", "")) for each in listed if each.get("required") is True]
    kept = {key: prompt[key] for key in ("name", "title", "description") if key in prompt}
    return {**kept, "inputSchema": {"type": "object", "properties": properties, "required": required}}


def check_schema(schema: Any, what: str) -> None:
    """Raise `Unfit` for a schema that is too deep or too large, or that points outside itself."""
    todo: list[tuple[Any, int]] = [(schema, 1)]
    count = 0
    while todo:
        here, depth = todo.pop()
        count += 1
        if depth > DEEPEST or count > MOST_NODES:
            raise Unfit(f"the schema of its {what} is too deep or too large")
        if isinstance(here, dict):
            each = cast("dict[str, Any]", here)
            for key in ("$ref", "$dynamicRef", "$schema", "$id"):
                target = each.get(key)
                is_inside = isinstance(target, str) and (target.startswith("#") or key in ("$schema", "$id"))
                if key in each and not is_inside and not isinstance(target, dict):
                    raise Unfit(f"the schema of its {what} points outside itself")
            todo += [(value, depth + 1) for value in each.values()]
        elif isinstance(here, list):
            todo += [(value, depth + 1) for value in cast("list[Any]", here)]


def clean(text: str, most: int) -> str:
    """Return a stranger's text on one line: without hidden characters and comments, cut where it is too long."""
    begin = text[: most * 4 + 2_000]  # what is cut off anyway is not cleaned: that could take everybody's time
    line = " ".join(without_hidden(_COMMENT.sub(" ", begin)).split())
    return line if len(line) <= most and len(begin) == len(text) else f"{line[: most - 1]}…"


def compare(offered: Mapping[str, Descriptor], pinned: Mapping[str, Descriptor]) -> list[ToolView]:
    """Return every tool that is offered or was pinned, with what is different since the owner saw it."""
    return [_compared(name, offered.get(name), pinned.get(name)) for name in sorted({*offered, *pinned})]


def difference(before: JsonObject | None, after: JsonObject | None) -> str:
    """Return two descriptors as a unified diff, with every hidden character marked."""
    old, new = ([] if each is None else _lines(each) for each in (before, after))
    lines = difflib.unified_diff(old, new, "seen", "now", lineterm="", n=2)
    return "\n".join(mark(line, Place.PROSE) for line in lines)


def _compared(name: str, offered: Descriptor | None, pinned: Descriptor | None) -> ToolView:
    shown = offered or pinned
    assert shown is not None
    fields = shown.model_dump(include={"name", "title", "description", "parameters", "hints", "hash"})
    if offered is None:
        return ToolView(**fields, state="gone")
    if pinned is None:
        return ToolView(**fields, state="new")
    if offered.hash == pinned.hash:
        return ToolView(**fields, state="pinned")
    return ToolView(**fields, state="changed", difference=difference(pinned.raw, offered.raw))


def _lines(raw: JsonObject) -> list[str]:
    return json.dumps(raw, indent=2, sort_keys=True, ensure_ascii=False).splitlines()


def _cleaned_schema(schema: Any) -> Any:
    """Return a schema whose texts are cleaned; what it says about values stays as it is."""
    match schema:
        case dict():
            each = cast("dict[str, Any]", schema)
            return {
                clean(key, 100): clean(value, LONGEST_NOTE)
                if key in ("description", "title", "$comment") and isinstance(value, str)
                else _cleaned_schema(value)
                for key, value in each.items()
            }
        case list():
            return [_cleaned_schema(each) for each in cast("list[Any]", schema)]
        case str():
            return clean(schema, LONGEST_NOTE)
        case _:
            return schema
