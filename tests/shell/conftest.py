"""Node for the web shell's own tools, with the packages they need."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.server.conftest import system
from tests.shell.tools import Node, find_node

__all__ = ["node", "system"]


@pytest.fixture(scope="session")
def node(root: Path) -> Node:
    """Node with the shell's development packages installed; without either the tests say so."""
    found = find_node(root / "shell")
    if found is None:
        pytest.skip("No Node on this machine: the web shell's own tests did not run.")
    with one_at_a_time(root / "shell" / "node_modules"):
        if not found.is_ready() and not found.install():
            pytest.skip("The web shell's packages could not be fetched: its own tests did not run.")
    return found


@contextmanager
def one_at_a_time(folder: Path) -> Iterator[None]:
    """Two test processes that fill one folder with packages at once leave half of them."""
    folder.mkdir(exist_ok=True)
    with (folder / ".filling").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
