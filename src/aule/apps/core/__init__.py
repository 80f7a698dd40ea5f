"""The core app: files and notes in the workspace, and what every agent needs. Importing it registers all of it."""

from aule.apps.core import (
    archives,
    artifacts,
    commands,
    files,
    finding,
    images,
    memory,
    moving,
    notes,
    patching,
    recipes,
    retrieving,
    schedules,
    talk,
    web,
    workflows,
    writing,
)
from aule.apps.core.app import core

__all__ = [
    "archives",
    "artifacts",
    "commands",
    "core",
    "files",
    "finding",
    "images",
    "memory",
    "moving",
    "notes",
    "patching",
    "recipes",
    "retrieving",
    "schedules",
    "talk",
    "web",
    "workflows",
    "writing",
]
