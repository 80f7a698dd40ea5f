"""What tests of an app's routes and commands stand on: a system behind its front, and a command line."""

from __future__ import annotations

from tests.cli.conftest import here
from tests.server.conftest import system

__all__ = ["here", "system"]
