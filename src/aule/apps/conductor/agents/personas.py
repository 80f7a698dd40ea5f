"""Personas: how an agent is told who it is, from `persona.md` and what it keeps in `memory/`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from aule.apps.conductor.agents.manifest import Manifest
from aule.apps.conductor.documents import read_text
from aule.apps.conductor.findings import ENGLISH, Finding, warned

LARGEST = 128 * 1024
MOST_MEMORIES = 20
LONGEST = 20_000
"""Characters of an agent's prompt."""
_TITLE = re.compile(r"^#[ \t]+(.+?)[ \t]*#*[ \t]*$", re.MULTILINE)
_PLACEHOLDER = re.compile(r"\{\{\s*(agent_id|agent_name|agent_description)\s*\}\}")
_ANY = re.compile(r"\{\{\s*([A-Za-z_]+)\s*\}\}")


@dataclass(frozen=True, slots=True)
class Persona:
    """Who an agent is, in words."""

    name: str
    text: str
    """All that it is told, as far as there is room for it."""
    notes: tuple[Finding, ...] = ()
    written: str = ""
    """What its persona file says, whole and without its memory."""


def read_persona(manifest: Manifest, *, locale: str = ENGLISH) -> Persona:
    """The persona of an agent with its placeholders filled in and its memory below."""
    path = manifest.persona_path
    raw = read_text(path, LARGEST, locale=locale)
    title = _TITLE.search(raw)
    name = (title.group(1).strip() if title else "")[:80] or manifest.id
    name = _PLACEHOLDER.sub(lambda match: manifest.id, name)
    values = {"agent_id": manifest.id, "agent_name": name, "agent_description": manifest.description}
    text = _PLACEHOLDER.sub(lambda match: values[match.group(1)], raw).strip()
    notes: list[Finding] = []
    for match in _ANY.finditer(raw):
        if match.group(1) not in values:
            line = raw[: match.start()].count("\n") + 1
            notes.append(warned("unknown_placeholder", path, line, name=match.group(0)))
    parts = [text, *read_memories(manifest, locale=locale).values()]
    whole = "\n\n".join(part for part in parts if part)
    if len(whole) > LONGEST:
        notes.append(warned("persona_too_long", path, most=LONGEST))
    return Persona(name, whole[:LONGEST], tuple(notes), text)


def read_memories(manifest: Manifest, *, locale: str = ENGLISH) -> dict[str, str]:
    """What an agent keeps in `memory/`, by the names of the files."""
    folder = manifest.folder / "memory"
    if not folder.is_dir() or folder.is_symlink():
        return {}
    paths = sorted(path for path in folder.iterdir() if path.suffix == ".md" and path.is_file())
    kept = [path for path in paths[:MOST_MEMORIES] if not path.is_symlink()]
    return {path.name: read_text(path, LARGEST, locale=locale).strip() for path in kept}
