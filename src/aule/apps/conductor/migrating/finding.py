"""Finding agents of version 1: any agent's folder with an older manifest, in the old place or in the new (CO-60)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from aule.apps.conductor.agents.manifest import FILE
from aule.apps.conductor.documents import parse_document, read_text
from aule.apps.conductor.findings import ENGLISH, Misconfigured
from aule.apps.conductor.homes.environments import is_name
from aule.apps.conductor.homes.homes import SHARED, Home
from aule.apps.conductor.views import LintNote
from aule.contracts.model import JsonObject

META_MODES = frozenset({"meta_agent", "meta"})
CREATORS = frozenset({"AgentCreator_Agent"})
"""Agents of the original that make agents, though their manifests do not say so."""


@dataclass(frozen=True, slots=True)
class OldAgent:
    """An agent with a manifest of version 1, as it is."""

    id: str
    environment: str
    folder: Path
    text: str
    """Its manifest, byte for byte."""
    manifest: JsonObject
    is_in_place: bool = False
    """Whether it already lives where agents of version 2 do, so that only its manifest has to change."""
    project: str | None = None
    """The project whose agent it already is."""

    @property
    def target_context(self) -> JsonObject:
        """What its manifest already says about where it works."""
        given: Any = self.manifest.get("target_context")
        return cast("JsonObject", given) if isinstance(given, dict) else {}

    @property
    def is_meta(self) -> bool:
        """Whether it seems to make other agents rather than code."""
        mode = self.manifest.get("execution_mode")
        if self.is_in_place:
            return mode in META_MODES or (mode is None and self.project is None)
        return mode in META_MODES or self.id in CREATORS

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
    """Every agent whose version is below 2, in order; and what cannot be understood in the old place."""
    found: list[OldAgent] = []
    odd: list[Unusable] = []
    for folder, environment, project in _folders(home):
        is_in_place = project is not None or environment == SHARED
        try:
            text = read_text(folder / FILE, locale=locale)
            document = parse_document(text, home.shown(folder / FILE), locale=locale)
        except Misconfigured as error:
            odd += [] if is_in_place else [Unusable(folder, error.notes)]  # of the new place a lint tells
            continue
        if _is_old(document.value.get("version")):
            found.append(OldAgent(folder.name, environment, folder, text, dict(document.value), is_in_place, project))
    return found, odd


def _folders(home: Home) -> Iterator[tuple[Path, str, str | None]]:
    """The folders of agents, each with its environment and, where it lies in the new place, its project."""
    for place in sorted(home.projects.iterdir()) if home.projects.is_dir() else ():
        if place.name != SHARED and not is_name(place.name):
            continue
        yield from ((folder, place.name, None) for folder in _agents_in(place / "agents"))
        for project in sorted(place.iterdir()) if place.is_dir() and place.name != SHARED else ():
            if is_name(project.name) and project.name != "agents":
                yield from ((folder, place.name, project.name) for folder in _agents_in(project / "agents"))


def _agents_in(place: Path) -> list[Path]:
    if not place.is_dir():
        return []
    return [
        folder
        for folder in sorted(place.iterdir())
        if is_name(folder.name) and folder.is_dir() and not folder.is_symlink() and (folder / FILE).is_file()
    ]


def _is_old(version: Any) -> bool:
    """Whether a manifest is from before: it says a lower number, or none."""
    if version is None:
        return True
    number = str(version).strip().partition(".")[0]
    return number.isdigit() and int(number) < 2
