"""Exporting: a resident agent as one Markdown file with frontmatter, as other tools read agents.

What has no place in such a frontmatter stands there under a key of our own, so that it comes back with an import.
"""

from __future__ import annotations

import re

from aule.apps.conductor.agents.extra_files import names_in
from aule.apps.conductor.agents.forms import quoted, value_text
from aule.apps.conductor.agents.manifest import FILE, Manifest
from aule.apps.conductor.agents.personas import read_memories, read_persona
from aule.apps.conductor.agents.tools import READING, WORDS, capabilities_of, may_write
from aule.apps.conductor.documents import read_document
from aule.apps.conductor.findings import ENGLISH, Finding, warned
from aule.apps.conductor.sessions.state import is_blank
from aule.apps.conductor.words import say

OURS = "x-aule"
"""The key of the frontmatter with the whole manifest."""
MEMORY = "<!-- memory: {name} -->"
"""What stands before a file of an agent's memory."""
_MODES = {"fail": "dontAsk", "propose": "plan", "ask": "default", "apply": "default"}


def claude_agent(manifest: Manifest, *, locale: str = ENGLISH) -> str:
    """The text of a `.claude/agents/*.md` file. A scope has no place in its frontmatter, so it is said in words."""
    persona = read_persona(manifest, locale=locale)
    model = manifest.model if manifest.provider == "anthropic" and manifest.model else "inherit"
    mode = "plan" if not may_write(manifest.tools) else _MODES[manifest.on_write or "ask"]
    whole = read_document(manifest.path, locale=locale).value
    lines = [
        "---",
        f"name: {export_name(manifest.id)}",
        f"description: {quoted(manifest.description)}",
        f"tools: {', '.join(tool_words(manifest))}",
        f"model: {model}",
        f"permissionMode: {mode}",
        *([f"maxTurns: {manifest.max_turns}"] if manifest.max_turns else []),
        f"{OURS}: {value_text(dict(whole))}",
        "---",
        "",
        persona.written,
    ]
    for name, text in read_memories(manifest, locale=locale).items():
        lines += ["", MEMORY.format(name=name), "", text]
    scope = ", ".join(f"`{glob}`" for glob in manifest.scope)
    lines += ["", say("export_scope" if scope else "export_read_only", locale, scope=scope)]
    return "\n".join(lines) + "\n"


def left_behind(manifest: Manifest, *, locale: str = ENGLISH) -> list[Finding]:
    """The files of an agent that one Markdown file has no place for; a state that says nothing is none."""
    own = {manifest.persona_path, manifest.folder / FILE}
    own |= {manifest.state_path} if is_blank(manifest.state_path) else set()
    own |= {manifest.folder / "memory" / name for name in read_memories(manifest, locale=locale)}
    left = [name for name in names_in(manifest.folder) if manifest.folder / name not in own]
    return [warned("file_not_exported", manifest.folder, name=repr(name)) for name in left]


def export_name(id: str) -> str:
    """A name in small letters and hyphens."""
    apart = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", id)
    return re.sub(r"[^a-z0-9]+", "-", apart.casefold()).strip("-") or "agent"


def tool_words(manifest: Manifest) -> list[str]:
    """The tools of an agent in the words other tools have; one is named when all it stands for is there."""
    have = set(manifest.tools or READING)
    found = [word for word in WORDS if have.issuperset(capabilities_of(word) or ("",))]
    return [word for word in found if word != "MultiEdit" and not (word == "Edit" and "Write" in found)]
