"""Imports off the event loop: modules that are loaded when somebody first needs what they do."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Sequence
from importlib import import_module

_IMPORTING = threading.Lock()


async def load(*names: str) -> None:
    """Import modules by their names, in a thread, so that others are answered meanwhile."""
    if _IMPORTING.locked() or not all(name in sys.modules for name in names):
        await asyncio.to_thread(_import_all, names)


def _import_all(names: Sequence[str]) -> None:
    # One thread at a time: two that import the same circle of modules meet in the middle of it.
    with _IMPORTING:
        for name in names:
            import_module(name)
