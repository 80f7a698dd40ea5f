"""The page of capabilities: what the built-in apps can do."""

from __future__ import annotations

import json
from typing import Any

from aule.boot import installed_apps
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
    known = sorted(capabilities(), key=lambda c: c.name)
    apps = sorted({capability.app for capability in known})
    parts += [" · ".join(f"[{app}](#{app})" for app in apps), ""]
    for app in apps:
        parts += [f"## {app}", ""]
        for capability in known:
            if capability.app == app:
                parts += entry(capability)
    return "\n".join(parts)


def capabilities() -> list[Capability]:
    """Return every capability of the built-in apps."""
    return [registered.capability for app in installed_apps() for registered in app.capabilities]


def entry(capability: Capability) -> list[str]:
    """The part of the page about one capability."""
    traits = [str(capability.effect)]
    traits += [word for word in ("reversible", "idempotent", "previewable") if getattr(capability, word)]
    parts = [
        f"### `{capability.name}`",
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
