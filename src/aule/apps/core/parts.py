"""Everything the core app brings to the kernel: importing this adds it to the app."""

from aule.apps.core import (
    archives,
    artifacts,
    commands,
    files,
    find,
    images,
    memory,
    move,
    notes,
    retrieval,
    schedules,
    talk,
    undo,
    web,
    workflows,
    write,
)
from aule.apps.core.app import core
from aule.apps.core.patches import patch_files

__all__ = [
    "archives",
    "artifacts",
    "commands",
    "core",
    "files",
    "find",
    "images",
    "memory",
    "move",
    "notes",
    "patch_files",
    "retrieval",
    "schedules",
    "talk",
    "undo",
    "web",
    "workflows",
    "write",
]
