"""The page of capabilities: what the built-in apps can do."""

from __future__ import annotations

import json
from typing import Any

from aule.apps.core import core
from aule.contracts.access.capability import Capability
from pages.markdown import kind, table

INTRO = """# Capabilities

What agents, recipes, the command line and the HTTP API can call. Effects decide about approval: `read` and `navigate`
run at once, `write` asks for exactly this call, `delete`, `exec` and `external` ask each time. The schema a model sees,
the check before every call, this page and `aule APP NAME --help` all come from the same signature.
"""


def page() -> str:
    """The Markdown of the page."""
    parts = [INTRO]
    for capability in sorted(capabilities(), key=lambda c: c.name):
        parts += entry(capability)
    return "\n".join(parts)


def capabilities() -> list[Capability]:
    """Return every capability of core; other apps are told in their guides."""
    return [registered.capability for app in (core,) for registered in app.capabilities]


def entry(capability: Capability) -> list[str]:
    """The part of the page about one capability."""
    traits = [str(capability.effect)]
    traits += [word for word in ("reversible", "idempotent", "previewable") if getattr(capability, word)]
    parts = [
        f"## `{capability.name}`",
        "",
        f"*{', '.join(traits)}* — {capability.title}",
        "",
        capability.description,
        "",
    ]
    properties: dict[str, Any] = capability.params.get("properties", {})
    required = capability.params.get("required", [])
    rows: list[list[str]] = []
    for name, part in properties.items():
        default = "required" if name in required else f"`{json.dumps(part.get('default'), ensure_ascii=False)}`"
        rows.append([f"`{name}`", kind(part), default, part.get("description", "")])
    if rows:
        parts += [table(["parameter", "type", "default", "meaning"], rows), ""]
    if capability.aliases:
        parts += [f"Also known as {', '.join(f'`{alias}`' for alias in capability.aliases)}.", ""]
    return parts
