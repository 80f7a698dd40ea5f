"""The core app: files and notes in the workspace, and what every agent needs. Importing it registers all of it."""

from aule.apps.core import (
    archives,
    artifacts,
    commands,
    files,
    images,
    memory,
    notes,
    schedules,
    talk,
    undo,
    web,
    workflows,
)
from aule.apps.core import find as finding
from aule.apps.core import move as moving
from aule.apps.core import retrieval as retrieving
from aule.apps.core import write as writing
from aule.apps.core.app import core
from aule.apps.core.patches import patch_files as patching

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
    "retrieving",
    "schedules",
    "talk",
    "undo",
    "web",
    "workflows",
    "writing",
]
