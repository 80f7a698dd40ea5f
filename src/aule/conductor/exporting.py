"""Exporting: a resident agent as one Markdown file with frontmatter, as other tools read agents."""

from __future__ import annotations

import re

from aule.conductor.findings import ENGLISH
from aule.conductor.forms import quoted
from aule.conductor.manifest import Manifest
from aule.conductor.personas import read_persona
from aule.conductor.tools import READING, WORDS, capabilities_of, may_write
from aule.conductor.words import say

_MODES = {"fail": "dontAsk", "propose": "plan", "ask": "default", "apply": "default"}


def claude_agent(manifest: Manifest, *, locale: str = ENGLISH) -> str:
    """The text of a `.claude/agents/*.md` file. A scope has no place in its frontmatter, so it is said in words."""
    persona = read_persona(manifest, locale=locale)
    model = manifest.model if manifest.provider == "anthropic" and manifest.model else "inherit"
    mode = "plan" if not may_write(manifest.tools) else _MODES[manifest.on_write or "ask"]
    lines = [
        "---",
        f"name: {export_name(manifest.id)}",
        f"description: {quoted(manifest.description)}",
        f"tools: {', '.join(tool_words(manifest))}",
        f"model: {model}",
        f"permissionMode: {mode}",
        *([f"maxTurns: {manifest.max_turns}"] if manifest.max_turns else []),
        "---",
        "",
        persona.text,
    ]
    scope = ", ".join(f"`{glob}`" for glob in manifest.scope)
    lines += ["", say("export_scope" if scope else "export_read_only", locale, scope=scope)]
    return "\n".join(lines) + "\n"


def export_name(id: str) -> str:
    """A name in small letters and hyphens."""
    apart = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", id)
    return re.sub(r"[^a-z0-9]+", "-", apart.casefold()).strip("-") or "agent"


def tool_words(manifest: Manifest) -> list[str]:
    """The tools of an agent in the words other tools have; one is named when all it stands for is there."""
    have = set(manifest.tools or READING)
    found = [word for word in WORDS if have.issuperset(capabilities_of(word) or ("",))]
    return [word for word in found if word != "MultiEdit" and not (word == "Edit" and "Write" in found)]
