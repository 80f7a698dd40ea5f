"""Finding agents of version 1: any folder `projects/ENVIRONMENT/agents/ID` with an older manifest (CO-60)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aule.conductor.documents import parse_document, read_text
from aule.conductor.findings import ENGLISH, Misconfigured
from aule.conductor.homes import SHARED, Home
from aule.conductor.manifest import FILE
from aule.conductor.workspaces import is_name
from aule.contracts.conductor import LintNote
from aule.contracts.model import JsonObject

META_MODES = frozenset({"meta_agent", "meta"})
CREATORS = frozenset({"AgentCreator_Agent"})
"""Agents of the original that make agents, though their manifests do not say so."""


@dataclass(frozen=True, slots=True)
class OldAgent:
    """An agent as it lives in the old place."""

    id: str
    environment: str
    folder: Path
    text: str
    """Its manifest, byte for byte."""
    manifest: JsonObject

    @property
    def is_meta(self) -> bool:
        """Whether it seems to make other agents rather than code."""
        return self.manifest.get("execution_mode") in META_MODES or self.id in CREATORS

    @property
    def output_directory(self) -> str:
        """Where its manifest says that its results go."""
        given: Any = self.manifest.get("output_directory")
        return given.strip() if isinstance(given, str) else ""


@dataclass(frozen=True, slots=True)
class Unusable:
    """A folder in the old place that cannot be understood."""

    folder: Path
    notes: list[LintNote]


def find_old(home: Home, locale: str = ENGLISH) -> tuple[list[OldAgent], list[Unusable]]:
    """Every agent in the old place whose version is below 2, in order; and what cannot be understood."""
    found: list[OldAgent] = []
    odd: list[Unusable] = []
    for folder in _folders(home):
        try:
            text = read_text(folder / FILE, locale=locale)
            document = parse_document(text, home.shown(folder / FILE), locale=locale)
        except Misconfigured as error:
            odd.append(Unusable(folder, error.notes))
            continue
        if _is_old(document.value.get("version")):
            environment = folder.parent.parent.name
            found.append(OldAgent(folder.name, environment, folder, text, dict(document.value)))
    return found, odd


def _folders(home: Home) -> list[Path]:
    if not home.projects.is_dir():
        return []
    places = [place / "agents" for place in sorted(home.projects.iterdir()) if place.name != SHARED]
    return [
        folder
        for place in places
        if place.is_dir() and is_name(place.parent.name)
        for folder in sorted(place.iterdir())
        if is_name(folder.name) and folder.is_dir() and not folder.is_symlink() and (folder / FILE).is_file()
    ]


def _is_old(version: Any) -> bool:
    """Whether a manifest is from before: it says a lower number, or none."""
    if version is None:
        return True
    number = str(version).strip().partition(".")[0]
    return number.isdigit() and int(number) < 2
