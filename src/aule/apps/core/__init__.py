"""The core app: files and notes in the workspace, and what every agent needs. Importing it registers all of it."""

from aule.apps.core import (
    artifacts,
    files,
    finding,
    images,
    memory,
    notes,
    recipes,
    retrieving,
    schedules,
    talk,
    workflows,
    writing,
)
from aule.apps.core.app import core

__all__ = [
    "artifacts",
    "core",
    "files",
    "finding",
    "images",
    "memory",
    "notes",
    "recipes",
    "retrieving",
    "schedules",
    "talk",
    "workflows",
    "writing",
]
