"""A command line on an empty data directory."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.command_line import CommandLine


@pytest.fixture
def aule(tmp_path: Path) -> CommandLine:
    """The `aule` command, with a home of its own."""
    return CommandLine(tmp_path / "aule")


@pytest.fixture
def here(tmp_path: Path) -> CommandLine:
    """The same command, run in this process."""
    return CommandLine(tmp_path / "aule", is_here=True)
