"""Node for the web shell's own tools, with the packages they need."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.shell.tools import Node, find_node


@pytest.fixture(scope="session")
def node(root: Path) -> Node:
    """Node with the shell's development packages installed; without either the tests say so."""
    found = find_node(root / "shell")
    if found is None:
        pytest.skip("No Node on this machine: the web shell's own tests did not run.")
    if not found.is_ready() and not found.install():
        pytest.skip("The web shell's packages could not be fetched: its own tests did not run.")
    return found
