"""A tool made here as a plugin: its descriptor, the world it needs, and Python that runs its source."""

from __future__ import annotations

import ast
import base64
import re
import sys
from importlib import resources
from typing import cast
from urllib.parse import urlsplit

import tomli_w

from aule.apps.plugins.descriptors import read_descriptor
from aule.apps.plugins.words import hint, say
from aule.contracts.model import JsonObject
from aule.sdk import Model, errors

ENTRY = "entry"
MEMORY_MB = 128
"""What CPython in WebAssembly needs at least."""
SLOWER_S = 5
"""Seconds a call is given beside those of the tool: CPython starts, and is slower there."""
_SMALL = ("json", "re", "math", "datetime", "base64", "hashlib", "csv", "decimal", "random", "unicodedata")
"""What source of the small interpreter may import."""
_WORLD = """package aule:plugin@1.0.0;
interface web { http-fetch: func(request: string) -> result<string, string>; }
world plugin { @imports@export run: func(request: string) -> result<string, string>; }
"""
_READING = """            from urllib.parse import quote
            from wit_world.imports import web
            plain = {key: each if isinstance(each, str) else json.dumps(each) for key, each in given.items()}
            url = @url@.format(**{key: quote(each, safe="") for key, each in plain.items()})
            if any(part in (".", "..") for part in url.partition("?")[0].split("/")):
                raise ValueError(url)
            given["page"] = json.loads(web.http_fetch(json.dumps({"url": url})))["text"]"""


class ToolPlugin(Model):
    """A tool made here, as the parts a plugin is built of."""

    name: str
    descriptor: str
    world: str
    entry: str


def plugin_of(name: str, version: int, tool: JsonObject, locale: str) -> ToolPlugin:
    """Return what a plugin is built of, given a tool's own file; refuse what a plugin cannot do."""
    if tool.get("calls"):
        raise errors.Refused(
            say("tool_calls", locale, name=name),
            code="tool_calls",
            hint=hint("tool_calls", locale, name=name),
            field="tool",
        )
    fetch = cast("JsonObject | None", tool.get("fetch"))
    try:
        descriptor = tomli_w.dumps(_descriptor(name, version, tool, fetch))
    except TypeError:  # TOML has no null
        raise errors.Refused(
            say("tool_null", locale, name=name),
            code="tool_null",
            hint=hint("tool_null", locale, name=name),
            field="tool",
        ) from None
    read_descriptor(descriptor.encode(), locale)  # so that what goes out comes in elsewhere
    imports = "" if fetch is None else "import web; "
    return ToolPlugin(
        name=name, descriptor=descriptor, world=_WORLD.replace("@imports@", imports), entry=_entry(name, tool, fetch)
    )


def _descriptor(name: str, version: int, tool: JsonObject, fetch: JsonObject | None) -> JsonObject:
    limits = cast("JsonObject", tool["limits"])
    made: JsonObject = {
        "name": name,
        "version": f"{version}.0.0",
        "title": tool["title"],
        "description": tool["description"],
        "limits": {
            "seconds": float(limits["seconds"]) + SLOWER_S,
            "memory_mb": max(MEMORY_MB, int(limits["memory_mb"])),
            "output_kb": int(limits["output_kb"]),
        },
        "capabilities": [
            {
                "name": name,
                "title": tool["title"],
                "description": tool["description"],
                "effect": "read" if fetch is None else "external",
                "params": tool["params"],
                "returns": tool["returns"],
            }
        ],
    }
    if fetch is not None:
        made["domains"] = [(urlsplit(str(fetch["url"]).partition("{")[0]).hostname or "").rstrip(".")]
    return made


def _entry(name: str, tool: JsonObject, fetch: JsonObject | None) -> str:
    text = resources.files("aule.apps.plugins").joinpath("tool_entry.py.txt").read_text("utf-8")
    source = base64.b64encode(str(tool["source"]).encode()).decode()
    reading = "            pass" if fetch is None else _READING.replace("@url@", repr(str(fetch["url"])))
    parts = {"title": name, "imports": _imports(tool), "source": repr(source), "reading": reading}
    return re.sub(r"@(\w+)@", lambda found: parts[found[1]], text)


def _imports(tool: JsonObject) -> str:
    """Return lines that import what the source will: at run time there is no folder to import from."""
    names = set[str](_SMALL)
    try:
        parsed = ast.parse(str(tool["source"]))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        parsed = ast.Module([], [])  # what is no Python here fails with its first call, as it did before
    for node in ast.walk(parsed):
        match node:
            case ast.Import():
                names |= {each.name for each in node.names}
            case ast.ImportFrom(module=str(module), level=0):
                names.add(module)
            case _:
                continue
    known = sorted(each for each in names if each.partition(".")[0] in sys.stdlib_module_names)
    return "\n".join(f"try:\n    import {each}\nexcept ImportError:\n    pass" for each in known)
